//! Claude behind the service: the request as it would have been at Claude's own door. Blocks keep their places, so that what the
//! model says about one names the one that was meant.

use super::{Block, Request, items, text};
use crate::door::Entry;
use crate::messages;
use crate::provider::{Body, Provider};
use crate::refusal::Refusal;
use crate::table;
use crate::terms::Terms;
use crate::wire::{Object, Raw, object};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// Tokens that a reply may have where nobody says how many.
const LONGEST: usize = 128_000;

pub(super) fn hear(terms: &Terms<'_>, request: &Request<'_>) -> Result<messages::Heard, Box<Refusal>> {
    let row = table::provider("bedrock-invoke").and_then(|row| Some((row, row.doors.first()?)));
    let Some((row, door)) = row else {
        return Err(Box::new(Refusal::plain(request.provider, 404, "no such model")));
    };
    let entry = Entry { door, model: Some(request.model.to_owned()), events: false, betas: Vec::new() };
    let body = serde_json::from_str(body(row, request).as_str());
    let body: Body = body.map_err(|error| Box::new(Refusal::plain(request.provider, 400, &error.to_string())))?;
    messages::hear(terms, row, &entry, &body)
}

fn body(row: &Provider, request: &Request<'_>) -> Raw {
    let config = |key: &str| request.body.get("inferenceConfig").and_then(|config| config.get(key)).map(raw);
    let longest = config("maxTokens").unwrap_or_else(|| Raw::new(&LONGEST.to_string()));
    let version = row.manner.version.unwrap_or_default();
    let mut out = object! { "anthropic_version": version, "max_tokens": longest };
    for (key, name) in [("temperature", "temperature"), ("topP", "top_p"), ("stopSequences", "stop_sequences")] {
        out = out.maybe(name, config(key).as_ref());
    }
    let system = blocks(items(request.body.get("system")).filter_map(Block::read));
    let tools = tools(request);
    out = out.maybe("system", Some(&system).filter(|system| !system.is_empty()));
    out = out.maybe("tools", Some(&tools).filter(|tools| !tools.is_empty()));
    out = out.maybe("tool_choice", choice(request).as_ref());
    let fields = request.body.get("additionalModelRequestFields").and_then(Value::as_object);
    for (name, value) in fields.into_iter().flatten() {
        // The service has a name of its own for it.
        out = out.with(if name == "reasoning_config" { "thinking" } else { name }, &raw(value));
    }
    let turns = request.messages.iter().map(|message| {
        let own = message.blocks.iter().map(|block| Block { tag: block.tag, value: block.value });
        object! { "role": message.role, "content": blocks(own) }
    });
    out.with("messages", &turns.collect::<Vec<_>>()).done()
}

/// Blocks of a message; a marker for the cache goes on what stands before it.
fn blocks<'a>(blocks: impl Iterator<Item = Block<'a>>) -> Vec<Object> {
    let mut out: Vec<Object> = Vec::new();
    for block in blocks {
        match (block.tag, out.pop()) {
            ("cachePoint", Some(last)) => out.push(last.with("cache_control", &Raw::new(r#"{"type":"ephemeral"}"#))),
            ("cachePoint", None) => {}
            (_, last) => {
                out.extend(last);
                out.push(one(&block));
            }
        }
    }
    out
}

fn one(block: &Block<'_>) -> Object {
    let value = block.value;
    match block.tag {
        "text" => object! { "type": "text", "text": value.as_str().unwrap_or_default() },
        "toolUse" => object! {
            "type": "tool_use", "id": text(value, "toolUseId"), "name": text(value, "name"),
            "input": value.get("input").map(raw),
        },
        "toolResult" => {
            let content = blocks(items(value.get("content")).filter_map(Block::read));
            let failed = (text(value, "status") == "error").then_some(true);
            object! { "type": "tool_result", "tool_use_id": text(value, "toolUseId"), "content": content }
                .maybe("is_error", failed.as_ref())
        }
        "json" => object! { "type": "text", "text": value.to_string() },
        "image" => {
            let kind = format!("image/{}", text(value, "format"));
            let bytes = value.pointer("/source/bytes").and_then(Value::as_str).unwrap_or_default();
            object! { "type": "image", "source": object! { "type": "base64", "media_type": kind, "data": bytes } }
        }
        "reasoningContent" => thought(value),
        tag => {
            object! { "type": "document", "source": object! { "type": "other", "of": tag, "data": value.to_string() } }
        }
    }
}

fn thought(value: &Value) -> Object {
    let Some(readable) = value.get("reasoningText") else {
        // The bytes are the text that Claude writes in its own reply.
        let bytes = STANDARD.decode(text(value, "redactedContent")).unwrap_or_default();
        return object! { "type": "redacted_thinking", "data": String::from_utf8_lossy(&bytes).into_owned() };
    };
    let signature = readable.get("signature").map(raw);
    object! { "type": "thinking", "thinking": text(readable, "text") }.maybe("signature", signature.as_ref())
}

fn tools(request: &Request<'_>) -> Vec<Object> {
    let tool = |spec: &Value| {
        let schema = spec.pointer("/inputSchema/json").map(raw);
        object! { "name": text(spec, "name") }
            .maybe("description", spec.get("description").map(raw).as_ref())
            .maybe("input_schema", schema.as_ref())
    };
    request.specs().map(tool).collect()
}

fn choice(request: &Request<'_>) -> Option<Object> {
    let choice = request.body.get("toolConfig")?.get("toolChoice")?.as_object()?;
    let (kind, named) = choice.iter().next()?;
    Some(object! { "type": kind }.maybe("name", named.get("name").map(raw).as_ref()))
}

fn raw(value: &Value) -> Raw {
    Raw::new(&value.to_string())
}

//! The types that Messages insists on. What they mean is checked elsewhere.

use super::{Block, Message, Request, known, thinking};
use crate::provider::{Body, Provider};
use crate::refusal::{Refusal, fills};
use crate::table::{CLAUDE, FOREIGN};
use serde_json::Value;
use std::sync::LazyLock;

const LONGEST_MODEL: usize = 256;
static EMPTY: LazyLock<Body> = LazyLock::new(Body::new);

/// The request in `body`.
pub(super) fn read<'a>(provider: &'static Provider, body: &'a Body) -> Result<Request<'a>, Box<Refusal>> {
    let wrong = |message: String| Box::new(Refusal::plain(provider, 400, &message));
    let missing = |path: &str| Box::new(Refusal::worded(provider, &CLAUDE.required, &fills! { "path": path }));
    if let Some(foreign) = FOREIGN.iter().find(|name| body.contains_key(**name)) {
        return Err(Box::new(Refusal::worded(provider, &CLAUDE.extra, &fills! { "path": *foreign })));
    }
    let model = match body.get("model") {
        Some(Value::String(model)) if model.len() <= LONGEST_MODEL => model.as_str(),
        Some(_) => return Err(wrong("model: Input should be a valid string".to_owned())),
        None => return Err(missing("model")),
    };
    match body.get("max_tokens") {
        Some(number) if number.as_u64().is_some_and(|number| number > 0) => {}
        Some(_) => return Err(wrong("max_tokens: Input should be greater than or equal to 1".to_owned())),
        None => return Err(missing("max_tokens")),
    }
    if !matches!(body.get("stream"), None | Some(Value::Bool(_))) {
        return Err(wrong("stream: Input should be a valid boolean".to_owned()));
    }
    if !matches!(body.get("thinking"), None | Some(Value::Object(_))) {
        return Err(wrong("thinking: Input should be an object".to_owned()));
    }
    let list = match body.get("messages") {
        Some(Value::Array(list)) if !list.is_empty() => list,
        Some(Value::Array(_)) => return Err(wrong("messages: at least one message is required".to_owned())),
        Some(_) => return Err(wrong("messages: Input should be a valid list".to_owned())),
        None => return Err(missing("messages")),
    };
    let mut messages = Vec::with_capacity(list.len());
    for (at, value) in list.iter().enumerate() {
        messages.push(message(provider, at, value)?);
    }
    let claude = known(model);
    Ok(Request { provider, body, model, thinking: thinking(body, &claude), claude, messages })
}

fn message<'a>(provider: &'static Provider, at: usize, value: &'a Value) -> Result<Message<'a>, Box<Refusal>> {
    let wrong = |message: String| Box::new(Refusal::plain(provider, 400, &message));
    let worded = |words, fills| Box::new(Refusal::worded(provider, words, &fills));
    let Value::Object(members) = value else {
        return Err(wrong(format!("messages.{at}: Input should be an object")));
    };
    if let Some(extra) = members.keys().find(|key| !matches!(key.as_str(), "role" | "content")) {
        return Err(worded(&CLAUDE.extra, fills! { "path": format!("messages.{at}.{extra}") }));
    }
    let role = match members.get("role") {
        Some(Value::String(role)) => role.as_str(),
        Some(_) => return Err(wrong(format!("messages.{at}.role: Input should be a valid string"))),
        None => return Err(worded(&CLAUDE.required, fills! { "path": format!("messages.{at}.role") })),
    };
    // Instructions may come later in a conversation, and never first.
    let speaks = matches!(role, "user" | "assistant") || (role == "system" && at > 0);
    if !speaks {
        return Err(worded(&CLAUDE.system_role, fills! { "role": role.chars().take(40).collect::<String>() }));
    }
    let blocks = match members.get("content") {
        Some(Value::String(text)) => vec![Block { tag: "text", members: &EMPTY, string: Some(text) }],
        Some(Value::Array(list)) => {
            let mut blocks = Vec::with_capacity(list.len());
            for (part, block) in list.iter().enumerate() {
                let (Value::Object(members), Some(tag)) = (block, block.get("type").and_then(Value::as_str)) else {
                    let path = format!("messages.{at}.content.{part}.type");
                    return Err(worded(&CLAUDE.required, fills! { "path": path }));
                };
                blocks.push(Block { tag, members, string: None });
            }
            blocks
        }
        Some(_) => return Err(wrong(format!("messages.{at}.content: Input should be a valid list"))),
        None => return Err(worded(&CLAUDE.required, fills! { "path": format!("messages.{at}.content") })),
    };
    Ok(Message { role, blocks })
}

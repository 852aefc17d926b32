//! The types that Messages insists on, and who may be asked for what. What blocks mean is checked elsewhere.

use super::{Asked, Block, Message, Request, plain, thinking};
use crate::door::Entry;
use crate::provider::{Body, Provider, Vouch};
use crate::refusal::{Refusal, fills};
use crate::table::{self, CLAUDE, TOP};
use serde_json::Value;
use std::sync::LazyLock;

const LONGEST_MODEL: usize = 256;
static EMPTY: LazyLock<Body> = LazyLock::new(Body::new);

/// The request in `body`, which came in at `entry`.
pub(super) fn read<'a>(
    provider: &'static Provider,
    entry: &Entry,
    body: &'a Body,
) -> Result<Request<'a>, Box<Refusal>> {
    let wrong = |message: String| Box::new(Refusal::plain(provider, 400, &message));
    let missing = |path: &str| Box::new(Refusal::worded(provider, &CLAUDE.required, &fills! { "path": path }));
    let asked = asked(provider, entry, body)?;
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
    let claude = table::claude(&asked.model);
    let thinking = thinking::read(&asked, &claude, body)?;
    Ok(Request { asked, body, thinking, claude, messages })
}

/// The model and the betas; at Claude's doors no member is there that nobody knows.
fn asked(provider: &'static Provider, entry: &Entry, body: &Body) -> Result<Asked, Box<Refusal>> {
    let wrong = |message: String| Box::new(Refusal::plain(provider, 400, &message));
    let worded = |words, fills| Box::new(Refusal::worded(provider, words, &fills));
    let manner = provider.manner;
    let model = match (manner.version, &entry.model, body.get("model")) {
        (Some(_), Some(model), _) => plain(model),
        (_, _, Some(Value::String(model))) if model.len() <= LONGEST_MODEL => model.clone(),
        (_, _, Some(_)) => return Err(wrong("model: Input should be a valid string".to_owned())),
        _ => return Err(worded(&CLAUDE.required, fills! { "path": "model" })),
    };
    let listed = body.get("anthropic_beta").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let betas = listed.map(str::to_owned).chain(entry.betas.iter().cloned()).collect();
    let asked = Asked { provider, model, betas };
    if !matches!(manner.vouches, Vouch::Claude) {
        return Ok(asked);
    }
    let own: &[&str] = if manner.version.is_some() { &["anthropic_version", "anthropic_beta"] } else { &["model"] };
    // A path that says that the reply is streamed is the only thing that may say so, where there are frames.
    let silent = provider.exceptions.then_some("stream");
    let known = |name: &str| (TOP.contains(&name) && silent != Some(name)) || own.contains(&name);
    if let Some(extra) = body.keys().find(|name| !known(name)) {
        return Err(worded(&CLAUDE.extra, fills! { "path": extra.chars().take(80).collect::<String>() }));
    }
    if let Some(version) = manner.version {
        match body.get("anthropic_version") {
            Some(Value::String(said)) if said == version => {}
            Some(_) => return Err(worded(&CLAUDE.version, fills! { "version": version })),
            None => return Err(worded(&CLAUDE.required, fills! { "path": "anthropic_version" })),
        }
    }
    if let Some((betas, words)) = manner.betas
        && let Some(beta) = asked.betas.iter().find(|beta| !betas.contains(&beta.as_str()))
    {
        return Err(worded(words, fills! { "beta": beta.as_str() }));
    }
    if let Some(management) = body.get("context_management") {
        let edits = management.get("edits").and_then(Value::as_array).into_iter().flatten();
        let refused = edits.filter_map(|edit| edit.get("type")?.as_str()).any(|kind| manner.edits.contains(&kind));
        if refused || !(asked.has("context-management") || asked.has("compact")) {
            return Err(worded(&CLAUDE.extra, fills! { "path": "context_management" }));
        }
    }
    Ok(asked)
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

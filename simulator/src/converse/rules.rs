//! What the service asks of any conversation, whichever model it is for: who speaks when, that something is said, which result
//! belongs to which call, and what a family has no place for.

use super::{Block, Message, Request, text};
use crate::refusal::{Refusal, fills};
use crate::table::{BEDROCK, Replays};
use crate::terms::Terms;
use serde_json::Value;

pub(super) fn check(terms: &Terms<'_>, request: &Request<'_>) -> Result<(), Box<Refusal>> {
    turns(request)?;
    blocks(terms, request)?;
    pairs(request)
}

fn turns(request: &Request<'_>) -> Result<(), Box<Refusal>> {
    let none = Vec::new();
    let mut before = None;
    for (at, message) in request.messages.iter().enumerate().filter(|(_, message)| message.role != "system") {
        if before.is_none() && message.role != "user" {
            return request.refuse(&BEDROCK.first_user, &none);
        }
        if before == Some(message.role) {
            return request.refuse(&BEDROCK.alternate, &none);
        }
        if message.blocks.is_empty() {
            return request.refuse(&BEDROCK.empty, &fills! { "at": at });
        }
        before = Some(message.role);
    }
    match before {
        None => request.refuse(&BEDROCK.first_user, &none),
        // Claude says for itself whether it finishes what somebody else began.
        Some("assistant") if request.family.replays != Replays::Signed => request.refuse(&BEDROCK.last_user, &none),
        Some(_) => Ok(()),
    }
}

fn blocks(terms: &Terms<'_>, request: &Request<'_>) -> Result<(), Box<Refusal>> {
    for (at, part, role, block) in request.blocks() {
        let place = fills! { "at": at, "part": part };
        if block.tag == "text" && block.value.as_str().is_some_and(|text| text.trim().is_empty()) {
            return request.refuse(&BEDROCK.blank, &place);
        }
        match (block.tag, role) {
            ("reasoningContent", "user") => return request.refuse(&BEDROCK.reasoning, &place),
            ("toolUse", "user") => return request.refuse(&BEDROCK.user_call, &place),
            _ => {}
        }
        if block.tag == "toolUse" && !block.value.get("input").is_some_and(Value::is_object) {
            return request.refuse(&BEDROCK.input, &place);
        }
        let id = text(block.value, "toolUseId");
        let known = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:-".contains(&byte);
        if matches!(block.tag, "toolUse" | "toolResult") && (id.is_empty() || id.len() > 64 || !id.bytes().all(known)) {
            // This one counts from one.
            let place = fills! { "id": id, "next": at + 1, "position": part + 1, "tag": block.tag };
            return request.refuse(&BEDROCK.id, &place);
        }
        if block.tag == "toolResult" && !request.family.status && block.value.get("status").is_some() {
            return request.refuse(&BEDROCK.unsupported, &fills! { "field": "status" });
        }
        let extra = refused(terms, request, role, block);
        let extra =
            extra.or_else(|| (block.tag == "cachePoint" && !request.family.marks).then(|| block.tag.to_owned()));
        if let Some(extra) = extra {
            let problem = format!("#/messages/{at}/content/{part}: extraneous key [{extra}] is not permitted");
            return request.refuse(&BEDROCK.malformed, &fills! { "problem": problem });
        }
    }
    Ok(())
}

/// A member of an own block that a fault refuses.
fn refused(terms: &Terms<'_>, request: &Request<'_>, role: &str, block: &Block<'_>) -> Option<String> {
    let has = |field: &str| {
        let inner = block.value.get(field).or_else(|| block.value.get("reasoningText")?.get(field));
        block.tag == field || inner.is_some()
    };
    let found = terms.refused(request.provider).map(|(field, _)| field).find(|field| has(field));
    found.filter(|_| role == "assistant").map(str::to_owned)
}

fn pairs(request: &Request<'_>) -> Result<(), Box<Refusal>> {
    let tools = request.body.contains_key("toolConfig");
    let mut called: Vec<&str> = Vec::new();
    for (at, message) in request.messages.iter().enumerate() {
        let answered = ids(message, "toolResult");
        let open: Vec<&str> = called.iter().copied().filter(|id| !answered.contains(id)).collect();
        if !open.is_empty() {
            return request.refuse(&BEDROCK.open, &fills! { "at": at, "id": open.join(", ") });
        }
        if answered.len() > called.len() {
            return request.refuse(&BEDROCK.orphan, &fills! { "at": at });
        }
        called = ids(message, "toolUse");
        if !(tools || called.is_empty() && answered.is_empty()) {
            return request.refuse(&BEDROCK.no_tools, &Vec::new());
        }
    }
    if called.is_empty() {
        return Ok(());
    }
    request.refuse(&BEDROCK.open, &fills! { "at": request.messages.len(), "id": called.join(", ") })
}

fn ids<'a>(message: &Message<'a>, tag: &'static str) -> Vec<&'a str> {
    message.all(tag).map(|block| text(block.value, "toolUseId")).collect()
}

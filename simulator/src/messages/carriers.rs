//! Thinking that came back: every block of it is vouched for or the request is refused; then the model is shown what it may see.

use super::{Block, Request, Thinking};
use crate::provider::Keep;
use crate::refusal::{Fills, Refusal, fills};
use crate::table::{CLAUDE, SIGNED, generation};
use crate::terms::Terms;
use serde_json::Value;

/// The key that all of this service's blobs are made with.
pub(super) const ISSUER: &str = "messages";

/// What came of the thinking in a request.
pub(super) struct Thoughts {
    /// By message.
    pub(super) thoughts: Vec<Vec<String>>,
    /// Paths of blocks that another model thought.
    pub(super) dropped: Vec<String>,
}

pub(super) fn read(terms: &Terms<'_>, request: &Request<'_>) -> Result<Thoughts, Box<Refusal>> {
    let mut all = Thoughts { thoughts: Vec::with_capacity(request.messages.len()), dropped: Vec::new() };
    let last = request.last_user();
    for (at, message) in request.messages.iter().enumerate() {
        let mut thoughts = Vec::new();
        let seen = request.thinking != Thinking::Off && (request.keeps_all() || last.is_none_or(|last| at > last));
        for (part, block) in message.blocks.iter().enumerate() {
            match open(terms, request, block, &fills! { "at": at, "part": part })? {
                Some((model, _)) if generation(&model) != generation(request.model) => {
                    all.dropped.push(format!("messages.{at}.content.{part}"));
                }
                Some((_, thought)) if seen => thoughts.push(thought),
                _ => {}
            }
        }
        all.thoughts.push(thoughts);
    }
    Ok(all)
}

impl Request<'_> {
    /// Thinking of earlier turns stays in context.
    fn keeps_all(&self) -> bool {
        let edits = self.body.get("context_management").and_then(|management| management.get("edits"));
        let kept = edits.and_then(Value::as_array).into_iter().flatten().any(|edit| {
            let keep = edit.get("keep");
            let word = keep.and_then(Value::as_str).or_else(|| keep?.get("type")?.as_str());
            word == Some("all")
        });
        kept || self.claude.keep == Keep::All
    }
}

/// The model and the thought of a block; nothing where it is no thinking, or a stranger's that is let pass.
fn open(
    terms: &Terms<'_>,
    request: &Request<'_>,
    block: &Block<'_>,
    place: &Fills,
) -> Result<Option<(String, String)>, Box<Refusal>> {
    if block.tag == "redacted_thinking" {
        return match terms.keys.open(ISSUER, &SIGNED, block.member("data")) {
            Ok(opened) => Ok(Some(opened)),
            Err(_) if terms.lenient => Ok(None),
            Err(_) => Err(request.refuse(&CLAUDE.invalid_data, place)),
        };
    }
    if block.tag != "thinking" {
        return Ok(None);
    }
    let Some(text) = block.members.get("thinking").and_then(Value::as_str) else {
        return Err(request.refuse(&CLAUDE.must_contain, place));
    };
    let signature = match block.members.get("signature") {
        Some(Value::String(signature)) => signature.as_str(),
        Some(_) => return Err(request.refuse(&CLAUDE.signature_string, place)),
        None => return Err(request.refuse(&CLAUDE.signature_required, place)),
    };
    // Where the text was left out, the signature holds it.
    let opened = if text.is_empty() {
        terms.keys.open(ISSUER, &SIGNED, signature)
    } else {
        terms.keys.verify(ISSUER, &SIGNED, signature, text).map(|model| (model, text.to_owned()))
    };
    match opened {
        Ok(opened) => Ok(Some(opened)),
        Err(_) if terms.lenient => Ok(None),
        Err(_) => Err(request.refuse(&CLAUDE.invalid_signature, place)),
    }
}

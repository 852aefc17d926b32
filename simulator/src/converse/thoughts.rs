//! Thinking that came back to a model that is not Claude: refused, or read as its family reads it.

use super::{Block, Message, Request, text};
use crate::refusal::{Fills, Refusal, fills};
use crate::table::{BEDROCK, Replays, Shows};
use crate::terms::Terms;

/// The key that all seals of `family`'s are made with.
pub(super) const ISSUER: &str = "bedrock";

/// What each message brought to the model.
pub(super) fn read(terms: &Terms<'_>, request: &Request<'_>) -> Result<Vec<Vec<String>>, Box<Refusal>> {
    let last = request.last_user();
    let mut all = Vec::with_capacity(request.messages.len());
    for (at, message) in request.messages.iter().enumerate() {
        let mut thoughts = inline(request, message);
        for (part, block) in message.blocks.iter().enumerate().filter(|(_, block)| block.tag == "reasoningContent") {
            let earlier = last.is_some_and(|last| at < last);
            thoughts.extend(one(terms, request, block, earlier, &fills! { "at": at, "part": part })?);
        }
        all.push(thoughts);
    }
    Ok(all)
}

/// What a block says to the model; nothing where a stranger's bytes are let pass.
fn one(
    terms: &Terms<'_>,
    request: &Request<'_>,
    block: &Block<'_>,
    earlier: bool,
    place: &Fills,
) -> Result<Option<String>, Box<Refusal>> {
    let readable = block.value.get("reasoningText");
    let bytes = text(block.value, "redactedContent");
    match (request.family.replays, readable) {
        (Replays::Text | Replays::Loop, Some(readable)) if readable.get("signature").is_some() => {
            request.refuse(&BEDROCK.unsupported, &fills! { "field": "reasoningContent.reasoningText.signature" })
        }
        (Replays::Loop, Some(_)) if earlier => request.refuse(&BEDROCK.earlier, place),
        (Replays::Text | Replays::Loop, Some(readable)) => Ok(Some(text(readable, "text").to_owned())),
        (Replays::Text | Replays::Loop, None) => {
            request.refuse(&BEDROCK.unsupported, &fills! { "field": "reasoningContent.redactedContent" })
        }
        (Replays::Sealed, None) => match (&request.family.shows, terms.lenient) {
            (Shows::Sealed(form), lenient) => match terms.keys.open(ISSUER, form, bytes) {
                Ok((_, thought)) => Ok(Some(thought)),
                Err(_) if lenient => Ok(None),
                Err(_) => request.refuse(&BEDROCK.redacted, place),
            },
            _ => Ok(None),
        },
        _ => request.refuse(&BEDROCK.reasoning, place),
    }
}

/// Thinking that stands in what was said.
fn inline(request: &Request<'_>, message: &Message<'_>) -> Vec<String> {
    if !matches!(request.family.shows, Shows::Inline) || message.role != "assistant" {
        return Vec::new();
    }
    let texts = message.all("text").filter_map(|block| block.value.as_str());
    let found = texts.filter_map(|text| text.split_once("<thinking>")?.1.split_once("</thinking>"));
    found.map(|(thought, _)| thought.to_owned()).collect()
}

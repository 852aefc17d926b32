//! What each block must be by itself, and in whose message it may stand.

use super::{Block, Request};
use crate::provider::{Vouch, Words};
use crate::refusal::{Fills, Refusal, fills};
use crate::table::{BLOCKS, CLAUDE};
use crate::terms::Terms;

pub(super) fn check(terms: &Terms<'_>, request: &Request<'_>) -> Result<(), Box<Refusal>> {
    let last = request.messages.len() - 1;
    let claude = matches!(request.asked.manner().vouches, Vouch::Claude);
    for (at, message) in request.messages.iter().enumerate() {
        let empty = message.blocks.is_empty() || message.blocks.iter().any(|block| block.string == Some(""));
        if empty && !(at == last && message.role == "assistant") {
            return Err(request.refuse(&CLAUDE.empty_message, &fills! { "at": at }));
        }
        for (part, block) in message.blocks.iter().enumerate() {
            one(request, at, part, message.role, block).map_err(|(words, fills)| request.refuse(words, &fills))?;
            if let Some(path) = refused(terms, request, message.role, block) {
                let path = format!("messages.{at}.content.{part}.{path}");
                return Err(request.refuse(&CLAUDE.extra, &fills! { "path": path }));
            }
        }
        if message.role == "assistant" && claude && message.blocks.last().is_some_and(Block::thinks) {
            // To a model that continues nothing, a message that only thinks is one to be continued.
            let only = !request.claude.prefills && message.blocks.iter().all(Block::thinks);
            let words = if only { &CLAUDE.prefill } else { &CLAUDE.final_thinking };
            return Err(request.refuse(words, &fills! { "at": at }));
        }
    }
    Ok(())
}

/// The path inside an own block to what a fault refuses: the block itself, or a member of it.
fn refused(terms: &Terms<'_>, request: &Request<'_>, role: &str, block: &Block<'_>) -> Option<String> {
    let fields = terms.refused(request.asked.provider).map(|(field, _)| field).filter(|_| role == "assistant");
    let found = fields.filter(|field| block.tag == *field || block.members.contains_key(*field));
    found.map(|field| if block.tag == field { field.to_owned() } else { format!("{}.{field}", block.tag) }).next()
}

fn one(
    request: &Request<'_>,
    at: usize,
    part: usize,
    role: &str,
    block: &Block<'_>,
) -> Result<(), (&'static Words, Fills)> {
    let tag = block.tag;
    let Some((_, members)) = BLOCKS.iter().find(|(known, _)| *known == tag) else {
        let tags: Vec<String> = BLOCKS.iter().map(|(tag, _)| format!("'{tag}'")).collect();
        let tag = tag.chars().take(40).collect::<String>();
        return Err((&CLAUDE.tag, fills! { "at": at, "part": part, "tag": tag, "tags": tags.join(", ") }));
    };
    let signed = !matches!(request.asked.manner().vouches, Vouch::Nobody);
    let extra =
        members.filter(|_| signed).and_then(|known| block.members.keys().find(|key| !known.contains(&key.as_str())));
    if let Some(extra) = extra {
        return Err((&CLAUDE.extra, fills! { "path": format!("messages.{at}.content.{part}.{tag}.{extra}") }));
    }
    let home = match tag {
        "tool_result" => "user",
        "tool_use" | "thinking" | "redacted_thinking" => "assistant",
        _ => role,
    };
    if home != role {
        return Err((&CLAUDE.misplaced, fills! { "at": at, "part": part, "tag": tag, "role": home }));
    }
    let required: &[&str] = match tag {
        "tool_use" => &["id", "name", "input"],
        "tool_result" => &["tool_use_id"],
        "redacted_thinking" => &["data"],
        "text" if block.string.is_none() => &["text"],
        _ => &[],
    };
    if let Some(missing) = required.iter().find(|key| !block.members.contains_key(**key)) {
        return Err((&CLAUDE.required, fills! { "path": format!("messages.{at}.content.{part}.{tag}.{missing}") }));
    }
    for (owner, key) in [("tool_use", "id"), ("tool_result", "tool_use_id")] {
        let id = block.member(key);
        if tag == owner
            && matches!(request.asked.manner().vouches, Vouch::Claude)
            && (id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte)))
        {
            return Err((&CLAUDE.id, fills! { "at": at, "part": part, "tag": format!("{tag}.{key}") }));
        }
    }
    // The end of a conversation that the model is to continue may be blank.
    let prefill = role == "assistant" && at + 1 == request.messages.len();
    if tag == "text" && !prefill {
        match block.text() {
            "" => return Err((&CLAUDE.empty_text, Vec::new())),
            text if text.trim().is_empty() => return Err((&CLAUDE.blank_text, Vec::new())),
            _ => {}
        }
    }
    Ok(())
}

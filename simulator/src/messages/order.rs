//! Who speaks when, which result belongs to which call, and where thinking must stand.

use super::{Block, Message, Mode, Request};
use crate::provider::Vouch;
use crate::refusal::{Refusal, fills};
use crate::table::CLAUDE;

pub(super) fn check(request: &Request<'_>) -> Result<(), Box<Refusal>> {
    let messages = &request.messages;
    if messages.first().is_some_and(|message| message.role != "user") {
        return Err(request.refuse(&CLAUDE.first_user, &Vec::new()));
    }
    pairs(request)?;
    let manner = request.asked.manner();
    if let Some(words) = manner.wants.filter(|_| request.thinking.mode != Mode::Off) {
        let thoughtless = |message: &Message<'_>| {
            message.blocks.iter().any(|block| block.tag == "tool_use") && !message.blocks.iter().any(Block::thinks)
        };
        return match messages.iter().position(thoughtless) {
            Some(at) => Err(request.refuse(words, &fills! { "at": at })),
            None => Ok(()),
        };
    }
    if !matches!(manner.vouches, Vouch::Claude) {
        return Ok(());
    }
    if messages.last().is_some_and(|message| message.role == "assistant") && !request.claude.prefills {
        return Err(request.refuse(&CLAUDE.prefill, &Vec::new()));
    }
    thinking(request)
}

fn pairs(request: &Request<'_>) -> Result<(), Box<Refusal>> {
    for (at, message) in request.messages.iter().enumerate() {
        let called = ids(message, "tool_use", "id");
        let after = request.messages.get(at + 1);
        let answered = after.map(|next| ids(next, "tool_result", "tool_use_id")).unwrap_or_default();
        let open: Vec<&str> = called.iter().copied().filter(|id| !answered.contains(id)).collect();
        if !open.is_empty() {
            return Err(request.refuse(&CLAUDE.open, &fills! { "at": at, "id": open.join(", ") }));
        }
        let before = at.checked_sub(1).and_then(|before| request.messages.get(before));
        let called = before.map(|before| ids(before, "tool_use", "id")).unwrap_or_default();
        let results = message.blocks.iter().enumerate().filter(|(_, block)| block.tag == "tool_result");
        let orphan =
            results.map(|(part, block)| (part, block.member("tool_use_id"))).find(|(_, id)| !called.contains(id));
        if let Some((part, id)) = orphan {
            let words = request.asked.manner().orphan.unwrap_or(&CLAUDE.orphan);
            return Err(request.refuse(words, &fills! { "at": at, "part": part, "id": id }));
        }
    }
    Ok(())
}

/// With a budget a running tool turn starts with its thinking; without thinking it has none.
fn thinking(request: &Request<'_>) -> Result<(), Box<Refusal>> {
    let runs = request.messages.last().is_some_and(|last| last.blocks.iter().any(|block| block.tag == "tool_result"));
    let start = request.last_user().map_or(0, |user| user + 1);
    let turn = || request.messages.iter().enumerate().skip(start).filter(|(_, message)| message.role == "assistant");
    let (true, Some((at, last))) = (runs, turn().next_back()) else { return Ok(()) };
    let starts = |message: &Message<'_>| message.blocks.first().is_some_and(Block::thinks);
    match request.thinking.mode {
        // One thought may stand for a whole loop of calls: its first message then has it.
        Mode::Enabled if !starts(last) && !turn().next().is_some_and(|(_, first)| starts(first)) => {
            let found = last.blocks.first().map_or("text", |block| block.tag);
            Err(request.refuse(&CLAUDE.expected_thinking, &fills! { "at": at, "tag": found }))
        }
        Mode::Off => match last.blocks.iter().position(Block::thinks) {
            Some(part) => Err(request.refuse(&CLAUDE.thinking_off, &fills! { "at": at, "part": part })),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

fn ids<'a>(message: &Message<'a>, tag: &str, key: &str) -> Vec<&'a str> {
    message.blocks.iter().filter(|block| block.tag == tag).map(|block| block.member(key)).collect()
}

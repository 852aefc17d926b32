//! Which carrier is meant by a place that counts messages and blocks of the body: in a refusal, or in what a reply says of its request.
use crate::{
    Anthropic,
    render::{opening, thought},
    table::{DROPPED, STRICTNESS, UNBOUND, lookup},
};
use throughline_core::{At, Literal, Part, Plan, Request, Strictness, Turn, json, verdict::Spot};

/// The turn and the place of the reasoning block at `spot`.
pub(crate) fn carrier(plan: &Plan<'_>, spot: Spot) -> Option<(usize, At)> {
    let at = |content| plan.part_at(&Anthropic, opening(plan), Spot { content, ..spot });
    // Thinking that is text here is a block of the body and no part of the turn.
    let leads = at(0).and_then(|(n, ..)| plan.turn(n)).is_some_and(|decided| thought(decided).is_some());
    let (n, at, part) = at(spot.content.checked_sub(leads.into())?)?;
    matches!(part, Part::Reasoning(_)).then_some((n, At::Part(at, 0)))
}

/// The blocks which a reply says the server left out because they are bound to another prefix.
pub(crate) fn dropped(plan: &Plan<'_>, reply: &Turn) -> Vec<(usize, At)> {
    let mut found = vec![];
    let Some((_, list)) = reply.meta.iter().find(|(key, _)| *key == DROPPED) else { return found };
    let _ = json::elements(list.get(), |entry| {
        let said = |key| json::member(entry.get(), key).and_then(Literal::read);
        let is = |key, value: &str| said(key).is_some_and(|found| found.decode() == value);
        if is("type", UNBOUND.0) && is("reason", UNBOUND.1) {
            let spot = said("path").and_then(|path| spot(&path.decode()));
            found.extend(spot.and_then(|spot| carrier(plan, spot)));
        }
    });
    found
}

/// `messages.1.content.0`
fn spot(path: &str) -> Option<Spot> {
    let (message, content) = path.strip_prefix("messages.")?.split_once(".content.")?;
    Some(Spot { message: message.parse().ok()?, content: content.parse().ok()? })
}

/// What the caller asks to be done with a block whose prefix is another one.
pub(crate) fn strictness(request: &Request) -> Option<Strictness> {
    let binding = json::member(request.get("thinking")?.get(), "block_binding")?;
    let asked = json::member(binding.get(), "prefix_mismatch_behavior").and_then(Literal::read)?;
    lookup(STRICTNESS, &asked.decode())
}

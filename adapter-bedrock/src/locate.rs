//! Which carrier a refusal means that counts messages and blocks of the body.
use crate::{
    render::{messages, opening, sent},
    table::TEXT,
};
use throughline_core::{At, Fate, Part, Plan, Turn, TurnPlan, verdict::Spot};

/// The turn and the place of the thought at `spot`.
pub(crate) fn carrier(plan: &Plan<'_>, spot: Spot) -> Option<(usize, At)> {
    let messages = messages(plan, opening(plan)..plan.len());
    let message = messages.get(spot.message)?;
    let mut blocks = message.sent(plan).flat_map(|(n, turn, decided)| thoughts(turn, decided).map(move |at| (n, at)));
    let (n, at) = blocks.nth(spot.content)?;
    Some((n, at?))
}

/// For each block that a turn is written as the thought that it is.
fn thoughts<'t>(turn: &'t Turn, decided: &'t TurnPlan) -> impl Iterator<Item = Option<At>> + 't {
    let spoken = decided.fates().find(|(_, fate)| matches!(fate, Fate::Text(key) if *key == *TEXT)).map(|(at, _)| at);
    let front = decided.fields().filter(|(key, _)| **key == *TEXT).map(move |_| spoken);
    let parts = turn.parts.iter().enumerate().filter(|(n, _)| decided.sends(*n)).filter_map(|(n, part)| match part {
        Part::Reasoning(_) => sent(decided, n).map(|_| Some(At::Part(n, 0))),
        _ => Some(None),
    });
    front.chain(parts)
}

//! Which carrier a refusal means that counts contents and parts of the body.
//!
//! Never counts what was not written.
use crate::{lent, render::opening};
use std::{iter, ops::Range};
use throughline_core::{At, Part, Plan, Role, verdict::Spot};

/// The turn and the place of the carrier on the part at `spot`.
pub(crate) fn carrier(plan: &Plan<'_>, spot: Spot) -> Option<(usize, At)> {
    let turns = contents(plan).nth(spot.message)?;
    let mut parts = turns.filter(|n| is_sent(plan, *n)).flat_map(|n| {
        let parts = plan.history.turns().get(n).map_or(&[][..], |turn| &turn.parts).iter().enumerate();
        parts
            .filter(move |(at, _)| plan.turn(n).is_some_and(|decided| decided.sends(*at)))
            .map(move |(at, part)| (n, at, part))
    });
    let (n, at, part) = parts.nth(spot.content)?;
    let decided = plan.turn(n)?;
    let signs = |carrier: &throughline_core::Carrier| matches!(part, Part::Reasoning(_)) || lent::signs(carrier);
    let mut own = part.carriers().enumerate().filter(|(_, carrier)| signs(carrier)).map(|(m, _)| At::Part(at, m));
    own.find(|place| decided.carries(*place)).map(|place| (n, place))
}

/// For each content of the body the turns that it is written from.
fn contents(plan: &Plan<'_>) -> impl Iterator<Item = Range<usize>> {
    let answers = |n: usize| plan.history.turns().get(n).is_some_and(|turn| turn.role == Role::Tool);
    let mut start = opening(plan);
    let groups = iter::from_fn(move || {
        let begin = start;
        start += 1;
        while answers(begin) && answers(start) {
            start += 1;
        }
        (begin < plan.len()).then_some(begin..start)
    });
    groups.filter(|turns| turns.clone().any(|n| is_sent(plan, n)))
}

fn is_sent(plan: &Plan<'_>, n: usize) -> bool {
    plan.turn(n).is_some_and(|decided| decided.whole().is_none())
}

//! What refusals teach about seals: which of those that were sent the route cannot read, or not behind what stood before them.
use crate::{At, Key, Outcome, Plan, ReasoningCarrier, RejectionMemory, Taught, verdict::Spot};

/// Remembers what was sent sealed under some fields.
pub(super) fn unreadable(plan: &Plan<'_>, memory: &mut RejectionMemory, fields: &[Key]) -> bool {
    let mut any = false;
    for line in plan.ledger() {
        let carrier = line.at.and_then(|at| plan.history.turns().get(line.turn)?.carrier(at));
        let sealed = carrier.is_some_and(|carrier| carrier.sealed);
        if sealed && matches!(&line.outcome, Outcome::Sent(key) if fields.contains(key)) {
            any |= memory.learn(plan.route, None, Taught::Dead(line.hash));
        }
    }
    any
}

/// Remembers sealed carriers that the route cannot read: those at `places`, with `after` also those behind them; every one that was sent
/// where no place is known.
pub(super) fn bury(
    plan: &Plan<'_>,
    memory: &mut RejectionMemory,
    adapter: &dyn ReasoningCarrier,
    places: &[Spot],
    after: bool,
) -> bool {
    let named: Vec<(usize, At)> = places.iter().filter_map(|spot| locate(plan, adapter, *spot)).collect();
    let meant = |here: &(usize, At)| {
        named.is_empty() || named.contains(here) || (after && named.iter().any(|first| first <= here))
    };
    let mut any = false;
    for (here, hash) in sealed(plan) {
        any |= meant(&here) && memory.learn(plan.route, None, Taught::Dead(hash));
    }
    any
}

/// Remembers that the route does not take the seal at `spot` behind its prefix. Those behind it follow by theirs.
pub(super) fn part(plan: &Plan<'_>, memory: &mut RejectionMemory, adapter: &dyn ReasoningCarrier, spot: Spot) -> bool {
    let Some(named) = locate(plan, adapter, spot) else { return bury(plan, memory, adapter, &[], true) };
    let prefix = plan.digest_at(named.0);
    let mut found = sealed(plan).into_iter().filter(|(here, _)| *here == named).zip(prefix);
    found.any(|((_, hash), prefix)| memory.learn(plan.route, None, Taught::Dropped(hash, prefix)))
}

/// A turn whose thinking is not as it was can go without any of it: to take one block away would change it once more. Without a place
/// it is the last turn that thinks.
pub(super) fn thaw(
    plan: &Plan<'_>,
    memory: &mut RejectionMemory,
    adapter: &dyn ReasoningCarrier,
    place: Option<Spot>,
) -> bool {
    let sealed = sealed(plan);
    let named = place.and_then(|spot| locate(plan, adapter, spot)).or_else(|| sealed.last().map(|(here, _)| *here));
    let mut any = false;
    for ((turn, at), hash) in sealed {
        let thought = plan.history.turns().get(turn).is_some_and(|turn| turn.is_thought(at));
        let meant = thought && named.is_some_and(|(frozen, _)| frozen == turn);
        any |= meant && memory.learn(plan.route, None, Taught::Dead(hash));
    }
    any
}

/// The carrier that a refusal means by `spot`; where it points behind one, that one.
fn locate(plan: &Plan<'_>, adapter: &dyn ReasoningCarrier, spot: Spot) -> Option<(usize, At)> {
    let at = |content| adapter.locate(plan, Spot { content, ..spot });
    at(spot.content).or_else(|| (0..spot.content.min(BLOCKS)).rev().find_map(at))
}

/// How far before the block that a refusal names its thinking is looked for.
const BLOCKS: usize = 64;

/// The sealed carriers that went as they are, each with its fingerprint.
pub(super) fn sealed(plan: &Plan<'_>) -> Vec<((usize, At), String)> {
    let lines = plan.ledger().into_iter().filter(|line| matches!(line.outcome, Outcome::Sent(_)));
    let sealed = |turn: usize, at| {
        plan.history.turns().get(turn).and_then(|turn| turn.carrier(at)).is_some_and(|carrier| carrier.sealed)
    };
    lines
        .filter_map(|line| Some(((line.turn, line.at?), line.hash)))
        .filter(|((turn, at), _)| sealed(*turn, *at))
        .collect()
}

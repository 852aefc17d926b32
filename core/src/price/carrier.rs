//! What a carrier costs: what its own reply reported, else its text, else the measured size of its kind's blobs.
use super::{
    Tariff, table, text, turn,
    weight::{Bulk, MILLI},
};
use crate::{At, Carrier, Fate, Part, Place, Plan, Slot, Turn, TurnPlan, Usage};

/// Prices the carrier at a place as it goes, or as it would.
pub(super) fn price(tariff: &Tariff, plan: &Plan<'_>, n: usize, at: At) -> u64 {
    let (Some(turn), Some(decided)) = (plan.history.turns().get(n), plan.turn(n)) else { return 0 };
    match decided.fates().find(|(place, _)| *place == at) {
        None => 0,
        Some(_) if is_item(turn, at) => checkpoint(plan, n),
        Some((_, fate)) => tariff.thought(weigh(plan, turn, decided, at, fate)),
    }
}

/// Weighs the carrier at a place.
pub(super) fn weigh(plan: &Plan<'_>, turn: &Turn, decided: &TurnPlan, at: At, fate: &Fate) -> Bulk {
    let Some(carrier) = turn.carrier(at) else { return Bulk::default() };
    let mut text = 0u64;
    let bytes = carrier.payload.get().len() as u64;
    let mut sealed = bytes;
    carrier.literals(|inner| {
        text = text.saturating_add(text::weigh(inner));
        sealed = sealed.saturating_sub(inner.len() as u64);
    });
    let blob = sealed.saturating_mul(MILLI) / rate(plan, at, carrier).max(1);
    let whole = match (fate, reported(turn, carrier)) {
        (Fate::Text(_), _) => Bulk::text(text),
        // A blob never holds more than a token a byte.
        (_, Some(tokens)) if carrier.sealed => Bulk::known(tokens.min(bytes)),
        (_, Some(tokens)) if plausible(tokens, text) => Bulk::known(tokens),
        _ if !carrier.sealed && carrier.text.is_some() => Bulk::text(text),
        _ if blob.saturating_mul(MILLI) > text => Bulk::known(blob),
        _ => Bulk::text(text),
    };
    let ways = ways(turn, decided, at);
    Bulk { text: whole.text.div_ceil(ways), known: whole.known.div_ceil(ways) }
}

/// True where a reported number can be the length of a text.
fn plausible(tokens: u64, text: u64) -> bool {
    let tokens = tokens.saturating_mul(MILLI);
    tokens <= text.saturating_mul(3) && text <= tokens.saturating_mul(3)
}

/// The carrier's share of what its reply reported, by size among those of its kind.
fn reported(turn: &Turn, carrier: &Carrier) -> Option<u64> {
    let Usage { reasoning, output, .. } = turn.usage.as_ref()?;
    let reported = reasoning.filter(|tokens| *tokens > 0)?;
    let size = |carrier: &Carrier| carrier.payload.get().len() as u128;
    let alike = turn.carriers().filter(|(_, other)| other.kind == carrier.kind);
    let all: u128 = alike.map(|(_, other)| size(other)).sum();
    let reported = output.filter(|output| *output > 0).map_or(reported, |output| reported.min(output));
    u64::try_from((u128::from(reported) * size(carrier)).div_ceil(all.max(1))).ok()
}

/// In how many kinds the turn sends its thought: a string, entries and blocks of one reply are one thought, paid once together.
fn ways(turn: &Turn, decided: &TurnPlan, at: At) -> u64 {
    let sent = decided.fates().filter(|(place, fate)| **fate != Fate::Withheld && !is_item(turn, *place));
    let places = sent.map(|(place, _)| place).chain([at]);
    let mut kinds: Vec<_> = places.filter_map(|place| turn.carrier(place)).map(|carrier| &carrier.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.len().max(1) as u64
}

/// Bytes of a blob of this kind a thousand hidden tokens, by the row.
fn rate(plan: &Plan<'_>, at: At, carrier: &Carrier) -> u64 {
    let place = if matches!(at, At::Message(_)) { Place::Message } else { Place::Parts };
    let mut slots = plan.policy.reads.rule.reads.iter().flat_map(|reads| reads.slots.iter());
    let slot = slots.find(|slot| slot.place == place && slot.kind == carrier.kind);
    slot.map_or(Slot::BLOB, |slot| slot.blob).into()
}

/// True where the carrier at a place is a server's checkpoint.
pub(super) fn is_item(turn: &Turn, at: At) -> bool {
    let At::Part(part, place) = at else { return false };
    matches!(turn.parts.get(part), Some(Part::Checkpoint(point)) if point.item.is_some() && point.place() == place)
}

/// The server's checkpoints of the n-th turn that go.
pub(super) fn items(plan: &Plan<'_>, n: usize) -> impl Iterator<Item = At> {
    plan.sent(n..n.saturating_add(1)).flat_map(|(turn, decided)| {
        let sent = decided.fates().filter(|(_, fate)| **fate != Fate::Withheld);
        sent.map(|(at, _)| at).filter(|at| is_item(turn, *at))
    })
}

/// A server's checkpoint: what the first request that carried it was charged more than the one before, else what its own reply wrote.
/// Its bytes say nothing: they may be millions.
pub(super) fn checkpoint(plan: &Plan<'_>, n: usize) -> u64 {
    let turns = plan.history.turns();
    let input = |at: usize| turns.get(at)?.usage.as_ref()?.input.filter(|input| *input > 0).map(|input| (at, input));
    let written = turns.get(n).and_then(|turn| turn.usage.as_ref()?.output).filter(|output| *output > 0);
    let written = written.unwrap_or(table::CHECKPOINT);
    let Some((next, with)) = (n.saturating_add(1)..turns.len()).find_map(input) else { return written };
    let change = (0..=n).rev().find_map(input).and_then(|(before, without)| {
        let rates = Tariff::new();
        let others = (before..next).filter_map(|at| turn::weight(plan, at)).map(|weight| rates.turn(weight));
        with.checked_sub(others.fold(without, u64::saturating_add))
    });
    // Where the item replaced more than it costs, the change says nothing but that it is no dearer than the whole.
    change.filter(|change| *change > 0).unwrap_or_else(|| written.min(with))
}

//! What a carrier costs: what its own reply reported, else its text, else the measured size of its kind's blobs.
use super::{
    Tariff, table, text, turn,
    weight::{Bulk, MILLI},
};
use crate::{At, Carrier, Fate, Kind, Part, Place, Plan, Slot, Turn, TurnPlan};
use std::collections::BTreeMap;

/// The most tokens that a byte of a payload stands for: what is shown may be a summary, what is sealed a handle.
const DENSEST: u64 = 4;

/// Weighs every carrier of a turn as it goes, or as it would, in the order of their fates; none for a server's checkpoint.
pub(super) fn weigh<'a>(
    plan: &'a Plan<'_>,
    turn: &'a Turn,
    decided: &'a TurnPlan,
) -> impl Iterator<Item = (At, &'a Fate, Option<Bulk>)> {
    let kinds = Kinds::of(turn, decided);
    let dense = table::model(&plan.route.model).dense;
    decided.fates().map(move |(at, fate)| {
        let carrier = turn.carrier(at).filter(|_| !is_item(turn, at));
        (at, fate, carrier.map(|carrier| kinds.share(turn, fate, carrier, slot(plan, at, carrier)).dense(dense)))
    })
}

/// The tokens of a carrier by itself, on no route: its share of what its reply reported, else by its text or its size.
pub fn tokens(turn: &Turn, carrier: &Carrier) -> u64 {
    let kinds = Kinds::of(turn, &TurnPlan::default());
    Tariff::new().thought(kinds.share(turn, &Fate::Withheld, carrier, None))
}

/// The kinds of carriers of one turn: how many bytes each has, and whether any of it goes.
///
/// A string, entries and blocks of one reply are one thought in several kinds: each kind is the whole of it, and those that go are
/// paid once together.
struct Kinds<'t> {
    bytes: BTreeMap<&'t Kind, u128>,
    sent: u64,
}

impl<'t> Kinds<'t> {
    fn of(turn: &'t Turn, decided: &TurnPlan) -> Self {
        let mut bytes: BTreeMap<&Kind, u128> = BTreeMap::new();
        for (_, carrier) in turn.carriers().filter(|(at, _)| !is_item(turn, *at)) {
            *bytes.entry(&carrier.kind).or_default() += carrier.payload.get().len() as u128;
        }
        let sent = decided.fates().filter(|(at, fate)| **fate != Fate::Withheld && !is_item(turn, *at));
        let mut sent: Vec<_> = sent.filter_map(|(at, _)| turn.carrier(at)).map(|carrier| &carrier.kind).collect();
        sent.sort_unstable();
        sent.dedup();
        Self { bytes, sent: sent.len() as u64 }
    }
    fn share(&self, turn: &Turn, fate: &Fate, carrier: &Carrier, slot: Option<&Slot>) -> Bulk {
        let whole = match fate {
            Fate::Text(_) => written(carrier).0,
            Fate::Sent(_) | Fate::Withheld => self.whole(turn, carrier, slot),
        };
        if *fate == Fate::Withheld { whole } else { whole.share(self.sent) }
    }
    fn whole(&self, turn: &Turn, carrier: &Carrier, slot: Option<&Slot>) -> Bulk {
        let (text, sealed) = match slot {
            // What only looks like text is not counted as text.
            Some(Slot { opaque: true, .. }) => (Bulk::default(), carrier.payload.get().len() as u64),
            _ => written(carrier),
        };
        if let Some(tokens) = self.reported(turn, carrier)
            // Zero is no proof that nothing was thought, and a number far below the text is not about it.
            && (carrier.sealed || text.text <= tokens.saturating_mul(3 * MILLI))
        {
            return Bulk::known(tokens);
        }
        let rate = slot.map_or(Slot::BLOB, |slot| slot.blob);
        let blob = sealed.saturating_mul(MILLI) / u64::from(rate.max(1));
        let readable = !carrier.sealed && carrier.text.is_some() && text.text > 0;
        if readable || text.text >= blob.saturating_mul(MILLI) { text } else { Bulk::known(blob) }
    }
    /// The carrier's share of what its reply reported, by its size among those of its kind.
    fn reported(&self, turn: &Turn, carrier: &Carrier) -> Option<u64> {
        let reported = turn.usage.as_ref()?.reasoning.filter(|tokens| *tokens > 0)?;
        let size = carrier.payload.get().len() as u64;
        let all = self.bytes.get(&carrier.kind)?.max(&1);
        let share = (u128::from(reported) * u128::from(size)).div_ceil(*all);
        Some(u64::try_from(share).unwrap_or(u64::MAX).min(size.saturating_mul(DENSEST)))
    }
}

/// The weight of a carrier's readable text, and how many bytes it has beside it.
fn written(carrier: &Carrier) -> (Bulk, u64) {
    let (mut text, mut rest) = (Bulk::default(), carrier.payload.get().len() as u64);
    carrier.literals(|inner| {
        text.add(text::weigh(inner));
        rest = rest.saturating_sub(inner.len() as u64);
    });
    (text, rest)
}

/// The slot that takes carriers of this kind.
fn slot<'p>(plan: &'p Plan<'_>, at: At, carrier: &Carrier) -> Option<&'p Slot> {
    let place = if matches!(at, At::Message(_)) { Place::Message } else { Place::Parts };
    let mut slots = plan.policy.reads.rule.reads.iter().flat_map(|reads| reads.slots.iter());
    slots.find(|slot| slot.place == place && slot.kind == carrier.kind)
}

/// True where the carrier at a place is a server's checkpoint.
fn is_item(turn: &Turn, at: At) -> bool {
    let At::Part(part, place) = at else { return false };
    matches!(turn.parts.get(part), Some(Part::Checkpoint(point)) if point.item.is_some() && point.place() == place)
}

/// How many checkpoints of a server the n-th turn sends.
pub(super) fn items(plan: &Plan<'_>, n: usize) -> usize {
    let sent = |decided: &TurnPlan, turn: &Turn| {
        decided.fates().filter(|(at, fate)| **fate != Fate::Withheld && is_item(turn, *at)).count()
    };
    plan.sent(n..n.saturating_add(1)).map(|(turn, decided)| sent(decided, turn)).sum()
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

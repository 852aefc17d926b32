//! What a carrier costs: what its own reply reported, else by its text, else by the measured size of its kind's blobs; never nothing.
use super::{Bulk, MILLI, table, text, turn::item};
use crate::{At, Carrier, Fate, Place, Plan, Turn, TurnPlan, Usage};

/// Weighs the carrier at a place.
pub(super) fn weigh(plan: &Plan<'_>, n: usize, turn: &Turn, decided: &TurnPlan, at: At, fate: &Fate) -> Bulk {
    let Some(carrier) = turn.carrier(at) else { return Bulk::default() };
    if item(turn, at) {
        return Bulk { text: 0, known: checkpoint(plan, n, turn) };
    }
    let mut written = 0u64;
    carrier.literals(|inner| written = written.saturating_add(text::weigh(inner)));
    let written = Bulk { text: written, known: 0 };
    let bytes = carrier.payload.get().len() as u64;
    let ways = ways(turn, decided, at);
    let whole = match (reported(turn, at, carrier), carrier.sealed) {
        _ if matches!(fate, Fate::Text(_)) => written,
        // A blob holds at most a token a byte.
        (Some(tokens), true) => Bulk { text: 0, known: tokens.min(bytes) },
        (Some(tokens), false) if plausible(tokens, written.text) => Bulk { text: 0, known: tokens },
        (_, false) if carrier.text.is_some() => written,
        _ => {
            let blob = bytes.saturating_mul(MILLI) / rate(plan, at, carrier).max(1);
            if blob.saturating_mul(MILLI) > written.text { Bulk { text: 0, known: blob } } else { written }
        }
    };
    Bulk { text: whole.text / ways, known: whole.known.div_ceil(ways) }
}

/// True where a reported number can be the length of the text.
fn plausible(tokens: u64, written: u64) -> bool {
    let tokens = tokens.saturating_mul(MILLI);
    tokens <= written.saturating_mul(3) && written <= tokens.saturating_mul(3)
}

/// The carrier's share of what its reply reported, by size among those of its kind.
fn reported(turn: &Turn, at: At, carrier: &Carrier) -> Option<u64> {
    let Usage { reasoning, output, .. } = turn.usage.as_ref()?;
    let reported = reasoning.filter(|tokens| *tokens > 0)?;
    let reported = output.filter(|output| *output > 0).map_or(reported, |output| reported.min(output));
    let size = |carrier: &Carrier| carrier.payload.get().len() as u128;
    let alike = turn.carriers().filter(|(place, other)| other.kind == carrier.kind && !item(turn, *place));
    let all: u128 = alike.map(|(_, other)| size(other)).sum();
    let _ = at;
    u64::try_from((u128::from(reported) * size(carrier)).div_ceil(all.max(1))).ok()
}

/// In how many ways the turn says its thought: a string, entries and blocks of one reply are one thought, and are paid once.
fn ways(turn: &Turn, decided: &TurnPlan, at: At) -> u64 {
    let own = turn.carrier(at).map(|carrier| &carrier.kind);
    let mut kinds: Vec<_> = decided
        .fates()
        .filter(|(place, fate)| **fate != Fate::Withheld && !item(turn, *place))
        .filter_map(|(place, _)| turn.carrier(place))
        .map(|carrier| &carrier.kind)
        .chain(own)
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.len().max(1) as u64
}

/// Bytes of a blob of this kind a thousand hidden tokens, by the row.
fn rate(plan: &Plan<'_>, at: At, carrier: &Carrier) -> u64 {
    let place = if matches!(at, At::Message(_)) { Place::Message } else { Place::Parts };
    let slots = plan.policy.reads.rule.reads.iter().flat_map(|reads| reads.slots.iter());
    slots
        .filter(|slot| slot.place == place && slot.kind == carrier.kind)
        .map(|_| table::BLOB)
        .next()
        .unwrap_or(table::BLOB)
}

/// A server's checkpoint: by what the first request that carried it reported more, else by what its reply wrote.
fn checkpoint(_plan: &Plan<'_>, _n: usize, turn: &Turn) -> u64 {
    let output = turn.usage.as_ref().and_then(|usage| usage.output).filter(|tokens| *tokens > 0);
    output.unwrap_or(table::CHECKPOINT)
}

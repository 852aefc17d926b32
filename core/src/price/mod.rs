//! What a request costs in tokens before it is sent: one tariff for every estimate.
//!
//! The preflight total and the tail walk of compaction read one vector, so they agree to the token. It must never price what the plan
//! keeps at home, never count the letters of a blob as text, and never let anything that is sent go for nothing.
mod carrier;
mod learn;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod turn;
mod weight;

pub use carrier::tokens;
pub(crate) use weight::Scale;

use crate::{At, Plan};
use weight::{Bulk, Weight};

/// What text, framing and carriers cost, and how far a session's own reports correct that.
///
/// A tariff holds no place of any history: it prices the conversation that it was learned from, its branches, and what compaction
/// makes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tariff {
    /// By what text is multiplied.
    text: f64,
    /// By what carriers are multiplied: many hosts take thoughts back and do not read all of them.
    thought: f64,
    /// What is added to the head: what the host writes itself.
    hidden: i64,
}

impl Default for Tariff {
    fn default() -> Self {
        Self { text: 1.0, thought: 1.0, hidden: 0 }
    }
}

impl Tariff {
    /// The measured rates, uncorrected.
    pub fn new() -> Self {
        Self::default()
    }
    /// The rates, corrected by what the replies of the plan's history reported: those of the same route and model, else of others.
    pub fn learned(plan: &Plan<'_>) -> Self {
        learn::learn(plan)
    }
    /// What each carrier of the n-th turn costs where it goes, or would cost where the plan keeps it, in the order of their fates.
    pub fn carriers(&self, plan: &Plan<'_>, n: usize) -> Vec<(At, u64)> {
        let (Some(turn), Some(decided)) = (plan.history.turns().get(n), plan.turn(n)) else { return vec![] };
        let price = |bulk: Option<Bulk>| bulk.map_or_else(|| carrier::checkpoint(plan, n), |bulk| self.thought(bulk));
        carrier::weigh(plan, turn, decided).map(|(at, _, bulk)| (at, price(bulk))).collect()
    }
    fn body(&self, bulk: Bulk) -> u64 {
        bulk.tokens(self.text, 1.0)
    }
    /// Something that is sent is never for nothing.
    fn thought(&self, bulk: Bulk) -> u64 {
        bulk.tokens(self.text * self.thought, self.thought).max(1)
    }
    fn turn(&self, weight: &Weight) -> u64 {
        // Rounded one by one, so that the ledger's lines add up to the turn.
        let carriers = weight.carriers.iter().map(|bulk| self.thought(*bulk));
        carriers.fold(self.body(weight.body), u64::saturating_add)
    }
}

/// A priced request: every figure in tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Priced {
    /// Tools, schemas, and what the host adds itself.
    pub head: u64,
    /// One entry a turn of the history; nothing for a turn that stays.
    pub turns: Vec<u64>,
}

impl Priced {
    /// The whole request.
    pub fn total(&self) -> u64 {
        self.head.saturating_add(self.tail(0))
    }
    /// The turns from the n-th on.
    pub fn tail(&self, from: usize) -> u64 {
        self.turns.iter().skip(from).fold(0, |sum, turn| sum.saturating_add(*turn))
    }
}

impl Plan<'_> {
    /// What it costs to send this request, turn by turn.
    ///
    /// Text is read once: what a turn weighs is kept with its decisions, and those are kept in the session's
    /// [`Fragments`](crate::Fragments). The next request reads its new turns alone.
    pub fn price(&self, tariff: &Tariff) -> Priced {
        let turns = (0..self.len()).map(|n| self.price_turn(tariff, n)).collect();
        Priced { head: tariff.body(turn::weigh_head(self)).saturating_add_signed(tariff.hidden), turns }
    }
    fn price_turn(&self, tariff: &Tariff, n: usize) -> u64 {
        let known = turn::weight(self, n).map_or(0, |weight| tariff.turn(weight));
        (0..carrier::items(self, n)).fold(known, |sum, _| sum.saturating_add(carrier::checkpoint(self, n)))
    }
}

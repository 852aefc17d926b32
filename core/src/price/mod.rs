//! What a request costs in tokens before it is sent: one tariff for every estimate.
//!
//! The preflight total and the tail walk of compaction read the same vector, so they agree to the token. It must never price what the
//! plan keeps at home, never count the letters of a blob as text, and never price at nothing what is sent.
mod carrier;
mod learn;
mod table;
mod text;
mod turn;

use crate::{At, Plan};
use turn::Weight;

/// What text, framing and carriers cost, and how far a session's own reports correct it.
///
/// A tariff holds no place of any history: it prices the conversation that it was learned from, its branches, and what compaction
/// makes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tariff {
    /// By what text and framing are multiplied.
    scale: f64,
    /// What is added to the head: prompts that the host writes itself.
    hidden: i64,
}

impl Default for Tariff {
    fn default() -> Self {
        Self { scale: 1.0, hidden: 0 }
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
    /// What the carrier at a place costs where it goes as the plan says, or would cost where the plan keeps it. Nothing without one.
    pub fn carrier(&self, plan: &Plan<'_>, turn: usize, at: At) -> u64 {
        let (Some(said), Some(decided)) = (plan.history.turns().get(turn), plan.turn(turn)) else { return 0 };
        let Some((_, fate)) = decided.fates().find(|(place, _)| *place == at) else { return 0 };
        self.tokens(carrier::weigh(plan, turn, said, decided, at, fate)).max(1)
    }
    /// The tokens of a weighed turn. Carriers are rounded one by one, so that the ledger's lines add up to the turn.
    fn turn(&self, weight: &Weight) -> u64 {
        let carriers = weight.carriers.iter().map(|bulk| self.tokens(*bulk).max(1));
        carriers.fold(self.tokens(weight.body), u64::saturating_add)
    }
    /// The tokens of a measured piece.
    fn tokens(&self, bulk: Bulk) -> u64 {
        // A cast from float to integer saturates, and both factors are finite and not negative.
        let text = (bulk.text as f64 * self.scale / MILLI as f64).ceil() as u64;
        text.saturating_add(bulk.known)
    }
}

/// Thousandths: text is measured in them, so that rounding happens once a turn.
const MILLI: u64 = 1000;

/// What a piece of a request weighs before the session's correction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bulk {
    /// Text and framing, in thousandths of a token.
    text: u64,
    /// What is not corrected, in tokens: the provider counted it, or it costs the same everywhere.
    known: u64,
}

impl Bulk {
    fn add(&mut self, more: Self) {
        self.text = self.text.saturating_add(more.text);
        self.known = self.known.saturating_add(more.known);
    }
}

/// A priced request: every figure in tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Priced {
    /// Tools, members and what the host adds itself.
    pub head: u64,
    /// One entry a turn of the history; nothing for a turn that stays.
    pub turns: Vec<u64>,
}

impl Priced {
    /// The whole request.
    pub fn total(&self) -> u64 {
        self.tail(0).saturating_add(self.head)
    }
    /// The turns from the n-th on.
    pub fn tail(&self, from: usize) -> u64 {
        self.turns.iter().skip(from).fold(0, |sum, turn| sum.saturating_add(*turn))
    }
}

impl Plan<'_> {
    /// Prices the request: what it costs to send this plan, turn by turn. Linear in the text; a session that grows prices its new turns
    /// alone with [`Plan::price_from`].
    pub fn price(&self, tariff: &Tariff) -> Priced {
        Priced { head: self.price_head(tariff), turns: self.price_from(tariff, 0) }
    }
    /// The turns from the n-th on, as [`Plan::price`] prices them. Turns before [`Plan::fresh`] cost under one tariff what they cost before.
    pub fn price_from(&self, tariff: &Tariff, from: usize) -> Vec<u64> {
        (from..self.len()).map(|n| tariff.turn(&turn::weigh(self, n))).collect()
    }
    /// What stands beside the turns.
    fn price_head(&self, tariff: &Tariff) -> u64 {
        tariff.tokens(turn::weigh_head(self)).saturating_add_signed(tariff.hidden)
    }
}

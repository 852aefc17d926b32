//! Where a refusal points: its count of messages and blocks, told against what was written.
//!
//! Never counts what was not written.
use super::Plan;
use crate::{Part, ReasoningCarrier, verdict::Spot};
use std::{iter, ops::Range};

impl Plan<'_> {
    /// The turn, and the place and the part in it, that a refusal means by `spot`. Messages are written from the turn `opening` on, each
    /// of those that `adapter` joins.
    pub fn part_at(&self, adapter: &dyn ReasoningCarrier, opening: usize, spot: Spot) -> Option<(usize, usize, &Part)> {
        let turns = self.messages(adapter, opening).nth(spot.message)?;
        let mut parts = turns.filter(|n| self.is_sent(*n)).flat_map(|n| {
            let parts = self.history.turns().get(n).map_or(&[][..], |turn| &turn.parts).iter().enumerate();
            parts
                .filter(move |(at, _)| self.turn(n).is_some_and(|decided| decided.sends(*at)))
                .map(move |(at, part)| (n, at, part))
        });
        parts.nth(spot.content)
    }
    /// For each message of the body the turns that it is written from.
    fn messages(&self, adapter: &dyn ReasoningCarrier, opening: usize) -> impl Iterator<Item = Range<usize>> {
        let turns = self.history.turns();
        let joins = move |before: usize, after: usize| match (turns.get(before), turns.get(after)) {
            (Some(before), Some(after)) => adapter.joins(before, after),
            _ => false,
        };
        let mut start = opening;
        let groups = iter::from_fn(move || {
            let begin = start;
            start += 1;
            while joins(start - 1, start) {
                start += 1;
            }
            (begin < turns.len()).then_some(begin..start)
        });
        groups.filter(|turns| turns.clone().any(|n| self.is_sent(n)))
    }
    fn is_sent(&self, n: usize) -> bool {
        self.turn(n).is_some_and(|decided| decided.whole().is_none())
    }
}

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
        let mut start = opening;
        let groups = iter::from_fn(move || {
            let begin = start;
            start = self.group_end(adapter, begin);
            (begin < self.len()).then_some(begin..start)
        });
        groups.filter(|turns| turns.clone().any(|n| self.is_sent(n)))
    }
    /// Where the group ends that begins with turn `start`. A turn that does not go parts nothing.
    pub(super) fn group_end(&self, adapter: &dyn ReasoningCarrier, start: usize) -> usize {
        let turn = |n: usize| self.history.turns().get(n);
        let mut last: Option<usize> = None;
        for n in start..self.len() {
            if !self.is_sent(n) {
                continue;
            }
            match (last.and_then(turn), turn(n)) {
                (Some(before), Some(after)) if !adapter.joins(before, after) => return n,
                _ => last = Some(n),
            }
        }
        self.len().max(start + 1)
    }
    fn is_sent(&self, n: usize) -> bool {
        self.turn(n).is_some_and(|decided| decided.whole().is_none())
    }
}

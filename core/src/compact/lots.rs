//! What becomes of each turn: the walk over the tail, and what is left to gain.
//!
//! One vector of prices decides, and every bound is from above: a token is never shorter than a byte.
use super::{
    Compacted, Compaction, Goal,
    salvage::{self, Old},
    shape::Shape,
};
use crate::{Plan, Priced};
use std::fmt;

/// What becomes of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lot {
    /// Instructions that open the conversation stay.
    Head,
    /// The checkpoint stands for it.
    Summarised,
    /// It stays.
    Kept(Why),
}

/// Why a turn stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// It belongs to a tool loop in flight, on a route that is sent seals of it.
    Loop,
    /// The last that a person said.
    User,
    /// The last that the model answered in words.
    Answer,
    /// The end of the conversation.
    Last,
    /// It fits into what is kept.
    Recent,
    /// An earlier summary, and there is nothing to add to it.
    Checkpoint,
    /// A checkpoint in its place would cost as much.
    Small,
}

/// Why a conversation stays above its threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// Tools and instructions alone are larger.
    Head,
    /// The tool loop in flight is larger, and its seals forbid to edit it.
    Loop,
    /// The turns that must be retained are larger.
    Retained,
    /// There is no room for a summary beside them.
    Summary,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loop => "a tool loop is in flight, and the route reads seals that stand for it",
            Self::User => "the last that a person said",
            Self::Answer => "the last that the model answered",
            Self::Last => "the end of the conversation",
            Self::Recent => "recent enough to be kept",
            Self::Checkpoint => "an earlier summary with nothing to add to it",
            Self::Small => "a checkpoint in its place would cost as much",
        })
    }
}
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Head => "tools and instructions alone are above the threshold: offer fewer tools",
            Self::Loop => "the tool loop in flight is above the threshold and must not be edited: let it end first",
            Self::Retained => "the last question and answer alone are above the threshold",
            Self::Summary => "the last question and answer leave no room for a summary",
        })
    }
}

/// Less is not worth a checkpoint.
const SMALL: u64 = 128;
/// The least that a summary may have.
pub(super) const LEAST: u64 = SMALL / 2;
/// What a message costs beside its text.
pub(super) const FRAME: u64 = 16;

pub(super) fn decide(plan: &Plan<'_>, priced: &Priced, goal: &Goal) -> Compaction {
    let shape = Shape::of(plan);
    let fixed = sum(priced, 0..shape.head).saturating_add(priced.head).saturating_add(goal.summary);
    let mut lots = walk(&shape, priced, goal.keep.min(goal.threshold.saturating_sub(fixed)));
    let middle = cost(priced, &lots, |lot| lot == Lot::Summarised);
    if middle < SMALL {
        lots.iter_mut().filter(|lot| **lot == Lot::Summarised).for_each(|lot| *lot = Lot::Kept(Why::Small));
    }
    let room = if middle < SMALL { 0 } else { goal.summary.min(middle / 2).max(LEAST) };
    let beside = priced.head.saturating_add(if room > 0 { room.saturating_add(FRAME) } else { 0 });
    let old = salvage::old(plan.history, &lots);
    let short = salvage::bounds(plan.history, priced, &old);
    let stays = |lot| lot != Lot::Summarised;
    // What is above the threshold though nothing is shortened is looked at again with all of it.
    let is_above = cost(priced, &lots, stays).saturating_add(beside) > goal.threshold;
    let (paid, mut shortened) = if is_above { (&short, old.clone()) } else { (priced, Old::new()) };
    shortened.retain(|n, _| lots.get(*n).copied().is_some_and(stays));
    let after = cost(paid, &lots, stays).saturating_add(beside);
    let limit = (after > goal.threshold).then(|| limit(goal, |such| cost(paid, &lots, such).saturating_add(paid.head)));
    let enough = !old.is_empty() && short.total() <= goal.threshold;
    Compaction {
        goal: *goal,
        api: plan.route.api.clone(),
        room,
        shortened,
        salvage: enough.then_some(old),
        before: priced.total(),
        after,
        limit,
        lots,
    }
}

fn sum(priced: &Priced, turns: impl IntoIterator<Item = usize>) -> u64 {
    turns.into_iter().filter_map(|n| priced.turns.get(n)).fold(0, |sum, price| sum.saturating_add(*price))
}

/// What the turns of such lots cost.
fn cost(priced: &Priced, lots: &[Lot], such: fn(Lot) -> bool) -> u64 {
    sum(priced, lots.iter().enumerate().filter(|(_, lot)| such(**lot)).map(|(n, _)| n))
}

/// From the newest group to the oldest: what must stay stays, what fits into `keep` beside it stays too, and the first that does not
/// fit is summarised with all that is older.
fn walk(shape: &Shape, priced: &Priced, keep: u64) -> Vec<Lot> {
    let pinned = shape.groups.iter().filter(|group| group.pinned.is_some());
    let mut spent = sum(priced, pinned.flat_map(|group| group.turns.clone()));
    let mut lots: Vec<(Lot, usize)> = vec![];
    let mut full = false;
    for group in shape.groups.iter().rev() {
        let lot = match group.pinned {
            Some(why) => Lot::Kept(why),
            // Decided below, when it is known whether anything is added to it.
            None if group.checkpoint => Lot::Kept(Why::Checkpoint),
            None => {
                let with = spent.saturating_add(sum(priced, group.turns.clone()));
                full |= with > keep;
                spent = if full { spent } else { with };
                if full { Lot::Summarised } else { Lot::Kept(Why::Recent) }
            }
        };
        lots.push((lot, group.turns.len()));
    }
    let grows = lots.iter().any(|(lot, _)| *lot == Lot::Summarised);
    let settled = |lot| if grows && lot == Lot::Kept(Why::Checkpoint) { Lot::Summarised } else { lot };
    let head = std::iter::repeat_n(Lot::Head, shape.head);
    head.chain(lots.into_iter().rev().flat_map(|(lot, turns)| std::iter::repeat_n(settled(lot), turns))).collect()
}

/// What is too large, tried from what nobody can change to what a shorter summary would. `cost` says what such turns cost with all that
/// stands beside turns.
fn limit(goal: &Goal, cost: impl Fn(fn(Lot) -> bool) -> u64) -> Limit {
    let is_above = |such| cost(such) > goal.threshold;
    if is_above(|lot| lot == Lot::Head) {
        Limit::Head
    } else if is_above(|lot| matches!(lot, Lot::Head | Lot::Kept(Why::Loop))) {
        Limit::Loop
    } else if is_above(|lot| lot != Lot::Summarised) {
        Limit::Retained
    } else {
        Limit::Summary
    }
}

pub(super) fn over(compaction: &Compaction, compacted: &Compacted, priced: &Priced) -> Option<Limit> {
    let lot = |from: &Option<usize>| from.and_then(|n| compaction.lots.get(n)).copied();
    let cost = |such: fn(Lot) -> bool| {
        let turns = compacted.from.iter().enumerate().filter(|(_, from)| lot(from).is_some_and(such));
        sum(priced, turns.map(|(n, _)| n)).saturating_add(priced.head)
    };
    (priced.total() > compaction.goal.threshold).then(|| limit(&compaction.goal, cost))
}

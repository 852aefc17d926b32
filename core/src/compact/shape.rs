//! How a conversation falls into groups that compaction keeps or gives up whole, and which of them must stay.
//!
//! A group is one turn, or an assistant's calls with everything up to their last result.
use super::Why;
use crate::{Ending, Literal, Part, Plan, Role, Turn, verbatim};
use std::{collections::HashMap, ops::Range, sync::Arc};

/// A conversation in groups, behind its head.
pub(super) struct Shape {
    /// How many turns of instructions it opens with.
    pub(super) head: usize,
    pub(super) groups: Vec<Group>,
}

pub(super) struct Group {
    pub(super) turns: Range<usize>,
    /// Why it must stay, where it must.
    pub(super) pinned: Option<Why>,
    /// It is nothing but an earlier summary.
    pub(super) checkpoint: bool,
}

impl Shape {
    pub(super) fn of(plan: &Plan<'_>) -> Self {
        let turns = plan.history.turns();
        let head = turns.iter().take_while(|turn| matches!(turn.role, Role::System | Role::Developer)).count();
        let user = turns.iter().rposition(|turn| asks(turn));
        let answer = turns.iter().rposition(|turn| turn.role == Role::Assistant && !turn.text().trim().is_empty());
        let in_flight = looping(plan, user.unwrap_or(head));
        let last = turns.len().checked_sub(1);
        let why = |group: &Range<usize>| match group {
            group if in_flight && group.end > user.unwrap_or(head) => Some(Why::Loop),
            group if user.is_some_and(|n| group.contains(&n)) => Some(Why::User),
            group if answer.is_some_and(|n| group.contains(&n)) => Some(Why::Answer),
            group if last.is_some_and(|n| group.contains(&n)) => Some(Why::Last),
            _ => None,
        };
        let group = |group: Range<usize>| Group {
            pinned: why(&group),
            checkpoint: turns.get(group.clone()).unwrap_or_default().iter().all(|turn| is_checkpoint(turn)),
            turns: group,
        };
        Self { head, groups: ranges(turns, head).into_iter().map(group).collect() }
    }
}

/// Where the groups begin and end.
fn ranges(turns: &[Arc<Turn>], head: usize) -> Vec<Range<usize>> {
    let reach = reach(turns);
    let mut groups: Vec<Range<usize>> = vec![];
    let mut start = head;
    while start < turns.len() {
        let (mut end, mut n) = (start + 1, start);
        while n < end {
            end = end.max(reach.get(n).map_or(end, |last| last + 1));
            n += 1;
        }
        groups.push(start..end);
        start = end;
    }
    groups
}

/// For each turn the last one that answers it; itself where none does.
///
/// A result belongs to the calls before it; to earlier ones only where they still wait for it.
fn reach(turns: &[Arc<Turn>]) -> Vec<usize> {
    let mut reach: Vec<usize> = (0..turns.len()).collect();
    let mut waiting: HashMap<Vec<u16>, usize> = HashMap::new();
    let mut last: Option<(usize, Vec<Vec<u16>>)> = None;
    for (n, turn) in turns.iter().enumerate() {
        for part in &turn.parts {
            let Part::Result(result) = part else { continue };
            let caller = match (id(result.call.as_ref()), &last) {
                (None, last) => last.as_ref().map(|(caller, _)| *caller),
                (Some(id), Some((caller, ids))) if ids.contains(&id) => {
                    waiting.remove(&id);
                    Some(*caller)
                }
                (Some(id), _) => waiting.remove(&id),
            };
            if let Some(last) = caller.and_then(|caller| reach.get_mut(caller)) {
                *last = n;
            }
        }
        if turn.calls().next().is_some() {
            let ids: Vec<Vec<u16>> = turn.calls().filter_map(|call| id(call.id.as_ref())).collect();
            waiting.extend(ids.iter().map(|id| (id.clone(), n)));
            last = Some((n, ids));
        } else if let (Role::Assistant, Some((_, ids))) = (turn.role, &mut last) {
            // The model went on: what has its answer takes no other.
            ids.clear();
        }
    }
    reach
}

/// An id however it is spelled; none where it is empty.
fn id(id: Option<&Literal>) -> Option<Vec<u16>> {
    id.filter(|id| !id.is_empty()).map(|id| verbatim::units(id.inner()))
}

/// True where a person says something, beside tool results or alone.
fn asks(turn: &Turn) -> bool {
    turn.role == Role::User
        && turn.parts.iter().any(|part| match part {
            Part::Text(text) => !text.text.is_blank(),
            part => matches!(part, Part::Media(_) | Part::Opaque(_)),
        })
}

/// True for a turn that only stands for others.
pub(super) fn is_checkpoint(turn: &Turn) -> bool {
    let summary = |part: &Part| matches!(part, Part::Checkpoint(_)) && part.visible().is_some();
    !turn.parts.is_empty() && turn.parts.iter().all(summary)
}

/// True where the last turn of the model, behind the turn at `from`, calls tools, and the route is sent seals from there on.
fn looping(plan: &Plan<'_>, from: usize) -> bool {
    let turns = plan.history.turns();
    let Some(last) = turns.iter().rposition(|turn| turn.role == Role::Assistant).filter(|last| *last >= from) else {
        return false;
    };
    let calls = turns
        .get(last)
        .is_some_and(|turn| turn.calls().next().is_some() && !turn.ending.as_ref().is_some_and(Ending::is_cut));
    calls && (from..turns.len()).any(|n| is_sealed(plan, n))
}

/// True where a seal of the n-th turn goes.
fn is_sealed(plan: &Plan<'_>, n: usize) -> bool {
    let (Some(turn), Some(decided)) = (plan.history.turns().get(n), plan.turn(n)) else { return false };
    decided.whole().is_none() && turn.carriers().any(|(at, carrier)| carrier.sealed && decided.carries(at))
}

//! The first byte in which two requests of a session differ, and why: what broke a prompt cache.
use super::{Body, Fragments, Plan, TurnPlan};
use crate::Turn;
use std::fmt;

/// Where and why two requests stop being the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The offset in both bodies.
    pub offset: usize,
    /// The part of the request.
    pub place: PlaceOf,
    /// Why.
    pub why: String,
}

/// The part of a request that a byte belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceOf {
    /// Before the messages: model, instructions, tools, stable parameters.
    Head,
    /// The message of this turn.
    Turn(usize),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            PlaceOf::Head => write!(f, "byte {}, before the messages: {}", self.offset, self.why),
            PlaceOf::Turn(n) => write!(f, "byte {}, turn {n}: {}", self.offset, self.why),
        }
    }
}

/// Compares an earlier request with a later one; none where the earlier messages are a byte prefix of the later ones.
///
/// `later` must be what `fragments` last wrote.
pub fn difference(earlier: (&Plan<'_>, &Body), later: (&Plan<'_>, &Body), fragments: &Fragments) -> Option<Difference> {
    let ((old_plan, old), (new_plan, new)) = (earlier, later);
    let offset = old.bytes.iter().zip(&new.bytes).take_while(|(a, b)| a == b).count();
    if offset >= old.messages.end {
        return None;
    }
    if offset < old.messages.start.min(new.messages.start) {
        let why =
            if old_plan.route != new_plan.route { "the route changed" } else { "a member of the request changed" };
        return Some(Difference { offset, place: PlaceOf::Head, why: why.to_owned() });
    }
    if offset >= new.messages.end {
        let n = new_plan.len();
        return Some(Difference {
            offset,
            place: PlaceOf::Turn(n),
            why: "the later conversation is shorter".to_owned(),
        });
    }
    let turns = fragments.turns_at(offset - new.messages.start).unwrap_or_default();
    let same = |n: &usize| old_plan.turn(*n) == new_plan.turn(*n) && said(old_plan, *n) == said(new_plan, *n);
    // One message may be of several turns.
    let n = turns.clone().find(|n| !same(n)).unwrap_or(turns.start);
    let why = match (said(old_plan, n), said(new_plan, n)) {
        (Some(a), Some(b)) if a != b => "the turn itself was changed".to_owned(),
        _ => match (old_plan.turn(n), new_plan.turn(n)) {
            (Some(a), Some(b)) if a != b => changed(a, b),
            _ => "the turn is written in another place".to_owned(),
        },
    };
    Some(Difference { offset, place: PlaceOf::Turn(n), why })
}

fn said<'a>(plan: &Plan<'a>, n: usize) -> Option<&'a Turn> {
    plan.history.turns().get(n).map(AsRef::as_ref)
}

fn changed(old: &TurnPlan, new: &TurnPlan) -> String {
    if let Some(because) = new.whole.as_ref().filter(|_| old.whole.is_none()) {
        return format!("the message stays now: {}", because.reason);
    }
    for ((_, before, _), (_, after, because)) in old.fates.iter().zip(&new.fates) {
        if before != after {
            return format!("{before:?} became {after:?}: {}", because.reason);
        }
    }
    for (key, _, because) in &old.fields {
        if !new.fields.iter().any(|(name, _, _)| name == key) {
            return format!("`{key}` is no longer written ({})", because.reason);
        }
    }
    for (key, _, because) in &new.fields {
        if !old.fields.iter().any(|(name, _, _)| name == key) {
            return format!("`{key}` is written now: {}", because.reason);
        }
    }
    "other decisions were taken".to_owned()
}

//! What this wire cannot take, decided before it is written, each with its reason in the plan.
//!
//! Never invents what is missing: a block that cannot go stays, and a message with nothing left stays whole.
use crate::{
    adopt, block, foreign,
    table::{CALL, RESULT, TEXT},
};
use std::collections::HashMap;
use throughline_core::{
    At, Beside, Carrier, Checkpoint, DraftPlan, Ending, Extras, Foreign, Literal, Part, Role, Text, ToolCall,
    ToolResult, Turn, verbatim,
};

pub(crate) fn draft(draft: &mut DraftPlan<'_>) {
    let scene = *draft.scene();
    let adopted = scene.request.api != scene.route.api;
    let start = (0..draft.fresh().start).rev().find(|n| draft.turn(*n).is_some_and(calls));
    let mut asked = Asked::default();
    for n in start.unwrap_or(draft.fresh().start)..draft.fresh().end {
        let Some(turn) = draft.turn(n) else { continue };
        let left_over = asked.left_over(turn);
        if !draft.fresh().contains(&n) {
            continue;
        }
        let beside = Beside::of(turn, scene.route, adopted);
        for (at, part) in turn.parts.iter().enumerate() {
            match (stays(draft, n, at, part, beside, left_over.get(at) == Some(&true)), part) {
                (Some(why), Part::Reasoning(_)) => draft.withhold(n, At::Part(at, 0), why),
                (Some(why), _) => draft.withhold_part(n, at, why),
                (None, _) => {}
            }
        }
        match turn.role {
            Role::Assistant => end(draft, n, turn),
            _ if (0..turn.parts.len()).all(|at| !sends(draft, n, at)) => {
                draft.withhold_turn(n, "the API refuses a message without content");
            }
            _ => {}
        }
        say(draft, n, turn, beside);
    }
    if !adopted && scene.request.get("max_tokens").is_none() {
        draft.note(draft.fresh().start, "request member `max_tokens`", adopt::UNBOUNDED);
    }
}

fn sends(draft: &DraftPlan<'_>, n: usize, at: usize) -> bool {
    draft.plan(n).is_some_and(|plan| plan.sends(at))
}

/// Why a part cannot go, where it cannot.
fn stays(
    draft: &DraftPlan<'_>,
    n: usize,
    at: usize,
    part: &Part,
    beside: Beside,
    left_over: bool,
) -> Option<&'static str> {
    match part {
        part if draft.plan(n)?.visible(at, part).is_some_and(|text| is_blank(text, beside)) => {
            Some("the API refuses a text block without text")
        }
        Part::Media(block) if foreign::media(block).is_none() => Some("this wire has no block for it"),
        Part::Call(call) if is_broken(call) => {
            Some("its arguments are no JSON object, and this wire takes nothing else")
        }
        Part::Result(_) if left_over => Some("the call that it answers does not travel"),
        Part::Result(result) => {
            let id = draft.plan(n).and_then(|plan| plan.id(at)).or(result.call.as_ref());
            id.is_none_or(Literal::is_empty).then_some("it names no call")
        }
        Part::Reasoning(Carrier { payload, .. }) | Part::Opaque(Foreign { payload, .. })
            if foreign::is_shapeless(payload) =>
        {
            Some("it is no block: this wire knows one by its `type`")
        }
        Part::Opaque(_) if is_unfinished(draft.turn(n)?, at) => Some("the reply was cut before it was finished"),
        _ => None,
    }
}

/// A marker is no content; citations are.
fn is_blank(part: &Text, beside: Beside) -> bool {
    let mut more =
        part.extras.iter().filter(|(key, _)| *key != block::MARKER && foreign::lets(beside, key.as_str(), TEXT));
    part.text.is_blank() && more.all(|(_, value)| matches!(value.get(), "null" | "[]" | "\"\""))
}

fn is_broken(call: &ToolCall) -> bool {
    call.arguments.object().is_none()
}

/// The calls of the last turn that has any, and which of them travel.
#[derive(Default)]
struct Asked {
    named: HashMap<Vec<u16>, bool>,
    /// Hosts without ids answer in the order of the calls.
    unnamed: Vec<bool>,
    /// How many answers without an id came.
    answered: usize,
}

impl Asked {
    /// Which parts of a turn answer a call that does not travel. Goes through the turns in their order.
    fn left_over(&mut self, turn: &Turn) -> Vec<bool> {
        let found = turn.parts.iter().map(|part| match part {
            Part::Result(result) => match name(result.call.as_ref()) {
                Some(id) => self.named.get(&id) == Some(&false),
                None => {
                    self.answered += 1;
                    self.unnamed.get(self.answered - 1) == Some(&false)
                }
            },
            _ => false,
        });
        let found = found.collect();
        if calls(turn) {
            *self = Self::default();
            let whole = !turn.ending.as_ref().is_some_and(Ending::is_cut);
            for call in turn.calls() {
                let travels = whole && !is_broken(call);
                match name(call.id.as_ref()) {
                    Some(id) => _ = self.named.entry(id).or_insert(travels),
                    None => self.unnamed.push(travels),
                }
            }
        }
        found
    }
}

fn calls(turn: &Turn) -> bool {
    turn.calls().next().is_some()
}

/// An id however it is spelled; none where it is empty.
fn name(id: Option<&Literal>) -> Option<Vec<u16>> {
    id.filter(|id| !id.is_empty()).map(|id| verbatim::units(id.inner()))
}

/// Blocks come one after the other, so that only the last can be half.
fn is_unfinished(turn: &Turn, at: usize) -> bool {
    at + 1 == turn.parts.len() && turn.ending.as_ref().is_some_and(Ending::is_cut)
}

/// A message of the model may not end in thinking: the API answers `The final block in an assistant message cannot be "thinking"`, see
/// <https://github.com/tailcallhq/forgecode/issues/2107>. Without what followed, the thought has nothing to carry.
fn end(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn) {
    for (at, part) in turn.parts.iter().enumerate().rev() {
        match part {
            _ if !sends(draft, n, at) => {}
            Part::Reasoning(_) => draft.withhold(n, At::Part(at, 0), "a message of the model may not end in thinking"),
            _ => return,
        }
    }
}

/// Notes the members that are left out of what goes.
fn say(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn, beside: Beside) {
    let stay = |extras: &Extras, fields| extras.iter().any(|(key, _)| !foreign::lets(beside, key.as_str(), fields));
    let callers = if turn.role == Role::Assistant { &vec![] } else { &turn.extras };
    if beside == Beside::Nothing && !callers.is_empty() {
        draft.note(n, "members of the message", "another wire's, and unknown to this one");
    }
    for (at, part) in turn.parts.iter().enumerate() {
        if !sends(draft, n, at) {
            continue;
        }
        let left = match part {
            Part::Text(Text { extras, .. }) | Part::Checkpoint(Checkpoint { text: Some(Text { extras, .. }), .. }) => {
                stay(extras, TEXT)
            }
            Part::Call(ToolCall { extras, .. }) => stay(extras, CALL),
            Part::Result(ToolResult { extras, .. }) => stay(extras, RESULT),
            _ => false,
        };
        match part {
            _ if left && beside == Beside::All => draft.note(n, format!("members of part {at}"), "said twice"),
            _ if left => draft.note(n, format!("members of part {at}"), "another host's, and unknown to this one"),
            Part::Reasoning(carrier) if block::is_marked(&carrier.payload) => {
                draft.note(n, format!("`{}` of part {at}", block::MARKER), "the API allows no marker on thinking");
            }
            _ => {}
        }
        if let (Part::Result(ToolResult { content: Some(content), .. }), Beside::Nothing) = (part, beside) {
            let lost = foreign::answer(content).1;
            if lost > 0 {
                draft.note(n, format!("{lost} pieces of part {at}"), "this wire has no block for them");
            }
        }
    }
}

//! What this wire cannot take, decided before it is written, each with its reason in the plan.
//!
//! Never invents what is missing: what cannot go stays, and an answer whose call stays, stays too.
use crate::{
    asked::{Asked, Open, calls},
    foreign,
    table::{CALL, MESSAGE, TOOL_NAME},
};
use throughline_core::{Beside, DraftPlan, Extras, Part, Role, Text, ToolCall, ToolResult, Turn};

pub(crate) fn draft(draft: &mut DraftPlan<'_>) {
    let scene = *draft.scene();
    let adopted = scene.request.api != scene.route.api;
    let fresh = draft.fresh();
    let start = (0..fresh.start).rev().find(|n| draft.turn(*n).is_some_and(calls));
    let mut open = Open::default();
    for n in start.unwrap_or(fresh.start)..fresh.end {
        let Some(turn) = draft.turn(n) else { continue };
        let asked = open.meet(turn);
        if !fresh.contains(&n) {
            continue;
        }
        let beside = Beside::of(turn, scene.route, adopted);
        for (at, part) in turn.parts.iter().enumerate() {
            let asked = asked.get(at).and_then(Option::as_ref);
            match (stays(part, asked), part, asked) {
                (Some(why), ..) => draft.withhold_part(n, at, why),
                (None, Part::Result(result), Some(asked)) if !says_name(result, beside) => {
                    draft.name(n, at, asked.name.clone());
                }
                _ => {}
            }
        }
        let sends = |at| draft.plan(n).is_some_and(|plan| plan.sends(at));
        if turn.role != Role::Assistant && !turn.parts.is_empty() && !(0..turn.parts.len()).any(sends) {
            draft.withhold_turn(n, "nothing is left of it");
        }
        say(draft, n, turn, beside);
    }
}

/// Why a part cannot go, where it cannot.
fn stays(part: &Part, asked: Option<&Asked>) -> Option<&'static str> {
    match part {
        Part::Media(block) if foreign::image(block).is_none() => Some("this wire takes images alone, and as bytes"),
        Part::Opaque(_) => Some("messages of this wire hold no blocks"),
        Part::Call(call) if call.arguments.object().is_none() => {
            Some("its arguments are no JSON object, and this wire takes nothing else")
        }
        Part::Result(_) if asked.is_some_and(|asked| !asked.travels) => {
            Some("the call that it answers does not travel")
        }
        _ => None,
    }
}

/// True where the caller said which tool it was, for this wire.
fn says_name(result: &ToolResult, beside: Beside) -> bool {
    beside == Beside::All && result.extras.iter().any(|(key, _)| *key == TOOL_NAME)
}

/// Notes what is left out of what goes.
fn say(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn, beside: Beside) {
    let stay =
        |extras: &Extras, fields: &[&str]| extras.iter().any(|(key, _)| !foreign::lets(beside, key.as_str(), fields));
    if turn.role != Role::Assistant && stay(&turn.extras, MESSAGE) {
        draft.note(n, "members of the message", "another wire's, and unknown to this one");
    }
    for (at, part) in turn.parts.iter().enumerate() {
        if !draft.plan(n).is_some_and(|plan| plan.sends(at)) {
            continue;
        }
        let left = match part {
            Part::Text(Text { extras, .. }) => !extras.is_empty(),
            Part::Call(ToolCall { extras, inner, .. }) => stay(extras, CALL) || stay(inner, CALL),
            Part::Result(ToolResult { extras, .. }) => stay(extras, MESSAGE),
            _ => false,
        };
        if left {
            draft.note(n, format!("members of part {at}"), "another wire's, and unknown to this one");
        }
        if let Part::Result(result) = part {
            let lost = foreign::answer(result.content.as_ref()).1;
            if lost > 0 {
                draft.note(n, format!("{lost} pieces of part {at}"), "an answer is text on this wire");
            }
        }
    }
}

//! What this wire cannot take, decided before it is written, each with its reason in the plan.
//!
//! Never invents what is missing: what cannot go stays.
use crate::{
    foreign,
    table::{CITATIONS, PLAN},
};
use throughline_core::{Beside, DraftPlan, Key, Part, Role, Text, ToolCall, ToolResult, Turn};

pub(crate) fn draft(draft: &mut DraftPlan<'_>) {
    let scene = *draft.scene();
    let adopted = scene.request.api != scene.route.api;
    for n in draft.fresh() {
        let Some(turn) = draft.turn(n) else { continue };
        let beside = Beside::of(turn, scene.route, adopted);
        for (at, part) in turn.parts.iter().enumerate() {
            if let Some(why) = stays(part) {
                draft.withhold_part(n, at, why);
            }
        }
        let left = |such: fn(&Part) -> bool| {
            let sends = |at| draft.plan(n).is_some_and(|plan| plan.sends(at));
            turn.parts.iter().enumerate().any(|(at, part)| such(part) && sends(at))
        };
        let (any, calls) = (left(|_| true), left(|part| matches!(part, Part::Call(_))));
        if turn.role != Role::Assistant && !turn.parts.is_empty() && !any {
            draft.withhold_turn(n, "nothing is left of it");
        }
        if !calls {
            draft.drop_field(n, &Key::new(PLAN), "a plan stands beside the calls that it is for");
        }
        if let (Beside::Nothing, Some(at)) = (beside, turn.extras.iter().position(|(key, _)| *key == CITATIONS)) {
            draft.withhold_extra(n, at, "another wire's, and of another shape");
        }
        say(draft, n, turn, beside);
    }
}

/// Why a part cannot go, where it cannot.
fn stays(part: &Part) -> Option<&'static str> {
    match part {
        part if part.visible().is_some_and(|part| part.text.is_empty()) => Some("an empty text says nothing"),
        Part::Media(block) if foreign::media(block).is_none() => Some("this wire has no block for it"),
        Part::Opaque(block) if !block.payload.is_object() => Some("it is no block: this wire knows objects alone"),
        _ => None,
    }
}

/// Notes what is left out of what goes.
fn say(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn, beside: Beside) {
    let why = "another host's, and unknown to this one";
    if turn.role != Role::Assistant && beside != Beside::All && !turn.extras.is_empty() {
        draft.note(n, "members of the message", why);
    }
    for (at, part) in turn.parts.iter().enumerate() {
        if !draft.plan(n).is_some_and(|plan| plan.sends(at)) {
            continue;
        }
        let bare = match part {
            Part::Text(Text { extras, .. }) | Part::Result(ToolResult { extras, .. }) => extras.is_empty(),
            Part::Call(ToolCall { extras, inner, .. }) => extras.is_empty() && inner.is_empty(),
            _ => true,
        };
        if !bare && beside != Beside::All {
            draft.note(n, format!("members of part {at}"), why);
        }
        if let Part::Result(result) = part {
            let lost = foreign::answer(result.content.as_ref()).1;
            if lost > 0 {
                draft.note(n, format!("{lost} pieces of part {at}"), "this wire has no block for them");
            }
        }
    }
}

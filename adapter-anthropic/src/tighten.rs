//! What this wire cannot take, decided before it is written, each with its reason in the plan.
//!
//! Never invents what is missing: a block that cannot go stays, and a message with nothing left stays whole.
use crate::{
    adopt, block,
    foreign::{self, Beside},
};
use throughline_core::{At, DraftPlan, Ending, Extras, Literal, Part, Role, Text, ToolCall, ToolResult, Turn};

pub(crate) fn draft(draft: &mut DraftPlan<'_>) {
    let scene = *draft.scene();
    let adopted = scene.request.api != scene.route.api;
    for n in draft.fresh() {
        let Some(turn) = draft.turn(n) else { continue };
        let beside = Beside::of(turn, scene.route, adopted);
        for (at, part) in turn.parts.iter().enumerate() {
            if let Some(why) = stays(draft, n, at, part, beside) {
                draft.withhold_part(n, at, why);
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
fn stays(draft: &DraftPlan<'_>, n: usize, at: usize, part: &Part, beside: Beside) -> Option<&'static str> {
    match part {
        Part::Text(text) if is_blank(text, beside) => Some("the API refuses a text block without text"),
        Part::Media(block) if foreign::media(block).is_none() => Some("this wire has no block for it"),
        Part::Call(call) if is_broken(call) => {
            Some("its arguments are no JSON object, and this wire takes nothing else")
        }
        Part::Result(result) if is_left_over(draft, n, at, result) => Some("the call that it answers does not travel"),
        Part::Result(result) => {
            let id = draft.plan(n).and_then(|plan| plan.id(at)).or(result.call.as_ref());
            id.is_none_or(Literal::is_empty).then_some("it names no call")
        }
        Part::Opaque(_) if is_unfinished(draft.turn(n)?, at) => Some("the reply was cut before it was finished"),
        _ => None,
    }
}

/// A marker is no content; citations are.
fn is_blank(part: &Text, beside: Beside) -> bool {
    let mut more = part.extras.iter().filter(|(key, _)| *key != block::MARKER && beside.lets(key.as_str()));
    part.text.is_blank() && more.all(|(_, value)| matches!(value.get(), "null" | "[]" | "\"\""))
}

fn is_broken(call: &ToolCall) -> bool {
    call.arguments.object().is_none()
}

/// True where the result answers a call that does not travel.
fn is_left_over(draft: &DraftPlan<'_>, n: usize, at: usize, result: &ToolResult) -> bool {
    let Some(caller) = (0..n).rev().find(|n| draft.turn(*n).is_some_and(|turn| turn.calls().next().is_some())) else {
        return false;
    };
    let unnamed = |id: &Option<Literal>| id.as_ref().is_none_or(Literal::is_empty);
    let between = (caller + 1..=n).flat_map(|m| {
        let parts = draft.turn(m).into_iter().flat_map(|turn| turn.parts.iter().enumerate());
        parts.filter(move |(p, _)| m < n || *p < at)
    });
    let earlier = |part: &Part| matches!(part, Part::Result(earlier) if unnamed(&earlier.call));
    let Some(turn) = draft.turn(caller) else { return false };
    let call = match unnamed(&result.call) {
        false => turn.calls().find(|call| call.id == result.call),
        // Hosts without ids answer in the order of the calls.
        true => turn.calls().filter(|call| unnamed(&call.id)).nth(between.filter(|(_, part)| earlier(part)).count()),
    };
    call.is_some_and(|call| is_broken(call) || turn.ending.as_ref().is_some_and(Ending::is_cut))
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
    let stay = |extras: &Extras| extras.iter().any(|(key, _)| !beside.lets(key.as_str()));
    let callers = if turn.role == Role::Assistant { &vec![] } else { &turn.extras };
    if beside == Beside::Nothing && !callers.is_empty() {
        draft.note(n, "members of the message", "another wire's, and unknown to this one");
    }
    for (at, part) in turn.parts.iter().enumerate() {
        match part {
            _ if !sends(draft, n, at) => continue,
            Part::Text(Text { extras, .. })
            | Part::Call(ToolCall { extras, .. })
            | Part::Result(ToolResult { extras, .. })
                if stay(extras) =>
            {
                draft.note(n, format!("members of part {at}"), "another host's, and unknown to this one");
            }
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

//! What this wire cannot take, decided before it is written, each with its reason in the plan.
//!
//! Never invents what is missing: a block that cannot go stays, and a message with nothing left stays whole.
use crate::{
    adopt,
    asked::{self, Asked},
    block, foreign,
    table::{CALL, RESULT, TEXT},
    thought,
};
use throughline_core::{
    At, Beside, Carrier, Checkpoint, DraftPlan, Extras, Foreign, Literal, Part, Role, Text, ToolCall, ToolResult, Turn,
};

pub(crate) fn draft(draft: &mut DraftPlan<'_>) {
    let scene = *draft.scene();
    let adopted = scene.request.api != scene.route.api;
    let start = (0..draft.fresh().start).rev().find(|n| draft.turn(*n).is_some_and(asked::calls));
    let mut asked = Asked::default();
    for n in start.unwrap_or(draft.fresh().start)..draft.fresh().end {
        let Some(turn) = draft.turn(n) else { continue };
        let unpaired = asked.stay(turn, scene.history.turns().iter().skip(n + 1).map(AsRef::as_ref));
        if !draft.fresh().contains(&n) {
            continue;
        }
        let beside = Beside::of(turn, scene.route, adopted);
        for (at, part) in turn.parts.iter().enumerate() {
            if let Part::Checkpoint(Checkpoint { item: Some(item), .. }) = part
                && foreign::is_shapeless(&item.payload)
            {
                draft.withhold(n, At::Part(at, part.carriers().count() - 1), SHAPELESS);
            }
            let unpaired = unpaired.get(at).copied().flatten();
            match (unpaired.or_else(|| stays(draft, n, at, part, beside)), part) {
                (Some(why), Part::Reasoning(_)) => draft.withhold(n, At::Part(at, 0), why),
                (Some(why), _) => draft.withhold_part(n, at, why),
                (None, _) => {}
            }
        }
        match turn.role {
            Role::Assistant => thought::settle(draft, n, turn),
            _ if (0..turn.parts.len()).all(|at| !draft.sends(n, at)) => {
                draft.withhold_turn(n, "the API refuses a message without content");
            }
            _ => {}
        }
        say(draft, n, turn, beside);
        if turn.role == Role::Assistant && is_first(draft, n, turn) {
            draft.note(
                n,
                "the first message",
                "it is the model's own, and the API wants a person's first: nothing is put before it",
            );
        }
    }
    if !adopted && scene.request.get("max_tokens").is_none() {
        draft.note(draft.fresh().start, "request member `max_tokens`", adopt::UNBOUNDED);
    }
}

/// True where no message goes before the turn, and the turn is no summary of a server's, which may stand there.
fn is_first(draft: &DraftPlan<'_>, n: usize, turn: &Turn) -> bool {
    let goes = |n: usize| draft.goes(n);
    let spoken = |n: usize| draft.turn(n).is_some_and(|turn| !matches!(turn.role, Role::System | Role::Developer));
    let summed = || matches!(turn.parts.first(), Some(Part::Checkpoint(Checkpoint { item: Some(_), .. })));
    goes(n) && !summed() && !(0..n).any(|before| spoken(before) && goes(before))
}

const SHAPELESS: &str = "it is no block: this wire knows one by its `type`";

/// Why a part cannot go, where it cannot.
fn stays(draft: &DraftPlan<'_>, n: usize, at: usize, part: &Part, beside: Beside) -> Option<&'static str> {
    match part {
        part if draft.plan(n)?.visible(at, part).is_some_and(|text| is_blank(text, beside)) => {
            Some("the API refuses a text block without text")
        }
        Part::Media(block) if foreign::media(block).is_none() => Some("this wire has no block for it"),
        Part::Result(result) => {
            let id = draft.plan(n).and_then(|plan| plan.id(at)).or(result.call.as_ref());
            id.is_none_or(Literal::is_empty).then_some("it names no call")
        }
        Part::Reasoning(Carrier { payload, .. }) | Part::Opaque(Foreign { payload, .. })
            if foreign::is_shapeless(payload) =>
        {
            Some(SHAPELESS)
        }
        Part::Opaque(_) if draft.turn(n)?.breaks_off_in(at) => Some("the reply was cut before it was finished"),
        _ => None,
    }
}

/// A marker is no content; citations are.
fn is_blank(part: &Text, beside: Beside) -> bool {
    let mut more =
        part.extras.iter().filter(|(key, _)| *key != block::MARKER && foreign::lets(beside, key.as_str(), TEXT));
    part.text.is_blank() && more.all(|(_, value)| matches!(value.get(), "null" | "[]" | "\"\""))
}

/// Notes the members that are left out of what goes.
fn say(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn, beside: Beside) {
    let stay = |extras: &Extras, fields| extras.iter().any(|(key, _)| !foreign::lets(beside, key.as_str(), fields));
    let callers = if turn.role == Role::Assistant { &vec![] } else { &turn.extras };
    if beside == Beside::Nothing && !callers.is_empty() {
        draft.note(n, "members of the message", "another wire's, and unknown to this one");
    }
    for (at, part) in turn.parts.iter().enumerate() {
        if !draft.sends(n, at) {
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

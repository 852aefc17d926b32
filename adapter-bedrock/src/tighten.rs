//! What this wire cannot take, decided before it is written, each with its reason in the plan.
//!
//! Never invents what is missing: a block that cannot go stays, and a message with nothing left stays whole.
use crate::{
    foreign,
    render::{fails, instructs, joins, thought},
    table::{CALL, CITATIONS, MARKER, RESULT, STATUS, TEXT, THINKING},
};
use throughline_anthropic::asked::{self, Asked};
use throughline_core::{
    At, Beside, DraftPlan, Extras, Fate, Key, Literal, Part, Place, Role, Text, ToolCall, ToolResult, Turn, TurnPlan,
    json,
};

pub(crate) fn draft(draft: &mut DraftPlan<'_>) {
    let scene = *draft.scene();
    let adopted = scene.request.api != scene.route.api;
    let fresh = draft.fresh();
    let start = (0..fresh.start).rev().find(|n| draft.turn(*n).is_some_and(asked::calls)).unwrap_or(fresh.start);
    let mut asked = Asked::default();
    for n in start..fresh.end {
        let Some(turn) = draft.turn(n) else { continue };
        let unpaired = asked.stay(turn, scene.history.turns().iter().skip(n + 1).map(AsRef::as_ref));
        if fresh.contains(&n) {
            let beside = Beside::of(turn, scene.route, adopted);
            tighten(draft, n, turn, &unpaired);
            whole(draft, n, turn);
            say(draft, n, turn, beside, adopted);
        }
        if asked::calls(turn) && draft.plan(n).is_some_and(|plan| plan.whole().is_some()) {
            asked.leave();
        }
    }
}

/// Parts that stay, and the text that goes in front only where no block of its own goes.
fn tighten(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn, unpaired: &[Option<&'static str>]) {
    for (at, part) in turn.parts.iter().enumerate() {
        let unpaired = unpaired.get(at).copied().flatten();
        match (unpaired.or_else(|| stays(draft, n, at, part)), part) {
            (Some(why), Part::Reasoning(_)) => draft.withhold(n, At::Part(at, 0), why),
            (Some(why), _) => draft.withhold_part(n, at, why),
            (None, _) => {}
        }
    }
    asked::unseal(draft, n, turn);
    let blocks = |(at, fate): (At, &Fate)| matches!((at, fate), (At::Part(..), Fate::Sent(_)));
    let spoken = |plan: &TurnPlan| plan.fields().any(|(key, _)| *key == *TEXT) && plan.fates().any(blocks);
    if draft.plan(n).is_some_and(spoken) {
        draft.drop_field(n, &Key::new(TEXT), "thoughts of this family itself go as their blocks");
    }
}

/// Why a part cannot go, where it cannot.
fn stays(draft: &DraftPlan<'_>, n: usize, at: usize, part: &Part) -> Option<&'static str> {
    let turn = draft.turn(n)?;
    match part {
        part if draft.plan(n)?.visible(at, part).is_some_and(|text| text.text.is_blank()) => {
            Some("the API refuses a text block without text")
        }
        Part::Media(block) if foreign::media(block).is_none() => Some("this wire has no block for it"),
        Part::Result(result) => {
            let id = draft.plan(n).and_then(|plan| plan.id(at)).or(result.call.as_ref());
            id.is_none_or(Literal::is_empty).then_some("it names no call")
        }
        Part::Reasoning(carrier) if thought(carrier, TEXT, false).is_none() => {
            Some("what it seals is no base64, and this wire takes nothing else")
        }
        Part::Opaque(block) if !foreign::is_block(block.payload.get()) => {
            Some("it is no block: this wire knows one by its only member")
        }
        Part::Opaque(_) if turn.breaks_off_in(at) => Some("the reply was cut before it was finished"),
        _ => None,
    }
}

/// True where the route reads signed thoughts alone.
fn signs(draft: &DraftPlan<'_>) -> bool {
    let reads = draft.scene().policy.reads.rule.reads.as_ref();
    let mut slots = reads.into_iter().flat_map(|reads| reads.slots.iter()).filter(|slot| slot.kind == *THINKING);
    slots.clone().next().is_some() && slots.all(|slot| slot.place == Place::Parts && !slot.unsigned)
}

/// Messages that stay as a whole.
fn whole(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn) {
    let speaks = |(at, part): (usize, &Part)| match part {
        Part::Reasoning(_) => false,
        Part::Opaque(block) if json::member(block.payload.get(), MARKER).is_some() => false,
        _ => draft.sends(n, at),
    };
    let says = turn.parts.iter().enumerate().any(speaks);
    match turn.role {
        // `This model does not support assistant message prefill`, also where the conversation goes on behind it:
        // https://github.com/NousResearch/hermes-agent/issues/105780
        Role::Assistant if !says => {
            draft.withhold_turn(
                n,
                "nothing is left but thoughts, and a message of thoughts alone is taken for a prefill",
            );
        }
        Role::Assistant if opens(draft, n) => {
            draft.withhold_turn(n, "a conversation on this wire begins with a person's word");
        }
        Role::Assistant if signs(draft) => asked::end(draft, n, turn),
        Role::Assistant => {}
        _ if !says => draft.withhold_turn(n, "the API refuses a message without content"),
        _ => {}
    }
}

/// True where nothing but instructions goes before the turn.
fn opens(draft: &DraftPlan<'_>, n: usize) -> bool {
    let goes = |n: &usize| draft.goes(*n);
    (0..n).filter(goes).all(|n| draft.turn(n).is_some_and(instructs))
}

/// Notes what is left out of what goes.
fn say(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn, beside: Beside, adopted: bool) {
    if adopted && instructs(turn) && !opens(draft, n) {
        draft.note(n, "instructions", "this wire has a place for them at the start alone: they go as a person's word");
    }
    let callers = if turn.role == Role::Assistant { &vec![] } else { &turn.extras };
    let goes = |n: &usize| draft.goes(*n);
    let before = (0..n).rev().find(goes).and_then(|n| draft.turn(n)).filter(|before| !instructs(before));
    match beside {
        _ if callers.is_empty() => {}
        Beside::Nothing => draft.note(n, "members of the message", "another wire's, and unknown to this one"),
        _ if before.is_some_and(|before| joins(before, turn)) => {
            draft.note(n, "members of the message", "it is one with the message before, whose own go");
        }
        _ => {}
    }
    let status = STATUS.takes(&draft.scene().route.model);
    let stay =
        |extras: &Extras, fields: &[&str]| extras.iter().any(|(key, _)| !foreign::lets(beside, key.as_str(), fields));
    for (at, part) in turn.parts.iter().enumerate().filter(|(at, _)| draft.sends(n, *at)).collect::<Vec<_>>() {
        let left = match part {
            Part::Text(Text { extras, .. }) => {
                extras.iter().any(|(key, _)| *key != CITATIONS || beside == Beside::Nothing)
            }
            Part::Call(ToolCall { extras, .. }) => stay(extras, CALL),
            Part::Result(ToolResult { extras, .. }) if fails(extras) && status => false,
            Part::Result(ToolResult { extras, .. }) => stay(extras, RESULT),
            _ => false,
        };
        if left {
            draft.note(n, format!("members of part {at}"), "this wire has no place for them");
        }
        if let Part::Result(result) = part {
            let lost = foreign::answer(result.content.as_ref()).1;
            if lost > 0 {
                draft.note(n, format!("{lost} pieces of part {at}"), "this wire has no block for them");
            }
        }
    }
}

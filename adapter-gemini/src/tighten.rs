//! What this wire cannot take, and what it demands: decided before it is written, each with its reason in the plan.
//!
//! Never invents a signature: where one is demanded that nobody has, what goes says itself that it is none.
use crate::{
    asked::{Asked, Open, calls, takes_ids},
    foreign::{self, is_shapeless, own_name, units},
    lent,
    render::instructs,
    table::{FROM_THIRD, SIGNATURE, STAND_IN},
};
use std::borrow::Cow;
use throughline_core::{At, Beside, DraftPlan, Extras, Key, Literal, Part, Role, Scope, ToolCall, ToolResult, Turn};

pub(crate) fn draft(draft: &mut DraftPlan<'_>) {
    let scene = *draft.scene();
    let adopted = scene.request.api != scene.route.api;
    let fresh = draft.fresh();
    let start = (0..fresh.start).rev().find(|n| draft.turn(*n).is_some_and(calls));
    let mut open = Open::default();
    for n in start.unwrap_or(fresh.start)..fresh.end {
        let Some(turn) = draft.turn(n) else { continue };
        let asked = open.meet(turn, scene.route);
        if !fresh.contains(&n) {
            continue;
        }
        let beside = Beside::of(turn, scene.route, adopted);
        for (at, part) in turn.parts.iter().enumerate() {
            once(draft, n, at, part);
            let asked = asked.get(at).and_then(Option::as_ref);
            match (stays(draft, n, at, part, asked), part) {
                (Some(why), Part::Reasoning(_)) => draft.withhold(n, At::Part(at, 0), why),
                (Some(why), _) => draft.withhold_part(n, at, why),
                (None, Part::Call(call)) if !takes_ids(turn, scene.route) => forget(draft, n, at, call.id.as_ref()),
                (None, Part::Result(result)) => answer(draft, n, at, result, asked, beside),
                (None, _) => {}
            }
        }
        match turn.role {
            Role::Assistant => stand_in(draft, n, turn),
            _ if (0..turn.parts.len()).all(|at| !draft.sends(n, at)) => {
                draft.withhold_turn(n, "the API refuses a content without parts");
            }
            _ if instructs(turn) && n > 0 && !opens(draft, n) => {
                draft.note(
                    n,
                    "instructions",
                    "this wire has a place for them at the start alone: they go as a person's word",
                );
            }
            _ => {}
        }
        say(draft, n, turn, beside);
    }
}

fn carries(draft: &DraftPlan<'_>, n: usize, at: At) -> bool {
    draft.plan(n).is_some_and(|plan| plan.carries(at))
}

/// True where nothing but instructions stands before the turn.
fn opens(draft: &DraftPlan<'_>, n: usize) -> bool {
    (0..n).all(|n| draft.turn(n).is_some_and(instructs))
}

/// The signatures of a part that are to go.
fn signatures(draft: &DraftPlan<'_>, n: usize, at: usize, part: &Part) -> Vec<At> {
    let all = part.carriers().enumerate().filter(|(_, carrier)| lent::signs(carrier));
    all.map(|(m, _)| At::Part(at, m)).filter(|place| carries(draft, n, *place)).collect()
}

/// A part has one signature: the latest.
fn once(draft: &mut DraftPlan<'_>, n: usize, at: usize, part: &Part) {
    let mut all = signatures(draft, n, at, part);
    all.pop();
    for earlier in all {
        draft.withhold(n, earlier, "a later one stands on the same part");
    }
}

/// Why a part cannot go, where it cannot.
fn stays(draft: &DraftPlan<'_>, n: usize, at: usize, part: &Part, asked: Option<&Asked>) -> Option<&'static str> {
    match part {
        part if draft.plan(n)?.visible(at, part).is_some_and(|text| text.text.is_empty())
            && signatures(draft, n, at, part).is_empty() =>
        {
            Some("the API refuses an empty text that nothing signs")
        }
        Part::Media(block) if foreign::media(block).is_none() => Some("this wire has no part for it"),
        Part::Call(call) if call.arguments.object().is_none() => {
            Some("its arguments are no JSON object, and this wire takes nothing else")
        }
        Part::Result(_) if asked.is_some_and(|asked| !asked.travels) => {
            Some("the call that it answers does not travel")
        }
        Part::Result(result) if asked.is_none() && own_name(&result.extras).is_none() => {
            Some("it answers no call, and this wire asks for the name of one")
        }
        part if is_shapeless(part) => Some("it is no part: this wire knows objects alone"),
        _ => None,
    }
}

/// An answer says the name of its call, and the id where the call does.
fn answer(draft: &mut DraftPlan<'_>, n: usize, at: usize, result: &ToolResult, asked: Option<&Asked>, beside: Beside) {
    let own = own_name(&result.extras);
    if let Some(asked) = asked.filter(|asked| (asked.named || own.is_none()) && own.as_ref() != Some(&asked.name)) {
        draft.name(n, at, asked.name.clone());
    }
    if let Some(id) = asked.and_then(|asked| asked.id.clone()).filter(|_| units(result.call.as_ref()).is_none()) {
        return draft.rewrite_id(n, at, id, "the answer goes with the id of its call");
    }
    let takes = FROM_THIRD.takes(&draft.scene().route.model) || beside == Beside::All;
    if !asked.map_or(takes, |asked| asked.id.is_some()) {
        forget(draft, n, at, result.call.as_ref());
    }
}

fn forget(draft: &mut DraftPlan<'_>, n: usize, at: usize, id: Option<&Literal>) {
    if id.is_some_and(|id| !id.is_empty()) {
        draft.rewrite_id(n, at, Literal::of(""), "left out: this generation of models is not known to take ids");
    }
}

/// Where the first call of a step must be signed and is not, the documented string goes; where the host still asked for more, on every
/// call that is not signed.
fn stand_in(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn) {
    let (scene, key) = (*draft.scene(), Key::new(SIGNATURE));
    let row = scene.policy.required.as_ref().and_then(|entry| entry.rule.required.as_ref());
    let row = row.filter(|needs| needs.field == key);
    let refused = row.is_none() && scene.memory.refuses(scene.route, scene.upstream(), &key);
    let asked = scene.memory.requires(scene.route, &key).or(row.map(|needs| needs.scope)).filter(|_| !refused);
    let Some(scope) = asked else { return };
    let text = row.map_or(Cow::Borrowed(STAND_IN), |needs| needs.placeholder.clone());
    let sent = turn.parts.iter().enumerate().filter(|(at, part)| matches!(part, Part::Call(_)) && draft.sends(n, *at));
    let first = usize::from(!goes_on(draft, n));
    let calls = sent.take(if scope == Scope::All { usize::MAX } else { first });
    let bare = calls.filter(|(at, part)| signatures(draft, n, *at, part).is_empty());
    for at in bare.map(|(at, _)| at).collect::<Vec<_>>() {
        draft.pad(n, at, &key, text.clone());
    }
}

/// True where the step began in an earlier turn: a client may cut one reply into several.
pub(crate) fn goes_on(draft: &DraftPlan<'_>, n: usize) -> bool {
    let sent = (0..n).rev().filter(|n| draft.plan(*n).is_some_and(|plan| plan.whole().is_none()));
    let turns = sent.filter_map(|n| Some((n, draft.turn(n)?)));
    turns.take_while(|(_, turn)| turn.role == Role::Assistant).any(|(n, turn)| {
        turn.parts.iter().enumerate().any(|(at, part)| matches!(part, Part::Call(_)) && draft.sends(n, at))
    })
}

/// Notes what is left out of what goes.
fn say(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn, beside: Beside) {
    let stay =
        |extras: &Extras, fields: &[&str]| extras.iter().any(|(key, _)| !foreign::lets(beside, key.as_str(), fields));
    let callers = if turn.role == Role::Assistant { &vec![] } else { &turn.extras };
    if beside == Beside::Nothing && !callers.is_empty() {
        draft.note(n, "members of the message", "another wire's, and unknown to this one");
    }
    for (at, part) in turn.parts.iter().enumerate().filter(|(at, _)| draft.sends(n, *at)).collect::<Vec<_>>() {
        let left = match part {
            Part::Text(text) => stay(&text.extras, &[]),
            Part::Call(ToolCall { extras, inner, .. }) => stay(extras, &[]) || stay(inner, &[]),
            Part::Result(ToolResult { extras, .. }) => stay(extras, &[]),
            _ => false,
        };
        if left {
            let why = match beside {
                Beside::All => "they have the name of a signature, and beside the one that goes the API takes no other",
                _ => "another host's, and unknown to this one",
            };
            draft.note(n, format!("members of part {at}"), why);
        }
        if let Part::Result(result) = part {
            let lost = foreign::answer(result, draft.scene().route).lost;
            if lost > 0 {
                draft.note(n, format!("{lost} pieces of part {at}"), "this wire has no part for them");
            }
        }
        if turn.role != Role::Assistant && part.carriers().next().is_some() {
            draft.note(n, format!("a signature on part {at}"), "no model says what a person says");
        }
    }
}

//! What this wire has no place for stays, and what it demands on a call is asked for.
use super::table::EFFORT;
use crate::{
    table::{EXTRA, SIGNATURE, SIGNED, STAND_IN},
    tighten::goes_on,
};
use serde_json::value::RawValue;
use throughline_core::{At, DraftPlan, Key, Part, Role, Scope, Turn, json};

/// Withholds seals that have no place, pads calls that must be signed, and notes what the host will refuse.
pub(super) fn draft(draft: &mut DraftPlan<'_>) {
    effort(draft);
    for n in draft.fresh() {
        let Some(turn) = draft.turn(n).filter(|turn| turn.role == Role::Assistant) else { continue };
        seals(draft, n, turn);
        stand_in(draft, n, turn);
    }
}

/// The host answers 400 to both ways of saying how much to think. They are the caller's: neither is taken away.
fn effort(draft: &mut DraftPlan<'_>) {
    let (request, (word, (member, path))) = (draft.scene().request, EFFORT);
    let step = |json, step: &&str| json::member(json, step).map(RawValue::get);
    let config = request.get(member).and_then(|value| path.iter().try_fold(value.get(), step));
    if request.get(word).is_some() && config.is_some() {
        draft.note(0, format!("request member `{word}`"), "the host refuses it beside a thinking_config");
    }
}

/// Gemini's own wire signs any part, this one the message and its calls: of signed texts the last stands for the message.
fn seals(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn) {
    let Some(plan) = draft.plan(n) else { return };
    let signed = turn.carriers().filter(|(at, carrier)| carrier.kind == *SIGNATURE && plan.carries(*at));
    let sent: Vec<At> = signed.map(|(at, _)| at).collect();
    let part = |at: &At| if let At::Part(p, _) = at { turn.parts.get(*p) } else { None };
    let taken = plan.fields().any(|(key, _)| *key == *EXTRA);
    let is_text = |at: &&At| part(at).is_some_and(|part| part.visible().is_some());
    let last = sent.iter().rfind(is_text).filter(|_| !taken).copied();
    for at in &sent {
        if Some(*at) != last && !matches!(part(at), Some(Part::Call(_))) {
            draft.withhold(n, *at, "this wire signs the message and its calls, and nothing else");
        }
    }
}

/// Where the first call of a step must be signed and is not, the documented string says so; where the host still asked for more, on every
/// call that is not signed.
fn stand_in(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn) {
    let (scene, key) = (*draft.scene(), Key::new(SIGNED));
    let row = scene.policy.required.as_ref().and_then(|entry| entry.rule.required.as_ref());
    let row = row.filter(|needs| needs.field == key);
    let asked = scene.memory.requires(scene.route, &key).or(row.map(|needs| needs.scope));
    let (Some(scope), Some(plan)) = (asked, draft.plan(n)) else { return };
    let first = if scope == Scope::All { usize::MAX } else { usize::from(!goes_on(draft, n)) };
    let sent = turn.parts.iter().enumerate().filter(|(p, part)| matches!(part, Part::Call(_)) && plan.sends(*p));
    let bare = |p: usize, part: &Part| !(0..part.carriers().count()).any(|m| plan.carries(At::Part(p, m)));
    let bare: Vec<usize> = sent.take(first).filter(|(p, part)| bare(*p, part)).map(|(p, _)| p).collect();
    for p in bare {
        draft.pad(n, p, &key, row.map_or(STAND_IN.into(), |needs| needs.placeholder.clone()));
    }
}

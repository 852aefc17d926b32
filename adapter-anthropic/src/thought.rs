//! What becomes of a turn's thinking once it is known what else of the turn goes.
//!
//! Never makes text of a thought, and never leaves a seal on a turn that is not the one it was made for.
use crate::{asked, table::THINKING};
use throughline_core::{At, DraftPlan, Key, Part, Scope, Turn, TurnPlan, Value};

/// Decides about the thinking of the n-th turn.
pub(crate) fn settle(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn) {
    asked::unseal(draft, n, turn);
    hush(draft, n, turn);
    asked::end(draft, n, turn);
    fill(draft, n, turn);
}

/// Blank thinking is none, what is no string is no thought, and a call that stays demands none.
fn hush(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn) {
    let key = Key::new(THINKING.0);
    let scene = *draft.scene();
    let says = |at: &At| turn.carrier(*at).is_some_and(|carrier| !carrier.is_blank());
    let Some(plan) = draft.plan(n) else { return };
    let asked = || scene.memory.requires(scene.route, &key) == Some(Scope::All) || calls(plan, turn);
    let spoken = plan.fields().find(|(name, _)| **name == key).map(|(_, value)| match value {
        Value::Text(places) => places.iter().any(says),
        Value::Whole(at) => says(at) && turn.carrier(*at).is_some_and(|carrier| carrier.payload.get().starts_with('"')),
        Value::Placeholder(_) => asked(),
        _ => true,
    });
    if spoken == Some(false) {
        draft.drop_field(n, &key, "it says nothing");
    }
}

/// True where a call of the turn goes.
fn calls(plan: &TurnPlan, turn: &Turn) -> bool {
    turn.parts.iter().enumerate().any(|(at, part)| matches!(part, Part::Call(_)) && plan.sends(at))
}

/// A thought that is demanded and that does not go after all leaves its place to what stands for none.
fn fill(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn) {
    let needs = draft.scene().policy.required.as_ref().and_then(|entry| entry.rule.required.clone());
    let Some(needs) = needs.filter(|needs| needs.field == Key::new(THINKING.0)) else { return };
    let Some(plan) = draft.plan(n) else { return };
    let thinks = |(at, part): (usize, &Part)| matches!(part, Part::Reasoning(_)) && plan.carries(At::Part(at, 0));
    if calls(plan, turn) && !turn.parts.iter().enumerate().any(thinks) {
        draft.placeholder(n, &needs.field, needs.placeholder, "the route demands it, and what there was stays");
    }
}

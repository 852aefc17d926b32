//! What this wire cannot take, decided before it is written, each with its reason in the plan.
//!
//! Never invents what is missing: what cannot go stays.
use crate::render::answer;
use throughline_core::{Beside, DraftPlan, Part, Role};

pub(crate) fn draft(draft: &mut DraftPlan<'_>) {
    let scene = *draft.scene();
    for n in draft.fresh() {
        let Some(turn) = draft.turn(n) else { continue };
        for (at, part) in turn.parts.iter().enumerate() {
            match part {
                Part::Media(_) | Part::Opaque(_) => draft.withhold_part(n, at, "messages of this wire hold text alone"),
                Part::Result(result) if answer(result.content.as_ref()).1 > 0 => {
                    draft.note(n, format!("pieces of part {at}"), "an answer is text on this wire");
                }
                _ => {}
            }
        }
        let sends = |at| draft.plan(n).is_some_and(|plan| plan.sends(at));
        if turn.role != Role::Assistant && !turn.parts.is_empty() && !(0..turn.parts.len()).any(sends) {
            draft.withhold_turn(n, "nothing is left of it");
        }
        let home = Beside::of(turn, scene.route, scene.request.api != scene.route.api) == Beside::All;
        // Which members of the model's own message go is said by the row.
        let mut strange = if turn.role == Role::Assistant { 0 } else { turn.extras.len() };
        let mut homeless = 0;
        for part in &turn.parts {
            match part {
                Part::Text(text) => homeless += text.extras.len(),
                Part::Call(call) => {
                    strange += call.extras.len();
                    homeless += call.inner.len();
                }
                Part::Result(result) => strange += result.extras.len(),
                _ => {}
            }
        }
        if !home && strange > 0 {
            draft.note(n, "members of the message and its parts", "another host's, and unknown to this one");
        }
        if homeless > 0 {
            draft.note(n, "members of its texts and functions", "they have no place on this wire");
        }
    }
}

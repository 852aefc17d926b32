//! What this wire cannot say, or a row does not list, stays with a reason.
use super::{
    bare,
    dialect::{Dialect, Holds},
    entries, foreign,
    write::{is_other, is_own, lists},
};
use throughline_core::{At, Checkpoint, DraftPlan, Part, Role, Turn, json::Extras};

impl Dialect {
    /// Withholds what this wire cannot say.
    pub fn tighten(&self, draft: &mut DraftPlan<'_>) {
        for n in draft.fresh() {
            let Some(turn) = draft.turn(n) else { continue };
            self.hollow(draft, n, turn);
            self.misplaced(draft, n, turn);
            for (place, part) in turn.parts.iter().enumerate() {
                limit(draft, n, turn, place, part);
            }
        }
    }
    /// An entry that lost its blob.
    fn hollow(&self, draft: &mut DraftPlan<'_>, n: usize, turn: &Turn) {
        for field in self.message.iter().filter(|field| field.holds == Holds::Entries) {
            for (place, carrier) in turn.carriers.iter().enumerate() {
                if carrier.kind == *field.kind && entries::is_hollow(carrier.payload.get()) {
                    draft.withhold(n, At::Message(place), "a sealed entry without its data");
                }
            }
        }
    }
}

impl Dialect {
    /// A reasoning field on a message that is not the model's is nobody's thought: no host defines it there.
    fn misplaced(&self, draft: &mut DraftPlan<'_>, n: usize, turn: &Turn) {
        for (place, (key, _)) in turn.extras.iter().enumerate() {
            if turn.role != Role::Assistant && self.message.iter().any(|field| *key == *field.key) {
                draft.withhold_extra(n, place, "a reasoning field on a message that is not the model's");
            }
        }
    }
}

fn limit(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn, place: usize, part: &Part) {
    let route = draft.scene().route;
    let own = is_own(turn, route, draft.scene().request.api != route.api);
    let away = bare::is_away(turn, route);
    match part {
        Part::Media(block)
            if block.api != route.api && (turn.role != Role::User || foreign::media(block.payload.get()).is_none()) =>
        {
            draft.withhold_part(n, place, "a medium that chat completions cannot say");
        }
        Part::Media(block) if block.api == route.api && away => {
            bare::media(block.payload.get(), &mut |key| stays(draft, n, "medium", key, AWAY));
        }
        // A host that leads to many models knows a chunk only where the same one is asked again.
        Part::Opaque(_) if turn.origin.as_ref().is_some_and(|origin| origin.model != route.model) => {
            draft.withhold_part(n, place, "a chunk that only the model that wrote it knows");
        }
        Part::Text(text) | Part::Checkpoint(Checkpoint { text: Some(text), .. }) if own && away => {
            left(draft, n, "text", &text.extras, AWAY);
        }
        Part::Text(text) | Part::Checkpoint(Checkpoint { text: Some(text), .. }) if !own => {
            left(draft, n, "text", &text.extras, "it is another wire's");
        }
        Part::Result(result) => left(draft, n, "tool result", &result.extras, "it is another wire's"),
        Part::Call(call) if !is_other(call) => {
            let policy = draft.scene().policy;
            let unlisted =
                |extras: &Extras| extras.iter().filter(|(key, _)| !lists(policy, key.as_str())).cloned().collect();
            let (extras, inner): (Extras, Extras) = (unlisted(&call.extras), unlisted(&call.inner));
            left(draft, n, "tool call", &extras, "the row does not list it");
            left(draft, n, "function", &inner, "the row does not list it");
        }
        Part::Call(call) if away => {
            bare::call(call, &mut vec![], &mut |key| stays(draft, n, "tool call", key, AWAY));
        }
        _ => {}
    }
}

const AWAY: &str = "only its own host knows it";

/// Notes members that stay.
fn left(draft: &mut DraftPlan<'_>, n: usize, of: &str, members: &Extras, why: &'static str) {
    for (key, _) in members {
        stays(draft, n, of, key.as_str(), why);
    }
}

fn stays(draft: &mut DraftPlan<'_>, n: usize, of: &str, member: &str, why: &'static str) {
    draft.note(n, format!("{of} member `{member}`"), why);
}

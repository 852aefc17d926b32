//! What becomes of decisions when an adapter takes something away: whatever stood on it goes too, and what a route demands does not.
//!
//! Never releases what was withheld.
use super::{Because, Fate, Reason, Scene, TurnPlan, Value, decide::Turned};
use crate::{At, Checkpoint, Key, Part, Role, Text, Turn};

/// After the adapter tightened: fields that lost what they stand on go, and a message with nothing left goes whole.
pub(super) fn settle(scene: &Scene<'_>, n: usize, plan: &mut TurnPlan) {
    let Some(turn) = scene.history.turns().get(n) else { return };
    let row = &scene.policy.reads;
    let slots = row.rule.reads.as_ref().map_or(&[][..], |reads| &reads.slots);
    for slot in slots.iter().filter(|slot| slot.with.is_some()) {
        let Some(with) = &slot.with else { continue };
        if !plan.fields.iter().any(|(key, _, _)| key == with) {
            plan.drop_field(&slot.key, Because::new(row, Reason::Alone(with.clone())));
        }
    }
    // A signature stays with the part that it stands on.
    for (at, fate, why) in &mut plan.fates {
        let stays = |part: usize| plan.withheld.iter().find(|(n, _)| *n == part);
        if let (At::Part(part, _), Fate::Sent(_)) = (*at, &*fate)
            && let Some((_, because)) = stays(part)
        {
            (*fate, *why) = (Fate::Withheld, because.clone());
        }
    }
    let mut pads = std::mem::take(&mut plan.pads);
    pads.retain(|pad| plan.sends(pad.part));
    plan.pads = pads;
    if turn.role == Role::Assistant && plan.whole.is_none() && plan.fields.is_empty() && !says_anything(turn, plan) {
        plan.whole = Some(Because::new(row, Reason::Empty));
    }
}

/// After a carrier stayed: a field that the route demands, and that went with it, holds its placeholder.
pub(super) fn refill(scene: &Scene<'_>, n: usize, plan: &mut TurnPlan) {
    let turn = scene.history.turns().get(n).filter(|turn| turn.role == Role::Assistant);
    let (Some(turn), Some(reads)) = (turn, &scene.policy.reads.rule.reads) else { return };
    let mut again = Turned::of(scene, turn, false, std::mem::take(plan));
    again.required(reads);
    *plan = again.plan;
}

fn says_anything(turn: &Turn, plan: &TurnPlan) -> bool {
    turn.parts.iter().enumerate().any(|(n, part)| {
        plan.sends(n)
            && match part {
                Part::Text(Text { text, .. }) | Part::Checkpoint(Checkpoint { text: Some(Text { text, .. }), .. }) => {
                    !text.is_empty() || (0..part.carriers().count()).any(|m| plan.carries(At::Part(n, m)))
                }
                _ => true,
            }
    }) || !plan.extras.is_empty()
}

impl TurnPlan {
    /// Keeps a carrier at home.
    pub(super) fn keep(&mut self, turn: &Turn, at: At, because: Because) {
        for (place, fate, why) in &mut self.fates {
            if *place == at && *fate != Fate::Withheld {
                (*fate, *why) = (Fate::Withheld, because.clone());
            }
        }
        for (_, value, _) in &mut self.fields {
            match value {
                Value::Entries(places) | Value::Text(places) => places.retain(|place| *place != at),
                Value::Whole(place) if *place == at => *value = Value::Entries(vec![]),
                _ => {}
            }
        }
        let is_lost =
            |value: &Value| matches!(value, Value::Entries(places) | Value::Text(places) if places.is_empty());
        self.fields.retain(|(_, value, _)| !is_lost(value));
        if let At::Part(part, 0) = at
            && turn.parts.get(part).is_some_and(Part::is_bare)
        {
            self.withhold(part, because);
        }
    }
    /// Takes a field away; its carriers are then withheld unless they also go elsewhere.
    pub(super) fn drop_field(&mut self, key: &Key, because: Because) {
        self.fields.retain(|(name, _, _)| name != key);
        for (at, fate, why) in &mut self.fates {
            if matches!(fate, Fate::Sent(name) | Fate::Text(name) if name == key) {
                (*fate, *why) = elsewhere(&self.fields, *at).unwrap_or((Fate::Withheld, because.clone()));
            }
        }
    }
    /// Takes an entry out of its list; it is then withheld unless its text also goes elsewhere.
    pub(super) fn unlist(&mut self, at: At, because: Because) {
        for (_, value, _) in &mut self.fields {
            if let Value::Entries(places) = value {
                places.retain(|place| *place != at);
            }
        }
        self.fields.retain(|(_, value, _)| !matches!(value, Value::Entries(places) if places.is_empty()));
        for (_, fate, why) in self.fates.iter_mut().filter(|(place, fate, _)| *place == at && *fate != Fate::Withheld) {
            (*fate, *why) = elsewhere(&self.fields, at).unwrap_or((Fate::Withheld, because.clone()));
        }
    }
}

/// What becomes of a carrier by the fields there are.
fn elsewhere(fields: &[(Key, Value, Because)], at: At) -> Option<(Fate, Because)> {
    let holds = |value: &Value| match value {
        Value::Whole(place) => *place == at,
        Value::Entries(places) | Value::Text(places) => places.contains(&at),
        Value::Placeholder(_) | Value::Empty(_) => false,
    };
    let (key, value, because) = fields.iter().find(|(_, value, _)| holds(value))?;
    let fate = if matches!(value, Value::Text(_)) { Fate::Text(key.clone()) } else { Fate::Sent(key.clone()) };
    Some((fate, because.clone()))
}

#[cfg(test)]
mod tests {
    use super::super::{
        DraftPlan, Fragments, decide,
        tests::{call, from, route, rules, text},
    };
    use super::*;
    use crate::{Api, History, Part, RejectionMemory, Request};

    /// The fields of a turn whose only thought the adapter keeps at home.
    fn fields(provider: &str, said: Part) -> Vec<(String, bool)> {
        let (route, request, rules, memory) =
            (route(provider), Request::new(Api::CHAT), rules(), RejectionMemory::new());
        let policy = rules.find(&route).unwrap();
        let history: History = [from("x", vec![text("reasoning_content", "why")], vec![said])].into_iter().collect();
        let scene = Scene { route: &route, policy: &policy, request: &request, history: &history, memory: &memory };
        let (mut fragments, mut drafts) = (Fragments::new(), vec![decide::turn(&scene, 0, 0)]);
        assert_eq!(drafts[0].fields.len(), 1);
        DraftPlan::new(scene, 0, &mut drafts, &mut fragments).withhold(0, At::Message(0), "a test");
        let field = |(key, value, _): &(Key, Value, _)| (key.to_string(), matches!(value, Value::Placeholder(_)));
        drafts[0].fields.iter().map(field).collect()
    }

    #[test]
    fn what_a_route_demands_stays_when_the_thought_in_it_does() {
        assert_eq!(fields("must", call("c")), [("reasoning_content".to_owned(), true)]);
        assert_eq!(fields("must", Part::text("hi")), [], "the route demands it beside calls alone");
        assert_eq!(fields("echo", call("c")), []);
    }
}

//! Retry once, as a type: a first attempt that is refused becomes a last one, and a last one has no way on.
mod seals;

use crate::{
    Fragments, Key, Plan, ReasoningCarrier, RejectionMemory, Route, Scene, Scope, Taught, Turn, Value, plan,
    verdict::Verdict,
};
use std::{collections::HashSet, marker::PhantomData};

/// The first attempt of a request.
#[derive(Debug)]
pub enum First {}
/// The last one.
#[derive(Debug)]
pub enum Last {}

/// One attempt of a request, with the memory that it is planned under.
///
/// ```compile_fail
/// # use throughline_core::*;
/// fn third(last: Attempt<Last>, verdict: &verdict::Verdict, plan: &Plan<'_>, memory: &mut RejectionMemory, adapter: &dyn ReasoningCarrier) {
///     let _ = last.refused(verdict, plan, memory, adapter); // a last attempt has no such method
/// }
/// ```
#[derive(Debug)]
pub struct Attempt<S> {
    memory: RejectionMemory,
    state: PhantomData<S>,
}

impl<S> Attempt<S> {
    /// What to plan this attempt under: what was learned, and what this attempt alone leaves out besides.
    pub fn memory(&self) -> &RejectionMemory {
        &self.memory
    }
    /// Says of the thinking of a reply under which prefix it was minted: what was sent, less what the reply says was dropped of it. That
    /// is remembered in `memory`. `scene` and `fragments` are those of the request.
    pub fn answered(
        &self,
        reply: &mut Turn,
        scene: Scene<'_>,
        fragments: &mut Fragments,
        memory: &mut RejectionMemory,
        adapter: &dyn ReasoningCarrier,
    ) {
        if scene.policy.reads.rule.reads.as_ref().is_none_or(|reads| reads.bound.is_none()) {
            return;
        }
        let (mut digest, dropped) = {
            let plan = plan(adapter, Scene { memory: &self.memory, ..scene }, fragments);
            let named: HashSet<_> = adapter.dropped(&plan, reply).into_iter().collect();
            let mut dropped = if named.is_empty() { vec![] } else { seals::sealed(&plan) };
            dropped.retain(|(here, _)| named.contains(here));
            (plan.digest(), dropped)
        };
        if !dropped.is_empty() {
            // What stands behind one that stays has another prefix than it was sent behind: as if the route could read none of them.
            let mut without = self.memory.clone();
            for (_, seal) in &dropped {
                without.learn(scene.route, None, Taught::Dead(seal.clone()));
            }
            let plan = plan(adapter, Scene { memory: &without, ..scene }, &mut Fragments::new());
            for ((turn, _), seal) in &dropped {
                if let Some(prefix) = plan.digest_at(*turn) {
                    memory.learn(scene.route, None, Taught::Dropped(seal.clone(), prefix));
                }
            }
            digest = plan.digest();
        }
        if let Some(digest) = digest {
            reply.bind(&digest);
        }
    }
}

impl Attempt<First> {
    /// A first attempt.
    pub fn new(memory: &RejectionMemory) -> Self {
        Self { memory: memory.clone(), state: PhantomData }
    }
    /// Learns from a refusal. A last attempt, where something was learned that changes the request.
    ///
    /// What was named is recorded in `memory`. The last attempt also leaves out aliases of the same text that the route has not accepted
    /// before, without recording them.
    pub fn refused(
        self,
        verdict: &Verdict,
        plan: &Plan<'_>,
        memory: &mut RejectionMemory,
        adapter: &dyn ReasoningCarrier,
    ) -> Option<Attempt<Last>> {
        let route = plan.route;
        let upstream = plan.upstream();
        let learned = match verdict {
            Verdict::UnknownField { fields } => {
                let mut any = false;
                for field in fields.iter().filter(|field| !is_required(plan, field)) {
                    any |= memory.learn(route, upstream, Taught::Refuses(field.clone()));
                }
                any
            }
            Verdict::MissingField { field } => require(plan, memory, field),
            // What was made behind a seal is bound to it, where anything is.
            Verdict::BadSignature { places } => seals::bury(plan, memory, adapter, places, plan.is_bound()),
            Verdict::PrefixBound { .. } if plan.wants_refusal() => false,
            Verdict::PrefixBound { place: Some(spot) } if plan.is_bound() => seals::part(plan, memory, adapter, *spot),
            Verdict::PrefixBound { place } => seals::bury(plan, memory, adapter, place.as_slice(), true),
            Verdict::Frozen { place } => seals::thaw(plan, memory, adapter, *place),
            Verdict::Unreadable { fields } => seals::unreadable(plan, memory, fields),
            Verdict::WrongIssuer => seals::bury(plan, memory, adapter, &[], false),
            _ => false,
        };
        if !learned {
            return None;
        }
        let mut mine = memory.clone();
        if let Verdict::UnknownField { fields } = verdict {
            for alias in aliases(plan, memory, route, fields) {
                mine.learn(route, upstream, Taught::Refuses(alias));
            }
        }
        Some(Attempt { memory: mine, state: PhantomData })
    }
}

fn is_required(plan: &Plan<'_>, field: &Key) -> bool {
    let row = plan.policy.required.as_ref().and_then(|entry| entry.rule.required.as_ref());
    row.is_some_and(|needs| needs.field == *field)
}

/// A field that is missing is asked for on tool turns; where it was asked for there already, on all of the model's turns.
fn require(plan: &Plan<'_>, memory: &mut RejectionMemory, field: &Key) -> bool {
    let slots = || plan.policy.reads.rule.reads.iter().flat_map(|reads| reads.slots.iter());
    // A wire may have the member inside another one: then the kind is called like it.
    let kinds = || slots().map(|slot| Key::from(slot.kind.as_str().to_owned()));
    let names = slots().map(|slot| slot.key.clone()).chain(kinds());
    let Some(field) = &names.into_iter().find(|name| spells(name, field)) else { return false };
    let known = memory.requires(plan.route, field).is_some() || is_required(plan, field);
    memory.requires(plan.route, field) != Some(Scope::All)
        && memory.learn(plan.route, None, Taught::Requires(field.clone(), known))
}

/// True where both are one name: hosts of protobuf read `thoughtSignature` and say `thought_signature`.
fn spells(a: &Key, b: &Key) -> bool {
    let letters = |key: &Key| key.as_str().replace('_', "").to_ascii_lowercase();
    letters(a) == letters(b)
}

/// Other fields that hold the text of a named one, and that the route has not accepted before. `reasoning_content`, the field that most
/// hosts read, goes with no other.
fn aliases(plan: &Plan<'_>, memory: &RejectionMemory, route: &Route, named: &[Key]) -> Vec<Key> {
    let mut found: Vec<Key> = vec![];
    for (turn, decided) in plan.sent(0..plan.len()) {
        let holds = |key: &Key| decided.fields().any(|(name, _)| name == key);
        if !named.iter().any(holds) {
            continue;
        }
        let text_only = |value: &Value| match value {
            Value::Whole(at) => turn.carrier(*at).is_some_and(|carrier| !carrier.sealed),
            Value::Entries(places) => places.iter().all(|at| turn.carrier(*at).is_some_and(|carrier| !carrier.sealed)),
            Value::Text(_) => true,
            Value::Placeholder(_) | Value::Empty(_) => false,
        };
        for (key, value) in decided.fields() {
            let base = *key == "reasoning_content";
            if !base && !named.contains(key) && !found.contains(key) && text_only(value) && !memory.accepts(route, key)
            {
                found.push(key.clone());
            }
        }
    }
    found
}

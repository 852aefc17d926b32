//! What the last request of a session knew: its turns, their decisions, and the bytes of its messages.
//!
//! The next request keeps everything up to the first turn that changed, and pays for the rest alone. Kept by the caller; dropping it
//! costs time and changes no byte.
use super::{Scene, TurnPlan, bound::Binding, prefix::Link};
use crate::{Part, Policy, Role, Route, Taught, Turn};
use std::{collections::HashMap, ops::Range, sync::Arc};

/// The memory of one session's last request.
#[derive(Debug, Default)]
pub struct Fragments {
    context: Option<Context>,
    turns: Vec<Arc<Turn>>,
    plans: Vec<Arc<TurnPlan>>,
    /// The prefix up to behind each turn, where seals are bound to it.
    links: Vec<Link>,
    /// The first turn that keeps its thinking.
    from: usize,
    /// End of each group of turns, and of its bytes.
    groups: Vec<(usize, usize)>,
    bytes: Vec<u8>,
    seen: HashMap<String, usize>,
}

#[derive(Debug)]
struct Context {
    route: Route,
    policy: Policy,
    taught: Vec<Taught>,
    binding: Option<Binding>,
}

impl Fragments {
    /// An empty memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps what still holds: the turns that are the same objects, on the same route, under the same rules. Thinking is kept from the
    /// turn `from` on.
    pub(super) fn enter(
        &mut self,
        scene: &Scene<'_>,
        from: usize,
        binding: Option<&Binding>,
        joins: impl Fn(&Turn, &Turn) -> bool,
    ) {
        let taught = scene.memory.holding(scene.route, scene.upstream());
        let same = self.context.as_ref().is_some_and(|old| {
            let told = old.route == *scene.route && old.policy.same(scene.policy) && old.taught == taught;
            told && old.binding.as_ref() == binding
        });
        let turns = scene.history.turns();
        let mut keep =
            if same { self.turns.iter().zip(turns).take_while(|(a, b)| Arc::ptr_eq(a, b)).count() } else { 0 };
        let (route, policy) = (scene.route.clone(), scene.policy.clone());
        self.context = Some(Context { route, policy, taught, binding: binding.cloned() });
        // Turns between the two beginnings left the loop, or are in it again.
        if self.from != from {
            keep = keep.min(self.from).min(from);
            self.from = from;
        }
        // What follows may leave a call without its answer, which is then another turn.
        keep = keep.min(open_calls(turns.get(..keep).unwrap_or_default()).unwrap_or(keep));
        // A group that a later turn may join is written anew: whether those between them go is not decided yet.
        let mut whole = self.groups.partition_point(|(end, _)| *end <= keep);
        if let Some(last) = whole.checked_sub(1).filter(|last| self.may_go_on(*last, turns, joins)) {
            whole = last;
        }
        self.groups.truncate(whole);
        self.bytes.truncate(self.groups.last().map_or(0, |(_, end)| *end));
        keep = keep.min(self.plans.len());
        self.plans.truncate(keep);
        self.links.truncate(keep);
        if keep < self.turns.len() {
            self.turns.truncate(keep);
            self.seen.retain(|_, turn| *turn < keep);
        }
    }
    /// True where a turn behind the n-th group may be of one message with it.
    fn may_go_on(&self, n: usize, turns: &[Arc<Turn>], joins: impl Fn(&Turn, &Turn) -> bool) -> bool {
        let end = |n: usize| self.groups.get(n).map_or(0, |(end, _)| *end);
        let (start, end) = (n.checked_sub(1).map_or(0, end), end(n));
        let goes = |n: &usize| self.plans.get(*n).is_some_and(|plan| plan.whole.is_none());
        let last = (start..end).rev().find(goes).and_then(|n| turns.get(n));
        let mut behind = turns.get(end..).unwrap_or_default().iter();
        last.map_or(behind.len() > 0, |last| behind.any(|after| joins(last, after)))
    }
    /// What held for the seals of the last request.
    pub(super) fn binding(&self) -> Option<&Binding> {
        self.context.as_ref()?.binding.as_ref()
    }
    /// The prefix up to behind each turn.
    pub(super) fn links(&self) -> &[Link] {
        &self.links
    }
    /// Adds the link of the next turn.
    pub(super) fn link(&mut self, link: Link) {
        self.links.push(link);
    }
    /// How many turns are decided.
    pub(super) fn decided(&self) -> usize {
        self.plans.len()
    }
    /// The decisions.
    pub(super) fn plans(&self) -> &[Arc<TurnPlan>] {
        &self.plans
    }
    /// Adds the decisions for the turns that were not yet decided.
    pub(super) fn decide(&mut self, scene: &Scene<'_>, drafts: Vec<TurnPlan>) {
        self.turns.extend(scene.history.turns().iter().skip(self.plans.len()).cloned());
        self.plans.extend(drafts.into_iter().map(Arc::new));
    }
    /// True the first time that this request meets `identity`.
    pub(super) fn first_sight(&mut self, identity: &str, turn: usize) -> bool {
        let before = self.seen.len();
        self.seen.entry(identity.to_owned()).or_insert(turn);
        self.seen.len() > before
    }
    /// The bytes of the groups written so far.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
    /// The first turn whose bytes are missing.
    pub(super) fn written(&self) -> usize {
        self.groups.last().map_or(0, |(end, _)| *end)
    }
    /// Appends the bytes of a group. `write` appends to what is there.
    pub(super) fn append<E>(&mut self, end: usize, write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<(), E> {
        let before = self.bytes.len();
        if before > 0 {
            self.bytes.push(b',');
        }
        let start = self.bytes.len();
        if let Err(error) = write(&mut self.bytes) {
            self.bytes.truncate(before);
            return Err(error);
        }
        if self.bytes.len() == start {
            self.bytes.truncate(before);
        }
        self.groups.push((end, self.bytes.len()));
        Ok(())
    }
    /// The turns whose bytes hold `offset`, counted from the first message.
    pub fn turns_at(&self, offset: usize) -> Option<Range<usize>> {
        let at = self.groups.partition_point(|(_, end)| *end <= offset);
        let (end, _) = self.groups.get(at)?;
        let start = at.checked_sub(1).and_then(|before| self.groups.get(before)).map_or(0, |(end, _)| *end);
        Some(start..*end)
    }
}

/// The last turn that calls tools, where nothing but answers stands behind it and not all of its calls have one.
fn open_calls(turns: &[Arc<Turn>]) -> Option<usize> {
    let answers = turns.iter().rev().take_while(|turn| turn.role == Role::Tool);
    let answers = answers.flat_map(|turn| &turn.parts).filter(|part| matches!(part, Part::Result(_))).count();
    let at = turns.iter().rposition(|turn| turn.role != Role::Tool)?;
    (turns.get(at)?.calls().count() > answers).then_some(at)
}

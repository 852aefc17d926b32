//! What an adapter may do to a plan: tighten it. There is no way to release what core withheld.
use super::{Because, Fragments, Note, Pad, Reason, Scene, TurnPlan, Value, settle};
use crate::{At, Entry, Key, Literal, Turn};
use std::{borrow::Cow, ops::Range, sync::Arc};

/// A plan that is not yet final.
pub struct DraftPlan<'a> {
    scene: Scene<'a>,
    fresh: usize,
    drafts: &'a mut [TurnPlan],
    fragments: &'a mut Fragments,
}

impl<'a> DraftPlan<'a> {
    pub(super) fn new(
        scene: Scene<'a>,
        fresh: usize,
        drafts: &'a mut [TurnPlan],
        fragments: &'a mut Fragments,
    ) -> Self {
        Self { scene, fresh, drafts, fragments }
    }
    /// What the request is made of.
    pub fn scene(&self) -> &Scene<'a> {
        &self.scene
    }
    /// The turns to look at; those before were tightened for an earlier request of the session.
    pub fn fresh(&self) -> Range<usize> {
        self.fresh..self.fresh + self.drafts.len()
    }
    /// The n-th turn.
    pub fn turn(&self, n: usize) -> Option<&'a Turn> {
        self.scene.history.turns().get(n).map(AsRef::as_ref)
    }
    /// The decisions for the n-th turn, those of a fresh one as far as they are made.
    pub fn plan(&self, n: usize) -> Option<&TurnPlan> {
        match n.checked_sub(self.fresh) {
            Some(fresh) => self.drafts.get(fresh),
            None => self.fragments.plans().get(n).map(AsRef::as_ref),
        }
    }
    /// True where a part of the n-th turn goes, as far as that is decided.
    pub fn sends(&self, n: usize, part: usize) -> bool {
        self.plan(n).is_some_and(|plan| plan.sends(part))
    }
    /// True where the n-th turn goes, as far as that is decided.
    pub fn goes(&self, n: usize) -> bool {
        self.plan(n).is_some_and(|plan| plan.whole().is_none())
    }
    fn draft(&mut self, n: usize) -> Option<&mut TurnPlan> {
        self.drafts.get_mut(n.checked_sub(self.fresh)?)
    }
    /// Keeps a carrier at home.
    pub fn withhold(&mut self, n: usize, at: At, why: impl Into<Cow<'static, str>>) {
        self.withhold_because(n, at, Reason::Adapter(why.into()));
    }
    fn withhold_because(&mut self, n: usize, at: At, reason: Reason) {
        let because = Because { rule: Some(self.scene.policy.reads.clone()), reason };
        let scene = self.scene;
        if let (Some(turn), Some(draft)) = (self.turn(n), self.draft(n)) {
            draft.keep(turn, at, because);
            settle::refill(&scene, n, draft);
        }
    }
    /// Takes an entry out of its list. Its readable text may still go under another key.
    pub fn unlist(&mut self, n: usize, at: At, why: impl Into<Cow<'static, str>>) {
        self.unlist_because(n, at, Reason::Adapter(why.into()));
    }
    /// Takes an entry out of its list where this request already holds one of the same identity.
    pub fn once(&mut self, n: usize, at: At, identity: &str) {
        if !self.fragments.first_sight(identity, n) {
            self.unlist_because(n, at, Reason::Duplicate);
        }
    }
    fn unlist_because(&mut self, n: usize, at: At, reason: Reason) {
        let because = Because { rule: Some(self.scene.policy.reads.clone()), reason };
        if let Some(draft) = self.draft(n) {
            draft.unlist(at, because);
        }
    }
    /// Leaves a message member out.
    pub fn drop_field(&mut self, n: usize, key: &Key, why: impl Into<Cow<'static, str>>) {
        let because = Because { rule: Some(self.scene.policy.reads.clone()), reason: Reason::Adapter(why.into()) };
        if let Some(draft) = self.draft(n) {
            draft.drop_field(key, because);
        }
    }
    /// Leaves an unknown message member out; `extra` is its place among the turn's.
    pub fn withhold_extra(&mut self, n: usize, extra: usize, why: impl Into<Cow<'static, str>>) {
        let key = self.turn(n).and_then(|turn| turn.extras.get(extra)).map(|(key, _)| key.clone());
        let (Some(draft), Some(key)) = (self.draft(n), key) else { return };
        if draft.extras.contains(&extra) {
            draft.extras.retain(|place| *place != extra);
            draft.notes.push(Note::plain(format!("message member `{key}`"), why));
        }
    }
    /// Leaves a part out.
    pub fn withhold_part(&mut self, n: usize, part: usize, why: impl Into<Cow<'static, str>>) {
        let because = Because { rule: Some(self.scene.policy.reads.clone()), reason: Reason::Adapter(why.into()) };
        if let Some(draft) = self.draft(n) {
            draft.withhold(part, because);
        }
    }
    /// Leaves the whole message out.
    pub fn withhold_turn(&mut self, n: usize, why: impl Into<Cow<'static, str>>) {
        let because = Because { rule: Some(self.scene.policy.reads.clone()), reason: Reason::Adapter(why.into()) };
        if let Some(draft) = self.draft(n) {
            draft.whole.get_or_insert(because);
        }
    }
    /// Asks for a placeholder in a member that nothing was stored for.
    pub fn placeholder(
        &mut self,
        n: usize,
        key: &Key,
        text: impl Into<Cow<'static, str>>,
        why: impl Into<Cow<'static, str>>,
    ) {
        let because = Because { rule: Some(self.scene.policy.reads.clone()), reason: Reason::Adapter(why.into()) };
        let Some(draft) = self.draft(n) else { return };
        if !draft.fields.iter().any(|(name, _, _)| name == key) {
            draft.fields.push((key.clone(), Value::Placeholder(text.into()), because));
        }
    }
    /// Asks for a placeholder on a part that the route demands `key` of and that nothing was stored for.
    pub fn pad(&mut self, n: usize, part: usize, key: &Key, text: impl Into<Cow<'static, str>>) {
        let policy = self.scene.policy;
        let demands = |entry: &&Arc<Entry>| entry.rule.required.as_ref().is_some_and(|needs| needs.field == *key);
        let row = policy.required.as_ref().filter(demands).unwrap_or(&policy.reads);
        let because = Because::new(row, Reason::Required);
        let Some(draft) = self.draft(n).filter(|draft| draft.pad(part).is_none()) else { return };
        draft.pads.push(Pad { part, key: key.clone(), text: text.into(), because });
    }
    /// Says whom a part answers, on wires that name the tool once more.
    pub fn name(&mut self, n: usize, part: usize, name: Literal) {
        let Some(draft) = self.draft(n).filter(|draft| draft.name(part).is_none()) else { return };
        draft.names.push((part, name));
    }
    /// Writes the id of a part's call or result in another form; an empty one is not written.
    pub fn rewrite_id(&mut self, n: usize, part: usize, id: Literal, why: impl Into<Cow<'static, str>>) {
        let Some(draft) = self.draft(n) else { return };
        draft.rename(part, id);
        draft.notes.push(Note::plain("tool call id", why));
    }
    /// Says what else happens to a turn.
    pub fn note(&mut self, n: usize, what: impl Into<Cow<'static, str>>, why: impl Into<Cow<'static, str>>) {
        if let Some(draft) = self.draft(n) {
            draft.notes.push(Note::plain(what, why));
        }
    }
}

//! The plan: for every carrier of every turn, what becomes of it on one route, and why. The plan *is* the ledger.
//!
//! Never changes a history, and never decides twice: whatever was decided for a turn holds until the route, the rules, the memory or
//! the turn itself changes.
mod body;
mod bound;
mod content;
mod decide;
mod difference;
mod draft;
mod flags;
mod fragments;
mod ids;
mod in_flight;
mod ledger;
mod medium;
mod places;
mod prefix;
mod reason;
mod said;
mod settle;
#[cfg(test)]
mod tests;
mod voice;

pub use body::Body;
pub use difference::{Difference, PlaceOf, difference};
pub use draft::DraftPlan;
pub use fragments::Fragments;
pub use ledger::{Line, Outcome};
pub use reason::{Because, Note, Reason};
pub(crate) use voice::voice;

use crate::{
    At, Carrier, Checkpoint, History, Key, Literal, Part, Policy, PrefixDigest, Presence, ReasoningCarrier,
    RejectionMemory, Request, Route, Text, Turn, price, verbatim,
};
use bound::Binding;
use prefix::Link;
use std::{borrow::Cow, ops::Range, sync::Arc};

/// What a request is made of. Nothing here is changed by planning.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Where it goes.
    pub route: &'a Route,
    /// What holds there.
    pub policy: &'a Policy,
    /// What it says beside its messages.
    pub request: &'a Request,
    /// The conversation.
    pub history: &'a History,
    /// What the route has refused.
    pub memory: &'a RejectionMemory,
}

impl Scene<'_> {
    /// The upstream that served this route last, where a gateway named one.
    pub fn upstream(&self) -> Option<&str> {
        upstream(self.history, self.route)
    }
}

fn upstream<'a>(history: &'a History, route: &Route) -> Option<&'a str> {
    let origin = history.turns().iter().rev().find_map(|turn| turn.origin.as_ref())?;
    origin.is_home(route).then_some(origin.served_by.as_deref())?
}

/// The decisions for one request.
#[derive(Debug)]
pub struct Plan<'a> {
    /// Where it goes.
    pub route: &'a Route,
    /// What holds there.
    pub policy: &'a Policy,
    /// The request's other members, in this route's wire.
    pub request: Cow<'a, Request>,
    /// The conversation.
    pub history: &'a History,
    /// One plan a turn.
    turns: Vec<Arc<TurnPlan>>,
    /// The prefix up to behind each turn, where seals are bound to it.
    links: Vec<Link>,
    /// What holds for seals that are.
    binding: Option<Binding>,
    /// Where the turns begin that were decided anew.
    fresh: usize,
    /// Keep-thinking flags that are added.
    flags: Vec<AddedFlag>,
    /// What happens to members beside the messages.
    notes: Vec<Note>,
    /// True where the request was written for another wire.
    adopted: bool,
}

/// The decisions for one turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TurnPlan {
    fates: Vec<(At, Fate, Because)>,
    fields: Vec<(Key, Value, Because)>,
    withheld: Vec<(usize, Because)>,
    ids: Vec<(usize, Literal)>,
    names: Vec<(usize, Literal)>,
    pads: Vec<Pad>,
    extras: Vec<usize>,
    whole: Option<Because>,
    notes: Vec<Note>,
    scale: price::Scale,
}

/// A placeholder on a part that nothing was stored for.
#[derive(Clone, Debug, PartialEq)]
struct Pad {
    part: usize,
    key: Key,
    text: Cow<'static, str>,
    because: Because,
}

/// What becomes of a carrier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It goes as it is, under this key or as this block type.
    Sent(Key),
    /// Its readable text goes, under this key.
    Text(Key),
    /// It stays.
    Withheld,
}

/// What a message member holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The payload of one carrier.
    Whole(At),
    /// A list of payloads.
    Entries(Vec<At>),
    /// The readable text of these carriers.
    Text(Vec<At>),
    /// A placeholder where nothing was stored.
    Placeholder(Cow<'static, str>),
    /// The empty value that the host itself had sent.
    Empty(Presence),
}

/// A keep-thinking flag that this plan adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AddedFlag {
    member: Key,
    json: String,
}

/// Decides everything about one request.
///
/// `fragments` remembers the last request of the session: turns that it already knew are not decided again.
pub fn plan<'a>(adapter: &dyn ReasoningCarrier, scene: Scene<'a>, fragments: &mut Fragments) -> Plan<'a> {
    let mut notes = vec![];
    let adopted = scene.request.api != scene.route.api;
    let request = if adopted {
        Cow::Owned(adapter.adopt(scene.route, scene.request, &mut notes))
    } else {
        Cow::Borrowed(scene.request)
    };
    let flags = flags::flags(scene.policy, &request, &mut notes);
    let binding = Binding::of(adapter, &scene, &request, fragments.binding());
    let from = in_flight::begins(scene.policy.reads.rule.reads.as_ref(), scene.history.turns());
    fragments.enter(&scene, from, binding.as_ref(), |before, after| adapter.joins(before, after));
    let fresh = fragments.decided();
    let turns = scene.history.turns();
    let mut drafts: Vec<TurnPlan> = (fresh..turns.len()).map(|n| decide::turn(&scene, n, from)).collect();
    adapter.tighten(&mut DraftPlan::new(scene, fresh, &mut drafts, fragments));
    for (draft, n) in drafts.iter_mut().zip(fresh..) {
        settle::settle(&scene, n, draft);
    }
    if let Some(binding) = &binding {
        bound::walk(&scene, binding, &mut drafts, fragments);
    }
    fragments.decide(&scene, drafts);
    let mut plan = Plan {
        route: scene.route,
        policy: scene.policy,
        request,
        history: scene.history,
        turns: fragments.plans().to_vec(),
        links: fragments.links().to_vec(),
        binding,
        fresh,
        flags,
        notes,
        adopted,
    };
    let mut notes = vec![];
    if let Some(request) = adapter.fit(&plan, &mut notes) {
        plan.request = Cow::Owned(request);
    }
    plan.notes.extend(notes);
    plan
}

impl Plan<'_> {
    /// The turns with their decisions; a turn that goes as a whole is skipped.
    pub fn sent(&self, range: Range<usize>) -> impl Iterator<Item = (&Turn, &TurnPlan)> {
        let turns = self.history.turns().get(range.clone()).unwrap_or_default();
        let plans = self.turns.get(range).unwrap_or_default();
        turns
            .iter()
            .zip(plans)
            .filter(|(_, plan)| plan.whole.is_none())
            .map(|(turn, plan)| (turn.as_ref(), plan.as_ref()))
    }
    /// The decisions for the n-th turn.
    pub fn turn(&self, n: usize) -> Option<&TurnPlan> {
        self.turns.get(n).map(Arc::as_ref)
    }
    /// How many turns the plan is about.
    pub fn len(&self) -> usize {
        self.turns.len()
    }
    /// True for an empty conversation.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }
    /// The first turn that was decided anew; the ones before are byte for byte what the last request of the session held.
    pub fn fresh(&self) -> usize {
        self.fresh
    }
    /// The upstream that served this route last, where a gateway named one.
    pub fn upstream(&self) -> Option<&str> {
        upstream(self.history, self.route)
    }
    /// The digest of everything that the plan sends, under which its reply is minted; none where the route's seals are bound to no prefix.
    pub fn digest(&self) -> Option<PrefixDigest> {
        self.digest_at(self.links.len())
    }
    /// The digest of what it sends before the n-th turn.
    pub fn digest_at(&self, n: usize) -> Option<PrefixDigest> {
        Some(prefix::digest(&self.binding.as_ref()?.start, self.links.get(..n)?))
    }
    /// Where the tool loop in flight begins: behind the last thing that a person said, save what was said right behind a tool's answer.
    pub fn in_flight(&self) -> usize {
        in_flight::start(self.history.turns())
    }
    /// True where the request was written for another wire, and said anew for this one.
    pub fn adopted(&self) -> bool {
        self.adopted
    }
    /// What is added, dropped or rewritten beside the messages.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }
    /// The keys of members and blocks that hold reasoning, or a placeholder for it, with the number of turns that carry each, in order of
    /// first use.
    pub fn fields(&self) -> Vec<(&Key, usize)> {
        let mut found: Vec<(&Key, usize)> = vec![];
        for plan in self.turns.iter().filter(|plan| plan.whole.is_none()) {
            let blocks = plan.fates.iter().filter_map(|(at, fate, _)| match (at, fate) {
                (At::Part(..), Fate::Sent(key)) => Some(key),
                _ => None,
            });
            let pads = plan.pads.iter().map(|pad| &pad.key);
            let mut here: Vec<&Key> = plan.fields.iter().map(|(key, _, _)| key).chain(blocks).chain(pads).collect();
            here.sort();
            here.dedup();
            for key in here {
                match found.iter_mut().find(|(old, _)| *old == key) {
                    Some((_, count)) => *count += 1,
                    None => found.push((key, 1)),
                }
            }
        }
        found
    }
}

impl TurnPlan {
    /// The message members that hold reasoning, in the row's order.
    pub fn fields(&self) -> impl Iterator<Item = (&Key, &Value)> {
        self.fields.iter().map(|(key, value, _)| (key, value))
    }
    /// True where the n-th part goes.
    pub fn sends(&self, part: usize) -> bool {
        self.withheld.binary_search_by_key(&part, |(n, _)| *n).is_err()
    }
    /// What becomes of each carrier, in the order of their places.
    pub fn fates(&self) -> impl Iterator<Item = (At, &Fate)> {
        self.fates.iter().map(|(at, fate, _)| (*at, fate))
    }
    /// The parts that stay, and why.
    pub fn withheld(&self) -> impl Iterator<Item = (usize, &Because)> {
        self.withheld.iter().map(|(part, because)| (*part, because))
    }
    /// The name of the call that the n-th part answers, where its wire asks for it and the answer does not say it.
    pub fn name(&self, part: usize) -> Option<&Literal> {
        self.names.iter().find(|(n, _)| *n == part).map(|(_, name)| name)
    }
    /// The id that the n-th part's call or result goes under, where it is rewritten; an empty one is not written.
    pub fn id(&self, part: usize) -> Option<&Literal> {
        let at = self.ids.binary_search_by_key(&part, |(n, _)| *n).ok()?;
        self.ids.get(at).map(|(_, id)| id)
    }
    /// The key and the text of the placeholder that goes on the n-th part, where one does.
    pub fn pad(&self, part: usize) -> Option<(&Key, &str)> {
        self.pads.iter().find(|pad| pad.part == part).map(|pad| (&pad.key, pad.text.as_ref()))
    }
    /// The places in `extras` of unknown message members that go.
    pub fn extras(&self) -> &[usize] {
        &self.extras
    }
    /// Why the whole message stays, where it does.
    pub fn whole(&self) -> Option<&Because> {
        self.whole.as_ref()
    }
    /// What else is dropped or rewritten.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }
    pub(crate) fn scale(&self) -> &price::Scale {
        &self.scale
    }
    /// True where the carrier goes as it is.
    pub fn carries(&self, at: At) -> bool {
        let place = self.fates.binary_search_by_key(&at, |(place, _, _)| *place).ok();
        place.and_then(|n| self.fates.get(n)).is_some_and(|(_, fate, _)| matches!(fate, Fate::Sent(_)))
    }
    /// The item of the n-th part, a checkpoint, where it goes. Its text then stays: it would say the same once more.
    pub fn item<'t>(&self, part: usize, checkpoint: &'t Checkpoint) -> Option<&'t Carrier> {
        checkpoint.item.as_ref().filter(|_| self.carries(At::Part(part, checkpoint.place())))
    }
    /// What goes of the n-th part as visible text.
    pub fn visible<'t>(&self, n: usize, part: &'t Part) -> Option<&'t Text> {
        match part {
            Part::Checkpoint(checkpoint) if self.item(n, checkpoint).is_some() => None,
            part => part.visible(),
        }
    }
    /// Keeps a part at home. Parts stand in order, so that one is found fast among thousands.
    fn withhold(&mut self, part: usize, because: Because) {
        if let Err(at) = self.withheld.binary_search_by_key(&part, |(n, _)| *n) {
            self.withheld.insert(at, (part, because));
        }
    }
    /// Rewrites the id of a part.
    fn rename(&mut self, part: usize, id: Literal) {
        match self.ids.binary_search_by_key(&part, |(n, _)| *n) {
            Ok(at) => self.ids.get_mut(at).into_iter().for_each(|old| old.1 = id.clone()),
            Err(at) => self.ids.insert(at, (part, id)),
        }
    }
}

impl Value {
    /// Writes the value as JSON.
    pub fn write(&self, turn: &Turn, out: &mut Vec<u8>) {
        let carriers = |places: &[At]| places.iter().filter_map(|at| turn.carrier(*at)).collect::<Vec<_>>();
        match self {
            Self::Whole(at) => out.extend_from_slice(turn.carrier(*at).map_or("null", |c| c.payload.get()).as_bytes()),
            Self::Entries(places) => {
                out.push(b'[');
                for (n, carrier) in carriers(places).into_iter().enumerate() {
                    if n > 0 {
                        out.push(b',');
                    }
                    out.extend_from_slice(carrier.payload.get().as_bytes());
                }
                out.push(b']');
            }
            Self::Text(places) => {
                out.push(b'"');
                let mut any = false;
                for at in places {
                    let Some(carrier) = turn.carrier(*at) else { continue };
                    if any && matches!(at, At::Part(..)) {
                        out.extend_from_slice(b"\\n\\n");
                    }
                    carrier.literals(|inner| {
                        any |= !inner.is_empty();
                        out.extend_from_slice(inner.as_bytes());
                    });
                }
                out.push(b'"');
            }
            Self::Placeholder(text) => {
                let mut inner = String::new();
                verbatim::escape(text, &mut inner);
                out.push(b'"');
                out.extend_from_slice(inner.as_bytes());
                out.push(b'"');
            }
            Self::Empty(presence) => out.extend_from_slice(presence.json().unwrap_or("null").as_bytes()),
        }
    }
}

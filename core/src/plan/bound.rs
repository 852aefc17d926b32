//! Seals that are bound to everything before them: which still hold where this plan sends them, and what becomes of the others.
//!
//! Never guesses: a seal whose prefix nobody knows goes, and the answer teaches; save behind one that stays.
use super::{
    Because, Fragments, Note, Plan, Reason, Scene, TurnPlan,
    prefix::{Link, Start, What, compare, digest},
    settle,
};
use crate::{Carrier, Mismatch, ReasoningCarrier, RenderError, Request, Role, Strictness, Turn};
use std::borrow::Cow;

/// What holds for the seals of a request.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Binding {
    pub(super) mode: Mode,
    pub(super) start: Start,
}

/// What is done with a seal whose prefix changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Withhold,
    Drop,
    Fail,
    /// It goes, since the caller wants the server to refuse it.
    Refuse,
}

impl Binding {
    /// None where the route's seals are bound to no prefix. `last` is that of the session's last request.
    pub(super) fn of(
        adapter: &dyn ReasoningCarrier,
        scene: &Scene<'_>,
        request: &Request,
        last: Option<&Self>,
    ) -> Option<Self> {
        let bound = scene.policy.reads.rule.reads.as_ref()?.bound?;
        let mode = match (adapter.strictness(request), bound) {
            (Some(Strictness::Refuse), _) => Mode::Refuse,
            (Some(Strictness::Drop), _) | (None, Mismatch::Drop) => Mode::Drop,
            (None, Mismatch::Withhold) => Mode::Withhold,
            (None, Mismatch::Fail) => Mode::Fail,
        };
        Some(Self { mode, start: Start::of(request, last.map(|last| &last.start)) })
    }
}

/// Decides about the seals of every fresh turn, in order, and adds its link.
pub(super) fn walk(scene: &Scene<'_>, binding: &Binding, drafts: &mut [TurnPlan], fragments: &mut Fragments) {
    let fresh = fragments.decided();
    for (at, turn) in scene.history.turns().iter().skip(fresh).enumerate() {
        let (decided, rest) = drafts.split_at_mut(at);
        let Some(draft) = rest.first_mut() else { return };
        let before = Before { scene, binding, fragments, drafts: decided };
        let mut behind = before.links().last().and_then(|link| link.behind);
        if turn.role == Role::Assistant && draft.whole.is_none() {
            before.decide(turn, draft, &mut behind);
        }
        let link = Link::of(before.links().last(), &binding.start, turn, draft, behind);
        fragments.link(link);
    }
}

/// What stands before a turn, and what is decided about it.
struct Before<'a> {
    scene: &'a Scene<'a>,
    binding: &'a Binding,
    fragments: &'a Fragments,
    drafts: &'a [TurnPlan],
}

impl Before<'_> {
    fn links(&self) -> &[Link] {
        self.fragments.links()
    }
    /// The number of the turn that this stands before.
    fn turn(&self) -> usize {
        self.links().len()
    }
    fn plan(&self, n: usize) -> Option<&TurnPlan> {
        match n.checked_sub(self.fragments.decided()) {
            Some(fresh) => self.drafts.get(fresh),
            None => self.fragments.plans().get(n).map(AsRef::as_ref),
        }
    }

    /// Decides about the seals of `turn`; `behind` is the first turn that keeps one.
    fn decide(&self, turn: &Turn, draft: &mut TurnPlan, behind: &mut Option<usize>) {
        let row = &self.scene.policy.reads;
        let (mut first, mut kept) = (true, false);
        for (at, carrier) in turn.carriers().filter(|(at, carrier)| carrier.sealed && turn.is_thought(*at)) {
            if draft.carries(at) {
                let sibling = (*behind).filter(|n| *n == self.turn());
                match self.judge(carrier, sibling, *behind) {
                    Ok(None) => {}
                    // Told once a turn: its seals were made together.
                    Ok(Some(what)) if first => {
                        first = false;
                        draft.notes.push(self.note(&what));
                    }
                    Ok(Some(_)) => {}
                    Err(reason) => {
                        draft.keep(turn, at, Because::new(row, reason));
                        kept = true;
                    }
                }
            }
            if draft.fates.iter().any(|(place, _, because)| *place == at && breaks(&because.reason)) {
                behind.get_or_insert(self.turn());
            }
        }
        if kept {
            settle::refill(self.scene, self.turn(), draft);
            settle::settle(self.scene, self.turn(), draft);
        }
    }

    /// Why a seal stays; where it goes though its prefix changed, what changed. `sibling` is its own turn, where that keeps a seal before
    /// it, `behind` the first turn that keeps one.
    fn judge(
        &self,
        carrier: &Carrier,
        sibling: Option<usize>,
        behind: Option<usize>,
    ) -> Result<Option<Cow<'static, str>>, Reason> {
        let (mode, start) = (self.binding.mode, &self.binding.start);
        let changed = match carrier.minted_under.as_ref().and_then(|minted| compare(start, self.links(), minted)) {
            None => None,
            Some(Ok(())) => Some(None),
            Some(Err(what)) => Some(Some(self.name(&what))),
        };
        let (memory, route) = (self.scene.memory, self.scene.route);
        let dropped = || {
            memory.has_dropped(route)
                && memory.is_dropped(route, &carrier.payload.fingerprint(), &digest(start, self.links()))
        };
        match (mode, changed) {
            (Mode::Refuse, changed) => Ok(changed.flatten()),
            _ if dropped() => Err(Reason::Dropped),
            (Mode::Drop, changed) => Ok(changed.flatten()),
            (_, Some(Some(what))) => Err(Reason::Bound(what)),
            (_, Some(None)) => sibling.map_or(Ok(None), |turn| Err(Reason::Behind(turn))),
            (_, None) => behind.map_or(Ok(None), |turn| Err(Reason::Behind(turn))),
        }
    }

    fn note(&self, what: &str) -> Note {
        let why = match self.binding.mode {
            Mode::Refuse => "the request wants the server to refuse what does not hold, so that nothing is withheld",
            _ => "the server is asked to drop it",
        };
        Note::plain(format!("thinking sealed under another prefix ({what})"), why)
    }

    fn name(&self, what: &What) -> Cow<'static, str> {
        match what {
            What::System => "the system prompt changed".into(),
            What::Tools => "the tools changed".into(),
            What::Turn(n) if self.keeps_thinking(*n) => format!("thinking of turn {n} does not go").into(),
            What::Turn(n) => {
                let role = self.scene.history.turns().get(*n).map_or("", |turn| turn.role.as_str());
                format!("turn {n} ({role}) changed").into()
            }
            What::Number => format!("a turn was added or removed before turn {}", self.turn()).into(),
            What::Earlier(n) => match (0..*n).find(|n| self.keeps_thinking(*n)) {
                Some(n) => format!("thinking of turn {n} does not go").into(),
                None => format!("something before turn {n} changed").into(),
            },
        }
    }
    fn keeps_thinking(&self, n: usize) -> bool {
        let Some((turn, plan)) = self.scene.history.turns().get(n).zip(self.plan(n)) else { return false };
        turn.carriers().any(|(at, carrier)| {
            let why = || plan.fates.iter().find(|(place, _, _)| *place == at).map(|(_, _, because)| &because.reason);
            carrier.sealed && turn.is_thought(at) && why().is_some_and(|why| breaks(why) || *why == Reason::LeftLoop)
        })
    }
}

/// True where a seal stays that the route reads, so that those which were made behind it miss it.
fn breaks(reason: &Reason) -> bool {
    matches!(reason, Reason::Dead | Reason::Bound(_) | Reason::Behind(_) | Reason::Dropped)
}

impl Plan<'_> {
    /// Why nothing may be sent, where the row wants a changed prefix to fail.
    pub(super) fn fault(&self) -> Option<RenderError> {
        self.binding.as_ref().filter(|binding| binding.mode == Mode::Fail)?;
        let bound = |plan: &TurnPlan| {
            plan.fates.iter().find_map(|(_, _, because)| match &because.reason {
            Reason::Bound(what) => Some(format!(
                "its thinking is sealed under another prefix: {what}, and the row `{}` lets nothing be sent then; undo the change, branch \
                 before this turn, or set `bound` to \"withhold\" or \"drop\" in a row of your own",
                because.rule().unwrap_or_default()
            )),
            _ => None,
        })
        };
        self.turns.iter().enumerate().find_map(|(n, plan)| Some(RenderError::new(n, bound(plan)?)))
    }
    /// True where the caller wants a refusal of a changed prefix, which is then not retried.
    pub(crate) fn wants_refusal(&self) -> bool {
        self.binding.as_ref().is_some_and(|binding| binding.mode == Mode::Refuse)
    }
    /// True where the route's seals are bound to what stands before them.
    pub(crate) fn is_bound(&self) -> bool {
        self.binding.is_some()
    }
}

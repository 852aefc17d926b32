//! The thinking request as each generation of Claude takes it.
//!
//! Never turns thinking on that nobody asked for, and never touches what the model takes. Every change is a note that says what was and
//! what is.
mod betas;
mod fitting;
mod object;
mod wish;

pub use betas::BETAS;
pub(crate) use betas::header;
pub use wish::{Told, Wish};

use crate::claude::{Claude, GOVERNMENT};
use fitting::Fitting;
use throughline_core::{At, Mismatch, Note, Part, Plan, Request, Role, Route, Turn, TurnPlan};

/// What a request is fitted to, beside the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// The turn that opens the tool loop in flight and goes without a thought in front.
    pub unthought: Option<usize>,
    /// The conversation ends in what the model is to say first.
    pub prefilled: bool,
    /// The server is asked to drop the blocks whose prefix changed.
    pub drops: bool,
    /// The host knows `display`.
    pub shows: bool,
    /// Betas that the messages need.
    pub betas: Vec<&'static str>,
}

impl Around {
    /// What a plan says, whichever wire it is for.
    pub fn of(plan: &Plan<'_>) -> Self {
        let reads = plan.policy.reads.rule.reads.as_ref();
        Self {
            unthought: unthought(plan),
            prefilled: plan.sent(0..plan.len()).last().is_some_and(|(turn, decided)| prefills(turn, decided)),
            drops: reads.is_some_and(|reads| reads.bound == Some(Mismatch::Drop)),
            shows: shows(plan.route),
            betas: betas::said(plan),
        }
    }
}

/// False in regions for the government, whose hosts refuse the member `display`.
pub fn shows(route: &Route) -> bool {
    !route.model.contains(GOVERNMENT) && !route.origin_host().contains(GOVERNMENT)
}

/// The request as its model takes it; none where it takes it as it is, or is no Claude.
pub(crate) fn plan(plan: &Plan<'_>, notes: &mut Vec<Note>) -> Option<Request> {
    fit(&Claude::of(&plan.route.model)?, &plan.request, &Around::of(plan), notes)
}

/// A request in this wire's members as `claude` takes it; none where it takes it as it is.
pub fn fit(claude: &Claude, request: &Request, around: &Around, notes: &mut Vec<Note>) -> Option<Request> {
    let mut fitting = Fitting::new(request, around, notes);
    let mut interleaved = None;
    if let Some(facts) = claude.thinking() {
        fitting.shorten(claude);
        fitting.rename(facts);
        fitting.force(facts);
        fitting.begin();
        fitting.level_off(facts);
        fitting.budget(facts);
        fitting.sample(facts);
        if around.drops && claude.binds() {
            fitting.bind();
        }
        if around.prefilled && (!claude.takes_prefill() || fitting.thinks()) {
            fitting.note("the last message", "the model does not continue a turn of its own: the API answers 400");
        }
        interleaved = facts.interleaved.filter(|_| fitting.interleaves(facts));
    }
    fitting.name(interleaved);
    fitting.end()
}

/// The turn that opens the tool loop in flight, where it goes without a thought in front.
fn unthought(plan: &Plan<'_>) -> Option<usize> {
    let turn = |n: usize| plan.history.turns().get(n).map(AsRef::as_ref);
    let goes = |n: &usize| plan.turn(*n).is_some_and(|decided| decided.whole().is_none());
    let mut behind = (plan.in_flight()..plan.len()).filter(goes);
    let first = behind.find(|n| turn(*n).is_some_and(|turn: &Turn| turn.role == Role::Assistant))?;
    let answered = behind.any(|n| turn(n).is_some_and(answers));
    (answered && !begins(turn(first)?, plan.turn(first)?)).then_some(first)
}

/// True where a turn of the model ends in text. One that ends in a tool of its server waits, and goes on on every model.
fn prefills(turn: &Turn, decided: &TurnPlan) -> bool {
    let last = turn.parts.iter().enumerate().rfind(|(n, _)| decided.sends(*n));
    turn.role == Role::Assistant && matches!(last, Some((_, Part::Text(_))))
}

fn answers(turn: &Turn) -> bool {
    turn.role == Role::Tool || turn.parts.iter().any(|part| matches!(part, Part::Result(_)))
}

/// True where the first thing that goes is a thought.
fn begins(turn: &Turn, decided: &TurnPlan) -> bool {
    let goes = |n: usize, part: &Part| match part {
        Part::Reasoning(_) => decided.carries(At::Part(n, 0)),
        _ => decided.sends(n),
    };
    let first = turn.parts.iter().enumerate().find(|(n, part)| goes(*n, part));
    first.is_some_and(|(_, part)| matches!(part, Part::Reasoning(_)))
}

//! Compaction: a history that grew too long becomes a shorter one that means the same. Old turns become one checkpoint, the rest stays.
//!
//! The [`plan`] says of every turn what becomes of it and why, and where nothing can be gained it says why not. [`Compaction::ask`] is the
//! request for a summary, [`Compaction::apply`] makes the new history; whoever waits between them is not core's business.
//!
//! Never changes a retained turn, save that salvage shortens old tool results and that a checkpoint goes which a newer one shadows. Never
//! parts a call from its result, and never edits a tool loop in flight whose seals the route reads: seals stand for what precedes them.
//! Never shows a thought as text: a summary is made of what was said and done.
mod apply;
mod ask;
mod digest;
mod lots;
mod salvage;
mod shadow;
mod shape;

pub(crate) use apply::retained;
pub use apply::{Compacted, Piece};
pub use lots::{Limit, Lot, Why};

use crate::{Api, Fragments, History, Plan, Priced, ReasoningCarrier, Request, Scene, Tariff};
use salvage::Old;
use std::error::Error;

/// How small a conversation should become. Figures are tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// A request of this size is compacted.
    pub threshold: u64,
    /// What recent turns may cost to be retained as they are.
    pub keep: u64,
    /// What a summary may cost. It becomes smaller where little is summarised.
    pub summary: u64,
}

impl Goal {
    /// For a model that reads `window` tokens: three quarters of it are the threshold, a fifth of that is kept.
    pub fn new(window: u64) -> Self {
        Self::under(window / 4 * 3)
    }
    /// For somebody who asks for compaction now, whatever the size: half of what there is.
    pub fn now(priced: &Priced) -> Self {
        Self::under(priced.total() / 2)
    }
    /// With that threshold.
    pub fn under(threshold: u64) -> Self {
        Self { threshold, keep: threshold / 5, summary: (threshold / 8).min(4096) }
    }
}

/// What becomes of every turn: decided from the plan of a request and its prices, before any summary is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compaction {
    goal: Goal,
    api: Api,
    lots: Vec<Lot>,
    /// What the summary may cost.
    room: u64,
    /// Tool results that are shortened beside a summary.
    shortened: Old,
    /// The same where shortening is enough and no summary is there.
    salvage: Option<Old>,
    before: u64,
    after: u64,
    limit: Option<Limit>,
}

/// Decides what is summarised, what is retained and what is shortened.
///
/// The tail is walked from the newest turn to the oldest over `priced`, which must be `plan`'s own: the walk and the check that led here
/// then agree to the token.
pub fn plan(plan: &Plan<'_>, priced: &Priced, goal: &Goal) -> Compaction {
    lots::decide(plan, priced, goal)
}

impl Compaction {
    /// True where the request is larger than the threshold. Nothing keeps a caller from compacting before.
    pub fn is_due(&self) -> bool {
        self.before > self.goal.threshold
    }
    /// True where a summary would stand for something.
    pub fn summarises(&self) -> bool {
        self.lots.contains(&Lot::Summarised)
    }
    /// True where nothing is summarised and nothing shortened: applying it drops shadowed checkpoints at most.
    pub fn is_idle(&self) -> bool {
        !self.summarises() && self.shortened.is_empty() && self.salvage.is_none()
    }
    /// What becomes of each turn.
    pub fn lots(&self) -> &[Lot] {
        &self.lots
    }
    /// Where the cut is: from this turn on everything is retained because it is recent.
    pub fn cut(&self) -> usize {
        let summarised = self.lots.iter().rposition(|lot| *lot == Lot::Summarised);
        summarised.map_or_else(|| self.lots.iter().take_while(|lot| **lot == Lot::Head).count(), |last| last + 1)
    }
    /// The tokens that a summary may have: a caller asks the model for no more.
    pub fn room(&self) -> u64 {
        self.room
    }
    /// What the request costs now.
    pub fn before(&self) -> u64 {
        self.before
    }
    /// What it costs afterwards at most, with a summary that fits its room.
    pub fn after(&self) -> u64 {
        self.after
    }
    /// Why it stays above the threshold, where it does.
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }
    /// The request for a summary, on the wire of the session: what is to be summarised, as one message of text. None where nothing is.
    ///
    /// It asks for nothing but a model and holds no thinking. The limit of its output and whatever else the route wants is the caller's.
    pub fn ask(&self, history: &History) -> Option<(Request, History)> {
        let asked = self.summarises().then(|| ask::history(self, history))?;
        Some((Request::new(self.api.clone()), asked))
    }
    /// The new history. `history` is the one that was planned.
    ///
    /// Without a summary, or with a blank one, salvage is alone: it shortens old tool results, and where that is not enough a digest made
    /// without a model stands in for the summary (what was asked for, and which tools were called how often).
    pub fn apply(&self, history: &History, summary: Option<&str>) -> Compacted {
        apply::apply(self, history, summary)
    }
    /// The same, with a look at what the next request costs then: a summary is not taken where it makes nothing smaller, or leaves more
    /// than the threshold and salvage alone does not. `scene` is the one that was planned.
    pub fn settle(
        &self,
        adapter: &dyn ReasoningCarrier,
        scene: Scene<'_>,
        tariff: &Tariff,
        summary: Option<&str>,
    ) -> Compacted {
        let told = self.apply(scene.history, summary);
        if summary.is_none() {
            return told;
        }
        let cost = |compacted: &Compacted| compacted.price(adapter, scene, tariff).total();
        let size = cost(&told);
        if size <= self.goal.threshold && size < self.before {
            return told;
        }
        let salvaged = self.apply(scene.history, None);
        let left = cost(&salvaged);
        if left < size && (left <= self.goal.threshold || size >= self.before) { salvaged } else { told }
    }
    /// Why a compacted request still costs more than the threshold, where it does; `priced` is what [`Compacted::price`] found.
    pub fn over(&self, compacted: &Compacted, priced: &Priced) -> Option<Limit> {
        lots::over(self, compacted, priced)
    }
}

/// Writes summaries while the caller waits. Callers that are async use [`Compaction::ask`] and [`Compaction::apply`] themselves.
pub trait Summariser {
    /// Answers the request with text.
    ///
    /// # Errors
    /// Where no summary was to be had; salvage is then alone.
    fn summarise(&mut self, request: &Request, history: &History) -> Result<String, Box<dyn Error + Send + Sync>>;
}

/// Plans, asks, settles.
pub fn compact(
    adapter: &dyn ReasoningCarrier,
    scene: Scene<'_>,
    tariff: &Tariff,
    goal: &Goal,
    summariser: Option<&mut dyn Summariser>,
) -> Compacted {
    let now = crate::plan(adapter, scene, &mut Fragments::new());
    let compaction = plan(&now, &now.price(tariff), goal);
    let asked = compaction.ask(scene.history).zip(summariser);
    // Without a summary there is still salvage.
    let summary = asked.and_then(|((request, history), summariser)| summariser.summarise(&request, &history).ok());
    compaction.settle(adapter, scene, tariff, summary.as_deref())
}

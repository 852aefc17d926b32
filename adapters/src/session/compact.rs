//! A session that grew too long goes on in a shorter one that means the same.
//!
//! The summary is asked for aside: neither the request nor its answer becomes part of any history.
use super::{Session, SessionError, record};
use crate::{
    client::{Sending, Tried, Unkept, Watch},
    sessions::{self, EndReason, RequestRecord, SessionId},
};
use async_trait::async_trait;
use std::sync::Arc;
use throughline_core::{
    Ending, History, RejectionMemory, Request, Turn, Verbatim,
    compact::{self, Goal, Limit, Piece},
};

/// Members that bound a reply.
const BOUNDS: [&str; 3] = ["max_tokens", "max_completion_tokens", "max_output_tokens"];

/// What compaction did.
#[derive(Debug)]
#[non_exhaustive]
pub struct CompactedReport {
    /// The session that is left; none where there was nothing to gain and this one goes on.
    pub left: Option<SessionId>,
    /// Tokens of the next request before.
    pub before: u64,
    /// Tokens of the next request now.
    pub after: u64,
    /// Turns that the checkpoint stands for.
    pub summarised: usize,
    /// Tool results that were shortened.
    pub shortened: usize,
    /// True where the checkpoint was made without a model.
    pub digest: bool,
    /// Why the conversation stays above the threshold, where it does.
    pub limit: Option<Limit>,
    /// Why the model wrote no summary, where it was asked for one.
    pub unsummarised: Option<Unkept>,
    /// The requests for a summary, as logs show them.
    pub records: Vec<RequestRecord>,
    /// Why one of the records could not be kept.
    pub unrecorded: Option<sessions::Error>,
}

impl Session {
    /// True where the next request is larger than the threshold of `goal`.
    pub fn needs_compaction(&self, goal: &Goal) -> bool {
        self.price().total() > goal.threshold
    }
    /// Goes on in a new session that means the same and is shorter: old turns become one checkpoint, the others stay as they are, with
    /// their thinking. With `summarise` the session's own model writes the summary; where it does not, salvage is alone. Without a goal,
    /// half of what there is.
    ///
    /// # Errors
    /// Where the store cannot begin it; the session stays what it was then.
    pub async fn compact(&mut self, goal: Option<Goal>, summarise: bool) -> Result<CompactedReport, SessionError> {
        self.catch_up().await?;
        self.direct().await?;
        let (compaction, tariff) = self.planned(|plan, _| {
            let tariff = self.tariff(plan);
            let priced = plan.price(&tariff);
            let goal = goal.unwrap_or_else(|| Goal::now(&priced));
            (compact::plan(plan, &priced, &goal), tariff)
        });
        self.keeper.records();
        let asked = if summarise { compaction.ask(self.history()) } else { None };
        let (summary, unsummarised) = match asked {
            Some((request, history)) => match self.summary(request, history, compaction.room()).await {
                Ok(summary) => (Some(summary), None),
                Err(error) => (None, Some(error)),
            },
            None => (None, None),
        };
        let (records, unrecorded) = self.keeper.records();
        let (compacted, priced) = {
            let (scene, adapter) = self.talk.staged();
            let compacted = compaction.settle(adapter, scene, &tariff, summary.as_deref());
            let priced = compacted.price(adapter, scene, &tariff);
            (compacted, priced)
        };
        let mut report = CompactedReport {
            left: None,
            before: compaction.before(),
            after: priced.total(),
            summarised: compacted.summarised,
            shortened: compacted.shortened,
            digest: compacted.digest,
            limit: compaction.over(&compacted, &priced),
            unsummarised,
            records,
            unrecorded,
        };
        if compacted.is_same() || report.after >= report.before {
            (report.after, report.summarised, report.shortened, report.digest) = (report.before, 0, 0, false);
            return Ok(report);
        }
        let pieces: Vec<sessions::Piece> = compacted.pieces.into_iter().map(piece).collect();
        let child = self.keeper.store.derive(&self.keeper.id, &pieces, EndReason::Compacted, None).await;
        let child = child.map_err(|error| self.stored(error))?;
        self.rates = Some((compacted.history.turns().len(), tariff));
        self.talk.set_history(compacted.history);
        report.left = Some(self.keeper.go_on(child.id));
        Ok(report)
    }

    /// What the session's own model makes of what is to be summarised.
    async fn summary(&mut self, mut request: Request, history: History, room: u64) -> Result<String, Unkept> {
        for (name, bound) in self.bounds() {
            // A model that thinks first needs what the session gives it.
            let least = Verbatim::parse(&room.to_string()).unwrap_or_else(|_| bound.clone());
            request.set(name, if bound.get().parse::<u64>().is_ok_and(|bound| bound >= room) { bound } else { least });
        }
        let mut aside = self.talk.aside(request, history);
        let mut watch = Aside { session: self.keeper.id.clone(), records: vec![] };
        let sent = aside.send_watched(false, &mut |_| (), &mut watch).await;
        for record in watch.records {
            self.keeper.keep(record).await;
        }
        let turn = sent?.turn;
        if turn.ending.as_ref().is_some_and(Ending::is_cut) {
            return Err("the summary broke off".into());
        }
        Ok(turn.text())
    }
    /// The members of the session's request that bound a reply, as its route spells them.
    fn bounds(&self) -> Vec<(&'static str, Verbatim)> {
        self.planned(|plan, _| {
            BOUNDS.iter().filter_map(|name| Some((*name, plan.request.get(name)?.clone()))).collect()
        })
    }
}

/// Sees what is asked aside.
struct Aside {
    session: SessionId,
    records: Vec<RequestRecord>,
}

#[async_trait]
impl Watch for Aside {
    fn sending(&mut self, sending: &Sending<'_>) {
        self.records.push(record::sent(sending, &self.session));
    }
    async fn tried(&mut self, tried: &Tried, _memory: &RejectionMemory) -> Result<(), Unkept> {
        self.records.last_mut().into_iter().for_each(|record| record::answered(record, tried));
        Ok(())
    }
    async fn turn(&mut self, turn: &Arc<Turn>) -> Result<(), Unkept> {
        self.records.last_mut().into_iter().for_each(|record| record::ended(record, turn));
        Ok(())
    }
}

fn piece(piece: Piece) -> sessions::Piece {
    match piece {
        Piece::Kept(n) => sessions::Piece::Kept(n),
        Piece::New(turn) => sessions::Piece::New(turn),
    }
}

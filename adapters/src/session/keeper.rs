//! Keeps what a conversation sends and hears, before anything else goes out.
//!
//! Every write runs on by itself: one that nobody waited for is waited for at the next step, so that a sending may be dropped anywhere.
use super::{
    prefix::{Before, Left},
    record,
    write::{Running, Write},
};
use crate::{
    client::{Sending, Tried, Unkept, Watch},
    sessions::{Error, ErrorKind, Journal, PendingHead, RequestRecord, SessionId, SessionStore},
};
use async_trait::async_trait;
use std::sync::Arc;
use throughline_core::{PrefixDigest, Registry, RejectionMemory, ReplyHead, Route, Turn};

/// A request of which no answer is there yet.
struct UnderWay {
    route: Route,
    /// The place that its reply takes.
    at: usize,
    /// What the thinking of its reply is minted under.
    digest: Option<PrefixDigest>,
}

pub(super) struct Keeper {
    pub(super) store: Arc<dyn SessionStore>,
    pub(super) id: SessionId,
    /// What the store knows of what was taught.
    memory: RejectionMemory,
    /// Turns on their way into the store.
    writing: Option<Write>,
    /// A reply on its way.
    running: Option<Running>,
    /// The request under way.
    under_way: Option<UnderWay>,
    /// The record of the request under way.
    record: Option<RequestRecord>,
    /// Those of this sending.
    records: Vec<RequestRecord>,
    /// Why one of them could not be kept.
    unrecorded: Option<Error>,
    /// The last request of this process, and of the one before it.
    before: Option<Before>,
    pub(super) left: Option<Left>,
    /// Where records go besides.
    pub(super) journal: Option<Journal>,
}

impl Keeper {
    pub(super) fn new(store: Arc<dyn SessionStore>, id: SessionId, memory: RejectionMemory) -> Self {
        Self {
            store,
            id,
            memory,
            writing: None,
            running: None,
            under_way: None,
            record: None,
            records: vec![],
            unrecorded: None,
            before: None,
            left: None,
            journal: None,
        }
    }
    /// Goes on as another session that knows what this one does. Returns the name of the one that is left.
    pub(super) fn go_on(&mut self, id: SessionId) -> SessionId {
        (self.before, self.left) = (None, None);
        std::mem::replace(&mut self.id, id)
    }
    /// Appends turns behind the first `at`, all or none; they are in the store when this returns.
    pub(super) async fn append(&mut self, at: usize, turns: Vec<Arc<Turn>>) -> Result<Vec<Arc<Turn>>, Error> {
        let (store, id, written) = (self.store.clone(), self.id.clone(), turns.clone());
        self.writing = Some(Write::new(turns, async move { store.append(&id, at, &written).await }));
        Write::land(&mut self.writing).await
    }
    /// Finishes what was left when a sending was dropped. The turns that the store holds now and the conversation does not yet.
    pub(super) async fn catch_up(&mut self, registry: &Registry) -> Result<Vec<Arc<Turn>>, Error> {
        let mut turns = Write::land(&mut self.writing).await?;
        if let Some(running) = &mut self.running {
            running.begun().await.inspect_err(|_| self.running = None)?;
        }
        let turn = self.running.as_ref().and_then(|running| running.captured(registry));
        turns.extend(self.settle(turn.clone()).await?);
        self.ended(turn.as_deref()).await;
        Ok(turns)
    }
    /// An error where somebody waits for a reply of this session already: a request beside it would be paid for and of no use.
    pub(super) async fn alone(&self) -> Result<(), Error> {
        match self.store.pending().await?.into_iter().find(|pending| pending.live && pending.session == self.id) {
            None => Ok(()),
            Some(pending) => Err(Error::new(
                ErrorKind::Conflict,
                format!(
                    "turn {0} of session {1} is on its way in another process: let it end and resume the session again, or branch it \
                     at turn {0}",
                    pending.at, self.id
                ),
            )),
        }
    }
    /// There was no reply. Bytes that came and are no refusal stay in the store as what they are, for recovery to say what they may be.
    pub(super) async fn give_up(&mut self, refused: bool) -> Result<(), Error> {
        if let (false, Some(running)) = (refused, self.running.take_if(|running| running.has_bytes())) {
            self.writing = running.leave();
        }
        self.settle(None).await?;
        self.ended(None).await;
        Ok(())
    }
    /// Keeps what was taught, where that is news. What somebody has made the store forget meanwhile stays forgotten there.
    pub(super) async fn remember(&mut self, memory: &RejectionMemory) -> Result<(), Error> {
        if self.memory != *memory {
            let there = self.store.memory(&self.id).await?;
            let mut kept = memory.clone();
            kept.forget(|lesson| self.memory.lessons().contains(lesson) && !there.lessons().contains(lesson));
            self.store.remember(&self.id, &kept).await?;
            self.memory = memory.clone();
        }
        Ok(())
    }
    /// The records since this was last asked, and why one of them could not be kept.
    pub(super) fn records(&mut self) -> (Vec<RequestRecord>, Option<Error>) {
        (std::mem::take(&mut self.records), self.unrecorded.take())
    }

    async fn settle(&mut self, turn: Option<Arc<Turn>>) -> Result<Vec<Arc<Turn>>, Error> {
        if let Some(running) = self.running.take() {
            self.writing = running.settle(turn);
        }
        Write::land(&mut self.writing).await
    }
    /// The request under way is over.
    async fn ended(&mut self, turn: Option<&Turn>) {
        let Some(mut record) = self.record.take() else { return };
        if let Some(turn) = turn {
            record::ended(&mut record, turn);
        }
        self.keep(record).await;
    }
    /// Keeps a record.
    pub(super) async fn keep(&mut self, record: RequestRecord) {
        let kept = self.store.record(&record).await;
        let logged = self.journal.as_ref().map_or(Ok(()), |journal| journal.write(&record));
        self.unrecorded = kept.and(logged).err().or(self.unrecorded.take());
        self.records.push(record);
    }
}

#[async_trait]
impl Watch for Keeper {
    fn sending(&mut self, sending: &Sending<'_>) {
        let mut record = record::sent(sending, &self.id);
        let left = self.left.take();
        let before = self.before.take().or_else(|| left?.again(sending.scene.history));
        record.prefix = before.map(|before| before.prefix(sending));
        self.before = Some(Before::new(sending));
        let (route, digest) = (sending.scene.route.clone(), sending.plan.digest());
        self.under_way = Some(UnderWay { route, at: record.turn, digest });
        self.record = Some(record);
    }
    async fn head(&mut self, head: &ReplyHead) -> Result<(), Unkept> {
        if let Some(record) = &mut self.record {
            record.status = Some(head.status);
        }
        // A refusal is no reply: there is nothing in it to come back for.
        if let (Some(UnderWay { route, at, digest }), true) = (self.under_way.take(), head.status < 400) {
            let running = Running::new(self.store.clone(), self.id.clone(), at, PendingHead::new(route, head, digest));
            self.running.insert(running).begun().await.inspect_err(|_| self.running = None)?;
        }
        Ok(())
    }
    fn bytes(&mut self, bytes: &[u8]) {
        if let Some(running) = &mut self.running {
            running.take(bytes);
        }
    }
    async fn tried(&mut self, tried: &Tried, memory: &RejectionMemory) -> Result<(), Unkept> {
        if let Some(record) = &mut self.record {
            record::answered(record, tried);
        }
        if tried.refusal.is_none() {
            // What a reply was minted under holds only beside what it taught.
            return if tried.learned.is_empty() { Ok(()) } else { Ok(self.remember(memory).await?) };
        }
        self.settle(None).await?;
        self.ended(None).await;
        self.remember(memory).await?;
        if !tried.learned.is_empty() {
            self.store.learned(&record::evidence(tried, &self.id)).await?;
        }
        Ok(())
    }
    async fn turn(&mut self, turn: &Arc<Turn>) -> Result<(), Unkept> {
        self.settle(Some(turn.clone())).await?;
        self.ended(Some(turn)).await;
        Ok(())
    }
}

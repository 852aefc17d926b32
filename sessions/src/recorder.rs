//! Keeps the bytes of a reply while they come, without holding up the stream that brings them.
//!
//! The first bytes are written at once, later ones at most a tenth of a second after they came. What was taken is never dropped: it is
//! in the pending row when [`Recorder::settle`] begins its work, and where a recorder is dropped before that, recovery finds it there.
use crate::{Error, PendingHead, PendingId, SessionId, SessionStore};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use throughline_core::Turn;
use tokio::{sync::Notify, task::JoinHandle, time::timeout};

/// How long bytes wait at most.
const PAUSE: Duration = Duration::from_millis(100);

/// A reply on its way into a store.
pub struct Recorder {
    store: Arc<dyn SessionStore>,
    id: PendingId,
    inbox: Arc<Inbox>,
    /// Writes what the inbox holds until that is closed; none once it was settled.
    writer: Option<JoinHandle<Result<(), Error>>>,
}

/// What came and is not written yet.
#[derive(Default)]
struct Inbox {
    came: Mutex<Came>,
    news: Notify,
    over: Notify,
}

#[derive(Default)]
struct Came {
    bytes: Vec<u8>,
    end: Option<End>,
}

/// Why nothing more comes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The turn takes the row's place.
    Settled,
    /// Whoever read the reply went away.
    Dropped,
}

impl Recorder {
    /// A reply begins that takes the place `at`. Must be called where a tokio runtime runs.
    ///
    /// # Errors
    /// As [`SessionStore::begin`].
    pub async fn begin(
        store: Arc<dyn SessionStore>,
        id: &SessionId,
        at: usize,
        head: &PendingHead,
    ) -> Result<Self, Error> {
        let id = store.begin(id, at, head).await?;
        let inbox = Arc::new(Inbox::default());
        let writer = tokio::spawn(write(store.clone(), id, inbox.clone()));
        Ok(Self { store, id, inbox, writer: Some(writer) })
    }
    /// The pending row.
    pub fn id(&self) -> PendingId {
        self.id
    }
    /// Takes the next bytes. It copies them and returns.
    pub fn take(&self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.inbox.with(|came| came.bytes.extend_from_slice(bytes));
        }
    }
    /// The reply is over: what is left of its bytes is written, then its turn takes its place, or the row goes without one.
    ///
    /// # Errors
    /// As [`SessionStore::settle`]; that bytes could not be written on the way is an error where the turn could not be either.
    pub async fn settle(mut self, turn: Option<&Arc<Turn>>) -> Result<(), Error> {
        self.inbox.end(End::Settled);
        if let Some(writer) = self.writer.take() {
            // A turn that is in the store makes its bytes needless; one that is not meets the same trouble in `settle`.
            let _ = writer.await;
        }
        self.store.settle(self.id, turn).await
    }
    /// Nobody can make a turn of the reply now: what is left of its bytes is written, and the row waits for recovery. Dropping a recorder
    /// does the same without waiting for it.
    ///
    /// # Errors
    /// Where the bytes could not be written.
    pub async fn abandon(mut self) -> Result<(), Error> {
        self.inbox.end(End::Dropped);
        match self.writer.take() {
            Some(writer) => writer.await.unwrap_or(Ok(())),
            None => Ok(()),
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        if self.writer.is_some() {
            self.inbox.end(End::Dropped);
        }
    }
}

impl Inbox {
    fn with(&self, change: impl FnOnce(&mut Came)) {
        change(&mut self.came.lock().unwrap_or_else(PoisonError::into_inner));
        self.news.notify_one();
    }
    fn end(&self, why: End) {
        self.with(|came| came.end = Some(why));
        self.over.notify_one();
    }
}

async fn write(store: Arc<dyn SessionStore>, id: PendingId, inbox: Arc<Inbox>) -> Result<(), Error> {
    loop {
        inbox.news.notified().await;
        let (bytes, end) = {
            let mut came = inbox.came.lock().unwrap_or_else(PoisonError::into_inner);
            (std::mem::take(&mut came.bytes), came.end)
        };
        if !bytes.is_empty() {
            store.feed(id, &bytes).await?;
        }
        match end {
            Some(End::Settled) => return Ok(()),
            Some(End::Dropped) => return store.abandon(id).await,
            None => _ = timeout(PAUSE, inbox.over.notified()).await,
        }
    }
}

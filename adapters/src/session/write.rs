//! Writes that outlive the one who waits for them: a future that is dropped stops waiting, and the write goes on.
use crate::sessions::{Error, ErrorKind, PendingHead, Recorder, SessionId, SessionStore};
use std::{future::Future, sync::Arc};
use throughline_core::{Captured, Registry, Turn};
use tokio::task::JoinHandle;

/// Turns on their way into the store.
pub(super) struct Write {
    turns: Vec<Arc<Turn>>,
    task: JoinHandle<Result<(), Error>>,
}

impl Write {
    /// Starts to write.
    pub(super) fn new(turns: Vec<Arc<Turn>>, write: impl Future<Output = Result<(), Error>> + Send + 'static) -> Self {
        Self { turns, task: tokio::spawn(write) }
    }
    /// Waits for `write`, which may have been waited for before. The turns that are in the store now.
    pub(super) async fn land(write: &mut Option<Self>) -> Result<Vec<Arc<Turn>>, Error> {
        let Some(this) = write else { return Ok(vec![]) };
        let done = joined((&mut this.task).await);
        let turns = std::mem::take(&mut this.turns);
        *write = None;
        done.map(|()| turns)
    }
}

/// A reply on its way.
pub(super) struct Running {
    head: PendingHead,
    bytes: Vec<u8>,
    recorder: Option<Recorder>,
    beginning: Option<JoinHandle<Result<Recorder, Error>>>,
}

impl Running {
    /// A reply begins that takes the place `at`.
    pub(super) fn new(store: Arc<dyn SessionStore>, id: SessionId, at: usize, head: PendingHead) -> Self {
        let pending = head.clone();
        let beginning = tokio::spawn(async move { Recorder::begin(store, &id, at, &pending).await });
        Self { head, bytes: vec![], recorder: None, beginning: Some(beginning) }
    }
    /// Waits until it has begun in the store.
    pub(super) async fn begun(&mut self) -> Result<(), Error> {
        if let Some(task) = &mut self.beginning {
            let recorder = joined(task.await);
            self.beginning = None;
            self.recorder = Some(recorder?);
        }
        Ok(())
    }
    /// Takes the next bytes.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        if let Some(recorder) = &self.recorder {
            recorder.take(bytes);
        }
    }
    /// True where something of it came.
    pub(super) fn has_bytes(&self) -> bool {
        !self.bytes.is_empty()
    }
    /// The turn that the bytes so far are, if they are any.
    pub(super) fn captured(&self, registry: &Registry) -> Option<Arc<Turn>> {
        // What came before a piece that cannot be read is still a turn.
        match self.head.capture([self.bytes.as_slice()], registry).ok()? {
            Ok(Captured::Turn(turn)) => Some(Arc::new(turn)),
            Ok(Captured::Refusal(_)) | Err(_) => None,
        }
    }
    /// The reply is over: its turn takes its place, or nothing does.
    pub(super) fn settle(self, turn: Option<Arc<Turn>>) -> Option<Write> {
        let recorder = self.recorder?;
        Some(Write::new(turn.iter().cloned().collect(), async move { recorder.settle(turn.as_ref()).await }))
    }
    /// Its bytes stay in the store as what they are.
    pub(super) fn leave(self) -> Option<Write> {
        let recorder = self.recorder?;
        Some(Write::new(vec![], async move { recorder.abandon().await }))
    }
}

fn joined<T>(done: Result<Result<T, Error>, tokio::task::JoinError>) -> Result<T, Error> {
    done.unwrap_or_else(|broken| Err(Error::caused(ErrorKind::Storage, "a write to the store broke off", broken)))
}

//! The store in one SQLite file.
use crate::{
    EndReason, Error, ErrorKind, Evidence, EvidenceId, Filter, Loaded, Millis, NewSession, Pending, PendingHead,
    PendingId, Piece, Recovered, RequestRecord, Session, SessionId, SessionStore, Unreadable,
};
use async_trait::async_trait;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use throughline_core::{Registry, RejectionMemory, Request, Route, Turn, Verbatim};

/// A store in one SQLite file.
pub struct Sqlite {}

impl Sqlite {
    /// Opens the store at `path`, a file such as `state.db`; makes it where there is none.
    ///
    /// # Errors
    /// Where the folder or the file cannot be used; newer, where a newer version wrote it. The text says what to do.
    pub async fn open(_path: impl AsRef<Path>) -> Result<Self, Error> {
        Err(unready())
    }
    /// The folder of this user's store: `$THROUGHLINE_HOME`, else `$XDG_STATE_HOME/throughline`, else `~/.local/state/throughline`.
    ///
    /// # Errors
    /// Where none of the three is known.
    pub fn folder() -> Result<PathBuf, Error> {
        Err(unready())
    }
}

fn unready() -> Error {
    Error::new(ErrorKind::Storage, "this store is being built")
}

#[async_trait]
impl SessionStore for Sqlite {
    async fn create(&self, _new: NewSession) -> Result<Session, Error> {
        Err(unready())
    }
    async fn session(&self, _id: &str) -> Result<Session, Error> {
        Err(unready())
    }
    async fn sessions(&self, _filter: &Filter) -> Result<Vec<Session>, Error> {
        Err(unready())
    }
    async fn load(&self, _id: &SessionId) -> Result<Loaded, Error> {
        Err(unready())
    }
    async fn lines(&self, _id: &SessionId) -> Result<Vec<(usize, String)>, Error> {
        Err(unready())
    }
    async fn rename(&self, _id: &SessionId, _title: Option<&str>) -> Result<(), Error> {
        Err(unready())
    }
    async fn delete(&self, _id: &SessionId) -> Result<(), Error> {
        Err(unready())
    }
    async fn append(&self, _id: &SessionId, _at: usize, _turns: &[Arc<Turn>]) -> Result<(), Error> {
        Err(unready())
    }
    async fn direct(&self, _id: &SessionId, _route: &Route, _request: &Request) -> Result<(), Error> {
        Err(unready())
    }
    async fn configure(&self, _id: &SessionId, _settings: &[(String, Option<Verbatim>)]) -> Result<(), Error> {
        Err(unready())
    }
    async fn begin(&self, _id: &SessionId, _at: usize, _head: &PendingHead) -> Result<PendingId, Error> {
        Err(unready())
    }
    async fn feed(&self, _pending: PendingId, _bytes: &[u8]) -> Result<(), Error> {
        Err(unready())
    }
    async fn settle(&self, _pending: PendingId, _turn: Option<&Arc<Turn>>) -> Result<(), Error> {
        Err(unready())
    }
    async fn abandon(&self, _pending: PendingId) -> Result<(), Error> {
        Err(unready())
    }
    async fn pending(&self) -> Result<Vec<Pending>, Error> {
        Err(unready())
    }
    async fn recover(&self, _registry: &Registry) -> Result<Vec<Recovered>, Error> {
        Err(unready())
    }
    async fn branch(&self, _id: &SessionId, _at: usize, _title: Option<&str>) -> Result<Session, Error> {
        Err(unready())
    }
    async fn derive(
        &self,
        _id: &SessionId,
        _pieces: &[Piece],
        _ended: EndReason,
        _title: Option<&str>,
    ) -> Result<Session, Error> {
        Err(unready())
    }
    async fn memory(&self, _id: &SessionId) -> Result<RejectionMemory, Error> {
        Err(unready())
    }
    async fn remember(&self, _id: &SessionId, _memory: &RejectionMemory) -> Result<(), Error> {
        Err(unready())
    }
    async fn learned(&self, _evidence: &[Evidence]) -> Result<(), Error> {
        Err(unready())
    }
    async fn evidence(&self, _now: Option<Millis>) -> Result<Vec<Evidence>, Error> {
        Err(unready())
    }
    async fn forget(&self, _evidence: &[EvidenceId]) -> Result<usize, Error> {
        Err(unready())
    }
    async fn record(&self, _request: &RequestRecord) -> Result<(), Error> {
        Err(unready())
    }
    async fn requests(&self, _id: &SessionId) -> Result<Vec<RequestRecord>, Error> {
        Err(unready())
    }
    async fn check(&self) -> Result<Vec<Unreadable>, Error> {
        Err(unready())
    }
}

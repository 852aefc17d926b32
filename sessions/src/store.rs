//! What a conversation needs of a store. SQLite stands behind it here; PostgreSQL can.
use crate::{
    EndReason, Error, Evidence, EvidenceId, Filter, Loaded, Millis, NewSession, Piece, RequestRecord, Session,
    SessionId, Unreadable,
};
use async_trait::async_trait;
use std::sync::Arc;
use throughline_core::{
    Captured, FindError, Framing, PrefixDigest, Registry, RejectionMemory, ReplyHead, Request, Route, Turn, Verbatim,
    WireError,
};

/// The number of a pending reply.
pub type PendingId = i64;

/// What is known of a reply before its bytes come.
#[derive(Clone, Debug)]
pub struct PendingHead {
    /// Where the request went.
    pub route: Route,
    /// The HTTP status of the answer.
    pub status: u16,
    /// How the body is framed.
    pub framing: Framing,
    /// The upstream that a response header named.
    pub served_by: Option<String>,
    /// What its thinking is minted under, where seals are bound to that.
    pub minted_under: Option<PrefixDigest>,
}

impl PendingHead {
    /// What is known of the answer to a request before its body comes; `digest` is that of what the request sent.
    pub fn new(route: Route, head: &ReplyHead, digest: Option<PrefixDigest>) -> Self {
        let ReplyHead { status, framing, served_by } = head.clone();
        Self { route, status, framing, served_by, minted_under: digest }
    }
    /// Reads the reply from what came of it.
    ///
    /// # Errors
    /// Where no adapter speaks the route's wire; inside, what the adapter says of the bytes.
    pub fn capture<'a>(
        &self,
        chunks: impl IntoIterator<Item = &'a [u8]>,
        registry: &Registry,
    ) -> Result<Result<Captured, WireError>, FindError> {
        let (_, adapter) = registry.find(&self.route)?;
        let (status, framing, served_by) = (self.status, self.framing, self.served_by.clone());
        let mut capture = adapter.capture(&self.route, &ReplyHead { status, framing, served_by });
        for chunk in chunks {
            // What comes behind a fault is not read, and `finish` still gives what came before it.
            if capture.feed(chunk, &mut |_| {}).is_err() {
                break;
            }
        }
        let mut captured = capture.finish();
        if let (Ok(Captured::Turn(turn)), Some(digest)) = (&mut captured, &self.minted_under) {
            turn.bind(digest);
        }
        Ok(captured)
    }
}

/// A reply that is on its way, or that nobody finished.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Pending {
    /// Its number.
    pub id: PendingId,
    /// The session that it belongs to.
    pub session: SessionId,
    /// The place that it takes among the turns.
    pub at: usize,
    /// How many bytes of it are there.
    pub bytes: usize,
    /// When the last of them came.
    pub updated_at: Millis,
    /// True while the process that reads it lives.
    pub live: bool,
}

/// What became of a reply that nobody finished.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Recovered {
    /// It is the turn at this place now.
    Turn {
        /// The session.
        session: SessionId,
        /// The place.
        at: usize,
        /// Whether it is marked cut.
        cut: bool,
    },
    /// It was a refusal, or nothing at all: there is nothing to keep.
    Nothing {
        /// The session.
        session: SessionId,
    },
    /// Its bytes stay where they are.
    Left {
        /// The session.
        session: SessionId,
        /// How many bytes.
        bytes: usize,
        /// Why they could not be read.
        why: String,
    },
}

/// Keeps sessions.
///
/// # Contract
/// - What a method returned `Ok` for is on the disk: it survives a `kill -9` of the process and a loss of power.
/// - A turn is stored as its line and read back byte for byte.
/// - A line that cannot be read is an error that names it, or stands in a list of those; it is never skipped in silence.
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// Begins a session. It starts from the store's unexpired verdicts.
    async fn create(&self, new: NewSession) -> Result<Session, Error>;
    /// The session of that name, or of the only name that begins so. `last` is the one that changed last.
    ///
    /// # Errors
    /// Not found, with the names that are near.
    async fn session(&self, id: &str) -> Result<Session, Error>;
    /// Sessions, those that changed last first.
    async fn sessions(&self, filter: &Filter) -> Result<Vec<Session>, Error>;
    /// All of a session.
    ///
    /// # Errors
    /// Not found; unreadable, with the place of the first line that is.
    async fn load(&self, id: &SessionId) -> Result<Loaded, Error>;
    /// The lines of a session as they stand, each with its place; for looking at what cannot be loaded.
    async fn lines(&self, id: &SessionId) -> Result<Vec<(usize, String)>, Error>;
    /// Calls it something else; none takes the title away.
    async fn rename(&self, id: &SessionId, title: Option<&str>) -> Result<(), Error>;
    /// Forgets a session with its records and pending replies. Turns that other sessions share stay theirs.
    ///
    /// # Errors
    /// Conflict, where another process waits for a reply of it.
    async fn delete(&self, id: &SessionId) -> Result<(), Error>;

    /// Appends turns at `at`, all or none.
    ///
    /// # Errors
    /// Conflict, where the session has more or fewer turns than `at`: another process went on with it; and where one waits for a
    /// reply of it.
    async fn append(&self, id: &SessionId, at: usize, turns: &[Arc<Turn>]) -> Result<(), Error>;
    /// Where the next request goes, and what it says beside its messages.
    async fn direct(&self, id: &SessionId, route: &Route, request: &Request) -> Result<(), Error>;
    /// Merges settings into the session's model config in one transaction; none takes one away.
    async fn configure(&self, id: &SessionId, settings: &[(String, Option<Verbatim>)]) -> Result<(), Error>;

    /// A reply begins that takes the place `at`.
    ///
    /// # Errors
    /// Conflict, where that place is taken or another process waits for a reply of this session.
    async fn begin(&self, id: &SessionId, at: usize, head: &PendingHead) -> Result<PendingId, Error>;
    /// Appends bytes to a pending reply.
    async fn feed(&self, pending: PendingId, bytes: &[u8]) -> Result<(), Error>;
    /// The reply is whole, or as whole as it gets: its turn takes its place and the pending row goes, in one transaction. Without a turn
    /// (a refusal) the row only goes.
    ///
    /// # Errors
    /// Conflict, as [`append`](Self::append); the pending row stays then, and is nobody's.
    async fn settle(&self, pending: PendingId, turn: Option<&Arc<Turn>>) -> Result<(), Error>;
    /// Nobody reads this reply any more: its row waits for [`recover`](Self::recover), in this process or another.
    async fn abandon(&self, pending: PendingId) -> Result<(), Error>;
    /// Replies that are on their way or that nobody finished.
    async fn pending(&self) -> Result<Vec<Pending>, Error>;
    /// Makes turns of the replies that nobody finished. Those of a living process stay, and those that no adapter of `registry` can read.
    async fn recover(&self, registry: &Registry) -> Result<Vec<Recovered>, Error>;

    /// A session that begins with the first `at` turns of another, in one transaction: the very rows, its settings and its memory, and
    /// its title where none is given. The other one is left as branched until it goes on.
    async fn branch(&self, id: &SessionId, at: usize, title: Option<&str>) -> Result<Session, Error>;
    /// A session that is made of turns of another and of new ones, with its settings and its memory; the other one is left with `ended`.
    async fn derive(
        &self,
        id: &SessionId,
        pieces: &[Piece],
        ended: EndReason,
        title: Option<&str>,
    ) -> Result<Session, Error>;

    /// What the session's routes have taught it.
    async fn memory(&self, id: &SessionId) -> Result<RejectionMemory, Error>;
    /// Keeps what the session's routes have taught it, in its model config.
    async fn remember(&self, id: &SessionId, memory: &RejectionMemory) -> Result<(), Error>;
    /// Adds evidence; the same lesson again counts once more and holds longer.
    async fn learned(&self, evidence: &[Evidence]) -> Result<(), Error>;
    /// Evidence, the newest first, and the rows that cannot be read; with `now` only what has not expired.
    async fn evidence(&self, now: Option<Millis>) -> Result<(Vec<Evidence>, Vec<Unreadable>), Error>;
    /// Forgets evidence, and the lesson in every session that holds it. Returns how many rows went.
    ///
    /// # Errors
    /// Not found, where there is no row of a number; nothing is forgotten then.
    async fn forget(&self, evidence: &[EvidenceId]) -> Result<usize, Error>;

    /// Keeps the record of a request.
    async fn record(&self, request: &RequestRecord) -> Result<(), Error>;
    /// Records of a session, the oldest first.
    async fn requests(&self, id: &SessionId) -> Result<Vec<RequestRecord>, Error>;
    /// The newest of them.
    async fn last_request(&self, id: &SessionId) -> Result<Option<RequestRecord>, Error>;

    /// Everything in the store that cannot be read.
    async fn check(&self) -> Result<Vec<Unreadable>, Error>;
}

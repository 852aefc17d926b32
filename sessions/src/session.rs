//! A session as a store knows it.
use crate::{Millis, SessionId};
use std::sync::Arc;
use throughline_core::{Request, Route, Turn, Verbatim};

/// A session without its turns.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Session {
    /// Its name.
    pub id: SessionId,
    /// What a person called it.
    pub title: Option<String>,
    /// Where it came from, where it was branched, compacted or imported.
    pub parent: Option<SessionId>,
    /// How many turns it shares with its parent, counted from the first.
    pub branched_at: Option<usize>,
    /// When it began.
    pub created_at: Millis,
    /// When it last changed.
    pub updated_at: Millis,
    /// Why it was left, where it was.
    pub ended: Option<EndReason>,
    /// Where its next request goes.
    pub route: Option<Route>,
    /// Settings by name, one JSON object; `reasoning_rejected_carriers` is among them.
    pub model_config: Vec<(String, Verbatim)>,
    /// How many turns it has.
    pub turns: usize,
    /// How many of them hold a carrier.
    pub carriers: usize,
    /// How many of them hold a private record: carriers outside the standard shape.
    pub private: usize,
    /// Tokens that providers reported for it.
    pub input_tokens: u64,
    /// Tokens of the replies.
    pub output_tokens: u64,
    /// Of these, tokens of reasoning.
    pub reasoning_tokens: u64,
    /// What of its own row could not be read. It stays in the store as it is.
    pub unreadable: Vec<Unreadable>,
}

impl Session {
    /// A session of that name with nothing in it, for stores to fill.
    pub fn new(id: SessionId, at: Millis) -> Self {
        Self {
            id,
            title: None,
            parent: None,
            branched_at: None,
            created_at: at,
            updated_at: at,
            ended: None,
            route: None,
            model_config: vec![],
            turns: 0,
            carriers: 0,
            private: 0,
            input_tokens: 0,
            output_tokens: 0,
            reasoning_tokens: 0,
            unreadable: vec![],
        }
    }
}

/// Why a session was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EndReason {
    /// A branch goes on.
    Branched,
    /// Its compacted child goes on.
    Compacted,
}

impl EndReason {
    /// The reason that a word in the store names.
    pub fn read(word: &str) -> Option<Self> {
        [Self::Branched, Self::Compacted].into_iter().find(|reason| reason.as_str() == word)
    }
    /// The word in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Branched => "branched",
            Self::Compacted => "compacted",
        }
    }
}

/// A session to begin.
#[derive(Clone, Debug, Default)]
pub struct NewSession {
    /// Its name; the store makes one where there is none.
    pub id: Option<SessionId>,
    /// What to call it.
    pub title: Option<String>,
    /// Where its requests go.
    pub route: Option<Route>,
    /// Parameters and tools.
    pub request: Option<Request>,
}

/// Which sessions to list, newest first.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only those whose id or title holds this, without case.
    pub holds: Option<String>,
    /// At most so many; none for all.
    pub most: Option<usize>,
}

/// A session with all that goes on from it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The session.
    pub session: Session,
    /// Parameters and tools of its last request.
    pub request: Option<Request>,
    /// Its turns in order.
    pub turns: Vec<Arc<Turn>>,
    /// Its turns as the lines that stand in the store, byte for byte.
    pub lines: Vec<String>,
}

/// A row that could not be read. It stays in the store as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Where it stands, as a person would look it up.
    pub place: String,
    /// Why.
    pub why: String,
}

/// A turn of a session that is made of another one.
#[derive(Clone, Debug)]
pub enum Piece {
    /// The parent's turn at this place, the very row.
    Kept(usize),
    /// A turn that the parent does not have.
    New(Arc<Turn>),
}

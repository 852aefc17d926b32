//! What the doctor found: where, how bad it is, and what the plan does about it.
use serde::Serialize;
use std::fmt;
use throughline_core::{At, Carrier, Kind};

/// One oddity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// What is odd.
    pub what: What,
    /// How bad it is.
    pub severity: Severity,
    /// The turn, counted from 0.
    pub turn: usize,
    /// The carrier or part of it; none where it is about the turn as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<At>,
    /// The carrier, without what it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Piece>,
    /// The other turn that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<usize>,
    /// What is odd, in words.
    pub about: &'static str,
    /// What the plan does about it.
    pub plan: &'static str,
}

/// A carrier without what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Its kind.
    pub kind: Kind,
    /// Who can read it again.
    pub issuer: String,
    /// Bytes of its payload.
    pub bytes: usize,
    /// The first 16 hex digits of the SHA-256 of its payload.
    pub hash: String,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Good to know; nothing is lost.
    Note,
    /// Some of the thinking will not travel.
    Warning,
    /// A provider may refuse the session for it.
    Error,
}

/// What is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum What {
    /// A block stands twice in one turn.
    Repeated,
    /// A block stands in an earlier turn too.
    Again,
    /// A block without the signature that its like has.
    Unsigned,
    /// A signature or blob of a length that no encoding gives.
    Truncated,
    /// A call whose arguments end early.
    Unfinished,
    /// A call without a result.
    Unanswered,
    /// A result without a call.
    Unasked,
    /// The first block of another issuer.
    Issuer,
    /// A reply whose bytes ended early.
    Cut,
    /// A reply that the provider broke off.
    Refused,
    /// White space that was stored as reasoning.
    Placeholder,
    /// A turn that says nothing.
    Empty,
    /// A checkpoint with a newer one behind it.
    Shadowed,
}

impl What {
    /// How bad it is, what it is in words, and what the plan does about it.
    fn says(self) -> (Severity, &'static str, &'static str) {
        use Severity::{Error, Note, Warning};
        match self {
            Self::Repeated => (
                Warning,
                "the same block stands twice in this turn",
                "a text goes once; sealed blocks go as they stand, once where the route's rules say so",
            ),
            Self::Again => (
                Note,
                "the same block stands in an earlier turn",
                "both go as they stand, one where the route's rules say so",
            ),
            Self::Unsigned => (
                Warning,
                "not signed, as its like are",
                "withheld on every route that reads such blocks only signed; its text goes where text is read",
            ),
            Self::Truncated => (
                Error,
                "a signature or blob of a length that no base64 has: its end is missing",
                "goes to its issuer until that refuses it; then it is withheld, and where seals are bound those behind it too",
            ),
            Self::Unfinished => (
                Warning,
                "the arguments of the call end early",
                "goes where arguments are text; withheld where they must be an object",
            ),
            Self::Unanswered => (
                Error,
                "a call that nothing answers",
                "goes as it stands, and a host may refuse it; salvage or a result heals it",
            ),
            Self::Unasked => (
                Error,
                "a result whose call is not there",
                "withheld where its call is withheld; else it goes where the wire can say it, and a host may refuse it",
            ),
            Self::Issuer => (
                Note,
                "the first block that another issuer sealed",
                "goes only to routes that read its issuer; withheld on all others",
            ),
            Self::Cut => (
                Note,
                "the reply was cut before its end",
                "its calls and unfinished blocks are withheld on every route; its text goes",
            ),
            Self::Refused => (
                Note,
                "the provider broke the reply off with an error",
                "its calls and unfinished blocks are withheld on every route; its text goes",
            ),
            Self::Placeholder => (
                Note,
                "white space, stored as reasoning",
                "withheld on every route; where one demands the field, the plan writes a placeholder of its own",
            ),
            Self::Empty => {
                (Note, "the turn says nothing", "left out whole where it is the model's, and the plan says so")
            }
            Self::Shadowed => {
                (Note, "a newer checkpoint stands behind this one", "goes as it stands; the next compaction drops it")
            }
        }
    }
}

impl Finding {
    pub(super) fn new(what: What, turn: usize) -> Self {
        let (severity, about, plan) = what.says();
        Self { what, severity, turn, at: None, piece: None, beside: None, about, plan }
    }
    pub(super) fn at(self, at: At) -> Self {
        Self { at: Some(at), ..self }
    }
    pub(super) fn beside(self, turn: usize) -> Self {
        Self { beside: Some(turn), ..self }
    }
    pub(super) fn of(self, at: At, carrier: &Carrier) -> Self {
        let piece = Piece {
            kind: carrier.kind.clone(),
            issuer: carrier.issuer.to_string(),
            bytes: carrier.payload.get().len(),
            hash: carrier.payload.fingerprint(),
        };
        Self { piece: Some(piece), ..self.at(at) }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {}", self.turn)?;
        match self.at {
            Some(At::Message(n)) => write!(f, ", carrier {n}")?,
            Some(At::Part(part, 0)) => write!(f, ", part {part}")?,
            Some(At::Part(part, n)) => write!(f, ", part {part}, carrier {n}")?,
            None => {}
        }
        if let Some(piece) = &self.piece {
            write!(f, " ({} of {}, {} bytes, {})", piece.kind, piece.issuer, piece.bytes, piece.hash)?;
        }
        write!(f, ": {}", self.about)?;
        if let Some(turn) = self.beside {
            write!(f, ": turn {turn}")?;
        }
        write!(f, "; {}", self.plan)
    }
}

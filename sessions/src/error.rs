//! What can go wrong in a store. An error never repeats what a conversation says.
use std::error::Error as StdError;

/// Why a store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[error("{what}")]
pub struct Error {
    kind: ErrorKind,
    what: String,
    #[source]
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// No such session, turn or verdict; the text lists what is near.
    NotFound,
    /// Another process has gone on with the session meanwhile.
    Conflict,
    /// A newer version wrote the file.
    Newer,
    /// A row or line is not what it should be; the text names it.
    Unreadable,
    /// What was asked for cannot be.
    Usage,
    /// The disk or the database refused.
    Storage,
}

impl Error {
    /// An error without a cause.
    pub fn new(kind: ErrorKind, what: impl Into<String>) -> Self {
        Self { kind, what: what.into(), source: None }
    }
    /// An error with its cause.
    pub fn caused(
        kind: ErrorKind,
        what: impl Into<String>,
        source: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        Self { kind, what: what.into(), source: Some(source.into()) }
    }
    /// What kind it is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

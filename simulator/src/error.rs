//! What can go wrong with the simulator itself. What it refuses is no error of its own.

/// An error of the simulator.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    kind: ErrorKind,
    message: String,
    source: Option<std::io::Error>,
}

/// The kinds of [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The port cannot be had, or the runtime cannot start.
    Start,
    /// No provider has that name.
    UnknownProvider,
    /// The fault means nothing here.
    Fault,
}

impl Error {
    /// What kind of error it is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
    pub(crate) fn new(kind: ErrorKind, message: String) -> Self {
        Self { kind, message, source: None }
    }
    pub(crate) fn start(what: &str, source: std::io::Error) -> Self {
        Self { kind: ErrorKind::Start, message: format!("{what}: {source}"), source: Some(source) }
    }
}

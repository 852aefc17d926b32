//! What can go wrong in a conversation that a store keeps.
use crate::{client::SendError, sessions};
use sessions::{ErrorKind, RequestRecord, SessionId};
use throughline_core::{FindError, RenderError};

/// Why a session did not do what it was asked. What it holds is as it was before.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// Another process has gone on with it.
    #[error("session {id} has gone on elsewhere: resume it once more to go on from there")]
    Conflict {
        /// The session.
        id: SessionId,
        /// What the store says.
        source: sessions::Error,
    },
    /// The store could not do it.
    #[error(transparent)]
    Store(sessions::Error),
    /// Nobody speaks the route's wire, or two rows tie.
    #[error(transparent)]
    Find(#[from] FindError),
    /// The wire cannot say what the history holds.
    #[error("the history cannot be said on this wire: {0}")]
    Render(#[from] RenderError),
    /// There is no reply.
    #[error("{source}")]
    Send {
        /// Why.
        source: Box<SendError>,
        /// The requests that were sent.
        records: Vec<RequestRecord>,
    },
    /// The store does not know where its requests go.
    #[error("session {id} has no route yet: say which provider and model it goes on with")]
    Unrouted {
        /// The session.
        id: SessionId,
    },
}

impl SessionError {
    /// What the store says of a session.
    pub(super) fn store(id: &SessionId, error: sessions::Error) -> Self {
        match error.kind() {
            ErrorKind::Conflict => Self::Conflict { id: id.clone(), source: error },
            _ => Self::Store(error),
        }
    }
    /// What became of a sending.
    pub(super) fn send(id: &SessionId, error: SendError, records: Vec<RequestRecord>) -> Self {
        match error {
            SendError::Unkept { source } => match source.downcast::<sessions::Error>() {
                Ok(error) => Self::store(id, *error),
                Err(source) => Self::Send { source: Box::new(SendError::Unkept { source }), records },
            },
            source => Self::Send { source: Box::new(source), records },
        }
    }
}

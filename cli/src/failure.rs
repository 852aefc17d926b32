//! What can go wrong, with the exit code that scripts rely on.
use std::{error::Error, io, path::Path};
use throughline::{
    FindError, RegistryError, RenderError, ResolveError, StoredError, WireError,
    client::{SendError, TransportError},
    session::SessionError,
    user::UserError,
};
use throughline_sessions::ErrorKind;

/// Printed below every help text.
pub(crate) const CODES: &str = "\
Exit codes:
  0  done
  1  the output could not be written
  2  the command line is wrong, or names a file that cannot be read or a session that is not there
  3  the input is not what it should be, or the doctor found something; what could be read is still written
  4  the reply is a refusal
  5  no route, or nothing in this build speaks its wire
  6  no whole answer came over the network
  7  the store of sessions: another process went on with the session, a newer version wrote the file, or it cannot
     be read or written";

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of our output left: nothing to say.
    Closed,
    /// The output could not be written.
    Output(io::Error),
    /// The command line is wrong.
    Usage(String),
    /// The input is wrong.
    Input(String),
    /// The reply is a refusal, and is on the output.
    Refused,
    /// There is no such route.
    Route(String),
    /// No answer came.
    Network(String),
    /// The store did not do what it was asked.
    Store(String),
    /// The doctor found something, and said so.
    Found,
}

impl Failure {
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Closed => 0,
            Self::Output(_) => 1,
            Self::Usage(_) => 2,
            Self::Input(_) | Self::Found => 3,
            Self::Refused => 4,
            Self::Route(_) => 5,
            Self::Network(_) => 6,
            Self::Store(_) => 7,
        }
    }
    /// What to say on standard error.
    pub(crate) fn text(&self) -> Option<String> {
        match self {
            Self::Closed | Self::Refused | Self::Found => None,
            Self::Output(error) => Some(format!("cannot write: {error}")),
            Self::Usage(text) | Self::Input(text) | Self::Route(text) | Self::Network(text) | Self::Store(text) => {
                Some(text.clone())
            }
        }
    }
    pub(crate) fn unreadable(file: &Path, error: &io::Error) -> Self {
        Self::Usage(format!("cannot read {}: {error}", file.display()))
    }
    /// The same, with advice to whoever gave wrong input.
    pub(crate) fn advised(self, advice: &str) -> Self {
        match self {
            Self::Input(text) => Self::Input(format!("{text}{advice}")),
            other => other,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::Closed } else { Self::Output(error) }
    }
}
impl From<ResolveError> for Failure {
    fn from(error: ResolveError) -> Self {
        match error {
            ResolveError::Spec { .. } | ResolveError::Route(_) => Self::Usage(error.to_string()),
            _ => Self::Route(error.to_string()),
        }
    }
}
impl From<FindError> for Failure {
    fn from(error: FindError) -> Self {
        Self::Route(error.to_string())
    }
}
impl From<RegistryError> for Failure {
    fn from(error: RegistryError) -> Self {
        Self::Route(error.to_string())
    }
}
impl From<WireError> for Failure {
    fn from(error: WireError) -> Self {
        Self::Input(error.to_string())
    }
}
impl From<StoredError> for Failure {
    fn from(error: StoredError) -> Self {
        Self::Input(error.to_string())
    }
}
impl From<UserError> for Failure {
    fn from(error: UserError) -> Self {
        Self::Input(error.to_string())
    }
}
impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        let source = error.source().map(|source| format!(": {source}")).unwrap_or_default();
        Self::Input(format!("{error}{source}"))
    }
}
impl From<SendError> for Failure {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Refused { .. } => Self::Refused,
            SendError::Render(error) => error.into(),
            SendError::Transport { route, source } => {
                Self::Network(format!("no answer from {route}: {}", caused(&source)))
            }
            error => Self::Network(error.to_string()),
        }
    }
}
impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Store(error) => error.into(),
            SessionError::Find(error) => error.into(),
            SessionError::Render(error) => error.into(),
            SessionError::Send { source, .. } => (*source).into(),
            SessionError::Unrouted { .. } => Self::Route(format!("{error}: --model PROVIDER/MODEL")),
            error => Self::Store(error.to_string()),
        }
    }
}
impl From<TransportError> for Failure {
    fn from(error: TransportError) -> Self {
        Self::Network(caused(&error))
    }
}
impl From<throughline_simulator::Error> for Failure {
    fn from(error: throughline_simulator::Error) -> Self {
        Self::Network(caused(&error))
    }
}
impl From<throughline_sessions::Error> for Failure {
    fn from(error: throughline_sessions::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::Usage => Self::Usage(caused(&error)),
            _ => Self::Store(caused(&error)),
        }
    }
}
impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Output(error.into())
    }
}

/// An error with the cause that lies deepest: that one says most.
pub(crate) fn caused(error: &dyn Error) -> String {
    let causes = std::iter::successors(error.source(), |&error| error.source());
    causes.last().map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"))
}

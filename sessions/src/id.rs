//! The name of a session.
use serde::{Deserialize, Serialize};
use std::fmt;

/// `YYYYMMDD_HHMMSS_<6 hex digits>` for sessions that a store made; an imported one keeps its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SessionId(String);

impl SessionId {
    /// The id as it is spelled.
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

//! The name of a session.
use crate::time::{Millis, civil};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    hash::{BuildHasher, RandomState},
};

/// `YYYYMMDD_HHMMSS_<6 hex digits>` for sessions that a store made, in UTC; an imported one keeps its own.
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
    /// A name for a session that begins at `at`; `noise` tells it from others of that second.
    pub(crate) fn made(at: Millis, noise: u64) -> Self {
        let [year, month, day, hour, minute, second] = civil(at);
        Self(format!("{year:04}{month:02}{day:02}_{hour:02}{minute:02}{second:02}_{:06x}", noise & 0xff_ffff))
    }
}
impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A number that no other process is likely to draw. It guards nothing.
pub(crate) fn noise() -> u64 {
    RandomState::new().hash_one(std::process::id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_when_the_session_began() {
        for (at, name) in [(0, "19700101_000000_00002a"), (1_767_225_599_000, "20251231_235959_00002a")] {
            assert_eq!(SessionId::made(at, 42).as_str(), name);
        }
        assert_eq!(SessionId::made(0, u64::MAX).as_str(), "19700101_000000_ffffff");
        assert_ne!(noise(), noise());
    }
}

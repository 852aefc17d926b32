//! The name of a session.
use crate::Millis;
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
        let seconds = at.div_euclid(1000);
        let (year, month, day) = date(seconds.div_euclid(86_400));
        let clock = seconds.rem_euclid(86_400);
        let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
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

/// Year, month and day of the n-th day since 1970, by counting whole eras of 400 years from a first of March.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    (era * 400 + year + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_when_the_session_began() {
        for (at, name) in [
            (0, "19700101_000000_00002a"),
            (951_782_399_999, "20000228_235959_00002a"),
            (951_782_400_000, "20000229_000000_00002a"),
            (1_767_225_599_000, "20251231_235959_00002a"),
            (4_107_542_400_000, "21000301_000000_00002a"),
            (-1, "19691231_235959_00002a"),
        ] {
            assert_eq!(SessionId::made(at, 42).as_str(), name);
        }
        assert_eq!(SessionId::made(0, u64::MAX).as_str(), "19700101_000000_ffffff");
        assert_ne!(noise(), noise());
    }
}

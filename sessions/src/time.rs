//! Moments: what clocks and calendars say of them, without time zones.
use std::time::UNIX_EPOCH;

/// Milliseconds since 1970, UTC.
pub type Millis = i64;

/// This moment.
pub fn now() -> Millis {
    let since = UNIX_EPOCH.elapsed().unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}

/// A moment as people read it: `2026-11-30 19:53:03`, UTC.
pub fn utc(at: Millis) -> String {
    let [year, month, day, hour, minute, second] = civil(at);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// Year, month, day, hour, minute and second. Days are counted in whole eras of 400 years from a first of March.
pub(crate) fn civil(at: Millis) -> [i64; 6] {
    let seconds = at.div_euclid(1000);
    let (days, clock) = (seconds.div_euclid(86_400) + 719_468, seconds.rem_euclid(86_400));
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    [era * 400 + year + i64::from(month <= 2), month, day, clock / 3600, clock / 60 % 60, clock % 60]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_have_their_dates() {
        for (at, want) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_399_999, "2000-02-28 23:59:59"),
            (951_782_400_000, "2000-02-29 00:00:00"),
            (1_796_068_383_999, "2026-11-30 19:53:03"),
            (4_102_444_799_000, "2099-12-31 23:59:59"),
            (4_107_542_400_000, "2100-03-01 00:00:00"),
            (-1, "1969-12-31 23:59:59"),
        ] {
            assert_eq!(utc(at), want);
        }
        assert!(utc(now()).as_str() > "2026");
    }
}

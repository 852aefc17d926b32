//! Counts: how many passed, failed and were skipped, of tests and of steps alike.
//!
//! It must never count a run whose numbers it could not read as passed.

use std::fmt;
use std::ops::AddAssign;

/// How many passed, failed and were skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) skipped: usize,
}

impl Tally {
    /// One thing that passed or failed.
    pub(crate) fn one(passed: bool) -> Self {
        Self { passed: usize::from(passed), failed: usize::from(!passed), skipped: 0 }
    }

    /// One thing that was not run.
    pub(crate) fn skip() -> Self {
        Self { skipped: 1, ..Self::default() }
    }

    /// Nothing failed.
    pub(crate) fn holds(self) -> bool {
        self.failed == 0
    }

    /// The numbers in a line that a test binary ends with, if `line` is one:
    /// `test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s`.
    pub(crate) fn of_line(line: &str) -> Option<Self> {
        let (_, fields) = line.strip_prefix("test result: ")?.split_once(". ")?;
        let mut tally = Self::default();
        for field in fields.split(';') {
            let Some((count, word)) = field.trim().split_once(' ') else { continue };
            let Ok(count) = count.parse::<usize>() else { continue };
            match word {
                "passed" => tally.passed += count,
                "failed" => tally.failed += count,
                "ignored" => tally.skipped += count,
                _ => {}
            }
        }
        Some(tally)
    }

    /// These tests and the run that held them. A failed run in which no test failed did not build or died: it counts
    /// as a failure of its own.
    pub(crate) fn with_run(mut self, passed: bool) -> Self {
        match (passed, self.failed) {
            (true, _) => self.passed += 1,
            (false, 0) => self.failed += 1,
            (false, _) => {}
        }
        self
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(passed: usize, failed: usize, skipped: usize) -> Tally {
        Tally { passed, failed, skipped }
    }

    #[test]
    fn result_lines_are_read() {
        let good = "test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 4 filtered out; finished in 0.01s";
        assert_eq!(Tally::of_line(good), Some(tally(12, 0, 3)));
        let bad = "test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s";
        assert_eq!(Tally::of_line(bad), Some(tally(1, 2, 0)));
    }

    #[test]
    fn other_lines_are_not() {
        for line in ["", "test a ... ok", "running 3 tests", "the test result: ok. 1 passed"] {
            assert_eq!(Tally::of_line(line), None, "{line}");
        }
    }

    #[test]
    fn a_run_that_died_is_a_failure() {
        assert_eq!(tally(3, 0, 0).with_run(false), tally(3, 1, 0));
        assert_eq!(tally(3, 2, 0).with_run(false), tally(3, 2, 0));
        assert_eq!(tally(3, 0, 1).with_run(true), tally(4, 0, 1));
    }

    #[test]
    fn the_line_at_the_end() {
        assert_eq!(tally(7, 0, 2).to_string(), "7 passed, 0 failed, 2 skipped");
    }
}

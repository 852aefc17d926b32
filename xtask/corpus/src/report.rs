//! What came of it: a table of who was replayed, the explanations counted, every failure, and one line at the end.
use crate::explain::{Explanation, Failure};
use serde::Serialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// The outcome of a run.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Report {
    /// Exchanges of which everything held.
    passed: usize,
    /// Exchanges of which something did not, and files that are none.
    failed: usize,
    /// Exchanges that were not looked at.
    skipped: usize,
    /// Why they were not.
    reasons: BTreeMap<String, usize>,
    /// Per provider and API.
    rows: BTreeMap<String, Row>,
    /// Explanations, and under each what it was about.
    explanations: BTreeMap<&'static str, BTreeMap<String, usize>>,
    /// Every failure.
    failures: Vec<Failure>,
    /// Whether to print what each explanation was about.
    #[serde(skip)]
    verbose: bool,
}

/// One provider on one API.
#[derive(Debug, Default, Serialize)]
struct Row {
    passed: usize,
    failed: usize,
    skipped: usize,
    replies: usize,
    requests: usize,
    follow_ups: usize,
    /// Why what was skipped was, each reason once.
    reasons: BTreeSet<String>,
}

/// What was done with one exchange.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// Its reply was captured.
    pub(crate) reply: bool,
    /// Its request was read.
    pub(crate) request: bool,
    /// It was replayed upon an earlier exchange.
    pub(crate) follow_up: bool,
    /// Differences that the facts explain.
    pub(crate) explained: Vec<Explanation>,
    /// What failed.
    pub(crate) failures: Vec<Failure>,
}

impl Report {
    /// An empty report.
    pub(crate) fn new(verbose: bool) -> Self {
        Self { verbose, ..Self::default() }
    }
    /// Adds an exchange.
    pub(crate) fn add(&mut self, provider: &str, api: &str, done: Done) {
        let row = self.rows.entry(format!("{provider} {api}")).or_default();
        let failed = !done.failures.is_empty();
        row.replies += usize::from(done.reply);
        row.requests += usize::from(done.request);
        row.follow_ups += usize::from(done.follow_up);
        *(if failed { &mut row.failed } else { &mut row.passed }) += 1;
        *(if failed { &mut self.failed } else { &mut self.passed }) += 1;
        for Explanation { why, what } in done.explained {
            *self.explanations.entry(why.as_str()).or_default().entry(what).or_default() += 1;
        }
        self.failures.extend(done.failures);
    }
    /// Adds a failure of what is not even an exchange.
    pub(crate) fn broken(&mut self, failure: Failure) {
        self.failed += 1;
        self.failures.push(failure);
    }
    /// Leaves an exchange out.
    pub(crate) fn skip(&mut self, provider: &str, api: &str, reason: impl Into<String>) {
        let reason = reason.into();
        let row = self.rows.entry(format!("{provider} {api}")).or_default();
        row.skipped += 1;
        row.reasons.insert(reason.clone());
        self.skipped += 1;
        *self.reasons.entry(reason).or_default() += 1;
    }
    /// True where nothing failed.
    pub(crate) fn holds(&self) -> bool {
        self.failed == 0
    }
    /// What failed.
    #[cfg(test)]
    pub(crate) fn failures(&self) -> &[Failure] {
        &self.failures
    }
    /// How often an explanation was given.
    #[cfg(test)]
    pub(crate) fn count(&self, why: crate::explain::Why) -> usize {
        self.explanations.get(why.as_str()).map_or(0, |all| all.values().sum())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.rows.is_empty() {
            writeln!(
                f,
                "{:<36} {:>7} {:>7} {:>8} {:>8} {:>9} {:>11}",
                "", "passed", "failed", "skipped", "replies", "requests", "follow-ups"
            )?;
        }
        for (name, row) in &self.rows {
            let Row { passed, failed, skipped, replies, requests, follow_ups, .. } = row;
            writeln!(f, "{name:<36} {passed:>7} {failed:>7} {skipped:>8} {replies:>8} {requests:>9} {follow_ups:>11}")?;
        }
        if !self.explanations.is_empty() {
            writeln!(f, "\ndifferences that the facts explain")?;
        }
        for (why, all) in &self.explanations {
            writeln!(f, "{:>7}  {why}", all.values().sum::<usize>())?;
            for (what, count) in all.iter().filter(|_| self.verbose) {
                writeln!(f, "{count:>15}  {what}")?;
            }
        }
        for Failure { exchange, check, message, field, fault, excerpt } in &self.failures {
            let place = message.map(|n| format!(" message {n}")).unwrap_or_default();
            writeln!(f, "\nFAILED {exchange}\n  {check}:{place} {field}: {fault:?}: {excerpt}")?;
        }
        if !self.reasons.is_empty() {
            writeln!(f, "\nskipped")?;
        }
        for (reason, count) in &self.reasons {
            writeln!(f, "{count:>7}  {reason}")?;
        }
        write!(f, "\n{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

//! How far estimates were off: by wire and size, and by the place in the conversation.
use serde::Serialize;
use std::{collections::BTreeMap, fmt};

/// Prompts above this many tokens are what the goal is about.
const LARGE: u64 = 1000;
/// The share of what was recorded that a learned estimate reaches at least.
const GOAL: f64 = 0.8;
/// From this place on, places in a conversation are counted together.
const LATE: usize = 4;

/// One request.
#[derive(Debug, Serialize)]
pub(crate) struct Estimate {
    /// The exchange.
    pub(crate) id: String,
    /// Its wire.
    pub(crate) api: String,
    /// What the provider counted.
    pub(crate) recorded: u64,
    /// The estimate by the measured rates alone.
    pub(crate) cold: u64,
    /// The estimate once replies before it had reported; none where none had.
    pub(crate) learned: Option<u64>,
    /// How many had.
    pub(crate) reports: usize,
}

impl Estimate {
    fn off(&self, estimate: u64) -> f64 {
        estimate as f64 / self.recorded.max(1) as f64
    }
    /// True where the estimate misses the goal.
    fn misses(&self) -> bool {
        self.recorded > LARGE && self.learned.is_some_and(|learned| self.off(learned) < GOAL)
    }
}

/// What came of pricing a folder.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Report {
    /// By wire and size, before and after anything was learned.
    rows: BTreeMap<String, Row>,
    /// Learned estimates by how many replies had reported.
    places: BTreeMap<usize, Row>,
    /// Requests that were not compared, by the reason.
    skipped: BTreeMap<String, usize>,
    /// Large requests that were under-estimated though a reply had reported.
    missed: Vec<String>,
    /// Files that are no exchanges.
    broken: Vec<String>,
    /// Every request that was compared.
    estimates: Vec<Estimate>,
}

/// Estimates as shares of what was recorded.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Row {
    requests: usize,
    tenth: f64,
    median: f64,
    ninetieth: f64,
    /// How many were under the goal.
    under: usize,
    #[serde(skip)]
    all: Vec<f64>,
}

impl Row {
    fn add(&mut self, off: f64) {
        let at = self.all.partition_point(|other| *other < off);
        self.all.insert(at, off);
        self.requests = self.all.len();
        self.under = self.all.partition_point(|off| *off < GOAL);
        let quantile = |tenths: usize| self.all.get((self.all.len() - 1) * tenths / 10).copied().unwrap_or_default();
        (self.tenth, self.median, self.ninetieth) = (quantile(1), quantile(5), quantile(9));
    }
}

impl Report {
    /// Adds a request.
    pub(crate) fn add(&mut self, estimate: Estimate) {
        let size = size(estimate.recorded);
        let mut row = |when: &str, off: f64| {
            self.rows.entry(format!("{:<20} {size} {when}", estimate.api)).or_default().add(off);
        };
        row("cold", estimate.off(estimate.cold));
        if let Some(learned) = estimate.learned {
            row("learned", estimate.off(learned));
            self.places.entry(estimate.reports.min(LATE)).or_default().add(estimate.off(learned));
        }
        if estimate.misses() {
            self.missed.push(estimate.id.clone());
        }
        self.estimates.push(estimate);
    }
    /// Leaves a request out.
    pub(crate) fn skip(&mut self, reason: impl Into<String>) {
        *self.skipped.entry(reason.into()).or_default() += 1;
    }
    /// Notes a file that is no exchange.
    pub(crate) fn broken(&mut self, what: String) {
        self.broken.push(what);
    }
    /// True where the goal was met everywhere and every file could be read.
    pub(crate) fn holds(&self) -> bool {
        self.missed.is_empty() && self.broken.is_empty()
    }
    /// What was compared.
    #[cfg(test)]
    pub(crate) fn estimates(&self) -> &[Estimate] {
        &self.estimates
    }
    /// Why requests were left out.
    #[cfg(test)]
    pub(crate) fn reasons(&self) -> Vec<(&str, usize)> {
        self.skipped.iter().map(|(reason, n)| (reason.as_str(), *n)).collect()
    }
}

/// The size class, so named that names sort by size.
fn size(tokens: u64) -> &'static str {
    const SIZES: [(u64, &str); 3] = [(LARGE, "0k to 1k"), (4000, "1k to 4k"), (16_000, "4k to 16k")];
    SIZES.iter().find(|(most, _)| tokens <= *most).map_or("above 16k", |(_, name)| name)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = format!("{:>8} {:>6} {:>7} {:>6} {:>7}", "requests", "p10", "median", "p90", "under");
        writeln!(f, "estimate over recorded{:>17}{header}", "")?;
        for (name, row) in &self.rows {
            writeln!(f, "{name:<39}{row}")?;
        }
        writeln!(f, "\nlearned, by replies that had reported  {header}")?;
        for (reports, row) in &self.places {
            writeln!(f, "{:<39}{row}", format!("{reports}{}", if *reports == LATE { " and more" } else { "" }))?;
        }
        if !self.skipped.is_empty() {
            writeln!(f, "\nnot compared")?;
        }
        for (reason, count) in &self.skipped {
            writeln!(f, "{count:>7}  {reason}")?;
        }
        for what in &self.broken {
            writeln!(f, "\nFAILED {what}")?;
        }
        for id in &self.missed {
            let estimate = self.estimates.iter().find(|estimate| estimate.id == *id);
            let figures = estimate.map(|e| format!("{} of {}", e.learned.unwrap_or_default(), e.recorded));
            writeln!(f, "\nFAILED {id}\n  under-estimated: {}", figures.unwrap_or_default())?;
        }
        let large = self.estimates.iter().filter(|e| e.recorded > LARGE && e.learned.is_some()).count();
        let (all, missed, left) = (self.estimates.len(), self.missed.len(), self.skipped.values().sum::<usize>());
        write!(
            f,
            "\n{all} compared, {left} not; of {large} above {LARGE} tokens with a report, {missed} under-estimated"
        )
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { requests, tenth, median, ninetieth, under, .. } = self;
        let under = 100.0 * *under as f64 / (*requests).max(1) as f64;
        write!(f, "{requests:>8} {tenth:>6.2} {median:>7.2} {ninetieth:>6.2} {under:>5.0} %")
    }
}

//! How far estimates were off: by API and size, and by the place in the conversation.
use serde::Serialize;
use std::{collections::BTreeMap, fmt};

/// What came of pricing a folder.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Report {
    /// Every request that was compared.
    pub(crate) estimates: Vec<Estimate>,
    /// How many were not, by the reason.
    pub(crate) skipped: BTreeMap<String, usize>,
    /// Files that are no exchanges.
    pub(crate) broken: Vec<String>,
}

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
    /// The estimate once the replies before it had reported; none where there was none.
    pub(crate) learned: Option<u64>,
    /// How many replies had.
    pub(crate) position: usize,
}

impl Report {
    pub(crate) fn holds(&self) -> bool {
        true
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (reason, n) in &self.skipped {
            writeln!(f, "{n:>7}  {reason}")?;
        }
        write!(f, "{} compared", self.estimates.len())
    }
}

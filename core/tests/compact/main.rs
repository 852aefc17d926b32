//! Compaction on the plainest wire there is: what becomes of each turn, what the new history holds, and that it ends.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may")]
mod asked;
mod cases;
mod properties;
mod salvaged;
mod stage;

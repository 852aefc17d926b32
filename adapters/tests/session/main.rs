//! Sessions over real HTTP with a real store on disk: what is resumed, branched or compacted is the same mind as before.
//!
//! A restart drops everything but the file; one test runs a second process. Nothing here leaves this machine.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod bound;
mod broken;
mod compaction;
mod conflict;
mod corpus;
mod doors;
mod dropped;
mod healing;
mod inherited;
mod process;
mod recall;
mod records;
mod rejection;
mod stage;

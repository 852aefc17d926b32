//! Replies of Converse, whole and streamed: what becomes of each block, and what never does.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod broken;
mod common;
mod refusals;
mod stream;
mod whole;

//! The endpoints that speak chat completions: what is kept, and what goes back to whom.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]
mod capture;
mod common;
mod project;
mod travel;

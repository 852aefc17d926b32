//! GitHub Copilot: what is kept of a reply, and what goes back to whom.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]
mod anthropic;
mod capture;
mod common;
mod corpus;
mod project;
mod verdicts;

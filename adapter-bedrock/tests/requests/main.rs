//! Requests of Converse: what each family of models is sent of a history, what a client's body means, and what a refusal teaches.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod adopt;
mod common;
mod families;
mod fit;
mod history;
mod ingest;
mod judged;
mod kept;
mod refused;

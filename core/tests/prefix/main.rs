//! Seals that are bound to their prefix, and thinking that leaves the tool loop, on an adapter that writes the plainest wire there is.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may")]
mod canonical;
mod learned;
mod left;
mod mismatch;
mod properties;
mod stage;

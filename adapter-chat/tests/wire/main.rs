//! The wire from outside: what a reply becomes, what a request says, what each route is sent.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]
mod broken;
mod checkpoint;
mod common;
mod corpus;
mod pieces;
mod requests;
mod routes;
mod sealed;
mod streams;

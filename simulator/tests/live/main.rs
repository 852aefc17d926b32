//! The simulator over real HTTP, as a client meets it.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test may fail, and builds its requests as JSON"
)]

mod blocks;
mod client;
mod corpus;
mod faults;
mod forms;
mod hostile;
mod judges;
mod messages;
mod recall;
mod refusals;

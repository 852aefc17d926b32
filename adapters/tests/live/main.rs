//! The client over real HTTP: against a provider that enforces each provider's rules, against hosts that answer in bytes of a test's
//! own, through a proxy, and against a real inference server.
//!
//! Nothing here leaves this machine.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod broken;
mod hosts;
mod llama;
mod parts;
mod proxy;
mod rejection;
mod required;
mod seals;
mod secret;
mod stage;
mod wordings;

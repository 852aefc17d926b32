//! The simulator over real HTTP, as a client meets it.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test may fail, and builds its requests as JSON"
)]

mod binding;
mod blocks;
mod client;
mod compatible;
mod conversations;
mod converse;
mod copilot;
mod corpus;
mod doors;
mod faults;
mod forms;
mod frames;
mod generate;
mod generations;
mod hostile;
mod judges;
mod messages;
mod parts;
mod recall;
mod refusals;
mod rules;
mod signatures;

/// An HTTP client. Where the whole workspace is built its TLS wants to be told a provider, even for plain HTTP.
fn http() -> reqwest::Client {
    // The second call finds the first one's and changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::new()
}

//! Ollama's wire from outside: reply bytes to turns, request bytes to turns, turns to request bytes.
#[cfg(test)]
mod capture;
#[cfg(test)]
mod corpus;
#[cfg(test)]
mod project;
#[cfg(test)]
#[path = "../../../recorded.rs"]
mod recorded;

use throughline_core::{Route, Verbatim};
use throughline_ollama::API;

fn route() -> Route {
    Route::new("ollama", "http://localhost:11434", API, "qwen3:8b").unwrap_or_else(|error| unreachable!("{error}"))
}
fn json(text: &str) -> Verbatim {
    Verbatim::parse(text).unwrap_or_else(|error| unreachable!("{text}: {error}"))
}

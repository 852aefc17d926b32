//! Cohere's wire from outside: reply bytes to turns, request bytes to turns, turns to request bytes.
#[cfg(test)]
mod capture;
#[cfg(test)]
mod corpus;
#[cfg(test)]
mod project;
#[cfg(test)]
#[path = "../../../recorded.rs"]
mod recorded;

use throughline_cohere::API;
use throughline_core::{Route, Verbatim};

fn route(model: &str) -> Route {
    Route::new("cohere", "https://api.cohere.com", API, model).unwrap_or_else(|error| unreachable!("{error}"))
}
fn json(text: &str) -> Verbatim {
    Verbatim::parse(text).unwrap_or_else(|error| unreachable!("{text}: {error}"))
}

//! Replies as Acme sends them. Yours: recorded ones, or some in your own words.
use throughline_acme::API;
use throughline_conformance::{Case, Expected, Refusal};
use throughline_core::{Framing, Route};

/// What no case can show.
pub(crate) const SKIPS: &[&str] = &["required: no model of Acme demands its thought back"];

pub(crate) fn cases() -> Vec<Case> {
    vec![calls(), answers(), says()]
}

fn route(url: &str, model: &str) -> Route {
    Route::new("acme", url, API, model).unwrap_or_else(|error| unreachable!("{url}: {error}"))
}
fn home() -> Route {
    route("https://api.acme.example/v1", "acme-1")
}
/// The same wire where nobody reads a thought.
fn strict() -> Route {
    route("https://strict.acme.example/v1", "acme-0")
}
/// The same wire on a host that nobody knows.
fn elsewhere() -> Route {
    route("https://acme.relay.example/v1", "acme-1")
}

/// Thinks, says a word and calls two tools; whole and streamed, the exact next request, what the host may say to it, and what a client writes.
fn calls() -> Case {
    Case::new("thinks, then calls two tools", home())
        .error(Framing::Sse, "data: {\"message\":{\"role\":\"assistant\",\"text\":\"So\"}}\n\ndata: {\"error\":{\"message\":\"overloaded\"}}\n\n")
        .error(Framing::Whole, r#"{"error":{"message":"overloaded"}}"#)
        .whole(CALLS)
        .stream(CALLS_STREAMED)
        .carriers([Expected::text("thought", "What time is it 🕒?\nAsk \"both\"."), Expected::blob("acme_seal", r#""c2VhbA\u003d\u003d""#)])
        .follow_up(r#"{"model":"acme-1","messages":[{"role":"user","text":"Hello"},{"role":"assistant","thought":"What time is it 🕒?\nAsk \"both\".","seal":"c2VhbA\u003d\u003d","text":"One moment.","calls":[{"id":"c1","tool":"clock","input":"{\"zone\":\"Europe/Zürich\",\"n\":1.50}"},{"id":"c2","tool":"clock","input":"{}"}]},{"role":"tool","call":"c1","text":"done"},{"role":"tool","call":"c2","text":"done"}]}"#)
        .refusal(Refusal::new(422, r#"{"error":{"message":"messages[1]: unknown field `thought`"}}"#).field("thought"))
        .refusal(Refusal::new(400, r#"{"error":{"message":"the context is too long"}}"#))
        .refusal(Refusal::new(429, r#"{"error":{"message":"slow down"}}"#))
        .strict(strict())
        .foreign(elsewhere())
        .request(ASKED)
}

const CALLS: &str = r#"{"id":"r1","model":"acme-1","message":{"role":"assistant","thought":"What time is it 🕒?\nAsk \"both\".","seal":"c2VhbA\u003d\u003d","text":"One moment.","calls":[{"id":"c1","tool":"clock","input":"{\"zone\":\"Europe/Zürich\",\"n\":1.50}"},{"id":"c2","tool":"clock","input":"{}"}]},"stop":"calls","usage":{"input":25,"output":16}}"#;

const CALLS_STREAMED: &str = r#"data: {"id":"r1","model":"acme-1","message":{"role":"assistant","thought":"What time is it \ud83d"}}

data: {"message":{"thought":"\udd52?\nAsk \"both\"."}}

data: {"message":{"seal":"c2VhbA\u003d\u003d"}}

data: {"message":{"text":"One"}}

data: {"message":{"text":" moment."}}

data: {"message":{"calls":[{"id":"c1","tool":"clock","input":"{\"zone\":\"Europe/Zürich\",\"n\":1.50}"}]}}

data: {"message":{"calls":[{"id":"c2","tool":"clock","input":"{}"}]}}

data: {"stop":"calls","usage":{"input":25,"output":16}}

"#;

/// Thinks and answers.
fn answers() -> Case {
    Case::new("thinks, then answers", home())
        .whole(r#"{"message":{"role":"assistant","thought":"6 by 7","text":"42","mood":{"calm":0.90,"a":"\u00e9"}},"stop":"end"}"#)
        .carriers([Expected::text("thought", "6 by 7").payload(r#""6 by 7""#)])
        .member("mood", r#"{"calm":0.90,"a":"\u00e9"}"#)
        .follow_up(r#"{"model":"acme-1","messages":[{"role":"user","text":"Hello"},{"role":"assistant","thought":"6 by 7","text":"42","mood":{"calm":0.90,"a":"\u00e9"}},{"role":"user","text":"Go on"}]}"#)
        .foreign(elsewhere())
}

/// Answers without a thought, on the host that is strict.
fn says() -> Case {
    Case::new("answers without a thought", strict())
        .whole(r#"{"message":{"role":"assistant","text":"Forty-two."},"stop":"length"}"#)
        .carriers([])
        .follow_up(r#"{"model":"acme-0","messages":[{"role":"user","text":"Hello"},{"role":"assistant","text":"Forty-two."},{"role":"user","text":"Go on"}]}"#)
        .strict(strict())
        .foreign(home())
}

const ASKED: &str = r#"{ "model": "acme-1", "stream": true, "temperature": 0.50,
  "messages": [
    {"role": "system", "text": "Be brief."},
    {"role": "user", "text": "What is this?", "name": "Ada"},
    {"text": "", "thought": "Look.", "role": "assistant", "calls": [{"id": "c9", "tool": "look", "input": "{\"x\": 1.0}"}]},
    {"role": "tool", "call": "c9", "text": "a cat", "trace": [1.0]},
    {"role": "assistant", "text": "A cat.", "thought": " "},
    {"role": "user", "text": ""}
  ], "tools": [{"name": "look", "about": "Looks", "input": {"type": "object"}}], "keep": "5m" }"#;

//! Lumen's conversations.
use crate::lumen::API;
use throughline_conformance::{Case, Expected, Refusal};
use throughline_core::{Framing, Route};

fn route(provider: &str, url: &str) -> Route {
    Route::new(provider, url, API, "lumen-2").unwrap_or_else(|error| unreachable!("{url}: {error}"))
}
pub(crate) fn home() -> Route {
    route("lumen", "https://api.lumen.example/v1")
}
pub(crate) fn mirror() -> Route {
    route("lumen-mirror", "https://mirror.lumen.example")
}

pub(crate) fn cases() -> Vec<Case> {
    let strict = || route("lumen-strict", "https://strict.lumen.example");
    vec![
        Case::new("seals a thought and calls a tool", home())
            .error(Framing::Sse, "data: {\"block\":{\"kind\":\"say\",\"text\":\"So\"}}\n\ndata: {\"error\":\"overloaded\"}\n\n")
            .error(Framing::Whole, r#"{"error":"overloaded"}"#)
            .whole(SEALED)
            .stream(SEALED_STREAM)
            .carriers([Expected::text("lumen_thought", "Où ? Look it up 😀.").payload(
                r#"{"kind":"thought","text":"Où ? Look it up 😀.","weight":1.50,"seal":"c2VhbGVkIGJ5IGx1bWVuIGhlcnNlbGY="}"#,
            )])
            .follow_up(SEALED_NEXT)
            .refusal(Refusal::new(400, r#"{"error":{"message":"talk[1]: unknown field 'muse'"}}"#).field("muse"))
            .refusal(Refusal::new(400, r#"{"error":{"message":"talk[1].musing: expected at most 9 words"}}"#))
            .strict(strict())
            .foreign(mirror()),
        Case::new("muses, then says", home())
            .whole(MUSING)
            .stream(MUSING_STREAM)
            .carriers([Expected::text("musing", " One thing\nat a time. ")])
            .block(r#"{"kind":"chart","points":[1.50,2e3],"title":"\u00e9"}"#)
            .member("mood", r#"{"calm":0.90}"#)
            .member("x_trace", r#"["a","b"]"#)
            .strict(strict())
            .foreign(mirror())
            .request(ASKED),
    ]
}

pub(crate) const SEALED: &str = r#"{"id":"r1","reply":{"who":"lumen","blocks":[{"kind":"thought","text":"Où ? Look it up 😀.","weight":1.50,"seal":"c2VhbGVkIGJ5IGx1bWVuIGhlcnNlbGY="},{"kind":"say","text":"Un moment …"},{"kind":"call","id":"c1","tool":"clock","input":{"zone":"UTC","n":1.0}}]},"end":"calls","cost":{"in":12,"out":3}}"#;

pub(crate) const SEALED_STREAM: &str = r#"data: {"id":"r1"}

data: {"block":{"kind":"thought","text":"","weight":1.50}}

data: {"text":"Où ? "}

data: {"text":"Look it up \ud83d"}

data: {"text":"\ude00."}

data: {"seal":"c2VhbGVkIGJ5IGx1bWVuIGhlcnNlbGY="}

data: {"block":{"kind":"say","text":""}}

data: {"text":"Un moment …"}

data: {"block":{"kind":"call","id":"c1","tool":"clock","input":{"zone":"UTC","n":1.0}}}

data: {"end":"calls","cost":{"in":12,"out":3}}

"#;

const SEALED_NEXT: &str = r#"{"model":"lumen-2","think":{"keep":true},"talk":[{"who":"human","blocks":[{"kind":"say","text":"Hello"}]},{"who":"lumen","musing":"Où ? Look it up 😀.","muse":"Où ? Look it up 😀.","blocks":[{"kind":"thought","text":"Où ? Look it up 😀.","weight":1.50,"seal":"c2VhbGVkIGJ5IGx1bWVuIGhlcnNlbGY="},{"kind":"say","text":"Un moment …"},{"kind":"call","id":"c1","tool":"clock","input":{"zone":"UTC","n":1.0}}]},{"who":"tool","blocks":[{"kind":"result","call":"c1","output":"done"}]}]}"#;

pub(crate) const MUSING: &str = r#"{"id":"r2","reply":{"who":"lumen","musing":" One thing\nat a time. ","mood":{"calm":0.90},"x_trace":["a","b"],"blocks":[{"kind":"chart","points":[1.50,2e3],"title":"\u00e9"},{"kind":"say","text":"Forty-two."}]},"end":"done","cost":{"in":5,"out":9}}"#;

pub(crate) const MUSING_STREAM: &str = r#"data: {"id":"r2"}

data: {"musing":" One thing"}

data: {"musing":"\nat a time. "}

data: {"block":{"kind":"chart","points":[1.50,2e3],"title":"\u00e9"}}

data: {"block":{"kind":"say","text":"Forty-two."}}

data: {"end":"done","cost":{"in":5,"out":9}}

"#;

const ASKED: &str = r#"{ "model": "lumen-2", "temperature": 0.50, "talk": [
    {"who": "system", "blocks": [{"kind": "say", "text": "Be brief."}]},
    {"who": "human", "name": "Ada", "blocks": [{"kind": "say", "text": "Draw it."}, {"kind": "picture", "url": "https://x.example/a.png"}]},
    {"who": "lumen", "musing": "A line.", "muse": "A line.", "blocks": [{"kind": "call", "tool": "draw", "input": {"x": 1.0}}]},
    {"who": "tool", "blocks": [{"kind": "result", "output": [1, 2.50]}]},
    {"who": "lumen", "musing": " ", "blocks": [{"kind": "say", "text": "Done."}]},
    {"who": "human", "blocks": []}
]}"#;

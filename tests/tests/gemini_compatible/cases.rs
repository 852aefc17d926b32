//! Replies as these endpoints send them, in our own words.
use throughline_conformance::{Case, Expected, Refusal};
use throughline_core::{Api, Framing, Route};

/// What no case can show.
pub(crate) const SKIPS: &[&str] =
    &["strict: every route of it reads signatures, and its schema has a member for them on the message"];

pub(crate) fn cases() -> Vec<Case> {
    vec![calls(), answers(), early(), vertex_calls()]
}

fn route(provider: &str, url: &str, model: &str) -> Route {
    Route::new(provider, url, Api::CHAT, model).unwrap_or_else(|error| unreachable!("{url}: {error}"))
}
fn studio(model: &str) -> Route {
    route("gemini", "https://generativelanguage.googleapis.com/v1beta/openai", model)
}
fn vertex(model: &str) -> Route {
    let url = "https://europe-west4-aiplatform.googleapis.com/v1/projects/p/locations/europe-west4/endpoints/openapi";
    route("vertex", url, model)
}

fn reply(message: &str, finish: &str) -> String {
    format!(
        r#"{{"choices":[{{"finish_reason":"{finish}","index":0,"message":{message}}}],"created":1790000000,"id":"r_01","model":"m","object":"chat.completion","usage":{{"completion_tokens":12,"prompt_tokens":35,"total_tokens":109}}}}"#
    )
}
fn stream(deltas: &[&str], finish: &str) -> String {
    let last = deltas.len().saturating_sub(1);
    let event = |(n, delta): (usize, &&str)| {
        let end = if n == last { format!(",\"finish_reason\":\"{finish}\"") } else { String::new() };
        format!(
            "data: {{\"choices\":[{{\"delta\":{delta}{end},\"index\":0}}],\"created\":1790000000,\"id\":\"r_01\",\"model\":\"m\",\"object\":\"chat.completion.chunk\"}}\n\n"
        )
    };
    deltas.iter().enumerate().map(event).chain(["data: [DONE]\n\n".to_owned()]).collect()
}
fn next(model: &str, said: &str, then: &str) -> String {
    format!(r#"{{"model":"{model}","messages":[{{"role":"user","content":"Hello"}},{said},{then}]}}"#)
}
/// An error as the host words it, in its list.
fn refused(message: &str) -> Refusal {
    Refusal::new(400, format!(r#"[{{"error":{{"code":400,"message":"{message}","status":"INVALID_ARGUMENT"}}}}]"#))
}

const GO_ON: &str = r#"{"role":"user","content":"Go on"}"#;
const SEAL: &str = r#"{"google":{"thought_signature":"EuwFCukFARFNMg9+bWFkZSB1cA=="}}"#;

/// Two calls at once, of which the first is signed; the stream counts neither.
fn calls() -> Case {
    const FIRST: &str = r#"{"extra_content":{"google":{"thought_signature":"EuwFCukFARFNMg9+bWFkZSB1cA=="}},"function":{"arguments":"{\"zone\":\"Europe/Zürich\"}","name":"clock"},"id":"function-call-1","type":"function"}"#;
    const SECOND: &str = r#"{"function":{"arguments":"{}","name":"moon"},"id":"function-call-2","type":"function"}"#;
    Case::new("two calls, the first signed", studio("gemini-3-pro-preview"))
        .error(Framing::Sse, "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"So\"}}]}\n\ndata: {\"error\":{\"message\":\"overloaded\",\"code\":502}}\n\n")
        .error(Framing::Whole, r#"{"error":{"message":"overloaded","code":502}}"#)
        .whole(reply(&format!(r#"{{"role":"assistant","tool_calls":[{FIRST},{SECOND}]}}"#), "tool_calls"))
        .stream(stream(
            &[
                &format!(r#"{{"role":"assistant","tool_calls":[{FIRST}]}}"#),
                &format!(r#"{{"role":"assistant","tool_calls":[{SECOND}]}}"#),
                r#"{"role":"assistant"}"#,
            ],
            "tool_calls",
        ))
        .carriers([Expected::blob("extra_content", SEAL)])
        .follow_up(next(
            "gemini-3-pro-preview",
            &format!(
                r#"{{"role":"assistant","tool_calls":[{{"id":"function-call-1","type":"function","function":{{"name":"clock","arguments":"{{\"zone\":\"Europe/Zürich\"}}"}},"extra_content":{SEAL}}},{{"id":"function-call-2","type":"function","function":{{"name":"moon","arguments":"{{}}"}}}}]}}"#
            ),
            r#"{"role":"tool","tool_call_id":"function-call-1","content":"done"},{"role":"tool","tool_call_id":"function-call-2","content":"done"}"#,
        ))
        .refusal(refused("Corrupted thought signature.").carrier(SEAL))
        .refusal(refused("Invalid JSON payload received. Unknown name \\\"reasoning_content\\\" at 'messages[1]': Cannot find field."))
        .foreign(vertex("google/gemini-3-pro-preview"))
        .foreign(vertex("google/gemini-2.5-flash"))
        .request(
            r#"{"model":"gemini-3-pro-preview","messages":[{"role":"user","content":"?"},{"role":"assistant","content":null,"reasoning_content":"Look.","tool_calls":[{"id":"a","type":"function","function":{"name":"look","arguments":"{}"},"extra_content":{"google":{"thought_signature":"skip_thought_signature_validator"}}}]},{"role":"tool","tool_call_id":"a","content":"r"},{"role":"assistant","content":"391","reasoning_details":[{"type":"hermes.native_assistant","extra_content":{"google":{"thought_signature":"U0lH"}}}]},{"role":"user","content":"q"}],"reasoning_effort":"low"}"#,
        )
}

/// Thinks between tags and signs its answer with the last word.
fn answers() -> Case {
    Case::new("thinking between tags, a signed answer", studio("gemini-3.5-flash"))
        .whole(reply(
            r#"{"content":"<thought>**Sum**\n\n17 × 23 is é.\n</thought>391","extra_content":{"google":{"thought":true,"thought_signature":"EuwFCukFARFNMg9+bWFkZSB1cA=="}},"role":"assistant"}"#,
            "stop",
        ))
        .stream(stream(
            &[
                r#"{"content":"<thought>**Sum**\n\n","extra_content":{"google":{"thought":true}},"role":"assistant"}"#,
                r#"{"content":"17 × 23 is \u00e9.\n","extra_content":{"google":{"thought":true}},"role":"assistant"}"#,
                r#"{"content":"</thought>39","role":"assistant"}"#,
                r#"{"content":"1","role":"assistant"}"#,
                r#"{"content":"","extra_content":{"google":{"thought_signature":"EuwFCukFARFNMg9+bWFkZSB1cA=="}},"role":"assistant"}"#,
            ],
            "stop",
        ))
        .carriers([
            Expected::blob("extra_content", SEAL),
            Expected::text("thought_text", "**Sum**\n\n17 × 23 is é.\n"),
        ])
        .follow_up(next(
            "gemini-3.5-flash",
            &format!(r#"{{"role":"assistant","content":"391","extra_content":{SEAL}}}"#),
            GO_ON,
        ))
        .refusal(refused("Invalid JSON payload received. Unknown name \\\"extra_content\\\" at 'messages[1]': Cannot find field.").field("extra_content"))
        .foreign(vertex("google/gemini-3.5-flash"))
}

/// The signature twice on the message, and a call without an id.
fn early() -> Case {
    Case::new("an early reply of the second generation", studio("gemini-2.5-pro-preview-05-06"))
        .whole(reply(
            r#"{"extra_content":{"google":{"thought":true,"thought_signature":"AVSoXO4AzAXs7GGv/bWFkZQ=="}},"role":"assistant","thought_signature":"AVSoXO4AzAXs7GGv/bWFkZQ==","tool_calls":[{"function":{"arguments":"{}","name":"now"},"id":"","type":"function"}]}"#,
            "tool_calls",
        ))
        .carriers([
            Expected::blob("extra_content", r#"{"google":{"thought":true,"thought_signature":"AVSoXO4AzAXs7GGv/bWFkZQ=="}}"#),
            Expected::blob("thought_signature", r#""AVSoXO4AzAXs7GGv/bWFkZQ==""#),
        ])
        .foreign(vertex("google/gemini-2.5-pro"))
}

/// A gateway's namespace, and a member that nobody knows.
fn vertex_calls() -> Case {
    const SEAL: &str = r#"{"vertex":{"thought_signature":"CpMBAVSoXO7bWFkZSB1cA=="},"n":1.50}"#;
    Case::new("another namespace", vertex("google/gemini-3-pro-preview"))
        .whole(reply(
            &format!(
                r#"{{"content":null,"role":"assistant","x_trace":{{"b":1.50}},"tool_calls":[{{"index":0,"function":{{"arguments":"{{\"a\":1.50}}","name":"add"}},"id":"call_1","type":"function","extra_content":{SEAL}}}]}}"#
            ),
            "tool_calls",
        ))
        .member("x_trace", r#"{"b":1.50}"#)
        .carriers([Expected::blob("extra_content", SEAL)])
        .follow_up(next(
            "google/gemini-3-pro-preview",
            &format!(
                r#"{{"role":"assistant","content":null,"tool_calls":[{{"id":"call_1","type":"function","function":{{"name":"add","arguments":"{{\"a\":1.50}}"}},"extra_content":{SEAL}}}]}}"#
            ),
            r#"{"role":"tool","tool_call_id":"call_1","content":"done"}"#,
        ))
        .refusal(refused("Invalid thought signature.").carrier(SEAL))
        .foreign(studio("gemini-3-pro-preview"))
}

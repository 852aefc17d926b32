//! Replies as this host sends them, in our own words.
use throughline_conformance::{Case, Expected, Refusal};
use throughline_core::{Api, Framing, Route};

/// What no case can show.
pub(crate) const SKIPS: &[&str] =
    &["required: the host demands nothing", "strict: the host ignores members that it does not know"];

pub(crate) fn cases() -> Vec<Case> {
    vec![claude(), gemini(), older(), nobody()]
}

fn route(model: &str) -> Route {
    let url = "https://api.githubcopilot.com";
    Route::new("copilot", url, Api::CHAT, model).unwrap_or_else(|error| unreachable!("{url}: {error}"))
}

/// Choices as a stream sends them, an empty one first.
fn stream(choices: &[&str], usage: &str) -> String {
    let event = |choices: &str, usage: &str| {
        format!("data: {{\"choices\":[{choices}],\"created\":1790000000,\"id\":\"c-1\"{usage},\"model\":\"m\"}}\n\n")
    };
    let mut all = event("", "");
    all.extend(choices.iter().map(|choice| event(choice, "")));
    all + &event("", &format!(",\"usage\":{usage}")) + "data: [DONE]\n\n"
}

/// A whole reply around its choices.
fn reply(choices: &str, usage: &str) -> String {
    format!(r#"{{"choices":[{choices}],"created":1790000000,"id":"c-1","usage":{usage},"model":"m"}}"#)
}

/// The next request: what the model said, and what follows it.
fn next(model: &str, said: &str, then: &str) -> String {
    format!(r#"{{"model":"{model}","messages":[{{"role":"user","content":"Hello"}},{said},{then}]}}"#)
}

const GO_ON: &str = r#"{"role":"user","content":"Go on"}"#;
const USAGE: &str = r#"{"completion_tokens":40,"prompt_tokens":120,"prompt_tokens_details":{"cached_tokens":30},"total_tokens":160,"reasoning_tokens":25}"#;
const BODY: &str = r#"{"error":{"message":"invalid request body","code":"invalid_request_body"}}"#;

/// Says and calls in two choices, with the blob in the second.
fn claude() -> Case {
    const CALL: &str = r#"{"id":"toolu_vrtx_01A","type":"function","function":{"name":"clock","arguments":"{\"zone\": \"Europe/Zürich\"}"}}"#;
    let told = r#""content":"Let me look.","#;
    Case::new("text in one choice, a call and its blob in another", route("claude-sonnet-4.5"))
        .error(Framing::Sse, "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"So\"}}]}\n\ndata: {\"error\":{\"message\":\"overloaded\",\"code\":502}}\n\n")
        .error(Framing::Whole, r#"{"error":{"message":"overloaded","code":502}}"#)
        .whole(reply(
            &format!(
                r#"{{"finish_reason":"tool_calls","message":{{"role":"assistant",{told}"reasoning_text":"The user wants\nthe time 🕒."}}}},{{"finish_reason":"tool_calls","message":{{"role":"assistant","content":null,"reasoning_opaque":"q83vEjRWeJo/+w==","tool_calls":[{CALL}]}}}}"#
            ),
            USAGE,
        ))
        .stream(stream(
            &[
                r#"{"index":0,"delta":{"role":"assistant","content":null,"reasoning_text":"The user wants\n"}}"#,
                r#"{"index":0,"delta":{"role":"assistant","content":null,"reasoning_text":"the time \ud83d"}}"#,
                r#"{"index":0,"delta":{"role":"assistant","content":null,"reasoning_text":"\udd52."}}"#,
                r#"{"index":0,"delta":{"role":"assistant","content":"Let me "}}"#,
                r#"{"index":0,"delta":{"role":"assistant","content":"look."}}"#,
                r#"{"index":0,"delta":{"role":"assistant","content":null,"reasoning_opaque":"q83vEjRWeJo/+w==","tool_calls":[{"index":0,"id":"toolu_vrtx_01A","type":"function","function":{"name":"clock"}}]}}"#,
                r#"{"index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{"index":0,"function":{"arguments":"{\"zone\": \"Eur"}}]}}"#,
                r#"{"index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{"index":0,"function":{"arguments":"ope/Zürich\"}"}}]}}"#,
                r#"{"index":0,"finish_reason":"tool_calls","delta":{"role":"assistant","content":null}}"#,
            ],
            USAGE,
        ))
        .carriers([
            Expected::text("reasoning_text", "The user wants\nthe time 🕒."),
            Expected::blob("reasoning_opaque", r#""q83vEjRWeJo/+w==""#),
        ])
        .follow_up(next(
            "claude-sonnet-4.5",
            &format!(
                r#"{{"role":"assistant",{told}"reasoning_opaque":"q83vEjRWeJo/+w==","reasoning_text":"The user wants\nthe time 🕒.","tool_calls":[{CALL}]}}"#
            ),
            r#"{"role":"tool","tool_call_id":"toolu_vrtx_01A","content":"done"}"#,
        ))
        .refusal(Refusal::new(400, r#"{"error":{"message":"messages.1.content.0: Invalid `signature` in `thinking` block","code":"invalid_request_body"}}"#).carrier(r#""q83vEjRWeJo/+w==""#))
        .refusal(Refusal::new(400, r#"{"error":{"message":"messages.1: unknown field `reasoning_opaque`","code":"invalid_request_body"}}"#).field("reasoning_opaque"))
        .refusal(Refusal::new(400, BODY))
        .foreign(route("gpt-5.2"))
        .foreign(route("gemini-3-pro-preview"))
        .foreign(route("raptor-mini"))
        .request(
            r#"{"model":"claude-sonnet-4.5","stream":true,"messages":[{"role":"user","content":[{"type":"text","text":"?"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}]},{"role":"assistant","content":"","reasoning_details":[{"type":"hermes.native_assistant","reasoning_opaque":"q83vEjRWeJo/+w==","reasoning_text":"Look."}],"tool_calls":[{"id":"a","type":"function","function":{"name":"look","arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":"r"}]}"#,
        )
}

/// A signature in the function of the first of two calls.
fn gemini() -> Case {
    const CALLS: &str = r#"[{"id":"call_MHw3","type":"function","function":{"name":"add","arguments":"{\"a\":1.50}","thought_signature":"EjQKMgG+Pvb7bWFkZSB1cA=="}},{"id":"call_9aZx","type":"function","function":{"name":"add","arguments":"{\"a\":2}"}}]"#;
    Case::new("a signature inside a call", route("gemini-3-pro-preview"))
        .whole(reply(
            &format!(
                r#"{{"index":0,"finish_reason":"tool_calls","message":{{"role":"assistant","content":null,"reasoning_text":"**Adding**\n\n","reasoning_opaque":"ytGNWFf2doK38pe/made+up==","tool_calls":{CALLS}}}}}"#
            ),
            USAGE,
        ))
        .stream(stream(
            &[
                r#"{"index":0,"delta":{"role":"assistant","content":null,"reasoning_text":"**Adding**\n\n"}}"#,
                r#"{"index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"call_MHw3","type":"function","function":{"name":"add","arguments":"{\"a\":1.50}","thought_signature":"EjQKMgG+Pvb7bWFkZSB1cA=="}}],"reasoning_opaque":"ytGNWFf2doK38pe/made+up=="}}"#,
                r#"{"finish_reason":"tool_calls","index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{"index":1,"id":"call_9aZx","type":"function","function":{"name":"add","arguments":"{\"a\":2}"}}]}}"#,
            ],
            USAGE,
        ))
        .carriers([
            Expected::text("reasoning_text", "**Adding**\n\n"),
            Expected::blob("reasoning_opaque", r#""ytGNWFf2doK38pe/made+up==""#),
            Expected::blob("thought_signature", r#""EjQKMgG+Pvb7bWFkZSB1cA==""#),
        ])
        .follow_up(next(
            "gemini-3-pro-preview",
            &format!(
                r#"{{"role":"assistant","content":null,"reasoning_opaque":"ytGNWFf2doK38pe/made+up==","reasoning_text":"**Adding**\n\n","tool_calls":{CALLS}}}"#
            ),
            r#"{"role":"tool","tool_call_id":"call_MHw3","content":"done"},{"role":"tool","tool_call_id":"call_9aZx","content":"done"}"#,
        ))
        .refusal(Refusal::new(400, BODY))
        .foreign(route("claude-sonnet-4.5"))
}

/// The names that a blob and its text had before.
fn older() -> Case {
    Case::new("cot_id and cot_summary", route("gpt-5"))
        .whole(reply(
            r#"{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Hello.","cot_id":"rs_0a1b","cot_summary":"Greet."}}"#,
            USAGE,
        ))
        .stream(stream(
            &[
                r#"{"index":0,"delta":{"role":"assistant","content":null,"cot_summary":"Gre"}}"#,
                r#"{"index":0,"delta":{"content":null,"cot_summary":"et.","cot_id":"rs_0a1b"}}"#,
                r#"{"index":0,"delta":{"content":"Hello."}}"#,
                r#"{"index":0,"finish_reason":"stop","delta":{"content":""}}"#,
            ],
            USAGE,
        ))
        .carriers([Expected::text("cot_summary", "Greet."), Expected::blob("cot_id", r#""rs_0a1b""#)])
        .follow_up(next(
            "gpt-5",
            r#"{"role":"assistant","content":"Hello.","cot_id":"rs_0a1b","cot_summary":"Greet."}"#,
            GO_ON,
        ))
        .foreign(route("claude-sonnet-4.5"))
}

/// Thinks aloud and seals nothing; with a member that nobody knows.
fn nobody() -> Case {
    Case::new("a text without a blob", route("grok-code-fast-1"))
        .whole(reply(
            r#"{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Fine.","reasoning_text":"Hm\u00e9.","reasoning_opaque":"","x_trace":{"b":1.50}}}"#,
            USAGE,
        ))
        .member("x_trace", r#"{"b":1.50}"#)
        .carriers([Expected::text("reasoning_text", "Hmé.")])
        .follow_up(next("grok-code-fast-1", r#"{"role":"assistant","content":"Fine."}"#, GO_ON))
}

//! Replies as hosts of this wire send them, in our own words.
use throughline_cohere::API;
use throughline_conformance::{Case, Expected, Refusal};
use throughline_core::{Framing, Route};

/// What no case can show.
pub(crate) const SKIPS: &[&str] = &[
    "strict: no host of this wire is known to refuse what it does not know",
    "required: no model demands its thinking back",
];

pub(crate) fn cases() -> Vec<Case> {
    vec![thinks(), cites(), plans()]
}

fn route(url: &str, model: &str) -> Route {
    Route::new("cohere", url, API, model).unwrap_or_else(|error| unreachable!("{url}: {error}"))
}
fn reasoner() -> Route {
    route("https://api.cohere.com", "command-a-reasoning-08-2025")
}
fn planner() -> Route {
    route("https://api.cohere.com", "command-a-03-2025")
}
fn elsewhere() -> Route {
    route("https://models.example.org/cohere", "command-a-reasoning-08-2025")
}

/// Events around what they bring.
fn stream(events: &[&str]) -> String {
    let named = |event: &&str| {
        let kind = event.split('"').nth(3).unwrap_or_default();
        format!("event: {kind}\ndata: {event}\n\n")
    };
    events.iter().map(named).collect::<String>() + "data: [DONE]\n\n"
}

/// The next request around what stands between the first question and the end.
fn next(model: &str, messages: &str) -> String {
    format!(r#"{{"model":"{model}","messages":[{{"role":"user","content":"Hello"}},{messages}]}}"#)
}

fn refused(message: &str) -> Refusal {
    Refusal::new(400, format!(r#"{{"id":"0b1c2d3e-0000-4000-8000-000000000000","message":"{message}"}}"#))
}

/// Thinks, then calls two tools, with a block that nobody knows.
fn thinks() -> Case {
    Case::new("thinks, then calls two tools", reasoner())
        .error(Framing::Sse, stream(&[
            r#"{"type":"message-start","id":"b5","delta":{"message":{"role":"assistant","content":[]}}}"#,
            r#"{"type":"message-end","delta":{"finish_reason":"ERROR","error":"the model broke off"}}"#,
        ]))
        .error(Framing::Whole, r#"{"id":"b5","message":{"role":"assistant","content":[]},"finish_reason":"ERROR"}"#)
        .whole(r#"{"id":"b5e452fa-fbae-4a86-8bb3-83cbf4a067bd","message":{"role":"assistant","content":[{"type":"thinking","thinking":"What time is it 🕒?\nAsk \"both\"."},{"type":"x_block","n":1.50,"s":"\u00e9"}],"tool_calls":[{"id":"clock_axdxz68abgbs","type":"function","function":{"name":"clock","arguments":"{\"zone\":\"Europe/Zürich\",\"n\":1.50}"}},{"id":"clock_feqs174pc4dn","type":"function","function":{"name":"clock","arguments":"{}"}}]},"finish_reason":"TOOL_CALL","usage":{"billed_units":{"input_tokens":46,"output_tokens":29},"tokens":{"input_tokens":1521,"output_tokens":40},"cached_tokens":1024}}"#)
        .stream(stream(&[
            r#"{"type":"message-start","id":"b5e452fa-fbae-4a86-8bb3-83cbf4a067bd","delta":{"message":{"role":"assistant","content":[],"tool_plan":"","tool_calls":[],"citations":[]}}}"#,
            r#"{"type":"content-start","index":0,"delta":{"message":{"content":{"type":"thinking","thinking":""}}}}"#,
            r#"{"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"What time is it \ud83d"}}}}"#,
            r#"{"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"\udd52?\nAsk \"both\"."}}}}"#,
            r#"{"type":"content-end","index":0}"#,
            r#"{"type":"content-start","index":0,"delta":{"message":{"content":{"type":"x_block","n":1.50,"s":"\u00e9"}}}}"#,
            r#"{"type":"content-end","index":0}"#,
            r#"{"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":{"id":"clock_axdxz68abgbs","type":"function","function":{"name":"clock","arguments":""}}}}}"#,
            r#"{"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"{\"zone\":\"Europe/Zür"}}}}}"#,
            r#"{"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"ich\",\"n\":1.50}"}}}}}"#,
            r#"{"type":"tool-call-end","index":0}"#,
            r#"{"type":"tool-call-start","index":1,"delta":{"message":{"tool_calls":{"id":"clock_feqs174pc4dn","type":"function","function":{"name":"clock","arguments":""}}}}}"#,
            r#"{"type":"tool-call-delta","index":1,"delta":{"message":{"tool_calls":{"function":{"arguments":"{}"}}}}}"#,
            r#"{"type":"tool-call-end","index":1}"#,
            r#"{"type":"message-end","delta":{"finish_reason":"TOOL_CALL","usage":{"billed_units":{"input_tokens":46,"output_tokens":29},"tokens":{"input_tokens":1521,"output_tokens":40},"cached_tokens":1024}}}"#,
        ]))
        .carriers([Expected::text("cohere_thinking", "What time is it 🕒?\nAsk \"both\".")
            .payload(r#"{"type":"thinking","thinking":"What time is it 🕒?\nAsk \"both\"."}"#)])
        .block(r#"{"type":"x_block","n":1.50,"s":"\u00e9"}"#)
        .follow_up(next(
            "command-a-reasoning-08-2025",
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"What time is it 🕒?\nAsk \"both\"."},{"type":"x_block","n":1.50,"s":"\u00e9"}],"tool_calls":[{"id":"clock_axdxz68abgbs","type":"function","function":{"name":"clock","arguments":"{\"zone\":\"Europe/Zürich\",\"n\":1.50}"}},{"id":"clock_feqs174pc4dn","type":"function","function":{"name":"clock","arguments":"{}"}}]},{"role":"tool","tool_call_id":"clock_axdxz68abgbs","content":"done"},{"role":"tool","tool_call_id":"clock_feqs174pc4dn","content":"done"}"#,
        ))
        .refusal(refused("messages[1].content[0]: unknown field 'thinking'").field("thinking"))
        .refusal(refused("invalid request: thinking is not supported by this model"))
        .refusal(refused("invalid request: message must be at least 1 token long or tool results must be specified."))
        .foreign(planner())
        .foreign(elsewhere())
        .request(ASKED)
}

/// Answers from documents, and says from which.
fn cites() -> Case {
    Case::new("thinks, then cites a document", reasoner())
        .whole(r#"{"id":"e9a31793-17b3-4d0c-bc28-13e86f6f8502","message":{"role":"assistant","content":[{"type":"thinking","thinking":"It is in the document."},{"type":"text","text":"It is Quack."}],"citations":[{"start":6,"end":12,"text":"Quack.","sources":[{"type":"document","id":"a.md","document":{"id":"a.md","snippet":"The capital is Quack."}}],"type":"TEXT_CONTENT","content_index":1}],"x_mood":{"calm":0.90}},"finish_reason":"COMPLETE","usage":{"tokens":{"input_tokens":1700,"output_tokens":90}}}"#)
        .stream(stream(&[
            r#"{"type":"message-start","id":"e9a31793-17b3-4d0c-bc28-13e86f6f8502","delta":{"message":{"role":"assistant","content":[],"tool_plan":"","tool_calls":[],"citations":[]}}}"#,
            r#"{"type":"content-start","index":0,"delta":{"message":{"content":{"type":"thinking","thinking":""}}}}"#,
            r#"{"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"It is in the document."}}}}"#,
            r#"{"type":"content-end","index":0}"#,
            r#"{"type":"content-start","index":0,"delta":{"message":{"content":{"type":"text","text":""}}}}"#,
            r#"{"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"It is "}}}}"#,
            r#"{"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"Quack."}}}}"#,
            r#"{"type":"citation-start","index":0,"delta":{"message":{"citations":{"start":6,"end":12,"text":"Quack.","sources":[{"type":"document","id":"a.md","document":{"id":"a.md","snippet":"The capital is Quack."}}],"type":"TEXT_CONTENT","content_index":1}}}}"#,
            r#"{"type":"citation-end","index":0}"#,
            r#"{"type":"content-end","index":0}"#,
            r#"{"type":"message-end","delta":{"finish_reason":"COMPLETE","usage":{"tokens":{"input_tokens":1700,"output_tokens":90}}}}"#,
        ]))
        .carriers([Expected::text("cohere_thinking", "It is in the document.")])
        .member("citations", r#"[{"start":6,"end":12,"text":"Quack.","sources":[{"type":"document","id":"a.md","document":{"id":"a.md","snippet":"The capital is Quack."}}],"type":"TEXT_CONTENT","content_index":1}]"#)
        .member("x_mood", r#"{"calm":0.90}"#)
        .follow_up(next(
            "command-a-reasoning-08-2025",
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":"It is in the document."},{"type":"text","text":"It is Quack."}],"citations":[{"start":6,"end":12,"text":"Quack.","sources":[{"type":"document","id":"a.md","document":{"id":"a.md","snippet":"The capital is Quack."}}],"type":"TEXT_CONTENT","content_index":1}]},{"role":"user","content":"Go on"}"#,
        ))
        .foreign(planner())
}

/// A model from before the thinking blocks: it writes down what it means to do.
fn plans() -> Case {
    Case::new("plans, then calls a tool", planner())
        .whole(r#"{"id":"c0","message":{"role":"assistant","tool_plan":"I will look it up.","tool_calls":[{"id":"look_0","type":"function","function":{"name":"look","arguments":"{\"x\": 1.0}"}}]},"finish_reason":"TOOL_CALL","usage":{"billed_units":{"input_tokens":46,"output_tokens":29}}}"#)
        .stream(stream(&[
            r#"{"type":"message-start","id":"c0","delta":{"message":{"role":"assistant","content":[],"tool_plan":"","tool_calls":[],"citations":[]}}}"#,
            r#"{"type":"tool-plan-delta","delta":{"message":{"tool_plan":"I will"}}}"#,
            r#"{"type":"tool-plan-delta","delta":{"message":{"tool_plan":" look it up."}}}"#,
            r#"{"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":{"id":"look_0","type":"function","function":{"name":"look","arguments":""}}}}}"#,
            r#"{"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"{\"x\": 1.0}"}}}}}"#,
            r#"{"type":"tool-call-end","index":0}"#,
            r#"{"type":"message-end","delta":{"finish_reason":"TOOL_CALL","usage":{"billed_units":{"input_tokens":46,"output_tokens":29}}}}"#,
        ]))
        .carriers([Expected::text("tool_plan", "I will look it up.")])
        .follow_up(next(
            "command-a-03-2025",
            r#"{"role":"assistant","tool_plan":"I will look it up.","tool_calls":[{"id":"look_0","type":"function","function":{"name":"look","arguments":"{\"x\": 1.0}"}}]},{"role":"tool","tool_call_id":"look_0","content":"done"}"#,
        ))
        .refusal(refused("invalid request: unknown field 'tool_plan'").field("tool_plan"))
        .refusal(refused("invalid request: tool_plan must be a string"))
        .foreign(reasoner())
}

const ASKED: &str = r#"{ "model": "command-a-reasoning-08-2025", "stream": true, "temperature": 0.50, "p": 0.9, "thinking": { "type": "enabled", "token_budget": 500 },
  "documents": [ { "id": "a.md", "data": { "snippet": "A cat." } } ], "messages": [
    { "role": "system", "content": "Be brief." },
    { "role": "user", "content": [ { "type": "text", "text": "What is this?" }, { "type": "image_url", "image_url": { "url": "data:image/png;base64,AAAA", "detail": "low" } } ] },
    { "role": "assistant", "content": [ { "thinking": "Look.", "type": "thinking" } ], "tool_plan": " ", "tool_calls": [ { "function": { "name": "look", "arguments": "{\"x\": 1.0}" }, "id": "look_1", "type": "function" } ] },
    { "role": "tool", "content": [ { "type": "document", "document": { "id": "1", "data": "{\"cat\": true}" } } ], "tool_call_id": "look_1" },
    { "role": "assistant", "content": "A cat.", "citations": [] },
    { "role": "user", "content": "", "x_trace": [1.0] }
  ], "tools": [ { "type": "function", "function": { "name": "look", "parameters": { "type": "object" } } } ] }"#;

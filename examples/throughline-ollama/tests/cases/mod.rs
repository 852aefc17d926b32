//! Replies as servers of this wire send them, in our own words.
use throughline_conformance::{Case, Expected, Refusal};
use throughline_core::{Framing, Route};
use throughline_ollama::API;

/// What no case can show.
pub(crate) const SKIPS: &[&str] =
    &["strict: every server ignores what it does not know", "required: no model demands its thinking back"];

pub(crate) fn cases() -> Vec<Case> {
    vec![calls(), answers(), says()]
}

fn route(provider: &str, url: &str, model: &str) -> Route {
    Route::new(provider, url, API, model).unwrap_or_else(|error| unreachable!("{url}: {error}"))
}
fn local() -> Route {
    route("ollama", "http://localhost:11434", "qwen3:8b")
}
fn cloud() -> Route {
    route("ollama-cloud", "https://ollama.com", "gpt-oss:20b")
}

/// Thinks, says a word and calls two tools, of which the newer servers give each an id.
fn calls() -> Case {
    Case::new("thinks, then calls two tools", local())
        .error(Framing::Lines, "{\"message\":{\"role\":\"assistant\",\"content\":\"So\"},\"done\":false}\n{\"error\":\"an error was encountered while running the model\"}\n")
        .error(Framing::Whole, r#"{"error":"model not found"}"#)
        .whole(r#"{"model":"qwen3:8b","created_at":"2026-05-04T22:48:51.875939Z","message":{"role":"assistant","content":"One moment.","thinking":"What time is it 🕒?\nAsk \"both\".","tool_calls":[{"id":"call_9doztm4t","function":{"index":0,"name":"clock","arguments":{"zone":"Europe/Zürich","n":1.50}}},{"id":"call_a1b2c3d4","function":{"index":1,"name":"clock","arguments":{}}}]},"done":true,"done_reason":"stop","total_duration":5756256583,"load_duration":92459083,"prompt_eval_count":25,"prompt_eval_duration":49465125,"eval_count":16,"eval_duration":153117417}"#)
        .lines(r#"{"model":"qwen3:8b","created_at":"2026-05-04T22:48:51.100Z","message":{"role":"assistant","content":"","thinking":"What time is it \ud83d"},"done":false}
{"model":"qwen3:8b","created_at":"2026-05-04T22:48:51.200Z","message":{"role":"assistant","content":"","thinking":"\udd52?\nAsk \"both\"."},"done":false}
{"model":"qwen3:8b","created_at":"2026-05-04T22:48:51.300Z","message":{"role":"assistant","content":"One "},"done":false}
{"model":"qwen3:8b","created_at":"2026-05-04T22:48:51.400Z","message":{"role":"assistant","content":"moment."},"done":false}
{"model":"qwen3:8b","created_at":"2026-05-04T22:48:51.500Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_9doztm4t","function":{"index":0,"name":"clock","arguments":{"zone":"Europe/Zürich","n":1.50}}}]},"done":false}
{"model":"qwen3:8b","created_at":"2026-05-04T22:48:51.600Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_a1b2c3d4","function":{"index":1,"name":"clock","arguments":{}}}]},"done":false}
{"model":"qwen3:8b","created_at":"2026-05-04T22:48:51.875939Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":5756256583,"load_duration":92459083,"prompt_eval_count":25,"prompt_eval_duration":49465125,"eval_count":16,"eval_duration":153117417}
"#)
        .carriers([Expected::text("thinking", "What time is it 🕒?\nAsk \"both\".")])
        .follow_up(r#"{"model":"qwen3:8b","messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"One moment.","thinking":"What time is it 🕒?\nAsk \"both\".","tool_calls":[{"id":"call_9doztm4t","function":{"name":"clock","arguments":{"zone":"Europe/Zürich","n":1.50},"index":0}},{"id":"call_a1b2c3d4","function":{"name":"clock","arguments":{},"index":1}}]},{"role":"tool","content":"done","tool_call_id":"call_9doztm4t","tool_name":"clock"},{"role":"tool","content":"done","tool_call_id":"call_a1b2c3d4","tool_name":"clock"}]}"#)
        .refusal(Refusal::new(422, r#"{"error":"messages[1]: unknown field `thinking`, expected one of `role`, `content`, `images`, `tool_calls`"}"#).field("thinking"))
        .refusal(Refusal::new(400, r#"{"error":"\"qwen3:8b\" does not support thinking"}"#))
        .refusal(Refusal::new(400, r#"{"error":"json: cannot unmarshal array into Go struct field ChatRequest.messages.thinking of type string"}"#))
        .refusal(Refusal::new(404, r#"{"error":"model \"qwen3:8b\" not found, try pulling it first"}"#))
        .foreign(cloud())
        .request(ASKED)
}

/// A call of a server that knows no ids; its answer goes by order, with the name of the tool.
fn answers() -> Case {
    Case::new("calls a tool without an id", cloud())
        .whole(r#"{"model":"gpt-oss:20b","created_at":"2026-07-30T14:17:27.836768072Z","message":{"role":"assistant","content":"","thinking":"Ask.","tool_calls":[{"function":{"name":"clock","arguments":{"a":"\u00e9","b":2e3}}}]},"done":true,"done_reason":"stop","prompt_eval_count":67,"eval_count":40}"#)
        .lines(r#"{"model":"gpt-oss:20b","created_at":"2026-07-30T14:17:27.1Z","message":{"role":"assistant","content":"","thinking":"Ask"},"done":false}

{"model":"gpt-oss:20b","created_at":"2026-07-30T14:17:27.2Z","message":{"role":"assistant","content":"","thinking":"."},"done":false}
{"model":"gpt-oss:20b","created_at":"2026-07-30T14:17:27.3Z","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"clock","arguments":{"a":"\u00e9","b":2e3}}}]},"done":false}
{"model":"gpt-oss:20b","created_at":"2026-07-30T14:17:27.4Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":67,"eval_count":40}"#)
        .carriers([Expected::text("thinking", "Ask.").payload(r#""Ask.""#)])
        .follow_up(r#"{"model":"gpt-oss:20b","messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"","thinking":"Ask.","tool_calls":[{"function":{"name":"clock","arguments":{"a":"\u00e9","b":2e3}}}]},{"role":"tool","content":"done","tool_name":"clock"}]}"#)
        .foreign(local())
}

/// Answers without a thought, with members that nobody knows.
fn says() -> Case {
    Case::new("answers without a thought", local())
        .whole(r#"{"model":"qwen3:8b","created_at":"2026-05-04T22:48:51.875939Z","message":{"role":"assistant","content":"Forty-two.","x_mood":{"calm":0.90,"a":"\u00e9"}},"done":true,"done_reason":"length","prompt_eval_count":25,"eval_count":16}"#)
        .carriers([])
        .member("x_mood", r#"{"calm":0.90,"a":"\u00e9"}"#)
        .follow_up(r#"{"model":"qwen3:8b","messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Forty-two."},{"role":"user","content":"Go on"}]}"#)
        .foreign(cloud())
}

const ASKED: &str = r#"{ "model": "qwen3:8b", "think": "high", "stream": true, "options": {"temperature": 0.50, "num_ctx": 8192},
  "messages": [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "What is this?", "images": ["iVBORw0KGgo="]},
    {"content": "", "thinking": "Look.", "role": "assistant", "tool_calls": [{"type": "function", "function": {"name": "look", "arguments": {"x": 1.0}}}]},
    {"role": "tool", "tool_name": "look", "content": "a cat", "x_trace": [1.0]},
    {"role": "assistant", "content": "A cat.", "thinking": " "},
    {"role": "user", "content": "", "name": "Ada"}
  ], "tools": [{"type": "function", "function": {"name": "look", "description": "Looks", "parameters": {"type": "object"}}}], "keep_alive": "5m" }"#;

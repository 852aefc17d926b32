//! Replies as hosts of this wire send them, in our own words.
use super::doors;
use throughline_conformance::{Case, Expected, Refusal};
use throughline_core::{Api, Framing, Route};

/// What no case can show.
pub(crate) const SKIPS: &[&str] = &["strict: no host of this wire is strict"];

pub(crate) fn cases() -> Vec<Case> {
    let mut all = vec![thinks(), sealed(), empty(), interleaved()];
    all.extend(doors::cases());
    all
}

pub(crate) fn route(provider: &str, url: &str, model: &str) -> Route {
    Route::new(provider, url, Api::MESSAGES, model).unwrap_or_else(|error| unreachable!("{url}: {error}"))
}
fn claude() -> Route {
    route("anthropic", "https://api.anthropic.com", "claude-opus-4-6")
}
pub(crate) fn relay() -> Route {
    route("custom", "https://relay.example.org/anthropic", "claude-opus-4-6")
}

/// An error as the host words it.
pub(crate) fn refused(message: &str) -> Refusal {
    Refusal::new(
        400,
        format!(
            r#"{{"type":"error","error":{{"type":"invalid_request_error","message":"{message}"}},"request_id":"req_01"}}"#
        ),
    )
}

/// A whole reply around its blocks.
pub(crate) fn reply(blocks: &str, stop: &str) -> String {
    format!(
        r#"{{"id":"msg_01","type":"message","role":"assistant","model":"claude-opus-4-6","content":[{blocks}],"stop_reason":"{stop}","stop_sequence":null,"usage":{{"input_tokens":20,"output_tokens":40}}}}"#
    )
}

/// The same as a stream: each block with its deltas.
pub(crate) fn stream(blocks: &[(&str, &[&str])], stop: &str) -> String {
    let mut events = vec![(
        "message_start".to_owned(),
        r#"{"type":"message_start","message":{"id":"msg_01","type":"message","role":"assistant","model":"claude-opus-4-6","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":20,"output_tokens":1}}}"#.to_owned(),
    )];
    let mut push = |name: &str, data: String| events.push((name.to_owned(), data));
    push("ping", r#"{"type":"ping"}"#.to_owned());
    for (index, (block, deltas)) in blocks.iter().enumerate() {
        push(
            "content_block_start",
            format!(r#"{{"type":"content_block_start","index":{index},"content_block":{block}}}"#),
        );
        for delta in *deltas {
            push("content_block_delta", format!(r#"{{"type":"content_block_delta","index":{index},"delta":{delta}}}"#));
        }
        push("content_block_stop", format!(r#"{{"type":"content_block_stop","index":{index}}}"#));
    }
    push(
        "message_delta",
        format!(
            r#"{{"type":"message_delta","delta":{{"stop_reason":"{stop}","stop_sequence":null}},"usage":{{"output_tokens":40}}}}"#
        ),
    );
    push("message_stop", r#"{"type":"message_stop"}"#.to_owned());
    events.iter().map(|(name, data)| format!("event: {name}\ndata: {data}\n\n")).collect()
}

/// The next request: the blocks of the model, and what follows them.
fn next(blocks: &str, then: &str) -> String {
    format!(
        r#"{{"model":"claude-opus-4-6","messages":[{{"role":"user","content":"Hello"}},{{"role":"assistant","content":[{blocks}]}},{{"role":"user","content":{then}}}],"max_tokens":32000}}"#
    )
}

/// Signed thinking before a call.
fn thinks() -> Case {
    Case::new("thinks, then calls a tool", claude())
        .error(
            Framing::Sse,
            "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"role\":\"assistant\",\"content\":[]}}\n\nevent: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n",
        )
        .error(Framing::Whole, r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#)
        .whole(reply(
            r#"{"type":"thinking","thinking":"What time is it 🕒?\nAsk.","signature":"EqoBCkgIBxgCIkBub3QgYSByZWFsIG9uZQ=="},{"type":"text","text":"One moment."},{"type":"tool_use","id":"toolu_01A","name":"clock","input":{"zone":"Europe/Zürich","n":1.50},"caller":{"type":"direct"}}"#,
            "tool_use",
        ))
        .stream(stream(
            &[
                (
                    r#"{"type":"thinking","thinking":"","signature":""}"#,
                    &[
                        r#"{"type":"thinking_delta","thinking":"What time is it \ud83d"}"#,
                        r#"{"type":"thinking_delta","thinking":"\udd52?\nAsk."}"#,
                        r#"{"type":"signature_delta","signature":"EqoBCkgIBxgCIkBub3QgYSByZWFs"}"#,
                        r#"{"type":"signature_delta","signature":"IG9uZQ=="}"#,
                    ],
                ),
                (
                    r#"{"type":"text","text":""}"#,
                    &[r#"{"type":"text_delta","text":"One "}"#, r#"{"type":"text_delta","text":"moment."}"#],
                ),
                (
                    r#"{"type":"tool_use","id":"toolu_01A","name":"clock","input":{},"caller":{"type":"direct"}}"#,
                    &[
                        r#"{"type":"input_json_delta","partial_json":""}"#,
                        r#"{"type":"input_json_delta","partial_json":"{\"zone\":\"Europe/Zür"}"#,
                        r#"{"type":"input_json_delta","partial_json":"ich\",\"n\":1.50}"}"#,
                    ],
                ),
            ],
            "tool_use",
        ))
        .follow_up(next(
            r#"{"type":"thinking","thinking":"What time is it 🕒?\nAsk.","signature":"EqoBCkgIBxgCIkBub3QgYSByZWFsIG9uZQ=="},{"type":"text","text":"One moment."},{"type":"tool_use","id":"toolu_01A","name":"clock","input":{"zone":"Europe/Zürich","n":1.50},"caller":{"type":"direct"}}"#,
            r#"[{"type":"tool_result","tool_use_id":"toolu_01A","content":"done"}]"#,
        ))
        .carriers([Expected::text("thinking_block", "What time is it 🕒?\nAsk.").payload(
            r#"{"type":"thinking","thinking":"What time is it 🕒?\nAsk.","signature":"EqoBCkgIBxgCIkBub3QgYSByZWFsIG9uZQ=="}"#,
        )])
        .refusal(refused("messages.1.content.0: Invalid `signature` in `thinking` block").carrier(
            r#"{"type":"thinking","thinking":"What time is it 🕒?\nAsk.","signature":"EqoBCkgIBxgCIkBub3QgYSByZWFsIG9uZQ=="}"#,
        ))
        .refusal(refused("messages.1.content.0: Input tag 'thinking' found using 'type' does not match any of the expected tags: 'text', 'tool_use'").field("thinking"))
        .refusal(refused("messages.1.content.2.tool_use.caller: Extra inputs are not permitted"))
        .refusal(refused("messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.").carrier(
            r#"{"type":"thinking","thinking":"What time is it 🕒?\nAsk.","signature":"EqoBCkgIBxgCIkBub3QgYSByZWFsIG9uZQ=="}"#,
        ))
        .foreign(relay())
        .request(
            r#"{ "model": "claude-opus-4-6", "max_tokens": 2048, "system": [ { "type": "text", "text": "Be brief.", "cache_control": { "type": "ephemeral" } } ],
              "thinking": { "type": "enabled", "budget_tokens": 1024 }, "messages": [
                { "role": "user", "content": "What is this?" },
                { "role": "assistant", "content": [ { "type": "thinking", "thinking": "Look.", "signature": "EqoBCkgIBxgCIkBvbGRlciBvbmU=" }, { "type": "tool_use", "id": "toolu_02", "name": "look", "input": { "x": 1.0 } } ] },
                { "role": "user", "content": [ { "type": "tool_result", "tool_use_id": "toolu_02", "content": [ { "type": "text", "text": "a cat" } ], "is_error": false }, { "type": "text", "text": "Well?" } ] },
                { "role": "assistant", "content": "A cat." },
                { "role": "user", "content": [ { "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "AA==" } } ] } ],
              "tools": [ { "name": "look", "input_schema": { "type": "object" } } ], "stream": true }"#,
        )
}

/// Thinking that nobody but its maker can read.
fn sealed() -> Case {
    Case::new("redacted thinking", claude())
        .whole(reply(
            r#"{"type":"redacted_thinking","data":"EmwKAhgBEgxzZWFsZWQgYW5kIGdvbmU="},{"type":"text","text":"I cannot say."}"#,
            "end_turn",
        ))
        .stream(stream(
            &[
                (r#"{"type":"redacted_thinking","data":"EmwKAhgBEgxzZWFsZWQgYW5kIGdvbmU="}"#, &[]),
                (r#"{"type":"text","text":""}"#, &[r#"{"type":"text_delta","text":"I cannot say."}"#]),
            ],
            "end_turn",
        ))
        .follow_up(next(
            r#"{"type":"redacted_thinking","data":"EmwKAhgBEgxzZWFsZWQgYW5kIGdvbmU="},{"type":"text","text":"I cannot say."}"#,
            r#""Go on""#,
        ))
        .carriers([Expected::blob(
            "redacted_thinking",
            r#"{"type":"redacted_thinking","data":"EmwKAhgBEgxzZWFsZWQgYW5kIGdvbmU="}"#,
        )])
        .refusal(
            refused("messages.1.content.0: Invalid `data` in `redacted_thinking` block")
                .carrier(r#"{"type":"redacted_thinking","data":"EmwKAhgBEgxzZWFsZWQgYW5kIGdvbmU="}"#),
        )
        .foreign(relay())
}

/// A signature without a text: the host keeps the thinking to itself.
fn empty() -> Case {
    Case::new("signed thinking without a text", claude())
        .whole(reply(
            r#"{"type":"thinking","thinking":"","signature":"Eq8BCkgIBxgCIkBub3RoaW5nIHRvIHNlZQ=="},{"type":"x_block","n":1.50,"s":"\u00e9"},{"type":"text","text":"Hello."}"#,
            "end_turn",
        ))
        .follow_up(next(
            r#"{"type":"thinking","thinking":"","signature":"Eq8BCkgIBxgCIkBub3RoaW5nIHRvIHNlZQ=="},{"type":"x_block","n":1.50,"s":"\u00e9"},{"type":"text","text":"Hello."}"#,
            r#""Go on""#,
        ))
        .carriers([Expected::text("thinking_block", "")])
        .block(r#"{"type":"x_block","n":1.50,"s":"\u00e9"}"#)
        .foreign(relay())
}

const FIRST: &str = r#"{"type":"thinking","thinking":"First.","signature":"EqoBCkgIBxgCIkBvbmUgb2YgdHdv"}"#;
const SECOND: &str = r#"{"type":"thinking","thinking":"Second.","signature":"EqoBCkgIBxgCIkB0d28gb2YgdHdv"}"#;

/// Thinking between the calls, each block with its own signature.
fn interleaved() -> Case {
    Case::new("thinks between its calls", claude())
        .whole(reply(
            r#"{"type":"thinking","thinking":"First.","signature":"EqoBCkgIBxgCIkBvbmUgb2YgdHdv"},{"type":"tool_use","id":"toolu_0A","name":"look","input":{}},{"type":"thinking","thinking":"Second.","signature":"EqoBCkgIBxgCIkB0d28gb2YgdHdv"},{"type":"tool_use","id":"toolu_0B","name":"look","input":{"far":true}}"#,
            "tool_use",
        ))
        .stream(stream(
            &[
                (
                    r#"{"type":"thinking","thinking":"","signature":""}"#,
                    &[
                        r#"{"type":"thinking_delta","thinking":"First."}"#,
                        r#"{"type":"signature_delta","signature":"EqoBCkgIBxgCIkBvbmUgb2YgdHdv"}"#,
                    ],
                ),
                (r#"{"type":"tool_use","id":"toolu_0A","name":"look","input":{}}"#, &[]),
                (
                    r#"{"type":"thinking","thinking":"","signature":""}"#,
                    &[
                        r#"{"type":"thinking_delta","thinking":"Second."}"#,
                        r#"{"type":"signature_delta","signature":"EqoBCkgIBxgCIkB0d28gb2YgdHdv"}"#,
                    ],
                ),
                (
                    r#"{"type":"tool_use","id":"toolu_0B","name":"look","input":{}}"#,
                    &[r#"{"type":"input_json_delta","partial_json":"{\"far\":true}"}"#],
                ),
            ],
            "tool_use",
        ))
        .follow_up(next(
            r#"{"type":"thinking","thinking":"First.","signature":"EqoBCkgIBxgCIkBvbmUgb2YgdHdv"},{"type":"tool_use","id":"toolu_0A","name":"look","input":{}},{"type":"thinking","thinking":"Second.","signature":"EqoBCkgIBxgCIkB0d28gb2YgdHdv"},{"type":"tool_use","id":"toolu_0B","name":"look","input":{"far":true}}"#,
            r#"[{"type":"tool_result","tool_use_id":"toolu_0A","content":"done"},{"type":"tool_result","tool_use_id":"toolu_0B","content":"done"}]"#,
        ))
        .carriers([Expected::text("thinking_block", "First."), Expected::text("thinking_block", "Second.")])
        .refusal(refused("messages.1.content.0: Invalid `signature` in `thinking` block").carrier(FIRST))
        .refusal(refused("messages.1.content.2: Invalid `signature` in `thinking` block").carrier(SECOND))
        .refusal(refused("***.***.content.0: Invalid `signature` in `thinking` block").carrier(FIRST).carrier(SECOND))
}

//! Replies in the shape of Anthropic Messages, on the chat path.
use crate::common::{carriers, copilot, project, try_capture, turn, whole};
use throughline_core::{Captured, Framing};

const BODY: &str = r#"{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-4-8","content":[{"type":"thinking","thinking":"Plan.","signature":"SIG="},{"type":"text","text":"I look."},{"type":"tool_use","id":"toolu_1","name":"f","input":{"a":1.0}}],"stop_reason":"tool_use","usage":{"input_tokens":3,"output_tokens":4}}"#;

fn events() -> String {
    let all = [
        ("ping", r#"{"type":"ping"}"#),
        (
            "message_start",
            r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-4-8","content":[],"usage":{"input_tokens":3,"output_tokens":1}}}"#,
        ),
        (
            "content_block_start",
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}"#,
        ),
        (
            "content_block_delta",
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Plan."}}"#,
        ),
        (
            "content_block_delta",
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"SIG="}}"#,
        ),
        ("content_block_stop", r#"{"type":"content_block_stop","index":0}"#),
        (
            "content_block_start",
            r#"{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}"#,
        ),
        (
            "content_block_delta",
            r#"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"I look."}}"#,
        ),
        ("content_block_stop", r#"{"type":"content_block_stop","index":1}"#),
        (
            "content_block_start",
            r#"{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_1","name":"f","input":{}}}"#,
        ),
        (
            "content_block_delta",
            r#"{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"a\":1.0}"}}"#,
        ),
        ("content_block_stop", r#"{"type":"content_block_stop","index":2}"#),
        ("message_delta", r#"{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":4}}"#),
        ("message_stop", r#"{"type":"message_stop"}"#),
    ];
    all.iter().map(|(name, data)| format!("event: {name}\ndata: {data}\n\n")).collect()
}

#[test]
fn the_shape_is_told_from_what_comes() {
    let route = copilot("claude-opus-4.8");
    let streamed = |pieces: &[&[u8]]| turn(try_capture(&route, Framing::Sse, pieces).0);
    let text = events();
    let turns = [
        whole(&route, BODY),
        streamed(&[text.as_bytes()]),
        streamed(&text.as_bytes().chunks(1).collect::<Vec<_>>()),
        streamed(&[BODY.as_bytes()]),
    ];
    for turn in turns {
        assert_eq!((turn.reasoning().as_deref(), turn.text().as_str()), (Some("Plan."), "I look."));
        assert_eq!(
            carriers(&turn),
            [r#"thinking_block copilot/claude {"type":"thinking","thinking":"Plan.","signature":"SIG="}"#]
        );
        // Its thinking has no field on this path; its call goes as calls go here.
        let want = r#"{"role":"assistant","content":"I look.","tool_calls":[{"id":"toolu_1","type":"function","function":{"name":"f","arguments":"{\"a\":1.0}"}}]}"#;
        assert_eq!(project(&route, [turn]), want);
    }
    let (_, shown) = try_capture(&route, Framing::Sse, &[text.as_bytes()]);
    assert_eq!(shown, ["thinks Plan.", "says I look.", "calls f"]);
}

#[test]
fn an_error_is_an_error_in_either_shape() {
    let route = copilot("claude-opus-4.8");
    for body in [
        r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
        r#"{"error":{"message":"invalid request body","code":"invalid_request_body"}}"#,
    ] {
        for (framing, sent) in [
            (Framing::Whole, body.to_owned()),
            (Framing::Sse, format!("data: {body}\n\n")),
            (Framing::Sse, format!("event: error\ndata: {body}\n\n")),
        ] {
            let (captured, _) = try_capture(&route, framing, &[sent.as_bytes()]);
            assert!(matches!(captured, Captured::Refusal(refused) if refused.body.get() == body), "{sent}");
        }
    }
}

//! Whole replies.
use crate::sample::{capture, elsewhere, meta, native, refusal, relay, said, whole};
use throughline_core::{Arguments, Ending, Framing, How, Literal, Part, ReplyHead, WireErrorKind};

const REPLY: &str = r#"{
  "model": "claude-sonnet-4-5-20250929", "id": "msg_01", "type": "message", "role": "assistant",
  "content": [
    {"type": "text", "text": "Let me look.", "citations": null},
    {"type": "thinking", "thinking": "A caf\u00e9\/bar?", "signature": "EqQB\/w=="},
    {"type": "tool_use", "id": "toolu_1", "name": "find", "input": {"z": 1.50, "a": [ ]}, "caller": {"type": "direct"}},
    {"type": "thinking", "thinking": "", "signature": "EqQC"},
    {"type": "redacted_thinking", "data": "EuY1"},
    {"type": "redacted_thinking", "data": "EuY2"},
    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"q": "x"}}
  ],
  "stop_reason": "tool_use", "stop_sequence": null, "container": {"id": "c1"},
  "usage": {"input_tokens": 12, "cache_read_input_tokens": 7, "cache_creation_input_tokens": 5, "output_tokens": 90, "output_tokens_details": {"thinking_tokens": 40}}
}"#;

#[test]
fn blocks_keep_their_order_and_their_bytes() {
    let turn = whole(&native(), REPLY);
    assert_eq!(
        said(&turn),
        [
            r#"text "Let me look.""#,
            r#"thinking_block true {"type":"thinking","thinking":"A caf\u00e9\/bar?","signature":"EqQB\/w=="}"#,
            r#"call "toolu_1" "find" {\"z\":1.50,\"a\":[]}"#,
            r#"thinking_block true {"type":"thinking","thinking":"","signature":"EqQC"}"#,
            r#"redacted_thinking true {"type":"redacted_thinking","data":"EuY1"}"#,
            r#"redacted_thinking true {"type":"redacted_thinking","data":"EuY2"}"#,
            r#"opaque {"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"q":"x"}}"#,
        ]
    );
    assert_eq!(turn.reasoning().unwrap(), "A café/bar?");
    let extras: Vec<_> = turn
        .parts
        .iter()
        .map(|part| match part {
            Part::Text(text) => format!("{:?}", text.extras.iter().map(|(key, _)| key).collect::<Vec<_>>()),
            Part::Call(call) => format!("{:?}", call.extras.iter().map(|(key, _)| key).collect::<Vec<_>>()),
            _ => String::new(),
        })
        .filter(|keys| !keys.is_empty())
        .collect();
    assert_eq!(extras, [r#"["citations"]"#, r#"["caller"]"#]);
}

#[test]
fn what_stands_beside_the_blocks_is_kept() {
    let turn = whole(&native(), REPLY);
    assert_eq!(
        meta(&turn),
        r#"model="claude-sonnet-4-5-20250929";id="msg_01";stop_sequence=null;container={"id":"c1"};"#
    );
    assert_eq!(turn.ending, Some(Ending::Stop(Some(Literal::of("tool_use")))));
    let usage = turn.usage.unwrap();
    assert_eq!((usage.input, usage.output, usage.reasoning, usage.cached), (Some(24), Some(90), Some(40), Some(7)));
    assert!(usage.raw.unwrap().get().starts_with(r#"{"input_tokens":12,"#));
    let origin = turn.origin.unwrap();
    assert_eq!(
        (origin.how, origin.host.as_str(), origin.model.as_str()),
        (How::Minted, "api.anthropic.com", "claude-sonnet-4-5")
    );
    assert_eq!(origin.answered_by.as_deref(), Some("claude-sonnet-4-5-20250929"));
}

#[test]
fn a_carrier_belongs_to_whoever_signed_it() {
    let issuer = |route| whole(&route, REPLY).carriers().next().unwrap().1.issuer.to_string();
    let named = |provider: &str| {
        throughline_core::Route::new(provider, "https://relay.example", throughline_core::Api::MESSAGES, "m").unwrap()
    };
    assert_eq!(issuer(native()), "claude");
    assert_eq!(issuer(relay()), "relay.example");
    assert_eq!(issuer(named("minimax")), "minimax");
    assert_eq!(issuer(named("claude")), "relay.example");
}

#[test]
fn a_seal_is_a_string_with_something_in_it() {
    for (block, sealed) in [
        (r#"{"type":"thinking","thinking":"t","signature":""}"#, false),
        (r#"{"type":"thinking","thinking":"t","signature":null}"#, false),
        (r#"{"type":"thinking","thinking":"t"}"#, false),
        (r#"{"type":"thinking","thinking":"t","signature":5}"#, false),
        (r#"{"type":"thinking","thinking":5,"signature":"s"}"#, false),
        (r#"{"type":"redacted_thinking","data":""}"#, false),
        (r#"{"type":"redacted_thinking"}"#, false),
        (r#"{"type":"thinking","thinking":"","signature":"s"}"#, true),
        (r#"{"type":"redacted_thinking","data":"d"}"#, true),
    ] {
        let turn = whole(&native(), &format!(r#"{{"content":[{block}]}}"#));
        let (_, carrier) = turn.carriers().next().unwrap();
        assert_eq!((carrier.sealed, carrier.payload.get()), (sealed, block));
    }
}

#[test]
fn what_cannot_be_read_is_kept() {
    let turn = whole(
        &native(),
        r#"{"content":[{"type":"text","text":7},{"no":"type"},"loose",{"type":"tool_use","name":"f","input":"{\"a\":1"}]}"#,
    );
    assert_eq!(
        said(&turn),
        [
            r#"opaque {"type":"text","text":7}"#,
            r#"opaque {"no":"type"}"#,
            r#"opaque "loose""#,
            r#"call none "f" {\"a\":1"#
        ]
    );
    assert!(matches!(turn.calls().next().unwrap().arguments, Arguments::Text(_)));
    assert_eq!(said(&whole(&native(), r#"{"content":"plain"}"#)), [r#"text "plain""#]);
}

#[test]
fn an_error_is_a_refusal() {
    let body = r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"r"}"#;
    let ok = ReplyHead::ok(Framing::Whole);
    assert_eq!((refusal(&ok, body).status, refusal(&ok, body).body.get()), (529, body));
    assert_eq!(refusal(&ok, r#"{"error":{"code":429,"message":"m"}}"#).status, 429);
    for framing in [Framing::Whole, Framing::Sse] {
        let head = ReplyHead { status: 400, ..ReplyHead::ok(framing) };
        assert_eq!((refusal(&head, body).status, refusal(&head, body).body.get()), (400, body));
        assert_eq!(refusal(&head, "<html>\"").body.get(), r#""<html>\"""#);
    }
}

#[test]
fn another_wires_reply_is_named() {
    let error = |body: &str| capture(&native(), &ReplyHead::ok(Framing::Whole), &[body.as_bytes()]).unwrap_err();
    for (body, kind, text) in [
        ("", WireErrorKind::Empty, "reply: empty, nothing to read"),
        (" \n", WireErrorKind::Empty, "reply: empty, nothing to read"),
        ("{\"content\":[", WireErrorKind::Json, "reply: not valid json: EOF while parsing a list at line 1 column 12"),
        ("[]", WireErrorKind::Shape, "reply: expected an object, found an array"),
        ("{}", WireErrorKind::Shape, "reply: expected a member `content`, found none"),
        (r#"{"content":7}"#, WireErrorKind::Shape, "reply.content: expected an array, found a number"),
        (
            r#"{"choices":[]}"#,
            WireErrorKind::Shape,
            "reply: expected a member `content`, found a reply of chat_completions",
        ),
        (
            r#"{"candidates":[]}"#,
            WireErrorKind::Shape,
            "reply: expected a member `content`, found a reply of gemini_generate",
        ),
        (
            r#"{"output":[]}"#,
            WireErrorKind::Shape,
            "reply: expected a member `content`, found a reply of openai_responses",
        ),
        (
            r#"{"output":{},"stopReason":"x"}"#,
            WireErrorKind::Shape,
            "reply: expected a member `content`, found a reply of bedrock_converse",
        ),
    ] {
        assert_eq!((error(body).kind(), error(body).to_string().as_str()), (kind, text), "{body}");
    }
    let bad = capture(&native(), &ReplyHead::ok(Framing::Whole), &[b"{\"a\":\"\xff\"}"]).unwrap_err();
    assert_eq!(bad.to_string(), "reply: not utf-8 at byte 6");
    assert_eq!(elsewhere().api.as_str(), "chat_completions");
}

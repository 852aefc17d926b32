//! Bytes that nobody should send. Nothing panics, nothing is silent.
use crate::sample::{asking, native, project, sse};
use throughline_anthropic::Anthropic;
use throughline_core::{Captured, Framing, ReasoningCarrier, ReplyHead, Turn};

/// Captures and ingests, and writes whatever came of it.
fn digest(bytes: &[u8]) {
    let mut turns: Vec<Turn> = vec![];
    for framing in [Framing::Whole, Framing::Sse] {
        let mut capture = Anthropic.capture(&native(), &ReplyHead::ok(framing));
        let fed =
            bytes.chunks(13).map(|piece| capture.feed(piece, &mut |delta| drop(delta.text()))).find(Result::is_err);
        match capture.finish() {
            Ok(Captured::Turn(turn)) => turns.push(turn),
            Ok(Captured::Refusal(refused)) => assert!(!refused.body.get().is_empty()),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        assert!(fed.is_none_or(|error| !error.unwrap_err().to_string().is_empty()));
    }
    if let Ok(ingested) = Anthropic.ingest(&native(), bytes) {
        let once = project(&native(), &ingested.request, &ingested.turns).body;
        let again = Anthropic.ingest(&native(), once.as_bytes()).unwrap();
        assert_eq!(project(&native(), &again.request, &again.turns).body, once);
        turns.extend(ingested.turns);
    }
    let body = project(&native(), &asking(), &turns).body;
    assert!(serde_json::from_str::<&serde_json::value::RawValue>(&body).is_ok(), "{body}");
}

const DOCUMENTS: &[&str] = &[
    r#"{"content":[{"type":"thinking","thinking":"\ud800 \u0000","signature":"s"},{"type":"tool_use","id":"a b","name":"f","input":{"a":[1e999,-0.0]}},{"type":"text","text":"é"}],"usage":{"input_tokens":-1,"output_tokens":1.5},"stop_reason":7,"model":null}"#,
    r#"{"model":"m","messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"","content":7},{"type":"image"}]},{"role":"assistant","content":[{"type":"redacted_thinking","data":"d"},{"type":"tool_use","id":null,"name":"f","input":{}}]}],"system":[],"tools":[],"max_tokens":1}"#,
];

#[test]
fn every_prefix_and_every_flipped_byte() {
    let stream = sse(&[
        r#"{"type":"message_start","message":{"content":[{"type":"text","text":"a"}],"usage":[]}}"#,
        r#"{"type":"content_block_start","index":"x","content_block":{"type":"tool_use","name":"f","input":[]}}"#,
        r#"{"type":"content_block_delta","index":"x","delta":{"type":"input_json_delta","partial_json":"[\"\ud800"}}"#,
        r#"{"type":"content_block_delta","index":"x","delta":{"name":["g"],"input":"x","list":[[1]],"list":[2]}}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":"many"}}"#,
    ]);
    for text in DOCUMENTS.iter().copied().chain([stream.as_str()]) {
        digest(text.as_bytes());
        for at in 0..text.len() {
            digest(&text.as_bytes()[..at]);
            for byte in [b'"', b'{', b'0', b'\\', b'\n', 0xff] {
                let mut bytes = text.as_bytes().to_vec();
                bytes[at] = byte;
                digest(&bytes);
            }
        }
    }
}

#[test]
fn depth_and_size_cost_nothing() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let long = "x".repeat(1 << 20);
    digest(format!(r#"{{"content":[{{"type":"novel","x":{deep}}},{{"type":"text","text":"{long}"}}]}}"#).as_bytes());
    digest(
        format!(r#"{{"messages":[{{"role":"user","content":[{{"type":"novel","x":{deep}}}]}}],"x":{deep}}}"#)
            .as_bytes(),
    );
    digest(deep.as_bytes());
    digest(
        sse(&[&format!(r#"{{"type":"content_block_start","index":0,"content_block":{{"type":"novel","x":{deep}}}}}"#)])
            .as_bytes(),
    );
}

#[test]
fn names_that_cannot_be_decoded() {
    for body in [
        r#"{"content":[{"type":"text","text":"a","\ud800":1}]}"#,
        r#"{"content":[{"type":"thinking","thinking":"a","signature":"s","\ud800":1}]}"#,
        r#"{"messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"a","\ud800":1}]}]}"#,
        r#"{"\ud800":1,"messages":[]}"#,
    ] {
        digest(body.as_bytes());
    }
    digest(sse(&[r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","\udc00":1}}"#]).as_bytes());
}

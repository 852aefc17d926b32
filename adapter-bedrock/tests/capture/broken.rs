//! Streams that only stop: no ending is made up, and no signature is believed that may be half.
use super::common::{capture, delta, event, message, shape, started, stop, stopped, streamed, thinks, turn};
use throughline_core::{Framing, ReplyHead};

#[test]
fn a_block_that_did_not_close_is_not_signed_and_one_that_did_is() {
    let frames = [
        started(),
        thinks(0, r#"{"text":"a"}"#),
        thinks(0, r#"{"signature":"s"}"#),
        stop(0),
        thinks(1, r#"{"redactedContent":"AAE="}"#),
        thinks(2, r#"{"text":"b"}"#),
        thinks(2, r#"{"signature":"ha"}"#),
        event("contentBlockStart", r#"{"contentBlockIndex":3,"start":{"toolUse":{"toolUseId":"t","name":"f"}}}"#),
        delta(3, r#"{"toolUse":{"input":"{\"a\":"}}"#),
    ];
    let want = r#"thinking_block! {"type":"thinking","thinking":"a","signature":"s"}
redacted_thinking hidden {"type":"redacted_thinking","data":"AAE="}
thinking_block {"type":"thinking","thinking":"b"}
call "t" "f" {\"a\":
cut"#;
    assert_eq!(shape(&streamed(&frames)), want);
}
#[test]
fn every_byte_that_is_missing_makes_a_stream_cut_until_its_end_came() {
    let frames = [started(), thinks(0, r#"{"text":"a"}"#), thinks(0, r#"{"signature":"sig"}"#), stop(0), stopped()];
    let bytes = frames.concat();
    let closed = frames[..4].concat().len();
    let begun = frames[0].len();
    for at in begun..bytes.len() {
        let shape = shape(&turn(capture(&ReplyHead::ok(Framing::EventStream), &[&bytes[..at]])));
        assert!(shape.ends_with("cut"), "{at}: {shape}");
        assert_eq!(shape.contains("sig"), at >= closed, "{at}: {shape}");
    }
    for at in 0..begun {
        let error = capture(&ReplyHead::ok(Framing::EventStream), &[&bytes[..at]]).unwrap_err();
        assert_eq!(error.to_string(), "reply: empty, nothing to read", "{at}");
    }
}
#[test]
fn bytes_that_are_no_frames_end_what_is_read_and_are_told() {
    let mut bytes = [started(), delta(0, r#"{"text":"a"}"#), delta(0, r#"{"text":"b"}"#), stopped()].concat();
    let changed = [started(), delta(0, r#"{"text":"a"}"#)].concat().len() + 20;
    bytes[changed] ^= 1;
    let head = ReplyHead::ok(Framing::EventStream);
    assert_eq!(shape(&turn(capture(&head, &[&bytes]))), "text \"a\"\ncut");
    let mut reply =
        throughline_core::ReasoningCarrier::capture(&throughline_bedrock::Bedrock, &super::common::route("m"), &head);
    let error = reply.feed(&bytes, &mut |_| ()).unwrap_err().to_string();
    assert!(error.starts_with("frame 2: expected a frame whose checksum is"), "{error}");
}
#[test]
fn a_payload_that_is_no_json_is_told_by_its_frame() {
    let head = ReplyHead::ok(Framing::EventStream);
    let mut reply =
        throughline_core::ReasoningCarrier::capture(&throughline_bedrock::Bedrock, &super::common::route("m"), &head);
    let frames = [started(), event("contentBlockDelta", "{"), stopped()].concat();
    let error = reply.feed(&frames, &mut |_| ()).unwrap_err().to_string();
    assert!(error.starts_with("frame 1: not valid json"), "{error}");
    assert_eq!(shape(&turn(reply.finish())), "cut");
}
#[test]
fn depth_and_odd_shapes_panic_nowhere() {
    let deep = format!("{}{{}}{}", r#"{"reasoningText":"#.repeat(20_000), "}".repeat(20_000));
    streamed(&[
        thinks(0, "{}"),
        thinks(0, "[]"),
        delta(0, "null"),
        delta(0, "[]"),
        event("contentBlockDelta", "{}"),
        stopped(),
    ]);
    let frames =
        [thinks(0, &deep), delta(1, &format!(r#"{{"toolUse":{}}}"#, "[".repeat(20_000) + &"]".repeat(20_000)))];
    capture(&ReplyHead::ok(Framing::EventStream), &[&frames.concat()]).unwrap();
    message(&format!(r#"{{"reasoningContent":{deep}}}"#));
}

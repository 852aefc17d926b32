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
/// What goes on behind its end has not ended: where the stream breaks off, half of it is not signed.
#[test]
fn what_goes_on_behind_its_end_ends_with_the_stream() {
    let frames = [started(), thinks(0, r#"{"text":"a"}"#), stop(0), thinks(0, r#"{"signature":"s"}"#), stopped()];
    assert_eq!(shape(&streamed(&frames[..4])), "thinking_block {\"type\":\"thinking\",\"thinking\":\"a\"}\ncut");
    assert!(shape(&streamed(&frames)).starts_with("thinking_block!"));
    // A seal is of what was there when the block ended.
    for late in [r#"{"signature":"t"}"#, r#"{"text":"b"}"#, r#"{"redactedContent":"AAE="}"#] {
        let frames = [
            started(),
            thinks(0, r#"{"text":"a"}"#),
            thinks(0, r#"{"signature":"s"}"#),
            stop(0),
            thinks(0, late),
            stopped(),
        ];
        let turn = streamed(&frames);
        assert!(turn.carriers().all(|(_, carrier)| !carrier.sealed), "{}", shape(&turn));
    }
}
#[test]
fn a_piece_that_is_said_twice_breaks_the_seal() {
    let twice = r#"{"contentBlockIndex":0,"delta":{"reasoningContent":{"text":"b"}},"delta":{"reasoningContent":{"text":"c"}}}"#;
    for odd in [
        thinks(0, r#"{"signature":"s","signature":"t"}"#),
        delta(0, r#"{"reasoningContent":{"text":"b"},"reasoningContent":{"text":"c"}}"#),
        event("contentBlockDelta", twice),
    ] {
        let turn =
            streamed(&[started(), thinks(0, r#"{"text":"a"}"#), odd, thinks(0, r#"{"signature":"s"}"#), stopped()]);
        assert!(turn.carriers().next().is_some_and(|(_, carrier)| !carrier.sealed), "{}", shape(&turn));
    }
}
/// So many that looking for one among all others would take minutes.
#[test]
fn many_of_anything_are_found_at_once() {
    let names = |n: usize| format!("{{{}}}", (0..n).map(|n| format!(r#""n{n}":{n}"#)).collect::<Vec<_>>().join(","));
    let text = |n: usize| delta(n, r#"{"text":"x"}"#);
    type Made<'a> = &'a dyn Fn(usize) -> Vec<u8>;
    let kinds: [(&str, Made<'_>); 5] = [
        ("blocks", &|n| (0..n).flat_map(text).collect()),
        ("pieces of the first", &|n| (0..n).chain((0..n).map(|_| 0)).flat_map(text).collect()),
        ("members of the reply", &|n| event("metadata", &names(n))),
        ("members of a block", &|n| delta(0, &names(n))),
        ("members of a thought", &|n| thinks(0, &names(n))),
    ];
    for (what, frames) in kinds {
        let n = 10_000;
        let bytes = [started(), frames(n), stopped()].concat();
        let turn = turn(capture(&ReplyHead::ok(Framing::EventStream), &[&bytes]));
        assert!(turn.parts.len() + turn.meta.len() >= n, "{what}");
    }
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

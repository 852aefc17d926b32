//! Errors, with a status of their own, inside of a stream, and in place of a reply.
use super::common::{capture, delta, event, frame, refusal, shape, started, stopped, streamed, turn, whole};
use throughline_core::{Framing, ReplyHead};

fn stream(frames: &[Vec<u8>]) -> (u16, String) {
    refusal(capture(&ReplyHead::ok(Framing::EventStream), &[&frames.concat()]))
}

#[test]
fn a_refusal_is_kept_as_it_came() {
    let body = r#"{"message":"The model returned the following errors: messages.1.content.0.thinking.signature: Field required"}"#;
    let head = ReplyHead { status: 400, ..ReplyHead::ok(Framing::EventStream) };
    assert_eq!(refusal(capture(&head, &[body.as_bytes()])), (400, body.to_owned()));
    assert_eq!(refusal(capture(&head, &[b"<html>"])), (400, "\"<html>\"".to_owned()));
}
#[test]
fn an_exception_before_anything_came_is_a_refusal_with_its_status() {
    for (name, status) in [
        ("throttlingException", 429),
        ("validationException", 400),
        ("modelStreamErrorException", 424),
        ("internalServerException", 500),
        ("serviceUnavailableException", 503),
        ("modelTimeoutException", 408),
        ("tomorrowException", 500),
    ] {
        let thrown = frame("exception", name, r#"{"message":"no","p":"x"}"#);
        let body = format!(r#"{{"__type":"{name}","message":"no"}}"#);
        assert_eq!(stream(std::slice::from_ref(&thrown)), (status, body.clone()));
        assert_eq!(stream(&[started(), thrown]), (status, body));
    }
    let original = frame("exception", "modelStreamErrorException", r#"{"message":"m","originalStatusCode":529}"#);
    assert_eq!(stream(&[original]).0, 529);
    let mut fault = frame("error", "500", "");
    assert_eq!(stream(&[fault.clone()]), (500, r#"{"__type":"500","message":""}"#.to_owned()));
    fault.truncate(20);
    capture(&ReplyHead::ok(Framing::EventStream), &[&fault]).unwrap_err();
}
#[test]
fn an_exception_behind_a_piece_ends_the_turn() {
    let turn = streamed(&[
        started(),
        delta(0, r#"{"text":"a"}"#),
        frame("exception", "throttlingException", r#"{"message":"slow"}"#),
    ]);
    assert_eq!(shape(&turn), "text \"a\"\nrefused {\"__type\":\"throttlingException\",\"message\":\"slow\"}");
    let late = streamed(&[delta(0, r#"{"text":"a"}"#), stopped(), frame("exception", "throttlingException", "{}")]);
    assert_eq!(shape(&late), "text \"a\"");
}
#[test]
fn an_error_in_place_of_a_reply_is_a_refusal() {
    let body = r#"{"__type":"com.amazon.coral.service#ValidationException","message":"no"}"#;
    assert_eq!(refusal(whole(body)), (400, body.to_owned()));
    assert_eq!(refusal(whole(r#"{"message":"no"}"#)).0, 200);
}
#[test]
fn another_wires_reply_is_told() {
    for (body, wire) in [
        (
            r#"{"id":"m","type":"message","role":"assistant","content":[{"type":"text","text":"a"}]}"#,
            "anthropic_messages",
        ),
        (r#"{"choices":[]}"#, "chat_completions"),
        (r#"{"candidates":[]}"#, "gemini_generate"),
        (r#"{"object":"response","output":[]}"#, "openai_responses"),
    ] {
        let error = whole(body).unwrap_err().to_string();
        assert_eq!(error, format!("reply: expected a member `output`, found a reply of {wire}"));
    }
    let sse = b"event: message_start\ndata: {\"type\":\"message_start\",\"message\":{}}\n\n";
    let mut reply = throughline_core::ReasoningCarrier::capture(
        &throughline_bedrock::Bedrock,
        &super::common::route("m"),
        &ReplyHead::ok(Framing::Sse),
    );
    let error = reply.feed(sse, &mut |_| ()).unwrap_err().to_string();
    assert_eq!(error, "event 0: expected an event `messageStart`, found a reply of anthropic_messages");
    assert_eq!(whole("").unwrap_err().to_string(), "reply: empty, nothing to read");
    assert_eq!(whole("[]").unwrap_err().to_string(), "reply: expected an object, found an array");
}
#[test]
fn the_first_byte_decides_how_a_body_is_framed() {
    let frames = [started(), delta(0, r#"{"text":"a"}"#), stopped()].concat();
    let body = br#"{"output":{"message":{"content":[{"text":"a"}]}},"stopReason":"end_turn"}"#;
    let events = b"event: messageStart\ndata: {\"role\":\"assistant\"}\n\ndata: {\"contentBlockDelta\":{\"contentBlockIndex\":0,\"delta\":{\"text\":\"a\"}}}\n\ndata: {\"messageStop\":{\"stopReason\":\"end_turn\"}}\n\n";
    for framing in [Framing::Whole, Framing::Sse, Framing::EventStream] {
        for bytes in [&frames[..], body, events] {
            assert_eq!(shape(&turn(capture(&ReplyHead::ok(framing), &[bytes]))), "text \"a\"", "{framing:?}");
        }
    }
    let _ = event("x", "{}");
}

//! How replies of this wire break off, and what is no reply.
use crate::{json, route};
use throughline_core::{Captured, Ending, Framing, Literal, Presence, ReplyHead, Turn, WireError};
use throughline_ollama::ADAPTER;

fn read(status: u16, framing: Framing, bytes: &str) -> Result<Captured, WireError> {
    let mut capture = ADAPTER.adapter.capture(&route(), &ReplyHead { status, ..ReplyHead::ok(framing) });
    let fed = capture.feed(bytes.as_bytes(), &mut |_| ());
    capture.finish().and_then(|captured| fed.map(|()| captured))
}
fn turn(framing: Framing, bytes: &str) -> Turn {
    match read(200, framing, bytes).unwrap() {
        Captured::Turn(turn) => turn,
        Captured::Refusal(refused) => panic!("refused: {}", refused.body.get()),
    }
}
fn refusal(status: u16, framing: Framing, bytes: &str) -> (u16, String) {
    match read(status, framing, bytes).unwrap() {
        Captured::Refusal(refused) => (refused.status, refused.body.get().to_owned()),
        Captured::Turn(_) => panic!("a turn"),
    }
}

const HALF: &str = "{\"message\":{\"role\":\"assistant\",\"thinking\":\"So\"},\"done\":false}\n";

#[test]
fn an_error_is_a_refusal_until_something_was_said() {
    let error = "{\"error\":\"model \\\"x\\\" not found\"}";
    for framing in [Framing::Whole, Framing::Lines] {
        assert_eq!(refusal(404, framing, error), (404, error.to_owned()));
        assert_eq!(refusal(200, framing, error), (200, error.to_owned()));
    }
    let broken = turn(Framing::Lines, &format!("{HALF}{error}\n"));
    assert_eq!(broken.ending, Some(Ending::Refused(json(error))));
    assert_eq!(broken.reasoning().as_deref(), Some("So"));
}
#[test]
fn lines_that_only_stop_end_in_nothing() {
    for more in ["", "{\"message\":{\"content\":\"4", "{\"message\":{\"content\":\"4\"},\"done\":fal"] {
        let cut = turn(Framing::Lines, &format!("{HALF}{more}"));
        assert_eq!((cut.ending, cut.parts.len()), (Some(Ending::Cut), 0), "{more}");
    }
    let whole = turn(Framing::Lines, &format!("{HALF}{{\"message\":{{\"content\":\"4\"}},\"done\":true}}"));
    assert_eq!((whole.text().as_str(), whole.ending), ("4", Some(Ending::Stop(None))));
}
#[test]
fn a_body_is_read_though_it_is_framed_in_another_way_than_it_says() {
    let printed = "{\n  \"message\": {\n    \"content\": \"4\", \"thinking\": \"2+2\"\n  },\n  \"done\": true,\n  \"done_reason\": \"stop\"\n}\n";
    let lines = format!("{HALF}{{\"message\":{{\"content\":\"4\"}},\"done\":true,\"done_reason\":\"stop\"}}\n");
    for (framing, body) in
        [(Framing::Lines, printed), (Framing::Sse, printed), (Framing::Whole, &lines), (Framing::Sse, &lines)]
    {
        let turn = turn(framing, body);
        assert_eq!((turn.text().as_str(), turn.ending), ("4", Some(Ending::Stop(Some(Literal::of("stop"))))));
        assert!(turn.carriers.len() == 1);
    }
}
#[test]
fn what_is_no_reply_says_where() {
    for (framing, body, says) in [
        (Framing::Lines, "", "reply: expected a member `message`, found none"),
        (Framing::Whole, "", "reply: empty, nothing to read"),
        (Framing::Whole, "[]", "reply: expected an object, found an array"),
        (Framing::Whole, "{\"choices\":[]}", "reply: expected a member `message`, found none"),
        (Framing::Lines, &format!("{HALF}7\n"), "line 1: expected an object, found a number"),
    ] {
        assert_eq!(read(200, framing, body).unwrap_err().to_string(), says, "{body}");
    }
}
#[test]
fn a_model_that_another_name_answered_for_is_told() {
    let other = turn(Framing::Whole, r#"{"model":"qwen3:14b","message":{"content":"4"},"done":true}"#);
    assert_eq!(other.origin.unwrap().answered_by.as_deref(), Some("qwen3:14b"));
    assert_eq!(other.presence, []);
    let empty = turn(Framing::Whole, r#"{"model":"qwen3:8b","message":{"content":""},"done":true}"#);
    assert_eq!((empty.origin.unwrap().answered_by.as_deref(), empty.presence[0].1), (None, Presence::Empty));
}

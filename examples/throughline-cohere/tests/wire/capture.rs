//! How replies of this wire break off, what is odd in them, and what is no reply.
use crate::{json, route};
use throughline_cohere::ADAPTER;
use throughline_core::{Captured, Delta, Ending, Framing, Literal, Part, ReplyHead, Turn, WireError};

fn read(status: u16, framing: Framing, bytes: &str) -> Result<Captured, WireError> {
    let mut capture = ADAPTER.adapter.capture(&route("m"), &ReplyHead { status, ..ReplyHead::ok(framing) });
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
fn events(all: &[&str]) -> String {
    all.iter().map(|event| format!("data: {event}\n\n")).collect()
}

const START: &str = r#"{"type":"message-start","id":"1","delta":{"message":{"role":"assistant","content":[]}}}"#;
const THINKS: &str =
    r#"{"type":"content-start","index":0,"delta":{"message":{"content":{"type":"thinking","thinking":"So"}}}}"#;
const ERROR: &str = r#"{"type":"message-end","delta":{"finish_reason":"ERROR","error":"it broke"}}"#;

#[test]
fn an_error_is_a_refusal_until_something_was_said() {
    let error = r#"{"id":"1","message":"invalid request"}"#;
    assert_eq!(refusal(400, Framing::Whole, error), (400, error.to_owned()));
    assert_eq!(refusal(422, Framing::Sse, error), (422, error.to_owned()));
    assert_eq!(refusal(200, Framing::Whole, error), (200, error.to_owned()));
    assert_eq!(refusal(200, Framing::Sse, error), (200, error.to_owned()));
    let said = r#"{"finish_reason":"ERROR","error":"it broke"}"#;
    assert_eq!(refusal(200, Framing::Sse, &events(&[START, ERROR])), (200, said.to_owned()));
    let broken = turn(Framing::Sse, &events(&[START, THINKS, ERROR]));
    assert_eq!((broken.reasoning().as_deref(), broken.ending), (Some("So"), Some(Ending::Refused(json(said)))));
    let whole =
        turn(Framing::Whole, r#"{"message":{"content":[{"type":"text","text":"a"}]},"finish_reason":"TIMEOUT"}"#);
    assert_eq!(whole.ending, Some(Ending::Refused(json(r#"{"finish_reason":"TIMEOUT"}"#))));
}
#[test]
fn events_that_only_stop_end_in_nothing() {
    for more in
        ["", "data: {\"type\":\"message-end\",\"delta\":{\"finish", "data: {\"type\":\"content-delta\",\"index\":0"]
    {
        let cut = turn(Framing::Sse, &(events(&[START, THINKS]) + more));
        assert_eq!((cut.reasoning().as_deref(), cut.ending), (Some("So"), Some(Ending::Cut)), "{more}");
    }
    let end = r#"{"type":"message-end","delta":{"finish_reason":"COMPLETE"}}"#;
    let whole = turn(Framing::Sse, events(&[START, THINKS, end]).trim_end());
    assert_eq!(whole.ending, Some(Ending::Stop(Some(Literal::of("COMPLETE")))));
}
#[test]
fn a_body_is_read_though_it_is_framed_in_another_way_than_it_says() {
    let document = r#"{"message":{"content":"4","tool_plan":"2+2"},"finish_reason":"COMPLETE"}"#;
    let delta = r#"{"type":"content-delta","index":3,"delta":{"message":{"content":{"text":"4"}}}}"#;
    let plan = r#"{"type":"tool-plan-delta","delta":{"tool_plan":"2+2"}}"#;
    let end = r#"{"type":"message-end","delta":{"finish_reason":"COMPLETE"}}"#;
    for (framing, body) in [(Framing::Sse, document.to_owned()), (Framing::Whole, events(&[plan, delta, end]))] {
        let turn = turn(framing, &body);
        assert_eq!((turn.text().as_str(), turn.reasoning().as_deref()), ("4", Some("2+2")));
        assert_eq!(turn.ending, Some(Ending::Stop(Some(Literal::of("COMPLETE")))));
    }
}
#[test]
fn what_nobody_knows_is_kept_beside() {
    let odd = r#"{"type":"x-event","n":1.50}"#;
    let logged =
        r#"{"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"."}}},"logprobs":{"a":1.0}}"#;
    let call = r#"{"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":{"id":"1","type":"x"}}}}"#;
    let turn = turn(Framing::Sse, &events(&[START, odd, "[1.0]", THINKS, logged, call]));
    let kept = turn.meta.iter().find(|(key, _)| *key == "unknown_events").unwrap().1.get();
    assert_eq!(kept, format!(r#"[{odd},[1.0],{{"logprobs":{{"a":1.0}}}},{{"id":"1","type":"x"}}]"#));
    assert_eq!((turn.reasoning().as_deref(), turn.parts.len()), (Some("So."), 1));
}
#[test]
fn pieces_are_handed_on_as_what_they_are() {
    let plan = r#"{"type":"tool-plan-delta","delta":{"message":{"tool_plan":"I will."}}}"#;
    let call = r#"{"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":[{"id":"1","type":"function","function":{"name":"look","arguments":"{"}}]}}}"#;
    let more =
        r#"{"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"}"}}}}}"#;
    let text = r#"{"type":"content-start","index":0,"delta":{"message":{"content":{"type":"text","text":"Hm"}}}}"#;
    let mut capture = ADAPTER.adapter.capture(&route("m"), &ReplyHead::ok(Framing::Sse));
    let mut shown = vec![];
    let mut sink = |delta: Delta<'_>| shown.push(format!("{delta:?}"));
    capture.feed(events(&[START, THINKS, text, plan, call, more]).as_bytes(), &mut sink).unwrap();
    assert_eq!(shown, [r#"Reasoning("So")"#, r#"Text("Hm")"#, r#"Reasoning("I will.")"#, r#"Call("look")"#]);
    let Captured::Turn(turn) = capture.finish().unwrap() else { panic!("refused") };
    let Some(Part::Call(call)) = turn.parts.last() else { panic!("no call") };
    assert_eq!(call.arguments.object().unwrap().get(), "{}");
}
#[test]
fn what_is_no_reply_says_where() {
    for (framing, body, says) in [
        (Framing::Sse, "", "reply: empty, nothing to read"),
        (Framing::Whole, "", "reply: empty, nothing to read"),
        (Framing::Whole, "[]", "reply: expected an object, found an array"),
        (Framing::Whole, "{\"choices\":[]}", "reply: expected a member `message`, found none"),
        (Framing::Sse, "data: {\"choices\":[]}\n\n", "reply: expected a member `message`, found none"),
        (Framing::Sse, "data: {\"a\"\n\n", "reply: expected a member `message`, found none"),
    ] {
        assert_eq!(read(200, framing, body).unwrap_err().to_string(), says, "{body}");
    }
}

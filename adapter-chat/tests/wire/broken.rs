//! Replies that break: cut, refused, malformed, of another wire, hostile.
use crate::common::{self, plain, refusal, sse, try_capture, turn, whole};
use throughline_chat::Chat;
use throughline_core::{Ending, Framing, ReasoningCarrier, ReplyHead, WireErrorKind};

fn body(message: &str) -> String {
    format!(r#"{{"choices":[{{"index":0,"message":{message},"finish_reason":"stop"}}]}}"#)
}

#[test]
fn a_stream_that_ends_early_is_cut_and_nothing_is_made_up() {
    let cut = |stream: &str| turn(try_capture(&plain(), Framing::Sse, &[stream.as_bytes()]).0);
    let delta = r#"{"choices":[{"index":0,"delta":{"content":"a","reasoning_details":[{"type":"reasoning.text","text":"t","signature":"","index":0}]}}]}"#;
    let turn = cut(&sse(&[delta]));
    assert_eq!(turn.ending, Some(Ending::Cut));
    assert_eq!(turn.carriers[0].payload.get(), r#"{"type":"reasoning.text","text":"t","index":0}"#);
    assert!(!turn.carriers[0].sealed);
    assert_eq!(cut(&format!("{}data: {{\"choices\":[{{\"del", sse(&[delta]))).text(), "a");
    assert_eq!(cut(&format!("{}data: [DONE]", sse(&[delta]))).ending, Some(Ending::Stop(None)));
    assert_eq!(cut(&format!("data: {delta}")).text(), "a");
    let empty = r#"{"choices":[{"index":0,"delta":{},"finish_reason":""}]}"#;
    assert_eq!(cut(&sse(&[delta, empty])).ending, Some(Ending::Cut));
}

#[test]
fn an_error_inside_a_200_is_a_refusal_or_the_end_of_a_turn() {
    let refused = |body: &str| refusal(try_capture(&plain(), Framing::Whole, &[body.as_bytes()]).0);
    for (body, status) in [
        (r#"{"error":{"message":"m","code":429}}"#, 429),
        (r#"[{"error":{"code":400,"message":"m"}}]"#, 400),
        (r#"{"code":"invalid-argument","error":"m"}"#, 200),
        (r#"{"message":"m","type":"invalid_request_error","code":"wrong_api_format"}"#, 200),
        (r#"{"base_resp":{"status_code":1004,"status_msg":"m"}}"#, 200),
        (r#"{"choices":null,"base_resp":{"status_code":1004,"status_msg":"m"}}"#, 200),
        (r#"{"choices":[{"error":{"code":"502"},"message":{"role":"assistant","content":""}}]}"#, 200),
    ] {
        let refusal = refused(body);
        assert_eq!((refusal.status, refusal.body.get()), (status, body));
    }
    // A stream may answer in one document, with white space before it or a mark.
    let (captured, _) = try_capture(&plain(), Framing::Sse, &[b"\xef\xbb", b"\xbf\n", br#"{"error":{"code":"401"}}"#]);
    assert_eq!(refusal(captured).status, 401);
    let delta = r#"{"choices":[{"index":0,"delta":{"content":"a"}}]}"#;
    let empty = r#"{"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}"#;
    let error = r#"{"error":{"message":"overloaded","type":"x"}}"#;
    let stream = |events: &[&str]| try_capture(&plain(), Framing::Sse, &[sse(events).as_bytes()]).0;
    assert_eq!(refusal(stream(&[empty, error])).body.get(), error);
    assert_eq!(turn(stream(&[delta, error, "[DONE]"])).ending, Some(Ending::Refused(refused(error).body)));
    let (named, _) = try_capture(&plain(), Framing::Sse, &[b"event: error\ndata: {\"reason\":\"m\"}\n\n"]);
    assert_eq!(refusal(named).body.get(), r#"{"reason":"m"}"#);
    let inside = r#"{"choices":[{"index":0,"delta":{"content":"b"},"error":{"code":"x"},"finish_reason":"error"}]}"#;
    let cut = turn(stream(&[delta, inside]));
    assert!(cut.text() == "ab" && cut.ending.as_ref().is_some_and(Ending::is_cut));
}

#[test]
fn a_4xx_is_a_refusal_whatever_its_body() {
    for (framing, body, kept) in [
        (Framing::Whole, &b"<html>\xff nope"[..], "\"<html>\u{fffd} nope\""),
        (Framing::Sse, b"{ \"error\" : 1 }", r#"{"error":1}"#),
        (Framing::Sse, b"", "\"\""),
    ] {
        let head = ReplyHead { status: 422, framing, served_by: None };
        let mut capture = Chat.capture(&plain(), &head);
        capture.feed(body, &mut |_| {}).unwrap();
        let refusal = refusal(capture.finish());
        assert_eq!((refusal.status, refusal.body.get()), (422, kept));
    }
}

#[test]
fn bytes_that_are_no_reply_are_an_error_that_names_the_place() {
    let error = |framing, bytes: &[u8]| {
        let (captured, shown) = try_capture(&plain(), framing, &[bytes]);
        let error = captured.unwrap_err();
        (error.kind(), format!("{error}{}", shown.iter().map(|line| format!(" | {line}")).collect::<String>()))
    };
    use WireErrorKind::{Empty, Json, Shape, Utf8};
    for (framing, bytes, kind, text) in [
        (Framing::Whole, &b""[..], Empty, "reply: empty, nothing to read"),
        (Framing::Whole, b" \n", Empty, "reply: empty, nothing to read"),
        (Framing::Sse, b"", Empty, "reply: empty, nothing to read"),
        (Framing::Sse, b"hello", Shape, "reply: expected server-sent events, found text without any"),
        (Framing::Whole, b"data: {}\n\n", Shape, "reply: expected one json document, found server-sent events"),
        (
            Framing::Whole,
            b"{\"choices\":[\n{\"mess",
            Json,
            "reply: not valid json: EOF while parsing a string at line 2 column 6",
        ),
        (Framing::Whole, b"{\"a\":\"\xff\"}", Utf8, "reply: not utf-8 at byte 6"),
        (Framing::Whole, b"{}", Shape, "reply: expected a chat completion, found an object without choices"),
        (Framing::Whole, b"[1]", Shape, "reply: expected an object with choices, found an array"),
        (Framing::Whole, b"\"x\"", Shape, "reply: expected an object with choices, found a string"),
        (Framing::Whole, b"{\"choices\":7}", Shape, "reply, choices: expected a list, found a number"),
        (Framing::Whole, b"{\"choices\":[7]}", Shape, "reply, choices[0]: expected an object, found a number"),
        (Framing::Whole, b"{\"choices\":[]}", Shape, "reply: expected a chat completion, found no message"),
        (
            Framing::Whole,
            b"{\"choices\":[{\"message\":[]}]}",
            Shape,
            "reply, choices[0].message: expected an object, found an array",
        ),
        (
            Framing::Whole,
            br#"{"type":"message","role":"assistant","content":[{"type":"text","text":"x"}],"stop_reason":"end_turn"}"#,
            Shape,
            "reply: expected a chat completion, found a reply of Anthropic Messages",
        ),
        (
            Framing::Whole,
            br#"[{"candidates":[]}]"#,
            Shape,
            "reply: expected a chat completion, found a reply of Gemini generateContent",
        ),
        (
            Framing::Sse,
            b"event: response.created\ndata: {\"type\":\"response.created\"}\n\n",
            Shape,
            "reply: expected a chat completion, found no message | error event 0: expected a chat completion, found a stream of OpenAI Responses",
        ),
        (
            Framing::Sse,
            b"data: nope\n\n",
            Shape,
            "reply: expected a chat completion, found no message | error event 0: not valid json: expected ident at line 1 column 2",
        ),
    ] {
        assert_eq!(error(framing, bytes), (kind, text.to_owned()), "{}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn a_broken_event_names_its_number_and_loses_nothing_before_it() {
    let delta = r#"{"choices":[{"index":0,"delta":{"content":"a"}}]}"#;
    for (bad, text) in [
        ("{\"choices\":", "event 1: not valid json: EOF while parsing a value at line 1 column 11"),
        ("7", "event 1: expected an object with choices, found a number"),
        (r#"{"choices":[{"delta":7}]}"#, "event 1, choices[0].delta: expected an object, found a number"),
    ] {
        let stream = sse(&[delta, bad, delta, "[DONE]"]);
        for cut in 0..stream.len() {
            let (captured, shown) =
                try_capture(&plain(), Framing::Sse, &[&stream.as_bytes()[..cut], &stream.as_bytes()[cut..]]);
            let captured = turn(captured);
            assert_eq!((captured.text().as_str(), &captured.ending), ("a", &Some(Ending::Cut)), "{bad} {cut}");
            assert_eq!(shown, ["text a".to_owned(), format!("error {text}")], "{bad} {cut}");
        }
    }
    let mut stream = sse(&[delta]).into_bytes();
    stream.extend_from_slice(b"data: \"\xff\"\n\n");
    let (captured, shown) = try_capture(&plain(), Framing::Sse, &[&stream]);
    assert_eq!((turn(captured).text().as_str(), shown[1].as_str()), ("a", "error event 1: not utf-8 at byte 1"));
}

#[test]
fn deep_long_doubled_and_lone_are_fine() {
    let deep = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    let long = "x".repeat(1 << 20);
    let message = format!(
        r#"{{"content":"\ud800","content":"{long}","reasoning_content":"\udc00","deep":{deep},"reasoning_details":[{{"type":"new","x":{deep}}}]}}"#
    );
    let turn = whole(&plain(), &body(&message));
    assert_eq!(turn.text().len(), 1 << 20);
    let payloads: Vec<_> = turn.carriers.iter().map(|carrier| carrier.payload.get().len()).collect();
    assert_eq!(payloads, [deep.len() + 19, 8]);
    assert_eq!(turn.carriers[1].payload.get(), r#""\udc00""#);
    let (captured, _) =
        try_capture(&plain(), Framing::Sse, &[sse(&["", " ", &body("{}")]).as_bytes(), b": comment\n\n"]);
    assert_eq!(common::turn(captured).text(), "");
}

#[test]
fn no_byte_breaks_more_than_its_reply() {
    let delta = r#"{"choices":[{"index":0,"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"\u00e9"}]}],"reasoning_details":[{"type":"reasoning.text","text":"t","index":0}],"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}"#;
    let request = r#"{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"u"}]},{"role":"assistant","content":"a","reasoning":"t","reasoning_details":[{"type":"x"}],"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"r"}],"tools":[{"type":"function","function":{"name":"f"}}]}"#;
    let stream = sse(&[delta, delta, "[DONE]"]);
    for odd in [b'"', b'\\', b'{', b']', b',', b'0', b'\n', 0, 0xff] {
        for at in 0..stream.len() {
            let mut broken = stream.clone().into_bytes();
            broken[at] = odd;
            let (one, _) = try_capture(&plain(), Framing::Sse, &[&broken]);
            let bytes: Vec<&[u8]> = broken.chunks(7).collect();
            let (many, _) = try_capture(&plain(), Framing::Sse, &bytes);
            assert_eq!(format!("{one:?}"), format!("{many:?}"), "{odd} {at}");
        }
        for at in 0..request.len() {
            let mut broken = request.as_bytes().to_vec();
            broken[at] = odd;
            let _ = Chat.ingest(&plain(), &broken);
            let _ = Chat.ingest(&plain(), &broken[..at]);
        }
    }
}

//! Streams: what joins and what does not, in either framing, however they are cut.
use crate::sample::{END, capture, newest, refusal, said, shown, sse, streamed, turn};
use throughline_core::{Captured, Ending, Framing, Literal, ReplyHead};

fn read(events: &[&str]) -> Vec<String> {
    said(&streamed(&newest(), format!("{}{END}", sse(events)).as_bytes()))
}

#[test]
fn texts_join_and_so_do_thoughts_and_nothing_that_is_signed() {
    let events = [
        r#"{"text":"h","thought":true}"#,
        r#"{"text":"m","thought":true}"#,
        r#"{"text":"so","thought":true,"thoughtSignature":"AA=="}"#,
        r#"{"text":"a\ud83d"}"#,
        r#"{"text":"\ude00b"}"#,
        r#"{"text":"c","thoughtSignature":"BB=="}"#,
        r#"{"text":"d"}"#,
        r#"{"text":"","thoughtSignature":"CC=="}"#,
        r#"{"text":""}"#,
    ];
    let want = [
        r#"thought_part false {"text":"hm","thought":true}"#,
        r#"thought_part true {"text":"so","thought":true,"thoughtSignature":"AA=="}"#,
        r#"text "a\ud83d\ude00b""#,
        r#"text "c" <"BB==">"#,
        r#"text "d""#,
        r#"text "" <"CC==">"#,
        r#"text """#,
    ];
    assert_eq!(read(&events), want);
    assert_eq!(shown(sse(&events[..2]).as_bytes()), "RhRm");
    assert_eq!(shown(sse(&[r#"{"text":"a"},{"functionCall":{"name":"f"}}"#]).as_bytes()), "TaCf");
}

#[test]
fn each_call_is_its_own_and_the_first_is_signed() {
    let events = [
        r#"{"functionCall":{"name":"f","args":{"n":1}},"thoughtSignature":"AA=="}"#,
        r#"{"functionCall":{"name":"f","args":{"n":1}}}"#,
    ];
    assert_eq!(read(&events), [r#"call none "f" {"n":1} <"AA==">"#, r#"call none "f" {"n":1}"#]);
}

#[test]
fn arguments_may_come_in_pieces() {
    let events = [
        r#"{"functionCall":{"name":"f","id":"i","willContinue":true},"thoughtSignature":"AA=="}"#,
        r#"{"functionCall":{"partialArgs":[{"jsonPath":"$.a","stringValue":"x","willContinue":true}],"willContinue":true}}"#,
        r#"{"functionCall":{"partialArgs":[{"jsonPath":"$.a","stringValue":"y"},{"jsonPath":"$.b[0]","numberValue":1.0}],"willContinue":true}}"#,
        r#"{"functionCall":{}}"#,
        r#"{"functionCall":{"name":"g"}}"#,
    ];
    assert_eq!(read(&events), [r#"call "i" "f" {"a":"xy","b":[1.0]} <"AA==">"#, r#"call none "g" {}"#]);
}

#[test]
fn one_array_is_a_stream_too_however_it_is_cut() {
    let event = |parts: &str| format!(r#"{{"candidates":[{{"content":{{"parts":[{parts}]}}}}]}}"#);
    let end = r#"{"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1}}"#;
    let text = format!("[{}\n,\r\n{},\n{end}\n]\n", event(r#"{"text":"[a,"}"#), event(r#"{"text":"b]"}"#));
    for framing in [Framing::Whole, Framing::Sse] {
        for at in 0..=text.len() {
            let (head, tail) = text.as_bytes().split_at(at);
            let turn = turn(capture(&newest(), &ReplyHead::ok(framing), &[head, tail]).unwrap());
            assert_eq!((said(&turn), turn.usage.unwrap().input), (vec![r#"text "[a,b]""#.to_owned()], Some(1)), "{at}");
            assert_eq!(turn.ending, Some(Ending::Stop(Some(Literal::of("STOP")))));
        }
    }
    let half = turn(capture(&newest(), &ReplyHead::ok(Framing::Whole), &[&text.as_bytes()[..90]]).unwrap());
    assert_eq!((half.text().as_str(), half.ending), ("[a,", Some(Ending::Cut)));
}

#[test]
fn bytes_that_end_early_end_nothing() {
    let stream = sse(&[r#"{"text":"a"}"#, r#"{"functionCall":{"name":"f"},"thoughtSignature":"AA=="}"#]);
    let cut = streamed(&newest(), &stream.as_bytes()[..stream.len() - 12]);
    assert_eq!((said(&cut), cut.ending), (vec![r#"text "a""#.to_owned()], Some(Ending::Cut)));
    let whole = streamed(&newest(), stream.as_bytes());
    assert_eq!((whole.parts.len(), whole.ending), (2, Some(Ending::Cut)));
}

#[test]
fn an_error_may_come_at_any_time() {
    let error = "data: {\"error\":{\"code\":503,\"message\":\"overloaded\"}}\n\n";
    let first = capture(&newest(), &ReplyHead::ok(Framing::Sse), &[error.as_bytes()]).unwrap();
    assert_eq!(refusal(first).status, 503);
    let later = streamed(&newest(), format!("{}{error}", sse(&[r#"{"text":"a"}"#])).as_bytes());
    assert!(matches!(&later.ending, Some(Ending::Refused(event)) if event.get().contains("overloaded")), "{later:?}");
    let missing = "data: {\"candidates\":[{\"finishReason\":\"MISSING_THOUGHT_SIGNATURE\"}]}\n\n";
    assert_eq!(refusal(capture(&newest(), &ReplyHead::ok(Framing::Sse), &[missing.as_bytes()]).unwrap()).status, 200);
}

#[test]
fn a_host_that_was_asked_for_events_may_send_a_document() {
    let body = crate::sample::reply(r#"{"text":"a"}"#);
    for (framing, body) in [(Framing::Sse, body.clone()), (Framing::Whole, format!("data: {body}\n\n"))] {
        let captured = capture(&newest(), &ReplyHead::ok(framing), &[body.as_bytes()]).unwrap();
        assert!(matches!(&captured, Captured::Turn(turn) if turn.text() == "a"), "{captured:?}");
    }
}

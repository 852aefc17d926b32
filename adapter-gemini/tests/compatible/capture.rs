//! What is kept of a reply.
use crate::common::{carriers, events, streamed, studio, try_capture, vertex, whole};
use throughline_core::{Captured, Framing, Part};

#[test]
fn signatures_keep_their_place_and_their_namespace() {
    for (place, message) in [
        ("", r#"{"content":"x","extra_content":EXTRA}"#),
        (
            "",
            r#"{"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":EXTRA}]}"#,
        ),
    ] {
        for extra in [
            r#"{"google":{"thought_signature":"S/+="}}"#,
            r#"{"google":{"thoughtSignature":"S"}}"#,
            r#"{"vertex":{"thought_signature":"S"},"n":1.0}"#,
            r#"{"thought_signature":"S"}"#,
            r#"{"thoughtSignature":"S"}"#,
        ] {
            let turn = whole(&studio("gemini-3-pro-preview"), &message.replace("EXTRA", extra));
            assert_eq!(carriers(&turn), [format!("extra_content gemini/aistudio {extra}")], "{place}");
            assert_eq!(turn.carriers().count(), turn.private().count() + turn.calls().count());
        }
    }
    let turn = whole(
        &vertex("google/gemini-3-pro"),
        r#"{"content":"x","extra_content":{"google":{"thought_signature":"S"}}}"#,
    );
    assert_eq!(carriers(&turn), [r#"extra_content gemini/vertex {"google":{"thought_signature":"S"}}"#]);
}

#[test]
fn what_is_no_signature_is_no_carrier() {
    for blank in [r#""""#, r#""  ""#, "null", "7", "{}", "[\"S\"]"] {
        let extra = format!(r#"{{"google":{{"thought_signature":{blank}}}}}"#);
        let call = format!(r#"{{"id":"a","function":{{"name":"f","arguments":"{{}}"}},"extra_content":{extra}}}"#);
        let turn = whole(
            &studio("gemini-2.5-pro"),
            &format!(r#"{{"content":"x","extra_content":{extra},"tool_calls":[{call}]}}"#),
        );
        assert_eq!(turn.carriers().count(), 0, "{blank}");
        let sent = crate::common::message(&studio("gemini-2.5-pro"), turn);
        assert!(!sent.contains("extra_content"), "{sent}");
    }
}

#[test]
fn a_stream_signs_with_its_last_word() {
    let (turn, _) = streamed(
        &studio("gemini-3.5-flash"),
        &[
            r#"{"role":"assistant","content":"39"}"#,
            r#"{"content":"1","extra_content":{"google":{}}}"#,
            r#"{"content":"","extra_content":{"google":{"thought_signature":"SIG_S"}}}"#,
        ],
    );
    assert_eq!(turn.text(), "391");
    assert_eq!(carriers(&turn), [r#"extra_content gemini/aistudio {"google":{"thought_signature":"SIG_S"}}"#]);
}

const TAGGED: [&str; 4] = [
    r#"{"role":"assistant","content":"\u003cthought\u003ePlan:\n","extra_content":{"google":{"thought":true}}}"#,
    r#"{"content":"add.","extra_content":{"google":{"thought":true}}}"#,
    r#"{"content":"\u003c/thought\u003e3"}"#,
    r#"{"content":"91","extra_content":{"google":{"thought_signature":"S"}}}"#,
];

#[test]
fn thinking_between_tags_is_thinking_where_the_reply_says_so() {
    let route = studio("gemini-3.5-flash");
    let (turn, shown) = streamed(&route, &TAGGED);
    assert_eq!(shown, ["thinks Plan:\n", "thinks add.", "says 3", "says 91"]);
    let all = r#"{"content":"<thought>Plan:\nadd.</thought>391","extra_content":{"google":{"thought":true,"thought_signature":"S"}}}"#;
    for turn in [turn, whole(&route, all)] {
        assert_eq!((turn.reasoning().as_deref(), turn.text().as_str()), (Some("Plan:\nadd."), "391"));
        assert!(matches!(turn.parts.as_slice(), [Part::Reasoning(thought), Part::Text(_)] if !thought.sealed));
        let want = r#"{"role":"assistant","content":"391","extra_content":{"google":{"thought_signature":"S"}}}"#;
        assert_eq!(crate::common::message(&route, turn), want);
    }
    // The word alone: nothing between tags, so nothing is thinking, and the word goes back with its signature.
    let said = r#"{"content":"391","extra_content":{"google":{"thought":true,"thought_signature":"S"}}}"#;
    assert_eq!(
        crate::common::message(&route, whole(&route, said)),
        said.replace("{\"content", "{\"role\":\"assistant\",\"content")
    );
    // The tags alone: the model wrote them.
    let turn = whole(&route, r#"{"content":"<thought>x</thought>y"}"#);
    assert_eq!(turn.text(), "<thought>x</thought>y");
}

#[test]
fn an_early_reply_of_the_second_generation_says_its_signature_twice() {
    let route = studio("gemini-2.5-pro-preview-05-06");
    let turn = whole(
        &route,
        r#"{"extra_content":{"google":{"thought":true,"thought_signature":"AV/+="}},"role":"assistant","thought_signature":"AV/+=","tool_calls":[{"function":{"arguments":"{}","name":"now"},"id":"","type":"function"}]}"#,
    );
    assert_eq!(turn.carriers().count(), 2);
    let sent = crate::common::message(&route, turn);
    let call = r#""tool_calls":[{"id":"call_"#;
    assert!(
        sent.starts_with(&format!(
            r#"{{"role":"assistant","extra_content":{{"google":{{"thought":true,"thought_signature":"AV/+="}}}},{call}"#
        )),
        "{sent}"
    );
    assert_eq!(sent.matches("AV/+=").count(), 1);
}

#[test]
fn calls_are_told_apart_without_index_and_without_id() {
    let call = |head: &str, arguments: &str| {
        format!(r#"{{"tool_calls":[{{{head}"type":"function","function":{{"name":"f","arguments":"{arguments}"}}}}]}}"#)
    };
    for (first, second) in [
        ("", ""),
        (r#""id":"","#, r#""id":"","#),
        (r#""index":0,"id":"","#, r#""index":0,"id":"","#),
        (r#""index":0,"id":"a","#, r#""index":0,"id":"a","#),
        (r#""id":"a","#, r#""id":"a","#),
        (r#""index":0,"id":"a","#, r#""index":0,"id":"b","#),
        (r#""index":0,"id":"","#, r#""index":1,"id":"","#),
    ] {
        let pieces = [call(first, r#"{\"n\":1}"#), call(second, r#"{\"n\":2}"#)];
        let (turn, _) = streamed(&studio("gemini-3-flash"), &[&pieces[0], &pieces[1]]);
        assert_eq!(turn.calls().count(), 2, "{first} {second}");
    }
    // The same call said once more is the same call, and pieces of one are one.
    let again = [call(r#""id":"a","#, r#"{\"n\":1}"#), call(r#""id":"a","#, r#"{\"n\":1}"#)];
    assert_eq!(streamed(&studio("gemini-3-flash"), &[&again[0], &again[1]]).0.calls().count(), 1);
    let pieces = [
        call(r#""index":0,"id":"a","#, ""),
        call(r#""index":0,"id":"a","#, r#"{\"n\""#),
        call(r#""index":0,"id":"a","#, ":1}"),
    ];
    assert_eq!(streamed(&studio("gemini-3-flash"), &[&pieces[0], &pieces[1], &pieces[2]]).0.calls().count(), 1);
}

#[test]
fn a_list_around_a_reply_is_that_reply() {
    let route = studio("gemini-3-flash");
    let message = r#"{"choices":[{"finish_reason":"stop","message":{"content":"x"}}]}"#;
    let delta =
        |text: &str, end: &str| format!(r#"{{"choices":[{{"delta":{{"content":"{text}"}},"finish_reason":{end}}}]}}"#);
    for body in [format!("[{message}]"), format!("[{},\n{}]", delta("", "null"), delta("x", "\"stop\""))] {
        let (Captured::Turn(turn), _) = try_capture(&route, Framing::Whole, &body) else { panic!("{body}") };
        assert_eq!((turn.text().as_str(), turn.ending.unwrap().is_cut()), ("x", false));
    }
    let error = r#"[{"error":{"code":400,"message":"Corrupted thought signature.","status":"INVALID_ARGUMENT"}}]"#;
    for (framing, body) in [(Framing::Whole, error.to_owned()), (Framing::Sse, format!("data: {error}\n\n"))] {
        let (Captured::Refusal(refused), _) = try_capture(&route, framing, &body) else { panic!("{body}") };
        assert_eq!((refused.status, refused.body.get()), (400, error));
    }
    assert!(!events(&[]).is_empty());
}

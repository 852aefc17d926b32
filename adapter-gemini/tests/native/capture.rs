//! Whole replies: every kind of part, where its signature stands, and what is no turn.
use crate::sample::{capture, contents, model, newest, project, refusal, reply, said, studio, whole};
use throughline_core::{Ending, Framing, Literal, ReplyHead, Turn};

/// A reply with these parts, and what goes back of it.
fn there_and_back(parts: &str) -> (Vec<String>, String) {
    let turn = whole(&newest(), &reply(parts));
    let back = contents(&newest(), &[Turn::user("Hi"), turn.clone(), Turn::user("So?")]);
    (said(&turn), if back.contains("model") { model(&back).to_owned() } else { String::new() })
}

#[test]
fn every_kind_of_part_keeps_its_place_and_its_signature() {
    let parts = [
        (r#"{"text":"a","thoughtSignature":"AA=="}"#, r#"text "a" <"AA==">"#),
        (
            r#"{"functionCall":{"name":"f","args":{"x":1.50},"id":"i"},"thoughtSignature":"BB=="}"#,
            r#"call "i" "f" {"x":1.50} <"BB==">"#,
        ),
        (
            r#"{"executableCode":{"code":"1","language":"PYTHON"},"thoughtSignature":"CC=="}"#,
            r#"opaque {"executableCode":{"code":"1","language":"PYTHON"}} <"CC==">"#,
        ),
        (
            r#"{"codeExecutionResult":{"outcome":"OUTCOME_OK"},"thoughtSignature":"DD=="}"#,
            r#"opaque {"codeExecutionResult":{"outcome":"OUTCOME_OK"}} <"DD==">"#,
        ),
        (
            r#"{"toolCall":{"id":"t","toolType":"GOOGLE_SEARCH_WEB"},"thoughtSignature":"EE=="}"#,
            r#"opaque {"toolCall":{"id":"t","toolType":"GOOGLE_SEARCH_WEB"}} <"EE==">"#,
        ),
        (r#"{"toolResponse":{"id":"t"},"thoughtSignature":"FF=="}"#, r#"opaque {"toolResponse":{"id":"t"}} <"FF==">"#),
        (
            r#"{"inlineData":{"mimeType":"image/png","data":"AA=="},"thoughtSignature":"GG=="}"#,
            r#"media {"inlineData":{"mimeType":"image/png","data":"AA=="}} <"GG==">"#,
        ),
        (
            r#"{"kindOfTomorrow":{"n":1e5},"thoughtSignature":"HH=="}"#,
            r#"opaque {"kindOfTomorrow":{"n":1e5}} <"HH==">"#,
        ),
        (r#"{"text":"","thoughtSignature":"II=="}"#, r#"text "" <"II==">"#),
    ];
    let all = parts.map(|(part, _)| part).join(",");
    let (said, back) = there_and_back(&all);
    assert_eq!(said, parts.map(|(_, said)| said.to_owned()));
    assert_eq!(back, all);
}

#[test]
fn either_spelling_is_read() {
    let (said, back) = there_and_back(r#"{"thought_signature":"AA==","text":"a"}"#);
    assert_eq!(said, [r#"text "a" <"AA==">"#]);
    assert_eq!(back, r#"{"text":"a","thoughtSignature":"AA=="}"#);
}

#[test]
fn of_two_signatures_on_a_part_the_last_goes_alone_and_what_is_none_never() {
    for (part, back) in [
        (
            r#"{"text":"a","thoughtSignature":"AA==","thought_signature":"BB=="}"#,
            r#"{"text":"a","thoughtSignature":"BB=="}"#,
        ),
        (
            r#"{"text":"a","thoughtSignature":"AA==","thoughtSignature":"BB=="}"#,
            r#"{"text":"a","thoughtSignature":"BB=="}"#,
        ),
        (r#"{"text":"","thoughtSignature":"","thought_signature":"BB=="}"#, r#"{"text":"","thoughtSignature":"BB=="}"#),
        (
            r#"{"text":"a","thoughtSignature":"BB==","thought_signature":null}"#,
            r#"{"text":"a","thoughtSignature":"BB=="}"#,
        ),
        (r#"{"text":"a","thoughtSignature":null}"#, r#"{"text":"a"}"#),
        (r#"{"text":"a","thoughtSignature":7}"#, r#"{"text":"a"}"#),
        (r#"{"text":"a","thought_signature":{"b":"c"}}"#, r#"{"text":"a"}"#),
        (
            r#"{"functionCall":{"name":"f","args":{}},"thoughtSignature":["AA=="]}"#,
            r#"{"functionCall":{"name":"f","args":{}},"thoughtSignature":"skip_thought_signature_validator"}"#,
        ),
    ] {
        assert_eq!(there_and_back(part).1, back, "{part}");
    }
    let turn = whole(&newest(), &reply(r#"{"text":"a","thoughtSignature":7}"#));
    let notes = project(&newest(), &[Turn::user("Hi"), turn, Turn::user("So?")]).notes;
    assert!(notes.iter().any(|note| note.contains("the name of a signature")), "{notes:?}");
}

#[test]
fn a_signature_on_nothing_goes_back_on_an_empty_text() {
    let (said, back) = there_and_back(r#"{"text":"a"},{"thoughtSignature":"AA=="}"#);
    assert_eq!(said, [r#"text "a""#, r#"text "" <"AA==">"#]);
    assert_eq!(back, r#"{"text":"a"},{"text":"","thoughtSignature":"AA=="}"#);
}

#[test]
fn a_thought_stays_unless_it_is_signed() {
    let (said, back) = there_and_back(r#"{"text":"hm","thought":true},{"text":"yes"}"#);
    assert_eq!(said, [r#"thought_part false {"text":"hm","thought":true}"#, r#"text "yes""#]);
    assert_eq!(back, r#"{"text":"yes"}"#);
    let signed = r#"{"thought":true,"text":"hm","thoughtSignature":"AA=="},{"functionCall":{"name":"f","args":{}},"thoughtSignature":"BB=="}"#;
    let (said, back) = there_and_back(signed);
    assert_eq!(said[0], r#"thought_part true {"thought":true,"text":"hm","thoughtSignature":"AA=="}"#);
    assert_eq!(back, signed);
    let turn = whole(&newest(), &reply(r#"{"text":"a","thought":true},{"text":"b","thought":true},{"text":"c"}"#));
    assert_eq!((turn.reasoning().as_deref(), turn.text().as_str()), (Some("a\n\nb"), "c"));
}

#[test]
fn an_empty_text_stays_and_an_empty_signature_is_none() {
    for part in [r#"{"text":""}"#, r#"{"text":"","thoughtSignature":""}"#, r#"{"text":"","thoughtSignature":" "}"#] {
        let (_, back) = there_and_back(&format!(r#"{part},{{"text":"a"}}"#));
        assert_eq!(back, r#"{"text":"a"}"#, "{part}");
    }
}

#[test]
fn what_stands_beside_the_parts_is_kept_and_stays() {
    let turn = whole(
        &studio("models/gemini-3-pro-preview"),
        r#"{"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model","x":1},"finishReason":"MAX_TOKENS","avgLogprobs":-0.5,"index":0},{"content":{"parts":[{"text":"b"}]},"index":1}],
            "usageMetadata":{"promptTokenCount":10,"toolUsePromptTokenCount":5,"candidatesTokenCount":3,"thoughtsTokenCount":4,"cachedContentTokenCount":8},"modelVersion":"gemini-3.1-pro-preview","responseId":"r"}"#,
    );
    let meta: Vec<String> = turn.meta.iter().map(|(key, value)| format!("{key}={}", value.get())).collect();
    assert_eq!(
        meta,
        [
            r#"modelVersion="gemini-3.1-pro-preview""#,
            r#"responseId="r""#,
            r#"candidate={"avgLogprobs":-0.5,"index":0}"#,
            r#"candidates=[{"content":{"parts":[{"text":"b"}]},"index":1}]"#
        ]
    );
    assert_eq!(turn.ending, Some(Ending::Stop(Some(Literal::of("MAX_TOKENS")))));
    assert_eq!(turn.origin.as_ref().unwrap().answered_by.as_deref(), Some("gemini-3.1-pro-preview"));
    let usage = turn.usage.clone().unwrap();
    assert_eq!((usage.input, usage.output, usage.reasoning, usage.cached), (Some(15), Some(7), Some(4), Some(8)));
    assert_eq!(contents(&newest(), &[turn]), r#"{"role":"model","parts":[{"text":"a"}]}"#);
    let same = whole(&studio("models/gemini-3-pro"), r#"{"candidates":[],"modelVersion":"gemini-3-pro"}"#);
    assert_eq!(same.origin.unwrap().answered_by, None);
}

#[test]
fn refusals_are_no_turns() {
    let ok = |body: &str| refusal(capture(&newest(), &ReplyHead::ok(Framing::Whole), &[body.as_bytes()]).unwrap());
    let missing = r#"{"candidates":[{"content":{"parts":[]},"finishReason":"MISSING_THOUGHT_SIGNATURE","index":0}]}"#;
    assert_eq!((ok(missing).status, ok(missing).body.get()), (200, missing));
    let blocked = r#"{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{}}"#;
    assert_eq!((ok(blocked).status, ok(blocked).body.get()), (200, blocked));
    assert_eq!(ok(r#"{"error":{"code":503,"status":"UNAVAILABLE"}}"#).status, 503);
    assert_eq!(ok(r#"[{"error":{"code":"400","message":"m"}}]"#).status, 400);
    let head = ReplyHead { status: 400, ..ReplyHead::ok(Framing::Sse) };
    let list = r#"[{"error":{"code":400}}]"#;
    assert_eq!(refusal(capture(&newest(), &head, &[list.as_bytes()]).unwrap()).body.get(), list);
    // The model broke off by itself: that is its answer.
    let odd = whole(&newest(), r#"{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL","finishMessage":"f("}]}"#);
    assert_eq!((odd.ending, odd.parts), (Some(Ending::Stop(Some(Literal::of("MALFORMED_FUNCTION_CALL")))), vec![]));
}

#[test]
fn what_is_no_reply_of_this_wire_says_so() {
    let error = |body: &str| {
        capture(&newest(), &ReplyHead::ok(Framing::Whole), &[body.as_bytes()]).map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(error(r#"{"choices":[]}"#), "reply: expected a member `candidates`, found a reply of chat_completions");
    assert_eq!(error("{}"), "reply: expected a member `candidates`, found none");
    assert_eq!(error(" "), "reply: empty, nothing to read");
    assert_eq!(error("7"), "reply: expected an object, found a number");
    assert!(error(r#"{"candidates":["#).starts_with("reply: not valid json"));
}

//! What is kept of a reply.
use crate::common::{carriers, copilot, said, streamed, whole};
use throughline_core::Ending;

#[test]
fn the_text_is_joined_and_the_latest_blob_wins_wherever_it_comes() {
    let call = |id: &str, more: &str| {
        format!(
            r#""tool_calls":[{{"id":"{id}","type":"function","function":{{"name":"f","arguments":"{{}}"}}{more}}}]"#
        )
    };
    let opaque = r#","reasoning_opaque":"O2""#;
    for last in [
        format!(r#"{{"index":0,"delta":{{"content":null,{}{opaque}}}}}"#, call("b", "")),
        format!(r#"{{"index":0,"delta":{{"content":null,{}}}}}"#, call("b", opaque)),
        format!(r#"{{"index":1,"delta":{{"content":null,{}{opaque}}}}}"#, call("b", "")),
        format!(r#"{{"index":0,"delta":{{{}}}{opaque}}}"#, call("b", "")),
        format!(
            r#"{{"index":0,"delta":{{{}}}}}"#,
            call("b", "").replace(r#""arguments":"{}""#, r#""arguments":"{}","reasoning_opaque":"O2""#)
        ),
    ] {
        let first = format!(r#"{{"index":0,"delta":{{{},"reasoning_opaque":"O1"}}}}"#, call("a", ""));
        let turn = streamed(
            &copilot("claude-sonnet-4.5"),
            &[
                r#"{"index":0,"delta":{"role":"assistant","content":null,"reasoning_text":"Plan"}}"#,
                r#"{"index":0,"delta":{"content":null,"reasoning_text":" it."}}"#,
                &first,
                &last,
                r#"{"index":0,"delta":{"reasoning_opaque":""},"finish_reason":"tool_calls"}"#,
            ],
        );
        assert_eq!(
            carriers(&turn),
            [r#"reasoning_text copilot/claude "Plan it.""#, r#"reasoning_opaque copilot/claude "O2""#],
            "{last}"
        );
        assert_eq!(turn.calls().count(), 2, "{last}");
        assert!(matches!(turn.ending, Some(Ending::Stop(Some(_)))));
    }
}

#[test]
fn families_seal_under_their_own_names() {
    for (model, issuer) in [
        ("claude-sonnet-4.5", "copilot/claude"),
        ("Claude-Opus-4.8", "copilot/claude"),
        ("gemini-3-pro-preview", "copilot/gemini"),
        ("gpt-5.2-codex", "copilot/gpt"),
        ("o4-mini", "copilot/gpt"),
        ("grok-code-fast-1", "copilot/grok"),
        ("raptor-mini", "copilot"),
    ] {
        let turn = said(&copilot(model), r#"{"content":"x","reasoning_text":"t","reasoning_opaque":"O"}"#);
        assert_eq!(
            carriers(&turn),
            [format!("reasoning_text {issuer} \"t\""), format!("reasoning_opaque {issuer} \"O\"")]
        );
    }
}

#[test]
fn older_names_and_signatures_in_calls_are_kept() {
    let turn = said(
        &copilot("gemini-3.6-pro"),
        r#"{"content":null,"cot_summary":"s","cot_id":"C","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}","thought_signature":"FSIG"}},{"id":"b","type":"function","function":{"name":"f","arguments":"{}"},"thought_signature":"CSIG"},{"id":"c","type":"function","function":{"name":"f","arguments":"{}","thought_signature":""}}]}"#,
    );
    assert_eq!(
        carriers(&turn),
        [
            r#"cot_summary copilot/gemini "s""#,
            r#"cot_id copilot/gemini "C""#,
            r#"thought_signature copilot/gemini "FSIG""#,
            r#"call_thought_signature copilot/gemini "CSIG""#
        ]
    );
    assert_eq!(turn.reasoning().as_deref(), Some("s"));
}

#[test]
fn several_choices_are_one_message_where_they_say_one_thing() {
    let calls = r#"[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]"#;
    let body = format!(
        r#"{{"choices":[{{"finish_reason":"stop","message":{{"role":"assistant","content":"I look.","reasoning_text":"t","reasoning_opaque":"O1"}}}},{{"finish_reason":"tool_calls","message":{{"role":"assistant","content":null,"reasoning_text":"t","reasoning_opaque":"O2","tool_calls":{calls}}}}}]}}"#
    );
    for body in [
        body.clone(),
        body.replace("{\"finish_reason\":\"stop\"", "{\"index\":0,\"finish_reason\":\"stop\"")
            .replace("{\"finish_reason\":\"tool_calls\"", "{\"index\":1,\"finish_reason\":\"tool_calls\""),
    ] {
        let turn = whole(&copilot("claude-sonnet-4.5"), &body);
        assert_eq!((turn.text().as_str(), turn.calls().count()), ("I look.", 1));
        assert_eq!(
            carriers(&turn),
            [r#"reasoning_text copilot/claude "t""#, r#"reasoning_opaque copilot/claude "O2""#]
        );
        assert!(matches!(&turn.ending, Some(Ending::Stop(Some(word))) if word.decode() == "tool_calls"));
    }
    // Two answers are two answers.
    let other = r#"{"index":1,"finish_reason":"stop","message":{"content":"b"}}"#;
    let turn = whole(
        &copilot("gpt-5"),
        &format!(r#"{{"choices":[{{"index":0,"finish_reason":"stop","message":{{"content":"a"}}}},{other}]}}"#),
    );
    assert_eq!(turn.text(), "a");
    assert!(turn.meta.iter().any(|(key, value)| *key == *"choices" && value.get() == format!("[{other}]")));
}

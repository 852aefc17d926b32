//! A reply that is one document.
use super::common::{extras, message, shape, turn, whole};

#[test]
fn every_block_is_in_its_place_and_what_is_minted_is_as_it_came() {
    let blocks = r#"{"text":"\u0041\/"},
        {"reasoningContent":{"reasoningText":{"signature":"Eq\/=","text":"a\ud83d\ude00","new":1.50}}},
        {"reasoningContent":{"redactedContent":"AAE="}},
        {"toolUse":{"input":{"b":1e5,"a":1.0},"name":"f","toolUseId":"t1","type":"server_tool_use"}}"#;
    let want = r#"text "\u0041\/"
thinking_block! {"type":"thinking","thinking":"a\ud83d\ude00","signature":"Eq\/=","new":1.50}
redacted_thinking! hidden {"type":"redacted_thinking","data":"AAE="}
call "t1" "f" {\"b\":1e5,\"a\":1.0} type="server_tool_use""#;
    assert_eq!(shape(&message(blocks)), want);
}
#[test]
fn a_block_with_several_members_is_several_blocks() {
    let both = r#"{"text":"x","reasoningContent":{"redactedContent":"AAE=","reasoningText":{"text":"t","signature":"s"}},"toolUse":null}"#;
    let want = r#"text "x"
redacted_thinking! hidden {"type":"redacted_thinking","data":"AAE="}
thinking_block! {"type":"thinking","thinking":"t","signature":"s"}"#;
    assert_eq!(shape(&message(both)), want);
}
#[test]
fn what_is_not_signed_is_not_sealed() {
    let said = |block: &str| shape(&message(&format!(r#"{{"reasoningContent":{block}}}"#)));
    let thought = r#"thinking_block {"type":"thinking","thinking":"t"}"#;
    for block in [
        r#"{"reasoningText":{"text":"t"}}"#,
        r#"{"reasoningText":{"text":"t","signature":""}}"#,
        r#"{"reasoningText":{"text":"t","signature":null}}"#,
    ] {
        assert_eq!(said(block), thought);
    }
    // Where the display leaves the text out, its signature is the thought.
    for text in ["", r#""text":null,"#, r#""text":"","#] {
        let block = format!(r#"{{"reasoningText":{{{text}"signature":"s"}}}}"#);
        assert_eq!(said(&block), r#"thinking_block! {"type":"thinking","thinking":"","signature":"s"}"#);
    }
    for data in ["", "not base64", "AAE", "AAE=AAE="] {
        let want = format!(r#"redacted_thinking hidden {{"type":"redacted_thinking","data":"{data}"}}"#);
        assert_eq!(said(&format!(r#"{{"redactedContent":"{data}"}}"#)), want);
    }
}
#[test]
fn a_thought_that_is_not_shown_is_kept_and_is_nothing_to_read() {
    for (text, hidden) in [("[REDACTED]", true), ("[REDACTED].", true), ("It says [REDACTED].", false)] {
        let turn =
            message(&format!(r#"{{"reasoningContent":{{"reasoningText":{{"text":"{text}"}}}}}},{{"text":"345"}}"#));
        let seen = if hidden { " hidden" } else { "" };
        let kept = format!(r#"thinking_block{seen} {{"type":"thinking","thinking":"{text}"}}"#);
        assert_eq!(shape(&turn), format!("{kept}\ntext \"345\""));
        assert_eq!(turn.reasoning().is_some_and(|text| !text.is_empty()), !hidden);
    }
}
#[test]
fn what_is_unknown_is_kept_as_it_came() {
    let blocks = r#"{"image":{"format":"png","source":{"bytes":"AA=="}}},{"cachePoint":{"type":"default"}},{"guardContent":{"text":{"text":"g"}}},
        {"tomorrow":[1.0,{"b":2,"a":1}]},{},{"reasoningContent":{"reasoningText":{"text":"t","thinking":"u"},"tomorrow":{"z":1}}},
        {"citationsContent":{"content":[{"text":"c"}],"citations":[{"title":"t"}]}},{"citationsContent":{"content":[{"text":"c"},{"text":"d"}]}}"#;
    let want = r#"opaque {"image":{"format":"png","source":{"bytes":"AA=="}}}
opaque {"cachePoint":{"type":"default"}}
opaque {"guardContent":{"text":{"text":"g"}}}
opaque {"tomorrow":[1.0,{"b":2,"a":1}]}
opaque {}
converse_reasoning! hidden {"reasoningContent":{"reasoningText":{"text":"t","thinking":"u"}}}
converse_reasoning! hidden {"reasoningContent":{"tomorrow":{"z":1}}}
text "c" citations=[{"title":"t"}]
opaque {"citationsContent":{"content":[{"text":"c"},{"text":"d"}]}}"#;
    assert_eq!(shape(&message(blocks)), want);
}
#[test]
fn a_member_of_another_type_costs_its_block_alone() {
    let blocks = r#"{"text":7},{"toolUse":{"toolUseId":"t"}},{"reasoningContent":"x"},{"reasoningContent":{"reasoningText":{"text":7,"signature":"s"}}},7,{"text":"ok"}"#;
    let want = r#"opaque {"text":7}
opaque {"toolUse":{"toolUseId":"t"}}
converse_reasoning hidden {"reasoningContent":"x"}
converse_reasoning hidden {"reasoningContent":{"reasoningText":{"text":7,"signature":"s"}}}
opaque 7
text "ok""#;
    assert_eq!(shape(&message(blocks)), want);
}
#[test]
fn what_stands_beside_the_message_is_kept_and_the_cache_counts() {
    let turn = turn(whole(
        r#"{"metrics":{"latencyMs":5},"output":{"message":{"role":"assistant","content":[],"mood":1},"more":2},"stopReason":"end_turn",
            "usage":{"inputTokens":10,"outputTokens":7,"cacheReadInputTokens":100,"cacheWriteInputTokens":1000},
            "trace":{"promptRouter":{"invokedModelId":"anthropic.claude-haiku-4-5"}},"additionalModelResponseFields":{"delta":{"stop_sequence":null}}}"#,
    ));
    let usage = turn.usage.as_ref().unwrap();
    assert_eq!((usage.input, usage.output, usage.cached), (Some(1110), Some(7), Some(100)));
    assert_eq!(extras(&turn.extras), " mood=1");
    let names: Vec<&str> = turn.meta.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(names, ["metrics", "trace", "additionalModelResponseFields", "output"]);
    assert_eq!(turn.origin.as_ref().unwrap().answered_by.as_deref(), Some("anthropic.claude-haiku-4-5"));
}

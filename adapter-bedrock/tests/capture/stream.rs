//! A reply that comes in frames.
use super::common::{delta, event, extras, message, shape, shown, started, stop, stopped, streamed, thinks};

#[test]
fn flat_pieces_make_the_blocks_of_a_whole_reply() {
    let frames = [
        started(),
        thinks(0, r#"{"text":"Let "}"#),
        thinks(0, r#"{"text":"me\ud83d"}"#),
        thinks(0, r#"{"text":"\ude00"}"#),
        thinks(0, r#"{"signature":"Eq"}"#),
        thinks(0, r#"{"signature":"=="}"#),
        stop(0),
        thinks(1, r#"{"redactedContent":"AAE\u003d"}"#),
        stop(1),
        delta(2, r#"{"text":"Hel"}"#),
        delta(2, r#"{"text":"lo"}"#),
        delta(2, r#"{"text":""}"#),
        stop(2),
        event("contentBlockStart", r#"{"contentBlockIndex":3,"start":{"toolUse":{"toolUseId":"t1","name":"f"}}}"#),
        delta(3, r#"{"toolUse":{"input":"{\"b\":1e5,"}}"#),
        delta(3, r#"{"toolUse":{"input":"\"a\":1.0}"}}"#),
        stop(3),
        event("contentBlockStart", r#"{"contentBlockIndex":4,"start":{"toolUse":{"toolUseId":"t2","name":"g"}}}"#),
        stop(4),
        event("messageStop", r#"{"stopReason":"tool_use","additionalModelResponseFields":{"a":1}}"#),
        event(
            "metadata",
            r#"{"p":"x","usage":{"inputTokens":1,"outputTokens":2,"cacheReadInputTokens":4},"metrics":{"latencyMs":3}}"#,
        ),
    ];
    let turn = streamed(&frames);
    let whole = message(
        r#"{"reasoningContent":{"reasoningText":{"text":"Let me\ud83d\ude00","signature":"Eq=="}}},{"reasoningContent":{"redactedContent":"AAE\u003d"}},
        {"text":"Hello"},{"toolUse":{"toolUseId":"t1","name":"f","input":{"b":1e5,"a":1.0}}},{"toolUse":{"toolUseId":"t2","name":"g","input":{}}}"#,
    );
    assert_eq!(turn.parts, whole.parts);
    assert!(shape(&turn).contains(r#""signature":"Eq==""#) && shape(&turn).contains(r#""data":"AAE\u003d""#));
    assert_eq!(turn.usage.as_ref().and_then(|usage| usage.input), Some(5));
    assert_eq!(extras(&turn.meta), r#" additionalModelResponseFields={"a":1} metrics={"latencyMs":3}"#);
    assert_eq!(shown(&frames), "~Let  ~me\u{fffd} ~\u{fffd} Hel lo @f @g");
}
#[test]
fn blobs_are_joined_as_bytes() {
    // Padded each by itself; as text they would spell other bytes, or none.
    let turn = streamed(&[
        thinks(0, r#"{"redactedContent":"AA=="}"#),
        thinks(0, r#"{"redactedContent":"AQI="}"#),
        thinks(0, r#"{"redactedContent":"AwQF"}"#),
        stop(0),
        stopped(),
    ]);
    assert_eq!(shape(&turn), r#"redacted_thinking! hidden {"type":"redacted_thinking","data":"AAECAwQF"}"#);
    let odd = streamed(&[
        thinks(0, r#"{"redactedContent":"AA=="}"#),
        thinks(0, r#"{"redactedContent":"?"}"#),
        stop(0),
        stopped(),
    ]);
    assert_eq!(
        shape(&odd).replace("redacted_thinking hidden", "x").replace("redacted_thinking! hidden", "y"),
        r#"x {"type":"redacted_thinking","data":"AA=="}
x {"type":"redacted_thinking","data":"?"}"#
    );
}
#[test]
fn text_before_a_thought_stays_before_it_and_both_in_one_block_are_two() {
    let turn = streamed(&[
        delta(0, r#"{"text":"I will."}"#),
        stop(0),
        thinks(1, r#"{"text":"t"}"#),
        thinks(1, r#"{"redactedContent":"AAE="}"#),
        thinks(1, r#"{"signature":"s"}"#),
        stop(1),
        stopped(),
    ]);
    let want = r#"text "I will."
thinking_block! {"type":"thinking","thinking":"t","signature":"s"}
redacted_thinking! hidden {"type":"redacted_thinking","data":"AAE="}"#;
    assert_eq!(shape(&turn), want);
}
#[test]
fn blocks_stand_in_the_order_of_their_index_also_where_their_pieces_are_mixed() {
    let turn = streamed(&[
        delta(1, r#"{"text":"b"}"#),
        thinks(0, r#"{"text":"a"}"#),
        delta(1, r#"{"text":"c"}"#),
        stop(0),
        stop(1),
        stopped(),
    ]);
    assert_eq!(shape(&turn), "thinking_block {\"type\":\"thinking\",\"thinking\":\"a\"}\ntext \"bc\"");
}
#[test]
fn events_without_an_index_follow_one_another() {
    let bare = |name: &str, rest: &str| event(name, &format!("{{{rest}}}"));
    let turn = streamed(&[
        bare("contentBlockDelta", r#""delta":{"text":"a"}"#),
        bare("contentBlockDelta", r#""delta":{"text":"b"}"#),
        bare("contentBlockStop", ""),
        bare("contentBlockDelta", r#""delta":{"text":"c"}"#),
        bare("contentBlockStart", r#""start":{"toolUse":{"toolUseId":"t","name":"f"}}"#),
        bare("contentBlockDelta", r#""delta":{"toolUse":{"input":"{}"}}"#),
        bare("contentBlockStart", r#""start":{"toolUse":{"toolUseId":"u","name":"f"}}"#),
        bare("contentBlockStop", ""),
        stopped(),
    ]);
    assert_eq!(shape(&turn), "text \"ab\"\ntext \"c\"\ncall \"t\" \"f\" {}\ncall \"u\" \"f\" {}");
}
#[test]
fn what_a_text_cites_stands_on_it_as_in_a_whole_reply() {
    let turn = streamed(&[
        delta(0, r#"{"text":"c"}"#),
        delta(0, r#"{"citation":{"title":"t"}}"#),
        delta(0, r#"{"citation":{"title":"u"}}"#),
        stop(0),
        stopped(),
    ]);
    assert_eq!(shape(&turn), r#"text "c" citations=[{"title":"t"},{"title":"u"}]"#);
}
#[test]
fn what_is_unknown_is_kept() {
    let turn = streamed(&[
        started(),
        event(
            "contentBlockStart",
            r#"{"contentBlockIndex":0,"start":{"toolResult":{"toolUseId":"t","status":"success"}}}"#,
        ),
        delta(0, r#"{"toolResult":[{"text":"a"}]}"#),
        delta(0, r#"{"toolResult":[{"text":"b"}]}"#),
        stop(0),
        delta(1, r#"{"tomorrow":{"z":1.0,"a":"x"}}"#),
        delta(1, r#"{"tomorrow":{"a":"y"}}"#),
        thinks(2, r#"{"tomorrow":"q"}"#),
        stop(2),
        event("ping", "{}"),
        event("contentBlockStop", r#"{"contentBlockIndex":9}"#),
        stopped(),
    ]);
    let want = r#"opaque {"toolResult":{"toolUseId":"t","status":"success","content":[{"text":"a"},{"text":"b"}]}}
opaque {"tomorrow":{"z":1.0,"a":"xy"}}
converse_reasoning! hidden {"reasoningContent":{"tomorrow":"q"}}"#;
    assert_eq!(shape(&turn), want);
    assert_eq!(extras(&turn.meta), r#" unknown_events=[{"ping":{}},{"contentBlockStop":{"contentBlockIndex":9}}]"#);
}

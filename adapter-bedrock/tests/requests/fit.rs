//! What the model's generation, or what of the turns goes, makes of a request.
use crate::common::{OPUS, SONNET, ingest, send};
use throughline_bedrock::Bedrock;
use throughline_core::ReasoningCarrier;

/// What stands behind the messages, and the notes.
fn fitted(model: &str, members: &str) -> (String, Vec<String>) {
    let read = ingest(model, &format!(r#"{{"messages":[{{"role":"user","content":[{{"text":"q"}}]}}],{members}}}"#));
    let sent = send(model, &read.request, &read.turns);
    let (_, behind) = sent.body.split_once(r#"[{"text":"q"}]}]"#).unwrap();
    (behind.trim_start_matches(',').strip_suffix('}').unwrap().to_owned(), sent.notes)
}

#[test]
fn what_a_model_takes_goes_as_it_is() {
    for (model, members) in [
        (
            SONNET,
            r#""inferenceConfig":{"maxTokens":9000,"temperature":1.0},"additionalModelRequestFields":{"thinking":{"budget_tokens":1024,"type":"enabled"}}"#,
        ),
        (
            "us.anthropic.claude-haiku-4-5-20251001-v1:0",
            r#""inferenceConfig":{},"additionalModelRequestFields":{"reasoning_config":{"type":"enabled","budget_tokens":1024}}"#,
        ),
        (
            OPUS,
            r#""additionalModelRequestFields":{"thinking":{"type":"adaptive"},"novelty":1.50},"inferenceConfig":{"maxTokens":9}"#,
        ),
        (
            "us.amazon.nova-2-lite-v1:0",
            r#""inferenceConfig":{"maxTokens":9},"additionalModelRequestFields":{"reasoningConfig":{"type":"enabled","maxReasoningEffort":"low"}}"#,
        ),
        ("openai.gpt-oss-20b-1:0", r#""inferenceConfig":{"temperature":2}"#),
    ] {
        assert_eq!(fitted(model, members), (members.to_owned(), vec![]), "{model}");
    }
}

#[test]
fn claude_is_asked_to_think_in_the_way_of_its_generation() {
    let (sent, notes) = fitted(
        OPUS,
        r#""inferenceConfig":{"maxTokens":64000,"temperature":0.5},"additionalModelRequestFields":{"novelty":1.50,"thinking":{"type":"enabled","budget_tokens":9000}}"#,
    );
    assert_eq!(
        sent,
        r#""inferenceConfig":{"maxTokens":64000},"additionalModelRequestFields":{"novelty":1.50,"thinking":{"type":"adaptive","display":"summarized"},"output_config":{"effort":"high"}}"#
    );
    assert_eq!(notes.len(), 3, "{notes:?}");
    // A budget is less than the longest reply.
    let (sent, _) = fitted(
        SONNET,
        r#""inferenceConfig":{"maxTokens":5000},"additionalModelRequestFields":{"thinking":{"type":"enabled","budget_tokens":9000}}"#,
    );
    assert_eq!(
        sent,
        r#""inferenceConfig":{"maxTokens":5000},"additionalModelRequestFields":{"thinking":{"type":"enabled","budget_tokens":4000}}"#
    );
    // Thinking under its old name changes under its new one.
    let (sent, _) =
        fitted(OPUS, r#""additionalModelRequestFields":{"reasoning_config":{"type":"enabled","budget_tokens":9000}}"#);
    assert_eq!(
        sent,
        r#""additionalModelRequestFields":{"thinking":{"type":"adaptive","display":"summarized"},"output_config":{"effort":"high"}}"#
    );
}

#[test]
fn a_forced_call_and_thinking_do_not_stand_side_by_side() {
    let body = |choice: &str| {
        format!(
            r#"{{"messages":[{{"role":"user","content":[{{"text":"q"}}]}}],"toolConfig":{{"tools":[{{"toolSpec":{{"name":"look","inputSchema":{{"json":{{}}}}}}}}],"toolChoice":{choice}}},"additionalModelRequestFields":{{"thinking":{{"type":"enabled","budget_tokens":2048}}}}}}"#
        )
    };
    let send = |model: &str, choice: &str| {
        let read = ingest(model, &body(choice));
        send(model, &read.request, &read.turns)
    };
    let forced = send(SONNET, r#"{"any":{}}"#);
    assert!(!forced.body.contains("thinking") && forced.body.contains(r#""toolChoice":{"any":{}}"#), "{}", forced.body);
    let free = send(SONNET, r#"{"auto":{}}"#);
    assert!(free.body.ends_with(
        r#""additionalModelRequestFields":{"thinking":{"type":"enabled","budget_tokens":2048},"anthropic_beta":["interleaved-thinking-2025-05-14"]}}"#
    ), "{}", free.body);
}

#[test]
fn others_are_spared_what_they_refuse() {
    let (sent, notes) = fitted(
        "us.amazon.nova-2-lite-v1:0",
        r#""inferenceConfig":{"maxTokens":9,"stopSequences":["x"],"temperature":0.5},"additionalModelRequestFields":{"reasoningConfig":{"type":"enabled","maxReasoningEffort":"high"}}"#,
    );
    assert!(sent.starts_with(r#""inferenceConfig":{"stopSequences":["x"]},"#), "{sent}");
    assert_eq!(notes.len(), 2);
    assert_eq!(fitted("xai.grok-4.1", r#""inferenceConfig":{"topP":0.5}"#).0, r#""inferenceConfig":{}"#);
}

#[test]
fn a_callers_word_on_changed_prefixes_is_heard() {
    let asked = |members: &str| {
        let body = format!(r#"{{"messages":[{{"role":"user","content":[{{"text":"q"}}]}}]{members}}}"#);
        Bedrock.strictness(&ingest("eu.anthropic.claude-opus-5-5", &body).request)
    };
    let says = |behavior: &str| {
        asked(&format!(
            r#","additionalModelRequestFields":{{"thinking":{{"type":"adaptive","block_binding":{{"prefix_mismatch_behavior":"{behavior}"}}}}}}"#
        ))
    };
    assert_eq!((asked(""), says("novelty")), (None, None));
    assert!(says("error").is_some() && says("drop_block").is_some() && says("error") != says("drop_block"));
}

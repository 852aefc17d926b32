//! Bodies that clients wrote: read, and written again.
use crate::common::{OPUS, ingest, route, send};
use throughline_bedrock::Bedrock;
use throughline_core::{How, ReasoningCarrier, Role};

/// A body in the order in which it is written here.
const BODY: &str = r#"{"system":[{"text":"Be brief."},{"cachePoint":{"type":"default"}}],"toolConfig":{"tools":[{"toolSpec":{"name":"look","description":"Looks.","inputSchema":{"json":{"type":"object","b":1.50,"a":{}}}}},{"cachePoint":{"type":"default"}}],"toolChoice":{"auto":{}}},"messages":[{"role":"user","content":[{"text":"q"},{"cachePoint":{"type":"default"}}]},{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"t","signature":"Eq\/=="}}},{"reasoningContent":{"redactedContent":"RW1zQ0FRPT0="}},{"toolUse":{"toolUseId":"t1","name":"look","input":{"z":1e2,"a":"\u00e9"}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t1","content":[{"text":"r"},{"json":{"b":2.0}}],"status":"success"}},{"document":{"name":"D","format":"txt","source":{"bytes":"aWk="}}}]}],"inferenceConfig":{"maxTokens":4096,"stopSequences":["x"]},"additionalModelRequestFields":{"thinking":{"type":"adaptive"}},"guardrailConfig":{"guardrailIdentifier":"g","guardrailVersion":"1"},"novelty":{"b":1.0}}"#;

#[test]
fn a_body_is_written_as_it_was_read() {
    let read = ingest(OPUS, BODY);
    assert_eq!(send(OPUS, &read.request, &read.turns).body, BODY);
    // Where the model is said beside the rest, the path says it.
    let beside = BODY.replacen('{', r#"{"modelId":"us.anthropic.claude-opus-4-8-v1:0","#, 1);
    let read = ingest(OPUS, &beside);
    assert_eq!(send(OPUS, &read.request, &read.turns).body, BODY);
    let bare = r#"{"system":[],"messages":[{"role":"user","content":[{"text":"q"}]}],"inferenceConfig":{}}"#;
    let read = ingest(OPUS, bare);
    assert_eq!(send(OPUS, &read.request, &read.turns).body, bare);
}

#[test]
fn thoughts_are_claims_in_anthropics_shape() {
    let read = ingest(OPUS, BODY);
    let turn = &read.turns[2];
    assert_eq!((turn.role, turn.origin.as_ref().unwrap().how), (Role::Assistant, How::Claimed));
    let payloads: Vec<_> = turn.carriers().map(|(_, carrier)| carrier.payload.get()).collect();
    assert_eq!(
        payloads,
        [
            r#"{"type":"thinking","thinking":"t","signature":"Eq\/=="}"#,
            r#"{"type":"redacted_thinking","data":"EmsCAQ=="}"#
        ]
    );
    assert!(turn.carriers().all(|(_, carrier)| carrier.sealed && carrier.issuer == *"claude"));
    // Histories that were saved without the text of a signed thought hold null in its place.
    let body = |text: &str| {
        format!(
            r#"{{"messages":[{{"role":"user","content":[{{"text":"q"}}]}},{{"role":"assistant","content":[{{"reasoningContent":{{"reasoningText":{{"text":{text},"signature":"Eq=="}}}}}},{{"text":"a"}}]}}]}}"#
        )
    };
    let read = ingest(OPUS, &body("null"));
    assert_eq!(send(OPUS, &read.request, &read.turns).body, body("\"\""));
}

#[test]
fn an_error_names_the_place() {
    let at = |blocks: &str| format!(r#"{{"messages":[{{"role":"assistant","content":[{blocks}]}}]}}"#);
    for (body, place) in [
        ("", "request"),
        ("[]", "request"),
        ("{", "request"),
        ("{}", "messages"),
        (r#"{"messages":{}}"#, "messages"),
        (r#"{"messages":[7]}"#, "messages[0]"),
        (r#"{"messages":[{"role":"model","content":[]}]}"#, "messages[0].role"),
        (r#"{"messages":[{"role":"user"}]}"#, "messages[0].content"),
        (r#"{"messages":[{"role":"user","content":"q"}]}"#, "messages[0].content"),
        (&at("\"q\""), "messages[0].content[0]"),
        (&at(r#"{"text":"a"},{"text":7}"#), "messages[0].content[1].text"),
        (&at(r#"{"toolUse":{"toolUseId":7,"name":"n","input":{}}}"#), "messages[0].content[0].toolUse.toolUseId"),
        (&at(r#"{"toolUse":{"toolUseId":"t","name":"n","input":"{}"}}"#), "messages[0].content[0].toolUse.input"),
        (&at(r#"{"toolUse":{"toolUseId":"t","name":"n","input":[]}}"#), "messages[0].content[0].toolUse.input"),
        (
            &at(r#"{"reasoningContent":{"reasoningText":{"text":7}}}"#),
            "messages[0].content[0].reasoningContent.reasoningText.text",
        ),
        (
            &at(r#"{"reasoningContent":{"redactedContent":{}}}"#),
            "messages[0].content[0].reasoningContent.redactedContent",
        ),
        (r#"{"messages":[],"toolConfig":{"tools":{}}}"#, "toolConfig.tools"),
        (r#"{"messages":[],"toolConfig":{"tools":[7]}}"#, "toolConfig.tools[0]"),
        (r#"{"messages":[],"tools":[]}"#, "tools"),
        (r#"{"messages":[],"messages":[]}"#, "request"),
    ] {
        let error = Bedrock.ingest(&route(OPUS), body.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{place}: ")), "{body}: {error}");
    }
}

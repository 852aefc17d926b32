//! What Bedrock asks of any conversation, and each family of thinking: a request that it takes, and one that it does not.

use crate::client::{OPENING, simulator};
use crate::converse::{CLAUDE, Talk, enabled};
use serde_json::{Value, json};
use throughline_simulator::{Fault, Options, Simulator};

fn user(content: Value) -> Value {
    json!({"role": "user", "content": content})
}
fn own(content: Value) -> Value {
    json!({"role": "assistant", "content": content})
}
fn call(id: &str) -> Value {
    json!({"toolUse": {"toolUseId": id, "name": "weather", "input": {}}})
}
fn result(id: &str) -> Value {
    json!({"toolResult": {"toolUseId": id, "content": [{"text": "r"}]}})
}
fn text() -> Value {
    json!({"text": "hi"})
}
fn thought(text: &str) -> Value {
    json!({"reasoningContent": {"reasoningText": {"text": text}}})
}

async fn told(simulator: &Simulator, model: &str, messages: Vec<Value>) -> String {
    let mut talk = Talk::new(simulator, model, Value::Null);
    talk.messages = messages;
    talk.send().await.err().unwrap_or_default()
}

#[tokio::test]
async fn conversations() {
    let simulator = simulator().await;
    let open = vec![user(json!([text()])), own(json!([call("a.b:0"), call("c")])), user(json!([result("c")]))];
    let malformed =
        |problem: &str| format!("Malformed input request: {problem}, please reformat your input and try again.");
    let extra = |path: &str, key: &str| malformed(&format!("{path}: extraneous key [{key}] is not permitted"));
    for (messages, want) in [
        (vec![user(json!([text()]))], String::new()),
        (
            vec![own(json!([text()]))],
            "A conversation must start with a user message. Try again with a conversation that starts with a user message.".into(),
        ),
        (
            vec![user(json!([text()])), user(json!([text()]))],
            "A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.".into(),
        ),
        (
            vec![user(json!([]))],
            "The content field in the Message object at messages.0 is empty. Add a ContentBlock object to the content field and try again.".into(),
        ),
        (
            vec![user(json!([{"text": " \n"}]))],
            "The text field in the ContentBlock object at messages.0.content.0 is blank. Add text to the text field, and try again.".into(),
        ),
        (open, "Expected toolResult blocks at messages.2.content for the following Ids: a.b:0".into()),
        (
            vec![user(json!([text()])), own(json!([text()])), user(json!([result("a")]))],
            "The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of previous turn.".into(),
        ),
        (
            vec![user(json!([thought("a summary")]))],
            "User messages cannot contain reasoning content. Please remove the reasoning content and try again.".into(),
        ),
        (
            vec![user(json!([call("a")]))],
            "User messages cannot contain tool uses. Please remove the tool use and try again.".into(),
        ),
        (
            vec![user(json!([text()])), own(json!([call("a/b")])), user(json!([result("a/b")]))],
            "1 validation error detected: Value 'a/b' at 'messages.2.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.:-]+".into(),
        ),
        (
            vec![user(json!([text()])), own(json!([{"toolUse": {"toolUseId": "a", "name": "n", "input": "{}"}}])), user(json!([result("a")]))],
            "The format of the value at messages.1.content.0.toolUse.input is invalid. Provide a json object for the field and try again.".into(),
        ),
        (vec![json!({"role": "user", "content": [text()], "reasoning_content": "r"})], extra("#/messages/0", "reasoning_content")),
        (vec![user(json!([{"type": "thinking"}]))], extra("#/messages/0/content/0", "type")),
        (
            vec![user(json!([{"reasoningContent": {"text": "flat"}}]))],
            extra("#/messages/0/content/0/reasoningContent", "text"),
        ),
        (
            vec![user(json!([{"text": "a", "toolUse": {"toolUseId": "a", "name": "n", "input": {}}}]))],
            malformed("#/messages/0/content/0: expected exactly one of the members of a union, found: 2"),
        ),
        (vec![user(json!("hi"))], malformed("#/messages/0/content: expected type: JSONArray, found: String")),
        (vec![json!({"role": "tool", "content": [text()]})], malformed("#/messages/0/role: tool is not a valid enum value")),
        (
            vec![user(json!([{"reasoningContent": {"redactedContent": "not base64!"}}]))],
            malformed("#/messages/0/content/0/reasoningContent/redactedContent: string is not valid base64"),
        ),
        (
            vec![user(json!([text()])), own(json!([{"reasoningContent": {"reasoningText": {"text": null, "signature": "s"}}}]))],
            "1 validation error detected: Value at 'messages.2.member.content.1.member.reasoningContent.reasoningText.text' failed to satisfy constraint: Member must not be null".into(),
        ),
        (
            vec![user(json!([text()])), own(json!([{"reasoningContent": {"reasoningText": {"signature": "s"}}}]))],
            "1 validation error detected: Value at 'messages.2.member.content.1.member.reasoningContent.reasoningText.text' failed to satisfy constraint: Member must not be null".into(),
        ),
    ] {
        let shown = format!("{messages:?}");
        assert_eq!(told(&simulator, "qwen.qwen3-32b-v1:0", messages).await, want, "{shown}");
    }
    let mut talk = Talk::new(&simulator, "qwen.qwen3-32b-v1:0", Value::Null);
    talk.messages = vec![user(json!([text()])), own(json!([call("a")])), user(json!([result("a")]))];
    assert!(talk.send().await.is_ok());
    talk.body.as_object_mut().unwrap().remove("toolConfig");
    let told = talk.send().await.unwrap_err();
    assert_eq!(told, "The toolConfig field must be defined when using toolUse and toolResult content blocks.");
}

#[tokio::test]
async fn families() {
    let simulator = simulator().await;
    let back = |block: Value| vec![user(json!([text()])), own(json!([block, text()])), user(json!([text()]))];
    let signed = || json!({"reasoningContent": {"reasoningText": {"text": "t", "signature": "s"}}});
    let blob = || json!({"reasoningContent": {"redactedContent": "AAEC"}});
    let unsupported =
        |field: &str| format!("This model doesn't support the {field} field. Remove {field} and try again.");
    let refused = "User messages cannot contain reasoning content. Please remove the reasoning content and try again.";
    let signature = || unsupported("reasoningContent.reasoningText.signature");
    for (model, block, want) in [
        ("openai.gpt-oss-20b-1:0", thought("t"), String::new()),
        ("openai.gpt-oss-20b-1:0", signed(), signature()),
        ("openai.gpt-5.5", thought("t"), refused.into()),
        ("minimax.minimax-m2", signed(), signature()),
        ("zai.glm-5", signed(), signature()),
        ("zai.glm-5", blob(), unsupported("reasoningContent.redactedContent")),
        ("us.amazon.nova-2-lite-v1:0", thought("[REDACTED]."), String::new()),
        ("us.amazon.nova-lite-v1:0", thought("t"), refused.into()),
        ("mistral.magistral-small-2509", thought("t"), String::new()),
        ("mistral.mistral-large-3", thought("t"), refused.into()),
        ("deepseek.v3-v1:0", thought("t"), refused.into()),
        ("xai.grok-4", thought("t"), refused.into()),
        (
            "xai.grok-4",
            blob(),
            "The redacted content at messages.1.content.0 could not be decrypted. Remove the redacted content and try again.".into(),
        ),
        ("nobody.knows-it", thought("t"), refused.into()),
        (
            CLAUDE,
            thought("t"),
            "The model returned the following errors: messages.1.content.0.thinking.signature: Field required".into(),
        ),
        (
            CLAUDE,
            signed(),
            "The model returned the following errors: messages.1.content.0: Invalid `signature` in `thinking` block".into(),
        ),
        (
            CLAUDE,
            blob(),
            "The model returned the following errors: messages.1.content.0: Invalid `data` in `redacted_thinking` block".into(),
        ),
        ("writer.palmyra-x5-v1:0", json!({"cachePoint": {"type": "default"}}), "Malformed input request: #/messages/1/content/0: extraneous key [cachePoint] is not permitted, please reformat your input and try again.".into()),
        ("us.amazon.nova-pro-v1:0", json!({"cachePoint": {"type": "default"}}), String::new()),
    ] {
        assert_eq!(told(&simulator, model, back(block.clone())).await, want, "{model} {block}");
    }
    let mut failed = result("a");
    failed["toolResult"]["status"] = "error".into();
    let messages = || vec![user(json!([text()])), own(json!([call("a")])), user(json!([failed]))];
    assert_eq!(told(&simulator, "writer.palmyra-x5-v1:0", messages()).await, unsupported("status"));
    assert_eq!(told(&simulator, "meta.llama4-maverick", messages()).await, "");
    let last = vec![user(json!([text()])), own(json!([text()]))];
    assert!(told(&simulator, "meta.llama4-maverick", last.clone()).await.starts_with("A conversation must end"));
    assert_eq!(told(&simulator, CLAUDE, last.clone()).await, "", "it finishes what was begun");
    let newer = told(&simulator, "us.anthropic.claude-opus-4-6-v1", last).await;
    assert_eq!(
        newer,
        "The model returned the following errors: This model does not support assistant message prefill. The conversation must end with a user message."
    );
}

#[tokio::test]
async fn claude_thinks_as_its_generation_does() {
    let simulator = simulator().await;
    let adaptive = || json!({"thinking": {"type": "adaptive"}});
    let ask = async |model: &str, fields: Value| {
        let mut talk = Talk::new(&simulator, model, fields);
        talk.user(json!([{"text": OPENING}]));
        talk.send().await.map(|reply| reply["output"]["message"]["content"][0].clone())
    };
    let shown = |block: &Value| block["reasoningContent"]["reasoningText"]["text"].as_str().map(str::len);
    assert!(ask(CLAUDE, enabled()).await.is_ok_and(|block| shown(&block) > Some(50)));
    assert!(ask(CLAUDE, Value::Null).await.is_ok_and(|block| shown(&block).is_none()));
    assert!(ask("us.anthropic.claude-opus-4-7", adaptive()).await.is_ok_and(|block| shown(&block) == Some(0)));
    for (model, fields, want) in [
        (CLAUDE, adaptive(), "adaptive thinking is not supported on this model"),
        ("anthropic.claude-opus-4-8", enabled(), "\"thinking.type.enabled\" is not supported for this model. Use"),
        (CLAUDE, json!({"think": 1}), "think: Extra inputs are not permitted"),
        (CLAUDE, json!({"anthropic_beta": ["nobody-2020-01-01"]}), "invalid beta flag"),
        (CLAUDE, json!({"output_config": {"effort": "high"}}), "output_config.effort: Extra inputs are not permitted"),
    ] {
        let told = ask(model, fields.clone()).await.unwrap_err();
        let message = told.strip_prefix("The model returned the following errors: ").unwrap();
        assert!(message.starts_with(want), "{model} {fields}: {told}");
    }
}

#[tokio::test]
async fn a_member_is_refused_from_now_on() {
    let simulator = simulator().await;
    let back = || vec![user(json!([text()])), own(json!([thought("t"), text()])), user(json!([text()]))];
    for field in ["reasoningContent", "text"] {
        simulator.fault_times("bedrock", Fault::Refuse { field: field.to_owned(), wording: None }, 1).unwrap();
        let told = told(&simulator, "minimax.minimax-m2", back()).await;
        assert!(told.contains(&format!("#/messages/1/content/0: extraneous key [{field}] is not permitted")), "{told}");
    }
    assert_eq!(told(&simulator, "minimax.minimax-m2", back()).await, "");
}

#[tokio::test]
async fn bytes_of_others_pass_where_that_was_asked_for() {
    let options = Options { seed: Some(7), foreign_signatures: true, ..Options::default() };
    let simulator = Simulator::start(options).unwrap();
    let blob = json!({"reasoningContent": {"redactedContent": "AAEC"}});
    for model in ["xai.grok-4", CLAUDE] {
        let messages = vec![user(json!([text()])), own(json!([blob, text()])), user(json!([text()]))];
        assert_eq!(told(&simulator, model, messages).await, "", "{model}");
    }
}

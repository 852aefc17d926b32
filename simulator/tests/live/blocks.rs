//! Anthropic Messages: blocks, pairs, and where thinking stands.

use crate::client::simulator;
use crate::messages::{MODEL, Talk, enabled};
use serde_json::{Value, json};

#[tokio::test]
async fn blocks_and_order() {
    let simulator = simulator().await;
    let u = |content: Value| json!({"role": "user", "content": content});
    let a = |content: Value| json!({"role": "assistant", "content": content});
    let call = |id: &str| json!({"type": "tool_use", "id": id, "name": "weather", "input": {}});
    let result = |id: &str| json!({"type": "tool_result", "tool_use_id": id, "content": "r"});
    let text = |text: &str| json!({"type": "text", "text": text});
    let hi = || json!("hi");
    for (messages, want) in [
        (vec![a(hi())], r#"messages: first message must use the "user" role"#),
        (
            vec![json!({"role": "system", "content": "s"}), u(hi())],
            r#"messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role."#,
        ),
        (
            vec![u(hi()), json!({"role": "tool", "content": "s"})],
            r#"messages: Unexpected role "tool". The Messages API accepts a top-level `system` parameter, not "system" as an input message role."#,
        ),
        (
            vec![u(hi()), a(json!([call("a")])), u(hi())],
            "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
        ),
        (
            vec![u(hi()), a(json!([call("a"), call("b")])), u(json!([result("b")]))],
            "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
        ),
        (
            vec![u(hi()), a(hi()), u(json!([result("a")]))],
            "messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: a. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
        ),
        (vec![u(json!([call("a")]))], "messages.0.content.0: `tool_use` blocks can only be in `assistant` messages"),
        (
            vec![u(hi()), a(json!([call("functions.add:0")])), u(json!([result("functions.add:0")]))],
            "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
        ),
        (vec![u(json!([text("")]))], "messages: text content blocks must be non-empty"),
        (vec![u(json!([text(" \n")]))], "messages: text content blocks must contain non-whitespace text"),
        (
            vec![u(hi()), a("".into()), u(hi())],
            "messages.1: all messages must have non-empty content except for the optional final assistant message",
        ),
        (
            vec![u(json!([]))],
            "messages.0: all messages must have non-empty content except for the optional final assistant message",
        ),
        (
            vec![u(hi()), json!({"role": "assistant", "content": "a", "reasoning_content": "r"}), u(hi())],
            "messages.1.reasoning_content: Extra inputs are not permitted",
        ),
        (
            vec![u(json!([{"type": "text", "text": "a", "x": 1}]))],
            "messages.0.content.0.text.x: Extra inputs are not permitted",
        ),
        (
            vec![u(json!([{"type": "tool_use", "id": "a"}]))],
            "messages.0.content.0: `tool_use` blocks can only be in `assistant` messages",
        ),
        (
            vec![u(hi()), a(json!([{"type": "tool_use", "id": "a", "name": "n"}])), u(hi())],
            "messages.1.content.0.tool_use.input: Field required",
        ),
        (vec![u(json!([{"text": "a"}]))], "messages.0.content.0.type: Field required"),
        (vec![u(json!(7))], "messages.0.content: Input should be a valid list"),
        (vec![json!("hi")], "messages.0: Input should be an object"),
        (vec![json!({"role": "user"})], "messages.0.content: Field required"),
        (vec![], "messages: at least one message is required"),
    ] {
        let mut talk = Talk::new(&simulator, MODEL, Value::Null);
        talk.messages = messages;
        assert_eq!(talk.send().await.unwrap_err(), want);
    }
    let mut talk = Talk::new(&simulator, "claude-sonnet-5", Value::Null);
    talk.messages = vec![u(hi()), a(json!("{"))];
    assert_eq!(
        talk.send().await.unwrap_err(),
        "This model does not support assistant message prefill. The conversation must end with a user message."
    );
    talk.body["model"] = MODEL.into();
    assert!(talk.send().await.is_ok());
    talk.messages = vec![u(hi()), json!({"role": "system", "content": "be brief"}), u(hi())];
    assert!(talk.send().await.is_ok(), "instructions may come later");
    talk.messages = vec![u(json!([{"type": "sonnet", "lines": 14}]))];
    assert!(talk.send().await.unwrap_err().starts_with("messages.0.content.0: Input tag 'sonnet' found using 'type'"));
}

/// A model that takes a budget, and goes without.
const BOTH: &str = "claude-opus-4-6";

#[tokio::test]
async fn where_thinking_must_and_must_not_stand() {
    let simulator = simulator().await;
    let mut talk = Talk::new(&simulator, BOTH, enabled());
    talk.user("hello".into());
    let content = talk.send().await.unwrap()["content"].clone();
    let result = json!([{"type": "tool_result", "tool_use_id": content[1]["id"], "content": "r"}]);
    let (thinking, call) = (content[0].clone(), content[1].clone());
    let text = json!({"type": "text", "text": "hm"});

    let with = async |first: Value, thinking: Value| {
        let mut talk = Talk::new(&simulator, BOTH, thinking);
        talk.messages = vec![json!({"role": "user", "content": "hello"})];
        talk.assistant(first);
        talk.user(result.clone());
        talk.send().await.map(drop)
    };
    assert_eq!(with(json!([thinking, call]), enabled()).await, Ok(()));
    assert_eq!(with(json!([thinking, text, call]), enabled()).await, Ok(()));
    let found = with(json!([text, thinking, call]), enabled()).await.unwrap_err();
    assert!(
        found.starts_with("messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`.")
    );
    assert_eq!(with(json!([text, thinking, call]), json!({"type": "adaptive"})).await, Ok(()));
    let off = with(json!([thinking, call]), json!({"type": "disabled"})).await.unwrap_err();
    assert!(
        off.starts_with(
            "messages.1.content.0: When thinking is disabled, an `assistant` message in the final position"
        )
    );
    let last = with(json!([call, thinking]), json!({"type": "adaptive"})).await.unwrap_err();
    assert_eq!(last, "messages.1: The final block in an assistant message cannot be `thinking`.");

    // One thought may stand for a whole loop of calls.
    let again = json!({"type": "tool_use", "id": "toolu_2", "name": "weather", "input": {}});
    talk.assistant(json!([thinking, call]));
    talk.user(result);
    talk.assistant(json!([again]));
    talk.user(json!([{"type": "tool_result", "tool_use_id": "toolu_2", "content": "r"}]));
    assert!(talk.send().await.is_ok());
}

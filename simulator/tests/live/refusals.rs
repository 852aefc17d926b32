//! Refusals, byte for byte.

use crate::client::{Chat, only, simulator};
use serde_json::{Value, json};

/// A request whose third message is a tool turn with `members`.
async fn refused(provider: &str, model: &str, members: Value) -> (u16, String) {
    let simulator = simulator().await;
    let mut chat = Chat::new(&simulator, provider, model);
    let id = if provider == "mistral" { "abcDEF123" } else { "call_1" };
    let call = json!({"id": id, "type": "function", "function": {"name": "weather", "arguments": "{}"}});
    let mut turn = json!({"role": "assistant", "content": "", "tool_calls": [call]});
    turn.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    chat.messages = vec![json!({"role": "system", "content": "s"}), json!({"role": "user", "content": "u"}), turn];
    chat.messages.push(json!({"role": "tool", "tool_call_id": id, "content": "r"}));
    match chat.send().await {
        Ok(message) => (200, message.to_string()),
        Err(refused) => (refused.status, refused.body),
    }
}

#[tokio::test]
async fn unknown_fields_in_each_hosts_words() {
    let rc = || json!({"reasoning_content": "x\"y"});
    for (provider, members, status, body) in [
        (
            "groq",
            rc(),
            400,
            r#"{"error":{"message":"'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]","type":"invalid_request_error"}}"#,
        ),
        (
            "groq",
            json!({"reasoning_details": []}),
            400,
            r#"{"error":{"message":"'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_details' is unsupported)]","type":"invalid_request_error"}}"#,
        ),
        (
            "cerebras",
            rc(),
            400,
            r#"{"message":"messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported","type":"invalid_request_error","param":"validation_error","code":"wrong_api_format"}"#,
        ),
        (
            "mistral",
            rc(),
            422,
            r#"{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","messages",2,"assistant","reasoning_content"],"msg":"Extra inputs are not permitted","input":"x\"y"}]},"type":"invalid_request_error","param":null,"code":null}"#,
        ),
        (
            "fireworks",
            json!({"reasoning": "x"}),
            400,
            r#"{"error":{"object":"error","type":"invalid_request_error","code":"invalid_request_error","message":"Extra inputs are not permitted, field: 'messages[2].reasoning', value: 'x'"}}"#,
        ),
        (
            "openai",
            json!({"reasoning": "x"}),
            400,
            r#"{"error":{"message":"Unknown parameter: 'messages[2].reasoning'.","type":"invalid_request_error","param":"messages[2].reasoning","code":"unknown_parameter"}}"#,
        ),
        (
            "hunyuan",
            rc(),
            400,
            r#"{"error":{"message":"messages request contains reasoning_content","type":"invalid_request_error"}}"#,
        ),
        (
            "sambanova",
            rc(),
            400,
            r#"{"error":{"message":"Extra inputs are not permitted, field: 'messages[2].reasoning_content'","type":"invalid_request_error","param":"messages","code":null}}"#,
        ),
    ] {
        assert_eq!(refused(provider, "m", members).await, (status, body.to_owned()), "{provider}");
    }
    let (status, body) = refused("groq", "llama-3.3-70b", json!({"reasoning": ""})).await;
    let words = r#"{"error":{"message":"messages[2].reasoning: reasoning is not supported with this model","type":"invalid_request_error"}}"#;
    assert_eq!((status, body.as_str()), (400, words));
}

#[tokio::test]
async fn unknown_fields_of_calls_and_several_at_once() {
    let call = json!({"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}, "extra_content": {"a": 1}});
    let (_, body) = refused("openai", "m", json!({"tool_calls": [call.clone()]})).await;
    assert!(body.contains("Unknown parameter: 'messages[2].tool_calls[0].extra_content'."), "{body}");
    let (_, body) = refused("groq", "m", json!({"tool_calls": [call]})).await;
    assert!(body.contains("'messages.2.tool_calls.0' : property 'extra_content' is unsupported"), "{body}");
    let (_, body) = refused("cerebras", "m", json!({"reasoning_content": "a", "reasoning_details": []})).await;
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(body["message"].as_str().unwrap().lines().count(), 2);
}

#[tokio::test]
async fn thinking_that_must_come_back() {
    for (provider, model, body) in [
        (
            "deepseek",
            "deepseek-v4-pro",
            "{\"error\":{\"message\":\"The `reasoning_content` in the thinking mode must be passed back to the API.\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":\"invalid_request_error\"}}",
        ),
        (
            "deepseek",
            "deepseek-v3.2",
            "{\"error\":{\"message\":\"Missing `reasoning_content` field in the assistant message at message index 2. For more information, please refer to https://api-docs.deepseek.com/guides/thinking_mode#tool-calls\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":\"invalid_request_error\"}}",
        ),
        (
            "moonshot",
            "kimi-k3",
            "{\"error\":{\"message\":\"thinking is enabled but reasoning_content is missing in assistant tool call message at index 2\",\"type\":\"invalid_request_error\"}}",
        ),
        (
            "xiaomi",
            "mimo-v2.5",
            "{\"error\":{\"code\":\"400\",\"message\":\"Param Incorrect\",\"param\":\"The reasoning_content in the thinking mode must be passed back to the API.\",\"type\":\"\"}}",
        ),
    ] {
        assert_eq!(refused(provider, model, json!({})).await, (400, body.to_owned()));
        assert_eq!(refused(provider, model, json!({"reasoning_content": null})).await.0, 400);
        assert_eq!(refused(provider, model, json!({"reasoning_content": " "})).await.0, 200);
        let empty = if provider == "deepseek" { 200 } else { 400 };
        assert_eq!(refused(provider, model, json!({"reasoning_content": ""})).await.0, empty, "{provider}");
    }
    let (status, body) = refused("openrouter", "deepseek/deepseek-v4", json!({})).await;
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &body["error"]["metadata"]["provider_name"]), (400, &json!("DeepSeek")));
    let raw: Value = serde_json::from_str(body["error"]["metadata"]["raw"].as_str().unwrap()).unwrap();
    assert_eq!(raw["error"]["message"], "The `reasoning_content` in the thinking mode must be passed back to the API.");
    assert_eq!(refused("openrouter", "deepseek/deepseek-v4", json!({"reasoning_details": []})).await.0, 200);
}

#[tokio::test]
async fn a_streaming_request_is_refused_with_a_prefix_where_the_host_does_so() {
    let simulator = simulator().await;
    let mut chat = Chat::new(&simulator, "xiaomi", "mimo-v2.5").streaming(true);
    let refused = chat.converse(only(&[])).await.unwrap_err();
    assert!(refused.body.starts_with("data:{\"error\""), "{}", refused.body);
}

/// The conversation with one string of the first turn's carrier changed.
async fn changed(provider: &str, model: &str, key: &str) -> (u16, String) {
    let simulator = simulator().await;
    let mut chat = Chat::new(&simulator, provider, model);
    chat.messages.push(json!({"role": "system", "content": "s"}));
    let told = chat
        .converse(|message| {
            let mut message = only(&["reasoning_details", "reasoning"])(message);
            for entry in message["reasoning_details"].as_array_mut().unwrap() {
                if let Some(text) = entry[key].as_str() {
                    let last = text.chars().nth(30).unwrap();
                    let other = if last == 'x' { 'y' } else { 'x' };
                    let changed = text.chars().enumerate().map(|(at, c)| if at == 30 { other } else { c });
                    entry[key] = changed.collect::<String>().into();
                }
            }
            message
        })
        .await;
    let refused = told.unwrap_err();
    let body: Value = serde_json::from_str(&refused.body).unwrap();
    assert_eq!(body["error"]["message"], "Provider returned error");
    (refused.status, body["error"]["metadata"]["raw"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_changed_byte_is_found_out() {
    for key in ["text", "signature"] {
        let (status, raw) = changed("openrouter", "anthropic/claude-opus-4.5", key).await;
        let raw: Value = serde_json::from_str(&raw).unwrap();
        assert_eq!(status, 400);
        // The system message does not count where the upstream counts.
        assert_eq!(raw["error"]["message"], "messages.1.content.0: Invalid `signature` in `thinking` block");
    }
    let (_, raw) = changed("openrouter", "google/gemini-3-pro-preview", "data").await;
    assert_eq!(
        raw,
        "{\n  \"error\": {\n    \"code\": 400,\n    \"message\": \"Corrupted thought signature.\",\n    \"status\": \"INVALID_ARGUMENT\"\n  }\n}\n"
    );
    let (_, raw) = changed("openrouter", "x-ai/grok-4.1", "data").await;
    assert!(
        raw.starts_with(r#"{"code":"invalid-argument","error":"Could not decrypt the provided encrypted_content."#)
    );
    let (_, raw) = changed("openrouter", "openai/gpt-5.6", "data").await;
    assert!(raw.contains("could not be verified") && raw.contains("The encrypted content for item rs_"), "{raw}");
}

#[tokio::test]
async fn an_unsigned_text_is_no_claude_thinking_and_foreign_entries_are_ignored() {
    let unsigned = json!({"type": "reasoning.text", "text": "t", "format": "anthropic-claude-v1", "index": 0});
    let (status, body) =
        refused("openrouter", "anthropic/claude-opus-4.5", json!({"reasoning_details": [unsigned]})).await;
    assert!(status == 400 && body.contains("Invalid `signature`"), "{body}");
    let foreign = json!({"type": "reasoning.text", "text": "t", "format": "unknown", "index": 0});
    assert_eq!(
        refused("openrouter", "anthropic/claude-opus-4.5", json!({"reasoning_details": [foreign]})).await.0,
        200
    );
    let empty = json!({"type": "reasoning.encrypted", "format": "xai-responses-v1", "index": 0});
    assert_eq!(refused("openrouter", "x-ai/grok-4", json!({"reasoning_details": [empty]})).await.0, 200);
}

#[tokio::test]
async fn an_item_that_comes_twice_is_refused() {
    let simulator = simulator().await;
    let mut chat = Chat::new(&simulator, "openrouter", "openai/gpt-5.6");
    let told = chat
        .converse(|message| {
            let mut message = only(&["reasoning_details"])(message);
            for entry in message["reasoning_details"].as_array_mut().unwrap() {
                entry["id"] = "rs_same".into();
            }
            message
        })
        .await;
    assert!(told.unwrap_err().body.contains("Duplicate item found with id rs_same."));
}

#[tokio::test]
async fn calls_and_results_are_pairs() {
    let call = |id: &str| json!({"role": "assistant", "content": null, "tool_calls": [{"id": id, "type": "function", "function": {"name": "f", "arguments": "{}"}}]});
    let result = |id: &str| json!({"role": "tool", "tool_call_id": id, "content": "r"});
    let user = || json!({"role": "user", "content": "u"});
    let simulator = simulator().await;
    for (provider, messages, want) in [
        (
            "openai",
            vec![user(), call("a"), user()],
            r#""message":"An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: a","type":"invalid_request_error","param":"messages.[2].role""#,
        ),
        ("openai", vec![user(), result("a")], "messages with role 'tool' must be a response to a preceeding message"),
        ("openai", vec![user(), call("a"), result("b")], "messages with role 'tool' must be a response"),
        ("openai", vec![user(), call("a")], "did not have response messages: a"),
        ("deepseek", vec![user(), call("a"), user()], "(insufficient tool messages following tool_calls message)"),
        ("deepseek", vec![user(), result("a")], "Messages with role 'tool' must be a response to a preceding message"),
        ("alibaba", vec![user(), call("a"), user()], "did not have response messages: message[2].role"),
        ("mistral", vec![user(), call("abcDEF123"), user()], "Not the same number of function calls and responses"),
        (
            "mistral",
            vec![user(), call("abcDEF123"), result("abcDEF123"), user()],
            "Unexpected role 'user' after role 'tool'",
        ),
        (
            "mistral",
            vec![user(), call("call_1"), result("call_1")],
            "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.",
        ),
    ] {
        let mut chat = Chat::new(&simulator, provider, "m");
        chat.messages = messages;
        let refused = chat.send().await.unwrap_err();
        assert!(refused.body.contains(want), "{provider}: {}", refused.body);
    }
    for provider in ["llamacpp", "zai", "ollama"] {
        let mut chat = Chat::new(&simulator, provider, "m");
        chat.messages = vec![user(), call("a"), user()];
        assert!(chat.send().await.is_ok(), "{provider} is not known to insist");
    }
}

#[tokio::test]
async fn parameters_of_others_are_refused() {
    let simulator = simulator().await;
    for (provider, want) in [
        (
            "openai",
            r#"{"error":{"message":"Unknown parameter: 'thinking'.","type":"invalid_request_error","param":"thinking","code":"unknown_parameter"}}"#,
        ),
        ("groq", r#"{"error":{"message":"property 'thinking' is unsupported","type":"invalid_request_error"}}"#),
    ] {
        let mut chat = Chat::new(&simulator, provider, "m").with(json!({"thinking": {"type": "enabled"}}));
        chat.user("hello");
        assert_eq!(chat.send().await.unwrap_err().body, want);
    }
    for (provider, want) in
        [("deepseek", "Thinking mode does not support this tool_choice"), ("alibaba", "in thinking mode")]
    {
        let mut chat = Chat::new(&simulator, provider, "m").with(json!({"tool_choice": "required"}));
        chat.user("hello");
        assert!(chat.send().await.unwrap_err().body.contains(want));
    }
}

#[tokio::test]
async fn every_refusal_says_which_rule_it_is_and_where_it_was_seen() {
    let simulator = simulator().await;
    let mut chat = Chat::new(&simulator, "groq", "m");
    chat.user("u");
    chat.messages.push(json!({"role": "assistant", "content": "a", "reasoning_content": "r"}));
    chat.user("u");
    let response = crate::http().post(&chat.url).json(&chat.request()).send().await.unwrap();
    assert_eq!(response.headers()["x-simulator-rule"], "groq");
    assert_eq!(response.headers()["x-simulator-evidence"], "https://github.com/NousResearch/hermes-agent/issues/11089");
    assert_eq!(response.headers()["content-type"], "application/json");
}

//! The compatible endpoints of hosts that sign parts: the same keys, the same rules, errors in a list.

use crate::client::{Chat, OPENING, QUESTION, Told, events, simulator};
use crate::parts::{Form, Talk, text};
use serde_json::{Value, json};

/// Any message without its signatures.
fn bare(message: &Value) -> Value {
    let mut message = message.clone();
    for name in ["extra_content", "thought_signature"] {
        message.as_object_mut().unwrap().remove(name);
    }
    for call in message["tool_calls"].as_array_mut().into_iter().flatten() {
        call.as_object_mut().unwrap().remove("extra_content");
    }
    if message["tool_calls"].is_null() {
        message.as_object_mut().unwrap().remove("tool_calls");
    }
    message
}

/// Any message with what stands for a signature on its calls.
fn skips(message: &Value) -> Value {
    let mut message = bare(message);
    for call in message["tool_calls"].as_array_mut().into_iter().flatten() {
        call["extra_content"] = json!({"google": {"thought_signature": "skip_thought_signature_validator"}});
    }
    message
}

fn outcome(told: &Told) -> String {
    match told {
        Ok(message) if message["content"].as_str().unwrap_or_default().contains("The code word was ") => {
            "recalls".into()
        }
        Ok(message) if message["content"].as_str().unwrap_or_default().contains("I do not remember") => {
            "forgets".into()
        }
        Ok(message) => message.to_string(),
        Err(refused) => format!("{} {}", refused.status, refused.rule),
    }
}

/// The message of a refusal, which stands in a list.
fn told(told: &Told) -> String {
    let body: Value = serde_json::from_str(&told.as_ref().unwrap_err().body).unwrap();
    assert_eq!(body.as_array().unwrap().len(), 1);
    body[0]["error"]["message"].as_str().unwrap().to_owned()
}

type Echo = fn(&Value) -> Value;

#[tokio::test]
async fn the_word_comes_back_where_the_signature_does() {
    let simulator = simulator().await;
    for (provider, model, echo, want) in [
        ("gemini-openai", "gemini-3-pro-preview", Value::clone as Echo, "recalls"),
        ("gemini-openai", "gemini-3-pro-preview", bare, "400 gemini-missing-signature"),
        ("gemini-openai", "gemini-3-pro-preview", skips, "forgets"),
        ("gemini-openai", "gemini-2.5-pro", Value::clone, "recalls"),
        ("gemini-openai", "gemini-2.5-pro", bare, "forgets"),
        ("vertex-openai", "google/gemini-3-pro-preview", Value::clone, "recalls"),
        ("vertex-openai", "google/gemini-3-pro-preview", bare, "400 vertex-missing-signature"),
        ("vertex-openai", "google/gemini-3-namespaced", Value::clone, "recalls"),
    ] {
        for stream in [false, true] {
            // A name that only this host has is one more than the small client gathers.
            if stream && model.ends_with("namespaced") {
                continue;
            }
            for asked in [json!({}), json!({"extra_body": {"google": {"thinking_config": {"include_thoughts": true}}}})]
            {
                let mut chat = Chat::new(&simulator, provider, model).with(asked.clone()).streaming(stream);
                let told = chat.converse(echo).await;
                assert_eq!(outcome(&told), want, "{provider} {model} stream={stream} {asked}");
            }
        }
    }
}

#[tokio::test]
async fn how_replies_look() {
    let simulator = simulator().await;
    let mut chat = Chat::new(&simulator, "gemini-openai", "gemini-3-pro-preview");
    chat.user(OPENING);
    let message = chat.send().await.unwrap();
    assert!(message["tool_calls"][0]["extra_content"]["google"]["thought_signature"].is_string());
    assert!(message.get("extra_content").is_none() && message.get("content").is_none());
    assert!(message["tool_calls"][0].get("index").is_none());

    chat.body.insert("model".to_owned(), "gemini-2.5-pro".into());
    let message = chat.send().await.unwrap();
    assert!(message["extra_content"]["google"]["thought_signature"].is_string(), "there the message is signed");
    assert_eq!(message["tool_calls"][0]["id"], "");

    chat.body.insert("model".to_owned(), "gemini-3-namespaced".into());
    let message = chat.send().await.unwrap();
    assert!(message["tool_calls"][0]["extra_content"]["vertex"]["thought_signature"].is_string());

    let asked = json!({"model": "gemini-3-pro", "tools": [], "extra_body": {"google": {"thinking_config": {"include_thoughts": true}}}});
    let mut chat = chat.with(asked);
    let message = chat.send().await.unwrap();
    let content = message["content"].as_str().unwrap();
    assert!(content.starts_with("<thought>") && content.contains("</thought>Understood"), "{content}");
    assert_eq!(message["extra_content"]["google"]["thought"], true);
    chat.stream = true;
    let response = crate::http().post(&chat.url).json(&chat.request()).send().await.unwrap();
    let events = events(&response.text().await.unwrap());
    let streamed: String = events.iter().filter_map(|event| event["choices"][0]["delta"]["content"].as_str()).collect();
    assert_eq!(streamed, content);
    let last = &events.last().unwrap()["choices"][0]["delta"];
    assert!(last["extra_content"]["google"]["thought_signature"].is_string(), "the last delta signs");

    let mut chat = Chat::new(&simulator, "gemini-openai", "gemini-3-pro").streaming(true);
    chat.user(OPENING);
    let response = crate::http().post(&chat.url).json(&chat.request()).send().await.unwrap();
    let events = self::events(&response.text().await.unwrap());
    let calls: Vec<_> = events.iter().filter_map(|event| event["choices"][0]["delta"]["tool_calls"].get(0)).collect();
    assert_eq!((calls.len(), calls[0].get("index")), (1, None), "a call is one delta, and has no index");
}

#[tokio::test]
async fn other_fields_are_refused_in_a_list() {
    let simulator = simulator().await;
    let (message, call) = ("messages[1]", "messages[1].tool_calls[0]");
    for (field, path) in [
        ("reasoning", message),
        ("reasoning_content", message),
        ("reasoning_details", message),
        ("thought_signature", call),
    ] {
        let mut chat = Chat::new(&simulator, "gemini-openai", "gemini-2.5-pro");
        let refused = chat
            .converse(|reply| {
                let mut reply = reply.clone();
                let place = if path == message { &mut reply } else { &mut reply["tool_calls"][0] };
                place[field] = json!("x");
                reply
            })
            .await;
        let words = format!("Invalid JSON payload received. Unknown name \"{field}\" at '{path}': Cannot find field.");
        assert_eq!(told(&refused), words);
        let body: Value = serde_json::from_str(&refused.unwrap_err().body).unwrap();
        let violation = json!([{"field": path, "description": words}]);
        assert_eq!(body[0]["error"]["details"][0]["fieldViolations"], violation);
    }
    for name in ["reasoning", "thinking", "google"] {
        let mut chat = Chat::new(&simulator, "vertex-openai", "google/gemini-3-pro").with(json!({ name: {} }));
        chat.user("u");
        let body = chat.send().await.unwrap_err().body;
        let words = format!(r#"Invalid JSON payload received. Unknown name \"{name}\": Cannot find field."#);
        assert_eq!(
            body,
            format!(
                r#"[{{"error":{{"code":400,"message":"{words}","status":"INVALID_ARGUMENT","details":[{{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{{"description":"{words}"}}]}}]}}}}]"#
            )
        );
    }
}

#[tokio::test]
async fn signatures_of_others_and_none_at_all() {
    let simulator = simulator().await;
    let spoiled = async |provider: &str, value: Value| {
        let mut chat = Chat::new(&simulator, provider, "gemini-3-pro");
        let refused = chat
            .converse(|reply| {
                let mut reply = reply.clone();
                reply["tool_calls"][0]["extra_content"]["google"]["thought_signature"] = value.clone();
                reply
            })
            .await;
        let body = refused.as_ref().unwrap_err().body.clone();
        assert!(body.starts_with("[{\n  \"error\": {\n    \"code\": 400,"), "{body}");
        told(&refused)
    };
    for value in [json!(""), Value::Null, json!("None"), json!("not base64!")] {
        assert_eq!(spoiled("gemini-openai", value.clone()).await, "Corrupted thought signature.", "{value}");
        assert_eq!(spoiled("vertex-openai", value).await, "Invalid thought signature.");
    }
    // A text is signed as a whole.
    let mut chat = Chat::new(&simulator, "gemini-openai", "gemini-3-pro").with(json!({"tools": []}));
    chat.user("hello");
    let mut reply = chat.send().await.unwrap();
    reply["content"] = (reply["content"].as_str().unwrap().to_owned() + " ").into();
    chat.messages.push(reply);
    chat.user("and now?");
    assert_eq!(told(&chat.send().await), "Corrupted thought signature.");
}

#[tokio::test]
async fn results_belong_to_calls_here_too() {
    let simulator = simulator().await;
    let tool = |name: &str| json!({"type": "function", "function": {"name": name}});
    let mut chat =
        Chat::new(&simulator, "gemini-openai", "gemini-3-pro").with(json!({"tools": [tool("one"), tool("two")]}));
    chat.user("Use all tools!");
    let reply = chat.send().await.unwrap();
    assert!(
        reply["tool_calls"][0]["extra_content"].is_object() && reply["tool_calls"][1].get("extra_content").is_none()
    );
    chat.messages.push(reply.clone());
    for at in [1, 0] {
        chat.result(&reply["tool_calls"][at]);
    }
    assert!(told(&chat.send().await).contains("function response `two` belongs to no function call"));
    chat.messages.swap(2, 3);
    chat.send().await.unwrap();
    chat.messages.pop();
    assert!(told(&chat.send().await).starts_with("Please ensure that the number of function response parts"));
}

/// The tool turn of `chat` as parts, and back.
fn as_parts(message: &Value) -> Value {
    let call = &message["tool_calls"][0];
    let function = &call["function"];
    let arguments: Value = serde_json::from_str(function["arguments"].as_str().unwrap()).unwrap();
    json!([{"functionCall": {"name": function["name"], "args": arguments}, "thoughtSignature": call["extra_content"]["google"]["thought_signature"]}])
}

#[tokio::test]
async fn one_backends_signature_holds_on_both_wires() {
    let simulator = simulator().await;
    for (native, compatible, other) in [("gemini", "gemini-openai", "vertex"), ("vertex", "vertex-openai", "gemini")] {
        // From messages to parts.
        let mut chat = Chat::new(&simulator, compatible, "gemini-3-pro");
        chat.user(OPENING);
        let reply = chat.send().await.unwrap();
        let mut talk = Talk::new(&simulator, native, "gemini-3-pro");
        talk.user(OPENING);
        talk.own(as_parts(&reply));
        talk.results(&as_parts(&reply));
        let answer = talk.send().await.unwrap();
        talk.own(answer);
        talk.user(QUESTION);
        assert!(text(&talk.send().await.unwrap()).starts_with("The code word was "), "{native}");
        talk.base = simulator.base_url(other).unwrap();
        assert!(talk.send().await.unwrap_err().message.contains("thought signature"), "{other} has another key");

        // From parts to messages, a streamed text among them.
        let mut talk = Talk { form: Form::Events, body: json!({}), ..Talk::new(&simulator, native, "gemini-3-pro") };
        talk.user(OPENING);
        let parts = talk.send().await.unwrap();
        let signature = &parts.as_array().unwrap().last().unwrap()["thoughtSignature"];
        let mut chat = Chat::new(&simulator, compatible, "gemini-3-pro");
        chat.user(OPENING);
        chat.messages.push(json!({"role": "assistant", "content": text(&parts), "extra_content": {"google": {"thought_signature": signature}}}));
        chat.user(QUESTION);
        assert_eq!(outcome(&chat.send().await), "recalls", "{compatible}");
    }
}

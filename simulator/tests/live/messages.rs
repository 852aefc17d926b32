//! Anthropic Messages: recall, signatures, both forms.

use crate::client::{OPENING, QUESTION, simulator};
use serde_json::{Value, json};
use throughline_simulator::{Options, Simulator};

pub(crate) const MODEL: &str = "claude-opus-4-5";

pub(crate) struct Talk {
    pub(crate) url: String,
    pub(crate) body: Value,
    pub(crate) messages: Vec<Value>,
    pub(crate) betas: &'static str,
}

impl Talk {
    pub(crate) fn new(simulator: &Simulator, model: &str, thinking: Value) -> Self {
        let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]});
        let tools = json!([{"name": "weather", "input_schema": schema}]);
        let mut body = json!({"model": model, "max_tokens": 4096, "tools": tools});
        if !thinking.is_null() {
            body["thinking"] = thinking;
        }
        let url = format!("{}/v1/messages", simulator.base_url("anthropic").unwrap());
        Self { url, body, messages: Vec::new(), betas: "" }
    }
    pub(crate) fn user(&mut self, content: Value) {
        self.messages.push(json!({"role": "user", "content": content}));
    }
    pub(crate) fn assistant(&mut self, content: Value) {
        self.messages.push(json!({"role": "assistant", "content": content}));
    }
    pub(crate) async fn send(&self) -> Result<Value, String> {
        let mut body = self.body.clone();
        body["messages"] = self.messages.clone().into();
        let response =
            crate::http().post(&self.url).header("anthropic-beta", self.betas).json(&body).send().await.unwrap();
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        if status == 200 {
            return Ok(if body["stream"] == true { gathered(&text) } else { serde_json::from_str(&text).unwrap() });
        }
        let error: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (status, &error["type"], &error["error"]["type"]),
            (400, &json!("error"), &json!("invalid_request_error"))
        );
        Err(error["error"]["message"].as_str().unwrap().to_owned())
    }
    /// As with chat: a call, its result, an answer, the question.
    pub(crate) async fn converse(&mut self, echo: impl Fn(Value) -> Value) -> Result<Value, String> {
        self.user(OPENING.into());
        let reply = self.send().await?;
        let call = reply["content"].as_array().unwrap().iter().find(|block| block["type"] == "tool_use").unwrap();
        let result = json!([{"type": "tool_result", "tool_use_id": call["id"], "content": "18°C"}]);
        self.assistant(echo(reply["content"].clone()));
        self.user(result);
        let reply = self.send().await?;
        self.assistant(echo(reply["content"].clone()));
        self.user(json!([{"type": "text", "text": QUESTION}]));
        self.send().await
    }
}

/// A message from its events.
pub(crate) fn gathered(text: &str) -> Value {
    let mut message = Value::Null;
    for event in text.split("\n\n").filter(|event| !event.is_empty()) {
        let (name, data) = event.split_once("\ndata: ").unwrap();
        let data: Value = serde_json::from_str(data).unwrap();
        assert_eq!(name.strip_prefix("event: ").unwrap(), data["type"]);
        let at = data["index"].as_u64().unwrap_or(0) as usize;
        match data["type"].as_str().unwrap() {
            "message_start" => message = data["message"].clone(),
            "content_block_start" => {
                let mut block = data["content_block"].clone();
                if block["type"] == "tool_use" {
                    block["input"] = "".into();
                }
                message["content"].as_array_mut().unwrap().push(block);
            }
            "content_block_delta" => {
                let delta = &data["delta"];
                let (from, to) = match delta["type"].as_str().unwrap() {
                    "thinking_delta" => ("thinking", "thinking"),
                    "signature_delta" => ("signature", "signature"),
                    "text_delta" => ("text", "text"),
                    _ => ("partial_json", "input"),
                };
                let block = &mut message["content"][at];
                block[to] = (block[to].as_str().unwrap().to_owned() + delta[from].as_str().unwrap()).into();
            }
            "content_block_stop" => {
                let block = &mut message["content"][at];
                if block["type"] == "tool_use" {
                    block["input"] = serde_json::from_str(block["input"].as_str().unwrap()).unwrap();
                }
            }
            "message_delta" => {
                message["stop_reason"] = data["delta"]["stop_reason"].clone();
                message["usage"] = data["usage"].clone();
            }
            _ => {}
        }
    }
    message
}

pub(crate) fn enabled() -> Value {
    json!({"type": "enabled", "budget_tokens": 1024})
}

pub(crate) fn said(told: &Result<Value, String>) -> String {
    match told {
        Ok(message) => {
            let texts = message["content"].as_array().unwrap().iter().filter_map(|block| block["text"].as_str());
            let text: String = texts.collect();
            if text.starts_with("The code word was ") { "recalls".to_owned() } else { text }
        }
        Err(message) => message.clone(),
    }
}

const FORGETS: &str = "I do not remember any code word.";

fn without_thinking(content: Value) -> Value {
    content.as_array().unwrap().iter().filter(|block| block["type"] != "thinking").cloned().collect()
}

#[tokio::test]
async fn recall_by_model_and_thinking() {
    let simulator = simulator().await;
    let adaptive = || json!({"type": "adaptive"});
    for (model, thinking, want) in [
        (MODEL, enabled(), "recalls"),
        ("claude-opus-4-6", adaptive(), "recalls"),
        (MODEL, Value::Null, FORGETS),
        (MODEL, json!({"type": "disabled"}), FORGETS),
        ("claude-opus-4-7", adaptive(), "recalls"),
        ("claude-opus-4-7", json!({"type": "adaptive", "display": "summarized"}), "recalls"),
        ("claude-sonnet-5", Value::Null, "recalls"),
        ("claude-opus-4-5-redacted", enabled(), "recalls"),
        ("claude-sonnet-4-5", enabled(), FORGETS),
    ] {
        for stream in [false, true] {
            let mut talk = Talk::new(&simulator, model, thinking.clone());
            talk.body["stream"] = stream.into();
            assert_eq!(said(&talk.converse(|content| content).await), want, "{model} {thinking} {stream}");
        }
    }
    let mut talk = Talk::new(&simulator, "claude-sonnet-4-5", enabled());
    talk.betas = "context-management-2025-06-27";
    talk.body["context_management"] = json!({"edits": [{"type": "clear_thinking_20251015", "keep": "all"}]});
    assert_eq!(said(&talk.converse(|content| content).await), "recalls");
    let mut talk = Talk::new(&simulator, "claude-opus-4-6", adaptive());
    assert_eq!(said(&talk.converse(without_thinking).await), FORGETS);
    let mut talk = Talk::new(&simulator, MODEL, enabled());
    let told = said(&talk.converse(without_thinking).await);
    assert!(told.starts_with("messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled"), "{told}");
}

#[tokio::test]
async fn thinking_has_the_form_that_its_model_gives_it() {
    let simulator = simulator().await;
    let first = async |model: &str| {
        let mut talk = Talk::new(&simulator, model, json!({"type": "adaptive"}));
        talk.user("hello".into());
        talk.send().await.unwrap()["content"][0].clone()
    };
    let block = first("claude-sonnet-4-6").await;
    assert!(block["thinking"].as_str().unwrap().starts_with(' ') && block["signature"].as_str().unwrap().len() > 300);
    let block = first("claude-opus-4-7").await;
    assert_eq!(block["thinking"], "");
    assert!(block["signature"].as_str().unwrap().len() > 200);
    let block = first("claude-redacted").await;
    assert_eq!(block["type"], "redacted_thinking");
    assert!(block.get("thinking").is_none() && block["data"].is_string());
}

#[tokio::test]
async fn both_forms_say_the_same() {
    let simulator = simulator().await;
    for model in ["claude-opus-4-6", "claude-opus-4-7", "claude-redacted", "claude-opus-5-5"] {
        let mut talk = Talk::new(&simulator, model, json!({"type": "adaptive"}));
        talk.user("hello".into());
        let whole = talk.send().await.unwrap();
        talk.body["stream"] = true.into();
        let streamed = talk.send().await.unwrap();
        let plain = |message: &Value| {
            let mut message = message.clone();
            for block in message["content"].as_array_mut().unwrap() {
                block.as_object_mut().unwrap().remove("id");
            }
            json!([message["content"], message["stop_reason"], message["role"]])
        };
        assert_eq!(plain(&streamed), plain(&whole), "{model}");
    }
}

#[tokio::test]
async fn a_changed_byte_is_found_out() {
    let simulator = simulator().await;
    let edit = |model, key: &'static str, to: Option<Value>| {
        let thinking = if model == "claude-opus-4-7" { json!({"type": "adaptive"}) } else { enabled() };
        let mut talk = Talk::new(&simulator, model, thinking);
        async move {
            talk.converse(|mut content| {
                let block = content[0].as_object_mut().unwrap();
                match &to {
                    Some(to) if *to == json!("drop") => drop(block.remove(key)),
                    Some(to) => drop(block.insert(key.to_owned(), to.clone())),
                    None => {
                        let text = block[key].as_str().unwrap().to_owned();
                        let middle = text.char_indices().nth(20).unwrap().0;
                        let other = if text[middle..].starts_with('x') { "y" } else { "x" };
                        let changed = text[..middle].to_owned() + other + &text[middle + 1..];
                        block.insert(key.to_owned(), changed.into());
                    }
                }
                content
            })
            .await
            .unwrap_err()
        }
    };
    let invalid = "messages.1.content.0: Invalid `signature` in `thinking` block";
    let modified = "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.";
    assert_eq!(edit(MODEL, "thinking", None).await, modified);
    assert_eq!(edit(MODEL, "signature", None).await, invalid);
    assert_eq!(edit(MODEL, "signature", Some("".into())).await, invalid);
    assert_eq!(edit(MODEL, "thinking", Some("".into())).await, modified);
    assert_eq!(edit("claude-opus-4-7", "signature", None).await, invalid);
    assert_eq!(edit("claude-opus-4-7", "thinking", Some("I made this up".into())).await, modified);
    assert_eq!(
        edit("claude-redacted", "data", None).await,
        "messages.1.content.0: Invalid `data` in `redacted_thinking` block"
    );
    assert_eq!(
        edit(MODEL, "signature", Some(Value::Null)).await,
        "messages.1.content.0.thinking.signature.str: Input should be a valid string"
    );
    assert_eq!(
        edit(MODEL, "signature", Some("drop".into())).await,
        "messages.1.content.0.thinking.signature: Field required"
    );
    assert_eq!(
        edit(MODEL, "thinking", Some("drop".into())).await,
        "messages.1.content.0.thinking: each thinking block must contain thinking"
    );
    assert_eq!(
        edit(MODEL, "cache_control", Some(json!({}))).await,
        "messages.1.content.0.thinking.cache_control: Extra inputs are not permitted"
    );
}

#[tokio::test]
async fn another_models_thinking_is_dropped_and_said_to_be() {
    let simulator = simulator().await;
    let mut talk = Talk::new(&simulator, "claude-opus-4-6", json!({"type": "adaptive"}));
    talk.converse(|content| content).await.unwrap();
    for (model, want, dropped) in [
        ("claude-opus-4-6-20260301", "recalls", 0),
        ("claude-opus-4.6", "recalls", 0),
        ("claude-sonnet-4-6", FORGETS, 2),
    ] {
        talk.body["model"] = model.into();
        let told = talk.send().await;
        assert_eq!(said(&told), want, "{model}");
        let transformed = told.unwrap()["input_transformations"].as_array().map_or(0, Vec::len);
        assert_eq!(transformed, dropped, "{model}");
    }
}

#[tokio::test]
async fn what_it_caches_it_says() {
    let simulator = simulator().await;
    let mut talk = Talk::new(&simulator, MODEL, enabled());
    talk.user("hello".into());
    assert_eq!(talk.send().await.unwrap()["usage"]["cache_read_input_tokens"], 0);
    let usage = talk.send().await.unwrap()["usage"].clone();
    assert!(
        usage["cache_read_input_tokens"].as_u64().unwrap() > 40 && usage["input_tokens"].as_u64().unwrap() < 2,
        "{usage}"
    );
    assert!(usage["output_tokens_details"]["thinking_tokens"].as_u64().unwrap() > 10);
}

#[tokio::test]
async fn signatures_of_others_pass_where_that_was_asked_for() {
    let lenient = Options { seed: Some(7), foreign_signatures: true, ..Options::default() };
    let simulator = Simulator::start(lenient).unwrap();
    let mut talk = Talk::new(&simulator, MODEL, enabled());
    let told = talk
        .converse(|mut content| {
            content[0]["signature"] = "EsgCCokBCA8YAipA".into();
            content
        })
        .await;
    assert_eq!(said(&told), FORGETS, "accepted, and not read");
}

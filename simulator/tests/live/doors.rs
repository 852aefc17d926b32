//! Messages at doors of others: each platform of Claude, and each maker who speaks as Claude does.

use crate::client::{OPENING, QUESTION, simulator};
use crate::messages::{enabled, gathered};
use base64::Engine;
use serde_json::{Value, json};
use throughline_simulator::Simulator;

/// A conversation that any door may carry on.
struct Talk {
    messages: Vec<Value>,
    thinking: Value,
}

/// What a door wants of a body, beside what all want.
fn dressed(provider: &str, model: &str, body: Value) -> Value {
    let mut body = body;
    match provider {
        "vertex-anthropic" => body["anthropic_version"] = "vertex-2023-10-16".into(),
        "bedrock-invoke" => body["anthropic_version"] = "bedrock-2023-05-31".into(),
        _ => body["model"] = model.into(),
    }
    body
}

fn url(simulator: &Simulator, provider: &str, model: &str, stream: bool) -> String {
    let base = simulator.base_url(provider).unwrap();
    let path = match (provider, stream) {
        ("vertex-anthropic", false) => format!("/models/{model}:rawPredict"),
        ("vertex-anthropic", true) => format!("/models/{model}:streamRawPredict"),
        ("bedrock-invoke", false) => format!("/model/{model}/invoke"),
        ("bedrock-invoke", true) => format!("/model/{model}/invoke-with-response-stream"),
        _ => "/v1/messages".to_owned(),
    };
    base + &path
}

async fn post(simulator: &Simulator, provider: &str, model: &str, stream: bool, body: &Value) -> reqwest::Response {
    crate::http().post(url(simulator, provider, model, stream)).json(body).send().await.unwrap()
}

impl Talk {
    fn new(thinking: Value) -> Self {
        Self { messages: Vec::new(), thinking }
    }
    fn body(&self) -> Value {
        let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]});
        let tools = json!([{"name": "weather", "input_schema": schema}]);
        let mut body = json!({"max_tokens": 4096, "tools": tools, "messages": self.messages});
        if !self.thinking.is_null() {
            body["thinking"] = self.thinking.clone();
        }
        body
    }
    async fn send(&self, simulator: &Simulator, provider: &str, model: &str, stream: bool) -> Result<Value, String> {
        let mut body = dressed(provider, model, self.body());
        if stream && provider != "bedrock-invoke" {
            body["stream"] = true.into();
        }
        let response = post(simulator, provider, model, stream, &body).await;
        let (status, bytes) = (response.status().as_u16(), response.bytes().await.unwrap());
        match (status, stream, provider) {
            (200, true, "bedrock-invoke") => Ok(gathered(&events(&bytes))),
            (200, true, _) => Ok(gathered(std::str::from_utf8(&bytes).unwrap())),
            (200, false, _) => Ok(serde_json::from_slice(&bytes).unwrap()),
            _ => Err(message(&serde_json::from_slice(&bytes).unwrap())),
        }
    }
    fn say(&mut self, role: &str, content: Value) {
        self.messages.push(json!({"role": role, "content": content}));
    }
    /// A call, its result, an answer and the question, each at the next of `doors`.
    async fn converse(
        &mut self,
        simulator: &Simulator,
        doors: [(&str, &str); 3],
        stream: bool,
    ) -> Result<String, String> {
        self.say("user", OPENING.into());
        let reply = self.send(simulator, doors[0].0, doors[0].1, stream).await?;
        let blocks = reply["content"].as_array().unwrap();
        let call = blocks.iter().find(|block| block["type"] == "tool_use").unwrap();
        let result = json!([{"type": "tool_result", "tool_use_id": call["id"], "content": "18°C"}]);
        self.say("assistant", reply["content"].clone());
        self.say("user", result);
        let reply = self.send(simulator, doors[1].0, doors[1].1, stream).await?;
        self.say("assistant", reply["content"].clone());
        self.say("user", QUESTION.into());
        let reply = self.send(simulator, doors[2].0, doors[2].1, stream).await?;
        let texts = reply["content"].as_array().unwrap().iter().filter_map(|block| block["text"].as_str());
        Ok(texts.collect())
    }
}

fn message(error: &Value) -> String {
    error["error"]["message"].as_str().or(error["message"].as_str()).unwrap().to_owned()
}

/// The events that chunks of an event stream bring, as a server would send them.
fn events(bytes: &[u8]) -> String {
    let base64 = base64::engine::general_purpose::STANDARD;
    let chunks = crate::converse::frames(bytes).into_iter().map(|(kind, name, chunk)| {
        assert_eq!((kind.as_str(), name.as_str()), ("event", "chunk"));
        String::from_utf8(base64.decode(chunk["bytes"].as_str().unwrap()).unwrap()).unwrap()
    });
    let named = chunks.map(|event| {
        let kind = serde_json::from_str::<Value>(&event).unwrap()["type"].as_str().unwrap().to_owned();
        format!("event: {kind}\ndata: {event}\n\n")
    });
    named.collect()
}

const CLAUDES: &[(&str, &str)] = &[
    ("anthropic", "claude-opus-4-5"),
    ("vertex-anthropic", "claude-opus-4-5@20251101"),
    ("azure-foundry", "claude-opus-4-5"),
    ("bedrock-invoke", "us.anthropic.claude-opus-4-5-20251101-v1%3A0"),
    ("copilot-anthropic", "claude-opus-4.5"),
];

#[tokio::test]
async fn one_key_holds_at_every_door_of_claude() {
    let simulator = simulator().await;
    for (at, door) in CLAUDES.iter().enumerate() {
        let next = |by: usize| CLAUDES[(at + by) % CLAUDES.len()];
        for doors in [[*door; 3], [*door, next(1), next(2)]] {
            for stream in [false, true] {
                let told = Talk::new(enabled()).converse(&simulator, doors, stream).await;
                assert!(told.as_ref().is_ok_and(|text| text.starts_with("The code word was ")), "{doors:?}: {told:?}");
            }
        }
    }
}

#[tokio::test]
async fn makers_read_their_own_thinking() {
    let simulator = simulator().await;
    for (provider, model) in [
        ("minimax-anthropic", "MiniMax-M2.5"),
        ("moonshot-anthropic", "kimi-k2.7"),
        ("deepseek-anthropic", "deepseek-v4-pro"),
        ("zai-anthropic", "glm-5"),
        ("relay", "claude-sonnet-4-5"),
    ] {
        for stream in [false, true] {
            let told = Talk::new(Value::Null).converse(&simulator, [(provider, model); 3], stream).await;
            assert!(told.as_ref().is_ok_and(|text| text.starts_with("The code word was ")), "{provider}: {told:?}");
        }
    }
    let mut talk = Talk::new(Value::Null);
    talk.say("user", "hello".into());
    let block = |reply: Value| reply["content"][0].clone();
    let signature = block(talk.send(&simulator, "minimax-anthropic", "m", false).await.unwrap())["signature"].clone();
    assert!(signature.as_str().is_some_and(|hex| hex.len() == 64 && hex.bytes().all(|byte| byte.is_ascii_hexdigit())));
    for provider in ["deepseek-anthropic", "moonshot-anthropic", "zai-anthropic"] {
        let block = block(talk.send(&simulator, provider, "m", false).await.unwrap());
        assert_eq!((block["type"].as_str(), block.get("signature")), (Some("thinking"), None), "{provider}");
    }
}

#[tokio::test]
async fn what_makers_refuse() {
    let simulator = simulator().await;
    let call = json!({"type": "tool_use", "id": "call_1", "name": "weather", "input": {}});
    let back = |blocks: Value| {
        let mut talk = Talk::new(Value::Null);
        talk.say("user", "hi".into());
        talk.say("assistant", blocks);
        talk.say("user", json!([{"type": "tool_result", "tool_use_id": "call_1", "content": "r"}]));
        talk
    };
    let unsigned = json!({"type": "thinking", "thinking": "t"});
    let signed = json!({"type": "thinking", "thinking": "t", "signature": "EqQB"});
    let hidden = json!({"type": "redacted_thinking", "data": "EqQB"});
    for (provider, blocks, want) in [
        ("deepseek-anthropic", json!([unsigned, call]), ""),
        (
            "deepseek-anthropic",
            json!([call]),
            "The `content[].thinking` in the thinking mode must be passed back to the API.",
        ),
        (
            "deepseek-anthropic",
            json!([hidden, call]),
            "Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `redacted_thinking`",
        ),
        ("moonshot-anthropic", json!([signed, call]), ""),
        (
            "moonshot-anthropic",
            json!([call]),
            "thinking is enabled but reasoning_content is missing in assistant tool call message at index 1",
        ),
        ("zai-anthropic", json!([call]), ""),
        ("minimax-anthropic", json!([call]), ""),
        (
            "minimax-anthropic",
            json!([signed, call]),
            "invalid params, messages.1.content.0: invalid signature in thinking block (2013)",
        ),
        ("relay", json!([signed, call]), "***.***.content.0: Invalid `signature` in `thinking` block (request id:"),
    ] {
        let told = back(blocks.clone()).send(&simulator, provider, "m", false).await.err().unwrap_or_default();
        assert!(told.starts_with(want) && told.is_empty() == want.is_empty(), "{provider} {blocks}: {told}");
    }
    let mut off = back(json!([call]));
    off.thinking = json!({"type": "disabled"});
    assert!(off.send(&simulator, "deepseek-anthropic", "m", false).await.is_ok());
    let mut orphan = back(json!("a"));
    let told = orphan.send(&simulator, "minimax-anthropic", "m", false).await.unwrap_err();
    assert_eq!(told, "invalid params, tool result's tool id(call_1) not found (2013)");
    orphan.messages.pop();
    orphan.say("user", "well".into());
    assert!(orphan.send(&simulator, "minimax-anthropic", "m", false).await.is_ok());
}

#[tokio::test]
async fn each_platform_has_a_form_of_its_own() {
    let simulator = simulator().await;
    let plain = || json!({"max_tokens": 9, "messages": [{"role": "user", "content": "u"}]});
    let with = |mut body: Value, key: &str, value: Value| {
        body[key] = value;
        body
    };
    let told = async |provider: &str, model: &str, body: Value| {
        let response = post(&simulator, provider, model, false, &body).await;
        let kind = response.headers().get("x-amzn-errortype").is_some();
        assert_eq!(kind, provider == "bedrock-invoke" && response.status() != 200);
        let error: Value = response.json().await.unwrap();
        if error["content"].is_array() { String::new() } else { message(&error) }
    };
    let (vertex, bedrock) = ("vertex-anthropic", "bedrock-invoke");
    let model = "claude-haiku-4-5";
    let good = |provider: &str| dressed(provider, model, plain());
    let effort = json!({"effort": "low"});
    let clear = json!({"edits": [{"type": "clear_thinking_20251015"}]});
    let scoped = json!({"type": "ephemeral", "ttl": "1h", "scope": "global"});
    let said = "The model returned the following errors: ";
    for (provider, body, want) in [
        (vertex, good(vertex), String::new()),
        (vertex, plain(), "anthropic_version: Field required".into()),
        (vertex, with(good(vertex), "model", model.into()), "model: Extra inputs are not permitted".into()),
        (vertex, with(good(vertex), "output_config", effort), "output_config.effort: Extra inputs are not permitted".into()),
        (vertex, with(good(vertex), "anthropic_version", "2023-06-01".into()), "anthropic_version: \"vertex-2023-10-16\" is expected".into()),
        (
            vertex,
            with(good(vertex), "anthropic_beta", json!(["prompt-caching-scope-2026-01-05"])),
            "Unexpected value(s) `prompt-caching-scope-2026-01-05` for the `anthropic-beta` header. Please consult our documentation at platform.claude.com/docs or try again without the header.".into(),
        ),
        (bedrock, good(bedrock), String::new()),
        (bedrock, plain(), format!("{said}anthropic_version: Field required")),
        (bedrock, with(good(bedrock), "model", model.into()), format!("{said}model: Extra inputs are not permitted")),
        (bedrock, with(good(bedrock), "stream", true.into()), format!("{said}stream: Extra inputs are not permitted")),
        (
            bedrock,
            with(with(good(bedrock), "context_management", clear.clone()), "anthropic_beta", json!(["context-management-2025-06-27"])),
            format!("{said}context_management: Extra inputs are not permitted"),
        ),
        ("anthropic", with(good("anthropic"), "context_management", clear), "context_management: Extra inputs are not permitted".into()),
        ("azure-foundry", with(good("azure-foundry"), "anthropic_version", "vertex-2023-10-16".into()), "anthropic_version: Extra inputs are not permitted".into()),
        (
            "copilot-anthropic",
            with(good("copilot-anthropic"), "system", json!([{"type": "text", "text": "s", "cache_control": scoped}])),
            "system.0.cache_control.ephemeral.scope: Extra inputs are not permitted".into(),
        ),
        ("copilot-anthropic", with(good("copilot-anthropic"), "reasoning_effort", "low".into()), "reasoning_effort: Extra inputs are not permitted".into()),
    ] {
        assert_eq!(told(provider, model, body.clone()).await, want, "{provider} {body}");
    }
    for (provider, mark) in [(vertex, "msg_vrtx_01"), (bedrock, "msg_bdrk_01"), ("anthropic", "msg_01")] {
        let reply: Value = post(&simulator, provider, model, false, &good(provider)).await.json().await.unwrap();
        assert!(reply["id"].as_str().unwrap().starts_with(mark));
    }
}

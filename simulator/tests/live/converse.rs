//! Bedrock Converse: recall by family of models, its refusals, both forms, and frames as others read them.

use crate::client::{OPENING, QUESTION, simulator};
use serde_json::{Value, json};
use throughline_simulator::{Fault, Simulator};

pub(crate) const CLAUDE: &str = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";

pub(crate) struct Talk {
    url: String,
    pub(crate) body: Value,
    pub(crate) messages: Vec<Value>,
    pub(crate) stream: bool,
}

impl Talk {
    pub(crate) fn new(simulator: &Simulator, model: &str, fields: Value) -> Self {
        let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]});
        let tools = json!([{"toolSpec": {"name": "weather", "inputSchema": {"json": schema}}}]);
        let mut body = json!({"toolConfig": {"tools": tools}});
        if !fields.is_null() {
            body["additionalModelRequestFields"] = fields;
        }
        let url = format!(
            "{}/model/{}",
            simulator.base_url("bedrock").unwrap(),
            model.replace(':', "%3A").replace('/', "%2F")
        );
        Self { url, body, messages: Vec::new(), stream: false }
    }
    pub(crate) fn user(&mut self, content: Value) {
        self.messages.push(json!({"role": "user", "content": content}));
    }
    pub(crate) fn assistant(&mut self, content: Value) {
        self.messages.push(json!({"role": "assistant", "content": content}));
    }
    pub(crate) async fn response(&self) -> reqwest::Response {
        let mut body = self.body.clone();
        body["messages"] = self.messages.clone().into();
        let url = self.url.clone() + if self.stream { "/converse-stream" } else { "/converse" };
        crate::http().post(url).json(&body).send().await.unwrap()
    }
    pub(crate) async fn send(&self) -> Result<Value, String> {
        let response = self.response().await;
        let (status, kind) = (response.status().as_u16(), response.headers().get("x-amzn-errortype").cloned());
        let bytes = response.bytes().await.unwrap();
        if status == 200 {
            return Ok(if self.stream { gathered(&frames(&bytes)) } else { serde_json::from_slice(&bytes).unwrap() });
        }
        let error: Value = serde_json::from_slice(&bytes).unwrap();
        let want = if status == 500 { "InternalServerException" } else { "ValidationException" };
        assert_eq!((status / 100 == 5, kind.unwrap().to_str().unwrap()), (want.starts_with('I'), want));
        Err(error["message"].as_str().unwrap().to_owned())
    }
    /// A call, its result, an answer, the question.
    pub(crate) async fn converse(&mut self, echo: impl Fn(Value) -> Value) -> Result<Value, String> {
        self.user(json!([{"text": OPENING}]));
        let reply = self.send().await?;
        let content = reply["output"]["message"]["content"].clone();
        let call = content.as_array().unwrap().iter().find(|block| block["toolUse"].is_object()).unwrap();
        let result = json!({"toolUseId": call["toolUse"]["toolUseId"], "content": [{"text": "18°C"}]});
        self.assistant(echo(content.clone()));
        self.user(json!([{"toolResult": result}]));
        let reply = self.send().await?;
        self.assistant(echo(reply["output"]["message"]["content"].clone()));
        self.user(json!([{"text": QUESTION}]));
        self.send().await
    }
}

/// Each message of an event stream: its type, its name, its payload.
pub(crate) fn frames(mut bytes: &[u8]) -> Vec<(String, String, Value)> {
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let long = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let (total, headers) = (long(0), long(4));
        let (mut named, payload) = bytes[12..total - 4].split_at(headers);
        bytes = &bytes[total..];
        let (mut name, mut kind) = (String::new(), String::new());
        while !named.is_empty() {
            let (key, rest) = named[1..].split_at(usize::from(named[0]));
            assert_eq!(rest[0], 7, "a string");
            let (value, rest) = rest[3..].split_at(usize::from(u16::from_be_bytes([rest[1], rest[2]])));
            match (key, std::str::from_utf8(value).unwrap().to_owned()) {
                (b":event-type" | b":exception-type" | b":error-code", value) => name = value,
                (b":message-type", value) => kind = value,
                _ => {}
            }
            named = rest;
        }
        all.push((kind, name, serde_json::from_slice(payload).unwrap_or(Value::Null)));
    }
    all
}

/// A whole reply from its events.
fn gathered(frames: &[(String, String, Value)]) -> Value {
    use base64::Engine;
    let base64 = base64::engine::general_purpose::STANDARD;
    let mut content: Vec<Value> = Vec::new();
    let mut reply = json!({});
    for (kind, name, event) in frames {
        assert_eq!((kind.as_str(), event["p"].is_string()), ("event", true));
        let at = event["contentBlockIndex"].as_u64().map(|at| at as usize);
        match (name.as_str(), at) {
            ("contentBlockStart", Some(_)) => {
                let call = &event["start"]["toolUse"];
                content.push(json!({"toolUse": {"name": call["name"], "toolUseId": call["toolUseId"], "input": ""}}));
            }
            ("contentBlockDelta", Some(at)) => {
                if at == content.len() {
                    content.push(json!({}));
                }
                let join = |value: &mut Value, more: &Value| {
                    *value = (value.as_str().unwrap_or_default().to_owned() + more.as_str().unwrap()).into();
                };
                let (block, delta) = (&mut content[at], &event["delta"]);
                let reasoning = &delta["reasoningContent"];
                match (delta, reasoning) {
                    (_, Value::Object(one)) if one.contains_key("redactedContent") => {
                        let whole = &mut block["reasoningContent"]["redactedContent"];
                        let mut bytes = base64.decode(whole.as_str().unwrap_or_default()).unwrap();
                        bytes.extend(base64.decode(one["redactedContent"].as_str().unwrap()).unwrap());
                        *whole = base64.encode(bytes).into();
                    }
                    (_, Value::Object(one)) => {
                        let readable = &mut block["reasoningContent"]["reasoningText"];
                        readable["text"] = readable["text"].as_str().unwrap_or_default().into();
                        one.iter().for_each(|(key, more)| join(&mut readable[key], more));
                    }
                    _ if delta["text"].is_string() => join(&mut block["text"], &delta["text"]),
                    _ => join(&mut block["toolUse"]["input"], &delta["toolUse"]["input"]),
                }
            }
            ("messageStop", _) => reply["stopReason"] = event["stopReason"].clone(),
            ("metadata", _) => reply["usage"] = event["usage"].clone(),
            _ => {}
        }
    }
    for block in content.iter_mut().filter(|block| block["toolUse"].is_object()) {
        block["toolUse"]["input"] = serde_json::from_str(block["toolUse"]["input"].as_str().unwrap()).unwrap();
    }
    reply["output"]["message"] = json!({"role": "assistant", "content": content});
    reply
}

pub(crate) fn enabled() -> Value {
    json!({"thinking": {"type": "enabled", "budget_tokens": 1024}})
}

const FORGETS: &str = "I do not remember any code word.";

pub(crate) fn said(told: &Result<Value, String>) -> String {
    match told {
        Ok(reply) => {
            let content = reply["output"]["message"]["content"].as_array().unwrap();
            let text: String = content.iter().filter_map(|block| block["text"].as_str()).collect();
            if text.contains("The code word was ") { "recalls".to_owned() } else { text }
        }
        Err(message) => message.clone(),
    }
}

fn without(content: Value) -> Value {
    content.as_array().unwrap().iter().filter(|block| block.get("reasoningContent").is_none()).cloned().collect()
}

const REFUSED: &str =
    "User messages cannot contain reasoning content. Please remove the reasoning content and try again.";

#[tokio::test]
async fn recall_by_family() {
    let simulator = simulator().await;
    for (model, as_it_came, thoughtless) in [
        (CLAUDE, FORGETS, "The model returned the following errors: messages.1.content.0.type: Expected `thinking`"),
        (
            "eu.anthropic.claude-opus-4-5-20251101-v1:0",
            "recalls",
            "The model returned the following errors: messages.1",
        ),
        ("openai.gpt-oss-120b-1:0", "recalls", FORGETS),
        ("qwen.qwen3-32b-v1:0", "recalls", FORGETS),
        ("qwen.qwen3-coder-480b-a35b-v1:0", REFUSED, FORGETS),
        ("minimax.minimax-m2", "recalls", FORGETS),
        ("moonshot.kimi-k2-thinking", "recalls", FORGETS),
        ("zai.glm-4.7", "recalls", FORGETS),
        ("us.deepseek.r1-v1:0", REFUSED, FORGETS),
        ("us.amazon.nova-pro-v1:0", "recalls", "recalls"),
        ("us.amazon.nova-2-lite-v1:0", FORGETS, FORGETS),
        ("xai.grok-4", "recalls", FORGETS),
        ("meta.llama4-maverick", FORGETS, FORGETS),
        ("arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc", FORGETS, FORGETS),
    ] {
        for stream in [false, true] {
            for (echo, want) in [(&(|content| content) as &dyn Fn(Value) -> Value, as_it_came), (&without, thoughtless)]
            {
                let fields = if model.contains("claude") { enabled() } else { Value::Null };
                let mut talk = Talk::new(&simulator, model, fields);
                talk.stream = stream;
                let told = said(&talk.converse(echo).await);
                let told = told.rsplit("</thinking>\n").next().unwrap();
                assert!(told.starts_with(want), "{model} {stream}: {told}");
            }
        }
    }
}

#[tokio::test]
async fn an_earlier_thought_is_too_much_for_some() {
    let simulator = simulator().await;
    let mut talk = Talk::new(&simulator, "moonshotai.kimi-k3", Value::Null);
    let told = talk.converse(|content| content).await.unwrap_err();
    assert!(told.starts_with("The system encountered an unexpected error"), "{told}");
    assert_eq!(talk.messages.len(), 5, "in its own loop it was welcome");
}

#[tokio::test]
async fn an_exception_ends_a_stream() {
    let simulator = simulator().await;
    let mut talk = Talk::new(&simulator, CLAUDE, enabled());
    talk.stream = true;
    talk.user(json!([{"text": OPENING}]));
    for (fault, last) in [
        (Fault::Fail { after: 2 }, ("exception", "modelStreamErrorException")),
        (Fault::Exception { after: 2, name: "throttlingException".into() }, ("exception", "throttlingException")),
        (Fault::Exception { after: 2, name: "InternalFailure".into() }, ("error", "InternalFailure")),
    ] {
        simulator.fault_times("bedrock", fault, 1).unwrap();
        let all = frames(&talk.response().await.bytes().await.unwrap());
        assert_eq!((all.len(), (all[2].0.as_str(), all[2].1.as_str())), (3, last));
    }
    assert!(simulator.fault("groq", Fault::Exception { after: 0, name: "x".into() }).is_err());
}

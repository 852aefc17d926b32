//! A small client: it keeps a conversation as JSON, streams or not, and echoes of a reply what a test tells it to.

use reqwest::{Client, Response};
use serde_json::{Map, Value, json};
use throughline_simulator::{Options, Simulator};

pub(crate) const OPENING: &str = "How is the weather in Florence?";
pub(crate) const QUESTION: &str = "Which code word did you think of?";

pub(crate) async fn simulator() -> Simulator {
    Simulator::start(Options { seed: Some(7), ..Options::default() }).unwrap()
}

pub(crate) fn tools() -> Value {
    json!([{"type": "function", "function": {"name": "weather", "parameters":
        {"type": "object", "properties": {"location": {"type": "string"}}, "required": ["location"]}}}])
}

/// A refusal, or a reply's message.
pub(crate) type Told = Result<Value, Refused>;

#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) status: u16,
    pub(crate) body: String,
    pub(crate) rule: String,
}

pub(crate) struct Chat {
    pub(crate) url: String,
    pub(crate) body: Map<String, Value>,
    pub(crate) messages: Vec<Value>,
    pub(crate) stream: bool,
    http: Client,
}

impl Chat {
    pub(crate) fn new(simulator: &Simulator, provider: &str, model: &str) -> Self {
        let url = format!("{}/chat/completions", simulator.base_url(provider).unwrap());
        let mut body = Map::new();
        body.insert("model".to_owned(), model.into());
        body.insert("tools".to_owned(), tools());
        Self { url, body, messages: Vec::new(), stream: false, http: crate::http() }
    }

    /// Adds members to every request.
    pub(crate) fn with(mut self, members: Value) -> Self {
        self.body.extend(members.as_object().unwrap().clone());
        self
    }

    pub(crate) fn streaming(mut self, stream: bool) -> Self {
        self.stream = stream;
        self
    }

    pub(crate) fn request(&self) -> Value {
        let mut body = self.body.clone();
        body.insert("messages".to_owned(), self.messages.clone().into());
        body.insert("stream".to_owned(), self.stream.into());
        if self.stream {
            body.insert("stream_options".to_owned(), json!({"include_usage": true}));
        }
        body.into()
    }

    /// Sends what was said so far.
    pub(crate) async fn send(&self) -> Told {
        let response = self.http.post(&self.url).json(&self.request()).send().await.unwrap();
        read(response, self.stream).await
    }

    pub(crate) fn user(&mut self, text: &str) {
        self.messages.push(json!({"role": "user", "content": text}));
    }

    pub(crate) fn result(&mut self, call: &Value) {
        self.messages.push(json!({"role": "tool", "tool_call_id": call["id"], "content": "18°C and sunny"}));
    }

    /// A question, a call, its result, an answer, and at last the question about the code word.
    pub(crate) async fn converse(&mut self, echo: impl Fn(&Value) -> Value) -> Told {
        self.user(OPENING);
        let reply = self.send().await?;
        self.messages.push(echo(&reply));
        self.result(&reply["tool_calls"][0]);
        let reply = self.send().await?;
        self.messages.push(echo(&reply));
        self.user(QUESTION);
        self.send().await
    }
}

/// The message of a reply.
pub(crate) async fn read(response: Response, stream: bool) -> Told {
    let status = response.status().as_u16();
    let rule = response.headers().get("x-simulator-rule").map(|rule| rule.to_str().unwrap().to_owned());
    let body = response.text().await.unwrap();
    if status != 200 {
        return Err(Refused { status, body, rule: rule.unwrap_or_default() });
    }
    if stream {
        return Ok(gathered(&events(&body)));
    }
    Ok(serde_json::from_str::<Value>(&body).unwrap()["choices"][0]["message"].clone())
}

/// The payloads of a stream.
pub(crate) fn events(body: &str) -> Vec<Value> {
    let data = body.split("\n\n").filter_map(|event| event.lines().find_map(|line| line.strip_prefix("data: ")));
    data.filter(|data| *data != "[DONE]").map(|data| serde_json::from_str(data).unwrap()).collect()
}

/// A message from its deltas, as a careful client puts it together.
pub(crate) fn gathered(events: &[Value]) -> Value {
    let mut message = json!({"role": "assistant"});
    for delta in events.iter().map(|event| &event["choices"][0]["delta"]) {
        for key in ["content", "reasoning", "reasoning_content", "reasoning_text"] {
            join(&mut message, key, &delta[key]);
        }
        // Of blobs the last is the one that holds.
        for key in ["reasoning_opaque", "extra_content"] {
            if delta[key].is_string() || delta[key]["google"]["thought_signature"].is_string() {
                message[key] = delta[key].clone();
            }
        }
        for entry in delta["reasoning_details"].as_array().into_iter().flatten() {
            entries(&mut message, entry);
        }
        for call in delta["tool_calls"].as_array().into_iter().flatten() {
            if call["id"].is_string() {
                let mut call = call.clone();
                call.as_object_mut().unwrap().remove("index");
                if !message["tool_calls"].is_array() {
                    message["tool_calls"] = json!([]);
                }
                message["tool_calls"].as_array_mut().unwrap().push(call);
                continue;
            }
            let at = usize::try_from(call["index"].as_u64().unwrap()).unwrap();
            join(&mut message["tool_calls"][at]["function"], "arguments", &call["function"]["arguments"]);
        }
    }
    message
}

/// Text goes to text, chunks of a list to the chunk of their type.
fn join(message: &mut Value, key: &str, more: &Value) {
    match more {
        Value::String(more) => match &mut message[key] {
            Value::String(text) => text.push_str(more),
            Value::Array(chunks) if more.is_empty() => drop(chunks.len()),
            Value::Array(chunks) => match chunks.iter_mut().find(|chunk| chunk["type"] == "text") {
                Some(chunk) => join(chunk, "text", &Value::from(more.as_str())),
                None => chunks.push(json!({"type": "text", "text": more})),
            },
            empty => *empty = more.as_str().into(),
        },
        Value::Array(more) => {
            if !message[key].is_array() {
                message[key] =
                    json!([{"type": "thinking", "thinking": [{"type": "text", "text": ""}], "closed": true}]);
            }
            for text in more.iter().flat_map(|chunk| chunk["thinking"].as_array().unwrap()) {
                join(&mut message[key][0]["thinking"][0], "text", &text["text"]);
            }
        }
        _ => {}
    }
}

fn entries(message: &mut Value, entry: &Value) {
    if !message["reasoning_details"].is_array() {
        message["reasoning_details"] = json!([]);
    }
    let list = message["reasoning_details"].as_array_mut().unwrap();
    let Some(same) = list.iter_mut().find(|known| known["type"] == entry["type"]) else {
        let mut entry = entry.clone();
        if entry["signature"] == "" {
            entry.as_object_mut().unwrap().remove("signature");
        }
        list.push(entry);
        return;
    };
    for key in ["text", "summary"] {
        join(same, key, &entry[key]);
    }
    if let Some(signature) = entry["signature"].as_str().filter(|signature| !signature.is_empty()) {
        same["signature"] = signature.into();
    }
}

/// The message with these members alone, and what any client keeps.
pub(crate) fn only(keys: &'static [&'static str]) -> impl Fn(&Value) -> Value {
    move |message| {
        let kept = ["role", "content", "tool_calls"];
        let members = message.as_object().unwrap().iter();
        let members = members
            .filter(|(key, value)| (kept.contains(&key.as_str()) || keys.contains(&key.as_str())) && !value.is_null());
        members.map(|(key, value)| (key.clone(), value.clone())).collect::<Map<_, _>>().into()
    }
}

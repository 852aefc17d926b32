//! A small client of contents and parts: it keeps a conversation as JSON, takes replies in all three forms, and echoes of one what a
//! test tells it to.

use crate::client::{OPENING, QUESTION, simulator};
use serde_json::{Value, json};
use throughline_simulator::Simulator;

/// What stands for a signature on a call.
pub(crate) const SKIP: &str = "skip_thought_signature_validator";

/// How a reply is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    Whole,
    Events,
    List,
}

pub(crate) const FORMS: [Form; 3] = [Form::Whole, Form::Events, Form::List];

pub(crate) struct Talk {
    pub(crate) base: String,
    pub(crate) model: String,
    pub(crate) form: Form,
    pub(crate) body: Value,
    pub(crate) contents: Vec<Value>,
}

/// A refusal.
#[derive(Debug, PartialEq)]
pub(crate) struct Refused {
    pub(crate) status: u16,
    pub(crate) rule: String,
    pub(crate) message: String,
    pub(crate) body: String,
}

impl Talk {
    pub(crate) fn new(simulator: &Simulator, provider: &str, model: &str) -> Self {
        let schema = json!({"type": "OBJECT", "properties": {"city": {"type": "STRING"}}, "required": ["city"]});
        let tools = json!([{"functionDeclarations": [{"name": "weather", "parameters": schema}]}]);
        Self {
            base: simulator.base_url(provider).unwrap(),
            model: model.to_owned(),
            form: Form::Whole,
            body: json!({"tools": tools}),
            contents: Vec::new(),
        }
    }
    pub(crate) fn user(&mut self, text: &str) {
        self.contents.push(json!({"role": "user", "parts": [{"text": text}]}));
    }
    pub(crate) fn own(&mut self, parts: Value) {
        self.contents.push(json!({"role": "model", "parts": parts}));
    }
    /// The results of `parts`' calls.
    pub(crate) fn results(&mut self, parts: &Value) {
        let calls = parts.as_array().unwrap().iter().filter_map(|part| part.get("functionCall"));
        let results = calls.map(|call| {
            let mut result = json!({"name": call["name"], "response": {"output": "18°C and sunny"}});
            if let Some(id) = call.get("id") {
                result["id"] = id.clone();
            }
            json!({"functionResponse": result})
        });
        self.contents.push(json!({"role": "user", "parts": results.collect::<Vec<_>>()}));
    }
    pub(crate) fn request(&self) -> Value {
        let mut body = self.body.clone();
        body["contents"] = self.contents.clone().into();
        body
    }
    pub(crate) async fn raw(&self) -> reqwest::Response {
        let method = match self.form {
            Form::Whole => "generateContent",
            Form::Events => "streamGenerateContent?alt=sse",
            Form::List => "streamGenerateContent",
        };
        let url = format!("{}/models/{}:{method}", self.base, self.model);
        crate::http().post(url).json(&self.request()).send().await.unwrap()
    }
    /// The documents of a reply.
    pub(crate) async fn documents(&self) -> Result<Vec<Value>, Refused> {
        let response = self.raw().await;
        let status = response.status().as_u16();
        let header = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        let (rule, kind) = (header("x-simulator-rule").unwrap_or_default(), header("content-type").unwrap());
        let body = response.text().await.unwrap();
        if status != 200 {
            let error: Value = serde_json::from_str(&body).unwrap();
            assert_eq!(error["error"]["code"], status);
            let message = error["error"]["message"].as_str().unwrap().to_owned();
            return Err(Refused { status, rule, message, body });
        }
        let streams = self.form == Form::Events;
        assert_eq!(kind, if streams { "text/event-stream" } else { "application/json" });
        Ok(match self.form {
            Form::Whole => vec![serde_json::from_str(&body).unwrap()],
            Form::List => serde_json::from_str(&body).unwrap(),
            Form::Events => body
                .split_terminator("\r\n\r\n")
                .map(|event| serde_json::from_str(event.strip_prefix("data: ").unwrap()).unwrap())
                .collect(),
        })
    }
    /// The parts of a reply, each as it came; those that say nothing and sign nothing are left out.
    pub(crate) async fn send(&self) -> Result<Value, Refused> {
        let documents = self.documents().await?;
        let parts = documents
            .iter()
            .flat_map(|document| document["candidates"][0]["content"]["parts"].as_array().cloned().unwrap_or_default());
        Ok(parts.filter(|part| *part != json!({"text": ""})).collect())
    }
    /// A question, a call, its result, an answer, and at last the question about the code word.
    pub(crate) async fn converse(&mut self, echo: impl Fn(Value) -> Value) -> Result<String, Refused> {
        self.user(OPENING);
        for round in 0..2 {
            let parts = echo(self.send().await?);
            self.own(parts.clone());
            if round == 0 {
                self.results(&parts);
            }
        }
        self.user(QUESTION);
        self.send().await.map(|parts| text(&parts))
    }
}

/// What was said.
pub(crate) fn text(parts: &Value) -> String {
    let said = parts.as_array().unwrap().iter().filter(|part| part.get("thought").is_none());
    said.filter_map(|part| part["text"].as_str()).collect()
}

/// In one word.
pub(crate) fn outcome(told: &Result<String, Refused>) -> String {
    match told {
        Ok(said) if said.starts_with("The code word was ") => "recalls".to_owned(),
        Ok(said) if said == "I do not remember any code word." => "forgets".to_owned(),
        Ok(said) => said.clone(),
        Err(refused) => format!("{} {}", refused.status, refused.rule),
    }
}

/// Every part without its signature.
pub(crate) fn bare(mut parts: Value) -> Value {
    for part in parts.as_array_mut().unwrap() {
        part.as_object_mut().unwrap().remove("thoughtSignature");
    }
    let said = parts.as_array().unwrap().iter().filter(|part| **part != json!({"text": ""}));
    said.cloned().collect()
}

/// A conversation up to the point where its second reply is due.
pub(crate) async fn running(simulator: &Simulator, provider: &str, model: &str) -> Talk {
    let mut talk = Talk::new(simulator, provider, model);
    talk.user(OPENING);
    let parts = talk.send().await.unwrap();
    talk.own(parts.clone());
    talk.results(&parts);
    talk
}

pub(crate) async fn said(talk: &Talk) -> String {
    match talk.send().await {
        Ok(_) => "accepted".to_owned(),
        Err(refused) => refused.message,
    }
}

/// What becomes of it where `change` was made.
pub(crate) async fn changed(provider: &str, model: &str, change: impl Fn(&mut Vec<Value>)) -> String {
    let simulator = simulator().await;
    let mut talk = running(&simulator, provider, model).await;
    change(&mut talk.contents);
    said(&talk).await
}

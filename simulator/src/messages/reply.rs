//! A Messages reply, whole and as a stream of named events.

use super::Heard;
use super::carriers::ISSUER;
use crate::answer::Usage;
use crate::chat::pieces;
use crate::table::SIGNED;
use crate::terms::Terms;
use crate::wire::{Object, Raw, object};

/// What both forms of a reply are made of.
pub(super) struct Reply<'a> {
    heard: &'a Heard,
    id: String,
    usage: &'a Usage,
    blocks: Vec<Shown>,
}

/// A block of a reply.
pub(crate) enum Shown {
    Thinking { text: String, signature: String },
    Redacted { data: String },
    Text(String),
    Call { id: String, name: String, input: String },
}

impl<'a> Reply<'a> {
    pub(super) fn new(heard: &'a Heard, terms: &Terms<'_>, id: &str, usage: &'a Usage) -> Self {
        let blocks = heard.blocks(terms, id);
        Self { heard, id: format!("msg_01{id}"), usage, blocks }
    }

    /// The reply in one piece.
    pub(super) fn whole(&self) -> String {
        let blocks: Vec<Object> = self.blocks.iter().map(Shown::whole).collect();
        let message = self.head().with("content", &blocks).with("stop_reason", self.stop());
        let usage = self.usage(self.usage.thought + self.usage.said);
        self.transformed(message.with("stop_sequence", &None::<&str>).with("usage", &usage)).done().into_string()
    }

    /// The frames of the stream.
    pub(super) fn events(&self) -> Vec<String> {
        let message =
            self.head().with("content", &Raw::new("[]")).members(r#""stop_reason":null,"stop_sequence":null"#);
        let message = message.with("usage", &self.usage(1));
        let mut events = vec![event("message_start", |event| event.with("message", &message))];
        for (index, block) in self.blocks.iter().enumerate() {
            let at = |name, key, value: &Object| event(name, |event| event.with("index", &index).with(key, value));
            events.push(at("content_block_start", "content_block", &block.opening()));
            if index == 0 {
                events.push(event("ping", |event| event));
            }
            events.extend(block.deltas().iter().map(|delta| at("content_block_delta", "delta", delta)));
            events.push(event("content_block_stop", |event| event.with("index", &index)));
        }
        let delta = object! { "stop_reason": self.stop(), "stop_sequence": None::<&str> };
        let usage = self.usage(self.usage.thought + self.usage.said);
        let ended = |event: Object| self.transformed(event.with("delta", &delta).with("usage", &usage));
        events.push(event("message_delta", ended));
        events.push(event("message_stop", |event| event));
        events
    }

    fn head(&self) -> Object {
        object! { "model": self.heard.model, "id": self.id, "type": "message", "role": "assistant" }
    }

    fn stop(&self) -> &'static str {
        if !self.heard.act.calls.is_empty() { "tool_use" } else { "end_turn" }
    }

    fn usage(&self, output: usize) -> Object {
        let usage = self.usage;
        object! {
            "input_tokens": usage.prompt - usage.cached,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": usage.cached,
            "output_tokens": output,
            "output_tokens_details": object! { "thinking_tokens": usage.thought },
            "service_tier": "standard",
        }
    }

    fn transformed(&self, object: Object) -> Object {
        object.maybe("input_transformations", self.heard.transformations().as_ref())
    }
}

impl Heard {
    /// What the model shows of its act.
    pub(crate) fn blocks(&self, terms: &Terms<'_>, id: &str) -> Vec<Shown> {
        let act = &self.act;
        let thinking = act.thought.as_ref().map(|thought| {
            let sealed = || terms.keys.seal(ISSUER, &SIGNED, &self.model, thought);
            match (self.claude.redacts, self.omits) {
                (true, _) => Shown::Redacted { data: sealed() },
                (_, true) => Shown::Thinking { text: String::new(), signature: sealed() },
                _ => Shown::Thinking {
                    text: thought.clone(),
                    signature: terms.keys.sign(ISSUER, &SIGNED, &self.model, thought),
                },
            }
        });
        let text = Some(act.text.clone()).filter(|text| !text.is_empty()).map(Shown::Text);
        let calls = act.calls.iter().enumerate().map(|(number, (name, input))| Shown::Call {
            id: format!("toolu_01{}", terms.keys.token(&["call", id, &number.to_string()], 22)),
            name: name.clone(),
            input: input.to_string(),
        });
        thinking.into_iter().chain(text).chain(calls).collect()
    }

    /// Says which blocks were left out, where any was.
    pub(crate) fn transformations(&self) -> Option<Vec<Object>> {
        let dropped = |path: &String| {
            object! { "type": "thinking_dropped", "path": path, "reason": "model_binding_mismatch" }
        };
        Some(self.dropped.iter().map(dropped).collect()).filter(|all: &Vec<_>| !all.is_empty())
    }
}

impl Shown {
    fn whole(&self) -> Object {
        match self {
            Self::Thinking { text, signature } => {
                object! { "type": "thinking", "thinking": text, "signature": signature }
            }
            Self::Redacted { data } => object! { "type": "redacted_thinking", "data": data },
            Self::Text(text) => object! { "type": "text", "text": text },
            Self::Call { id, name, input } => call(id, name, &Raw::new(input)),
        }
    }

    fn opening(&self) -> Object {
        match self {
            Self::Thinking { .. } => object! { "type": "thinking", "thinking": "", "signature": "" },
            Self::Redacted { .. } => self.whole(),
            Self::Text(_) => object! { "type": "text", "text": "" },
            Self::Call { id, name, .. } => call(id, name, &Raw::new("{}")),
        }
    }

    fn deltas(&self) -> Vec<Object> {
        match self {
            Self::Thinking { text, signature } => {
                let thoughts = pieces(text).map(|piece| object! { "type": "thinking_delta", "thinking": piece });
                thoughts.chain([object! { "type": "signature_delta", "signature": signature }]).collect()
            }
            Self::Redacted { .. } => Vec::new(),
            Self::Text(text) => pieces(text).map(|piece| object! { "type": "text_delta", "text": piece }).collect(),
            Self::Call { input, .. } => {
                let inputs = std::iter::once("").chain(pieces(input));
                inputs.map(|piece| object! { "type": "input_json_delta", "partial_json": piece }).collect()
            }
        }
    }
}

fn call(id: &str, name: &str, input: &Raw) -> Object {
    object! { "type": "tool_use", "id": id, "name": name, "input": input, "caller": object! { "type": "direct" } }
}

fn event(name: &str, fill: impl FnOnce(Object) -> Object) -> String {
    format!("event: {name}\ndata: {}\n\n", fill(object! { "type": name }).done().as_str())
}

//! A Messages reply, whole and as a stream of named events.

use super::Heard;
use super::carriers::Dropped;
use super::prefix::Prefix;
use super::seal::Seal;
use crate::answer::Usage;
use crate::chat::pieces;
use crate::frame;
use crate::provider::Vouch;
use crate::seal::encoded;
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
    /// Signed, where somebody vouches for it.
    Thinking {
        text: String,
        signature: Option<String>,
    },
    Redacted {
        data: String,
    },
    Text(String),
    Call {
        id: String,
        name: String,
        input: String,
    },
}

impl<'a> Reply<'a> {
    pub(super) fn new(heard: &'a Heard, terms: &Terms<'_>, id: &str, usage: &'a Usage) -> Self {
        let blocks = heard.blocks(terms, id);
        Self { heard, id: format!("msg_{}01{id}", heard.provider.manner.mark), usage, blocks }
    }

    /// The reply in one piece.
    pub(super) fn whole(&self) -> String {
        let blocks: Vec<Object> = self.blocks.iter().map(Shown::whole).collect();
        let message = self.head().with("content", &blocks).with("stop_reason", self.stop());
        let usage = self.usage(self.usage.thought + self.usage.said);
        self.transformed(message.with("stop_sequence", &None::<&str>).with("usage", &usage)).done().into_string()
    }

    /// The events of the stream, as a server sends them.
    pub(super) fn events(&self) -> Vec<String> {
        let events = self.stream().into_iter();
        events.map(|(name, event)| format!("event: {name}\ndata: {}\n\n", event.done().as_str())).collect()
    }

    /// The events of the stream, as messages of an event stream that bring bytes.
    pub(super) fn chunks(&self) -> Vec<Vec<u8>> {
        let usage = self.usage;
        let metrics = object! {
            "inputTokenCount": usage.prompt - usage.cached, "outputTokenCount": usage.thought + usage.said,
            "invocationLatency": 2210, "firstByteLatency": 1711,
        };
        let events = self.stream().into_iter().map(|(kind, event)| {
            let last = kind == "message_stop";
            let name = self.heard.provider.manner.metrics;
            let event = event.maybe(name, last.then_some(&metrics));
            let chunk = object! { "bytes": encoded(event.done().as_str()), "p": "abcdefghijklmnop" };
            frame::event("chunk", chunk.done().as_str())
        });
        events.collect()
    }

    fn stream(&self) -> Vec<(&'static str, Object)> {
        let message =
            self.head().with("content", &Raw::new("[]")).members(r#""stop_reason":null,"stop_sequence":null"#);
        let message = self.transformed(message.with("usage", &self.usage(1)));
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
        let mut before = self.before.clone();
        before.open("assistant");
        let mut all: Vec<Shown> = Vec::new();
        let mut push = |before: &mut Prefix, block: Shown| {
            before.say(&block);
            all.push(block);
        };
        let hides = self.redacts || self.claude.redacts;
        if let Some(thought) = &act.thought {
            let block = self.thought(terms, &before, thought, hides);
            push(&mut before, block);
            if self.redacts {
                let block = self.thought(terms, &before, act.summary, true);
                push(&mut before, block);
            }
        }
        if !act.text.is_empty() {
            push(&mut before, Shown::Text(act.text.clone()));
        }
        let mark = self.provider.manner.mark;
        for (number, (name, input)) in act.calls.iter().enumerate() {
            if number > 0 && self.claude.binds && act.thought.is_some() {
                let block = self.thought(terms, &before, &format!("That leaves {name}."), hides);
                push(&mut before, block);
            }
            let id = format!("toolu_{mark}01{}", terms.keys.token(&["call", id, &number.to_string()], 22));
            push(&mut before, Shown::Call { id, name: name.clone(), input: input.to_string() });
        }
        all
    }

    /// One thought, vouched for as the host does.
    fn thought(&self, terms: &Terms<'_>, before: &Prefix, thought: &str, hides: bool) -> Shown {
        let shown = !hides && !self.omits;
        let text = if shown { thought.to_owned() } else { String::new() };
        match self.provider.manner.vouches {
            Vouch::Nobody => Shown::Thinking { text: thought.to_owned(), signature: None },
            Vouch::Own(issuer, _) => {
                Shown::Thinking { text: thought.to_owned(), signature: Some(terms.keys.mark(issuer, thought)) }
            }
            Vouch::Claude => {
                let account = self.provider.folder().to_owned();
                let seal = Seal { model: self.claude.name.clone(), account, prefix: before.digest(), shown };
                let sealed = seal.close(terms.keys, thought);
                if hides { Shown::Redacted { data: sealed } } else { Shown::Thinking { text, signature: Some(sealed) } }
            }
        }
    }

    /// Says which blocks were left out, where any was.
    pub(crate) fn transformations(&self) -> Option<Vec<Object>> {
        let dropped = |one: &Dropped| object! { "type": "thinking_dropped", "path": one.path, "reason": one.reason };
        Some(self.dropped.iter().map(dropped).collect()).filter(|all: &Vec<_>| !all.is_empty())
    }
}

impl Shown {
    fn whole(&self) -> Object {
        match self {
            Self::Thinking { text, signature } => {
                object! { "type": "thinking", "thinking": text }.maybe("signature", signature.as_ref())
            }
            Self::Redacted { data } => object! { "type": "redacted_thinking", "data": data },
            Self::Text(text) => object! { "type": "text", "text": text },
            Self::Call { id, name, input } => call(id, name, &Raw::new(input)),
        }
    }

    fn opening(&self) -> Object {
        match self {
            Self::Thinking { signature: None, .. } => object! { "type": "thinking", "thinking": "" },
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
                let signed = signature.iter().map(|all| object! { "type": "signature_delta", "signature": all });
                thoughts.chain(signed).collect()
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

fn event(name: &'static str, fill: impl FnOnce(Object) -> Object) -> (&'static str, Object) {
    (name, fill(object! { "type": name }))
}

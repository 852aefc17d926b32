//! A reply of the service, whole and as an event stream. Blocks of text and thinking begin with their first delta: only a call has
//! an event that opens it.

use super::Heard;
use super::thoughts::ISSUER;
use crate::answer::Usage;
use crate::chat::pieces;
use crate::frame;
use crate::messages;
use crate::table::Shows;
use crate::terms::Terms;
use crate::wire::{Object, Raw, object};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Bytes of a blob that one delta brings.
const PIECE: usize = 100;
/// What pads each event, so that its length tells nothing.
const PADDING: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// What both forms of a reply are made of.
pub(super) struct Reply<'a> {
    heard: &'a Heard,
    terms: &'a Terms<'a>,
    id: &'a str,
    usage: &'a Usage,
    blocks: Vec<Block>,
}

enum Block {
    Thought { text: String, signature: Option<String> },
    Sealed(Vec<u8>),
    Text(String),
    Call { id: String, name: String, input: String },
}

impl<'a> Reply<'a> {
    pub(super) fn new(heard: &'a Heard, terms: &'a Terms<'a>, id: &'a str, usage: &'a Usage) -> Self {
        let blocks = match &heard.claude {
            Some(claude) => claude.blocks(terms, id).into_iter().map(Block::from).collect(),
            None => own(heard, terms, id),
        };
        Self { heard, terms, id, usage, blocks }
    }

    /// The reply in one piece.
    pub(super) fn whole(&self) -> String {
        let content: Vec<Object> = self.blocks.iter().map(Block::whole).collect();
        let message = object! { "message": object! { "content": content, "role": "assistant" } };
        let reply = object! { "metrics": self.metrics(), "output": message, "stopReason": self.stop() };
        self.asked(reply.with("usage", &self.usage())).done().into_string()
    }

    /// The messages of the stream.
    pub(super) fn frames(&self) -> Vec<Vec<u8>> {
        let mut events = vec![("messageStart", object! { "role": "assistant" })];
        for (index, block) in self.blocks.iter().enumerate() {
            let at = object! { "contentBlockIndex": index };
            if let Block::Call { id, name, .. } = block {
                let call = object! { "name": name, "toolUseId": id };
                let start = object! { "start": object! { "toolUse": call } };
                events.push(("contentBlockStart", start.with("contentBlockIndex", &index)));
            }
            for delta in block.deltas() {
                let delta = object! { "contentBlockIndex": index, "delta": delta };
                events.push(("contentBlockDelta", delta));
            }
            events.push(("contentBlockStop", at));
        }
        events.push(("messageStop", self.asked(object! { "stopReason": self.stop() })));
        events.push(("metadata", object! { "metrics": self.metrics(), "usage": self.usage() }));
        let padded = events.into_iter().enumerate().map(|(at, (name, event))| {
            let long = self.terms.keys.number(&["padding", self.id, &at.to_string()]);
            let long = usize::try_from(long % 60).unwrap_or_default() + 1;
            let event = event.with("p", PADDING.get(..long).unwrap_or(PADDING)).done();
            frame::event(name, event.as_str())
        });
        padded.collect()
    }

    /// Members of the model's own reply, where any were asked for.
    fn asked(&self, object: Object) -> Object {
        let told = self.heard.claude.as_ref().and_then(messages::Heard::transformations);
        let told = told.filter(|_| self.heard.wanted.iter().any(|path| path == "/input_transformations"));
        let told = told.map(|told| object! { "input_transformations": told });
        object.maybe("additionalModelResponseFields", told.as_ref())
    }

    fn metrics(&self) -> Object {
        object! { "latencyMs": 1200 + self.usage.thought + self.usage.said }
    }

    fn stop(&self) -> &'static str {
        if self.heard.act.calls.is_empty() { "end_turn" } else { "tool_use" }
    }

    fn usage(&self) -> Object {
        let Usage { prompt, cached, thought, said } = *self.usage;
        object! {
            "cacheReadInputTokens": cached,
            "cacheWriteInputTokens": 0,
            "inputTokens": prompt - cached,
            "outputTokens": thought + said,
            "serverToolUsage": Object::default(),
            "totalTokens": prompt + thought + said,
        }
    }
}

/// What a model that is not Claude shows of its act.
fn own(heard: &Heard, terms: &Terms<'_>, id: &str) -> Vec<Block> {
    let act = &heard.act;
    let thought = act.thought.clone();
    let text = |text: String| Some(text).filter(|text| !text.is_empty()).map(Block::Text);
    let calls = act.calls.iter().enumerate().map(|(number, (name, input))| Block::Call {
        id: format!("tooluse_{}", terms.keys.token(&["call", id, &number.to_string()], 22)),
        name: name.clone(),
        input: input.to_string(),
    });
    let plain = |text: String| Block::Thought { text, signature: None };
    let said = text(act.text.clone());
    let (first, second) = match (&heard.family.shows, thought) {
        (Shows::Nothing | Shows::Claude, _) | (_, None) => (None, said),
        (Shows::Text, Some(thought)) => (Some(plain(thought)), said),
        (Shows::TextLast, Some(thought)) if said.is_some() => (said, Some(plain(thought))),
        (Shows::TextLast, Some(thought)) => (Some(plain(thought)), None),
        (Shows::Instead(text), Some(_)) => (Some(plain((*text).to_owned())), said),
        (Shows::Inline, Some(thought)) => (None, text(format!("<thinking>{thought}</thinking>\n{}", act.text))),
        (Shows::Sealed(form), Some(thought)) => {
            let blob = terms.keys.seal(ISSUER, form, &heard.model, &thought);
            (Some(Block::Sealed(STANDARD.decode(blob).unwrap_or_default())), said)
        }
    };
    first.into_iter().chain(second).chain(calls).collect()
}

impl From<messages::Shown> for Block {
    fn from(block: messages::Shown) -> Self {
        match block {
            messages::Shown::Thinking { text, signature } => Self::Thought { text, signature },
            messages::Shown::Redacted { data } => Self::Sealed(data.into_bytes()),
            messages::Shown::Text(text) => Self::Text(text),
            messages::Shown::Call { id, name, input } => Self::Call { id, name, input },
        }
    }
}

impl Block {
    fn whole(&self) -> Object {
        match self {
            Self::Thought { text, signature } => {
                let readable = match signature {
                    Some(signature) => object! { "signature": signature, "text": text },
                    None => object! { "text": text },
                };
                object! { "reasoningContent": object! { "reasoningText": readable } }
            }
            Self::Sealed(bytes) => {
                object! { "reasoningContent": object! { "redactedContent": STANDARD.encode(bytes) } }
            }
            Self::Text(text) => object! { "text": text },
            Self::Call { id, name, input } => {
                object! { "toolUse": object! { "input": Raw::new(input), "name": name, "toolUseId": id } }
            }
        }
    }

    fn deltas(&self) -> Vec<Object> {
        let reasoning = |delta: Object| object! { "reasoningContent": delta };
        match self {
            Self::Thought { text, signature } => {
                let thoughts = pieces(text).map(|piece| reasoning(object! { "text": piece }));
                // A signature may come in pieces, as everything may.
                let (first, rest) =
                    signature.iter().map(|all| all.split_at(all.len() / 2)).unzip::<_, _, Vec<_>, Vec<_>>();
                let signed = first.into_iter().chain(rest).map(|piece| reasoning(object! { "signature": piece }));
                thoughts.chain(signed).collect()
            }
            Self::Sealed(bytes) => {
                let pieces = bytes.chunks(PIECE).map(|piece| STANDARD.encode(piece));
                pieces.map(|piece| reasoning(object! { "redactedContent": piece })).collect()
            }
            Self::Text(text) => pieces(text).map(|piece| object! { "text": piece }).collect(),
            Self::Call { input, .. } => {
                let inputs = std::iter::once("").chain(pieces(input));
                inputs.map(|piece| object! { "toolUse": object! { "input": piece } }).collect()
            }
        }
    }
}

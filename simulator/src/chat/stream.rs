//! A chat reply as a stream: the same reply, delta by delta, with each host's habits.

use super::mint::Minted;
use super::reply::{Call, Reply, SAID, THOUGHT, inline};
use super::spoken;
use crate::provider::{Kind, Speech};
use crate::style::{Calls, Extra, UsageAt};
use crate::wire::{Object, Raw, object};

impl Reply<'_> {
    /// The frames of the stream.
    pub(super) fn events(&self, wants_usage: bool) -> Vec<String> {
        let style = self.style;
        let mut events = Vec::new();
        if !style.comment.is_empty() {
            events.push(format!(": {}\n\n", style.comment));
        }
        if !style.opening.is_empty() {
            events.push(self.chunk(Raw::new(style.opening), false));
        }
        let mut said = self.saying();
        said.extend(self.calling());
        if let Some((name, blob)) = &self.seals.blob {
            // It comes with the first thing that is no thinking.
            let first = if said.is_empty() { Object::default() } else { said.remove(0) };
            said.insert(0, first.with(name, blob));
        }
        for delta in self.thinking().into_iter().chain(said) {
            events.push(self.chunk(delta.done(), false));
        }
        if self.has(Extra::Routing) {
            events.push(self.chunk(object! { "provider_metadata": self.routing() }.done(), false));
        }
        let closing = || match &self.seals.extra {
            Some(extra) => object! { "role": "assistant", "content": "", "extra_content": extra }.done(),
            None => Raw::new(style.closing),
        };
        if style.usage != UsageAt::Closing {
            events.push(self.chunk(closing(), true));
        }
        match style.usage {
            UsageAt::Closing | UsageAt::Again => events.push(self.counted(&[self.choice(closing(), true)])),
            UsageAt::Own => events.push(self.counted(&[])),
            UsageAt::Asked if wants_usage => events.push(self.counted(&[])),
            UsageAt::Asked => {}
        }
        if style.done {
            events.push("data: [DONE]\n\n".to_owned());
        }
        events
    }

    fn thinking(&self) -> Vec<Object> {
        let rides = self.style.thinking;
        let Some(thought) = self.heard.act.thought.as_deref() else { return Vec::new() };
        match &self.heard.speak.speech {
            Speech::Silent | Speech::Inline | Speech::Blocks(_) => Vec::new(),
            Speech::Signed(signed) if signed.shows => {
                let mark = Object::default().with(signed.space, &object! { "thought": true });
                let text = format!("{THOUGHT}{}", self.heard.act.summary);
                let delta = |piece| object! { "content": piece, "extra_content": mark }.members(rides);
                pieces(&text).map(delta).collect()
            }
            Speech::Signed(_) => Vec::new(),
            Speech::Chunks => {
                let chunk = |(at, piece): (usize, &str)| {
                    let inner = object! { "type": "text", "text": piece };
                    let chunk = object! { "type": "thinking", "thinking": [inner] };
                    let chunk = if at > 0 { chunk.with("closed", &true) } else { chunk };
                    object! { "content": [chunk] }.members(rides)
                };
                pieces(thought).enumerate().map(chunk).collect()
            }
            speech => {
                let keys = spoken(speech);
                let readable = self.readable().unwrap_or_default();
                let mut deltas: Vec<Object> = pieces(readable).map(|piece| self.thought(keys, piece, rides)).collect();
                if let (Some((name, _)), Some(blob)) = (&self.seals.blob, &self.seals.unfinished) {
                    let early = Object::default().members(rides).with(name, blob);
                    deltas.insert(deltas.len() / 2, early);
                }
                deltas.extend(
                    self.seals.minted.as_ref().and_then(|minted| self.blob(minted, keys)).map(|one| one.members(rides)),
                );
                deltas
            }
        }
    }

    /// One piece of readable thinking, under every name that it has.
    fn thought(&self, keys: &[&str], piece: &str, rides: &str) -> Object {
        let mut delta = Object::default().members(rides);
        for key in keys {
            delta = delta.with(key, piece);
        }
        let Some(minted) = &self.seals.minted else { return delta };
        let (kind, key) = match minted.details.kind {
            Kind::Sealed { .. } => ("reasoning.summary", "summary"),
            _ => ("reasoning.text", "text"),
        };
        let blank = minted.details.blank.then_some(("signature", ""));
        delta.with("reasoning_details", &[minted.entry(kind, Some((key, piece)), blank)])
    }

    /// The delta that has the signature, or the blob.
    fn blob(&self, minted: &Minted, keys: &[&str]) -> Option<Object> {
        let (entry, readable) = match minted.details.kind {
            Kind::Plain => return None,
            // Some send an empty text with the signature, some no text at all.
            Kind::Signed if minted.details.blank => {
                (minted.entry("reasoning.text", Some(("text", "")), Some(("signature", &minted.blob))), Some(Some("")))
            }
            Kind::Signed => (minted.entry("reasoning.text", None, Some(("signature", &minted.blob))), None),
            Kind::Sealed { .. } => {
                (minted.entry("reasoning.encrypted", None, Some(("data", &minted.blob))), Some(None))
            }
        };
        let mut delta = Object::default();
        for key in keys {
            delta = delta.maybe(key, readable.as_ref());
        }
        Some(delta.with("reasoning_details", &[entry]))
    }

    fn saying(&self) -> Vec<Object> {
        let text = match (&self.heard.speak.speech, self.heard.act.thought.as_deref()) {
            (Speech::Inline, Some(thought)) => inline(thought, &self.heard.act.text),
            (Speech::Signed(signed), Some(_)) if signed.shows => format!("{SAID}{}", self.heard.act.text),
            _ => self.heard.act.text.clone(),
        };
        let rides = self.style.saying;
        pieces(&text).map(|piece| object! { "content": piece }.members(rides)).collect()
    }

    fn calling(&self) -> Vec<Object> {
        let rides = self.style.calling;
        let delta = |call: Object| Object::default().members(rides).with("tool_calls", &[call]);
        let calls = self.calls.iter().enumerate().flat_map(|(at, call)| match self.style.streams {
            Calls::Whole => vec![call.whole(Some(at))],
            Calls::Unnumbered => vec![call.whole(None)],
            Calls::Pieces => in_pieces(at, call),
        });
        calls.map(delta).collect()
    }

    fn choice(&self, delta: Raw, ended: bool) -> Object {
        let finish = ended.then(|| self.finish());
        let choice = object! { "index": 0, "delta": delta, "finish_reason": finish };
        if ended { self.ended(choice) } else { choice }.members(self.style.choice)
    }

    fn body(&self) -> Object {
        let body = object! { "id": self.id, "object": "chat.completion.chunk", "created": self.created };
        self.top(body.with("model", &self.heard.model))
    }

    fn chunk(&self, delta: Raw, ended: bool) -> String {
        frame(self.body().with("choices", &[self.choice(delta, ended)]))
    }

    /// The chunk with the usage.
    fn counted(&self, choices: &[Object]) -> String {
        frame(self.timed(self.body().with("choices", choices).with("usage", &self.usage())))
    }
}

/// The call's name, and its arguments piece by piece.
fn in_pieces(at: usize, call: &Call) -> Vec<Object> {
    let opening = object! { "name": call.name, "arguments": "" };
    let opening = object! { "index": at, "id": call.id, "type": "function", "function": opening };
    let rest = pieces(&call.arguments).map(|piece| object! { "index": at, "function": object! { "arguments": piece } });
    std::iter::once(opening).chain(rest).collect()
}

fn frame(body: Object) -> String {
    format!("data: {}\n\n", body.done().as_str())
}

/// The words of a text, each with the space after it.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive([' ', ',']).filter(|piece| !piece.is_empty())
}

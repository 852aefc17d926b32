//! A reply of this API: one candidate's parts, in one piece or spread over many.

use super::Heard;
use crate::answer::Usage;
use crate::chat::pieces;
use crate::parts::{of_call, of_text};
use crate::table::Signs;
use crate::terms::Terms;
use crate::wire::{Object, Raw, object};
use serde_json::Value;

/// What both forms of a reply are made of.
pub(super) struct Reply<'a> {
    heard: &'a Heard,
    terms: &'a Terms<'a>,
    id: &'a str,
    usage: &'a Usage,
}

impl<'a> Reply<'a> {
    pub(super) fn new(heard: &'a Heard, terms: &'a Terms<'a>, id: &'a str, usage: &'a Usage) -> Self {
        Self { heard, terms, id, usage }
    }

    /// The reply in one piece.
    pub(super) fn whole(&self) -> String {
        let summary = self.summary().map(|text| object! { "text": text, "thought": true });
        let text = self.heard.act.text.as_str();
        let said = (!text.is_empty()).then(|| self.text(text, self.signature(text)));
        self.reply(&summary.into_iter().chain(said).chain(self.calls()).collect::<Vec<_>>(), true)
    }

    /// The same, piece by piece.
    pub(super) fn pieces(&self) -> Vec<String> {
        let summary = self.summary().map(pieces).into_iter().flatten();
        let mut parts: Vec<Object> = summary.map(|text| object! { "text": text, "thought": true }).collect();
        let text = self.heard.act.text.as_str();
        match self.heard.gemini.signs {
            Signs::Whole if !text.is_empty() => parts.push(self.text(text, self.signature(text))),
            Signs::First => parts.extend(
                pieces(text)
                    .enumerate()
                    .map(|(at, piece)| self.text(piece, (at == 0).then(|| self.signature(piece)).flatten())),
            ),
            _ => parts.extend(pieces(text).map(|piece| self.text(piece, None))),
        }
        parts.extend(self.calls());
        // What closes is a text that says nothing; it has the signature where nothing else had.
        let closes = self.heard.gemini.signs == Signs::Closing && self.heard.act.calls.is_empty();
        parts.push(self.text("", closes.then(|| self.signature("")).flatten()));
        let last = parts.len() - 1;
        parts.iter().enumerate().map(|(at, part)| self.reply(std::slice::from_ref(part), at == last)).collect()
    }

    fn reply(&self, parts: &[impl crate::wire::Json], ended: bool) -> String {
        let mut candidate = object! { "content": object! { "parts": parts, "role": "model" } };
        if ended {
            candidate = candidate.with("finishReason", "STOP");
        }
        candidate = candidate.with("index", &0);
        if ended && !self.heard.act.calls.is_empty() {
            candidate = candidate.with("finishMessage", "Model generated function call(s).");
        }
        let reply = object! { "candidates": [candidate], "usageMetadata": self.counted(ended) };
        let reply = reply.with("modelVersion", &self.heard.gemini.version).members(self.heard.backend.top);
        reply.with("responseId", self.id).done().into_string()
    }

    fn counted(&self, ended: bool) -> Object {
        let Usage { prompt, cached, thought, said } = *self.usage;
        let mut usage = object! { "promptTokenCount": prompt };
        if ended {
            usage = usage.with("candidatesTokenCount", &said);
        }
        usage = usage.with("totalTokenCount", &(prompt + thought + if ended { said } else { 0 }));
        if cached > 0 {
            usage = usage.with("cachedContentTokenCount", &cached);
        }
        let details = object! { "modality": "TEXT", "tokenCount": prompt };
        usage = usage.members(self.heard.backend.usage).with("promptTokensDetails", &[details]);
        if thought > 0 { usage.with("thoughtsTokenCount", &thought) } else { usage }
    }

    /// What people may read of the thought, where they asked for it.
    fn summary(&self) -> Option<&'static str> {
        let act = &self.heard.act;
        act.thought.as_ref().filter(|_| self.heard.shows).map(|_| act.summary)
    }

    fn text(&self, text: &str, signature: Option<String>) -> Object {
        object! { "text": text }.maybe("thoughtSignature", signature.as_ref())
    }

    /// The signature of a text that is `own`.
    fn signature(&self, own: &str) -> Option<String> {
        let Heard { backend, model, act, .. } = self.heard;
        act.thought.as_ref().map(|thought| of_text(self.terms.keys, backend, model, thought, own, &act.text))
    }

    /// The calls, the first of them signed.
    fn calls(&self) -> impl Iterator<Item = Object> {
        let Heard { backend, model, act, gemini, .. } = self.heard;
        let keys = self.terms.keys;
        act.calls.iter().enumerate().map(move |(number, (name, arguments))| {
            let mut call = object! { "name": name, "args": Raw::new(&Value::to_string(arguments)) };
            if gemini.generation >= GIVES_IDS {
                call = call.with("id", &keys.token(&["call", self.id, &number.to_string()], 8).to_ascii_lowercase());
            }
            let signs = act.thought.as_ref().filter(|_| number == 0);
            let signature = signs.map(|thought| of_call(keys, backend, model, thought, (name, arguments)));
            object! { "functionCall": call }.maybe("thoughtSignature", signature.as_ref())
        })
    }
}

/// The generation of models from which on calls come with ids.
const GIVES_IDS: u32 = 3;

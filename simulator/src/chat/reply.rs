//! A chat reply before it is framed: what was thought, said and called, in the host's own members.

use super::mint::{Minted, Seals};
use super::{Heard, spoken};
use crate::answer::Usage;
use crate::provider::{Kind, Opaque, Speech};
use crate::style::{Extra, Style};
use crate::terms::Terms;
use crate::wire::{Object, Raw, object};

/// What both forms of a reply are made of.
pub(super) struct Reply<'a> {
    pub(super) heard: &'a Heard,
    pub(super) style: &'static Style,
    pub(super) id: String,
    pub(super) created: u64,
    pub(super) usage: &'a Usage,
    pub(super) calls: Vec<Call>,
    pub(super) seals: Seals,
}

/// The call of a tool.
pub(super) struct Call {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) arguments: String,
    /// Its `extra_content`.
    pub(super) extra: Option<Raw>,
    /// The signature in its function.
    pub(super) signature: Option<String>,
}

impl<'a> Reply<'a> {
    pub(super) fn new(heard: &'a Heard, terms: &Terms<'_>, id: &str, usage: &'a Usage) -> Self {
        let calls = heard.act.calls.iter().enumerate().map(|(place, (name, arguments))| {
            let number = heard.act.turn + place;
            let token = |length: usize| terms.keys.token(&["call", id, &number.to_string()], length);
            let id = call_id(heard.speak.call, name, number, token);
            Call { id, name: name.clone(), arguments: arguments.to_string(), extra: None, signature: None }
        });
        let mut calls: Vec<Call> = calls.collect();
        let seals = Seals::of(heard, terms, &mut calls, id);
        let style = heard.provider.style;
        Self { heard, style, id: format!("gen-{id}"), created: terms.now, usage, calls, seals }
    }

    /// The reply in one piece.
    pub(super) fn whole(&self) -> String {
        let choice = object! { "index": 0, "message": self.message(), "finish_reason": self.finish() };
        let choice = self.ended(choice).members(self.style.choice);
        let body =
            object! { "id": self.id, "object": "chat.completion", "created": self.created, "model": self.heard.model };
        let body = self.top(body).with("choices", &[choice]).with("usage", &self.usage());
        self.timed(body).done().into_string()
    }

    fn message(&self) -> Object {
        let mut message = object! { "role": "assistant" };
        message = match self.content() {
            Some(content) => message.with("content", &content),
            None if self.style.silence.is_empty() => message,
            None => message.with("content", &Raw::new(self.style.silence)),
        };
        message = message.members(self.style.message);
        for key in spoken(&self.heard.speak.speech) {
            message = message.with(key, &self.readable());
        }
        if let Some((name, blob)) = &self.seals.blob {
            message = message.with(name, blob);
        }
        message = message.maybe("extra_content", self.seals.extra.as_ref());
        if !self.calls.is_empty() {
            let calls = self.calls.iter().enumerate();
            let calls = calls.map(|(at, call)| call.whole(self.style.indexed.then_some(at)));
            message = message.with("tool_calls", &calls.collect::<Vec<_>>());
        }
        if let Some(minted) = &self.seals.minted {
            message = message.with("reasoning_details", &self.entries(minted));
        }
        if self.has(Extra::Routing) { message.with("provider_metadata", &self.routing()) } else { message }
    }

    /// What the content says, where it says anything.
    fn content(&self) -> Option<Raw> {
        let text = self.heard.act.text.as_str();
        let thought = self.heard.act.thought.as_deref();
        match (&self.heard.speak.speech, thought) {
            (Speech::Chunks, Some(thought)) => {
                let inner = object! { "type": "text", "text": thought };
                let mut chunks = vec![object! { "type": "thinking", "thinking": [inner], "closed": true }];
                if !text.is_empty() {
                    chunks.push(object! { "type": "text", "text": text });
                }
                Some(raw(&chunks))
            }
            (Speech::Inline, Some(thought)) => Some(raw(&inline(thought, text))),
            (Speech::Signed(signed), Some(_)) if signed.shows => {
                Some(raw(&format!("{THOUGHT}{}{SAID}{text}", self.heard.act.summary)))
            }
            _ if text.is_empty() => None,
            _ => Some(raw(text)),
        }
    }

    /// The thought as people may read it.
    pub(super) fn readable(&self) -> Option<&str> {
        let thought = self.heard.act.thought.as_deref()?;
        if let Speech::Opaque(Opaque { summary: true, .. }) = self.heard.speak.speech {
            return Some(self.heard.act.summary);
        }
        match self.seals.minted.as_ref().map(|minted| minted.details.kind) {
            Some(Kind::Sealed { summary: true }) => Some(self.heard.act.summary),
            Some(Kind::Sealed { summary: false }) => None,
            _ => Some(thought),
        }
    }

    /// The entries of `reasoning_details`, whole.
    pub(super) fn entries(&self, minted: &Minted) -> Vec<Object> {
        let text = self.readable().unwrap_or_default();
        match minted.details.kind {
            Kind::Plain => vec![minted.entry("reasoning.text", Some(("text", text)), None)],
            Kind::Signed => {
                vec![minted.entry("reasoning.text", Some(("text", text)), Some(("signature", &minted.blob)))]
            }
            Kind::Sealed { summary } => {
                let blob = minted.entry("reasoning.encrypted", None, Some(("data", &minted.blob)));
                let summary = summary.then(|| minted.entry("reasoning.summary", Some(("summary", text)), None));
                summary.into_iter().chain([blob]).collect()
            }
        }
    }

    pub(super) fn finish(&self) -> &'static str {
        if self.calls.is_empty() { "stop" } else { "tool_calls" }
    }

    pub(super) fn has(&self, extra: Extra) -> bool {
        self.style.extra.contains(&extra)
    }

    /// Members of a choice that has ended.
    pub(super) fn ended(&self, choice: Object) -> Object {
        if self.has(Extra::Upstream) { choice.with("native_finish_reason", self.finish()) } else { choice }
    }

    /// Members of the body that stand beside the choices.
    pub(super) fn top(&self, body: Object) -> Object {
        let body = if self.has(Extra::Upstream) { body.with("provider", self.heard.upstream) } else { body };
        let body = body.members(self.style.top);
        if self.has(Extra::BaseResp) {
            return body.members(r#""base_resp":{"status_code":0,"status_msg":""}"#);
        }
        body
    }

    /// Members that come with the usage.
    pub(super) fn timed(&self, body: Object) -> Object {
        let usage = self.usage;
        if self.has(Extra::XGroq) {
            return body.with("x_groq", &object! { "id": format!("req_{}", self.id), "usage": self.usage() });
        }
        if self.has(Extra::Timings) {
            let fresh = usage.prompt - usage.cached;
            return body
                .with("timings", &object! { "cache_n": usage.cached, "prompt_n": fresh, "predicted_n": usage.said });
        }
        body
    }

    pub(super) fn usage(&self) -> Object {
        let usage = self.usage;
        let completion = usage.thought + usage.said;
        let object = object! {
            "prompt_tokens": usage.prompt,
            "completion_tokens": completion,
            "total_tokens": usage.prompt + completion,
            "prompt_tokens_details": object! { "cached_tokens": usage.cached },
            "completion_tokens_details": object! { "reasoning_tokens": usage.thought },
        };
        if self.has(Extra::HitMiss) {
            let missed = usage.prompt - usage.cached;
            return object.with("prompt_cache_hit_tokens", &usage.cached).with("prompt_cache_miss_tokens", &missed);
        }
        if self.has(Extra::Cached) { object.with("cached_tokens", &usage.cached) } else { object }
    }

    pub(super) fn routing(&self) -> Object {
        object! { "gateway": object! { "routing": object! { "finalProvider": self.heard.upstream } } }
    }
}

impl Call {
    /// The call in one piece; some count their calls.
    pub(super) fn whole(&self, index: Option<usize>) -> Object {
        let function = object! { "name": self.name, "arguments": self.arguments };
        let function = function.maybe("thought_signature", self.signature.as_ref());
        let call = object! { "type": "function" }.maybe("index", index.as_ref()).with("id", &self.id);
        call.with("function", &function).maybe("extra_content", self.extra.as_ref())
    }
}

/// What stands before and behind a summary in the content.
pub(super) const THOUGHT: &str = "<thought>";
pub(super) const SAID: &str = "</thought>";

/// Thinking inside the content.
pub(super) fn inline(thought: &str, text: &str) -> String {
    format!("<think>\n{thought}\n</think>\n\n{text}")
}

fn raw(value: &(impl crate::wire::Json + ?Sized)) -> Raw {
    let mut text = String::new();
    value.write(&mut text);
    Raw::new(&text)
}

/// The id that `form` means.
fn call_id(form: &str, name: &str, turn: usize, token: impl Fn(usize) -> String) -> String {
    let mut id = String::new();
    let mut rest = form;
    while let Some((before, after)) = rest.split_once('{') {
        let (place, after) = after.split_once('}').unwrap_or((after, ""));
        id.push_str(before);
        id.push_str(&match (place, place.parse()) {
            ("name", _) => name.to_owned(),
            (_, Ok(length)) => token(length),
            _ => turn.to_string(),
        });
        rest = after;
    }
    id + rest
}

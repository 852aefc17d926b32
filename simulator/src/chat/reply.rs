//! A chat reply before it is framed: what was thought, said and called, in the host's own members.

use super::{Heard, spoken};
use crate::answer::Usage;
use crate::provider::{Details, EntryId, Extra, Kind, Speech, Style};
use crate::terms::Terms;
use crate::wire::{Object, Raw, object};

/// What both forms of a reply are made of.
pub(super) struct Reply<'a> {
    pub(super) heard: &'a Heard,
    pub(super) style: &'static Style,
    pub(super) id: String,
    pub(super) created: u64,
    pub(super) usage: &'a Usage,
    pub(super) call: Option<Call>,
    pub(super) minted: Option<Minted>,
}

/// The call of a tool.
pub(super) struct Call {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) arguments: String,
}

/// A thought in the form that its host gives it.
pub(super) struct Minted {
    pub(super) details: &'static Details,
    /// The signature, or the blob.
    pub(super) blob: String,
    pub(super) id: Option<String>,
}

impl<'a> Reply<'a> {
    pub(super) fn new(heard: &'a Heard, terms: &Terms<'_>, id: &str, usage: &'a Usage) -> Self {
        let number = heard.act.turn.to_string();
        let token = |length: usize| terms.keys.token(&["call", id, &number], length);
        let call = heard.act.call.as_ref().map(|(name, arguments)| Call {
            id: call_id(heard.speak.call, name, heard.act.turn, token),
            name: name.clone(),
            arguments: arguments.to_string(),
        });
        let minted = match (&heard.speak.speech, &heard.act.thought) {
            (Speech::Details(details), Some(thought)) => Some(mint(heard, terms, details, thought, call.as_ref(), id)),
            _ => None,
        };
        let style = heard.provider.style;
        Self { heard, style, id: format!("gen-{id}"), created: terms.now, usage, call, minted }
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
        if let Some(call) = &self.call {
            let mut one = object! { "type": "function" };
            if self.style.indexed {
                one = one.with("index", &0);
            }
            let function = object! { "name": call.name, "arguments": call.arguments };
            message = message.with("tool_calls", &[one.with("id", &call.id).with("function", &function)]);
        }
        if let Some(minted) = &self.minted {
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
            _ if text.is_empty() => None,
            _ => Some(raw(text)),
        }
    }

    /// The thought as people may read it.
    pub(super) fn readable(&self) -> Option<&str> {
        let thought = self.heard.act.thought.as_deref()?;
        match self.minted.as_ref().map(|minted| minted.details.kind) {
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
        if self.call.is_some() { "tool_calls" } else { "stop" }
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

impl Minted {
    /// An entry in the order that real ones have: type, what is read, format, id, index, what is not.
    pub(super) fn entry(&self, kind: &str, read: Option<(&str, &str)>, unread: Option<(&str, &str)>) -> Object {
        let summary = kind == "reasoning.summary";
        let id = self.id.as_ref().filter(|_| !summary || matches!(self.details.id, EntryId::Item { summary: true }));
        let mut entry = object! { "type": kind };
        if let Some((key, text)) = read {
            entry = entry.with(key, text);
        }
        entry = entry.with("format", &self.details.format).maybe("id", id).with("index", &0);
        match unread {
            Some((key, blob)) => entry.with(key, blob),
            None => entry,
        }
    }
}

/// Thinking inside the content.
pub(super) fn inline(thought: &str, text: &str) -> String {
    format!("<think>\n{thought}\n</think>\n\n{text}")
}

fn raw(value: &(impl crate::wire::Json + ?Sized)) -> Raw {
    let mut text = String::new();
    value.write(&mut text);
    Raw::new(&text)
}

fn mint(
    heard: &Heard,
    terms: &Terms<'_>,
    details: &'static Details,
    thought: &str,
    call: Option<&Call>,
    reply: &str,
) -> Minted {
    let issuer = format!("{}/{}", heard.provider.name, heard.upstream);
    let blob = match details.kind {
        Kind::Plain => String::new(),
        Kind::Signed => terms.keys.sign(&issuer, &details.form, &heard.model, thought),
        Kind::Sealed { .. } => terms.keys.seal(&issuer, &details.form, &heard.model, thought),
    };
    let id = match details.id {
        EntryId::None => None,
        EntryId::Is(id) => Some(id.to_owned()),
        EntryId::Item { .. } => Some(format!("rs_{}", terms.keys.token(&["item", reply], 48))),
        EntryId::Call => call.map(|call| call.id.clone()),
    };
    Minted { details, blob, id }
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

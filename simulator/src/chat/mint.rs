//! What a reply's thought is put in: signatures and blobs, each where its host has it.

use super::reply::Call;
use super::{Heard, opaque};
use crate::parts::{of_call, of_text};
use crate::provider::{Details, EntryId, Kind, Opaque, Signed, Speech};
use crate::table::gemini;
use crate::terms::Terms;
use crate::wire::{Object, Raw, object};

/// A thought in the form that its host gives it.
pub(super) struct Minted {
    pub(super) details: &'static Details,
    /// The signature, or the blob.
    pub(super) blob: String,
    pub(super) id: Option<String>,
}

/// What else a thought may stand in.
#[derive(Default)]
pub(super) struct Seals {
    pub(super) minted: Option<Minted>,
    /// `extra_content` of the message.
    pub(super) extra: Option<Raw>,
    /// The blob beside the text, under its name.
    pub(super) blob: Option<(&'static str, String)>,
    /// What a stream has in its place before the thought is done.
    pub(super) unfinished: Option<String>,
}

/// The generation of models from which on it is the call that is signed, and not its message.
const SIGNS_CALLS: u32 = 3;

impl Seals {
    /// Seals what was thought. Signatures of calls are left on these.
    pub(super) fn of(heard: &Heard, terms: &Terms<'_>, calls: &mut [Call], id: &str) -> Self {
        let Some(thought) = heard.act.thought.as_deref() else { return Self::default() };
        match &heard.speak.speech {
            Speech::Details(details) => {
                let minted = Some(mint(heard, terms, details, thought, calls.first(), id));
                Self { minted, ..Self::default() }
            }
            Speech::Signed(signed) => signature(heard, terms, signed, thought, calls),
            Speech::Opaque(opaque) => blob(heard, terms, opaque, thought, calls),
            _ => Self::default(),
        }
    }
}

fn signature(heard: &Heard, terms: &Terms<'_>, signed: &Signed, thought: &str, calls: &mut [Call]) -> Seals {
    let (Some(backend), act) = (heard.provider.backend, &heard.act) else { return Seals::default() };
    let extra = |signature: &str, shown: bool| {
        let inner = if shown {
            object! { "thought": true }
        } else {
            Object::default()
        };
        Object::default().with(signed.space, &inner.with("thought_signature", signature)).done()
    };
    match (act.calls.first(), calls.first_mut()) {
        (Some((name, arguments)), Some(call)) => {
            let signature = of_call(terms.keys, backend, &heard.model, thought, (name, arguments));
            if gemini(&heard.model).generation < SIGNS_CALLS {
                return Seals { extra: Some(extra(&signature, true)), ..Seals::default() };
            }
            call.extra = Some(extra(&signature, false));
            Seals::default()
        }
        _ => {
            let signature = of_text(terms.keys, backend, &heard.model, thought, &act.text, &act.text);
            Seals { extra: Some(extra(&signature, signed.shows)), ..Seals::default() }
        }
    }
}

fn blob(heard: &Heard, terms: &Terms<'_>, opaque: &Opaque, thought: &str, calls: &mut [Call]) -> Seals {
    let Heard { provider, model, act, .. } = heard;
    let text = if opaque.summary { act.summary } else { thought };
    let seal = |text: &str, thought: &str| opaque::seal(terms.keys, provider.name, opaque, model, text, thought);
    if let (true, Some((name, arguments)), Some(call)) = (opaque.calls, act.calls.first(), calls.first_mut()) {
        call.signature = Some(opaque::sign(terms.keys, provider.name, opaque, model, (name, arguments), thought));
    }
    // What is thought of first is what is asked for later: it is not in there yet.
    let unfinished = opaque.several.then(|| seal(thought.get(..1).unwrap_or_default(), ""));
    Seals { blob: Some((opaque.blob, seal(text, thought))), unfinished, ..Seals::default() }
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

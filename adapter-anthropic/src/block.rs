//! Reading one content block: the same for a reply, a stream and a request.
//!
//! Never takes a reasoning block apart, and never fails on a type that it does not know.
use crate::{
    growing,
    table::{COMPACTION, REDACTED, THINKING},
};
use std::borrow::Cow;
use throughline_core::{
    Api, Arguments, Carrier, Checkpoint, Foreign, Issuer, Literal, Part, Role, Text, TextAt, ToolCall, ToolResult,
    Verbatim, WireError,
    json::{self, Object},
    verbatim,
};

/// The member by which a client marks where the prompt cache may end.
pub(crate) const MARKER: &str = "cache_control";

/// Reads a block that stands at `place` in a message of `role`.
///
/// # Errors
/// Where a member that this version knows has another type.
pub(crate) fn part(payload: &Verbatim, role: Role, issuer: &Issuer, place: &str) -> Result<Part, WireError> {
    if !payload.is_object() {
        return Err(WireError::shape(place.to_owned(), "an object", payload.get()));
    }
    let fields =
        Object::read(payload.get()).map_err(|source| WireError::Json { place: place.to_owned().into(), source })?;
    let mut block = Block { fields, place };
    let kind = block.string("type")?;
    Ok(match (kind.decode().as_ref(), role) {
        ("text", _) => Part::Text(Text { text: block.string("text")?, extras: block.fields.rest(), carriers: vec![] }),
        (name, _) if name == THINKING.0 => {
            block.string("thinking")?;
            let signature = block.optional("signature")?;
            Part::Reasoning(thinking(payload, issuer, signature.is_some_and(|mark| !mark.is_empty())))
        }
        (name, _) if name == REDACTED.0 => {
            let data = block.optional("data")?;
            Part::Reasoning(redacted(payload, issuer, data.is_some_and(|mark| !mark.is_empty())))
        }
        (name, Role::Assistant) if name == COMPACTION.0 => {
            let text = block.optional("content")?.map(|text| Text { text, extras: vec![], carriers: vec![] });
            let item = Carrier::sealed(COMPACTION.1, issuer.clone(), payload.clone(), None);
            Part::Checkpoint(Checkpoint { text, item: Some(item) })
        }
        ("tool_use", Role::Assistant) => Part::Call(ToolCall {
            id: block.optional("id")?,
            name: block.string("name")?,
            arguments: arguments(block.fields.take("input").map(Verbatim::from)),
            extras: block.fields.rest(),
            inner: vec![],
            carriers: vec![],
        }),
        ("tool_result", Role::User) => Part::Result(ToolResult {
            call: block.optional("tool_use_id")?,
            content: block.fields.take("content").map(Verbatim::from),
            extras: block.fields.rest(),
        }),
        ("image" | "document", Role::User) => Part::Media(foreign(payload)),
        _ => Part::Opaque(foreign(payload)),
    })
}

/// Reads a block of a reply. One that cannot be read is kept: reasoning as a carrier that never travels, anything else as it is.
pub(crate) fn reply(payload: &Verbatim, issuer: &Issuer) -> Part {
    part(payload, Role::Assistant, issuer, "").unwrap_or_else(|_| {
        let kind = json::member(payload.get(), "type").map_or("", |kind| verbatim::inner(kind.get()));
        match kind {
            _ if kind == THINKING.0 => Part::Reasoning(thinking(payload, issuer, false)),
            _ if kind == REDACTED.0 => Part::Reasoning(redacted(payload, issuer, false)),
            _ => Part::Opaque(foreign(payload)),
        }
    })
}

/// A reasoning block without the cache marker that a client put on it: the API allows none there, and no provider minted it.
pub(crate) fn unmarked(payload: &Verbatim) -> Cow<'_, str> {
    if !is_marked(payload) {
        return Cow::Borrowed(payload.get());
    }
    let mut members = vec![];
    let _ = json::members(payload.get(), |key, value| members.push((key.to_owned(), value.get())));
    members.retain(|(key, _)| key != MARKER);
    Cow::Owned(growing::object(members.into_iter()).get().to_owned())
}

/// True where a client put a cache marker on it.
pub(crate) fn is_marked(payload: &Verbatim) -> bool {
    payload.get().contains(MARKER) && json::member(payload.get(), MARKER).is_some()
}

struct Block<'a> {
    fields: Object<'a>,
    place: &'a str,
}

impl Block<'_> {
    fn string(&mut self, key: &str) -> Result<Literal, WireError> {
        let found = self.fields.get(key).map_or("", |value| value.get());
        let literal = if found.starts_with('"') { self.fields.take_str(key) } else { None };
        literal.ok_or_else(|| WireError::shape(format!("{}.{key}", self.place), "a string", found))
    }
    /// The same for a member that may be absent or `null`.
    fn optional(&mut self, key: &str) -> Result<Option<Literal>, WireError> {
        match self.fields.get(key).map(|value| value.get()) {
            None => Ok(None),
            Some("null") => Ok(self.fields.take(key).and(None)),
            Some(_) => self.string(key).map(Some),
        }
    }
}

/// Under a display that omits it, the text is empty and the signature alone carries the thought: such a block is whole.
fn thinking(payload: &Verbatim, issuer: &Issuer, sealed: bool) -> Carrier {
    let text = Some(TextAt::path("thinking"));
    Carrier { sealed, ..Carrier::sealed(THINKING.1, issuer.clone(), payload.clone(), text) }
}

fn redacted(payload: &Verbatim, issuer: &Issuer, sealed: bool) -> Carrier {
    Carrier { sealed, ..Carrier::sealed(REDACTED.1, issuer.clone(), payload.clone(), None) }
}

fn foreign(payload: &Verbatim) -> Foreign {
    Foreign { payload: payload.clone(), api: Api::MESSAGES, carriers: vec![] }
}

/// A string is what a model wrote that is no JSON.
fn arguments(input: Option<Verbatim>) -> Arguments {
    match input {
        None => Arguments::Text(Literal::of("{}")),
        Some(input) => input.literal().map_or(Arguments::Json(input), Arguments::Text),
    }
}

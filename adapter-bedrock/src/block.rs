//! Reading one content block: the same for a reply and a request.
//!
//! A block is a union: each member of it is a block of its own, also where a host puts two into one. A thought is kept in the shape that
//! Anthropic gives it: `reasoningText` as `{"type":"thinking","thinking":…,"signature":…}`, other members of it behind these;
//! `redactedContent` as `{"type":"redacted_thinking","data":…}`. Any other reasoning is kept as the whole block, under a kind of its own.
//! Never takes a minted string apart, and never fails on a member that it does not know.
use crate::{
    blob,
    table::{API, REDACTED, THINKING},
    table_reply::{UNREAD, hides},
};
use base64::{Engine, alphabet, engine::GeneralPurpose, engine::GeneralPurposeConfig};
use serde_json::value::RawValue;
use throughline_core::{
    Arguments, Carrier, Extras, Foreign, Issuer, Literal, Part, Role, Text, TextAt, ToolCall, ToolResult, Verbatim,
    WireError, as_json,
    json::{self, Object},
    write,
};

/// Reads a block that stands at `place` in a message of `role`.
///
/// # Errors
/// Where it is no object, or a member that this version knows has another type.
pub(crate) fn parts(raw: &RawValue, role: Role, issuer: &Issuer, place: &str) -> Result<Vec<Part>, WireError> {
    let mut parts = vec![];
    for (name, value) in members(raw, place)? {
        parts.extend(part(&name, value, role, issuer, &format!("{place}.{name}"))?);
    }
    Ok(if parts.is_empty() { vec![opaque(raw.into())] } else { parts })
}

/// Reads a block of a reply. What cannot be read is kept: reasoning as a carrier that never travels, anything else as it is.
pub(crate) fn reply(raw: &RawValue, issuer: &Issuer) -> Vec<Part> {
    let Ok(members) = members(raw, "") else { return vec![opaque(raw.into())] };
    let kept = |name: &str, value: &RawValue| match name {
        REASONING => vec![Part::Reasoning(Carrier { sealed: false, ..whole(object([(name, value.get())]), issuer) })],
        _ => vec![opaque(object([(name, value.get())]))],
    };
    let read = |(name, value): &(String, &RawValue)| {
        part(name, value, Role::Assistant, issuer, "").unwrap_or_else(|_| kept(name, value))
    };
    let parts: Vec<Part> = members.iter().flat_map(read).collect();
    if parts.is_empty() { vec![opaque(raw.into())] } else { parts }
}

/// The member that holds reasoning.
pub(crate) const REASONING: &str = "reasoningContent";
/// Its member that is readable, and the one that is not.
pub(crate) const READABLE: &str = "reasoningText";
pub(crate) const SEALED: &str = "redactedContent";

/// The members of a block; one that is null is none.
fn members<'a>(raw: &'a RawValue, place: &str) -> Result<Vec<(String, &'a RawValue)>, WireError> {
    if !raw.get().starts_with('{') {
        return Err(WireError::shape(place.to_owned(), "an object", raw.get()));
    }
    let mut all = vec![];
    json::members(raw.get(), |name, value| all.push((name.to_owned(), value)))
        .map_err(|source| WireError::Json { place: place.to_owned().into(), source })?;
    all.retain(|(_, value)| value.get() != "null");
    Ok(all)
}

fn part(name: &str, value: &RawValue, role: Role, issuer: &Issuer, place: &str) -> Result<Vec<Part>, WireError> {
    let string = || {
        let text = Literal::read(value).ok_or_else(|| WireError::shape(place.to_owned(), "a string", value.get()))?;
        Ok::<_, WireError>(Text { text, extras: vec![], carriers: vec![] })
    };
    let block = || object([(name, value.get())]);
    Ok(vec![match (name, role) {
        ("text", _) => Part::Text(string()?),
        (REASONING, Role::Assistant) => return reasoning(value, issuer, place),
        ("toolUse", Role::Assistant) => Part::Call(call(value, place)?),
        ("citationsContent", Role::Assistant) => cited(value).map_or_else(|| opaque(block()), Part::Text),
        ("toolResult", Role::User) => Part::Result(result(value, place)?),
        ("image" | "document" | "video" | "audio", Role::User) => {
            Part::Media(Foreign { payload: block(), api: API, carriers: vec![] })
        }
        _ => opaque(block()),
    }])
}

/// Readable or sealed; what it says beside that is kept as a block of its own.
fn reasoning(value: &RawValue, issuer: &Issuer, place: &str) -> Result<Vec<Part>, WireError> {
    let read = |(name, value): (String, &RawValue)| {
        let (place, kept) =
            (format!("{place}.{name}"), || object([(REASONING, object([(&*name, value.get())]).get())]));
        let carrier = match name.as_str() {
            READABLE => thought(value, issuer, &place)?.unwrap_or_else(|| whole(kept(), issuer)),
            SEALED => match Literal::read(value) {
                Some(data) => redacted(&data, issuer),
                None => return Err(WireError::shape(place, "a string", value.get())),
            },
            _ => whole(kept(), issuer),
        };
        Ok(Part::Reasoning(carrier))
    };
    members(value, place)?.into_iter().map(read).collect()
}

/// A text that its model thought, and perhaps signed; none where the shape that it is kept in has no place for all its members.
///
/// Where the text is left out, the signature alone carries the thought. A text that only says that there was one is kept, and is nothing
/// to read.
fn thought(value: &RawValue, issuer: &Issuer, place: &str) -> Result<Option<Carrier>, WireError> {
    let mut fields = Fields::read(value, place)?;
    let text = fields.optional("text")?.unwrap_or_else(|| Literal::of(""));
    let signature = fields.optional("signature")?.filter(|mark| !mark.is_empty());
    let rest = fields.object.rest();
    let taken = |name: &str| matches!(name, "type" | "thinking" | "text" | "signature") || name.contains('\\');
    if rest.iter().any(|(name, _)| taken(name.as_str())) {
        return Ok(None);
    }
    let shown = (!hides(&text.decode())).then_some(TextAt::path("thinking"));
    let known = [("type", "\"thinking\""), ("thinking", text.raw())];
    let signed = signature.iter().map(|mark| ("signature", mark.raw()));
    let beside = rest.iter().map(|(name, value)| (name.as_str(), value.get()));
    let payload = object(known.into_iter().chain(signed).chain(beside));
    Ok(Some(Carrier { sealed: signature.is_some(), ..Carrier::sealed(THINKING, issuer.clone(), payload, shown) }))
}

/// Bytes that only the issuer can read. What are no bytes in base64 are kept, and never sent.
pub(crate) fn redacted(data: &Literal, issuer: &Issuer) -> Carrier {
    let payload = object([("type", "\"redacted_thinking\""), ("data", blob::data(data).raw())]);
    let sealed = decode(data).is_some_and(|bytes| !bytes.is_empty());
    Carrier { sealed, ..Carrier::sealed(REDACTED, issuer.clone(), payload, None) }
}

/// A block of reasoning as it came: only its issuer knows what it says.
fn whole(block: Verbatim, issuer: &Issuer) -> Carrier {
    Carrier::sealed(UNREAD, issuer.clone(), block, None)
}

fn call(value: &RawValue, place: &str) -> Result<ToolCall, WireError> {
    let mut fields = Fields::read(value, place)?;
    let input = fields.object.take("input").map(Verbatim::from).filter(|input| !input.is_null());
    // A string is what a model wrote that is no JSON.
    let arguments = match input.as_ref().map(|input| (input, input.literal())) {
        None => Arguments::Json(object([])),
        Some((_, Some(text))) => Arguments::Text(text),
        Some((input, None)) => Arguments::Json(input.clone()),
    };
    Ok(ToolCall {
        id: fields.optional("toolUseId")?,
        name: fields.string("name")?,
        arguments,
        extras: fields.object.rest(),
        inner: vec![],
        carriers: vec![],
    })
}

fn result(value: &RawValue, place: &str) -> Result<ToolResult, WireError> {
    let mut fields = Fields::read(value, place)?;
    let call = fields.optional("toolUseId")?;
    let content = fields.object.take("content").map(Verbatim::from);
    Ok(ToolResult { call, content, extras: fields.object.rest() })
}

/// A text with the places that it cites, as a text whose member `citations` they are; none where it is in several pieces.
fn cited(value: &RawValue) -> Option<Text> {
    let mut fields = Object::read(value.get()).ok()?;
    let pieces = json::list(fields.take("content")?.get(), "", "").ok()?;
    let [piece] = pieces.as_slice() else { return None };
    let mut piece = Object::read(piece.get()).ok()?;
    let text = piece.take_str("text")?;
    let extras: Extras = fields.rest();
    let only = piece.rest().is_empty() && extras.len() == 1 && extras.iter().all(|(name, _)| *name == "citations");
    only.then_some(Text { text, extras, carriers: vec![] })
}

fn opaque(payload: Verbatim) -> Part {
    Part::Opaque(Foreign { payload, api: API, carriers: vec![] })
}

struct Fields<'a> {
    object: Object<'a>,
    place: &'a str,
}

impl<'a> Fields<'a> {
    fn read(value: &'a RawValue, place: &'a str) -> Result<Self, WireError> {
        match Object::read(value.get()) {
            Ok(object) => Ok(Self { object, place }),
            Err(_) => Err(WireError::shape(place.to_owned(), "an object", value.get())),
        }
    }
    fn string(&mut self, key: &str) -> Result<Literal, WireError> {
        let found = self.object.get(key).map_or("", RawValue::get);
        let literal = if found.starts_with('"') { self.object.take_str(key) } else { None };
        literal.ok_or_else(|| WireError::shape(format!("{}.{key}", self.place), "a string", found))
    }
    /// The same for a member that may be absent or `null`.
    fn optional(&mut self, key: &str) -> Result<Option<Literal>, WireError> {
        match self.object.get(key).map(RawValue::get) {
            None => Ok(None),
            Some("null") => Ok(self.object.take(key).and(None)),
            Some(_) => self.string(key).map(Some),
        }
    }
}

/// As Amazon writes bytes; the last digit may hold bits that mean nothing.
const BASE64: GeneralPurpose =
    GeneralPurpose::new(&alphabet::STANDARD, GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true));

/// The bytes that a string spells in base64.
pub(crate) fn decode(data: &Literal) -> Option<Vec<u8>> {
    BASE64.decode(data.decode().as_bytes()).ok()
}
pub(crate) fn encode(bytes: &[u8]) -> Literal {
    Literal::of(&BASE64.encode(bytes))
}

/// An object of members that are JSON already.
pub(crate) fn object<'a>(members: impl IntoIterator<Item = (&'a str, &'a str)>) -> Verbatim {
    let mut out = vec![b'{'];
    for (name, json) in members {
        write::member(&mut out, name, json);
    }
    out.push(b'}');
    as_json(&out)
}

//! Reading one part: the same for a reply, a stream and a request.
//!
//! A signature becomes a carrier of the part that it stands on. Never takes a stand-in for a signature, and never fails on a kind of part
//! that it does not know.
use crate::{
    json::{get, is, object, take, without},
    table::{API, NO_SIGNATURES, SIGNATURE, THOUGHT},
};
use serde_json::value::RawValue;
use throughline_core::{
    Arguments, Carrier, Foreign, Issuer, Literal, Part, Role, Text, TextAt, ToolCall, ToolResult, Verbatim,
    json::Object,
};

/// Reads a part of a message of `role`.
pub(crate) fn read(raw: &RawValue, role: Role, issuer: &Issuer) -> Part {
    match Object::read(raw.get()) {
        Ok(members) => known(raw, members, role, issuer).unwrap_or_else(|| opaque(raw, issuer)),
        Err(_) => Part::Opaque(Foreign { payload: raw.into(), api: API, carriers: vec![] }),
    }
}

/// The part, where its members are those of a kind that a turn has a place for.
fn known(raw: &RawValue, mut members: Object<'_>, role: Role, issuer: &Issuer) -> Option<Part> {
    let has = |members: &Object<'_>, name| get(members, name).is_some();
    let called = has(&members, "functionCall");
    if members.get(THOUGHT.0).is_some_and(|thought| thought.get() == "true") && !called {
        return (role == Role::Assistant).then(|| Part::Reasoning(thought(raw, &members, issuer)));
    }
    if has(&members, "inlineData") || has(&members, "fileData") {
        return Some(Part::Media(foreign(raw, issuer)));
    }
    let carriers = sign(&mut members, issuer);
    // A signature alone closes what came before it: the API takes it back on an empty text, and refuses a part of no kind.
    if !carriers.is_empty() && role == Role::Assistant && members.iter().next().is_none() {
        return Some(Part::Text(Text { text: Literal::of(""), extras: vec![], carriers }));
    }
    if let Some(text) = members.take_str("text") {
        return Some(Part::Text(Text { text, extras: members.rest(), carriers }));
    }
    if called && role == Role::Assistant {
        let mut call = Object::read(take(&mut members, "functionCall")?.get()).ok()?;
        return Some(Part::Call(ToolCall {
            id: call.take_str("id"),
            name: call.take_str("name")?,
            arguments: arguments(call.take("args").map(Verbatim::from)),
            inner: call.rest(),
            extras: members.rest(),
            carriers,
        }));
    }
    let answer = take(&mut members, "functionResponse").filter(|_| role != Role::Assistant)?;
    let mut answer = Object::read(answer.get()).ok()?;
    let (call, content) = (answer.take_str("id"), answer.take("response").map(Verbatim::from));
    // What stands beside an answer says nothing that an answer has a place for.
    members.rest().is_empty().then(|| Part::Result(ToolResult { call, content, extras: answer.rest() }))
}

/// Arguments that are absent are an empty object.
pub(crate) fn arguments(args: Option<Verbatim>) -> Arguments {
    Arguments::Json(args.filter(|args| !args.is_null()).unwrap_or_else(|| object::<&str, &str>([])))
}

fn thought(raw: &RawValue, members: &Object<'_>, issuer: &Issuer) -> Carrier {
    let sealed = get(members, SIGNATURE).and_then(Literal::read).is_some_and(|mark| is_signature(&mark));
    let text = members.get("text").map(|_| TextAt::path("text"));
    Carrier { sealed, ..Carrier::sealed(THOUGHT.1, issuer.clone(), raw.into(), text) }
}

/// A thought that is not signed, put together of its pieces.
pub(crate) fn plain_thought(text: &Literal, issuer: &Issuer) -> Carrier {
    let payload = object([("text", text.raw()), (THOUGHT.0, "true")]);
    Carrier::plain(THOUGHT.1, issuer.clone(), payload, TextAt::path("text"))
}

fn opaque(raw: &RawValue, issuer: &Issuer) -> Part {
    Part::Opaque(foreign(raw, issuer))
}

/// A part in the shape of this wire; its signature stands apart.
fn foreign(raw: &RawValue, issuer: &Issuer) -> Foreign {
    let carriers = Object::read(raw.get()).map(|mut members| sign(&mut members, issuer)).unwrap_or_default();
    Foreign { payload: without(raw, |name| is(name, SIGNATURE)), api: API, carriers }
}

/// Takes the signature out of a part's members, in whichever spelling it comes last. One that is null or empty, or that only stands in for
/// one, is none and says nothing. What else has its name stays among the members.
pub(crate) fn sign(members: &mut Object<'_>, issuer: &Issuer) -> Vec<Carrier> {
    let real = |value: &RawValue| Literal::read(value).is_some_and(|mark| is_signature(&mark));
    let says = |value: &RawValue| real(value) || !value.get().starts_with(['"', 'n']);
    let mark = members.take_where(|name, value| is(name, SIGNATURE) && real(value)).and_then(Literal::read);
    while members.take_where(|name, value| is(name, SIGNATURE) && !says(value)).is_some() {}
    mark.map(|mark| signature(&mark, issuer)).into_iter().collect()
}

/// The carrier that a signature is.
pub(crate) fn signature(mark: &Literal, issuer: &Issuer) -> Carrier {
    Carrier::sealed(SIGNATURE, issuer.clone(), mark.verbatim().clone(), None)
}

fn is_signature(mark: &Literal) -> bool {
    let text = mark.decode();
    let text = text.trim().trim_end_matches('=');
    !text.is_empty() && !NO_SIGNATURES.contains(&text)
}

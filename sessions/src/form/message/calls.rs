//! `tool_calls`, with the signatures that stand on them.
use crate::form::{
    claim::Claimed,
    object::{Members, column, elements, string, take},
    record::{carrier, held, is_blob, is_signed},
};
use serde_json::value::RawValue;
use throughline_core::{Arguments, Literal, Part, ToolCall, Verbatim, WireError, json::Object};

/// The member of a call, and the one of its function, that hold a signature.
const OUTSIDE: &str = "extra_content";
const INSIDE: &str = "thought_signature";

/// One call.
pub(super) fn write(call: &ToolCall) -> String {
    let signature = |kind: &str| call.carriers.iter().find(|carrier| carrier.kind == *kind);
    let mut outside = Members::default();
    outside.push("id", call.id.as_ref().map_or("null", Literal::raw));
    if !call.extras.iter().any(|(key, _)| *key == *"type") {
        outside.push("type", "\"function\"");
    }
    let mut inside = Members::default();
    inside.push("name", call.name.raw());
    let mut arguments = "\"".to_owned();
    call.arguments.write_text(&mut arguments);
    inside.push("arguments", &(arguments + "\""));
    call.inner.iter().for_each(|(key, value)| {
        inside.push(key.as_str(), value.get());
    });
    if let Some(signature) = signature(INSIDE) {
        inside.push(INSIDE, signature.payload.get());
    }
    outside.push("function", &inside.finish());
    call.extras.iter().for_each(|(key, value)| {
        outside.push(key.as_str(), value.get());
    });
    if let Some(signature) = signature(OUTSIDE) {
        outside.push(OUTSIDE, signature.payload.get());
    }
    if let Some(held) = call.carriers.iter().rev().find_map(held) {
        outside.push(OUTSIDE, &held);
    }
    outside.finish()
}

/// The calls of the message `object`.
pub(super) fn read(message: &mut Object<'_>, claimed: &Claimed, place: &str) -> Result<Vec<Part>, WireError> {
    let Some(list) = column(message, "tool_calls", place)? else { return Ok(vec![]) };
    let place = format!("{place}.tool_calls");
    let calls = elements(list.get(), &place)?.into_iter().enumerate();
    calls.map(|(n, call)| self::call(call, claimed, &format!("{place}[{n}]")).map(Part::Call)).collect()
}

fn call(json: &RawValue, claimed: &Claimed, place: &str) -> Result<ToolCall, WireError> {
    let mut outside = Object::strict(json.get(), place)?;
    let id = string(&mut outside, "id", place)?;
    if outside.get("type").is_some_and(|kind| kind.get() == "\"function\"") {
        outside.take("type");
    }
    let mut carriers = vec![];
    let mut sign = |object: &mut Object<'_>, key: &'static str, signed: fn(&RawValue) -> bool| {
        if object.get(key).is_some_and(signed) {
            let payload = object.take(key);
            carriers.extend(payload.map(|payload| carrier(key, claimed.issuer.clone(), payload, None, true)));
        }
    };
    sign(&mut outside, OUTSIDE, is_signed);
    let (mut name, mut arguments, mut inner) = (None, None, vec![]);
    if let Some(function) = take(&mut outside, "function") {
        let place = format!("{place}.function");
        let mut inside = Object::strict(function.get(), &place)?;
        sign(&mut inside, INSIDE, |value| is_blob(value.get()));
        name = string(&mut inside, "name", &place)?;
        arguments = take(&mut inside, "arguments").map(|value| self::arguments(value, &place)).transpose()?;
        inner = inside.rest();
    }
    let (name, arguments) = (name.unwrap_or(Literal::of("")), arguments.unwrap_or(Arguments::Text(Literal::of(""))));
    Ok(ToolCall { id, name, arguments, extras: outside.rest(), inner, carriers })
}

fn arguments(value: &RawValue, place: &str) -> Result<Arguments, WireError> {
    match Literal::read(value) {
        Some(text) => Ok(Arguments::Text(text)),
        None if value.get().starts_with('{') => Ok(Arguments::Json(Verbatim::from(value))),
        None => Err(WireError::shape(format!("{place}.arguments"), "a string or an object", value.get())),
    }
}

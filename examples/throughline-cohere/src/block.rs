//! Reading one block and one call: the same for a reply, a stream and a request.
//!
//! Never fails on a type that it does not know: such a block is kept as it came.
use crate::{
    API,
    table::{BLOCK, ISSUER, THINKING},
};
use serde_json::value::RawValue;
use throughline_core::{
    Arguments, Carrier, Foreign, Literal, Part, Role, Text, TextAt, ToolCall, Verbatim, WireError, json::Object,
};

/// Reads a block that stands at `place` in a message of `role`.
///
/// # Errors
/// Where it is no object, or its text is no string.
pub(crate) fn part(raw: &RawValue, role: Role, place: &str) -> Result<Part, WireError> {
    let mut block = Object::strict(raw.get(), place)?;
    let kind = block.take_str("type");
    let mut text = |key: &str| {
        let found = block.get(key).map_or("", RawValue::get);
        block.take_str(key).ok_or_else(|| WireError::shape(format!("{place}.{key}"), "a string", found))
    };
    Ok(match (kind.as_ref().map(Literal::inner), role) {
        (Some("text"), _) => Part::Text(Text { text: text("text")?, extras: block.rest(), carriers: vec![] }),
        (Some(THINKING), Role::Assistant) => {
            text(THINKING)?;
            Part::Reasoning(Carrier::plain(BLOCK, ISSUER, raw.into(), TextAt::path(THINKING)))
        }
        (Some("image_url"), Role::User) => Part::Media(foreign(raw)),
        _ => Part::Opaque(foreign(raw)),
    })
}

/// Reads a call.
///
/// # Errors
/// Where it has no name.
pub(crate) fn call(raw: &RawValue, place: &str) -> Result<ToolCall, WireError> {
    let mut call = Object::strict(raw.get(), place)?;
    let id = call.take_str("id");
    if let Some(kind) = call.take("type").filter(|kind| kind.get() != "\"function\"") {
        return Err(WireError::shape(format!("{place}.type"), "`function`", kind.get()));
    }
    let place = format!("{place}.function");
    let mut function = Object::strict(call.take("function").map_or("", RawValue::get), &place)?;
    let found = function.get("name").map_or("", RawValue::get);
    let name = function.take_str("name").ok_or_else(|| WireError::shape(format!("{place}.name"), "a string", found))?;
    let arguments = match function.take("arguments") {
        None => Arguments::Text(Literal::of("{}")),
        Some(value) => Literal::read(value).map_or_else(|| Arguments::Json(Verbatim::from(value)), Arguments::Text),
    };
    Ok(ToolCall { id, name, arguments, extras: call.rest(), inner: function.rest(), carriers: vec![] })
}

/// Reads a block of a reply. One that cannot be read is kept.
pub(crate) fn reply(raw: &RawValue) -> Part {
    part(raw, Role::Assistant, "").unwrap_or_else(|_| Part::Opaque(foreign(raw)))
}

fn foreign(raw: &RawValue) -> Foreign {
    Foreign { payload: raw.into(), api: API, carriers: vec![] }
}

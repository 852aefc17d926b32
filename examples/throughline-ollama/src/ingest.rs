//! Reading a request that a client wrote or a recording holds.
//!
//! Never guesses at a member of the wrong type: the error names its place. What is unknown is kept.
use crate::{
    API,
    table::{ISSUER, THINKING, TOOL_CALL_ID},
};
use serde_json::value::RawValue;
use std::sync::Arc;
use throughline_core::{
    Arguments, Carrier, Foreign, How, Ingested, Key, Literal, Origin, Part, Presence, Request, Role, Route, Text,
    TextAt, Tool, ToolCall, ToolResult, Turn, Verbatim, WireError,
    json::{self, Object},
};

pub(crate) fn request(route: &Route, bytes: &[u8]) -> Result<Ingested, WireError> {
    let mut body = Object::strict(json::document(bytes, "request")?.get(), "request")?;
    let origin = Arc::new(Origin::of(route, How::Claimed));
    let list = body.take("messages").map_or("", RawValue::get);
    let messages = json::list(list, "messages", "an array")?.into_iter().enumerate();
    let turns = messages.map(|(n, raw)| message(raw, &format!("messages[{n}]"), &origin)).collect::<Result<_, _>>()?;
    let tools = match body.take("tools").map(RawValue::get) {
        None | Some("null") => None,
        Some(list) => {
            let tools = json::list(list, "tools", "an array")?.into_iter().enumerate();
            Some(tools.map(|(n, raw)| tool(raw, &format!("tools[{n}]"))).collect::<Result<_, _>>()?)
        }
    };
    Ok(Ingested { request: Request { api: API, tools, members: body.rest() }, turns })
}

fn message(raw: &RawValue, place: &str, origin: &Arc<Origin>) -> Result<Turn, WireError> {
    let mut message = Object::strict(raw.get(), place)?;
    let role = match message.take("role").map_or("", RawValue::get) {
        "\"system\"" => Role::System,
        "\"user\"" => Role::User,
        "\"assistant\"" => Role::Assistant,
        "\"tool\"" => Role::Tool,
        other => return Err(strange(&format!("{place}.role"), "`system`, `user`, `assistant` or `tool`", other)),
    };
    let mut turn = Turn::new(role);
    let content = string(&mut message, "content", place)?;
    if role == Role::Tool {
        let call = string(&mut message, TOOL_CALL_ID, place)?;
        let content = content.map(|text| text.verbatim().clone());
        turn.parts.push(Part::Result(ToolResult { call, content, extras: message.rest() }));
        return Ok(turn);
    }
    match content {
        Some(text) if text.is_empty() => turn.presence.push((Key::new("content"), Presence::Empty)),
        Some(text) => turn.parts.push(Part::Text(Text { text, extras: vec![], carriers: vec![] })),
        None => {}
    }
    for (n, image) in list(&mut message, "images", place)?.into_iter().enumerate() {
        if !image.get().starts_with('"') {
            return Err(WireError::shape(format!("{place}.images[{n}]"), "a string", image.get()));
        }
        turn.parts.push(Part::Media(Foreign { payload: image.into(), api: API, carriers: vec![] }));
    }
    if role == Role::Assistant {
        turn.origin = Some(origin.clone());
        // Blank thinking is a placeholder that a client wrote.
        if let Some(text) = string(&mut message, THINKING, place)?.filter(|text| !text.is_blank()) {
            turn.carriers.push(Carrier::plain(THINKING, ISSUER, text.verbatim().clone(), TextAt::WHOLE));
        }
        for (n, raw) in list(&mut message, "tool_calls", place)?.into_iter().enumerate() {
            turn.parts.push(Part::Call(call(raw, &format!("{place}.tool_calls[{n}]"))?));
        }
    }
    turn.extras = message.rest();
    Ok(turn)
}

/// Reads a call.
///
/// # Errors
/// Where it has no name, or its arguments are no object.
pub(crate) fn call(raw: &RawValue, place: &str) -> Result<ToolCall, WireError> {
    let mut call = Object::strict(raw.get(), place)?;
    let place = format!("{place}.function");
    let mut function = Object::strict(call.take("function").map_or("", RawValue::get), &place)?;
    let id = call.take_str("id");
    let name = string(&mut function, "name", &place)?;
    let name = name.ok_or_else(|| WireError::shape(format!("{place}.name"), "a string", ""))?;
    let arguments = match function.take("arguments").map(Verbatim::from) {
        None => Arguments::Text(Literal::of("{}")),
        Some(object) if object.is_object() => Arguments::Json(object),
        Some(other) => return Err(WireError::shape(format!("{place}.arguments"), "an object", other.get())),
    };
    Ok(ToolCall { id, name, arguments, extras: call.rest(), inner: function.rest(), carriers: vec![] })
}

/// A tool that is no function would be the server's own: its name says nothing on another wire.
fn tool(raw: &RawValue, place: &str) -> Result<Tool, WireError> {
    let mut tool = Object::strict(raw.get(), place)?;
    let function = tool.take("function").map_or("{}", RawValue::get);
    let mut function = Object::strict(function, &format!("{place}.function"))?;
    Ok(Tool {
        payload: raw.into(),
        api: API,
        name: function.take_str("name"),
        description: function.take("description").map(Verbatim::from),
        schema: function.take("parameters").map(Verbatim::from),
    })
}

/// A string that may be absent or `null`.
fn string(object: &mut Object<'_>, key: &str, place: &str) -> Result<Option<Literal>, WireError> {
    match object.take(key) {
        None => Ok(None),
        Some(null) if null.get() == "null" => Ok(None),
        Some(value) => {
            let text = Literal::read(value);
            text.map(Some).ok_or_else(|| WireError::shape(format!("{place}.{key}"), "a string", value.get()))
        }
    }
}

/// A list likewise.
fn list<'a>(object: &mut Object<'a>, key: &str, place: &str) -> Result<Vec<&'a RawValue>, WireError> {
    match object.take(key).map(RawValue::get) {
        None | Some("null") => Ok(vec![]),
        Some(value) => json::list(value, &format!("{place}.{key}"), "an array"),
    }
}

/// A value that is none of those expected; which string it is, is the caller's.
fn strange(place: &str, expected: &'static str, raw: &str) -> WireError {
    let mut error = WireError::shape(place.to_owned(), expected, raw);
    if let (WireError::Shape { found, .. }, true) = (&mut error, raw.starts_with('"')) {
        "another string".clone_into(found);
    }
    error
}

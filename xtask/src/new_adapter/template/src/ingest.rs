//! Reading a request that a client wrote or a recording holds.
//!
//! Never guesses at a member of the wrong type: the error names its place. What is unknown is kept.
use crate::{
    API,
    table::{ISSUER, SEAL, SEAL_KIND, THOUGHT},
};
use serde_json::value::RawValue;
use std::sync::Arc;
use throughline_core::{
    Arguments, Carrier, How, Ingested, Literal, Origin, Part, Request, Role, Route, Text, TextAt, Tool, ToolCall,
    ToolResult, Turn, Verbatim, WireError,
    json::{self, Object},
};

pub(crate) fn request(route: &Route, bytes: &[u8]) -> Result<Ingested, WireError> {
    let mut body = Object::strict(json::document(bytes, "request")?.get(), "request")?;
    let origin = Arc::new(Origin::of(route, How::Claimed));
    let list = body.take("messages").map_or("", RawValue::get);
    let messages = json::list(list, "messages", "an array")?.into_iter().enumerate();
    let turns = messages.map(|(n, raw)| message(raw, &format!("messages[{n}]"), &origin)).collect::<Result<_, _>>()?;
    let tools = list_of(&mut body, "tools", "")?;
    let tools = tools.map(|tools| tools.into_iter().enumerate().map(tool).collect::<Result<_, _>>()).transpose()?;
    Ok(Ingested { request: Request { api: API, tools, members: body.rest() }, turns })
}

fn message(raw: &RawValue, place: &str, origin: &Arc<Origin>) -> Result<Turn, WireError> {
    let mut message = Object::strict(raw.get(), place)?;
    let role = match message.take("role").map_or("", RawValue::get) {
        "\"system\"" => Role::System,
        "\"user\"" => Role::User,
        "\"assistant\"" => Role::Assistant,
        "\"tool\"" => Role::Tool,
        other => return Err(WireError::shape(format!("{place}.role"), "a role that this wire has", other)),
    };
    let mut turn = Turn::new(role);
    let words = string(&mut message, "text", place)?;
    if role == Role::Tool {
        let call = string(&mut message, "call", place)?;
        let content = words.map(|text| text.verbatim().clone());
        turn.parts.push(Part::Result(ToolResult { call, content, extras: message.rest() }));
        return Ok(turn);
    }
    turn.parts.extend(words.filter(|words| !words.is_empty()).map(text));
    if role == Role::Assistant {
        turn.origin = Some(origin.clone());
        // A blank thought is a placeholder that a client wrote.
        if let Some(thought) = string(&mut message, THOUGHT, place)?.filter(|thought| !thought.is_blank()) {
            turn.carriers.push(Carrier::plain(THOUGHT, ISSUER, thought.verbatim().clone(), TextAt::WHOLE));
        }
        if let Some(seal) = message.take(SEAL).filter(|seal| seal.get() != "null") {
            turn.carriers.push(Carrier::sealed(SEAL_KIND, ISSUER, seal.into(), None));
        }
        let calls = list_of(&mut message, "calls", &format!("{place}."))?.unwrap_or_default();
        for (n, raw) in calls.into_iter().enumerate() {
            turn.parts.push(Part::Call(call(raw, &format!("{place}.calls[{n}]"))?));
        }
    }
    turn.extras = message.rest();
    Ok(turn)
}

/// Reads a call. Its arguments are a string, in which a model may write what it likes.
///
/// # Errors
/// Where it has no name, or its arguments are no string.
pub(crate) fn call(raw: &RawValue, place: &str) -> Result<ToolCall, WireError> {
    let mut call = Object::strict(raw.get(), place)?;
    let id = string(&mut call, "id", place)?;
    let name = string(&mut call, "tool", place)?;
    let name = name.ok_or_else(|| WireError::shape(format!("{place}.tool"), "a string", ""))?;
    let input = string(&mut call, "input", place)?.unwrap_or_else(|| Literal::of("{}"));
    let arguments = Arguments::Text(input);
    Ok(ToolCall { id, name, arguments, extras: call.rest(), inner: vec![], carriers: vec![] })
}

/// A piece of visible text.
pub(crate) fn text(text: Literal) -> Part {
    Part::Text(Text { text, extras: vec![], carriers: vec![] })
}

fn tool((n, raw): (usize, &RawValue)) -> Result<Tool, WireError> {
    let mut tool = Object::strict(raw.get(), &format!("tools[{n}]"))?;
    Ok(Tool {
        payload: raw.into(),
        api: API,
        name: tool.take_str("name"),
        description: tool.take("about").map(Verbatim::from),
        schema: tool.take("input").map(Verbatim::from),
    })
}

/// A string that may be absent or `null`.
fn string(object: &mut Object<'_>, key: &str, place: &str) -> Result<Option<Literal>, WireError> {
    match object.take(key).filter(|value| value.get() != "null") {
        None => Ok(None),
        Some(value) => {
            let text = Literal::read(value);
            text.map(Some).ok_or_else(|| WireError::shape(format!("{place}.{key}"), "a string", value.get()))
        }
    }
}

/// A list likewise.
fn list_of<'a>(object: &mut Object<'a>, key: &str, before: &str) -> Result<Option<Vec<&'a RawValue>>, WireError> {
    let value = object.take(key).filter(|value| value.get() != "null");
    value.map(|value| json::list(value.get(), &format!("{before}{key}"), "an array")).transpose()
}

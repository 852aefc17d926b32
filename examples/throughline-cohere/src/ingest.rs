//! Reading a request that a client wrote or a recording holds.
//!
//! Never guesses at a member of the wrong type: the error names its place. What is unknown is kept.
use crate::{
    API, block,
    table::{ISSUER, PLAN},
};
use serde_json::value::RawValue;
use std::sync::Arc;
use throughline_core::{
    Carrier, How, Ingested, Key, Literal, Origin, Part, Presence, Request, Role, Route, Text, TextAt, Tool, ToolResult,
    Turn, Verbatim, WireError,
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
        other => return Err(strange(&format!("{place}.role"), other)),
    };
    let mut turn = Turn::new(role);
    let content = message.take("content").filter(|content| content.get() != "null");
    if role == Role::Tool {
        let call = string(&mut message, "tool_call_id", place)?;
        turn.parts.push(Part::Result(ToolResult {
            call,
            content: content.map(Verbatim::from),
            extras: message.rest(),
        }));
        return Ok(turn);
    }
    if let Some(content) = content {
        self::content(content, &mut turn, &format!("{place}.content"))?;
    }
    if role == Role::Assistant {
        turn.origin = Some(origin.clone());
        // A blank plan is a placeholder that a client wrote.
        if let Some(plan) = string(&mut message, PLAN, place)?.filter(|plan| !plan.is_blank()) {
            turn.carriers.push(Carrier::plain(PLAN, ISSUER, plan.verbatim().clone(), TextAt::WHOLE));
        }
        let place = format!("{place}.tool_calls");
        let calls = message.take("tool_calls").map(RawValue::get).filter(|calls| *calls != "null");
        for (n, raw) in json::list(calls.unwrap_or("[]"), &place, "an array")?.into_iter().enumerate() {
            turn.parts.push(Part::Call(block::call(raw, &format!("{place}[{n}]"))?));
        }
    }
    turn.extras = message.rest();
    Ok(turn)
}

fn content(raw: &RawValue, turn: &mut Turn, place: &str) -> Result<(), WireError> {
    if let Some(text) = Literal::read(raw) {
        if !text.is_empty() {
            turn.parts.push(Part::Text(Text { text, extras: vec![], carriers: vec![] }));
        }
        return Ok(());
    }
    for (n, block) in json::list(raw.get(), place, "a string or an array")?.into_iter().enumerate() {
        turn.parts.push(block::part(block, turn.role, &format!("{place}[{n}]"))?);
    }
    turn.presence.push((Key::new("content"), Presence::List));
    Ok(())
}

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
    match object.take(key).filter(|value| value.get() != "null") {
        None => Ok(None),
        Some(value) => {
            let text = Literal::read(value);
            text.map(Some).ok_or_else(|| WireError::shape(format!("{place}.{key}"), "a string", value.get()))
        }
    }
}

/// A role that is none of those expected; which string it is, is the caller's.
fn strange(place: &str, raw: &str) -> WireError {
    let mut error = WireError::shape(place.to_owned(), "`system`, `user`, `assistant` or `tool`", raw);
    if let (WireError::Shape { found, .. }, true) = (&mut error, raw.starts_with('"')) {
        "another string".clone_into(found);
    }
    error
}

//! Reading a request that a client wrote or a recording holds.
//!
//! Never guesses at a member of the wrong type: the error names its place. What is unknown is kept.
use crate::{
    block, door,
    table::{self, THINKING},
};
use serde_json::value::RawValue;
use throughline_core::{
    Api, Arguments, How, Ingested, Issuer, Literal, Origin, Part, Presence, Request, Role, Route, Text, Tool, Turn,
    Verbatim, WireError,
    json::{self, Object},
};

/// Members of the body that are not among the request's.
const STRUCTURE: &[&str] = &["messages", "system", "tools"];

pub(crate) fn request(route: &Route, bytes: &[u8]) -> Result<Ingested, WireError> {
    let mut body = Object::strict(json::document(bytes, "request")?.get(), "request")?;
    let reader = Reader {
        issuer: table::issuer(route),
        origin: Origin::of(route, How::Claimed),
        placeholder: table::placeholder(route),
    };
    let messages = body.take("messages");
    let list = messages.map_or("", RawValue::get);
    let mut turns = vec![];
    if let Some(system) = body.take("system").filter(|system| system.get() != "null") {
        let mut turn = Turn::new(Role::System);
        reader.content(system, &mut turn, "system")?;
        turns.push(turn);
    }
    for (n, message) in json::list(list, "messages", "an array")?.into_iter().enumerate() {
        turns.push(reader.message(message, &format!("messages[{n}]"))?);
    }
    let tools = match body.get("tools").map(RawValue::get) {
        None | Some("null") => None,
        Some(_) => body.take("tools").map(tools).transpose()?,
    };
    let mut members = body.rest();
    members.retain(|(key, value)| !STRUCTURE.contains(&key.as_str()) && !door::is_said(route, key.as_str(), value));
    let mut request = Request { api: Api::MESSAGES, tools, members };
    if door::is_nameless(route) && request.get("model").is_none() {
        // Elsewhere a body names the model.
        request.members.insert(0, ("model".into(), Literal::of("").verbatim().clone()));
    }
    Ok(Ingested { request, turns })
}

struct Reader {
    issuer: Issuer,
    origin: Origin,
    /// What stands in front of a call where there is no thought and the route demands one.
    placeholder: Option<&'static str>,
}

impl Reader {
    fn message(&self, raw: &RawValue, place: &str) -> Result<Turn, WireError> {
        let mut message = Object::strict(raw.get(), place)?;
        let named = message.take("role");
        let role = match named.map_or("", RawValue::get) {
            "\"user\"" => Role::User,
            "\"assistant\"" => Role::Assistant,
            "\"system\"" => Role::System,
            other => return Err(WireError::word(format!("{place}.role"), "`user`, `assistant` or `system`", other)),
        };
        let mut turn = Turn::new(role);
        let content = message.take("content");
        let at = format!("{place}.content");
        match content {
            Some(content) => self.content(content, &mut turn, &at)?,
            None => return Err(WireError::shape(at, "a string or an array", "")),
        }
        turn.extras = message.rest();
        turn.origin = (role == Role::Assistant).then(|| self.origin.clone().into());
        Ok(turn)
    }

    fn content(&self, raw: &RawValue, turn: &mut Turn, place: &str) -> Result<(), WireError> {
        if let Some(text) = Literal::read(raw) {
            turn.parts.push(Part::Text(Text { text, extras: vec![], carriers: vec![] }));
            return Ok(());
        }
        if !raw.get().starts_with('[') {
            return Err(WireError::shape(place.to_owned(), "a string or an array", raw.get()));
        }
        for (n, block) in json::list(raw.get(), place, "an array")?.into_iter().enumerate() {
            let place = format!("{place}[{n}]");
            let part = block::part(&block.into(), turn.role, &self.issuer, &place)?;
            if let Part::Call(call) = &part
                && !matches!(&call.arguments, Arguments::Json(input) if input.is_object())
            {
                let input = json::member(block.get(), "input").map_or("", RawValue::get);
                return Err(WireError::shape(format!("{place}.input"), "an object", input));
            }
            turn.parts.push(part);
        }
        if turn.calls().next().is_some() && turn.parts.first().is_some_and(|part| self.is_placeholder(part)) {
            turn.parts.remove(0);
        }
        let shape = if turn.parts.is_empty() { Presence::EmptyList } else { Presence::List };
        turn.presence.push(("content".into(), shape));
        Ok(())
    }
}

impl Reader {
    fn is_placeholder(&self, part: &Part) -> bool {
        let Part::Reasoning(carrier) = part else { return false };
        let text = json::member(carrier.payload.get(), THINKING.0).and_then(Literal::read);
        !carrier.sealed && text.is_some_and(|text| self.placeholder == Some(&text.decode()))
    }
}

fn tools(raw: &RawValue) -> Result<Vec<Tool>, WireError> {
    let list = json::list(raw.get(), "tools", "an array")?;
    list.into_iter().enumerate().map(|(n, tool)| self::tool(tool, &format!("tools[{n}]"))).collect()
}

/// A tool without a schema of its own is the provider's: its name says nothing on another wire.
fn tool(raw: &RawValue, place: &str) -> Result<Tool, WireError> {
    let mut fields = Object::strict(raw.get(), place)?;
    let schema = fields.take("input_schema").map(Verbatim::from);
    let name = fields.take_str("name").filter(|_| schema.is_some());
    let description = fields.take("description").map(Verbatim::from).filter(|_| schema.is_some());
    Ok(Tool { payload: raw.into(), api: Api::MESSAGES, name, description, schema })
}

//! Reading a request that a client wrote or a recording holds.
//!
//! Never guesses at a member of the wrong type: the error names its place. What is unknown is kept.
use crate::{
    block::{self, object},
    table::{self, API},
};
use serde_json::value::RawValue;
use throughline_core::{
    Arguments, How, Ingested, Issuer, Key, Origin, Part, Request, Role, Route, Tool, Turn, Verbatim, WireError,
    json::{self, Object},
};

pub(crate) fn request(route: &Route, bytes: &[u8]) -> Result<Ingested, WireError> {
    let mut body = Object::strict(json::document(bytes, "request")?.get(), "request")?;
    let reader = Reader { issuer: table::issuer(route), origin: Origin::of(route, How::Claimed) };
    // Clients of an SDK say it beside the rest; on the wire it is in the path.
    body.take_str("modelId");
    let mut turns = vec![];
    if let Some(system) = body.take_where(|key, value| key == "system" && !matches!(value.get(), "null" | "[]")) {
        let mut turn = Turn::new(Role::System);
        reader.content(system.get(), &mut turn, "system")?;
        turns.push(turn);
    }
    let messages = body.take("messages").map_or("", RawValue::get);
    for (n, message) in json::list(messages, "messages", "an array")?.into_iter().enumerate() {
        turns.push(reader.message(message, &format!("messages[{n}]"))?);
    }
    let (mut tools, mut config) = (None, None);
    if let Some(raw) = body.take("toolConfig").filter(|raw| raw.get() != "null") {
        let mut fields = Object::strict(raw.get(), "toolConfig")?;
        tools = fields.take("tools").map(self::tools).transpose()?;
        config = Some(fields.rest()).filter(|rest| tools.is_none() || !rest.is_empty());
    }
    if let Some(stray) = body.get("tools") {
        return Err(WireError::shape("tools", "the tools under `toolConfig`", stray.get()));
    }
    let mut members = body.rest();
    members.retain(|(key, value)| *key != "system" || value.get() == "[]");
    members.extend(
        config
            .map(|rest| (Key::new("toolConfig"), object(rest.iter().map(|(key, value)| (key.as_str(), value.get()))))),
    );
    Ok(Ingested { request: Request { api: API, tools, members }, turns })
}

struct Reader {
    issuer: Issuer,
    origin: Origin,
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
        let content = message.take("content").map_or("", RawValue::get);
        self.content(content, &mut turn, &format!("{place}.content"))?;
        turn.extras = message.rest();
        turn.origin = (role == Role::Assistant).then(|| self.origin.clone().into());
        Ok(turn)
    }
    fn content(&self, raw: &str, turn: &mut Turn, place: &str) -> Result<(), WireError> {
        for (n, block) in json::list(raw, place, "an array")?.into_iter().enumerate() {
            let place = format!("{place}[{n}]");
            Object::strict(block.get(), &place)?;
            for part in block::parts(block, turn.role, &self.issuer, &place)? {
                if let Part::Call(call) = &part
                    && call.arguments.object().is_none_or(|_| matches!(call.arguments, Arguments::Text(_)))
                {
                    return Err(WireError::shape(format!("{place}.toolUse.input"), "an object", input(block)));
                }
                turn.parts.push(part);
            }
        }
        Ok(())
    }
}

fn input(block: &RawValue) -> &str {
    json::member(block.get(), "toolUse").and_then(|call| json::member(call.get(), "input")).map_or("", RawValue::get)
}

fn tools(raw: &RawValue) -> Result<Vec<Tool>, WireError> {
    let place = "toolConfig.tools";
    let list = json::list(raw.get(), place, "an array")?;
    list.into_iter().enumerate().map(|(n, tool)| self::tool(tool, &format!("{place}[{n}]"))).collect()
}

/// A tool without a declaration of its own is the provider's, or the marker of a cache: it says nothing on another wire.
fn tool(raw: &RawValue, place: &str) -> Result<Tool, WireError> {
    let fields = Object::strict(raw.get(), place)?;
    let mut new = Tool { payload: raw.into(), api: API, name: None, description: None, schema: None };
    if let Some(spec) = fields.get("toolSpec") {
        let mut spec = Object::strict(spec.get(), &format!("{place}.toolSpec"))?;
        new.name = spec.take_str("name");
        new.description = spec.take("description").map(Verbatim::from);
        let schema = spec.take("inputSchema").and_then(|schema| json::member(schema.get(), "json"));
        new.schema = schema.map(Verbatim::from);
    }
    Ok(new)
}

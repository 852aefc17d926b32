//! Reads a request that a client wrote or a recording holds. What has a wrong type is an error that names its place; what is
//! unknown is kept.
use super::{content::Content, dialect::Dialect, message::Reader, mint::Mints};
use throughline_core::{
    Api, How, Ingested, Literal, Part, Request, Role, Route, Tool, ToolResult, Turn, Verbatim, WireError, WirePlace,
    json::{self, Object},
};

impl Dialect {
    /// Reads a request body.
    ///
    /// # Errors
    /// Where it is not a request of this wire; the error names the place.
    pub fn ingest(&'static self, route: &Route, body: &[u8]) -> Result<Ingested, WireError> {
        let body = object(json::document(body, "request")?.get(), "request", "an object with messages")?;
        let mut request = Request { api: route.api.clone(), tools: None, members: vec![] };
        let mut messages = None;
        for (key, value) in body.iter() {
            match key {
                "messages" => messages = Some(value.get()),
                "tools" if value.get() == "null" => {}
                "tools" => request.tools = Some(tools(value.get(), &route.api)?),
                _ => request.members.push((key.to_owned().into(), value.into())),
            }
        }
        let list = messages.unwrap_or_default();
        let mints = Mints::new(self, route);
        let mut turns = Ok(vec![]);
        let read = json::elements(list, |message| {
            if let Ok(read) = &mut turns {
                match self.turn(&mints, read.len(), message.get()) {
                    Ok(turn) => read.push(turn),
                    Err(error) => turns = Err(error),
                }
            }
        });
        match read {
            Ok(()) => Ok(Ingested { request, turns: turns? }),
            Err(_) => Err(WireError::shape("messages", "a list", list)),
        }
    }

    fn turn(&'static self, mints: &Mints<'_>, n: usize, message: &str) -> Result<Turn, WireError> {
        let place = |member: &str| WirePlace::from(format!("messages[{n}]{member}"));
        let mut object = object(message, &format!("messages[{n}]"), "an object")?;
        let spoken = object.take("role").map(|role| role.get()).unwrap_or_default();
        if !spoken.starts_with('"') {
            return Err(WireError::shape(place(".role"), ROLES, spoken));
        }
        let roles = [Role::System, Role::Developer, Role::User, Role::Assistant, Role::Tool];
        let named =
            |role: &Role| spoken.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) == Some(role.as_str());
        let Some(role) = roles.into_iter().find(named) else {
            return Err(WireError::Shape { place: place(".role"), expected: ROLES, found: "another one".to_owned() });
        };
        if role == Role::Assistant {
            let mut reader = Reader::whole(self);
            reader.read(message, &mut |_| {});
            return match reader.odd() {
                Some(odd) => Err(WireError::shape(place(&format!(".{}", odd.place)), odd.expected, &odd.value)),
                None => Ok(reader.turn(mints, None, How::Claimed)),
            };
        }
        let mut turn = Turn::new(role);
        let said = object.take("content").map(|content| content.get());
        if said.is_some_and(|said| !said.starts_with(['"', '[', 'n'])) {
            return Err(WireError::shape(place(".content"), "a string, a list or null", said.unwrap_or_default()));
        }
        if role == Role::Tool {
            let call = match object.take("tool_call_id").map(|id| id.get()).filter(|id| *id != "null") {
                None => None,
                Some(id) => Some(literal(id).ok_or_else(|| WireError::shape(place(".tool_call_id"), "a string", id))?),
            };
            let content = said.and_then(|said| Verbatim::parse(said).ok());
            turn.parts.push(Part::Result(ToolResult { call, content, extras: vec![] }));
        } else if let Some(said) = said {
            let mut content = Content::default();
            content.take(said, true, &[], &mut |_| {});
            turn.parts = content.finish(mints, &mut turn.presence);
        }
        turn.extras = object.rest();
        Ok(turn)
    }
}

const ROLES: &str = "`system`, `developer`, `user`, `assistant` or `tool`";

fn tools(list: &str, api: &Api) -> Result<Vec<Tool>, WireError> {
    let read = |(n, tool): (usize, &serde_json::value::RawValue)| {
        let function = object(tool.get(), &format!("tools[{n}]"), "an object")?.take("function");
        let member = |key| function.and_then(|function| json::member(function.get(), key));
        Ok(Tool {
            payload: tool.into(),
            api: api.clone(),
            name: member("name").and_then(Literal::read),
            description: member("description").map(Verbatim::from),
            schema: member("parameters").map(Verbatim::from),
        })
    };
    json::list(list, "tools", "a list")?.into_iter().enumerate().map(read).collect()
}

fn literal(json: &str) -> Option<Literal> {
    Verbatim::parse(json).ok()?.literal()
}

/// Reads an object; a value of another type is told from one that is no JSON. A name that stands twice is an error: it would mean one
/// thing to us and another to the host.
fn object<'a>(json: &'a str, place: &str, expected: &'static str) -> Result<Object<'a>, WireError> {
    let object = Object::read(json).map_err(|source| match Verbatim::parse(json) {
        Ok(value) if !value.is_object() => WireError::shape(place.to_owned(), expected, json),
        _ => WireError::Json { place: place.to_owned().into(), source },
    })?;
    match object.duplicate() {
        Some(name) => Err(WireError::twice(place.to_owned(), name)),
        None => Ok(object),
    }
}

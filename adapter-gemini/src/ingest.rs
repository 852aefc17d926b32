//! Reading a request that a client wrote or a recording holds, in either spelling of its members.
//!
//! Never guesses at a member of the wrong type: the error names its place. What is unknown is kept.
use crate::{
    json::{is, object as make, take},
    part,
    table::{self, API, TYPES},
};
use serde_json::value::RawValue;
use throughline_core::{
    How, Ingested, Issuer, Literal, Origin, Part, Request, Role, Route, Tool, Turn, Verbatim, WireError,
    json::{self, Object},
};

pub(crate) fn request(route: &Route, bytes: &[u8]) -> Result<Ingested, WireError> {
    let mut body = Object::strict(json::document(bytes, "request")?.get(), "request")?;
    let reader = Reader { issuer: table::issuer(route), origin: Origin::of(route, How::Claimed) };
    let mut turns = vec![];
    if let Some(system) = take(&mut body, "systemInstruction").filter(|system| system.get() != "null") {
        turns.push(reader.system(system)?);
    }
    let contents = take(&mut body, "contents").map_or("", RawValue::get);
    for (n, content) in several(contents, "contents")?.into_iter().enumerate() {
        turns.push(reader.content(content, &format!("contents[{n}]"))?);
    }
    let tools = match body.get("tools").map(RawValue::get) {
        None | Some("null") => None,
        Some(_) => body.take("tools").map(tools).transpose()?,
    };
    let mut members = body.rest();
    members.retain(|(key, value)| *key != "tools" && (!value.is_null() || !is_structure(key.as_str())));
    if let Some((key, _)) = members.iter().find(|(key, _)| is_structure(key.as_str())) {
        return Err(WireError::twice("request", key.as_str()));
    }
    Ok(Ingested { request: Request { api: API, tools, members }, turns })
}

/// What is not among the members of a request, in either spelling.
fn is_structure(name: &str) -> bool {
    is(name, "systemInstruction") || name == "contents"
}

struct Reader {
    issuer: Issuer,
    origin: Origin,
}

impl Reader {
    fn system(&self, raw: &RawValue) -> Result<Turn, WireError> {
        let mut turn = Turn::new(Role::System);
        if let Some(text) = Literal::read(raw) {
            turn.parts.push(Part::text(&text.decode()));
            return Ok(turn);
        }
        let mut content = Object::strict(raw.get(), "systemInstruction")?;
        self.parts(&mut content, &mut turn, "systemInstruction")?;
        turn.extras = content.rest();
        Ok(turn)
    }
    fn content(&self, raw: &RawValue, place: &str) -> Result<Turn, WireError> {
        let mut content = Object::strict(raw.get(), place)?;
        let named = content.take("role");
        let role = match named.map_or("null", RawValue::get) {
            // One that says no role is a person's; answers of tools came as `function` once.
            "null" | "\"\"" | "\"user\"" | "\"function\"" => Role::User,
            "\"model\"" => Role::Assistant,
            other => return Err(WireError::word(format!("{place}.role"), "`user` or `model`", other)),
        };
        let mut turn = Turn::new(role);
        self.parts(&mut content, &mut turn, place)?;
        turn.extras = content.rest();
        turn.origin = (role == Role::Assistant).then(|| self.origin.clone().into());
        Ok(turn)
    }
    fn parts(&self, content: &mut Object<'_>, turn: &mut Turn, place: &str) -> Result<(), WireError> {
        let place = format!("{place}.parts");
        let Some(parts) = content.take("parts").filter(|parts| parts.get() != "null") else { return Ok(()) };
        for (n, part) in several(parts.get(), &place)?.into_iter().enumerate() {
            Object::strict(part.get(), &format!("{place}[{n}]"))?;
            turn.parts.push(part::read(part, turn.role, &self.issuer));
        }
        Ok(())
    }
}

/// Each declaration is a tool, whatever list it stands in; what the host brings itself stays as it is.
fn tools(raw: &RawValue) -> Result<Vec<Tool>, WireError> {
    let mut tools = vec![];
    for (n, raw) in several(raw.get(), "tools")?.into_iter().enumerate() {
        let place = format!("tools[{n}]");
        let mut fields = Object::strict(raw.get(), &place)?;
        let declared = take(&mut fields, "functionDeclarations").filter(|list| list.get().starts_with('['));
        let place = format!("{place}.functionDeclarations");
        let before = tools.len();
        for (n, function) in
            declared.map_or(Ok(vec![]), |list| json::list(list.get(), &place, "an array"))?.into_iter().enumerate()
        {
            tools.push(tool(function, &format!("{place}[{n}]"))?);
        }
        let rest = fields.rest();
        match (tools.len() > before, rest.is_empty()) {
            (false, _) => tools.push(hosts(raw.into())),
            (true, false) => tools.push(hosts(make(rest.iter().map(|(key, value)| (key.as_str(), value.get()))))),
            (true, true) => {}
        }
    }
    Ok(tools)
}

/// A tool of the host itself.
fn hosts(payload: Verbatim) -> Tool {
    Tool { payload, api: API, name: None, description: None, schema: None }
}

fn tool(raw: &RawValue, place: &str) -> Result<Tool, WireError> {
    let mut fields = Object::strict(raw.get(), place)?;
    let own = take(&mut fields, "parameters").map(|schema| lowered(schema.get()));
    let schema = take(&mut fields, "parametersJsonSchema").map(Verbatim::from).or(own);
    let description = fields.take("description").map(Verbatim::from);
    Ok(Tool { payload: raw.into(), api: API, name: fields.take_str("name"), description, schema })
}

/// How deep schemas are followed.
const DEEPEST: usize = 64;

/// A schema of the API as JSON Schema: the names of its types in lower case.
fn lowered(schema: &str) -> Verbatim {
    Verbatim::parse(&lower(schema, DEEPEST)).unwrap_or_else(|_| RawValue::NULL.into())
}

fn lower(raw: &str, depth: usize) -> String {
    let Some(depth) = depth.checked_sub(1) else { return raw.to_owned() };
    let mut parts = vec![];
    match raw.bytes().next() {
        Some(b'{') => {
            let _ = json::members(raw, |name, value| {
                let word = value.get().trim_matches('"');
                let value = match name == "type" && TYPES.contains(&word) {
                    true => value.get().to_lowercase(),
                    false => lower(value.get(), depth),
                };
                parts.push((name.to_owned(), value));
            });
            make(parts).get().to_owned()
        }
        Some(b'[') => {
            let _ = json::elements(raw, |value| parts.push((String::new(), lower(value.get(), depth))));
            format!("[{}]", parts.into_iter().map(|(_, value)| value).collect::<Vec<_>>().join(","))
        }
        _ => raw.to_owned(),
    }
}

/// The elements of a list; one object stands for a list of itself.
fn several<'a>(raw: &'a str, place: &str) -> Result<Vec<&'a RawValue>, WireError> {
    match raw.starts_with('{') {
        true => serde_json::from_str(raw)
            .map(|one| vec![one])
            .map_err(|source| WireError::Json { place: place.to_owned().into(), source }),
        false => json::list(raw, place, "an array"),
    }
}

//! The types that this API insists on, and what each part must be by itself. What parts mean together is checked elsewhere.

use super::Request;
use super::names::{member, named, snake};
use crate::parts::{Backend, Content, Data, Part, standard, thinks_right};
use crate::provider::{Body, Provider, Words};
use crate::refusal::{Fills, Refusal, fills};
use crate::table::{EMPTY_PART, GENERATE_DATA, INVALID_VALUE, REQUEST, UNKNOWN_NAME, gemini};
use crate::terms::Terms;
use serde_json::Value;

/// What is wrong, and the words for it.
type Wrong = (&'static Words, Fills);

/// The request in `body`, for `model`.
pub(super) fn read<'a>(
    terms: &Terms<'_>,
    provider: &'static Provider,
    backend: &'static Backend,
    model: &str,
    body: &'a Body,
) -> Result<Request<'a>, Box<Refusal>> {
    REQUEST.check(body, &UNKNOWN_NAME)?;
    let told = |(words, fills): Wrong| Box::new(words.say(&fills));
    let config = match named(body, "generationConfig") {
        None | Some(Value::Object(_)) => named(body, "generationConfig"),
        Some(other) => return Err(told(invalid("generation_config", "TYPE_MESSAGE", other))),
    };
    let mut contents = Vec::new();
    let mut empty = Vec::new();
    for (at, value) in list(named(body, "contents")).into_iter().enumerate() {
        let Value::Object(object) = value else {
            return Err(told(invalid(&format!("contents[{at}]"), "TYPE_MESSAGE", value)));
        };
        contents.push(content(object, at, &mut empty).map_err(told)?);
    }
    let plain = |message: &str| Err(Box::new(Refusal::plain(provider, 400, message)));
    if contents.is_empty() {
        return plain("* GenerateContentRequest.contents: contents is not specified\n");
    }
    if let Some(empty) = contents.iter().position(|content| content.parts.is_empty()) {
        return plain(&format!(
            "* GenerateContentRequest.contents[{empty}].parts: contents.parts must not be empty.\n"
        ));
    }
    if !empty.is_empty() {
        return Err(Box::new(EMPTY_PART.tell(&empty)));
    }
    let gemini = gemini(model);
    if let Some(finding) = id(backend, gemini.generation, body) {
        return Err(Box::new(UNKNOWN_NAME.tell(&[finding])));
    }
    if let Some(finding) = refused(terms, provider, body) {
        return Err(Box::new(UNKNOWN_NAME.tell(&[finding])));
    }
    let thinking = config.and_then(|config| member(config, "thinkingConfig"));
    let thinks = thinks_right(provider, backend, &gemini, thinking)?;
    let shows = thinking.and_then(|thinking| member(thinking, "includeThoughts")) == Some(&Value::Bool(true));
    Ok(Request { body, gemini, contents, thinks, shows })
}

fn content(object: &Body, at: usize, empty: &mut Vec<Fills>) -> Result<Content, Wrong> {
    let path = format!("contents[{at}]");
    let model = match named(object, "role") {
        None => false,
        Some(Value::String(role)) if matches!(role.as_str(), "user" | "function" | "tool") => false,
        Some(Value::String(role)) if role == "model" => true,
        Some(Value::String(role)) => {
            let role = role.chars().take(40).collect::<String>();
            return Err((&crate::table::ROLE, fills! { "value": role }));
        }
        Some(other) => return Err(invalid(&format!("{path}.role"), "TYPE_STRING", other)),
    };
    let mut parts = Vec::new();
    for (number, value) in list(named(object, "parts")).into_iter().enumerate() {
        let path = format!("{path}.parts[{number}]");
        let Value::Object(members) = value else { return Err(invalid(&path, "TYPE_MESSAGE", value)) };
        let part = part(members, &path)?;
        if matches!(&part.data, Data::None) && part.signature.is_none() {
            empty.push(fills! { "path": path });
        }
        parts.push(part);
    }
    Ok(Content { model, parts, from: at })
}

fn part(members: &Body, path: &str) -> Result<Part, Wrong> {
    let mut set = GENERATE_DATA.iter().filter_map(|name| Some((*name, named(members, name)?)));
    let first = set.next();
    if let Some((name, _)) = set.next() {
        return Err((&crate::table::ONEOF, fills! { "path": path, "field": name }));
    }
    let data = match first {
        None => Data::None,
        Some((name, value)) => data(name, value, &format!("{path}.{}", snake(name)))?,
    };
    let thought = match named(members, "thought") {
        None => false,
        Some(Value::Bool(thought)) => *thought,
        Some(other) => return Err(invalid(&format!("{path}.thought"), "TYPE_BOOL", other)),
    };
    let signature = match named(members, "thoughtSignature") {
        None => None,
        Some(Value::String(text)) if text.is_empty() => None,
        Some(Value::String(text)) => Some(standard(text).ok_or_else(|| undecoded(path, text))?),
        Some(other) => return Err(invalid(&format!("{path}.thought_signature"), "TYPE_BYTES", other)),
    };
    Ok(Part { data, signature, thought, joined: false })
}

fn data(name: &str, value: &Value, path: &str) -> Result<Data, Wrong> {
    if name == "text" {
        return match value {
            // A text of nothing is a text that was never set.
            Value::String(text) if text.is_empty() => Ok(Data::None),
            Value::String(text) => Ok(Data::Text(text.clone())),
            other => Err(invalid(path, "TYPE_STRING", other)),
        };
    }
    if !value.is_object() {
        return Err(invalid(path, "TYPE_MESSAGE", value));
    }
    let string = |name: &str| match member(value, name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(invalid(&format!("{path}.{name}"), "TYPE_STRING", other)),
    };
    let object = |name: &str| match member(value, name) {
        None => Ok(Value::Object(Body::new())),
        Some(Value::Object(members)) => Ok(Value::Object(members.clone())),
        Some(other) => Err(invalid(&format!("{path}.{name}"), "TYPE_MESSAGE", other)),
    };
    let id = || string("id").map(|id| id.filter(|id| !id.is_empty()));
    Ok(match name {
        "functionCall" => {
            Data::Call { name: string("name")?.unwrap_or_default(), id: id()?, arguments: object("args")? }
        }
        "functionResponse" => {
            let response = object("response")?;
            let text = told(&response).unwrap_or_else(|| response.to_string());
            Data::Result { name: string("name")?.unwrap_or_default(), id: id()?, text }
        }
        _ => Data::Other,
    })
}

/// An id, where models of this generation have none.
fn id(backend: &Backend, generation: u32, body: &Body) -> Option<Fills> {
    let found = parts(body).find_map(|(path, part)| {
        let owner = ["functionCall", "functionResponse"]
            .into_iter()
            .find(|name| named(part, name).is_some_and(|value| member(value, "id").is_some()))?;
        Some(super::names::stranger("id", &format!("{path}.{}", snake(owner))))
    });
    found.filter(|_| generation < backend.ids_since)
}

/// A member of an own part that a fault refuses, in either spelling.
fn refused(terms: &Terms<'_>, provider: &Provider, body: &Body) -> Option<Fills> {
    terms.refused(provider).find_map(|(field, _)| {
        parts(body).find_map(|(path, part)| {
            let name = part.keys().find(|name| *name == field || **name == snake(field))?;
            Some(super::names::stranger(name, &path))
        })
    })
}

/// Every part of the model's own and of results, with its path.
fn parts(body: &Body) -> impl Iterator<Item = (String, &Body)> {
    let contents = list(named(body, "contents")).into_iter().enumerate();
    contents.flat_map(|(at, content)| {
        let parts = list(member(content, "parts")).into_iter().enumerate();
        parts.filter_map(move |(number, part)| Some((format!("contents[{at}].parts[{number}]"), part.as_object()?)))
    })
}

/// The members of a list; one that stands alone is a list of one.
fn list(value: Option<&Value>) -> Vec<&Value> {
    match value {
        None => Vec::new(),
        Some(Value::Array(list)) => list.iter().collect(),
        Some(one) => vec![one],
    }
}

/// The first text in what a tool answered.
fn told(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(list) => list.iter().find_map(told),
        Value::Object(members) => members.values().find_map(told),
        _ => None,
    }
}

fn invalid(path: &str, kind: &str, value: &Value) -> Wrong {
    let value: String = value.to_string().chars().take(80).collect();
    (&INVALID_VALUE, fills! { "path": path, "complaint": format!("({kind}), {value}") })
}

fn undecoded(path: &str, text: &str) -> Wrong {
    let complaint = format!("(TYPE_BYTES), Base64 decoding failed for \"{text}\"");
    (&INVALID_VALUE, fills! { "path": format!("{path}.thought_signature"), "complaint": complaint })
}

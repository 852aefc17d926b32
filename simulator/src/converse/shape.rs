//! What a request may hold, member by member, all of it closed: an unknown member is refused by its path, and so is a wrong type.

use crate::provider::{Body, Provider};
use crate::refusal::{Refusal, fills};
use crate::table::BEDROCK;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// The shape of a value.
pub(crate) enum Shape {
    /// A document of somebody else's.
    Any,
    Text,
    Number,
    Flag,
    /// Bytes in base64.
    Blob,
    /// One of these words.
    One(&'static [&'static str]),
    List(&'static Shape),
    Map(&'static Shape),
    /// Members, and those that must be there.
    Object(&'static [(&'static str, &'static Shape)], &'static [&'static str]),
    /// Exactly one of these members.
    Union(&'static [(&'static str, &'static Shape)]),
}

pub(crate) const fn one(words: &'static [&'static str]) -> Shape {
    Shape::One(words)
}
pub(crate) const fn list(of: &'static Shape) -> Shape {
    Shape::List(of)
}
pub(crate) const fn map(of: &'static Shape) -> Shape {
    Shape::Map(of)
}
pub(crate) const fn object(
    members: &'static [(&'static str, &'static Shape)],
    required: &'static [&'static str],
) -> Shape {
    Shape::Object(members, required)
}
pub(crate) const fn union(members: &'static [(&'static str, &'static Shape)]) -> Shape {
    Shape::Union(members)
}

impl Shape {
    /// Refuses members that do not have this shape.
    pub(super) fn check(&self, provider: &'static Provider, body: &Body) -> Result<(), Box<Refusal>> {
        let problem = match self {
            Self::Object(known, required) => members("#", known, required, body),
            _ => None,
        };
        problem.map_or(Ok(()), |problem| {
            Err(Box::new(Refusal::worded(provider, &BEDROCK.malformed, &fills! { "problem": problem })))
        })
    }

    /// What is wrong, with its path.
    fn complain(&self, path: &str, value: &Value) -> Option<String> {
        match (self, value) {
            (Self::Any, Value::Null) => Some(wrong(path, "JSONObject", value)),
            (Self::Any, _)
            | (Self::Text | Self::Blob | Self::One(_), Value::String(_))
            | (Self::Number, Value::Number(_))
            | (Self::Flag, Value::Bool(_)) => self.odd(value).map(|what| format!("{path}: {what}")),
            (Self::List(of), Value::Array(list)) => {
                list.iter().enumerate().find_map(|(at, value)| of.complain(&format!("{path}/{at}"), value))
            }
            (Self::Map(of), Value::Object(members)) => {
                members.iter().find_map(|(name, value)| of.complain(&format!("{path}/{name}"), value))
            }
            (Self::Object(known, required), Value::Object(found)) => members(path, known, required, found),
            (Self::Union(known), Value::Object(found)) => {
                let number = found.len();
                let several = format!("{path}: expected exactly one of the members of a union, found: {number}");
                members(path, known, &[], found).or((number != 1).then_some(several))
            }
            (Self::Text | Self::Blob | Self::One(_), _) => Some(wrong(path, "String", value)),
            (Self::Number, _) => Some(wrong(path, "Number", value)),
            (Self::Flag, _) => Some(wrong(path, "Boolean", value)),
            (Self::List(_), _) => Some(wrong(path, "JSONArray", value)),
            _ => Some(wrong(path, "JSONObject", value)),
        }
    }

    /// What is wrong with a value of the right type.
    fn odd(&self, value: &Value) -> Option<String> {
        let text = value.as_str().unwrap_or_default();
        match self {
            Self::One(words) if !words.contains(&text) => Some(format!("{} is not a valid enum value", clipped(text))),
            Self::Blob if STANDARD.decode(text).is_err() => Some("string is not valid base64".to_owned()),
            _ => None,
        }
    }
}

/// A member that nobody knows, what is wrong inside of one that is known, or one that is not there.
fn members(path: &str, known: &[(&str, &Shape)], required: &[&str], found: &Body) -> Option<String> {
    let wrong = found.iter().find_map(|(name, value)| match known.iter().find(|(member, _)| member == name) {
        Some((_, shape)) => shape.complain(&format!("{path}/{name}"), value),
        None => Some(format!("{path}: extraneous key [{}] is not permitted", clipped(name))),
    });
    wrong.or_else(|| {
        let missing = required.iter().find(|name| !found.contains_key(**name));
        missing.map(|name| format!("{path}: required key [{name}] not found"))
    })
}

fn wrong(path: &str, want: &str, value: &Value) -> String {
    let found = match value {
        Value::Null => "Null",
        Value::Bool(_) => "Boolean",
        Value::Number(_) => "Number",
        Value::String(_) => "String",
        Value::Array(_) => "JSONArray",
        Value::Object(_) => "JSONObject",
    };
    format!("{path}: expected type: {want}, found: {found}")
}

fn clipped(text: &str) -> String {
    text.chars().take(80).collect()
}

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

/// What is wrong with a request, and where.
enum Wrong {
    /// A member has the wrong name, type or value.
    Malformed(String),
    /// Nothing stands at this path, where something must.
    Null(String),
}

impl Shape {
    /// Refuses members that do not have this shape.
    pub(super) fn check(&self, provider: &'static Provider, body: &Body) -> Result<(), Box<Refusal>> {
        let wrong = match self {
            Self::Object(known, required) => members("#", known, required, body),
            _ => None,
        };
        let (words, fills) = match wrong {
            None => return Ok(()),
            Some(Wrong::Malformed(problem)) => (&BEDROCK.malformed, fills! { "problem": problem }),
            Some(Wrong::Null(path)) => (&BEDROCK.null, fills! { "path": counted(&path) }),
        };
        Err(Box::new(Refusal::worded(provider, words, &fills)))
    }

    /// What is wrong, with its path.
    fn complain(&self, path: &str, value: &Value) -> Option<Wrong> {
        match (self, value) {
            (_, Value::Null) => Some(Wrong::Null(path.to_owned())),
            (Self::Any, _)
            | (Self::Text | Self::Blob | Self::One(_), Value::String(_))
            | (Self::Number, Value::Number(_))
            | (Self::Flag, Value::Bool(_)) => self.odd(value).map(|what| Wrong::Malformed(format!("{path}: {what}"))),
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
                members(path, known, &[], found).or((number != 1).then_some(Wrong::Malformed(several)))
            }
            (Self::Text | Self::Blob | Self::One(_), _) => Some(mistyped(path, "String", value)),
            (Self::Number, _) => Some(mistyped(path, "Number", value)),
            (Self::Flag, _) => Some(mistyped(path, "Boolean", value)),
            (Self::List(_), _) => Some(mistyped(path, "JSONArray", value)),
            (Self::Map(_) | Self::Object(..) | Self::Union(_), _) => Some(mistyped(path, "JSONObject", value)),
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
fn members(path: &str, known: &[(&str, &Shape)], required: &[&str], found: &Body) -> Option<Wrong> {
    let wrong = found.iter().find_map(|(name, value)| match known.iter().find(|(member, _)| member == name) {
        Some((_, shape)) => shape.complain(&format!("{path}/{name}"), value),
        None => Some(Wrong::Malformed(format!("{path}: extraneous key [{}] is not permitted", clipped(name)))),
    });
    wrong.or_else(|| {
        let missing = required.iter().find(|name| !found.contains_key(**name));
        missing.map(|name| Wrong::Null(format!("{path}/{name}")))
    })
}

fn mistyped(path: &str, want: &str, value: &Value) -> Wrong {
    let found = match value {
        Value::Null => "Null",
        Value::Bool(_) => "Boolean",
        Value::Number(_) => "Number",
        Value::String(_) => "String",
        Value::Array(_) => "JSONArray",
        Value::Object(_) => "JSONObject",
    };
    Wrong::Malformed(format!("{path}: expected type: {want}, found: {found}"))
}

/// The same path as the service's other half writes it, which counts from one: `messages.2.member.content`.
fn counted(path: &str) -> String {
    let step = |step: &str| match step.parse::<usize>() {
        Ok(at) => format!("{}.member", at + 1),
        Err(_) => clipped(step),
    };
    path.split('/').skip(1).map(step).collect::<Vec<_>>().join(".")
}

fn clipped(text: &str) -> String {
    text.chars().take(80).collect()
}

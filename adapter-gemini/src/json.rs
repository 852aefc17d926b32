//! Members by either of their spellings, and objects put together of members that are JSON already.
//!
//! Never reads a value into a tree.
use serde_json::value::RawValue;
use throughline_core::{
    Verbatim, as_json,
    json::{Object, members},
    verbatim,
};

/// True where `name` spells the member that protobuf calls `camel`: `thoughtSignature` or `thought_signature`.
pub(crate) fn is(name: &str, camel: &str) -> bool {
    name == camel || (name.contains('_') && name == snake(camel))
}

fn snake(camel: &str) -> String {
    let mut name = String::with_capacity(camel.len() + 4);
    for c in camel.chars() {
        if c.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

/// Takes a member in either spelling.
pub(crate) fn take<'a>(object: &mut Object<'a>, camel: &str) -> Option<&'a RawValue> {
    object.take(camel).or_else(|| object.take(&snake(camel)))
}

/// Looks at a member in either spelling.
pub(crate) fn get<'a>(object: &Object<'a>, camel: &str) -> Option<&'a RawValue> {
    object.get(camel).or_else(|| object.get(&snake(camel)))
}

/// The same of an object that is not read yet.
pub(crate) fn member<'a>(json: &'a str, camel: &str) -> Option<&'a RawValue> {
    let mut found = None;
    members(json, |name, value| {
        if is(name, camel) {
            found = Some(value);
        }
    })
    .ok()?;
    found
}

/// The object without some of its members; as it is where it has none of them.
pub(crate) fn without(json: &RawValue, gone: impl Fn(&str) -> bool) -> Verbatim {
    let (mut rest, mut whole) = (vec![], true);
    let read = members(json.get(), |name, value| match gone(name) {
        true => whole = false,
        false => rest.push((name.to_owned(), value.get())),
    });
    if whole || read.is_err() { json.into() } else { object(rest) }
}

/// An object of members that are JSON already.
pub(crate) fn object<K: AsRef<str>, V: AsRef<str>>(members: impl IntoIterator<Item = (K, V)>) -> Verbatim {
    let mut json = String::from("{");
    for (key, value) in members {
        json.push_str(if json.len() > 1 { ",\"" } else { "\"" });
        verbatim::escape(key.as_ref(), &mut json);
        json.push_str("\":");
        json.push_str(value.as_ref());
    }
    json.push('}');
    Verbatim::parse(&json).unwrap_or_else(|_| as_json(json.as_bytes()))
}

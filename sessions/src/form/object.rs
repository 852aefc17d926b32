//! JSON objects as this form needs them: each name once, places named, columns that hold JSON as text opened.
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use throughline_core::{Literal, Verbatim, WireError, json, json::Object, verbatim};

/// The elements of a list that stands at `place`.
pub(super) fn elements<'a>(json: &'a str, place: &str) -> Result<Vec<&'a RawValue>, WireError> {
    json::list(json, place, "a list")
}

/// Takes a member; `null` is what a column without a value holds.
pub(super) fn take<'a>(object: &mut Object<'a>, key: &str) -> Option<&'a RawValue> {
    object.take(key).filter(|value| value.get() != "null")
}

/// Takes a member that is a string.
pub(super) fn string(object: &mut Object<'_>, key: &str, place: &str) -> Result<Option<Literal>, WireError> {
    let read = |value: &RawValue| {
        Literal::read(value).ok_or_else(|| WireError::shape(format!("{place}.{key}"), "a string", value.get()))
    };
    take(object, key).map(read).transpose()
}

/// Takes a member that is JSON, or a string that holds JSON, as a column of a database does.
pub(super) fn column(object: &mut Object<'_>, key: &str, place: &str) -> Result<Option<Verbatim>, WireError> {
    let Some(value) = take(object, key) else { return Ok(None) };
    let Some(text) = Literal::read(value) else { return Ok(Some(value.into())) };
    if text.is_blank() {
        return Ok(None);
    }
    Verbatim::parse(&text.decode())
        .map(Some)
        .map_err(|source| WireError::Json { place: format!("{place}.{key}").into(), source })
}

/// An object that is written member by member, each name once.
#[derive(Default)]
pub(super) struct Members {
    names: BTreeSet<String>,
    text: String,
}

impl Members {
    /// Adds a member whose value is JSON; false where its name is taken.
    pub(super) fn push(&mut self, key: &str, value: &str) -> bool {
        if !self.names.insert(key.to_owned()) {
            return false;
        }
        self.text.push_str(if self.text.is_empty() { "{\"" } else { ",\"" });
        verbatim::escape(key, &mut self.text);
        self.text.push_str("\":");
        self.text.push_str(value);
        true
    }
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
    pub(super) fn finish(mut self) -> String {
        self.text.push_str(if self.text.is_empty() { "{}" } else { "}" });
        self.text
    }
}

/// A list of values that are JSON.
pub(super) fn list<'a>(values: impl IntoIterator<Item = &'a str>) -> String {
    let values: Vec<_> = values.into_iter().collect();
    format!("[{}]", values.join(","))
}

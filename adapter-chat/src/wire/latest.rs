//! Members of which the last value counts, in the order in which their names first came.
//!
//! Built anew once a reply and written over once a delta: an equal value costs a comparison, another one no allocation.
use super::{
    dialect::{Dialect, Grows},
    grown::is_empty,
    named::Named,
    out, scan,
};
use std::borrow::Cow;
use throughline_core::{Key, Presence, Verbatim, json::Extras};

/// Values by name.
#[derive(Default)]
pub(super) struct Latest(Named<Value>);

enum Value {
    Raw(String),
    /// An object of which several pieces came.
    Object(Latest),
}

impl Latest {
    /// Takes a value. Nothing never takes the place of one that says more.
    pub(super) fn put(&mut self, key: &str, json: &str) {
        match self.value(key) {
            Some(Value::Raw(held)) if !held.is_empty() && (json == "null" || (is_empty(json) && !is_empty(held))) => {}
            Some(Value::Raw(held)) if held == json => {}
            Some(Value::Raw(held)) => {
                held.clear();
                held.push_str(json);
            }
            Some(Value::Object(_)) if is_empty(json) => {}
            Some(value) => *value = Value::Raw(json.to_owned()),
            None => {}
        }
    }
    /// Takes the next piece of a value: what the dialect joins is joined, and an object keeps each member that ever came.
    pub(super) fn piece(&mut self, key: &str, json: &str, dialect: &Dialect) {
        match dialect.grows("", key) {
            Grows::Text => self.concat(key, json),
            Grows::List => self.append(key, json),
            Grows::Not if json.starts_with('{') => self.merge(key, json, dialect),
            Grows::Not => self.put(key, json),
        }
    }
    fn merge(&mut self, key: &str, json: &str, dialect: &Dialect) {
        let Some(value) = self.value(key) else { return };
        let repeats = matches!(value, Value::Raw(held) if held == json && !dialect.grows_in(key));
        if repeats {
            return;
        }
        let mut all = match value {
            Value::Object(all) => std::mem::take(all),
            Value::Raw(held) if held.starts_with('{') => {
                let mut all = Self::default();
                scan::members(held, |name, value| all.put(name, value));
                all
            }
            Value::Raw(_) => return self.put(key, json),
        };
        scan::members(json, |name, value| match dialect.grows(key, name) {
            Grows::Text => all.concat(name, value),
            Grows::List => all.append(name, value),
            Grows::Not => all.put(name, value),
        });
        *value = Value::Object(all);
    }
    /// Appends the elements of a list to the one that is held.
    pub(super) fn append(&mut self, key: &str, json: &str) {
        match (self.value(key), json.strip_prefix('[').map(str::trim_start)) {
            (Some(Value::Raw(held)), Some("]")) if held.starts_with('[') => {}
            (Some(Value::Raw(held)), Some(more)) if held.starts_with('[') => {
                held.pop();
                if held.trim_end().len() > 1 {
                    held.push(',');
                }
                held.push_str(more);
            }
            _ => self.put(key, json),
        }
    }
    /// Appends a string to the one that is held.
    pub(super) fn concat(&mut self, key: &str, json: &str) {
        match (self.value(key), json.strip_prefix('"')) {
            (Some(Value::Raw(held)), Some(more)) if held.starts_with('"') => {
                held.pop();
                held.push_str(more);
            }
            _ => self.put(key, json),
        }
    }
    /// The place of `key`, empty where nothing came yet.
    fn value(&mut self, key: &str) -> Option<&mut Value> {
        self.0.entry(key, || Value::Raw(String::new()))
    }
    /// The value of `key`.
    pub(super) fn get(&self, key: &str) -> Option<Cow<'_, str>> {
        self.0.get(key).map(Value::json)
    }
    /// True where nothing but empty values came.
    pub(super) fn is_blank(&self) -> bool {
        self.0.iter().all(|(_, value)| matches!(value, Value::Raw(held) if Presence::of(held).is_some()))
    }
    /// All of them.
    pub(super) fn finish(self) -> Extras {
        let parsed =
            |(key, value): (&str, &Value)| Some((Key::from(key.to_owned()), Verbatim::parse(&value.json()).ok()?));
        self.0.iter().filter_map(parsed).collect()
    }
}

impl Value {
    fn json(&self) -> Cow<'_, str> {
        match self {
            Self::Raw(json) => json.into(),
            Self::Object(all) => {
                let mut json = vec![b'{'];
                all.0.iter().for_each(|(name, value)| out::member(&mut json, name, &value.json()));
                json.push(b'}');
                String::from_utf8(json).unwrap_or_default().into()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::CHAT;

    fn text(latest: Latest) -> String {
        latest.finish().iter().map(|(key, value)| format!("{key}={};", value.get())).collect()
    }

    #[test]
    fn the_last_value_counts_and_null_never_does() {
        let mut latest = Latest::default();
        for (key, json) in [("a", "null"), ("b", "1"), ("a", "2"), ("b", "null"), ("a", "3 ")] {
            latest.put(key, json.trim());
        }
        assert!(!latest.is_blank());
        assert_eq!(text(latest), "a=3;b=1;");
    }
    #[test]
    fn an_object_keeps_each_member_that_ever_came() {
        let mut latest = Latest::default();
        for json in
            [r#"{"name":"f","arguments":"{\"a\":"}"#, r#"{"name":"","arguments":"1"}"#, r#"{"arguments":"1"}"#, "null"]
        {
            latest.piece("function_call", json, &CHAT);
        }
        for json in [r#"{"data":"QQ"}"#, r#"{"data":"QQ"}"#, r#"{"id":"x","expires":1}"#] {
            latest.piece("audio", json, &CHAT);
        }
        for json in [r#"{"content":[1]}"#, r#"{"content":[2,3]}"#] {
            latest.piece("logprobs", json, &CHAT);
        }
        for json in [r#"{"a":1, "b":2}"#, r#"{"a":1, "b":2}"#] {
            latest.piece("same", json, &CHAT);
        }
        assert_eq!(
            text(latest),
            r#"function_call={"name":"f","arguments":"{\"a\":11"};audio={"data":"QQQQ","id":"x","expires":1};logprobs={"content":[1,2,3]};same={"a":1,"b":2};"#
        );
    }
    #[test]
    fn strings_and_lists_are_joined_and_nothing_else_is() {
        let mut latest = Latest::default();
        for json in ["null", r#""a\""#, r#""""#, r#""b""#, "null"] {
            latest.concat("s", json);
        }
        for json in ["[]", "[[1]]", "[ ]", "[ 2 ]", "[\n3]", "null"] {
            latest.append("l", json);
        }
        for json in ["[1]", "{}"] {
            latest.append("o", json);
        }
        assert_eq!(text(latest), r#"s="a\b";l=[[1],2,3];o={};"#);
    }
}

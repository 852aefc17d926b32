//! JSON to compare: strings by their code units, numbers by their spelling, members in any order, the last of two alike.
//!
//! It must never be written out again as what somebody minted.
use std::{fmt, ops::Deref};
use throughline::{json, verbatim};

/// A JSON value.
#[derive(Clone)]
pub(crate) enum Tree {
    /// A number, `true`, `false` or `null` as it is spelled; and, as one text, whatever stands too deep to be compared piecewise.
    Plain(String),
    /// A string.
    Text(Units),
    /// An array.
    List(Vec<Tree>),
    /// An object.
    Object(Vec<(String, Tree)>),
}

/// The UTF-16 code units of a string. A lone surrogate is one like any other.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Units(Vec<u16>);

const DEEPEST: usize = 100;

impl Tree {
    /// Reads any JSON text.
    pub(crate) fn parse(text: &str) -> Result<Self, serde_json::Error> {
        let raw: &serde_json::value::RawValue = serde_json::from_str(text)?;
        Self::read(raw.get(), 0)
    }
    fn read(text: &str, depth: usize) -> Result<Self, serde_json::Error> {
        let mut failed = None;
        let mut inner = |value: &str| match Self::read(value, depth + 1) {
            Ok(tree) => Some(tree),
            Err(error) => {
                failed = Some(error);
                None
            }
        };
        let tree = match text.as_bytes().first() {
            Some(b'"') => Self::Text(Units::inner(verbatim::inner(text))),
            Some(b'[') if depth < DEEPEST => {
                let mut all = vec![];
                json::elements(text, |value| all.extend(inner(value.get())))?;
                Self::List(all)
            }
            Some(b'{') if depth < DEEPEST => {
                let mut all: Vec<(String, Self)> = vec![];
                json::members(text, |key, value| {
                    all.retain(|(old, _)| old != key);
                    all.extend(inner(value.get()).map(|tree| (key.to_owned(), tree)));
                })?;
                Self::Object(all)
            }
            _ => Self::Plain(text.to_owned()),
        };
        failed.map_or(Ok(tree), Err)
    }
    /// A string.
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(Units::of(text))
    }
    /// The member called `key`, where this is an object that has it.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        self.members().iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }
    /// The members; none where this is no object.
    pub(crate) fn members(&self) -> &[(String, Self)] {
        if let Self::Object(all) = self { all } else { &[] }
    }
    /// The elements; none where this is no array.
    pub(crate) fn elements(&self) -> &[Self] {
        if let Self::List(all) = self { all } else { &[] }
    }
    /// The string, where this is one.
    pub(crate) fn units(&self) -> Option<&Units> {
        if let Self::Text(units) = self { Some(units) } else { None }
    }
    /// The string as text; empty where this is none.
    pub(crate) fn word(&self) -> String {
        self.units().map(Units::to_string).unwrap_or_default()
    }
    /// True for `null`, `""`, `[]` and `{}`: there is nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Plain(word) => word == "null",
            Self::Text(units) => units.is_empty(),
            Self::List(all) => all.is_empty(),
            Self::Object(all) => all.is_empty(),
        }
    }
    /// Calls `each` with every leaf and the name of the member that it stands in, in order.
    pub(crate) fn leaves<'a>(&'a self, name: &'a str, each: &mut impl FnMut(&'a str, &'a Self)) {
        match self {
            Self::List(all) => all.iter().for_each(|tree| tree.leaves(name, each)),
            Self::Object(all) => all.iter().for_each(|(key, tree)| tree.leaves(key, each)),
            leaf => each(name, leaf),
        }
    }
}

impl Default for Tree {
    fn default() -> Self {
        Self::Plain("null".to_owned())
    }
}
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Plain(a), Self::Plain(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::List(a), Self::List(b)) => a == b,
            (Self::Object(a), Self::Object(b)) => {
                a.len() == b.len() && a.iter().all(|(key, value)| other.get(key) == Some(value))
            }
            _ => false,
        }
    }
}

/// For people: near enough to JSON.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(word) => f.write_str(word),
            Self::Text(units) => write!(f, "{:?}", units.to_string()),
            Self::List(all) => {
                for (n, tree) in all.iter().enumerate() {
                    write!(f, "{}{tree}", if n == 0 { "[" } else { "," })?;
                }
                f.write_str(if all.is_empty() { "[]" } else { "]" })
            }
            Self::Object(all) => {
                for (n, (key, tree)) in all.iter().enumerate() {
                    write!(f, "{}{key:?}:{tree}", if n == 0 { "{" } else { "," })?;
                }
                f.write_str(if all.is_empty() { "{}" } else { "}" })
            }
        }
    }
}
impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Units {
    /// The units of a Rust string.
    pub(crate) fn of(text: &str) -> Self {
        Self(text.encode_utf16().collect())
    }
    /// The units that the inside of a JSON string spells.
    pub(crate) fn inner(escaped: &str) -> Self {
        Self(verbatim::units(escaped))
    }
    /// Appends.
    pub(crate) fn push(&mut self, more: &Self) {
        self.0.extend_from_slice(&more.0);
    }
    /// Without white space at its ends.
    pub(crate) fn trim(&self) -> &[u16] {
        let blank = |unit: &u16| char::from_u32(u32::from(*unit)).is_some_and(char::is_whitespace);
        let start = self.0.iter().take_while(|unit| blank(unit)).count();
        let end = self.0.iter().rev().take_while(|unit| blank(unit)).count();
        self.0.get(start..self.0.len() - end).unwrap_or_default()
    }
    /// What stands before and after the first `word`.
    pub(crate) fn split(&self, word: &str) -> Option<(Self, Self)> {
        let word = Self::of(word);
        let at = self.0.windows(word.len().max(1)).position(|window| window == word.0)?;
        let (before, rest) = self.0.split_at(at);
        Some((Self(before.to_vec()), Self(rest.get(word.len()..)?.to_vec())))
    }
}
impl Deref for Units {
    type Target = [u16];
    fn deref(&self) -> &[u16] {
        &self.0
    }
}
impl From<&[u16]> for Units {
    fn from(units: &[u16]) -> Self {
        Self(units.to_vec())
    }
}
impl fmt::Display for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf16_lossy(&self.0))
    }
}
impl fmt::Debug for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Tree {
        Tree::parse(text).unwrap()
    }

    #[test]
    fn spelling_and_order_of_members_do_not_matter() {
        assert_eq!(tree(r#"{"a":"\u00e9","b":[1.0]}"#), tree(r#"{ "b" : [1.0], "a":"é" }"#));
        assert_eq!(tree(r#"{"a":1,"a":2}"#), tree(r#"{"a":2}"#));
    }
    #[test]
    fn everything_else_does() {
        for (a, b) in [
            ("1.0", "1"),
            (r#""\ud800""#, r#""\ufffd""#),
            ("[1,2]", "[2,1]"),
            (r#"{"a":1}"#, r#"{"a":1,"b":2}"#),
            (r#""""#, "null"),
        ] {
            assert_ne!(tree(a), tree(b), "{a} {b}");
        }
    }
    #[test]
    fn depth_ends_somewhere() {
        let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
        assert_eq!(tree(&deep), tree(&deep));
        assert!(Tree::parse("[1,").is_err() && Tree::parse("").is_err());
    }
    #[test]
    fn text_is_cut_at_a_word() {
        let (before, after) = Units::of("a<think>b").split("<think>").unwrap();
        assert_eq!((before.to_string(), after.to_string()), ("a".to_owned(), "b".to_owned()));
        assert_eq!(Units::of(" \n x \u{a0}").trim(), Units::of("x").trim());
    }
}

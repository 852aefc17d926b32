//! Values of a TOML tree by type, each with its place. What is wrong is gathered; reading goes on.
//!
//! It knows nothing of rules: only types, places and misspelt names.
use super::Wrong;
use crate::near::{meant, near};
use std::ops::Range;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

pub(super) type Span = Range<usize>;

/// What the values of a file have in common: its text, and what was wrong so far.
pub(super) struct Reader<'t> {
    text: &'t str,
    pub(super) wrong: Vec<Wrong>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, wrong: vec![] }
    }
    /// The tree; none where the text is not TOML.
    pub(super) fn parse(&mut self) -> Option<DeTable<'t>> {
        match DeTable::parse(self.text) {
            Ok(root) => Some(root.into_inner()),
            Err(error) => {
                self.wrong(error.span().unwrap_or_default(), format!("not toml: {}", error.message()));
                None
            }
        }
    }
    pub(super) fn wrong(&mut self, at: Span, what: impl Into<String>) {
        let before = self.text.get(..at.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        self.wrong.push(Wrong { line, column, what: what.into() });
    }
    pub(super) fn text<'a>(&mut self, value: &'a Spanned<DeValue<'_>>, what: &str) -> Option<&'a str> {
        match value.get_ref() {
            DeValue::String(text) if text.trim().is_empty() => {
                self.wrong(value.span(), format!("{what} is empty"));
                None
            }
            DeValue::String(text) => Some(text.trim()),
            _ => self.mistyped(value, what, "a string"),
        }
    }
    pub(super) fn list<'a, 'b>(
        &mut self,
        value: &'a Spanned<DeValue<'b>>,
        what: &str,
    ) -> Vec<&'a Spanned<DeValue<'b>>> {
        match value.get_ref() {
            DeValue::Array(list) => list.iter().collect(),
            _ => self.mistyped(value, what, "a list").unwrap_or_default(),
        }
    }
    pub(super) fn mistyped<T>(&mut self, value: &Spanned<DeValue<'_>>, what: &str, expected: &str) -> Option<T> {
        let found = match value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "a boolean",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.wrong(value.span(), format!("{what}: expected {expected}, found {found}"));
        None
    }
    /// One of a closed list of words.
    pub(super) fn word<T: Copy>(&mut self, value: &Spanned<DeValue<'_>>, what: &str, words: &[(&str, T)]) -> Option<T> {
        let text = self.text(value, what)?;
        if let Some((_, found)) = words.iter().find(|(word, _)| *word == text) {
            return Some(*found);
        }
        let names = || words.iter().map(|(word, _)| *word);
        let all: Vec<String> = names().map(|word| format!("`{word}`")).collect();
        self.wrong(
            value.span(),
            format!("{what}: unknown value `{text}`, expected {}{}", all.join(", "), meant(&near(text, names()))),
        );
        None
    }
}

/// A table whose keys are asked for one by one; what nobody asked for is an unknown key.
pub(super) struct Table<'a, 'b> {
    table: &'a DeTable<'b>,
    what: &'static str,
    asked: Vec<&'static str>,
}

impl<'a, 'b> Table<'a, 'b> {
    pub(super) fn new(table: &'a DeTable<'b>, what: &'static str) -> Self {
        Self { table, what, asked: vec![] }
    }
    /// The table in `value`.
    pub(super) fn of(reader: &mut Reader<'_>, value: &'a Spanned<DeValue<'b>>, what: &'static str) -> Option<Self> {
        match value.get_ref() {
            DeValue::Table(table) => Some(Self::new(table, what)),
            _ => reader.mistyped(value, what, "a table"),
        }
    }
    pub(super) fn get(&mut self, key: &'static str) -> Option<&'a Spanned<DeValue<'b>>> {
        self.asked.push(key);
        self.table.get(key)
    }
    /// Whether the table has a key, to weigh it against others.
    pub(super) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }
    pub(super) fn text(&mut self, reader: &mut Reader<'_>, key: &'static str) -> Option<String> {
        let value = self.get(key)?;
        reader.text(value, &format!("`{key}`")).map(str::to_owned)
    }
    /// A text that must be there; `at` is the place to name where it is not.
    pub(super) fn needed(&mut self, reader: &mut Reader<'_>, key: &'static str, at: &Span) -> Option<String> {
        if self.table.get(key).is_none() {
            self.asked.push(key);
            reader.wrong(at.clone(), format!("{} without `{key}`", self.what));
            return None;
        }
        self.text(reader, key)
    }
    pub(super) fn boolean(&mut self, reader: &mut Reader<'_>, key: &'static str) -> Option<bool> {
        let value = self.get(key)?;
        match value.get_ref() {
            DeValue::Boolean(value) => Some(*value),
            _ => reader.mistyped(value, &format!("`{key}`"), "`true` or `false`"),
        }
    }
    /// The elements of a list; none where the key is absent.
    pub(super) fn list(&mut self, reader: &mut Reader<'_>, key: &'static str) -> Option<Vec<&'a Spanned<DeValue<'b>>>> {
        let value = self.get(key)?;
        Some(reader.list(value, &format!("`{key}`")))
    }
    /// The strings of a list, each with its place; an absent key is an empty list.
    pub(super) fn texts(&mut self, reader: &mut Reader<'_>, key: &'static str) -> Vec<(Span, String)> {
        let values = self.list(reader, key).unwrap_or_default();
        let what = format!("an element of `{key}`");
        values.into_iter().filter_map(|value| Some((value.span(), reader.text(value, &what)?.to_owned()))).collect()
    }
    /// The tables of `[[key]]`.
    pub(super) fn tables(&mut self, reader: &mut Reader<'_>, key: &'static str) -> Vec<(Span, Table<'a, 'b>)> {
        let Some(value) = self.get(key) else { return vec![] };
        let DeValue::Array(list) = value.get_ref() else {
            reader.wrong(value.span(), format!("write `[[{key}]]`, with two brackets: the file may have many"));
            return vec![];
        };
        list.iter().filter_map(|value| Some((value.span(), Table::of(reader, value, "a row")?))).collect()
    }
    /// Nothing more will be asked for.
    pub(super) fn close(&self, reader: &mut Reader<'_>) {
        for key in self.table.keys().filter(|key| !self.asked.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref();
            let meant = meant(&near(name, self.asked.iter().copied()));
            let known = if meant.is_empty() { format!("; {} has {}", self.what, self.asked.join(", ")) } else { meant };
            reader.wrong(key.span(), format!("unknown key `{name}`{known}"));
        }
    }
}

//! The user's table: a TOML file with the same columns as the built-in one, whose rows win over it.
//!
//! A file is taken as a whole or not at all. What is wrong with it is said all at once, each with its place and what was
//! probably meant; nothing in it may be guessed at, and no key in it may be ignored.
//!
//! ```toml
//! [[rule]]
//! name = "our gateway"
//! hosts = ["llm.example.com"]                       # the host and those below it; a `*` stands for part of one label
//! reads = ["reasoning_content", "reasoning"]        # `[]` for nothing
//!
//! [[rule]]
//! name = "qwen behind it keeps its thoughts"
//! hosts = ["llm.example.com"]
//! models = ["qwen3-*", { family = "qwen", since = "3.6" }]
//! reads = [{ field = "reasoning_content", echo = true }]
//! required = { field = "reasoning_content", scope = "tool_calls", placeholder = " " }
//! flags = [{ member = "preserve_thinking", value = true }]
//! why = "its template drops earlier thoughts otherwise"
//! evidence = "https://llm.example.com/docs/thinking"
//! since = "2026-11"
//! ```
//!
//! | key | value |
//! |---|---|
//! | `name` | a name that no other row has |
//! | `providers`, `hosts`, `local`, `apis`, `path`, `models` | the routes: a provider *or* host, and all the rest. A model is an id, `prefix*`, a glob, or `{ family, since, before, not }` |
//! | `any` | `true` for a row without any of these |
//! | `strict` | the row wins over the others of the file, by provider or host |
//! | `reads` | keys, or `{ field, kind, form, accepts, foreign, unsigned, empties, echo, opaque, with }`; `form` is `text`, `entries`, `whole` or `blocks`; one of `accepts` is an issuer (`*` for any run of characters) or `{ issuer, model }` with a glob or `same`; without it `entries` read what the row's own providers and hosts sealed, on the same model |
//! | `extras`, `ids` | beside `reads`: unknown message members that are sent; the form of tool call ids, `any`, `nine`, `word` or `dotted` |
//! | `keeps` | beside `reads`: whose thinking goes, `all` turns' or only those' of the `loop` in flight, behind the last thing that a person said |
//! | `bound` | beside `reads`: seals hold only behind the prefix that they were made under; one of another prefix is known before it is sent, and then: `withhold` it and what stands behind it, let the server `drop` it, or `fail` |
//! | `required` | `{ field, scope, placeholder }`; `scope` is `tool_calls` or `all` |
//! | `flags` | `{ member, inner, value, whole, unless }` |
//! | `why`, `evidence`, `since` | for `explain` |
mod columns;
mod json;
mod reader;
mod routes;
mod slots;

use reader::{Reader, Table};
use std::fmt;
use throughline_core::RouteRule;

/// Reads the user's table; `source` is what errors call it, and what stands as evidence where a row names none.
///
/// # Errors
/// Where anything in it is wrong; the error lists every place.
pub fn rows(text: &str, source: &str) -> Result<Vec<RouteRule>, UserError> {
    let mut reader = Reader::new(text);
    let rows = read(&mut reader, source);
    let mut wrong = reader.wrong;
    if wrong.is_empty() {
        return Ok(rows);
    }
    wrong.sort_by_key(|wrong| (wrong.line, wrong.column));
    Err(UserError { source_name: source.to_owned(), wrong })
}

fn read(reader: &mut Reader<'_>, source: &str) -> Vec<RouteRule> {
    let Some(root) = reader.parse() else { return vec![] };
    let mut root = Table::new(&root, "the file");
    let mut rows: Vec<RouteRule> = vec![];
    for (at, table) in root.tables(reader, "rule") {
        let Some(row) = columns::row(reader, table, at.clone(), source) else { continue };
        if rows.iter().any(|old| old.name == row.name) {
            reader.wrong(at, format!("a second row called `{}`: every row has a name of its own", row.name));
        }
        rows.push(row);
    }
    root.close(reader);
    rows
}

/// What is wrong with the user's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserError {
    source_name: String,
    wrong: Vec<Wrong>,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The line, from 1.
    pub line: usize,
    /// The character in it, from 1.
    pub column: usize,
    /// What, and what to do.
    pub what: String,
}

impl UserError {
    /// Everything that is wrong, from the top of the file on.
    pub fn wrong(&self) -> &[Wrong] {
        &self.wrong
    }
}

impl fmt::Display for UserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, Wrong { line, column, what }) in self.wrong.iter().enumerate() {
            let end = if n > 0 { "\n" } else { "" };
            write!(f, "{end}{}: line {line}, column {column}: {what}", self.source_name)?;
        }
        Ok(())
    }
}
impl std::error::Error for UserError {}

#[cfg(test)]
mod tests;

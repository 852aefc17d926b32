//! Writing: exact bytes, tables of a fixed width, and a little colour where a person looks on.
//!
//! Colour goes to terminals alone, and never where `NO_COLOR` is set.
use crate::failure::Failure;
use comfy_table::{ContentArrangement, Table, TableStyle, presets};
use serde::Serialize;
use std::{
    env,
    io::{self, IsTerminal, Write},
};

/// The width that everything fits in.
pub(crate) const WIDTH: u16 = 100;

/// Writes to standard output.
pub(crate) fn write(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Writes bytes that a program reads; a terminal gets a line end after them.
pub(crate) fn exact(mut bytes: Vec<u8>) -> Result<(), Failure> {
    if io::stdout().is_terminal() {
        bytes.push(b'\n');
    }
    write(&bytes)
}

/// Writes a report as JSON, for a program.
pub(crate) fn json(report: &impl Serialize) -> Result<(), Failure> {
    let mut json = serde_json::to_vec_pretty(report)?;
    json.push(b'\n');
    write(&json)
}

/// The same on one line, for a program that reads while more is to come.
pub(crate) fn json_line(report: &impl Serialize) -> Result<(), Failure> {
    let mut json = serde_json::to_vec(report)?;
    json.push(b'\n');
    write(&json)
}

/// Says something on standard error; where nobody can hear it, it is not said.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(io::stderr().lock(), "throughline: {}", plain(text));
}

/// The text without characters that would steer a terminal, or let words stand where they are not.
pub(crate) fn plain(text: &str) -> String {
    text.chars().filter(|c| (!c.is_control() || matches!(c, '\n' | '\t')) && !turns(*c)).collect()
}

/// True for the marks that change the direction of what follows: <https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters>.
fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text on one line.
pub(crate) fn line(text: &str) -> String {
    plain(text).replace(['\n', '\t', '\u{2028}', '\u{2029}'], " ")
}

/// The first `most` characters on one line.
pub(crate) fn cut(text: &str, most: usize) -> String {
    let line = line(text);
    if line.chars().count() <= most { line } else { line.chars().take(most - 1).chain(['…']).collect() }
}

/// A table with a head, without lines that serve no reader.
pub(crate) fn table(head: &[&str]) -> Table {
    const STYLE: TableStyle = presets::NOTHING;
    let mut table = Table::new();
    table.load_style(STYLE).set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    table.set_header(head.iter().copied());
    table
}

/// The same for what is searched and cut by programs: a row is a line, save where a person looks on.
pub(crate) fn list(head: &[&str]) -> Table {
    let mut table = table(head);
    if !io::stdout().is_terminal() {
        table.set_content_arrangement(ContentArrangement::Disabled);
    }
    table
}

/// Paints text, or leaves it as it is.
#[derive(Clone, Copy)]
pub(crate) struct Paint(bool);

impl Paint {
    /// For standard output.
    pub(crate) fn stdout() -> Self {
        let wanted = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self(wanted && io::stdout().is_terminal())
    }
    fn with(self, code: &str, text: &str) -> String {
        if self.0 { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
    pub(crate) fn title(self, text: &str) -> String {
        self.with("1", text)
    }
    pub(crate) fn sent(self, text: &str) -> String {
        self.with("32", text)
    }
    pub(crate) fn padded(self, text: &str) -> String {
        self.with("33", text)
    }
    pub(crate) fn withheld(self, text: &str) -> String {
        self.with("31", text)
    }
    pub(crate) fn faint(self, text: &str) -> String {
        self.with("2", text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_a_terminal() {
        let hostile = "\u{1b}[2Ja\u{202e}b\u{2066}\u{9b}1m\r\n\tc\u{2028}d\u{7}é👩\u{200d}🚀";
        assert_eq!(plain(hostile), "[2Jab1m\n\tc\u{2028}dé👩\u{200d}🚀");
        assert_eq!(line(hostile), "[2Jab1m  c dé👩\u{200d}🚀");
        assert_eq!(cut(hostile, 5), "[2Ja…");
    }
}

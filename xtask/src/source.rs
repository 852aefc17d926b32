//! Reads Rust source just well enough to tell code from comments, string contents and test code.
//!
//! A line keeps its code with every literal emptied (`"groq"` becomes `""`) and its string literals beside it, so that
//! a check never trips over prose. It must never be used to change a file.

/// One line of a source file.
#[derive(Debug, Default)]
pub(crate) struct Line {
    /// The code, without comments and without what stands inside literals.
    pub(crate) code: String,
    /// The string literals that begin on this line.
    pub(crate) literals: Vec<Literal>,
    /// Inside an item that only test builds have.
    pub(crate) test: bool,
}

/// One string literal.
#[derive(Debug)]
pub(crate) struct Literal {
    /// Where its quote stands in the line's code.
    pub(crate) at: usize,
    /// What stands between the quotes, escapes as written.
    pub(crate) text: String,
}

/// The lines of `text`.
pub(crate) fn read(text: &str) -> Vec<Line> {
    let mut reader = Reader { rest: text, lines: Vec::new(), line: Line::default() };
    while reader.step() {}
    let mut lines = reader.lines;
    lines.push(reader.line);
    mark_tests(&mut lines);
    lines
}

struct Reader<'a> {
    rest: &'a str,
    lines: Vec<Line>,
    line: Line,
}

impl Reader<'_> {
    /// Reads one token; `false` at the end.
    fn step(&mut self) -> bool {
        let rest = self.rest;
        let Some(first) = rest.chars().next() else { return false };
        if rest.starts_with("//") {
            self.skip(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            self.skip(block_comment(rest));
        } else if let Some(hashes) = self.raw_string() {
            let open = rest.find('"').map_or(rest.len(), |at| at + 1);
            let close = format!("\"{}", "#".repeat(hashes));
            let body = rest.get(open..).unwrap_or_default();
            let length = body.find(&close).unwrap_or(body.len());
            self.literal(open, length, close.len());
        } else if first == '"' {
            let body = rest.get(1..).unwrap_or_default();
            self.literal(1, unescaped(body, '"'), 1);
        } else if first == '\'' {
            match char_literal(rest) {
                Some(length) => {
                    self.line.code.push_str("''");
                    self.skip(length);
                }
                None => self.take(first), // a lifetime
            }
        } else {
            self.take(first);
        }
        true
    }

    /// A raw string begins here, with so many `#`.
    fn raw_string(&self) -> Option<usize> {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        if self.line.code.ends_with(word) {
            return None;
        }
        let rest = self.rest.strip_prefix(['b', 'c']).unwrap_or(self.rest).strip_prefix('r')?;
        let body = rest.trim_start_matches('#');
        body.starts_with('"').then_some(rest.len() - body.len())
    }

    fn literal(&mut self, open: usize, length: usize, close: usize) {
        let text = self.rest.get(open..open + length).unwrap_or_default().to_owned();
        let at = self.line.code.len();
        self.line.code.push_str("\"\"");
        self.line.literals.push(Literal { at, text });
        self.skip(open + length + close);
    }

    fn take(&mut self, c: char) {
        if c != '\n' {
            self.line.code.push(c);
        }
        self.skip(c.len_utf8());
    }

    /// Leaves `length` bytes behind, counting the lines in them.
    fn skip(&mut self, length: usize) {
        let (gone, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.rest = rest;
        for _ in gone.matches('\n') {
            self.lines.push(std::mem::take(&mut self.line));
        }
    }
}

/// The length of the comment that `text` begins with; they nest.
fn block_comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// Where `end` stands in `text` without a backslash before it, or its length.
fn unescaped(text: &str, end: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == end => return at,
            _ => {}
        }
    }
    text.len()
}

/// The length of the character literal that `text` begins with; `None` for a lifetime.
fn char_literal(text: &str) -> Option<usize> {
    let body = text.get(1..)?;
    let first = body.chars().next()?;
    if first == '\\' {
        return Some(1 + unescaped(body, '\'') + 1);
    }
    let length = 1 + first.len_utf8();
    text.get(length..)?.starts_with('\'').then_some(length + 1)
}

/// Marks each item under `#[cfg(test)]` or `#[test]`, or all lines under `#![cfg(test)]`.
fn mark_tests(lines: &mut [Line]) {
    if lines.iter().any(|line| line.code.contains("#![cfg(test)]")) {
        lines.iter_mut().for_each(|line| line.test = true);
        return;
    }
    let mut item: Option<Item> = None;
    for line in lines {
        let mut from = 0;
        if item.is_none() {
            let starts = ["#[cfg(test)]", "#[cfg(all(test", "#[test]"];
            if let Some(at) = starts.iter().filter_map(|start| line.code.find(start)).min() {
                item = Some(Item::default());
                from = at;
            }
        }
        line.test = item.is_some();
        if let Some(open) = item.as_mut()
            && line.code.get(from..).unwrap_or_default().chars().any(|c| open.ends_with(c))
        {
            item = None;
        }
    }
}

/// How deep in its braces and brackets an item stands.
#[derive(Default)]
struct Item {
    braces: usize,
    brackets: usize,
}

impl Item {
    /// Takes one character of code; `true` when it closes the item.
    fn ends_with(&mut self, c: char) -> bool {
        match c {
            '{' => self.braces += 1,
            '(' | '[' => self.brackets += 1,
            ')' | ']' => self.brackets = self.brackets.saturating_sub(1),
            '}' => {
                self.braces = self.braces.saturating_sub(1);
                return self.braces == 0 && self.brackets == 0;
            }
            ';' => return self.braces == 0 && self.brackets == 0,
            _ => {}
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Vec<String> {
        read(text).into_iter().map(|line| line.code).collect()
    }

    fn literals(text: &str) -> Vec<String> {
        read(text).into_iter().flat_map(|line| line.literals).map(|literal| literal.text).collect()
    }

    #[test]
    fn comments_are_not_code() {
        assert_eq!(code("a // b\nc /* d /* e */\nf */ g"), ["a ", "c ", " g"]);
    }

    #[test]
    fn literals_are_emptied_and_kept() {
        let text = r##"f("a\"b // c", r#"d"e"#, br"f", b"g", 'h', '\'', '"') // "i""##;
        assert_eq!(literals(text), ["a\\\"b // c", "d\"e", "f", "g"]);
        assert_eq!(code(text), [r##"f("", "", "", b"", '', '', '') "##]);
    }

    #[test]
    fn lifetimes_and_raw_names_are_code() {
        assert_eq!(code("fn f<'a>(r#type: &'a str) -> &'static str"), ["fn f<'a>(r#type: &'a str) -> &'static str"]);
    }

    #[test]
    fn a_literal_may_hold_lines() {
        let lines = read("a(\"b\nc\");\nd");
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0].literals[0].text, "b\nc");
        assert_eq!(lines[2].code, "d");
    }

    #[test]
    fn test_items_are_marked() {
        let text = "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\nfn c() {}\n#[cfg(test)]\nuse d;\nfn e() {}";
        let marks: Vec<bool> = read(text).iter().map(|line| line.test).collect();
        assert_eq!(marks, [false, true, true, true, true, false, true, true, false]);
    }

    #[test]
    fn a_semicolon_in_brackets_ends_nothing() {
        let text = "#[cfg(test)]\nconst A: [u8; 2] =\n    [1, 2];\nfn b() {}";
        let marks: Vec<bool> = read(text).iter().map(|line| line.test).collect();
        assert_eq!(marks, [true, true, true, false]);
    }
}

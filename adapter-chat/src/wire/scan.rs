//! Reading inside JSON that was already found valid: members and elements are cut out without another look at their grammar,
//! without a copy and without an allocation. A stream does this for every token.
//!
//! On text that is not valid it ends early; it never panics.
use std::borrow::Cow;
use throughline_core::{
    bytes,
    verbatim::{self, LiteralBuf},
};

/// A place in a JSON text.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    json: &'a str,
    at: usize,
}

/// Calls `each` with every member of an object, in order; false where `json` is none.
pub(super) fn members<'a>(json: &'a str, mut each: impl FnMut(&str, &'a str)) -> bool {
    Cursor::new(json).members(|key, cursor| each(key, cursor.value()))
}

/// Calls `each` with every element of a list, in order; false where `json` is none.
pub(super) fn elements<'a>(json: &'a str, mut each: impl FnMut(&'a str)) -> bool {
    Cursor::new(json).elements(|cursor| each(cursor.value()))
}

/// The last member called `name`.
pub(super) fn member<'a>(json: &'a str, name: &str) -> Option<&'a str> {
    let mut found = None;
    Cursor::new(json).members(|key, cursor| {
        if key == name {
            found = Some(cursor.value());
        }
    });
    found
}

/// The inside of the string that the member called `name` holds, still escaped; empty where it holds none.
pub(super) fn text<'a>(json: &'a str, name: &str) -> &'a str {
    member(json, name).map(verbatim::inner).unwrap_or_default()
}

fn name(key: &str) -> Cow<'_, str> {
    let inner = verbatim::inner(key);
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    let mut text = LiteralBuf::default();
    text.push_inner(inner);
    Cow::Owned(text.finish().decode().into_owned())
}

impl<'a> Cursor<'a> {
    /// Before the first byte.
    pub(super) fn new(json: &'a str) -> Self {
        Self { json, at: 0 }
    }
    /// The first byte of what comes; 0 at the end.
    pub(super) fn peek(&mut self) -> u8 {
        self.to(|byte| !is_space(byte)).unwrap_or(0)
    }
    /// Calls `each` at the value of every member of the object that comes; it may read the value or leave it. False where no
    /// object comes.
    pub(super) fn members(&mut self, mut each: impl FnMut(&str, &mut Self)) -> bool {
        if !self.eat(b'{') {
            return false;
        }
        while self.peek() == b'"' {
            let key = name(self.value());
            self.eat(b':');
            self.enter(|cursor| each(&key, cursor));
        }
        self.eat(b'}')
    }
    /// Calls `each` at every element of the list that comes; it may read the element or leave it. False where no list comes.
    pub(super) fn elements(&mut self, mut each: impl FnMut(&mut Self)) -> bool {
        if !self.eat(b'[') {
            return false;
        }
        while !matches!(self.peek(), b']' | b'}' | b':' | b',' | 0) {
            self.enter(&mut each);
        }
        self.eat(b']')
    }
    /// The value that comes; nothing at the end.
    pub(super) fn value(&mut self) -> &'a str {
        let first = self.peek();
        let start = self.at;
        match first {
            b'"' => self.string(),
            b'{' | b'[' => self.nest(),
            _ => {
                self.to(|byte| matches!(byte, b',' | b'}' | b']' | b':') || is_space(byte));
            }
        }
        self.json.get(start..self.at).unwrap_or_default()
    }

    fn enter(&mut self, each: impl FnOnce(&mut Self)) {
        self.peek();
        let before = self.at;
        each(self);
        if self.at == before {
            self.value();
        }
        self.eat(b',');
    }
    /// Goes to the first byte for which `stop` holds, or to the end.
    fn to(&mut self, stop: impl Fn(u8) -> bool) -> Option<u8> {
        let rest = self.json.as_bytes().get(self.at..).unwrap_or_default();
        let ahead = rest.iter().position(|byte| stop(*byte)).unwrap_or(rest.len());
        self.at += ahead;
        rest.get(ahead).copied()
    }
    /// Goes to the next quote or backslash, or to the end.
    fn until_sign(&mut self) -> Option<u8> {
        let rest = self.json.as_bytes().get(self.at..).unwrap_or_default();
        let ahead = bytes::find(rest, [b'"', b'\\']).unwrap_or(rest.len());
        self.at += ahead;
        rest.get(ahead).copied()
    }
    /// Goes behind one byte, if that comes.
    fn eat(&mut self, byte: u8) -> bool {
        let comes = self.peek() == byte;
        self.at += usize::from(comes);
        comes
    }
    /// Goes behind the string that begins here.
    fn string(&mut self) {
        self.at += 1;
        while self.until_sign() == Some(b'\\') {
            self.at += 2;
        }
        self.at = self.json.len().min(self.at + 1);
    }
    /// Goes behind the object or list that begins here.
    fn nest(&mut self) {
        let mut depth = 0usize;
        // One comparison finds all four brackets, and a few letters with them.
        while let Some(byte) = self.to(|byte| byte == b'"' || byte | 0x26 == 0x7f) {
            match byte {
                b'"' => {
                    self.string();
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                break;
            }
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

#[cfg(test)]
mod tests {
    use super::*;
    use throughline_core::json;

    #[test]
    fn it_reads_what_the_parser_reads() {
        for text in [
            r#"{"a":1,"b":"x\"}\\","c":{"d":[1,{"e":"]"}]},"a":-1.5e3}"#,
            "{ \"a\" : null ,\n\t\"\\u0062\": [ ] , \"c\" : { } }",
            "{}",
            " { } ",
            r#"{"":"","é":"😀\u00e9","deep":[[[[[[]]]]]]}"#,
        ] {
            let (mut theirs, mut ours) = (vec![], vec![]);
            json::members(text, |key, value| theirs.push((key.to_owned(), value.get()))).unwrap();
            assert!(members(text, |key, value| ours.push((key.to_owned(), value))));
            assert_eq!(ours, theirs, "{text}");
        }
        for text in ["[1, \"a,]\" ,{\"b\":[2]},[ ],null]", "[]", "[ 7 ]"] {
            let (mut theirs, mut ours) = (vec![], vec![]);
            json::elements(text, |value| theirs.push(value.get())).unwrap();
            assert!(elements(text, |value| ours.push(value)));
            assert_eq!(ours, theirs, "{text}");
        }
        assert_eq!((member(r#"{"a":1,"a":2}"#, "a"), text(r#"{"a":"x"}"#, "a"), text("7", "a")), (Some("2"), "x", ""));
        assert!(!members("[1]", |_, _| ()) && !elements("{}", |_| ()));
    }
    #[test]
    fn it_ends_on_whatever_it_is_given() {
        let odd = ["{", "}", "[", "]", "\"", "\\", ",", ":", "a", " ", "é", "1"];
        for a in odd {
            for b in odd {
                for c in odd {
                    for d in odd {
                        let text = format!("{a}{b}{c}{d}");
                        members(&text, |_, _| ());
                        elements(&text, |_| ());
                        member(&text, "a");
                    }
                }
            }
        }
    }
}

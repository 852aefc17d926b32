//! JSON as tokens: two texts are the same where every token is, strings code unit for code unit.
//!
//! Never builds a tree: key order, number spelling and duplicate keys are what the laws are about.
use std::ops::Range;
use throughline_core::{Verbatim, verbatim::same_units};

/// One token: a punctuation mark, a string with its quotes, or a bare word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub at: Range<usize>,
    pub is: Is,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Is {
    Open,
    Close,
    Comma,
    Colon,
    /// A string before a colon.
    Name,
    /// A string that is a value.
    Text,
    /// A number, `true`, `false`, `null`, or whatever else stands there.
    Word,
}

/// Cuts `json` into tokens. Text that is not JSON gives words.
pub(crate) fn tokens(json: &str) -> Vec<Token> {
    let bytes = json.as_bytes();
    let mut found: Vec<Token> = vec![];
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let rest = bytes.get(at..).unwrap_or_default();
        let (is, length) = match byte {
            b' ' | b'\n' | b'\r' | b'\t' => {
                at += 1;
                continue;
            }
            b'{' | b'[' => (Is::Open, 1),
            b'}' | b']' => (Is::Close, 1),
            b',' => (Is::Comma, 1),
            b':' => (Is::Colon, 1),
            b'"' => (Is::Text, string(rest)),
            _ => (Is::Word, rest.iter().position(|byte| b" \n\r\t{}[],:\"".contains(byte)).unwrap_or(rest.len())),
        };
        if let (Is::Colon, Some(last)) = (is, found.last_mut())
            && last.is == Is::Text
        {
            last.is = Is::Name;
        }
        found.push(Token { at: at..at + length, is });
        at += length;
    }
    found
}

/// The length of the string literal that `bytes` begin with, quotes included.
fn string(bytes: &[u8]) -> usize {
    let mut escaped = false;
    for (n, byte) in bytes.iter().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return n + 1,
            _ => {}
        }
    }
    bytes.len()
}

/// A text with its tokens.
pub(crate) struct Json<'a> {
    pub text: &'a str,
    pub tokens: Vec<Token>,
}

impl<'a> Json<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, tokens: tokens(text) }
    }
    pub(crate) fn get(&self, token: &Token) -> &'a str {
        self.text.get(token.at.clone()).unwrap_or_default()
    }
    /// Every string and every number that is a value, with the name of the member that it is; strings decoded.
    pub(crate) fn values(&self) -> impl Iterator<Item = (Option<&'a str>, String)> {
        let value = |(n, token): (usize, &Token)| {
            let raw = self.get(token);
            let text = match token.is {
                Is::Text => Verbatim::parse(raw).ok()?.literal()?.decode().into_owned(),
                Is::Word if !matches!(raw, "true" | "false" | "null") => raw.to_owned(),
                _ => return None,
            };
            let named = n.checked_sub(1).and_then(|n| self.tokens.get(n)).is_some_and(|before| before.is == Is::Colon);
            let name = n.checked_sub(2).filter(|_| named).and_then(|n| self.tokens.get(n));
            Some((name.map(|name| self.get(name).trim_matches('"')), text))
        };
        self.tokens.iter().enumerate().filter_map(value)
    }
    fn equal(&self, mine: &Token, other: &Json<'_>, theirs: &Token) -> bool {
        let (a, b) = (self.get(mine), other.get(theirs));
        let string = |is: Is| matches!(is, Is::Name | Is::Text);
        if string(mine.is) && string(theirs.is) { same_units(a, b) } else { mine.is == theirs.is && a == b }
    }
    /// True where both hold the same tokens.
    pub(crate) fn same(&self, other: &Json<'_>) -> bool {
        self.tokens.len() == other.tokens.len()
            && self.tokens.iter().zip(&other.tokens).all(|(a, b)| a.is == b.is && self.equal(a, other, b))
    }
    /// Where the value `other` stands in this text first, from token `from` on: the range of its tokens.
    pub(crate) fn find(&self, other: &Json<'_>, from: usize) -> Option<Range<usize>> {
        let length = other.tokens.len();
        let fits = |start: &usize| {
            self.tokens.get(*start..start + length).is_some_and(|here| {
                here.iter().zip(&other.tokens).all(|(a, b)| a.is == b.is && self.equal(a, other, b))
            })
        };
        if length == 0 {
            None
        } else {
            (from..=self.tokens.len().checked_sub(length)?).find(fits).map(|at| at..at + length)
        }
    }
    /// The range of the tokens of the value that begins at `start`.
    pub(crate) fn value(&self, start: usize) -> Range<usize> {
        let mut depth = 0usize;
        for (n, token) in self.tokens.iter().enumerate().skip(start) {
            match token.is {
                Is::Open => depth += 1,
                Is::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return start..n + 1;
            }
        }
        start..self.tokens.len()
    }
    /// The bytes that these tokens span.
    pub(crate) fn span(&self, tokens: &Range<usize>) -> Range<usize> {
        let here = self.tokens.get(tokens.clone()).unwrap_or_default();
        here.first().map_or(0, |token| token.at.start)..here.last().map_or(0, |token| token.at.end)
    }
    /// The members of the object or the elements of the list that begins at token `start`, each with its name's token.
    pub(crate) fn inside(&self, start: usize) -> Vec<(Option<usize>, Range<usize>)> {
        let end = self.value(start).end.saturating_sub(1);
        let (mut found, mut at) = (vec![], start + 1);
        while at < end {
            let named = self.tokens.get(at).is_some_and(|token| token.is == Is::Name);
            let value = self.value(if named { at + 2 } else { at });
            at = value.end + 1;
            found.push((named.then_some(value.start.saturating_sub(2)), value));
        }
        found
    }
    /// The bytes to cut so that the values in `tokens` leave no comma behind. A name goes with its value.
    pub(crate) fn cut(&self, tokens: &Range<usize>) -> Range<usize> {
        let is = |n: Option<usize>, is: Is| n.and_then(|n| self.tokens.get(n)).is_some_and(|token| token.is == is);
        let start =
            if is(tokens.start.checked_sub(1), Is::Colon) { tokens.start.saturating_sub(2) } else { tokens.start };
        let (before, after) = (start.checked_sub(1), Some(tokens.end));
        match before {
            Some(comma) if is(before, Is::Comma) => self.span(&(comma..tokens.end)),
            _ if is(after, Is::Comma) => self.span(&(start..tokens.end + 1)),
            _ => self.span(&(start..tokens.end)),
        }
    }
}

/// The names of the members of every one of `messages`.
pub(crate) fn names(messages: &str) -> Vec<String> {
    let list = format!("[{messages}]");
    let json = Json::new(&list);
    let members = json.inside(0).into_iter().flat_map(|(_, message)| json.inside(message.start));
    let names = members.filter_map(|(name, _)| json.tokens.get(name?));
    names.map(|token| json.get(token).trim_matches('"').to_owned()).collect()
}

/// `json` with white space between all tokens, as a person would print it.
pub(crate) fn airy(json: &str) -> String {
    let all = Json::new(json);
    let mut out = String::with_capacity(json.len() * 2);
    for token in &all.tokens {
        out.push_str(all.get(token));
        out.push_str(match token.is {
            Is::Open | Is::Comma => "\n    ",
            Is::Colon | Is::Name => " ",
            _ => "\r\n\t",
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(a: &str, b: &str) -> bool {
        Json::new(a).same(&Json::new(b))
    }
    #[test]
    fn spelling_of_strings_and_space_do_not_matter_and_all_else_does() {
        assert!(same(r#"{"a":"\u00e9\/"}"#, r#"{ "\u0061" : "é/" }"#));
        assert!(!same(r#"{"a":1.0}"#, r#"{"a":1}"#));
        assert!(!same(r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#));
        assert!(!same(r#"["\ud800"]"#, "[\"\u{fffd}\"]"));
        assert!(!same(r#""null""#, "null"));
    }
    #[test]
    fn a_value_is_found_and_a_name_is_not_one() {
        let body = Json::new(r#"{"x":[{"x":"y"},7]}"#);
        assert_eq!(body.find(&Json::new(r#"{"x":"y"}"#), 0).map(|at| body.span(&at)), Some(6..15));
        assert_eq!(body.find(&Json::new(r#""x""#), 0), None);
    }
    #[test]
    fn values_are_listed_with_the_members_that_they_are() {
        let json = Json::new(r#"{"a":"\u0062","c":[1.50,true,"d"],"e":{"f":null}}"#);
        let values: Vec<_> = json.values().collect();
        let text = str::to_owned;
        assert_eq!(values, [(Some("a"), text("b")), (None, text("1.50")), (None, text("d"))]);
    }
    #[test]
    fn what_is_cut_leaves_json() {
        let text = r#"{"a":1,"b":[2,3],"c":4}"#;
        let json = Json::new(text);
        let without = |value: &str| {
            let at = json.cut(&json.find(&Json::new(value), 0).unwrap());
            format!("{}{}", &text[..at.start], &text[at.end..])
        };
        assert_eq!(without("1"), r#"{"b":[2,3],"c":4}"#);
        assert_eq!(without("[2,3]"), r#"{"a":1,"c":4}"#);
        assert_eq!(without("2"), r#"{"a":1,"b":[3],"c":4}"#);
        assert_eq!(without("4"), r#"{"a":1,"b":[2,3]}"#);
    }
    #[test]
    fn members_are_listed_with_their_names() {
        let json = Json::new(r#"{"a":1,"b":[2,{}]}"#);
        let names: Vec<_> = json.inside(0).iter().map(|(name, value)| (name.unwrap(), json.span(value))).collect();
        assert_eq!(names, [(1, 5..6), (5, 11..17)]);
        assert_eq!(json.inside(7).len(), 2);
    }
    #[test]
    fn messages_are_asked_for_their_own_members() {
        assert_eq!(names(r#"{"role":"user","x":{"y":1}},{"name":[{"z":2}]}"#), ["role", "x", "name"]);
    }
    #[test]
    fn airy_is_the_same() {
        let text = r#"{"a b":[1.50,"x \" y",{}],"c":null}"#;
        assert!(same(&airy(text), text));
        assert_ne!(airy(text), text);
    }
}

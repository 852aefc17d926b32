//! Bytes that somebody minted, held so that nothing can change them.
//!
//! Never parses a value into a tree and writes it again: order, number spelling, escapes and unknown members would be lost.
use crate::bytes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::{borrow::Cow, fmt, sync::Arc};

/// One JSON value, byte for byte as it came, save that white space between tokens is removed.
///
/// Cloning is cheap. `Debug` prints a length and never the content, so that a thought cannot leak into a log.
#[derive(Clone)]
pub struct Verbatim(Arc<RawValue>);

impl Verbatim {
    /// Takes any JSON text.
    ///
    /// # Errors
    /// Where `json` is not one JSON value; the error names line and column.
    pub fn parse(json: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str::<&RawValue>(json).map(Self::from)
    }
    /// The JSON text.
    pub fn get(&self) -> &str {
        self.0.get()
    }
    /// The same as a borrowed raw value.
    pub fn raw(&self) -> &RawValue {
        &self.0
    }
    /// True for `null`.
    pub fn is_null(&self) -> bool {
        self.get() == "null"
    }
    /// True where the value is an object.
    pub fn is_object(&self) -> bool {
        self.get().starts_with('{')
    }
    /// True where the value is an array.
    pub fn is_array(&self) -> bool {
        self.get().starts_with('[')
    }
    /// The value as a string literal, where it is one.
    pub fn literal(&self) -> Option<Literal> {
        self.get().starts_with('"').then(|| Literal(self.clone()))
    }
    /// The first 16 hex digits of the SHA-256 of the bytes: what logs and `explain` show in place of content.
    pub fn fingerprint(&self) -> String {
        fingerprint(self.get().as_bytes())
    }
}

/// The first 16 hex digits of the SHA-256 of `bytes`.
pub fn fingerprint(bytes: &[u8]) -> String {
    use fmt::Write;
    Sha256::digest(bytes).iter().take(8).fold(String::with_capacity(16), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

impl From<&RawValue> for Verbatim {
    fn from(raw: &RawValue) -> Self {
        match compact(raw.get()) {
            Cow::Borrowed(_) => Self(Arc::from(raw.to_owned())),
            // Removing white space between tokens leaves JSON; the fallback cannot be reached but loses nothing.
            Cow::Owned(text) => Self(RawValue::from_string(text).map_or_else(|_| Arc::from(raw.to_owned()), Arc::from)),
        }
    }
}
impl PartialEq for Verbatim {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.get() == other.get()
    }
}
impl Eq for Verbatim {}
impl fmt::Debug for Verbatim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Verbatim({} bytes)", self.get().len())
    }
}
impl Serialize for Verbatim {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}
impl<'de> Deserialize<'de> for Verbatim {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(from).map(Self::from)
    }
}

/// Reads a member that may be absent: `null` is a value of its own.
pub(crate) fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Verbatim>, D::Error> {
    Verbatim::deserialize(from).map(Some)
}

/// Removes white space between tokens; strings are untouched.
fn compact(json: &str) -> Cow<'_, str> {
    let (mut at, mut kept) = (0, 0);
    let mut out = String::new();
    while let Some(byte) = json.as_bytes().get(at) {
        at = match byte {
            b'"' => behind_string(json, at),
            b' ' | b'\n' | b'\r' | b'\t' => {
                out.push_str(json.get(kept..at).unwrap_or_default());
                kept = at + 1;
                kept
            }
            _ => at + 1,
        };
    }
    if kept == 0 {
        return Cow::Borrowed(json);
    }
    out.push_str(json.get(kept..).unwrap_or_default());
    Cow::Owned(out)
}

/// The place behind the string that begins at `start`.
fn behind_string(json: &str, start: usize) -> usize {
    let mut at = start + 1;
    loop {
        let rest = json.as_bytes().get(at..).unwrap_or_default();
        match bytes::find(rest, [b'"', b'\\']) {
            Some(ahead) if rest.get(ahead) == Some(&b'\\') => at += ahead + 2,
            Some(ahead) => return at + ahead + 1,
            None => return json.len(),
        }
    }
}

/// A JSON string in its own spelling, escapes and lone surrogates included.
///
/// Two literals are equal when their code units are, however they are spelled.
#[derive(Clone, Serialize)]
#[serde(transparent)]
pub struct Literal(Verbatim);

impl Literal {
    /// Spells a Rust string as JSON.
    pub fn of(text: &str) -> Self {
        let mut buffer = LiteralBuf::default();
        buffer.push_text(text);
        buffer.finish()
    }
    /// A literal, where `raw` is a JSON string.
    pub fn read(raw: &RawValue) -> Option<Self> {
        raw.get().starts_with('"').then(|| Self(raw.into()))
    }
    /// The whole literal with its quotes.
    pub fn raw(&self) -> &str {
        self.0.get()
    }
    /// What stands between the quotes, still escaped.
    pub fn inner(&self) -> &str {
        inner(self.raw())
    }
    /// The same bytes as a value.
    pub fn verbatim(&self) -> &Verbatim {
        &self.0
    }
    /// The text for display; a lone surrogate becomes U+FFFD.
    pub fn decode(&self) -> Cow<'_, str> {
        decode(self.inner())
    }
    /// True for `""`.
    pub fn is_empty(&self) -> bool {
        self.inner().is_empty()
    }
    /// True where there is nothing but white space.
    pub fn is_blank(&self) -> bool {
        blank(self.inner())
    }
}
impl PartialEq for Literal {
    fn eq(&self, other: &Self) -> bool {
        same_units(self.inner(), other.inner())
    }
}
impl Eq for Literal {}
impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Literal({} bytes)", self.inner().len())
    }
}
impl<'de> Deserialize<'de> for Literal {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Verbatim::deserialize(from)?.literal().ok_or_else(|| serde::de::Error::custom("expected a string"))
    }
}

/// A literal that grows: deltas are joined in their own spelling, so a surrogate pair that was cut in two is whole again.
#[derive(Clone, Default)]
pub struct LiteralBuf(String);

impl LiteralBuf {
    /// Appends a JSON string; anything else is refused with `false`.
    pub fn push(&mut self, raw: &RawValue) -> bool {
        let is_string = raw.get().starts_with('"');
        if is_string {
            self.0.push_str(inner(raw.get()));
        }
        is_string
    }
    /// Appends the inside of a literal.
    pub fn push_inner(&mut self, escaped: &str) {
        self.0.push_str(escaped);
    }
    /// Appends plain text, escaping it.
    pub fn push_text(&mut self, text: &str) {
        escape(text, &mut self.0);
    }
    /// Forgets what was gathered.
    pub fn clear(&mut self) {
        self.0.clear();
    }
    /// True before anything came.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// What stands between the quotes so far.
    pub fn inner(&self) -> &str {
        &self.0
    }
    /// The finished literal.
    pub fn finish(&self) -> Literal {
        let mut text = String::with_capacity(self.0.len() + 2);
        text.push('"');
        text.push_str(&self.0);
        text.push('"');
        // Insides of literals joined are the inside of a literal, so this cannot fail; were it to, the text is spelled anew.
        let raw = RawValue::from_string(text).or_else(|_| RawValue::from_string("\"\"".to_owned()));
        Literal(Verbatim(raw.map_or_else(|_| Arc::from(RawValue::NULL.to_owned()), Arc::from)))
    }
}

/// What stands between the quotes of a raw JSON string; empty for any other value.
pub fn inner(raw: &str) -> &str {
    raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default()
}

/// Escapes `text` as the inside of a JSON string.
pub fn escape(text: &str, out: &mut String) {
    use fmt::Write;
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(text.get(plain..at).unwrap_or_default());
        plain = at + 1;
        let _ = match byte {
            b'"' => out.write_str("\\\""),
            b'\\' => out.write_str("\\\\"),
            b'\n' => out.write_str("\\n"),
            b'\r' => out.write_str("\\r"),
            b'\t' => out.write_str("\\t"),
            _ => write!(out, "\\u{byte:04x}"),
        };
    }
    out.push_str(text.get(plain..).unwrap_or_default());
}

/// True where an escaped inside spells nothing but white space.
pub fn blank(inner: &str) -> bool {
    match inner.bytes().next() {
        None => true,
        Some(b'\\' | b' ') => decode(inner).trim().is_empty(),
        Some(byte) if byte.is_ascii() => byte.is_ascii_whitespace() && decode(inner).trim().is_empty(),
        Some(_) => decode(inner).trim().is_empty(),
    }
}

/// True where two escaped insides spell the same code units.
pub fn same_units(a: &str, b: &str) -> bool {
    a == b || ((a.contains('\\') || b.contains('\\')) && units(a) == units(b))
}

fn decode(inner: &str) -> Cow<'_, str> {
    if inner.contains('\\') { Cow::Owned(String::from_utf16_lossy(&units(inner))) } else { Cow::Borrowed(inner) }
}

/// The JSON text that the inside of a literal spells: arguments that came as a string, in pieces. A lone surrogate stays the escape that
/// it must have been.
pub fn spelled(inner: &str) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(inner.len());
    for unit in char::decode_utf16(units(inner)) {
        let _ = match unit {
            Ok(c) => text.write_char(c),
            Err(lone) => write!(text, "\\u{:04x}", lone.unpaired_surrogate()),
        };
    }
    text
}

/// The UTF-16 code units that an escaped inside spells.
pub fn units(inner: &str) -> Vec<u16> {
    let mut out = Vec::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.extend_from_slice(c.encode_utf16(&mut [0; 2]));
            continue;
        }
        out.push(match chars.next() {
            Some('u') => {
                chars.by_ref().take(4).fold(0u16, |n, d| n.wrapping_mul(16) | d.to_digit(16).unwrap_or(0) as u16)
            }
            Some('b') => 8,
            Some('f') => 12,
            Some('n') => 10,
            Some('r') => 13,
            Some('t') => 9,
            Some(other) => other as u16,
            None => break,
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_between_tokens_goes_and_inside_strings_stays() {
        let pretty = "{\n  \"a b\" : [ 1.0 , 1e5,\t\"x \\\" y\" ],\r\n \"c\":{ } }";
        assert_eq!(Verbatim::parse(pretty).unwrap().get(), r#"{"a b":[1.0,1e5,"x \" y"],"c":{}}"#);
    }
    #[test]
    fn a_pair_cut_in_two_is_one_character_again() {
        let mut buffer = LiteralBuf::default();
        for half in [r#""a\ud83d""#, r#""\ude00b""#] {
            assert!(buffer.push(serde_json::from_str(half).unwrap()));
        }
        assert_eq!(buffer.finish().decode(), "a😀b");
        assert_eq!(buffer.finish(), Literal::of("a😀b"));
    }
    #[test]
    fn a_lone_surrogate_is_kept_and_shown_as_a_replacement() {
        let lone = Verbatim::parse(r#""\ud800x""#).unwrap().literal().unwrap();
        assert_eq!(lone.raw(), r#""\ud800x""#);
        assert_eq!(lone.decode(), "\u{fffd}x");
        assert_ne!(lone, Literal::of("\u{fffd}x"));
    }
    #[test]
    fn blank_means_white_space_in_any_spelling() {
        for text in [r#""""#, r#"" ""#, r#""\n\t""#, r#""\u0020""#, "\"\u{a0}\""] {
            assert!(Verbatim::parse(text).unwrap().literal().unwrap().is_blank(), "{text}");
        }
        assert!(!Literal::of(" x").is_blank());
    }
    #[test]
    fn debug_never_shows_content() {
        assert_eq!(format!("{:?}", Literal::of("secret")), "Literal(6 bytes)");
        assert_eq!(format!("{:?}", Verbatim::parse("[1]").unwrap()), "Verbatim(3 bytes)");
    }
    #[test]
    fn what_is_escaped_reads_back() {
        let text = "q\" b\\ n\n r\r t\t \u{1} \u{7f} é 😀";
        assert_eq!(Literal::of(text).decode(), text);
        assert_eq!(serde_json::from_str::<String>(Literal::of(text).raw()).unwrap(), text);
    }
}

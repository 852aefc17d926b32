//! What is hashed in place of bytes: text without its spelling, objects without their order, nothing of cache markers.
//!
//! Two things that mean the same give one hash; pieces are counted, so that no two different lists do.
use super::Unknown;
use crate::{json, verbatim};
use sha2::{Digest, Sha256};
use std::{fmt, str::FromStr};

/// The first bytes of a SHA-256.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hash<const N: usize>([u8; N]);

impl Hash<16> {
    /// Its first four bytes.
    pub(crate) fn short(self) -> Hash<4> {
        let [a, b, c, d, ..] = self.0;
        Hash([a, b, c, d])
    }
}

/// The hash of some pieces.
pub(crate) fn hash<const N: usize>(pieces: impl FnOnce(&mut Canon)) -> Hash<N> {
    let mut canon = Canon(Sha256::new());
    pieces(&mut canon);
    let mut bytes = [0; N];
    for (to, from) in bytes.iter_mut().zip(canon.0.finalize()) {
        *to = from;
    }
    Hash(bytes)
}

/// Takes pieces one after the other.
pub(crate) struct Canon(Sha256);

/// Members that say what to keep in a cache, on any wire. The model does not see them.
const MARKERS: [&str; 2] = ["cache_control", "cachePoint"];
/// How deep objects are ordered; what lies deeper counts as it is spelled.
const DEPTH: usize = 64;

impl Canon {
    /// What kind of piece comes.
    pub(crate) fn tag(&mut self, tag: u8) {
        self.0.update([tag]);
    }
    /// Another hash.
    pub(crate) fn hash<const N: usize>(&mut self, hash: Hash<N>) {
        self.0.update(hash.0);
    }
    /// A plain string.
    pub(crate) fn plain(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
    }
    /// The inside of a JSON string, however it is spelled.
    pub(crate) fn text(&mut self, inner: &str) {
        if inner.contains('\\') {
            let bytes = spelled(&verbatim::units(inner));
            self.0.update((bytes.len() as u64).to_le_bytes());
            self.0.update(bytes);
        } else {
            self.plain(inner);
        }
    }
    /// A JSON value, whole.
    pub(crate) fn json(&mut self, raw: &str) {
        self.value(raw, &[], DEPTH);
    }
    /// A JSON value without its cache markers.
    pub(crate) fn unmarked(&mut self, raw: &str) {
        self.value(raw, &MARKERS, DEPTH);
    }

    fn value(&mut self, raw: &str, without: &[&str], depth: usize) {
        match (raw.bytes().next(), depth.checked_sub(1)) {
            (Some(b'"'), _) => {
                self.tag(b'"');
                self.text(verbatim::inner(raw));
            }
            (Some(b'{'), Some(depth)) => {
                let mut members: Vec<(String, &str)> = vec![];
                let _ = json::members(raw, |key, value| members.push((key.to_owned(), value.get())));
                members.retain(|(key, _)| !without.contains(&key.as_str()));
                members.sort_by(|(a, _), (b, _)| a.cmp(b));
                self.tag(b'{');
                for (key, value) in members {
                    self.tag(b',');
                    self.plain(&key);
                    self.value(value, without, depth);
                }
                self.tag(b'}');
            }
            (Some(b'['), Some(depth)) => {
                self.tag(b'[');
                let _ = json::elements(raw, |value| {
                    self.tag(b',');
                    self.value(value.get(), without, depth);
                });
                self.tag(b']');
            }
            (Some(b'-' | b'0'..=b'9'), _) => {
                self.tag(b'0');
                self.plain(&number(raw));
            }
            _ => {
                self.tag(b'?');
                self.plain(raw);
            }
        }
    }
}

/// True for the name of a member that is a cache marker.
pub(crate) fn marks(name: &str) -> bool {
    MARKERS.contains(&name)
}

/// True where an object is nothing but a cache marker.
pub(crate) fn is_marker(raw: &str) -> bool {
    let mut only = raw.starts_with('{') && raw != "{}";
    json::members(raw, |key, _| only &= marks(key)).is_ok() && only
}

/// A number however it is spelled: `1.0` and `1` are one.
fn number(raw: &str) -> String {
    if let Ok(whole) = raw.parse::<i128>() {
        return whole.to_string();
    }
    match raw.parse::<f64>() {
        // Beyond that, neighbours are one.
        Ok(number) if number.fract() == 0.0 && number.abs() < 9e15 => (number as i64).to_string(),
        Ok(number) if number.is_finite() && number.abs() < 9e15 => number.to_string(),
        _ => raw.to_owned(),
    }
}

/// Code units as bytes: UTF-8, save that half a pair, which UTF-8 cannot say, has three bytes of its own.
fn spelled(units: &[u16]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(units.len());
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok(unit) => bytes.extend_from_slice(unit.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(half) => {
                let half = half.unpaired_surrogate();
                bytes.extend([0xed, 0x80 | (half >> 6 & 0x3f) as u8, 0x80 | (half & 0x3f) as u8]);
            }
        }
    }
    bytes
}

impl<const N: usize> fmt::Display for Hash<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
impl<const N: usize> fmt::Debug for Hash<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl<const N: usize> FromStr for Hash<N> {
    type Err = Unknown;
    fn from_str(hex: &str) -> Result<Self, Unknown> {
        let mut digits = hex.chars().map(|digit| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok()));
        let mut bytes = [0; N];
        for byte in &mut bytes {
            let (Some(Some(high)), Some(Some(low))) = (digits.next(), digits.next()) else { return Err(Unknown) };
            *byte = high << 4 | low;
        }
        if digits.next().is_none() { Ok(Self(bytes)) } else { Err(Unknown) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(raw: &str) -> Hash<16> {
        hash(|canon| canon.json(raw))
    }
    #[test]
    fn spelling_and_order_are_no_difference() {
        for (a, b) in [
            (r#"{"a":1,"b":[2,{"d":3,"c":4}]}"#, r#"{"b":[2.0,{"c":4,"d":3}],"a":1e0}"#),
            (r#""\u0041\/\ud83d\ude00""#, r#""A/😀""#),
            ("-0", "0"),
        ] {
            assert_eq!(of(a), of(b), "{a} {b}");
        }
    }
    #[test]
    fn everything_else_is() {
        let all = [
            "null",
            "true",
            "\"true\"",
            "1",
            "\"1\"",
            "1.5",
            "[]",
            "{}",
            "[[]]",
            "[1,2]",
            "[12]",
            "[2,1]",
            r#"{"a":1}"#,
            r#"{"a":"1"}"#,
            r#"{"a":1,"a":2}"#,
            r#""\ud800""#,
            r#""\ud801""#,
            "\"\u{fffd}\"",
            "123456789012345678901",
            "123456789012345678902",
            "1e400",
            "1e401",
            r#"{"a":{},"b":1}"#,
            r#"{"a":{"b":1}}"#,
        ];
        for (n, a) in all.iter().enumerate() {
            for b in &all[n + 1..] {
                assert_ne!(of(a), of(b), "{a} {b}");
            }
        }
    }
    #[test]
    fn markers_are_left_out_where_they_are_markers() {
        let unmarked = |raw: &str| hash::<16>(|canon| canon.unmarked(raw));
        let (bare, marked) =
            (r#"{"a":[{"b":1}]}"#, r#"{"cache_control":{"type":"e"},"a":[{"b":1,"cache_control":null}]}"#);
        assert_eq!(unmarked(bare), unmarked(marked));
        assert_ne!(of(bare), of(marked));
        assert!(is_marker(r#"{"cachePoint":{"type":"default"}}"#) && !is_marker("{}") && !is_marker(bare));
    }
    #[test]
    fn depth_ends_in_the_bytes() {
        let deep = |end: &str| format!("{}{end}{}", "[".repeat(5000), "]".repeat(5000));
        assert_ne!(of(&deep("1")), of(&deep("2")));
    }
}

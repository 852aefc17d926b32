//! An object that comes in pieces: strings are joined, the pieces of its inner object too, and what is said once stays.
//!
//! Never looks deeper than the inner object of a call.
use crate::table::WHOLE;
use serde_json::value::RawValue;
use throughline_core::{LiteralBuf, Verbatim, as_json, json, write};

/// The object so far.
#[derive(Default)]
pub(crate) struct Grown(Vec<(String, Member)>);

enum Member {
    Text(LiteralBuf),
    Object(Grown),
    Other(Verbatim),
}

impl Grown {
    /// Adds the members of a piece; false where it is no object.
    pub(crate) fn add(&mut self, piece: &str) -> bool {
        json::members(piece, |key, value| self.member(key, value, true)).is_ok()
    }
    /// The object as it would stand in a whole reply.
    pub(crate) fn json(&self) -> Verbatim {
        let mut out = vec![];
        self.write(&mut out);
        std::str::from_utf8(&out).ok().and_then(|json| Verbatim::parse(json).ok()).unwrap_or_else(|| as_json(&out))
    }
    fn write(&self, out: &mut Vec<u8>) {
        out.push(b'{');
        for (key, member) in &self.0 {
            write::name(out, key);
            match member {
                Member::Text(text) => out.extend_from_slice(text.finish().raw().as_bytes()),
                Member::Object(inner) => inner.write(out),
                Member::Other(json) => out.extend_from_slice(json.get().as_bytes()),
            }
        }
        out.push(b'}');
    }
    fn member(&mut self, key: &str, value: &RawValue, outer: bool) {
        let raw = value.get();
        let Some((_, old)) = self.0.iter_mut().find(|(name, _)| name == key) else {
            return self.0.push((key.to_owned(), Member::of(value, outer)));
        };
        match old {
            // Nothing takes away what is there.
            _ if matches!(raw, "null" | "\"\"") => {}
            Member::Text(text) if raw.starts_with('"') && (text.is_empty() || !WHOLE.contains(&key)) => {
                text.push(value);
            }
            Member::Object(inner) if raw.starts_with('{') => inner.pieces(raw),
            Member::Text(_) | Member::Object(_) => {}
            Member::Other(_) => *old = Member::of(value, outer),
        }
    }
    fn pieces(&mut self, raw: &str) {
        let _ = json::members(raw, |key, value| self.member(key, value, false));
    }
}

impl Member {
    fn of(value: &RawValue, outer: bool) -> Self {
        match value.get().bytes().next() {
            Some(b'"') => {
                let mut text = LiteralBuf::default();
                text.push(value);
                Self::Text(text)
            }
            Some(b'{') if outer => {
                let mut inner = Grown::default();
                inner.pieces(value.get());
                Self::Object(inner)
            }
            _ => Self::Other(value.into()),
        }
    }
}

//! Writing JSON by hand: members and lists behind one another, no tree. For adapters whose wire nests deeper than messages.
//!
//! It must never change what it is given: JSON goes as it is, text as one string.
use crate::{json::Extras, verbatim};

/// Writes a comma where something stands before. What opens an object or a list needs none after it, nor does a comma: a group of
/// messages may begin behind one.
pub fn comma(out: &mut Vec<u8>) {
    if !matches!(out.last(), None | Some(b'{' | b'[' | b',')) {
        out.push(b',');
    }
}

/// Writes a string.
pub fn quoted(out: &mut Vec<u8>, text: &str) {
    let mut inner = String::with_capacity(text.len());
    verbatim::escape(text, &mut inner);
    out.push(b'"');
    out.extend_from_slice(inner.as_bytes());
    out.push(b'"');
}

/// Begins a member of an object.
pub fn name(out: &mut Vec<u8>, key: &str) {
    comma(out);
    quoted(out, key);
    out.push(b':');
}

/// Writes a member of an object.
pub fn member(out: &mut Vec<u8>, key: &str, json: &str) {
    name(out, key);
    out.extend_from_slice(json.as_bytes());
}

/// Writes members, but for those that are written already.
pub fn members(out: &mut Vec<u8>, all: &Extras, written: &[&str]) {
    let others = all.iter().filter(|(key, _)| !written.contains(&key.as_str()));
    others.for_each(|(key, value)| member(out, key.as_str(), value.get()));
}

/// Writes an item of a list.
pub fn item(out: &mut Vec<u8>, json: &str) {
    comma(out);
    out.extend_from_slice(json.as_bytes());
}

/// Writes a list whose items `write` gives.
pub fn list(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    out.push(b'[');
    write(out);
    out.push(b']');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_stand_between_and_nowhere_else() {
        let mut out = b"{".to_vec();
        member(&mut out, "a\"", "1.50");
        name(&mut out, "b");
        list(&mut out, |out| {
            item(out, "{}");
            out.push(b',');
            item(out, "\"[\"");
        });
        name(&mut out, "c");
        list(&mut out, |_| ());
        let more = [("a", "1.0"), ("e", "2")].map(|(key, json)| (key.into(), crate::Verbatim::parse(json).unwrap()));
        members(&mut out, &more.to_vec(), &["a"]);
        name(&mut out, "d");
        quoted(&mut out, "x\n");
        out.push(b'}');
        assert_eq!(String::from_utf8(out).unwrap(), r#"{"a\"":1.50,"b":[{},"["],"c":[],"e":2,"d":"x\n"}"#);
    }
}

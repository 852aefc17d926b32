//! JSON text by hand: members and lists, no tree.
use throughline_core::verbatim;

/// Writes a comma where something stands behind `start` already.
pub(super) fn comma(start: usize, out: &mut Vec<u8>) {
    if out.len() > start {
        out.push(b',');
    }
}

/// Begins a member of an object.
pub(super) fn name(out: &mut Vec<u8>, key: &str) {
    if out.last() != Some(&b'{') {
        out.push(b',');
    }
    text(key, out);
    out.push(b':');
}

/// Writes a member of an object.
pub(super) fn member(out: &mut Vec<u8>, key: &str, json: &str) {
    name(out, key);
    out.extend_from_slice(json.as_bytes());
}

/// Writes a string.
pub(super) fn text(text: &str, out: &mut Vec<u8>) {
    let mut inner = String::with_capacity(text.len());
    verbatim::escape(text, &mut inner);
    out.push(b'"');
    out.extend_from_slice(inner.as_bytes());
    out.push(b'"');
}

/// Writes a list.
pub(super) fn list<T>(out: &mut Vec<u8>, items: impl Iterator<Item = T>, mut each: impl FnMut(&mut Vec<u8>, T)) {
    out.push(b'[');
    let start = out.len();
    for item in items {
        comma(start, out);
        each(out, item);
    }
    out.push(b']');
}

//! What of a model's own parts goes to a host that did not mint them: the members that everybody on this wire knows. Any other
//! may be a seal, which nobody but its own host can read.
use super::{
    out::{member, name},
    scan,
};
use throughline_core::{Role, Route, ToolCall, Turn, verbatim};

/// A type of chunk or call, and what everybody knows of the member that has its name.
type Known = (&'static str, &'static [&'static str]);

/// Chunks that are media. What a list holds beside these, text and reasoning is a chunk that nobody knows.
const MEDIA: [Known; 6] = [
    ("image_url", &["url", "detail"]),
    ("input_audio", &["data", "format"]),
    ("file", &["file_data", "file_id", "filename"]),
    ("video_url", &["url"]),
    ("audio_url", &["url"]),
    ("document_url", &["url"]),
];

/// Calls that are not of a function.
const CALLS: [Known; 1] = [("custom", &["name", "input"])];

/// True where a model wrote the turn and `route` leads to another host than its own.
pub(super) fn is_away(turn: &Turn, route: &Route) -> bool {
    turn.role == Role::Assistant && turn.origin.as_ref().is_some_and(|origin| !origin.is_home(route))
}

/// True for a chunk of this type that is a medium.
pub(super) fn is_media(kind: &str) -> bool {
    MEDIA.iter().any(|(name, _)| *name == kind)
}

/// A medium without what only its host knows. `left` hears what stays.
pub(super) fn media(block: &str, left: &mut dyn FnMut(&str)) -> Vec<u8> {
    let known = MEDIA.iter().find(|(name, _)| *name == scan::text(block, "type"));
    let mut out = vec![b'{'];
    scan::members(block, |key, value| known_member(known, key, value, &mut out, left));
    out.push(b'}');
    out
}

/// The members of a call that is not of a function, without what only its host knows, behind those that stand in `out`.
pub(super) fn call(call: &ToolCall, out: &mut Vec<u8>, left: &mut dyn FnMut(&str)) {
    let kind = call.extras.iter().find(|(key, _)| *key == *"type").map(|(_, kind)| verbatim::inner(kind.get()));
    let known = CALLS.iter().find(|(name, _)| kind == Some(name));
    for (key, value) in &call.extras {
        known_member(known, key.as_str(), value.get(), out, left);
    }
}

fn known_member(known: Option<&Known>, key: &str, value: &str, out: &mut Vec<u8>, left: &mut dyn FnMut(&str)) {
    let is_string = value.starts_with('"');
    match known {
        _ if key == "type" && is_string => member(out, key, value),
        Some((kind, _)) if key == *kind && is_string => member(out, key, value),
        Some((kind, inner)) if key == *kind && value.starts_with('{') => {
            name(out, key);
            out.push(b'{');
            scan::members(value, |key, value| {
                if inner.contains(&key) && value.starts_with('"') {
                    member(out, key, value);
                } else {
                    left(key);
                }
            });
            out.push(b'}');
        }
        _ => left(key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_medium_keeps_what_everybody_knows() {
        for (block, want, stays) in [
            (
                r#"{"seal":"S","type":"image_url","image_url":{"url":"u","sig":"S","detail":"low"}}"#,
                r#"{"type":"image_url","image_url":{"url":"u","detail":"low"}}"#,
                "seal sig ",
            ),
            (r#"{"type":"document_url","document_url":"u"}"#, r#"{"type":"document_url","document_url":"u"}"#, ""),
            (r#"{"type":"file","file":{"file_id":{"sig":"S"}}}"#, r#"{"type":"file","file":{}}"#, "file_id "),
        ] {
            let mut left = String::new();
            let said = media(block, &mut |key| left.push_str(&format!("{key} ")));
            assert_eq!((String::from_utf8(said).unwrap().as_str(), left.as_str()), (want, stays));
        }
    }
}

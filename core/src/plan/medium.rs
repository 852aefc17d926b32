//! What a medium shows, whatever its wire wraps around it.
//!
//! Never takes what a medium is called for what it holds.
use crate::{digest::Canon, json, verbatim};

/// Members that hold a medium's data, or say where it lies, or what a person is told beside it.
const HOLDS: &[&str] = &[
    "data",
    "bytes",
    "url",
    "uri",
    "image_url",
    "file_url",
    "file_id",
    "file_data",
    "fileUri",
    "file_uri",
    "text",
    "title",
    "context",
];
/// Types of blocks, or their only members, that are media.
const KINDS: &[&str] = &[
    "image",
    "document",
    "video",
    "audio",
    "image_url",
    "input_image",
    "input_file",
    "input_audio",
    "file",
    "inlineData",
    "inline_data",
    "fileData",
    "file_data",
];
/// How deep what a medium holds is looked for.
const DEPTH: usize = 8;

/// True for a block that is a medium.
pub(super) fn is_medium(raw: &str) -> bool {
    let (mut only, mut count, mut typed) = (false, 0, false);
    let read = json::members(raw, |key, value| {
        count += 1;
        only = KINDS.contains(&key) && value.get().starts_with('{');
        typed |= key == "type" && KINDS.contains(&verbatim::inner(value.get()));
    });
    read.is_ok() && (typed || (count == 1 && only))
}

/// Hashes what a medium holds; all of one that nothing is known of.
pub(super) fn medium(canon: &mut Canon, raw: &str) {
    let mut held = vec![];
    hold(raw, false, DEPTH, &mut held);
    if held.is_empty() {
        canon.unmarked(raw);
    }
    held.into_iter().for_each(|text| canon.text(verbatim::inner(text)));
}

/// Strings under the names of what is held, those in lists too.
fn hold<'a>(raw: &'a str, named: bool, depth: usize, held: &mut Vec<&'a str>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match raw.bytes().next() {
        Some(b'"') if named => held.push(raw),
        Some(b'{') => {
            let mut members: Vec<(String, &str)> = vec![];
            let _ = json::members(raw, |key, value| members.push((key.to_owned(), value.get())));
            members.sort_by(|(a, _), (b, _)| a.cmp(b));
            members.iter().for_each(|(key, value)| hold(value, HOLDS.contains(&key.as_str()), depth, held));
        }
        Some(b'[') => _ = json::elements(raw, |value| hold(value.get(), named, depth, held)),
        _ => {}
    }
}

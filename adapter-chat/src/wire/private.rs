//! The private record in a client's history: an entry of `reasoning_details` that holds what other fields of the message did.
//!
//! It is read as those fields, and neither it nor another client's record is ever sent as an entry.
use super::{
    dialect::{Field, Holds},
    gathered::Gathered,
    path,
};
use throughline_core::json;

/// What ends the type of every private record.
const PRIVATE: &str = ".native_assistant";
/// The type of the one that is known.
const RECORD: &str = "hermes.native_assistant";

/// Its fields.
pub(super) static FIELDS: [Field; 3] = [
    Field { key: "extra_content", kind: "extra_content", holds: Holds::Blob(&["google/thought_signature"]) },
    Field::sealed("reasoning_opaque"),
    Field::text("reasoning_text"),
];

/// The type of an entry that is a private record.
pub(super) fn kind(entry: &str) -> Option<&str> {
    path::string(entry, "type").filter(|kind| kind.ends_with(PRIVATE))
}

/// Takes what the record `entry` holds; what the message itself holds says more. True where nothing else is in it.
pub(super) fn take(entry: &str, fields: &mut Vec<Gathered>) -> bool {
    if kind(entry) != Some(RECORD) {
        return false;
    }
    let mut known = true;
    let read = json::members(entry, |key, value| {
        if !fields.iter().any(|gathered| gathered.field.key == key) {
            fields.extend(FIELDS.iter().find(|field| field.key == key).map(Gathered::of));
        }
        match fields.iter_mut().find(|gathered| gathered.field.key == key) {
            Some(gathered) if gathered.is_blank() => gathered.take(value.get(), true, &mut |_| {}),
            Some(_) => {}
            None => known &= key == "type",
        }
    });
    read.is_ok() && known
}

//! Objects taken apart and put together again. Every value stays as it is spelled.
use crate::block;
use throughline_core::{Verbatim, json};

/// The members of an object that is to be changed.
pub(crate) type Members = Vec<(String, String)>;

/// The members of an object, in order; none of anything else.
pub(crate) fn members(object: Option<&Verbatim>) -> Members {
    let mut all = vec![];
    if let Some(object) = object {
        let _ = json::members(object.get(), |key, value| all.push((key.to_owned(), value.get().to_owned())));
    }
    all
}

/// Sets a member, in its place where it has one; takes it away where there is no value.
pub(crate) fn set(members: &mut Members, key: &str, value: Option<String>) {
    match (members.iter_mut().find(|(name, _)| name == key), value) {
        (Some(old), Some(value)) => old.1 = value,
        (None, Some(value)) => members.push((key.to_owned(), value)),
        (_, None) => members.retain(|(name, _)| name != key),
    }
}

/// The object of these members.
pub(crate) fn object(members: &Members) -> Verbatim {
    block::object(members.iter().map(|(key, value)| (key.as_str(), value.as_str())))
}

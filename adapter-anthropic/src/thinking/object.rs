//! Objects with one member changed. Every other byte stays.
use throughline_core::{Verbatim, json, write};

/// The object with `key` set, in its place where it has one and at its end where it has none.
pub(super) fn with(object: &str, key: &str, value: &str) -> Option<Verbatim> {
    rebuilt(object, &[(key, Some(value))])
}

/// The object without `key`; none where nothing is left.
pub(super) fn without(object: &str, key: &str) -> Option<Verbatim> {
    rebuilt(object, &[(key, None)]).filter(|left| left.get() != "{}")
}

/// The object with some members set or taken away; none where it is no object.
pub(super) fn rebuilt(object: &str, changes: &[(&str, Option<&str>)]) -> Option<Verbatim> {
    let change = |name: &str| changes.iter().find(|(key, _)| *key == name);
    let (mut out, mut set) = (vec![b'{'], vec![]);
    json::members(object, |name, value| match change(name) {
        None => write::member(&mut out, name, value.get()),
        Some((key, value)) if !set.contains(key) => {
            set.push(*key);
            value.iter().for_each(|value| write::member(&mut out, name, value));
        }
        Some(_) => {}
    })
    .ok()?;
    for (key, value) in changes.iter().filter(|(key, _)| !set.contains(key)) {
        value.iter().for_each(|value| write::member(&mut out, key, value));
    }
    out.push(b'}');
    Verbatim::parse(&String::from_utf8(out).ok()?).ok()
}

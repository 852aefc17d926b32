//! Members of the message that events report one after the other.
//!
//! Never takes away what an event before had said.
use crate::table::LISTS;
use serde_json::value::RawValue;
use std::collections::HashSet;
use throughline_core::{Named, Verbatim, json};

/// Sets the members of `object`, but for `known` ones; false where it cannot be read. Later values win, `null` over nothing alone; a
/// list that is reported piece by piece goes on.
pub(crate) fn merge(into: &mut Named<Verbatim>, object: &str, known: &[&str]) -> bool {
    let read = json::members(object, |key, value| {
        let old = into.get(key);
        if known.contains(&key) || (value.get() == "null" && old.is_some()) {
            return;
        }
        let longer = old.filter(|_| LISTS.contains(&key)).and_then(|old| joined(old, value));
        into.set(key, longer.unwrap_or_else(|| value.into()));
    });
    read.is_ok()
}

/// The elements of both lists, each once; none where one is no list.
fn joined(old: &Verbatim, new: &RawValue) -> Option<Verbatim> {
    let (mut all, mut known) = (vec![], HashSet::new());
    for list in [old.get(), new.get()] {
        json::elements(list, |element| {
            if known.insert(element.get()) {
                all.push(element.get());
            }
        })
        .ok()?;
    }
    Verbatim::parse(&format!("[{}]", all.join(","))).ok()
}

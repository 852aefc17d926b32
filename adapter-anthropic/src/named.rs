//! Members in the order they came, each found at once by its name, however many there are.
//!
//! Never holds two of one name.
use crate::table::LISTS;
use serde_json::value::RawValue;
use std::{collections::HashMap, mem};
use throughline_core::{Verbatim, json};

/// The members so far.
pub(crate) struct Named<T> {
    list: Vec<(String, T)>,
    places: HashMap<String, usize>,
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self { list: vec![], places: HashMap::new() }
    }
}

impl<T> Named<T> {
    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.list.get(*self.places.get(name)?).map(|(_, value)| value)
    }
    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        self.list.get_mut(*self.places.get(name)?).map(|(_, value)| value)
    }
    /// Sets a member, in its old place where it has one; gives back what stood there.
    pub(crate) fn set(&mut self, name: &str, value: T) -> Option<T> {
        if let Some(old) = self.get_mut(name) {
            return Some(mem::replace(old, value));
        }
        self.places.insert(name.to_owned(), self.list.len());
        self.list.push((name.to_owned(), value));
        None
    }
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.list.iter().map(|(name, value)| (name.as_str(), value))
    }
}

impl Named<Verbatim> {
    /// Sets the members of `object`, but for `known` ones; false where it cannot be read. Later values win, `null` over nothing alone; a
    /// list that is reported piece by piece goes on.
    pub(crate) fn merge(&mut self, object: &str, known: &[&str]) -> bool {
        let read = json::members(object, |key, value| {
            let old = self.get(key);
            if known.contains(&key) || (value.get() == "null" && old.is_some()) {
                return;
            }
            let longer = old.filter(|_| LISTS.contains(&key)).and_then(|old| joined(old, value));
            self.set(key, longer.unwrap_or_else(|| value.into()));
        });
        read.is_ok()
    }
}

/// The elements of both lists, each once; none where one is no list.
fn joined(old: &Verbatim, new: &RawValue) -> Option<Verbatim> {
    let mut all: Vec<&str> = vec![];
    for list in [old.get(), new.get()] {
        json::elements(list, |element| {
            if !all.contains(&element.get()) {
                all.push(element.get());
            }
        })
        .ok()?;
    }
    Verbatim::parse(&format!("[{}]", all.join(","))).ok()
}

impl<T> IntoIterator for Named<T> {
    type Item = (String, T);
    type IntoIter = std::vec::IntoIter<(String, T)>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

//! Members in the order they came, each found at once by its name, however many there are.
//!
//! Never holds two of one name.
use std::collections::HashMap;
use throughline_core::{Extras, Verbatim};

/// The members so far.
#[derive(Default)]
pub(crate) struct Named {
    list: Vec<(String, Verbatim)>,
    places: HashMap<String, usize>,
}

impl Named {
    /// Sets a member, in its old place where it has one; `null` over nothing alone.
    pub(crate) fn set(&mut self, name: &str, value: Verbatim) {
        match self.places.get(name).and_then(|place| self.list.get_mut(*place)) {
            Some(_) if value.is_null() => {}
            Some((_, old)) => *old = value,
            None => {
                self.places.insert(name.to_owned(), self.list.len());
                self.list.push((name.to_owned(), value));
            }
        }
    }
    pub(crate) fn get(&self, name: &str) -> Option<&Verbatim> {
        self.list.get(*self.places.get(name)?).map(|(_, value)| value)
    }
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.list.iter().map(|(name, value)| (name.as_str(), value.get()))
    }
    pub(crate) fn extras(self) -> Extras {
        self.list.into_iter().map(|(name, value)| (name.into(), value)).collect()
    }
}

//! Members in the order they came, each found at once by its name, however many there are.
//!
//! Never holds two of one name.
use std::{collections::HashMap, mem};

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

impl<T> IntoIterator for Named<T> {
    type Item = (String, T);
    type IntoIter = std::vec::IntoIter<(String, T)>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

//! Members in the order they came, each found at once by its name, however many there are.
//!
//! Never holds two of one name.
use std::{collections::HashMap, mem};

/// The members so far.
#[derive(Clone, Debug)]
pub struct Named<T> {
    list: Vec<(String, T)>,
    places: HashMap<String, usize>,
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self { list: vec![], places: HashMap::new() }
    }
}

impl<T> Named<T> {
    /// The member of this name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.list.get(*self.places.get(name)?).map(|(_, value)| value)
    }
    /// The same, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        self.list.get_mut(*self.places.get(name)?).map(|(_, value)| value)
    }
    /// Sets a member, in its old place where it has one; gives back what stood there.
    pub fn set(&mut self, name: &str, value: T) -> Option<T> {
        if let Some(old) = self.get_mut(name) {
            return Some(mem::replace(old, value));
        }
        self.places.insert(name.to_owned(), self.list.len());
        self.list.push((name.to_owned(), value));
        None
    }
    /// Takes a member away. Those behind it move up, so that this costs what there are.
    pub fn take(&mut self, name: &str) -> Option<T> {
        let at = self.places.remove(name)?;
        self.places.values_mut().filter(|place| **place > at).for_each(|place| *place -= 1);
        (at < self.list.len()).then(|| self.list.remove(at).1)
    }
    /// True where there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    /// The members, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.list.iter().map(|(name, value)| (name.as_str(), value))
    }
}

impl<T> FromIterator<(String, T)> for Named<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(members: I) -> Self {
        let mut all = Self::default();
        for (name, value) in members {
            all.set(&name, value);
        }
        all
    }
}

impl<T> IntoIterator for Named<T> {
    type Item = (String, T);
    type IntoIter = std::vec::IntoIter<(String, T)>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_keeps_its_place_and_what_is_taken_leaves_none() {
        let mut all: Named<u8> =
            [("a", 1), ("b", 2), ("c", 3)].map(|(name, n)| (name.to_owned(), n)).into_iter().collect();
        assert_eq!((all.set("b", 4), all.take("a"), all.take("a"), all.get("c")), (Some(2), Some(1), None, Some(&3)));
        assert_eq!((all.set("a", 5), all.get("b")), (None, Some(&4)));
        assert_eq!(all.iter().collect::<Vec<_>>(), [("b", &4), ("c", &3), ("a", &5)]);
    }
}

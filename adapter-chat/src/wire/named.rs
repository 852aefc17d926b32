//! Values by name, in the order in which their names first came, found without a look at the others.
use std::collections::BTreeMap;

/// Values by name.
pub(super) struct Named<T> {
    all: Vec<(String, T)>,
    places: BTreeMap<String, usize>,
    /// Where the next name is likely to stand: events repeat their names in one order.
    next: usize,
}

impl<T> Named<T> {
    /// The value of `name`.
    pub(super) fn get(&self, name: &str) -> Option<&T> {
        self.all.get(*self.places.get(name)?).map(|(_, value)| value)
    }
    /// The value of `name`, to be changed; what `fresh` makes where there is none yet.
    pub(super) fn entry(&mut self, name: &str, fresh: impl FnOnce() -> T) -> Option<&mut T> {
        let next = if self.next < self.all.len() { self.next } else { 0 };
        let at = if self.all.get(next).is_some_and(|(likely, _)| likely == name) {
            next
        } else {
            self.places.get(name).copied().unwrap_or_else(|| {
                self.places.insert(name.to_owned(), self.all.len());
                self.all.push((name.to_owned(), fresh()));
                self.all.len() - 1
            })
        };
        self.next = at + 1;
        self.all.get_mut(at).map(|(_, value)| value)
    }
    /// All of them, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.all.iter().map(|(name, value)| (name.as_str(), value))
    }
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self { all: vec![], places: BTreeMap::new(), next: 0 }
    }
}

//! Rejection memory: which fields a route has refused. Learned from verdicts, obeyed by plans.
//!
//! Never forgets a host's port, and never outranks a strict row or a required field.
use crate::{Key, Route};

/// Refused fields by route.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RejectionMemory {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    provider: String,
    host: String,
    api: String,
    model: String,
    field: Key,
}

impl Entry {
    fn is_for(&self, route: &Route) -> bool {
        self.provider == route.provider.as_str()
            && self.host == route.origin_host()
            && self.api == route.api.as_str()
            && self.model == route.model
    }
}

impl RejectionMemory {
    /// Nothing was refused yet.
    pub fn new() -> Self {
        Self::default()
    }
    /// Remembers that `route` refused `field`; false where that was known.
    pub fn record(&mut self, route: &Route, field: impl Into<Key>) -> bool {
        let field = field.into();
        if self.refuses(route, &field) {
            return false;
        }
        self.entries.push(Entry {
            provider: route.provider.to_string(),
            host: route.origin_host(),
            api: route.api.to_string(),
            model: route.model.clone(),
            field,
        });
        true
    }
    /// True where `route` has refused `field`.
    pub fn refuses(&self, route: &Route, field: &Key) -> bool {
        self.entries.iter().any(|entry| entry.field == *field && entry.is_for(route))
    }
    /// The fields that `route` has refused, sorted.
    pub fn refused(&self, route: &Route) -> Vec<Key> {
        let mut fields: Vec<Key> =
            self.entries.iter().filter(|entry| entry.is_for(route)).map(|entry| entry.field.clone()).collect();
        fields.sort();
        fields
    }
}

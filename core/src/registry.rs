//! Which adapters there are: an explicit list, and, where the feature is on, whatever crate submitted itself.
//!
//! The order is the same in every build: by layer, then by id.
use crate::{Absent, AdapterId, FindError, Layer, Policy, ReasoningCarrier, Route, RouteRule, Rules};

/// One adapter, as its crate's `pub const ADAPTER` says it.
#[derive(Clone, Copy)]
pub struct Registration {
    /// The package, from `env!("CARGO_PKG_NAME")`.
    pub package: &'static str,
    /// Whose rows these are. A crate that was only discovered is an outside one.
    pub layer: Layer,
    /// The adapter.
    pub adapter: &'static dyn ReasoningCarrier,
}

#[cfg(feature = "discover")]
inventory::collect!(Registration);

/// Adapters and their rules.
pub struct Registry {
    adapters: Vec<Registration>,
    rules: Rules,
}

/// Gathers adapters and rows.
#[derive(Default)]
pub struct Builder {
    explicit: Vec<Registration>,
    found: Vec<Registration>,
    absent: Vec<Absent>,
    user: Vec<RouteRule>,
}

impl Builder {
    /// Adds adapters by name.
    #[must_use]
    pub fn with(mut self, adapters: &[Registration]) -> Self {
        self.explicit.extend_from_slice(adapters);
        self
    }
    /// Adds every adapter whose crate is linked and submitted itself.
    #[cfg(feature = "discover")]
    #[must_use]
    pub fn discovered(mut self) -> Self {
        self.found.extend(inventory::iter::<Registration>().copied());
        self
    }
    /// Adds the rows of the user's file.
    #[must_use]
    pub fn user(mut self, rows: Vec<RouteRule>) -> Self {
        self.user.extend(rows);
        self
    }
    /// Says which adapters this build left out.
    #[must_use]
    pub fn absent(mut self, absent: &[Absent]) -> Self {
        self.absent.extend_from_slice(absent);
        self
    }
    /// The registry.
    ///
    /// # Errors
    /// Where two crates claim one id.
    pub fn build(mut self) -> Result<Registry, RegistryError> {
        // The linker decides what is found first, another one in each build; even the error must not depend on it.
        self.found.sort_by_key(|found| (found.adapter.id(), found.package));
        let mut adapters: Vec<Registration> = vec![];
        let found = self.found.into_iter().map(|found| Registration { layer: Layer::Outside, ..found });
        for next in self.explicit.into_iter().chain(found) {
            match adapters.iter().find(|old| old.adapter.id() == next.adapter.id()) {
                Some(old) if old.package == next.package => {}
                Some(old) => {
                    return Err(RegistryError { id: next.adapter.id(), first: old.package, second: next.package });
                }
                None => adapters.push(next),
            }
        }
        adapters.sort_by_key(|adapter| (adapter.layer, adapter.adapter.id()));
        let mut rules = Rules::new();
        for row in self.user {
            rules.push(Layer::User, None, row);
        }
        for adapter in &adapters {
            for row in adapter.adapter.rules().iter() {
                rules.push(adapter.layer, Some(adapter.adapter.id()), row.clone());
            }
        }
        for absent in self.absent {
            rules.absent(absent);
        }
        Ok(Registry { adapters, rules })
    }
}

impl Registry {
    /// Starts gathering.
    pub fn builder() -> Builder {
        Builder::default()
    }
    /// The adapters, in order.
    pub fn adapters(&self) -> &[Registration] {
        &self.adapters
    }
    /// The table.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
    /// The adapter called `id`.
    pub fn adapter(&self, id: &AdapterId) -> Option<&'static dyn ReasoningCarrier> {
        self.adapters.iter().find(|adapter| adapter.adapter.id() == *id).map(|adapter| adapter.adapter)
    }
    /// What holds on `route`, and who speaks its wire.
    ///
    /// # Errors
    /// Where nobody does, or two rows tie.
    pub fn find(&self, route: &Route) -> Result<(Policy, &'static dyn ReasoningCarrier), FindError> {
        let policy = self.rules.find(route)?;
        match self.adapter(&policy.adapter) {
            Some(adapter) => Ok((policy, adapter)),
            None => {
                let known = self.adapters.iter().map(|adapter| adapter.adapter.id().to_string()).collect();
                Err(FindError::NoAdapter { api: route.api.clone(), known: crate::rule::Suspect(known) })
            }
        }
    }
}

/// Two crates claim one adapter id.
#[derive(Debug, thiserror::Error)]
#[error("adapter `{id}` is claimed by both `{first}` and `{second}`: leave one of them out")]
pub struct RegistryError {
    /// The id.
    pub id: AdapterId,
    /// One package.
    pub first: &'static str,
    /// The other.
    pub second: &'static str,
}

#[cfg(test)]
mod tests;

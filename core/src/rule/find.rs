//! Which row wins: layers first, strict rows inside a layer, then the closest pattern. A tie is an error that names both.
use super::{
    RouteRule,
    pattern::{Fit, Hosts},
};
use crate::{AdapterId, Api, Route};
use std::{borrow::Cow, fmt, sync::Arc};

/// Whose row it is; earlier layers win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// The user's file.
    User,
    /// A crate from outside.
    Outside,
    /// A family's own adapter.
    Family,
    /// An adapter for everybody's wire, with its catch-all.
    General,
}

/// A row with its layer and its adapter; rows of the user's file have none.
#[derive(Debug)]
pub struct Entry {
    /// The row.
    pub rule: RouteRule,
    /// Its layer.
    pub layer: Layer,
    /// The adapter that brought it.
    pub adapter: Option<AdapterId>,
}

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Column {
    /// What the route reads.
    Reads,
    /// What it requires.
    Required,
    /// Its keep-thinking flags.
    Flags,
}

impl Column {
    fn filled(self, rule: &RouteRule) -> bool {
        match self {
            Self::Reads => rule.reads.is_some(),
            Self::Required => rule.required.is_some(),
            Self::Flags => rule.flags.is_some(),
        }
    }
    /// The column's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Reads => "reads",
            Self::Required => "required",
            Self::Flags => "flags",
        }
    }
}

/// A host or wire whose adapter was left out of this build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absent {
    /// The cargo feature that brings it.
    pub feature: &'static str,
    /// Wires that are its own wherever they are spoken.
    pub apis: &'static [Api],
    /// Its hosts.
    pub hosts: &'static [&'static str],
    /// Its providers.
    pub providers: &'static [&'static str],
    /// The wires that it speaks on its hosts and for its providers; empty for all.
    pub speaks: &'static [Api],
}

impl Absent {
    fn owns(&self, route: &Route) -> bool {
        let placed = || {
            self.providers.contains(&route.provider.as_str())
                || self.hosts.iter().any(|host| route.host().within(host) || route.host().like(host))
        };
        self.apis.contains(&route.api) || ((self.speaks.is_empty() || self.speaks.contains(&route.api)) && placed())
    }
}

/// The whole table.
#[derive(Debug, Default)]
pub struct Rules {
    entries: Vec<Arc<Entry>>,
    absent: Vec<Absent>,
}

/// What holds on one route: the winning row of each column and the adapter that speaks its wire.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The adapter.
    pub adapter: AdapterId,
    /// What is read.
    pub reads: Arc<Entry>,
    /// What is required.
    pub required: Option<Arc<Entry>>,
    /// Keep-thinking flags.
    pub flags: Option<Arc<Entry>>,
}

impl Policy {
    /// True where both name the same rows.
    pub fn same(&self, other: &Self) -> bool {
        let same = |a: &Option<Arc<Entry>>, b: &Option<Arc<Entry>>| match (a, b) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        self.adapter == other.adapter
            && Arc::ptr_eq(&self.reads, &other.reads)
            && same(&self.required, &other.required)
            && same(&self.flags, &other.flags)
    }
}

impl Rules {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds a row.
    pub fn push(&mut self, layer: Layer, adapter: Option<AdapterId>, rule: RouteRule) {
        self.entries.push(Arc::new(Entry { rule, layer, adapter }));
    }
    /// Says that an adapter exists but was left out of this build.
    pub fn absent(&mut self, absent: Absent) {
        self.absent.push(absent);
    }
    /// All rows, in the order they were added.
    pub fn entries(&self) -> &[Arc<Entry>] {
        &self.entries
    }
    /// True where an adapter's row names the provider: the host then decides nothing, save that a strict host stays strict and that
    /// the user may name hosts as well.
    pub fn knows(&self, provider: &str) -> bool {
        let names = |entry: &Arc<Entry>| entry.rule.pattern.providers.iter().any(|id| *id == provider);
        provider != "custom" && self.entries.iter().filter(|entry| entry.layer != Layer::User).any(names)
    }
    /// What holds on `route`.
    ///
    /// # Errors
    /// Where no adapter speaks the wire (the error lists what there is, or the feature to enable), or two rows tie.
    pub fn find(&self, route: &Route) -> Result<Policy, FindError> {
        if let Some(absent) = self.absent.iter().find(|absent| absent.owns(route))
            && self.winner(route, Column::Reads, |entry| entry.layer == Layer::Outside)?.is_none()
        {
            return Err(FindError::FeatureOff { route: route.to_string(), feature: absent.feature });
        }
        let reads = self.winner(route, Column::Reads, |_| true)?.ok_or_else(|| self.not_found(route))?;
        let adapter = match &reads.adapter {
            Some(adapter) => adapter.clone(),
            None => self
                .winner(route, Column::Reads, |entry| entry.adapter.is_some())?
                .and_then(|entry| entry.adapter.clone())
                .ok_or_else(|| self.not_found(route))?,
        };
        let required = self.winner(route, Column::Required, |_| true)?;
        let flags = self.winner(route, Column::Flags, |_| true)?;
        Ok(Policy { adapter, reads, required, flags })
    }

    fn winner(
        &self,
        route: &Route,
        column: Column,
        may: impl Fn(&Entry) -> bool,
    ) -> Result<Option<Arc<Entry>>, FindError> {
        let known = self.knows(route.provider.as_str());
        let mut best: Option<(std::cmp::Reverse<Layer>, bool, Fit, &Arc<Entry>)> = None;
        let mut tie = None;
        for entry in &self.entries {
            if !column.filled(&entry.rule) || !may(entry) {
                continue;
            }
            let hosts = match () {
                () if entry.rule.strict => Hosts::First,
                () if known && entry.layer != Layer::User => Hosts::Mute,
                () => Hosts::Second,
            };
            let Some(fit) = entry.rule.pattern.fits(route, hosts) else { continue };
            let key = (std::cmp::Reverse(entry.layer), entry.rule.strict, fit);
            match &best {
                Some((layer, strict, old, _)) if (*layer, *strict, *old) > key => {}
                Some((layer, strict, old, first)) if (*layer, *strict, *old) == key => tie = Some((*first, entry)),
                _ => {
                    tie = None;
                    best = Some((key.0, key.1, key.2, entry));
                }
            }
        }
        match tie {
            Some((first, second)) => Err(FindError::Tie {
                column: column.as_str(),
                route: route.to_string(),
                first: first.rule.name.clone(),
                second: second.rule.name.clone(),
            }),
            None => Ok(best.map(|(_, _, _, entry)| entry.clone())),
        }
    }

    fn not_found(&self, route: &Route) -> FindError {
        let mut apis: Vec<_> =
            self.entries.iter().flat_map(|entry| entry.rule.pattern.apis.iter().map(Api::to_string)).collect();
        apis.sort();
        apis.dedup();
        FindError::NoAdapter { api: route.api.clone(), known: Suspect(apis) }
    }
}

/// Why no policy was found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// Nobody speaks the wire.
    #[error(
        "no adapter speaks {api}; registered: {known}. a crate that no code names is not linked: add `use its_crate as _;`"
    )]
    NoAdapter {
        /// The wire that was asked for.
        api: Api,
        /// The wires there are.
        known: Suspect,
    },
    /// The adapter was left out.
    #[error("{route} needs an adapter that this build left out: enable feature `{feature}`")]
    FeatureOff {
        /// The route.
        route: String,
        /// The cargo feature.
        feature: &'static str,
    },
    /// Two rows fit equally well.
    #[error(
        "rows `{first}` and `{second}` of one layer fit {route} equally well in column `{column}`: make one of them closer"
    )]
    Tie {
        /// The column.
        column: &'static str,
        /// The route.
        route: String,
        /// One row.
        first: Cow<'static, str>,
        /// The other.
        second: Cow<'static, str>,
    },
}

/// What there is, for an error that says what was not found.
#[derive(Debug)]
pub struct Suspect(pub Vec<String>);

impl fmt::Display for Suspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("nothing") } else { f.write_str(&self.0.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Flag, Key, Pattern, Reads, Slot};

    fn row(name: &'static str, providers: &[&'static str], hosts: &[&'static str]) -> RouteRule {
        let list = |names: &[&'static str]| names.iter().map(|name| Cow::Borrowed(*name)).collect();
        RouteRule {
            name: name.into(),
            pattern: Pattern { providers: list(providers), hosts: list(hosts), ..Pattern::ANY },
            strict: false,
            reads: Some(Reads { slots: Cow::Borrowed(const { &[Slot::text("reasoning_content")] }), ..Reads::NOTHING }),
            required: None,
            flags: None,
            why: "a test".into(),
            evidence: "unverified".into(),
            since: "2026-11".into(),
        }
    }
    fn found(user: Option<RouteRule>, provider: &str, url: &str) -> String {
        let mut rules = Rules::new();
        if let Some(user) = user {
            rules.push(Layer::User, None, user);
        }
        let strict = |name, providers, hosts| RouteRule { strict: true, ..row(name, providers, hosts) };
        for built_in in [
            row("gate", &["gate"], &["gate.example"]),
            strict("one", &["one"], &["one.example"]),
            strict("two", &["two"], &["two.example"]),
            row("otherwise", &[], &[]),
        ] {
            rules.push(Layer::General, Some("a".into()), built_in);
        }
        rules.find(&Route::new(provider, url, Api::CHAT, "m").unwrap()).unwrap().reads.rule.name.to_string()
    }

    #[test]
    fn of_two_strict_rows_the_hosts_wins() {
        assert_eq!(found(None, "one", "https://two.example"), "two");
        assert_eq!(found(None, "one", "https://one.example"), "one");
        assert_eq!(found(None, "gate", "https://two.example"), "two");
        assert_eq!(found(None, "one", "https://gate.example"), "one");
    }
    #[test]
    fn the_user_may_name_the_host_of_a_known_provider() {
        let user = || Some(row("mine", &[], &["one.example"]));
        assert_eq!(found(user(), "one", "https://api.one.example"), "mine");
        assert_eq!(found(user(), "two", "https://two.example"), "two");
    }
    #[test]
    fn a_users_flags_make_no_provider_known() {
        let flags = vec![Flag {
            member: Key::new("x"),
            inner: None,
            value: "1".into(),
            whole: "1".into(),
            unless: vec![].into(),
        }];
        let user = RouteRule { reads: None, flags: Some(flags.into()), ..row("mine", &["mygw"], &[]) };
        assert_eq!(found(Some(user), "mygw", "https://gate.example"), "gate");
    }
    #[test]
    fn an_adapter_that_was_left_out_owns_its_wires_and_no_others() {
        let mut rules = Rules::new();
        rules.push(Layer::General, Some("a".into()), row("otherwise", &[], &[]));
        let own = Api::new("own");
        let absent = |speaks| Absent {
            feature: "own",
            apis: const { &[Api::new("own")] },
            hosts: &["one.example", "tenant.*.one.net"],
            providers: &["one"],
            speaks,
        };
        rules.absent(absent(const { &[Api::CHAT] }));
        for (provider, url, api, off) in [
            ("one", "https://proxy.example", Api::CHAT, true),
            ("custom", "https://api.one.example", Api::CHAT, true),
            ("custom", "https://tenant.a.one.net", Api::CHAT, true),
            ("custom", "https://two.example", own, true),
            ("one", "https://api.one.example", Api::MESSAGES, false),
            ("custom", "https://two.example", Api::CHAT, false),
        ] {
            let found = rules.find(&Route::new(provider, url, api, "m").unwrap());
            assert_eq!(matches!(found, Err(FindError::FeatureOff { feature: "own", .. })), off, "{provider} {url}");
        }
    }
}

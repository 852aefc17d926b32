//! How a row is written down: for which routes it is, what it says, and last, because no row exists without it, why.
//!
//! Holds no vendor's name.
use std::borrow::Cow;
use throughline_core::{
    Api, Family, Flag, Ids, Key, Model, Pattern, Reads, Required, RouteRule, Scope, Slot, rule::Version,
};

/// Provider ids, and hosts each with its subdomains.
pub(super) type Place = (&'static [&'static str], &'static [&'static str]);

/// A row that does not say why yet.
pub(super) struct Draft(RouteRule);

/// A row for every chat completions route, until it says more.
pub(super) fn row(name: &'static str) -> Draft {
    Draft(RouteRule {
        name: name.into(),
        pattern: Pattern { apis: Cow::Borrowed(const { &[Api::CHAT] }), ..Pattern::ANY },
        strict: false,
        reads: None,
        required: None,
        flags: None,
        why: "".into(),
        evidence: "".into(),
        since: "".into(),
    })
}

impl Draft {
    /// For one of these providers or hosts.
    pub(super) fn at(mut self, (providers, hosts): Place) -> Self {
        self.0.pattern.providers = list(providers);
        self.0.pattern.hosts = list(hosts);
        self
    }
    /// For local and private addresses too.
    pub(super) fn local(mut self) -> Self {
        self.0.pattern.local = true;
        self
    }
    /// For base URLs whose path starts so.
    pub(super) fn path(mut self, path: &'static str) -> Self {
        self.0.pattern.path = Some(path.into());
        self
    }
    /// For these models alone.
    pub(super) fn models(mut self, models: impl Into<Vec<Model>>) -> Self {
        self.0.pattern.models = models.into().into();
        self
    }
    /// Its host refuses members that it does not know.
    pub(super) fn strict(mut self) -> Self {
        self.0.strict = true;
        self
    }
    /// What is read, in the order of the wire.
    pub(super) fn reads(mut self, slots: impl Into<Vec<Slot>>) -> Self {
        self.0.reads.get_or_insert(Reads::NOTHING).slots = slots.into().into();
        self
    }
    /// Other members that the host's schema has on the model's messages: what a caller wrote there goes.
    pub(super) fn extras(mut self, keys: &[&'static str]) -> Self {
        self.0.reads.get_or_insert(Reads::NOTHING).extras = keys.iter().map(|key| Key::new(key)).collect();
        self
    }
    /// Under which name the host seals, whatever the provider is called.
    pub(super) fn issuer(mut self, name: &'static str) -> Self {
        self.0.reads.get_or_insert(Reads::NOTHING).issuer = Some(name.into());
        self
    }
    /// The form of tool call ids.
    pub(super) fn ids(mut self, ids: Ids) -> Self {
        self.0.reads.get_or_insert(Reads::NOTHING).ids = ids;
        self
    }
    /// What tool turns must have; a single space stands for nothing stored.
    pub(super) fn requires(mut self, field: &'static str) -> Self {
        self.0.required = Some(Required { field: Key::new(field), scope: Scope::ToolCalls, placeholder: " ".into() });
        self
    }
    /// What is added to requests.
    pub(super) fn flags(mut self, flags: impl Into<Vec<Flag>>) -> Self {
        self.0.flags = Some(flags.into().into());
        self
    }
    /// The row, with its reason, a public URL or `unverified`, and the day that the evidence is from.
    pub(super) fn because(mut self, why: &'static str, evidence: &'static str, since: &'static str) -> RouteRule {
        self.0.why = why.into();
        self.0.evidence = evidence.into();
        self.0.since = since.into();
        self.0
    }
}

/// This model.
pub(super) fn exact(id: &'static str) -> Model {
    Model::Exact(id.into())
}

/// Models whose id fits.
pub(super) fn glob(pattern: &'static str) -> Model {
    Model::Glob(pattern.into())
}

/// Models of one stem, from a generation on and before another, save those whose id contains one of the words.
pub(super) fn family(
    stem: &'static str,
    since: Option<Version>,
    before: Option<Version>,
    not: &[&'static str],
) -> Model {
    Model::Family(Family { stem: stem.into(), since, before, not: list(not) })
}

fn list(names: &[&'static str]) -> Cow<'static, [Cow<'static, str>]> {
    names.iter().map(|name| Cow::Borrowed(*name)).collect()
}

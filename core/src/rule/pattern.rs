//! Which routes a row is for.
use crate::{Api, Route};
use std::borrow::Cow;

/// The routes that a row is for. Empty lists ask for nothing.
///
/// A row with providers and hosts is for a route that has one *or* the other. A base URL may lead to a proxy or to this machine: a row that
/// names hosts alone is then not found, and one that names the provider too is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Provider ids, lower case.
    pub providers: Cow<'static, [Cow<'static, str>]>,
    /// Hosts; each is for itself and its subdomains. A `*` stands for part of one label.
    pub hosts: Cow<'static, [Cow<'static, str>]>,
    /// True for local and private addresses.
    pub local: bool,
    /// Wires.
    pub apis: Cow<'static, [Api]>,
    /// What the path of the base URL starts with, whole segments.
    pub path: Option<Cow<'static, str>>,
    /// Models: one of them must match.
    pub models: Cow<'static, [Model]>,
}

impl Pattern {
    /// Every route.
    pub const ANY: Self = Self {
        providers: Cow::Borrowed(&[]),
        hosts: Cow::Borrowed(&[]),
        local: false,
        apis: Cow::Borrowed(&[]),
        path: None,
        models: Cow::Borrowed(&[]),
    };

    /// True where the pattern leaves room for `model`, wherever it is asked.
    pub fn takes(&self, model: &str) -> bool {
        let name = model.to_lowercase();
        self.models.is_empty() || self.models.iter().any(|model| model.fits(&name).is_some())
    }

    /// How closely the pattern fits; none where it does not.
    pub(crate) fn fits(&self, route: &Route, hosts: Hosts) -> Option<Fit> {
        if !self.apis.is_empty() && !self.apis.contains(&route.api) {
            return None;
        }
        let path = match &self.path {
            None => 0,
            Some(prefix) => {
                let rest = route.path().strip_prefix(prefix.as_ref())?;
                (rest.is_empty() || rest.starts_with('/') || prefix.ends_with('/')).then_some(prefix.len())?
            }
        };
        let model = if self.models.is_empty() {
            0
        } else {
            let name = route.model.to_lowercase();
            self.models.iter().filter_map(|model| model.fits(&name)).max()?
        };
        let host = route.host();
        let provider = self.providers.iter().any(|id| *id == route.provider.as_str());
        let unplaced = self.providers.is_empty() && self.hosts.is_empty() && !self.local;
        let exact = || hosts != Hosts::Mute && self.hosts.iter().any(|name| host.is(name));
        let within = || hosts != Hosts::Mute && self.hosts.iter().any(|name| host.within(name) || host.like(name));
        let place = if hosts == Hosts::First && exact() {
            6
        } else if hosts == Hosts::First && within() {
            5
        } else if provider {
            4
        } else if exact() {
            3
        } else if within() {
            2
        } else if hosts != Hosts::Mute && self.local && host.is_local() {
            1
        } else if unplaced {
            0
        } else {
            return None;
        };
        Some(Fit { place, path, model, api: !self.apis.is_empty() })
    }
}

/// What hosts say beside the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hosts {
    /// Nothing: the provider is known and names the policy.
    Mute,
    /// They speak where the provider does not.
    Second,
    /// They speak first: it is the strict host that refuses, whoever is said to be asked.
    First,
}

/// How closely a pattern fits, better ones greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fit {
    place: u8,
    path: usize,
    model: u8,
    api: bool,
}

/// Which models a row is for. Case does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Model {
    /// This id.
    Exact(Cow<'static, str>),
    /// Ids that start so.
    Prefix(Cow<'static, str>),
    /// `*` stands for any run of characters: `*/moonshotai/*`, `deepseek*`.
    Glob(Cow<'static, str>),
    /// A family with a generation floor.
    Family(Family),
    /// Those of which an adapter says so: families whose ids take more than a stem and a number to read.
    Named(Named),
}

/// A predicate of an adapter, by the name that shows it.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// What it is about. Two of one name are one predicate.
    pub name: &'static str,
    /// True for the ids that it is about; they come in lower case.
    pub is: fn(&str) -> bool,
}

impl PartialEq for Named {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
impl Eq for Named {}

impl Model {
    fn fits(&self, name: &str) -> Option<u8> {
        let (fits, rank) = match self {
            Self::Exact(id) => (id.eq_ignore_ascii_case(name), 4),
            Self::Prefix(start) => (name.starts_with(&start.to_lowercase()), 3),
            Self::Glob(pattern) => (glob(&pattern.to_lowercase(), name), 2),
            Self::Family(family) => (family.has(name), 1),
            Self::Named(family) => ((family.is)(name), 1),
        };
        fits.then_some(rank)
    }
}

/// A generation: major and minor number.
pub type Version = (u16, u16);

/// Models of one stem from a generation on: `glm` from 4.7, `kimi-k` from 2.6 to before 2.7.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// What the last `/` segment of the id contains right before its version, at a word's start.
    pub stem: Cow<'static, str>,
    /// The first generation; none for all, also where the id shows no version.
    pub since: Option<Version>,
    /// The first generation that is out again.
    pub before: Option<Version>,
    /// Substrings that put a model out.
    pub not: Cow<'static, [Cow<'static, str>]>,
}

impl Family {
    fn has(&self, name: &str) -> bool {
        let segment = name.rsplit('/').next().unwrap_or(name);
        if self.not.iter().any(|word| name.contains(word.as_ref())) {
            return false;
        }
        let mut from = 0;
        while let Some(at) = segment.get(from..).and_then(|rest| rest.find(self.stem.as_ref())).map(|at| at + from) {
            from = at + self.stem.len().max(1);
            let starts_word = !segment.get(..at).unwrap_or_default().ends_with(|c: char| c.is_ascii_alphanumeric());
            if !starts_word {
                continue;
            }
            let version = version(segment.get(at + self.stem.len()..).unwrap_or_default());
            let since = self.since.is_none_or(|floor| version.is_some_and(|v| v >= floor));
            let before = self.before.is_none_or(|end| version.is_some_and(|v| v < end));
            if since && before {
                return true;
            }
        }
        false
    }
}

/// Reads `-4.7-flash`, `3p6`, `v4`, `2-5`: one separator, a major, and a minor of at most two digits that ends a word.
fn version(text: &str) -> Option<Version> {
    let text = text.strip_prefix(['-', '_', '.']).unwrap_or(text);
    let text = text.strip_prefix('v').unwrap_or(text);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let end = digits(text);
    let major = text.get(..end).filter(|d| (1..=3).contains(&d.len()))?.parse().ok()?;
    let rest = text.get(end..).unwrap_or_default();
    let minor = rest.strip_prefix(['.', 'p', '-', '_']).and_then(|rest| {
        let end = digits(rest);
        let word_ends = !rest.get(end..).unwrap_or_default().starts_with(|c: char| c.is_ascii_alphanumeric());
        rest.get(..end).filter(|d| (1..=2).contains(&d.len()) && word_ends)?.parse().ok()
    });
    Some((major, minor.unwrap_or(0)))
}

/// True where `pattern`, in which `*` stands for any run of characters, fits all of `text`.
pub fn glob(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut last = None;
    for piece in pieces {
        if let Some(middle) = last.replace(piece) {
            let Some((_, after)) = rest.split_once::<&str>(middle) else { return false };
            rest = after;
        }
    }
    last.map_or(rest.is_empty(), |end| rest.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs() {
        for (pattern, text, fits) in [
            ("*/moonshotai/*", "pro/moonshotai/kimi-k2", true),
            ("*/moonshotai/*", "moonshotai/kimi-k2", false),
            ("a*b*c", "a--b--c", true),
            ("a*b*c", "a--c--b", false),
            ("openrouter:*/x", "openrouter:Amazon Bedrock/x", true),
            ("x", "x", true),
            ("x", "xy", false),
            ("*", "", true),
            ("a*a", "a", false),
        ] {
            assert_eq!(glob(pattern, text), fits, "{pattern} {text}");
        }
    }
    #[test]
    fn predicates() {
        let long = Named { name: "long ids", is: |id| id.len() > 3 };
        let pattern = Pattern { models: vec![Model::Named(long)].into(), ..Pattern::ANY };
        assert!(pattern.takes("abcd") && !pattern.takes("abc"));
        assert_eq!(long, Named { name: "long ids", is: |_| false });
    }
    #[test]
    fn generations() {
        let family = |stem: &'static str, since: Option<Version>, before| Family {
            stem: stem.into(),
            since,
            before,
            not: Cow::Borrowed(&[]),
        };
        for (family, name, has) in [
            (family("glm", Some((4, 7)), None), "z-ai/glm-4.7-flash", true),
            (family("glm", Some((4, 7)), None), "glm-4.6", false),
            (family("glm", Some((4, 7)), None), "glm-5", true),
            (family("glm", Some((4, 7)), None), "chatglm-9", false),
            (family("qwen", Some((3, 6)), None), "qwen3.7-max", true),
            (family("qwen", Some((3, 6)), None), "qwen3-32b", false),
            (family("kimi-k", Some((2, 6)), Some((2, 7))), "kimi-k2.6", true),
            (family("kimi-k", Some((2, 6)), Some((2, 7))), "kimi-k2.7-code", false),
            (family("claude-opus", Some((4, 5)), None), "claude-opus-4-20250514", false),
            (family("claude-opus", Some((4, 5)), None), "claude-opus-4-5-20251101", true),
            (family("deepseek", None, None), "deepseek/deepseek-v4", true),
            (family("mimo", None, None), "MiMo-7B".to_lowercase().leak(), true),
            (family("mimo", None, None), "animimo-1", false),
        ] {
            assert_eq!(family.has(name), has, "{family:?} {name}");
        }
    }
}

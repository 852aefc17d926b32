//! An expectation as data, and how a body is asked about.
//!
//! Never decides anything: it only spells verdicts so that they fit in a table.
use throughline_core::{
    Key, as_json,
    verdict::{Refusal, Spot, Verdict, classify},
};

/// A verdict that a `const` can hold.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Means {
    Unknown(&'static [&'static str]),
    Missing(&'static str),
    ThinkingFirst(Option<(usize, usize)>),
    Bad(&'static [(usize, usize)]),
    Unreadable(&'static [&'static str]),
    Issuer,
    Bound(Option<(usize, usize)>),
    FrozenTurn(Option<(usize, usize)>),
    Pair,
    NotOurs,
}

impl Means {
    pub(crate) fn verdict(self) -> Verdict {
        let spot = |(message, content)| Spot { message, content };
        let keys = |names: &[&'static str]| names.iter().map(|name| Key::new(name)).collect();
        match self {
            Self::Unknown(fields) => Verdict::UnknownField { fields: keys(fields) },
            Self::Unreadable(fields) => Verdict::Unreadable { fields: keys(fields) },
            Self::Missing(field) => Verdict::MissingField { field: Key::new(field) },
            Self::ThinkingFirst(place) => Verdict::ThinkingRequired { place: place.map(spot) },
            Self::Bad(places) => Verdict::BadSignature { places: places.iter().copied().map(spot).collect() },
            Self::Issuer => Verdict::WrongIssuer,
            Self::Bound(place) => Verdict::PrefixBound { place: place.map(spot) },
            Self::FrozenTurn(place) => Verdict::Frozen { place: place.map(spot) },
            Self::Pair => Verdict::Pairing,
            Self::NotOurs => Verdict::NotOurs,
        }
    }
}

/// What `body` means, as it came over HTTP, for a request that carried `sent`.
pub(crate) fn ask(status: u16, body: &str, sent: &[&str]) -> Verdict {
    let keys: Vec<Key> = sent.iter().map(|name| Key::from((*name).to_owned())).collect();
    let sent: Vec<&Key> = keys.iter().collect();
    classify(&Refusal { status, body: &as_json(body.as_bytes()) }, &sent)
}

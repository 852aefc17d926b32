//! A carrier: one piece of reasoning or signature that a provider minted, and where it came from.
//!
//! Never interprets a payload beyond finding its readable text.
use crate::{Api, Issuer, Kind, PrefixDigest, ProviderId, Route, Verbatim, json, verbatim};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One piece of provider-minted reasoning.
///
/// `kind` names the shape and is unique over all wires: whoever knows the kind knows how to read `payload`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carrier {
    /// The field or block type that held it.
    pub kind: Kind,
    /// Who can read it again.
    pub issuer: Issuer,
    /// The value as it came.
    pub payload: Verbatim,
    /// Where in `payload` the readable text stands; none where nothing is readable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<TextAt>,
    /// True where the payload holds anything that only its issuer can read: a signature, an encrypted item, a blob.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sealed: bool,
    /// The prefix that a prefix-bound signature was minted under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minted_under: Option<PrefixDigest>,
}

impl Carrier {
    /// A carrier of readable text alone: any route that reads text may have it.
    pub fn plain(kind: impl Into<Kind>, issuer: impl Into<Issuer>, payload: Verbatim, text: TextAt) -> Self {
        Self { kind: kind.into(), issuer: issuer.into(), payload, text: Some(text), sealed: false, minted_under: None }
    }
    /// A carrier that only its issuer can read, whether or not it shows text too.
    pub fn sealed(kind: impl Into<Kind>, issuer: impl Into<Issuer>, payload: Verbatim, text: Option<TextAt>) -> Self {
        Self { kind: kind.into(), issuer: issuer.into(), payload, text, sealed: true, minted_under: None }
    }
    /// Calls `each` with the inside of every literal of the readable text, in order, still escaped.
    pub fn literals<'a>(&'a self, mut each: impl FnMut(&'a str)) {
        if let Some(at) = &self.text {
            walk(self.payload.get(), &at.0, STEPS, &mut each);
        }
    }
    /// The readable text for display, if there is any.
    pub fn readable(&self) -> Option<String> {
        let mut text = verbatim::LiteralBuf::default();
        self.text.as_ref()?;
        self.literals(|inner| text.push_inner(inner));
        Some(text.finish().decode().into_owned())
    }
    /// True where the readable text is absent or nothing but white space.
    pub fn is_blank(&self) -> bool {
        let mut blank = true;
        self.literals(|inner| blank &= verbatim::blank(inner));
        blank
    }
}

/// The longest path that is walked; no wire puts text deeper, and a stored line may say anything.
const STEPS: usize = 8;

fn walk<'a>(json: &'a str, path: &str, steps: usize, each: &mut impl FnMut(&'a str)) {
    let (step, rest) = path.split_once('/').unwrap_or((path, ""));
    let Some(steps) = steps.checked_sub(1) else { return };
    match step {
        "" if json.starts_with('"') => each(verbatim::inner(json)),
        "" => {}
        "*" => {
            let _ = json::elements(json, |value| walk(value.get(), rest, steps, each));
        }
        name => {
            if let Some(value) = json::member(json, name) {
                walk(value.get(), rest, steps, each);
            }
        }
    }
}

/// Where readable text stands in a payload: member names and `*` (every element), joined by `/`. Empty: the payload itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TextAt(Cow<'static, str>);

impl TextAt {
    /// The payload is the text.
    pub const WHOLE: Self = Self(Cow::Borrowed(""));
    /// A path known at compile time, such as `thinking/*/text`.
    pub const fn path(path: &'static str) -> Self {
        Self(Cow::Borrowed(path))
    }
}

/// Where a turn came from. Every carrier of the turn shares it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Who was asked.
    pub provider: ProviderId,
    /// Host, with its port where the URL named one.
    pub host: String,
    /// The wire.
    pub api: Api,
    /// The model that was asked for.
    pub model: String,
    /// The model that the reply named, where it named another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_by: Option<String>,
    /// The upstream behind a gateway, where the reply named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub served_by: Option<String>,
    /// A tag for the account, where blobs are bound to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Whether we saw it minted or a client says so.
    pub how: How,
}

/// How sure an origin is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// Captured from a reply by us.
    Minted,
    /// Read from a request that a client sent.
    Claimed,
}

impl Origin {
    /// The origin of a reply on `route`.
    pub fn of(route: &Route, how: How) -> Self {
        Self {
            provider: route.provider.clone(),
            host: route.origin_host(),
            api: route.api.clone(),
            model: route.model.clone(),
            answered_by: None,
            served_by: None,
            account: None,
            how,
        }
    }
    /// True where `route` leads to the same host over the same API, and to the same provider where both name one.
    pub fn is_home(&self, route: &Route) -> bool {
        let named = !self.provider.is_custom() && !route.provider.is_custom();
        self.host == route.origin_host() && self.api == route.api && (!named || self.provider == route.provider)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carrier(payload: &str, at: &'static str) -> Carrier {
        Carrier::plain("k", "i", Verbatim::parse(payload).unwrap(), TextAt::path(at))
    }
    #[test]
    fn text_is_found_where_the_carrier_says() {
        assert_eq!(carrier(r#""a\n""#, "").readable().unwrap(), "a\n");
        assert_eq!(carrier(r#"{"text":"x","signature":"s"}"#, "text").readable().unwrap(), "x");
        assert_eq!(carrier(r#"{"thinking":[{"text":"a"},{"text":"b"}]}"#, "thinking/*/text").readable().unwrap(), "ab");
        assert_eq!(carrier("7", "text").readable().unwrap(), "");
        let (deep, path) = ("[".repeat(9000) + &"]".repeat(9000), "*/".repeat(9000));
        assert_eq!(carrier(&deep, path.leak()).readable().unwrap(), "");
    }
    #[test]
    fn blank_is_white_space_alone() {
        assert!(carrier(r#"{"text":" \n"}"#, "text").is_blank());
        assert!(!carrier(r#"{"text":" x"}"#, "text").is_blank());
    }
}

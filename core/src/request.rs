//! What a request says beside its messages: tools and parameters, in the caller's spelling.
use crate::{Api, Key, Literal, Verbatim, json::Extras};
use serde::{Deserialize, Serialize};

/// The members of a request beside its messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The wire whose parameter names `members` uses.
    pub api: Api,
    /// The tools on offer; none where the member was absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<Tool>>,
    /// Every other member, in order. The value of `model` is the route's when it is written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Extras,
}

/// A tool on offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// The declaration in the shape of its wire.
    pub payload: Verbatim,
    /// The wire whose shape it has.
    pub api: Api,
    /// Its name; none for a server's own tool, which stays on its wire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Literal>,
    /// What it does.
    #[serde(default, deserialize_with = "crate::verbatim::present", skip_serializing_if = "Option::is_none")]
    pub description: Option<Verbatim>,
    /// The JSON schema of its arguments.
    #[serde(default, deserialize_with = "crate::verbatim::present", skip_serializing_if = "Option::is_none")]
    pub schema: Option<Verbatim>,
}

impl Request {
    /// A request with nothing but its model.
    pub fn new(api: Api) -> Self {
        let model = Literal::of("").verbatim().clone();
        Self { api, tools: None, members: vec![(Key::new("model"), model)] }
    }
    /// A member that stands twice, or that has a place of its own.
    pub(crate) fn strange(&self) -> Option<&str> {
        let mut names: Vec<&str> = self.members.iter().map(|(key, _)| key.as_str()).collect();
        if let Some(own) = names.iter().find(|name| matches!(**name, "messages" | "tools")) {
            return Some(own);
        }
        names.sort_unstable();
        names.windows(2).find(|pair| pair.first() == pair.last()).and_then(|pair| pair.first().copied())
    }
    /// The member called `key`.
    pub fn get(&self, key: &str) -> Option<&Verbatim> {
        self.members.iter().rfind(|(name, _)| name == key).map(|(_, value)| value)
    }
    /// Sets a member, in place where it was.
    pub fn set(&mut self, key: impl Into<Key>, value: Verbatim) {
        let key = key.into();
        match self.members.iter_mut().rfind(|(name, _)| *name == key) {
            Some((_, old)) => *old = value,
            None => self.members.push((key, value)),
        }
    }
}

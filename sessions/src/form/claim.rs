//! Who is said to have minted what a file holds.
use super::table::MODELS;
use std::sync::Arc;
use throughline_core::{Api, How, Issuer, Origin, Route, rule::glob};

/// Where the carriers of a file come from, where they do not say it themselves.
#[derive(Clone, Debug, Default)]
pub struct Claim {
    route: Option<Route>,
    issuer: Option<Issuer>,
}

impl Claim {
    /// A session that was held on `route`, whose host seals under the name `issuer`.
    pub fn of(route: &Route, issuer: impl Into<Issuer>) -> Self {
        Self { route: Some(route.clone()), issuer: Some(issuer.into()) }
    }
    /// For the messages of a file that names `model`.
    pub(super) fn on(&self, model: &str) -> Claimed {
        let mut origin = match &self.route {
            Some(route) => Origin::of(route, How::Claimed),
            None => Origin {
                provider: "custom".into(),
                host: String::new(),
                api: Api::CHAT,
                model: String::new(),
                answered_by: None,
                served_by: None,
                account: None,
                how: How::Claimed,
            },
        };
        if origin.model.is_empty() {
            model.clone_into(&mut origin.model);
        }
        let issuer = self.issuer.clone().unwrap_or(Issuer::new("-"));
        Claimed { origin: Arc::new(origin), issuer }
    }
}

/// A claim on the carriers of one file.
pub(super) struct Claimed {
    pub(super) origin: Arc<Origin>,
    pub(super) issuer: Issuer,
}

impl Claimed {
    /// Of a signed block: models of one family read each other's, wherever they run.
    pub(super) fn block(&self) -> Issuer {
        let model = self.origin.model.to_lowercase();
        MODELS
            .iter()
            .find(|(pattern, _)| glob(pattern, &model))
            .map_or_else(|| self.issuer.clone(), |(_, issuer)| Issuer::new(issuer))
    }
    /// Of an entry of a list, whose formats no two upstreams share.
    pub(super) fn entry(&self, format: &str) -> Issuer {
        format!("{}:{}/{format}", self.issuer, self.origin.served_by.as_deref().unwrap_or("-")).into()
    }
}

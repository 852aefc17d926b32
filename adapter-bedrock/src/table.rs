//! What this family knows about hosts and models, as data. Nothing here decides; everything else asks here.
use throughline_core::{Api, Issuer, Route, RouteRule};

/// The wire.
pub(crate) const API: Api = Api::new("bedrock_converse");

/// The kind of carrier that a readable thought is, signed or not: a block of Anthropic's.
pub(crate) const THINKING: &str = "thinking_block";
/// The kind of a thought that only its issuer can read.
pub(crate) const REDACTED: &str = "redacted_thinking";

/// The rows.
pub(crate) fn rows() -> &'static [RouteRule] {
    &[]
}

/// Under which name a route issues what it seals.
pub(crate) fn issuer(route: &Route) -> Issuer {
    route.origin_host().into()
}

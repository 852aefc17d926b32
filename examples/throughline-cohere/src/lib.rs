//! Cohere's v2 chat for throughline: `thinking` blocks and tool plans, kept with their turn and sent back to whatever reads them.
//!
//! Written as anybody writes an adapter, against the published crate `throughline-core` alone. Never turns thinking into visible text:
//! what another host thought goes as a block of thinking, or stays.
//!
//! ```
//! use throughline_cohere::{API, Cohere};
//! use throughline_core::{Captured, Framing, ReasoningCarrier, ReplyHead, Route};
//!
//! let route = Route::new("cohere", "https://api.cohere.com", API, "command-a-reasoning-08-2025")?;
//! let mut reply = Cohere.capture(&route, &ReplyHead::ok(Framing::Whole));
//! reply.feed(
//!     br#"{"message":{"content":[{"type":"thinking","thinking":"2+2"},{"type":"text","text":"4"}]},"finish_reason":"COMPLETE"}"#,
//!     &mut |_| (),
//! )?;
//! let Captured::Turn(turn) = reply.finish()? else { return Err("refused".into()) };
//! assert_eq!((turn.reasoning().as_deref(), turn.text().as_str()), (Some("2+2"), "4"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod adopt;
mod block;
mod capture;
mod foreign;
mod grown;
mod ingest;
mod render;
mod said;
mod table;
mod tighten;

use std::{borrow::Cow, ops::Range};
use throughline_core::{
    AdapterId, Api, Capture, DraftPlan, Endpoint, Ingested, Issuer, Layer, Note, Plan, ReasoningCarrier, Registration,
    RenderError, ReplyHead, Request, Route, RouteRule, WireError,
};

/// The wire: what a [`Route`] to it names.
pub const API: Api = Api::new("cohere_chat");

/// Cohere's v2 chat.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cohere;

/// The adapter, for those who list theirs.
pub const ADAPTER: Registration =
    Registration { package: env!("CARGO_PKG_NAME"), layer: Layer::Outside, adapter: &Cohere };

// And for those who only write `use throughline_cohere as _;`.
throughline_core::inventory::submit! { ADAPTER }

/// What the laws are looked at on, for harnesses of others.
#[cfg(feature = "conformance")]
pub fn conformance() -> Vec<throughline_conformance::Suite> {
    vec![throughline_conformance::Suite::new(ADAPTER, cases::cases()).skips(cases::SKIPS)]
}

// The cases are those of the tests, which name this crate as everybody does.
#[cfg(feature = "conformance")]
#[path = "../tests/cases/mod.rs"]
mod cases;
#[cfg(feature = "conformance")]
extern crate self as throughline_cohere;

impl ReasoningCarrier for Cohere {
    fn id(&self) -> AdapterId {
        AdapterId::new("cohere")
    }
    fn rules(&self) -> Cow<'static, [RouteRule]> {
        Cow::Borrowed(&table::ROWS)
    }
    fn issuer(&self, _route: &Route) -> Issuer {
        table::ISSUER
    }
    fn capture(&self, route: &Route, head: &ReplyHead) -> Box<dyn Capture> {
        Box::new(capture::Reply::new(route, head))
    }
    fn ingest(&self, route: &Route, request: &[u8]) -> Result<Ingested, WireError> {
        ingest::request(route, request)
    }
    fn adopt(&self, _route: &Route, request: &Request, notes: &mut Vec<Note>) -> Request {
        adopt::request(request, notes)
    }
    fn tighten(&self, draft: &mut DraftPlan<'_>) {
        tighten::draft(draft);
    }
    fn endpoint(&self, route: &Route, _streamed: bool) -> Endpoint {
        Endpoint::bearer(if route.path().ends_with("/v2") { "/chat" } else { "/v2/chat" })
    }
    fn head(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        render::head(plan, out);
        Ok(())
    }
    fn group(&self, plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        render::group(plan, turns, out);
        Ok(())
    }
    fn tail(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        render::tail(plan, out);
        Ok(())
    }
}

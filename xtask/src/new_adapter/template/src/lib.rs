//! Acme's wire for throughline: a thought and its seal, kept with their turn and sent back to whatever reads them.
//!
//! Never turns thinking into visible text, and never says anything of another wire's.
//!
//! ```
//! use throughline_acme::{API, Wire};
//! use throughline_core::{Captured, Framing, ReasoningCarrier, ReplyHead, Route};
//!
//! let route = Route::new("acme", "https://api.acme.example/v1", API, "acme-1")?;
//! let mut reply = Wire.capture(&route, &ReplyHead::ok(Framing::Sse));
//! reply.feed(b"data: {\"message\":{\"thought\":\"6 by 7\"}}\n\n", &mut |_| ())?;
//! reply.feed(b"data: {\"message\":{\"text\":\"42\"},\"stop\":\"end\"}\n\n", &mut |_| ())?;
//! let Captured::Turn(turn) = reply.finish()? else { return Err("refused".into()) };
//! assert_eq!((turn.reasoning().as_deref(), turn.text().as_str()), (Some("6 by 7"), "42"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod adopt;
mod capture;
mod ingest;
mod render;
mod table;
mod tighten;

use std::{borrow::Cow, ops::Range};
use throughline_core::{
    AdapterId, Api, Capture, DraftPlan, Endpoint, Ingested, Issuer, Layer, Note, Plan, ReasoningCarrier, Registration,
    RenderError, ReplyHead, Request, Route, RouteRule, WireError,
};

/// The wire: what a [`Route`] to it names.
pub const API: Api = Api::new("acme_chat");

/// Acme's wire.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wire;

/// The adapter, for those who list theirs.
pub const ADAPTER: Registration =
    Registration { package: env!("CARGO_PKG_NAME"), layer: Layer::Outside, adapter: &Wire };

// And for those who only write `use throughline_acme as _;`.
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
extern crate self as throughline_acme;

impl ReasoningCarrier for Wire {
    fn id(&self) -> AdapterId {
        AdapterId::new("acme")
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
    fn endpoint(&self, _route: &Route, _streamed: bool) -> Endpoint {
        Endpoint::bearer("/chat")
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

//! Ollama's own `/api/chat` for throughline: `message.thinking`, kept with its turn and sent back to whatever reads it.
//!
//! Written as anybody writes an adapter, against the published crate `throughline-core` alone. Never turns thinking into visible text,
//! and never finds any in it: what a model wrote between tags into its answer stays there.
//!
//! ```
//! use throughline_core::{Captured, Framing, ReasoningCarrier, ReplyHead, Route};
//! use throughline_ollama::{API, Ollama};
//!
//! let route = Route::new("ollama", "http://localhost:11434", API, "qwen3:8b")?;
//! let mut reply = Ollama.capture(&route, &ReplyHead::ok(Framing::Lines));
//! reply.feed(b"{\"message\":{\"role\":\"assistant\",\"content\":\"\",\"thinking\":\"2+2\"},\"done\":false}\n", &mut |_| ())?;
//! reply.feed(b"{\"message\":{\"role\":\"assistant\",\"content\":\"4\"},\"done\":true,\"done_reason\":\"stop\"}\n", &mut |_| ())?;
//! let Captured::Turn(turn) = reply.finish()? else { return Err("refused".into()) };
//! assert_eq!((turn.reasoning().as_deref(), turn.text().as_str()), (Some("2+2"), "4"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod adopt;
mod asked;
mod capture;
mod foreign;
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
pub const API: Api = Api::new("ollama_chat");

/// Ollama's own wire.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ollama;

/// The adapter, for those who list theirs.
pub const ADAPTER: Registration =
    Registration { package: env!("CARGO_PKG_NAME"), layer: Layer::Outside, adapter: &Ollama };

// And for those who only write `use throughline_ollama as _;`.
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
extern crate self as throughline_ollama;

impl ReasoningCarrier for Ollama {
    fn id(&self) -> AdapterId {
        AdapterId::new("ollama")
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
        Endpoint::bearer(if route.path().ends_with("/api") { "/chat" } else { "/api/chat" })
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

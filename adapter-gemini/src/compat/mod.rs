//! The endpoints of Google that speak chat completions, on AI Studio and on Vertex.
//!
//! A signature stands in `extra_content`, of the message or of the call that it signs, and goes back there as it came, to the backend that
//! minted it. Thinking between tags in the content, where the reply says so, is kept as thinking and never sent as an answer. None of the
//! fields that other hosts of this wire read is sent: the schema refuses what it does not know.
//!
//! What a turn was signed with on Gemini's own wire goes out here too, and the other way round: the wrapper is the wire's, the string the
//! backend's.
mod table;
mod tighten;

use std::{borrow::Cow, ops::Range};
use table::COMPATIBLE;
use throughline_core::{
    AdapterId, Capture, DraftPlan, Endpoint, Ingested, Issuer, Layer, Note, Plan, ReasoningCarrier, Registration,
    RenderError, ReplyHead, Request, Route, RouteRule, WireError,
};

/// Gemini over chat completions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compatible;

/// The adapter of the endpoints that speak chat completions, for the explicit list and for discovery.
pub const COMPATIBLE_ADAPTER: Registration =
    Registration { package: env!("CARGO_PKG_NAME"), layer: Layer::Family, adapter: &Compatible };

#[cfg(feature = "discover")]
throughline_core::inventory::submit! { COMPATIBLE_ADAPTER }

impl ReasoningCarrier for Compatible {
    fn id(&self) -> AdapterId {
        AdapterId::new("gemini-compatible")
    }
    fn rules(&self) -> Cow<'static, [RouteRule]> {
        Cow::Borrowed(table::ROWS.as_slice())
    }
    fn issuer(&self, route: &Route) -> Issuer {
        table::issuer(route).into()
    }
    fn endpoint(&self, _route: &Route, _streamed: bool) -> Endpoint {
        Endpoint::bearer("/chat/completions")
    }
    fn capture(&self, route: &Route, head: &ReplyHead) -> Box<dyn Capture> {
        COMPATIBLE.capture(route, head)
    }
    fn ingest(&self, route: &Route, request: &[u8]) -> Result<Ingested, WireError> {
        COMPATIBLE.ingest(route, request)
    }
    fn adopt(&self, _route: &Route, request: &Request, notes: &mut Vec<Note>) -> Request {
        COMPATIBLE.adopt(request, notes)
    }
    fn tighten(&self, draft: &mut DraftPlan<'_>) {
        COMPATIBLE.tighten(draft);
        tighten::draft(draft);
    }
    fn head(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        COMPATIBLE.head(plan, out);
        Ok(())
    }
    fn group(&self, plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        COMPATIBLE.group(plan, turns, out)
    }
    fn tail(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        COMPATIBLE.tail(plan, out);
        Ok(())
    }
}

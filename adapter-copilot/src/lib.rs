//! GitHub Copilot over chat completions: readable thinking beside a blob, and signatures inside the calls.
//!
//! Its own fields go back to Copilot alone, and there to the family of models that minted them: the text only beside its blob, a
//! signature only inside the call that it came in. Never joins two blobs: the latest is the one that the host wants.
//!
//! Some of its models answer in the shape of Anthropic Messages on this path too. What comes is told by its shape; thinking of that shape
//! is kept, and stays here: the path has no field for it.
//!
//! ```
//! use throughline_copilot::Copilot;
//! use throughline_core::{Api, Captured, Framing, ReasoningCarrier, ReplyHead, Route};
//!
//! let route = Route::new("copilot", "https://api.githubcopilot.com", Api::CHAT, "claude-sonnet-4.5")?;
//! let mut reply = Copilot.capture(&route, &ReplyHead::ok(Framing::Whole));
//! let body = r#"{"choices":[{"message":{"content":"4","reasoning_text":"2+2","reasoning_opaque":"b3Bh"}}]}"#;
//! reply.feed(body.as_bytes(), &mut |_| ())?;
//! let Captured::Turn(turn) = reply.finish()? else { return Err("refused".into()) };
//! assert_eq!((turn.reasoning().as_deref(), turn.private().count()), (Some("2+2"), 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod capture;
mod headers;
mod table;

use std::{borrow::Cow, ops::Range};
use table::COPILOT;
use throughline_core::{
    AdapterId, Capture, DraftPlan, Endpoint, Ingested, Issuer, Layer, Note, Plan, ReasoningCarrier, Registration,
    RenderError, ReplyHead, Request, Route, RouteRule, WireError,
};

/// GitHub Copilot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Copilot;

/// The adapter, for the explicit list and for discovery.
pub const ADAPTER: Registration =
    Registration { package: env!("CARGO_PKG_NAME"), layer: Layer::Family, adapter: &Copilot };

#[cfg(feature = "discover")]
throughline_core::inventory::submit! { ADAPTER }

impl ReasoningCarrier for Copilot {
    fn id(&self) -> AdapterId {
        AdapterId::new("copilot")
    }
    fn rules(&self) -> Cow<'static, [RouteRule]> {
        Cow::Borrowed(table::ROWS.as_slice())
    }
    fn issuer(&self, route: &Route) -> Issuer {
        table::issuer(route).into()
    }
    fn endpoint(&self, _route: &Route, _streamed: bool) -> Endpoint {
        Endpoint { headers: table::HEADERS.to_vec(), ..Endpoint::bearer("/chat/completions") }
    }
    fn marks(&self, plan: &Plan<'_>) -> Vec<(&'static str, Cow<'static, str>)> {
        headers::of(plan).into_iter().map(|(name, value)| (name, value.into())).collect()
    }
    fn capture(&self, route: &Route, head: &ReplyHead) -> Box<dyn Capture> {
        Box::new(capture::Reply::new(route, head))
    }
    fn ingest(&self, route: &Route, request: &[u8]) -> Result<Ingested, WireError> {
        COPILOT.ingest(route, request)
    }
    fn adopt(&self, _route: &Route, request: &Request, notes: &mut Vec<Note>) -> Request {
        COPILOT.adopt(request, notes)
    }
    fn tighten(&self, draft: &mut DraftPlan<'_>) {
        COPILOT.tighten(draft);
    }
    fn head(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        COPILOT.head(plan, out);
        Ok(())
    }
    fn group(&self, plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        COPILOT.group(plan, turns, out)
    }
    fn tail(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        COPILOT.tail(plan, out);
        Ok(())
    }
}

//! Gemini's own wire, `generateContent` and `streamGenerateContent`, on AI Studio and on Vertex: ordered parts, any of which may be signed.
//!
//! A signature stands on its part and goes back there, to the backend that minted it and to no other. Never signs, moves or merges a part,
//! and never turns thinking into visible text.
//!
//! What is kept: each part in its order; its `thoughtSignature`, in either spelling, as a carrier of that part; a thought, summary and
//! signature, as a part of its own. What is sent: every signature that the backend can read; a thought only where it is signed. Where
//! Gemini 3 and later demand a signature that nobody has, on the first call of a step, the documented stand-in goes, and the plan says so.
//! A user's own row may send thoughts that are not signed too: `reads = [{ field = "thought", kind = "thought_part", form = "blocks" }, …]`.
//!
//! ```
//! use throughline_core::{Api, Captured, Framing, ReasoningCarrier, ReplyHead, Route};
//! use throughline_gemini::Gemini;
//!
//! let base = "https://generativelanguage.googleapis.com/v1beta";
//! let route = Route::new("gemini", base, Api::new("gemini_generate"), "gemini-3-pro-preview")?;
//! let mut reply = Gemini.capture(&route, &ReplyHead::ok(Framing::Whole));
//! reply.feed(br#"{"candidates":[{"content":{"parts":[{"text":"4","thoughtSignature":"c2lnbmVk"}]}}]}"#, &mut |_| ())?;
//! let Captured::Turn(turn) = reply.finish()? else { return Err("refused".into()) };
//! assert_eq!((turn.text().as_str(), turn.carriers().count()), ("4", 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod adopt;
mod array;
mod asked;
mod capture;
mod compat;
mod door;
mod foreign;
mod ingest;
mod json;
mod lent;
mod locate;
mod named;
mod part;
mod partial;
mod render;
mod stream;
mod table;
mod think;
mod tighten;

pub use compat::{COMPATIBLE_ADAPTER, Compatible};

use std::{borrow::Cow, ops::Range};
use throughline_core::{
    AdapterId, At, Capture, DraftPlan, Endpoint, Ingested, Issuer, Layer, Note, Plan, ReasoningCarrier, Registration,
    RenderError, ReplyHead, Request, Role, Route, RouteRule, Turn, WireError, verdict::Spot,
};

/// Gemini's own wire.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gemini;

/// The adapter of Gemini's own wire, for the explicit list and for discovery.
pub const ADAPTER: Registration =
    Registration { package: env!("CARGO_PKG_NAME"), layer: Layer::Family, adapter: &Gemini };

#[cfg(feature = "discover")]
throughline_core::inventory::submit! { ADAPTER }

impl ReasoningCarrier for Gemini {
    fn id(&self) -> AdapterId {
        AdapterId::new("gemini")
    }
    fn rules(&self) -> Cow<'static, [RouteRule]> {
        Cow::Borrowed(&table::ROWS)
    }
    fn issuer(&self, route: &Route) -> Issuer {
        table::issuer(route)
    }
    fn capture(&self, route: &Route, head: &ReplyHead) -> Box<dyn Capture> {
        Box::new(capture::Reply::new(route, head))
    }
    fn ingest(&self, route: &Route, request: &[u8]) -> Result<Ingested, WireError> {
        ingest::request(route, request)
    }
    fn adopt(&self, route: &Route, request: &Request, notes: &mut Vec<Note>) -> Request {
        adopt::request(route, request, notes)
    }
    /// The answers to the calls of one step are one message of the user.
    fn joins(&self, before: &Turn, after: &Turn) -> bool {
        before.role == Role::Tool && after.role == Role::Tool
    }
    fn tighten(&self, draft: &mut DraftPlan<'_>) {
        tighten::draft(draft);
    }
    fn endpoint(&self, route: &Route, streamed: bool) -> Endpoint {
        door::endpoint(route, streamed)
    }
    /// Refusals count `contents` and the `parts` of each as they stand there.
    fn locate(&self, plan: &Plan<'_>, spot: Spot) -> Option<(usize, At)> {
        locate::carrier(plan, spot)
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

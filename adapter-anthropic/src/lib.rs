//! The Anthropic Messages wire and its rules: ordered blocks, some of them signed, each of which goes back as it came or not at all.
//!
//! Never signs, edits, merges or moves a block, and never turns thinking into visible text.
//!
//! ```
//! use throughline_anthropic::Anthropic;
//! use throughline_core::{Api, Captured, Framing, ReasoningCarrier, ReplyHead, Route};
//!
//! let route = Route::new("anthropic", "https://api.anthropic.com", Api::MESSAGES, "claude-sonnet-4-5")?;
//! let mut reply = Anthropic.capture(&route, &ReplyHead::ok(Framing::Whole));
//! reply.feed(br#"{"content":[{"type":"thinking","thinking":"2+2","signature":"s"},{"type":"text","text":"4"}]}"#, &mut |_| ())?;
//! let Captured::Turn(turn) = reply.finish()? else { return Err("refused".into()) };
//! assert_eq!((turn.reasoning().as_deref(), turn.text().as_str()), (Some("2+2"), "4"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod adopt;
pub mod asked;
mod block;
mod capture;
pub mod claude;
mod door;
pub mod exception;
mod foreign;
mod growing;
mod ingest;
mod locate;
mod named;
mod render;
mod stream;
mod table;
pub mod thinking;
mod thought;
mod tighten;

use std::{borrow::Cow, ops::Range};
use throughline_core::{
    AdapterId, At, Capture, DraftPlan, Endpoint, Ingested, Issuer, Layer, Note, Plan, ReasoningCarrier, Registration,
    RenderError, ReplyHead, Request, Role, Route, RouteRule, Strictness, Turn, WireError, verdict::Spot,
};

/// The Anthropic Messages family.
#[derive(Clone, Copy, Debug, Default)]
pub struct Anthropic;

/// The adapter, for the explicit list and for discovery.
pub const ADAPTER: Registration =
    Registration { package: env!("CARGO_PKG_NAME"), layer: Layer::Family, adapter: &Anthropic };

#[cfg(feature = "discover")]
throughline_core::inventory::submit! { ADAPTER }

impl ReasoningCarrier for Anthropic {
    fn id(&self) -> AdapterId {
        AdapterId::new("anthropic")
    }
    fn rules(&self) -> Cow<'static, [RouteRule]> {
        Cow::Borrowed(table::ROWS.as_slice())
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
    /// By the generation of the model, by what of the tool loop goes, and by what the host takes.
    fn fit(&self, plan: &Plan<'_>, notes: &mut Vec<Note>) -> Option<Request> {
        let fitted = thinking::plan(plan, notes);
        door::fit(plan.route, fitted.as_ref().unwrap_or(&plan.request), notes).or(fitted)
    }
    /// The answers to the calls of one turn are one message of the user.
    fn joins(&self, before: &Turn, after: &Turn) -> bool {
        before.role == Role::Tool && after.role == Role::Tool
    }
    fn tighten(&self, draft: &mut DraftPlan<'_>) {
        tighten::draft(draft);
    }
    fn endpoint(&self, route: &Route, streamed: bool) -> Endpoint {
        door::endpoint(route, streamed)
    }
    fn marks(&self, plan: &Plan<'_>) -> Vec<(&'static str, Cow<'static, str>)> {
        door::marks(plan)
    }
    /// Refusals count the messages of the body, and the blocks of each as they stand there.
    fn locate(&self, plan: &Plan<'_>, spot: Spot) -> Option<(usize, At)> {
        locate::carrier(plan, spot)
    }
    fn strictness(&self, request: &Request) -> Option<Strictness> {
        locate::strictness(request)
    }
    fn dropped(&self, plan: &Plan<'_>, reply: &Turn) -> Vec<(usize, At)> {
        locate::dropped(plan, reply)
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

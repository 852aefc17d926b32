//! Amazon Bedrock's Converse wire and its rules: ordered blocks, some of them signed, in JSON or in binary frames.
//!
//! A thought is kept in the shape that Anthropic gave it, so that a stored turn goes back over this wire and over Messages alike. Never
//! signs, joins or moves a block, never turns thinking into visible text, and never opens a connection: bytes come in and go out.
//!
//! ```
//! use throughline_bedrock::Bedrock;
//! use throughline_core::{Api, Captured, Framing, ReasoningCarrier, ReplyHead, Route};
//!
//! let host = "https://bedrock-runtime.eu-west-1.amazonaws.com";
//! let route = Route::new("bedrock", host, Api::new("bedrock_converse"), "eu.anthropic.claude-sonnet-4-5-20250929-v1:0")?;
//! let mut reply = Bedrock.capture(&route, &ReplyHead::ok(Framing::Whole));
//! let blocks = r#"[{"reasoningContent":{"reasoningText":{"text":"2+2","signature":"s"}}},{"text":"4"}]"#;
//! let body = format!(r#"{{"output":{{"message":{{"role":"assistant","content":{blocks}}}}},"stopReason":"end_turn"}}"#);
//! reply.feed(body.as_bytes(), &mut |_| ())?;
//! let Captured::Turn(turn) = reply.finish()? else { return Err("refused".into()) };
//! assert_eq!((turn.reasoning().as_deref(), turn.text().as_str()), (Some("2+2"), "4"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod adopt;
mod blob;
mod block;
mod capture;
mod door;
mod fit;
mod foreign;
mod growing;
mod home;
mod ingest;
mod locate;
mod object;
mod render;
#[cfg(feature = "sdk")]
pub mod sdk;
mod stream;
mod table;
mod table_reply;
mod tighten;

pub use home::region;

use std::{borrow::Cow, ops::Range};
use throughline_core::{
    AdapterId, At, Capture, DraftPlan, Endpoint, Ingested, Issuer, Layer, Note, Plan, ReasoningCarrier, Registration,
    RenderError, ReplyHead, Request, Route, RouteRule, Strictness, Turn, WireError, verdict::Spot,
};

/// Amazon Bedrock's Converse.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bedrock;

/// The adapter, for the explicit list and for discovery.
pub const ADAPTER: Registration =
    Registration { package: env!("CARGO_PKG_NAME"), layer: Layer::Family, adapter: &Bedrock };

#[cfg(feature = "discover")]
throughline_core::inventory::submit! { ADAPTER }

impl ReasoningCarrier for Bedrock {
    fn id(&self) -> AdapterId {
        AdapterId::new("bedrock")
    }
    fn rules(&self) -> Cow<'static, [RouteRule]> {
        Cow::Borrowed(table::rows())
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
    fn fit(&self, plan: &Plan<'_>, notes: &mut Vec<Note>) -> Option<Request> {
        fit::request(plan, notes)
    }
    /// The API wants the roles to take turns: neighbours of one role are one message.
    fn joins(&self, before: &Turn, after: &Turn) -> bool {
        render::joins(before, after)
    }
    fn tighten(&self, draft: &mut DraftPlan<'_>) {
        tighten::draft(draft);
    }
    fn endpoint(&self, route: &Route, streamed: bool) -> Endpoint {
        door::endpoint(route, streamed)
    }
    /// Refusals count the messages of the body, and the blocks of each as they stand there.
    fn locate(&self, plan: &Plan<'_>, spot: Spot) -> Option<(usize, At)> {
        locate::carrier(plan, spot)
    }
    fn strictness(&self, request: &Request) -> Option<Strictness> {
        fit::strictness(request)
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

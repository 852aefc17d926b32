//! The chat completions wire and its route table.
//!
//! [`Chat`] speaks for every host of this wire that has no adapter of its own. What hosts read, require and want stands in
//! [`table`]; [`wire`] reads and writes the messages, also for families that extend them.
//!
//! ```
//! use throughline_core::{Api, History, ReasoningCarrier, Registry, Route};
//!
//! let registry = Registry::builder().with(&[throughline_chat::ADAPTER]).build()?;
//! let route = Route::new("deepseek", "https://api.deepseek.com", Api::CHAT, "deepseek-v4-pro")?;
//! let (policy, chat) = registry.find(&route)?;
//! assert_eq!((policy.reads.rule.name.as_ref(), chat.id().as_str()), ("deepseek", "chat"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod details;
mod dialect;
pub mod table;
pub mod wire;

use dialect::CHAT;
use std::{borrow::Cow, ops::Range};
use throughline_core::{
    AdapterId, Capture, DraftPlan, Endpoint, Ingested, Issuer, Layer, Note, Plan, ReasoningCarrier, Registration,
    RenderError, ReplyHead, Request, Route, RouteRule, WireError,
};

/// The adapter.
#[derive(Clone, Copy, Debug)]
pub struct Chat;

/// Its registration, for both doors.
pub const ADAPTER: Registration =
    Registration { package: env!("CARGO_PKG_NAME"), layer: Layer::General, adapter: &Chat };

#[cfg(feature = "discover")]
throughline_core::inventory::submit! { ADAPTER }

impl ReasoningCarrier for Chat {
    fn id(&self) -> AdapterId {
        AdapterId::new("chat")
    }
    fn rules(&self) -> Cow<'static, [RouteRule]> {
        table::rows().into()
    }
    fn issuer(&self, route: &Route) -> Issuer {
        table::issuer(route).into()
    }
    fn endpoint(&self, _route: &Route, _streamed: bool) -> Endpoint {
        Endpoint::bearer("/chat/completions")
    }
    fn capture(&self, route: &Route, head: &ReplyHead) -> Box<dyn Capture> {
        CHAT.capture(route, head)
    }
    fn ingest(&self, route: &Route, request: &[u8]) -> Result<Ingested, WireError> {
        CHAT.ingest(route, request)
    }
    fn adopt(&self, _route: &Route, request: &Request, notes: &mut Vec<Note>) -> Request {
        CHAT.adopt(request, notes)
    }
    fn tighten(&self, draft: &mut DraftPlan<'_>) {
        CHAT.tighten(draft);
        details::tighten(draft);
    }
    fn head(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        CHAT.head(plan, out);
        Ok(())
    }
    fn group(&self, plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        CHAT.group(plan, turns, out)
    }
    fn tail(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        CHAT.tail(plan, out);
        Ok(())
    }
}

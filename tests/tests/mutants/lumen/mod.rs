//! An adapter for a provider that does not exist, in full: what a crate from outside brings, and what the mutants are made of.
//!
//! Lumen thinks in sealed `thought` blocks among its others, and in a message member `musing`, which old hosts call `muse`.
mod capture;
mod read;
mod table;
mod write;

use std::{borrow::Cow, ops::Range};
use throughline_core::{
    AdapterId, Api, Capture, DraftPlan, Ingested, Kind, Layer, Note, Part, Plan, ReasoningCarrier, Registration,
    RenderError, ReplyHead, Request, Route, RouteRule, WireError,
};

pub(crate) const API: Api = Api::new("lumen_talk");
const THOUGHT: Kind = Kind::new("lumen_thought");

/// The one thing that a program or a facade needs.
pub(crate) const ADAPTER: Registration =
    Registration { package: env!("CARGO_PKG_NAME"), layer: Layer::Outside, adapter: &Lumen };
throughline_core::inventory::submit! { ADAPTER }

pub(crate) struct Lumen;

impl ReasoningCarrier for Lumen {
    fn id(&self) -> AdapterId {
        AdapterId::new("lumen")
    }
    fn rules(&self) -> Cow<'static, [RouteRule]> {
        table::rows().into()
    }
    fn capture(&self, route: &Route, head: &ReplyHead) -> Box<dyn Capture> {
        capture::start(route, head)
    }
    fn ingest(&self, route: &Route, request: &[u8]) -> Result<Ingested, WireError> {
        read::request(route, request)
    }
    fn adopt(&self, _route: &Route, request: &Request, notes: &mut Vec<Note>) -> Request {
        notes.push(Note::plain(format!("parameters of {}", request.api), "lumen knows none of them"));
        Request::new(API)
    }
    fn tighten(&self, draft: &mut DraftPlan<'_>) {
        for n in draft.fresh() {
            let parts = draft.turn(n).map_or(&[][..], |turn| &turn.parts);
            for (part, piece) in parts.iter().enumerate() {
                if matches!(piece, Part::Media(media) if media.api != API) {
                    draft.withhold_part(n, part, "lumen sees nothing that another wire spells");
                }
            }
        }
    }
    fn head(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        write::head(plan, out);
        Ok(())
    }
    fn group(&self, plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        write::group(plan, turns, out);
        Ok(())
    }
    fn tail(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        write::tail(plan, out);
        Ok(())
    }
}

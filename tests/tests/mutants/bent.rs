//! The honest adapter with one behaviour bent. Whatever is not bent is Lumen's.
use crate::lumen::Lumen;
use std::{borrow::Cow, ops::Range};
use throughline_core::{
    AdapterId, Capture, Captured, Delta, DraftPlan, Ingested, Layer, Note, Plan, ReasoningCarrier, Registration,
    RenderError, ReplyHead, Request, Route, RouteRule, WireError,
};

/// Where a behaviour can be bent; [`Bent::STRAIGHT`] bends none.
pub(crate) struct Bent {
    /// The law that it breaks, and its id.
    pub(crate) law: &'static str,
    /// What becomes of a piece of a reply before it is read.
    pub(crate) fed: fn(&[u8]) -> Cow<'_, [u8]>,
    /// What becomes of a piece that a display is to show.
    pub(crate) shown: for<'a> fn(Delta<'a>) -> Option<Delta<'a>>,
    /// What becomes of a reply that was read.
    pub(crate) captured: fn(Captured) -> Captured,
    /// What becomes of a request that was read.
    pub(crate) ingested: fn(Ingested) -> Ingested,
    /// What becomes of a plan that was tightened.
    pub(crate) tightened: fn(&mut DraftPlan<'_>),
    /// What becomes of a group of turns that was written.
    pub(crate) grouped: fn(&Plan<'_>, Range<usize>, &mut Vec<u8>),
    /// What becomes of a body that was written.
    pub(crate) ended: fn(&Plan<'_>, &mut Vec<u8>),
}

impl Bent {
    pub(crate) const STRAIGHT: Self = Self {
        law: "",
        fed: |bytes| Cow::Borrowed(bytes),
        shown: |delta| Some(delta),
        captured: |captured| captured,
        ingested: |ingested| ingested,
        tightened: |_| {},
        grouped: |_, _, _| {},
        ended: |_, _| {},
    };
    pub(crate) const fn registration(&'static self) -> Registration {
        Registration { package: env!("CARGO_PKG_NAME"), layer: Layer::Outside, adapter: self }
    }
}

impl ReasoningCarrier for Bent {
    fn id(&self) -> AdapterId {
        AdapterId::from(format!("bent-{}", self.law))
    }
    fn rules(&self) -> Cow<'static, [RouteRule]> {
        Lumen.rules()
    }
    fn capture(&self, route: &Route, head: &ReplyHead) -> Box<dyn Capture> {
        Box::new(BentCapture {
            straight: Lumen.capture(route, head),
            fed: self.fed,
            shown: self.shown,
            captured: self.captured,
        })
    }
    fn ingest(&self, route: &Route, request: &[u8]) -> Result<Ingested, WireError> {
        Lumen.ingest(route, &(self.fed)(request)).map(self.ingested)
    }
    fn adopt(&self, route: &Route, request: &Request, notes: &mut Vec<Note>) -> Request {
        Lumen.adopt(route, request, notes)
    }
    fn tighten(&self, draft: &mut DraftPlan<'_>) {
        Lumen.tighten(draft);
        (self.tightened)(draft);
    }
    fn head(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        Lumen.head(plan, out)
    }
    fn group(&self, plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        let start = out.len();
        Lumen.group(plan, turns.clone(), out)?;
        if out.len() > start {
            (self.grouped)(plan, turns, out);
        }
        Ok(())
    }
    fn tail(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        Lumen.tail(plan, out)?;
        (self.ended)(plan, out);
        Ok(())
    }
}

struct BentCapture {
    straight: Box<dyn Capture>,
    fed: fn(&[u8]) -> Cow<'_, [u8]>,
    shown: for<'a> fn(Delta<'a>) -> Option<Delta<'a>>,
    captured: fn(Captured) -> Captured,
}

impl Capture for BentCapture {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        self.straight.feed(&(self.fed)(bytes), &mut |delta| (self.shown)(delta).into_iter().for_each(&mut *sink))
    }
    fn finish(self: Box<Self>) -> Result<Captured, WireError> {
        self.straight.finish().map(self.captured)
    }
}

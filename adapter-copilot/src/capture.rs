//! Reading a reply in whichever of two shapes it comes: a chat completion, or a message of Anthropic's wire.
//!
//! Never goes by the path or the model: what comes says what it is.
use crate::table::{self, COPILOT};
use std::mem;
use throughline_anthropic::Anthropic;
use throughline_core::{
    Capture, Captured, Delta, Framing, Part, ReasoningCarrier, ReplyHead, Route, WireError, json,
    sse::{Event, Splitter},
};

/// One reply.
pub(crate) struct Reply {
    route: Route,
    head: ReplyHead,
    body: Body,
}

enum Body {
    /// Nothing that came says which shape it has; what came so far.
    Unknown(Vec<u8>, Splitter),
    Chat(Box<dyn Capture>),
    Messages(Box<dyn Capture>),
}

/// The shape of a document or an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Chat,
    Messages,
}

impl Reply {
    pub(crate) fn new(route: &Route, head: &ReplyHead) -> Self {
        Self { route: route.clone(), head: head.clone(), body: Body::Unknown(vec![], Splitter::default()) }
    }
    fn open(&self, shape: Shape) -> Body {
        match shape {
            Shape::Chat => Body::Chat(COPILOT.capture(&self.route, &self.head)),
            Shape::Messages => Body::Messages(Anthropic.capture(&self.route, &self.head)),
        }
    }
}

impl Capture for Reply {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        let (held, splitter) = match &mut self.body {
            Body::Chat(reply) | Body::Messages(reply) => return reply.feed(bytes, sink),
            Body::Unknown(held, splitter) => (held, splitter),
        };
        held.extend_from_slice(bytes);
        let mut found = None;
        if self.head.framing == Framing::Sse {
            splitter.feed(bytes, |event: Event<'_>| {
                found = found.or_else(|| shape(event.data));
                Ok::<(), WireError>(())
            })?;
        }
        let Some(shape) = found else { return Ok(()) };
        let held = mem::take(held);
        self.body = self.open(shape);
        self.feed(&held, sink)
    }

    fn finish(mut self: Box<Self>) -> Result<Captured, WireError> {
        if let Body::Unknown(held, _) = &mut self.body {
            let held = mem::take(held);
            // What says neither may be an error, which both read, or nothing at all.
            self.body = self.open(shape(&held).unwrap_or(Shape::Chat));
            self.feed(&held, &mut |_| ())?;
        }
        match self.body {
            Body::Messages(reply) => reply.finish().map(|captured| owned(captured, &self.route)),
            Body::Chat(reply) => reply.finish(),
            Body::Unknown(..) => Err(WireError::Empty { place: "reply".into() }),
        }
    }
}

/// The shape of a document or an event; none where it could be of either.
fn shape(bytes: &[u8]) -> Option<Shape> {
    let text = std::str::from_utf8(bytes).ok()?.trim_start_matches('\u{feff}');
    let has = |name| json::member(text, name);
    if has("choices").is_some() {
        return Some(Shape::Chat);
    }
    let is_error = has("error").is_some_and(|error| error.get() != "null");
    let typed = has("type").is_some_and(|kind| kind.get().starts_with('"')) && !is_error;
    let content = has("content").is_some_and(|content| content.get().starts_with('['));
    (typed || (content && has("stop_reason").is_some())).then_some(Shape::Messages)
}

/// The turn, whose seals are Copilot's: what it signs no other host has seen.
fn owned(captured: Captured, route: &Route) -> Captured {
    let Captured::Turn(mut turn) = captured else { return captured };
    for part in &mut turn.parts {
        if let Part::Reasoning(carrier) = part {
            carrier.issuer = table::issuer(route).into();
        }
    }
    Captured::Turn(turn)
}

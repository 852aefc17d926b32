//! Reading a reply: one document, or events that each bring more of it. A whole reply is a stream of one event.
//!
//! Never makes an ending of events that only stopped, and keeps what it does not know.
use crate::{
    API, ingest,
    table::{ISSUER, SEAL, SEAL_KIND, THOUGHT},
};
use throughline_core::{
    Capture, Captured, Carrier, Delta, Ending, Extras, Foreign, Framing, How, Literal, LiteralBuf, Origin, Part,
    Refused, ReplyHead, Role, Route, TextAt, Turn, Usage, Verbatim, WireError, as_json,
    json::{self, Object},
    sse::{Event, Splitter},
};

/// One reply.
pub(crate) struct Reply {
    origin: Origin,
    status: u16,
    whole: bool,
    /// What is not read yet, where it comes as one document.
    bytes: Vec<u8>,
    /// The same, where it comes as events.
    events: Splitter,
    /// True after an event that cannot be read: what follows is not, however it is cut.
    broken: bool,
    said: Said,
}

impl Reply {
    pub(crate) fn new(route: &Route, head: &ReplyHead) -> Self {
        let origin = Origin { served_by: head.served_by.clone(), ..Origin::of(route, How::Minted) };
        let whole = head.framing == Framing::Whole || head.status >= 400;
        let (bytes, events, said) = (vec![], Splitter::default(), Said::default());
        Self { origin, status: head.status, whole, bytes, events, broken: false, said }
    }
}

impl Capture for Reply {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        if self.whole {
            self.bytes.extend_from_slice(bytes);
        } else if !self.broken {
            let fed = self.events.feed(bytes, |event| self.said.event(event, sink));
            self.broken = fed.is_err();
            return fed;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Captured, WireError> {
        if self.status >= 400 {
            return Ok(Captured::Refusal(Refused { status: self.status, body: as_json(&self.bytes) }));
        }
        if self.whole {
            self.said.object(json::document(&self.bytes, "reply")?.get(), "reply", &mut |_| ())?;
        } else if !self.broken {
            // An event that did not end counts where it is whole; half of one says only that the bytes broke off.
            let last = self.events.finish(|event| self.said.event(event, &mut |_| ()));
            if !self.said.spoke {
                last?;
            }
        }
        self.said.finish(self.origin, self.status, self.whole)
    }
}

/// What has been said so far.
#[derive(Default)]
struct Said {
    /// True once a message came.
    spoke: bool,
    thought: LiteralBuf,
    seal: Option<Verbatim>,
    text: LiteralBuf,
    calls: Vec<Part>,
    /// Members of the message and of the reply that nobody knows.
    extras: Extras,
    meta: Extras,
    stop: Option<Literal>,
    usage: Option<Usage>,
    error: Option<Verbatim>,
}

impl Said {
    fn event(&mut self, event: Event<'_>, sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        let place = format!("event {}", event.number);
        let raw = json::document(event.data, "event").map_err(|error| error.at(place.clone()))?;
        self.object(raw.get(), &place, sink)
    }

    fn object(&mut self, json: &str, place: &str, sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        let mut object = Object::read(json).map_err(|_| WireError::shape(place.to_owned(), "an object", json))?;
        if object.get("error").is_some_and(|error| error.get() != "null") {
            self.error = Verbatim::parse(json).ok();
            return Ok(());
        }
        if let Some(message) = object.take_where(|key, value| key == "message" && value.get().starts_with('{')) {
            self.spoke = true;
            self.message(message.get(), sink);
        }
        self.stop = object.take_str("stop").or(self.stop.take());
        if let Some(usage) = object.take("usage") {
            let count = |key| json::member(usage.get(), key).and_then(|count| count.get().parse().ok());
            let (input, output, raw) = (count("input"), count("output"), Some(usage.into()));
            self.usage = Some(Usage { input, output, raw, ..Usage::default() });
        }
        keep(&mut self.meta, object.rest());
        Ok(())
    }

    fn message(&mut self, json: &str, sink: &mut dyn FnMut(Delta<'_>)) {
        let Ok(mut message) = Object::read(json) else { return };
        message.take_where(|key, value| key == "role" && value.get() == "\"assistant\"");
        if let Some(more) = message.take_str(THOUGHT) {
            sink(Delta::Reasoning(more.inner()));
            self.thought.push_inner(more.inner());
        }
        // A seal comes in one piece, and is held as it is spelled.
        if let Some(seal) = message.take(SEAL).filter(|seal| seal.get() != "null") {
            self.seal = Some(seal.into());
        }
        if let Some(more) = message.take_str("text") {
            sink(Delta::Text(more.inner()));
            self.text.push_inner(more.inner());
        }
        if let Some(calls) = message.take_where(|key, value| key == "calls" && value.get().starts_with('[')) {
            let _ = json::elements(calls.get(), |raw| {
                let foreign = || Foreign { payload: raw.into(), api: API, carriers: vec![] };
                let call = ingest::call(raw, "").map_or_else(|_| Part::Opaque(foreign()), Part::Call);
                if let Part::Call(call) = &call {
                    sink(Delta::Call(call.name.inner()));
                }
                self.calls.push(call);
            });
        }
        keep(&mut self.extras, message.rest());
    }

    fn finish(self, origin: Origin, status: u16, whole: bool) -> Result<Captured, WireError> {
        if !self.spoke {
            return match self.error {
                Some(body) => Ok(Captured::Refusal(Refused { status, body })),
                None => Err(WireError::shape("reply", "a member `message`", "")),
            };
        }
        let ending = match (self.error, self.stop) {
            (Some(body), _) => Ending::Refused(body),
            (None, None) if !whole => Ending::Cut,
            (None, stop) => Ending::Stop(stop),
        };
        let mut turn =
            Turn { extras: self.extras, meta: self.meta, ending: Some(ending), ..Turn::new(Role::Assistant) };
        if !self.thought.is_empty() {
            let payload = self.thought.finish().verbatim().clone();
            turn.carriers.push(Carrier::plain(THOUGHT, ISSUER, payload, TextAt::WHOLE));
        }
        turn.carriers.extend(self.seal.map(|seal| Carrier::sealed(SEAL_KIND, ISSUER, seal, None)));
        if !self.text.is_empty() {
            turn.parts.push(ingest::text(self.text.finish()));
        }
        turn.parts.extend(self.calls);
        turn.origin = Some(origin.into());
        turn.usage = self.usage;
        Ok(Captured::Turn(turn))
    }
}

/// The newest value of each member.
fn keep(members: &mut Extras, more: Extras) {
    for (key, value) in more {
        match members.iter_mut().find(|(name, _)| *name == key) {
            Some((_, old)) => *old = value,
            None => members.push((key, value)),
        }
    }
}

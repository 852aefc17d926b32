//! Reading a reply: one document, or one a line. A whole reply is a stream of one line.
//!
//! Never makes an ending of lines that only stopped, and never finds thinking in the text of an answer.
use crate::{
    API, ingest,
    table::{ISSUER, THINKING},
};
use serde_json::value::RawValue;
use std::mem;
use throughline_core::{
    Capture, Captured, Carrier, Delta, Ending, Extras, Foreign, Framing, How, Key, Literal, LiteralBuf, Origin, Part,
    Presence, Refused, ReplyHead, Role, Route, Text, TextAt, Turn, Usage, Verbatim, WireError, as_json,
    json::{self, Object},
};

/// One reply.
pub(crate) struct Reply {
    origin: Origin,
    status: u16,
    /// True where the body is one document, or may yet be.
    whole: bool,
    /// What is not read yet.
    bytes: Vec<u8>,
    /// How many of them hold no end of a line.
    seen: usize,
    /// True after a line that cannot be read: what follows is not, however it is cut.
    broken: bool,
    state: State,
}

impl Reply {
    pub(crate) fn new(route: &Route, head: &ReplyHead) -> Self {
        let origin = Origin { served_by: head.served_by.clone(), ..Origin::of(route, How::Minted) };
        // A stream whose content type nobody knows is a stream of lines too.
        let whole = head.framing == Framing::Whole || head.status >= 400;
        Self { origin, status: head.status, whole, bytes: vec![], seen: 0, broken: false, state: State::default() }
    }
}

impl Capture for Reply {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        if self.broken {
            return Ok(());
        }
        self.bytes.extend_from_slice(bytes);
        let mut start = 0;
        while !self.whole {
            let rest = self.bytes.get(self.seen..).unwrap_or_default();
            let Some(end) = rest.iter().position(|byte| *byte == b'\n').map(|at| at + self.seen) else { break };
            let read = self.state.line(self.bytes.get(start..end).unwrap_or_default(), sink);
            match read {
                Ok(()) => (start, self.seen) = (end + 1, end + 1),
                // No line at all: a document printed over several lines.
                Err(_) if self.state.lines == 0 => self.whole = true,
                Err(error) => {
                    self.broken = true;
                    return Err(error);
                }
            }
        }
        self.bytes.drain(..start);
        self.seen = self.bytes.len();
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Captured, WireError> {
        let bytes = mem::take(&mut self.bytes);
        if self.status >= 400 {
            return Ok(Captured::Refusal(Refused { status: self.status, body: as_json(&bytes) }));
        }
        let mut whole = self.whole;
        if whole {
            whole = self.state.document(&bytes)?;
        } else if !self.broken {
            // A line that did not end counts where it is whole; half of one says only that the bytes broke off.
            let last = self.state.line(&bytes, &mut |_| ());
            if self.state.lines == 0 {
                last?;
            }
        }
        self.state.finish(self.origin, self.status, whole)
    }
}

/// What has been said so far.
#[derive(Default)]
struct State {
    lines: usize,
    /// True once a message came.
    spoke: bool,
    thinking: LiteralBuf,
    content: Option<LiteralBuf>,
    calls: Vec<Part>,
    extras: Extras,
    meta: Extras,
    model: Option<Literal>,
    done: Option<bool>,
    reason: Option<Literal>,
    usage: Usage,
    refused: Option<Verbatim>,
}

impl State {
    /// Reads a body that should be one document; false where it is a stream that nobody asked for.
    fn document(&mut self, bytes: &[u8]) -> Result<bool, WireError> {
        let error = match json::document(bytes, "reply") {
            Ok(body) => return self.object(body.get(), "reply", &mut |_| ()).map(|()| true),
            Err(error) => error,
        };
        let mut lines = bytes.split(|byte| *byte == b'\n');
        // The last may be half a line.
        while lines.next().is_some_and(|line| self.line(line, &mut |_| ()).is_ok()) {}
        if self.lines == 0 { Err(error) } else { Ok(false) }
    }

    fn line(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        if bytes.trim_ascii().is_empty() {
            return Ok(());
        }
        let place = || format!("line {}", self.lines);
        let raw = json::document(bytes, "line").map_err(|error| error.at(place()))?;
        self.object(raw.get(), &place(), sink)?;
        self.lines += 1;
        Ok(())
    }

    fn object(&mut self, json: &str, place: &str, sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        let mut object = Object::read(json).map_err(|_| WireError::shape(place.to_owned(), "an object", json))?;
        if object.get("error").is_some_and(|error| error.get() != "null") {
            self.refused = Verbatim::parse(json).ok();
            return Ok(());
        }
        if let Some(message) = object.take_where(|key, value| key == "message" && value.get().starts_with('{')) {
            self.spoke = true;
            self.message(message.get(), sink);
        }
        let truth = |value: &RawValue| matches!(value.get(), "true" | "false");
        if let Some(done) = object.take_where(|key, value| key == "done" && truth(value)) {
            self.done = Some(done.get() == "true");
        }
        self.reason = object.take_str("done_reason").or(self.reason.take());
        self.model = object.take_str("model").or(self.model.take());
        let count = |key| object.get(key).and_then(|count| count.get().parse().ok());
        self.usage.input = count("prompt_eval_count").or(self.usage.input);
        self.usage.output = count("eval_count").or(self.usage.output);
        for (key, value) in object.rest() {
            set(&mut self.meta, key, value);
        }
        Ok(())
    }

    fn message(&mut self, json: &str, sink: &mut dyn FnMut(Delta<'_>)) {
        let Ok(mut message) = Object::read(json) else { return };
        message.take_where(|key, value| key == "role" && value.get() == "\"assistant\"");
        if let Some(more) = message.take_str(THINKING).filter(|more| !more.is_empty()) {
            sink(Delta::Reasoning(more.inner()));
            self.thinking.push_inner(more.inner());
        }
        if let Some(more) = message.take_str("content") {
            if !more.is_empty() {
                sink(Delta::Text(more.inner()));
            }
            self.content.get_or_insert_default().push_inner(more.inner());
        }
        if let Some(calls) = message.take_where(|key, value| key == "tool_calls" && value.get().starts_with('[')) {
            let _ = json::elements(calls.get(), |raw| {
                let call = call(raw);
                if let Part::Call(call) = &call {
                    sink(Delta::Call(call.name.inner()));
                }
                self.calls.push(call);
            });
        }
        for (key, value) in message.rest() {
            join(&mut self.extras, key, value);
        }
    }

    fn finish(self, origin: Origin, status: u16, whole: bool) -> Result<Captured, WireError> {
        let said = self.content.as_ref().is_some_and(|text| !text.is_empty());
        if let (Some(body), false) = (&self.refused, said || !self.thinking.is_empty() || !self.calls.is_empty()) {
            return Ok(Captured::Refusal(Refused { status, body: body.clone() }));
        }
        if !self.spoke {
            return Err(WireError::Shape {
                place: "reply".into(),
                expected: "a member `message`",
                found: "none".into(),
            });
        }
        let ending = match (self.refused, self.done) {
            (Some(body), _) => Ending::Refused(body),
            (None, Some(true)) => Ending::Stop(self.reason),
            (None, None) if whole => Ending::Stop(self.reason),
            (None, _) => Ending::Cut,
        };
        let mut turn =
            Turn { extras: self.extras, meta: self.meta, ending: Some(ending), ..Turn::new(Role::Assistant) };
        if !self.thinking.is_empty() {
            let payload = self.thinking.finish().verbatim().clone();
            turn.carriers.push(Carrier::plain(THINKING, ISSUER, payload, TextAt::WHOLE));
        }
        match self.content {
            Some(text) if text.is_empty() => turn.presence.push((Key::new("content"), Presence::Empty)),
            Some(text) => turn.parts.push(Part::Text(Text { text: text.finish(), extras: vec![], carriers: vec![] })),
            None => {}
        }
        turn.parts.extend(self.calls);
        let answered_by = self.model.map(|model| model.decode().into_owned()).filter(|model| *model != origin.model);
        turn.origin = Some(Origin { answered_by, ..origin }.into());
        turn.usage = (self.usage != Usage::default()).then_some(self.usage);
        Ok(Captured::Turn(turn))
    }
}

/// A call of a reply. One that cannot be read is kept as it is.
fn call(raw: &RawValue) -> Part {
    ingest::call(raw, "")
        .map_or_else(|_| Part::Opaque(Foreign { payload: raw.into(), api: API, carriers: vec![] }), Part::Call)
}

/// The newest value of a member that stands on every line.
fn set(members: &mut Extras, key: Key, value: Verbatim) {
    match members.iter_mut().find(|(name, _)| *name == key) {
        Some((_, old)) => *old = value,
        None => members.push((key, value)),
    }
}

/// A member of the message that nobody knows: text grows from line to line as all text here does, anything else is kept beside what
/// there is.
fn join(members: &mut Extras, key: Key, value: Verbatim) {
    match (members.iter_mut().rfind(|(name, _)| *name == key), value.literal()) {
        (Some((_, old)), Some(more)) if old.literal().is_some() => {
            let mut text = LiteralBuf::default();
            text.push(old.raw());
            text.push_inner(more.inner());
            *old = text.finish().verbatim().clone();
        }
        (Some((_, old)), _) if *old == value => {}
        _ => members.push((key, value)),
    }
}

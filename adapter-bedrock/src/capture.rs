//! Reading a reply in any of its framings: one document, binary frames, or the same events as server-sent ones, as relays have them.
//!
//! Never takes another wire's reply for an empty one of this wire, and never lets a refusal pass for a turn.
use crate::{block, stream::Stream, table, table_reply::OTHERS};
use serde_json::value::RawValue;
use std::mem;
use throughline_anthropic::exception;
use throughline_core::{
    Capture, Captured, Delta, Ending, Extras, Framing, How, Issuer, Origin, Part, Refused, ReplyHead, Role, Route,
    Turn, Usage, Verbatim, WireError, WirePlace, as_json,
    frames::Frames,
    json::{self, Object},
    sse, verbatim,
};

/// One reply.
pub(crate) struct Reply {
    reading: Reading,
    status: u16,
    frame: Framed,
    stream: Stream,
    /// True after bytes that are no events of any wire; what follows is not read, however it is cut.
    broken: bool,
}

/// How the body is framed. What the host says of it is a hint: the first byte decides.
enum Framed {
    Unknown { bytes: Vec<u8>, hint: Framing },
    Frames(Frames),
    Events(sse::Splitter),
    Document(Vec<u8>),
}

impl Reply {
    pub(crate) fn new(route: &Route, head: &ReplyHead) -> Self {
        let origin = Origin { served_by: head.served_by.clone(), ..Origin::of(route, How::Minted) };
        let frame = match head.status {
            0..400 => Framed::Unknown { bytes: vec![], hint: head.framing },
            _ => Framed::Document(vec![]),
        };
        let reading = Reading { route: route.clone(), origin };
        Self { reading, status: head.status, frame, stream: Stream::default(), broken: false }
    }
    fn read(&mut self, more: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        let stream = &mut self.stream;
        match &mut self.frame {
            Framed::Unknown { bytes, hint } => {
                // More white space behind white space decides nothing, however long it goes on.
                let is_blank = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_whitespace);
                let waits = bytes.last().is_some_and(u8::is_ascii_whitespace) && is_blank(more);
                bytes.extend_from_slice(more);
                if waits {
                    return Ok(());
                }
                let Some(frame) = Framed::of(bytes, *hint) else { return Ok(()) };
                let Framed::Unknown { bytes, .. } = mem::replace(&mut self.frame, frame) else { return Ok(()) };
                self.read(&bytes, sink)
            }
            Framed::Frames(frames) => {
                let mut read = Ok(());
                let fed = frames.feed(more, &mut |frame| {
                    if read.is_ok() {
                        read = stream.frame(frame, sink);
                    }
                });
                read.and(fed.map_err(WireError::from))
            }
            Framed::Events(splitter) => splitter.feed(more, |event| sent(stream, event, sink)),
            Framed::Document(bytes) => {
                bytes.extend_from_slice(more);
                Ok(())
            }
        }
    }
}

/// Takes a server-sent event.
fn sent(stream: &mut Stream, event: sse::Event<'_>, sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
    // Relays of other wires end their streams with this word.
    if event.data == b"[DONE]" {
        return Ok(());
    }
    let name = str::from_utf8(event.name).unwrap_or_default();
    stream.event(name, event.data, || format!("event {}", event.number).into(), sink)
}

impl Framed {
    /// The frame of a body that begins so; none where that is not yet to be seen. No frame is so long that its length begins with a letter.
    fn of(bytes: &[u8], hint: Framing) -> Option<Self> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace()).filter(|_| !MARK.starts_with(bytes))?;
        Some(match (first, hint) {
            (0 | 1, _) => Self::Frames(Frames::new()),
            (b'{' | b'[', _) => Self::Document(vec![]),
            (b'd' | b'e' | b':', _) | (_, Framing::Sse) => Self::Events(sse::Splitter::default()),
            (_, Framing::EventStream) => Self::Frames(Frames::new()),
            _ => Self::Document(vec![]),
        })
    }
}

impl Capture for Reply {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        if self.broken {
            return Ok(());
        }
        let fed = self.read(bytes, sink);
        self.broken = fed.is_err();
        fed
    }
    fn finish(self: Box<Self>) -> Result<Captured, WireError> {
        let Self { reading, status, frame, mut stream, broken } = *self;
        match frame {
            Framed::Document(bytes) if status >= 400 => Ok(refused(status, as_json(&bytes))),
            Framed::Document(bytes) | Framed::Unknown { bytes, .. } => document(reading, status, &bytes),
            Framed::Frames(_) => stream.finish(reading, status),
            Framed::Events(splitter) => {
                // An event whose blank line did not come counts where its data is whole. Half a document is no document, so its error
                // says only what the ending says already: that the bytes broke off.
                if !broken {
                    let _ = splitter.finish(|event| sent(&mut stream, event, &mut |_| ()));
                }
                stream.finish(reading, status)
            }
        }
    }
}

/// Reads one document.
fn document(reading: Reading, http: u16, bytes: &[u8]) -> Result<Captured, WireError> {
    let raw = json::document(bytes, "reply")?;
    let json = |source| WireError::Json { place: "reply".into(), source };
    let mut fields = match raw.get() {
        object if object.starts_with('{') => Object::read(object).map_err(json)?,
        other => return Err(WireError::shape("reply", "an object", other)),
    };
    let Some(output) = fields.take_where(|name, value| name == "output" && value.get().starts_with('{')) else {
        return match error_of(&fields, http) {
            Some(status) => Ok(refused(status, raw.into())),
            None => {
                const EXPECTED: &str = "a member `output`";
                stranger(raw.get(), "reply".into(), EXPECTED)?;
                Err(WireError::Shape { place: "reply".into(), expected: EXPECTED, found: "none".to_owned() })
            }
        };
    };
    let mut output = Object::read(output.get()).map_err(json)?;
    let place = "reply.output.message";
    let message = output.take("message").map_or("", RawValue::get);
    let mut message = Object::read(message).map_err(|_| WireError::shape(place, "an object", message))?;
    let content = message.take("content").map_or("", RawValue::get);
    message.take("role");
    let ending = Ending::Stop(fields.take_str("stopReason"));
    let mut members = fields.rest();
    let beside = output.rest();
    if !beside.is_empty() {
        members.push(("output".into(), block::object(beside.iter().map(|(key, value)| (key.as_str(), value.get())))));
    }
    let issuer = reading.issuer(&members);
    let blocks = json::list(content, "reply.output.message.content", "an array")?;
    let parts = blocks.into_iter().flat_map(|raw| block::reply(raw, &issuer)).collect();
    Ok(Captured::Turn(reading.turn(parts, message.rest(), ending, members)))
}

/// The status of an error that came in place of a reply.
fn error_of(fields: &Object<'_>, http: u16) -> Option<u16> {
    let there = |key: &str| fields.get(key).filter(|value| value.get() != "null");
    let kind = there("__type").map(|kind| verbatim::inner(kind.get()));
    let says = ["error", "message", "Message"].iter().any(|key| there(key).is_some());
    let named = kind.and_then(exception::named);
    (kind.is_some() || (says && there("stopReason").is_none())).then_some(named.unwrap_or(http))
}

/// What is read, and from where it comes.
pub(crate) struct Reading {
    route: Route,
    origin: Origin,
}

impl Reading {
    /// Who issued what is sealed: the model that a router chose, where one did.
    pub(crate) fn issuer(&self, members: &Extras) -> Issuer {
        match invoked(members) {
            Some(model) => table::issuer(&Route { model, ..self.route.clone() }),
            None => table::issuer(&self.route),
        }
    }
    /// The turn that a message is.
    pub(crate) fn turn(self, parts: Vec<Part>, message: Extras, ending: Ending, members: Extras) -> Turn {
        let answered_by = invoked(&members).filter(|model| *model != self.origin.model);
        let mut meta = members;
        let at = meta.iter().rposition(|(key, usage)| *key == "usage" && usage.is_object());
        let usage = at.map(|at| count(meta.remove(at).1));
        Turn {
            parts,
            extras: message,
            origin: Some(Origin { answered_by, ..self.origin }.into()),
            ending: Some(ending),
            usage,
            meta,
            ..Turn::new(Role::Assistant)
        }
    }
}

/// The model that a prompt router chose.
fn invoked(members: &Extras) -> Option<String> {
    let (_, trace) = members.iter().rfind(|(key, _)| *key == "trace")?;
    let router = json::member(trace.get(), "promptRouter")?;
    let model = Verbatim::from(json::member(router.get(), "invokedModelId")?).literal()?;
    Some(model.decode().into_owned()).filter(|model| !model.is_empty())
}

/// This wire counts what the cache held, or took in, beside the rest of the request.
fn count(raw: Verbatim) -> Usage {
    let number = |key: &str| json::member(raw.get(), key).and_then(|value| value.get().parse::<u64>().ok());
    let cached = number("cacheReadInputTokens");
    let beside = cached.unwrap_or(0).saturating_add(number("cacheWriteInputTokens").unwrap_or(0));
    let (input, output) = (number("inputTokens").map(|input| input.saturating_add(beside)), number("outputTokens"));
    Usage { input, output, reasoning: None, cached, raw: Some(raw) }
}

pub(crate) fn refused(status: u16, body: Verbatim) -> Captured {
    Captured::Refusal(Refused { status, body })
}

/// The error for what is another wire's; it names that wire.
pub(crate) fn stranger(object: &str, place: WirePlace, expected: &'static str) -> Result<(), WireError> {
    match OTHERS.iter().find(|(member, _)| json::member(object, member).is_some()) {
        Some((_, api)) => Err(WireError::Shape { place, expected, found: format!("a reply of {api}") }),
        None => Ok(()),
    }
}

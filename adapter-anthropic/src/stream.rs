//! Reading a streamed reply event by event.
//!
//! Never makes an ending of a stream that only stopped, and never calls a block signed whose end did not come. What it does not know it
//! keeps.
use crate::{
    capture::{Minter, refused, status_of, stranger, turn},
    exception,
    growing::{Growing, object},
    named::merge,
    table::{EVENTS, IMPLIED, lookup, wire_of},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::value::RawValue;
use std::{collections::HashMap, mem, str};
use throughline_core::{
    Captured, Delta, Ending, Framing, Literal, Named, Verbatim, WireError, WirePlace, as_json,
    frames::{Frame, Frames},
    json,
    sse::{Event, Splitter},
    verbatim,
};

/// A stream so far.
pub(crate) struct Stream {
    cutter: Cutter,
    state: State,
    /// True once some event came.
    spoke: bool,
    /// True after bytes that are no events of any wire; what follows is not read, however it is cut.
    broken: bool,
}

/// What cuts the bytes into events.
enum Cutter {
    Events(Splitter),
    Frames(Frames),
}

#[derive(Default)]
struct State {
    /// True once the message or a block of it began.
    begun: bool,
    message: Named<Verbatim>,
    usage: Named<Verbatim>,
    blocks: Vec<Growing>,
    /// The last block of each index, as it is spelled.
    places: HashMap<String, usize>,
    unknown: Vec<Verbatim>,
    stop: Option<Literal>,
    stopped: bool,
    refused: Option<Verbatim>,
    /// The status that the name of an exception says.
    thrown: Option<u16>,
}

impl Stream {
    pub(crate) fn new(framing: Framing) -> Self {
        let cutter = match framing {
            Framing::EventStream => Cutter::Frames(Frames::new()),
            _ => Cutter::Events(Splitter::default()),
        };
        Self { cutter, state: State::default(), spoke: false, broken: false }
    }
    /// True for first bytes that are none of its framing: a host that was asked for frames may answer with a document.
    pub(crate) fn is_strange(&self, bytes: &[u8]) -> bool {
        matches!(self.cutter, Cutter::Frames(_)) && !self.spoke && bytes.first().is_some_and(|first| *first != 0)
    }
    pub(crate) fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        if self.broken {
            return Ok(());
        }
        let Self { cutter, state, spoke, .. } = self;
        let fed = match cutter {
            Cutter::Events(splitter) => splitter.feed(bytes, |event| {
                *spoke = true;
                state.event(event, sink)
            }),
            Cutter::Frames(frames) => {
                let mut read = Ok(());
                let fed = frames.feed(bytes, &mut |frame| {
                    *spoke = true;
                    if read.is_ok() {
                        read = state.frame(frame, sink);
                    }
                });
                read.and(fed.map_err(WireError::from))
            }
        };
        self.broken = fed.is_err();
        fed
    }
    /// Takes what stands there when the bytes end: an event whose blank line did not come counts where its data is whole. Half a document
    /// is no document, so its error says only what the ending says already: that the bytes broke off.
    pub(crate) fn close(&mut self) {
        let Self { cutter: Cutter::Events(splitter), state, spoke, broken: false } = self else { return };
        let _ = mem::take(splitter).finish(|event| {
            *spoke = true;
            state.event(event, &mut |_| ())
        });
    }
    /// True where no event came.
    pub(crate) fn is_silent(&self) -> bool {
        !self.spoke
    }
    pub(crate) fn finish(self, minter: Minter, status: u16) -> Result<Captured, WireError> {
        let mut state = self.state;
        if let (Some(event), true) = (&state.refused, state.blocks.is_empty()) {
            return Ok(refused(state.status(event, status), event.clone()));
        }
        if !state.begun {
            return Err(WireError::Shape {
                place: "reply".into(),
                expected: "an event `message_start`",
                found: "none".to_owned(),
            });
        }
        let ending = match state.refused {
            Some(event) => Ending::Refused(event),
            None if state.stopped || state.stop.is_some() => Ending::Stop(state.stop),
            None => Ending::Cut,
        };
        let whole = !ending.is_cut();
        let blocks = state.blocks.into_iter();
        let parts = blocks.map(|block| block.part(whole, &minter.issuer, &mut state.unknown)).collect();
        let usage =
            (!state.usage.is_empty()).then(|| object(state.usage.iter().map(|(key, value)| (key, value.get()))));
        let mut members: Vec<_> = state.message.into_iter().map(|(key, value)| (key.into(), value)).collect();
        if !state.unknown.is_empty() {
            let unknown: Vec<&str> = state.unknown.iter().map(Verbatim::get).collect();
            let list = Verbatim::parse(&format!("[{}]", unknown.join(",")));
            members.extend(list.ok().map(|list| ("unknown_events".into(), list)));
        }
        Ok(Captured::Turn(turn(minter, parts, ending, usage, members)))
    }
}

/// The members of an event that this wire knows.
#[derive(Default)]
struct Members<'a> {
    kind: &'a str,
    index: Option<&'a str>,
    message: Option<&'a RawValue>,
    block: Option<&'a RawValue>,
    delta: Option<&'a RawValue>,
    usage: Option<&'a RawValue>,
    error: bool,
    /// True where there are others.
    more: bool,
    /// True where one stands twice, or the type is no string.
    odd: bool,
}

impl Members<'_> {
    /// True where all that stands there is among `names`.
    fn only(&self, names: &[&str]) -> bool {
        let there = [
            ("index", self.index.is_some()),
            ("message", self.message.is_some()),
            ("content_block", self.block.is_some()),
            ("delta", self.delta.is_some()),
            ("usage", self.usage.is_some()),
        ];
        !self.more && there.iter().all(|(name, there)| !there || names.contains(name))
    }
}

impl State {
    /// A frame holds an event as bytes. An exception ends the stream.
    fn frame(&mut self, frame: Frame<'_>, sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        let payload = as_json(frame.payload);
        match frame.message_type {
            "exception" => self.throw(frame.name, payload),
            "error" => {
                let message = Literal::of(frame.message);
                self.throw(frame.name, object([("message", message.raw())].into_iter()));
            }
            _ => {
                let bytes = json::member(payload.get(), "bytes");
                let read = bytes.and_then(Literal::read);
                let data = read.and_then(|bytes| STANDARD.decode(bytes.decode().as_bytes()).ok());
                // A relay may hand the event on as it is.
                let plain = || json::member(payload.get(), "type").map(|_| frame.payload.to_vec());
                match data.or_else(plain) {
                    Some(data) => return self.event(Event { number: frame.number, name: b"", data: &data }, sink),
                    None => {
                        // Bytes that cannot be read may have been a piece of whatever has not ended.
                        self.blocks.iter_mut().filter(|_| bytes.is_some()).for_each(Growing::miss);
                        self.unknown.push(object([(frame.name, payload.get())].into_iter()));
                    }
                }
            }
        }
        Ok(())
    }
    fn throw(&mut self, name: &str, said: Verbatim) {
        let event = object([(name, said.get())].into_iter());
        // The reply began as a success, so that its own status says nothing.
        let status = exception::status(name, said.get()).unwrap_or(500);
        match self.refused.is_none() && !self.stopped {
            true => (self.refused, self.thrown) = (Some(event), Some(status)),
            false => self.unknown.push(event),
        }
    }
    /// The status of what came in place of a turn.
    fn status(&self, event: &Verbatim, status: u16) -> u16 {
        let named = || Some(status_of(json::member(event.get(), "error")?.get(), status));
        self.thrown.or_else(named).unwrap_or(status)
    }

    fn event(&mut self, event: Event<'_>, sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        let place = || WirePlace::from(format!("event {}", event.number));
        let text = json::text(event.data, place)?;
        // Relays of other wires end their streams with this word.
        if matches!(text, "" | "[DONE]") {
            return Ok(());
        }
        let mut known = Members::default();
        let read = json::members(text, |key, value| {
            known.odd |= match key {
                "type" => {
                    !mem::replace(&mut known.kind, verbatim::inner(value.get())).is_empty()
                        || !value.get().starts_with('"')
                }
                "index" => known.index.replace(value.get()).is_some(),
                "message" => known.message.replace(value).is_some(),
                "content_block" => known.block.replace(value).is_some(),
                "delta" => known.delta.replace(value).is_some(),
                "usage" => known.usage.replace(value).is_some(),
                _ => {
                    known.error |= key == "error" && value.get() != "null";
                    known.more = true;
                    false
                }
            }
        });
        if let Err(source) = read {
            let kept = Verbatim::parse(text).ok().filter(|json| !json.is_object());
            return kept.map(|json| self.unknown.push(json)).ok_or(WireError::Json { place: place(), source });
        }
        if known.kind.is_empty() {
            known.kind = str::from_utf8(event.name).unwrap_or_default();
        }
        if !self.take(&known, text, sink) || known.odd {
            if !self.begun && wire_of(text).is_some() {
                return Err(stranger(place(), text, "an event `message_start`"));
            }
            self.unknown.extend(Verbatim::parse(text));
        } else if let Some(names) = lookup(EVENTS, known.kind).filter(|names| !known.only(names)) {
            self.unknown.push(without(text, names));
        }
        Ok(())
    }

    /// False where something of the event cannot be read.
    fn take(&mut self, event: &Members<'_>, text: &str, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        match (event.kind, event.message, event.block, event.delta) {
            ("message_start", Some(message), ..) if is_object(message) => self.start(message, sink),
            ("content_block_start", _, Some(block), _) => self.open(event.index, block, sink),
            ("content_block_delta", _, _, Some(delta)) => self.grow(event.index, delta, sink),
            ("content_block_stop", ..) => self.block(event.index).map(Growing::close).is_some(),
            ("message_delta", _, _, delta) => {
                let beside = self.beside(text, &["type", "delta", "usage"]);
                let ending = delta.is_none_or(|delta| self.ending(delta));
                let usage = event.usage.is_none_or(|usage| merge(&mut self.usage, usage.get(), &[]));
                beside && ending && usage
            }
            ("message_stop", ..) => {
                self.stopped = true;
                self.beside(text, &["type"])
            }
            ("error", ..) => self.refuse(text),
            _ if event.error => self.refuse(text),
            ("ping", ..) => only_type(text),
            _ => false,
        }
    }

    fn start(&mut self, message: &RawValue, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        self.begun = true;
        let message = message.get();
        let mut fits = self.beside(message, &["content", "usage", "stop_reason"]);
        let there = |key| json::member(message, key).filter(|value| value.get() != "null");
        if let Some(usage) = there("usage") {
            fits &= merge(&mut self.usage, usage.get(), &[]);
        }
        // Nothing has ended yet: a reason that stands here is kept, and believed where the ending names it.
        fits &= there("stop_reason").is_none();
        // A host that has the answer already may put it here.
        fits & there("content").is_none_or(|content| self.content(content.get(), sink))
    }

    fn content(&mut self, content: &str, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        let mut fits = true;
        let mut block = |block: &RawValue| {
            fits &= self.open(None, block, sink);
            self.blocks.last_mut().map(Growing::close);
        };
        match content {
            "\"\"" => {}
            text if text.starts_with('"') => block(object([("type", "\"text\""), ("text", text)].into_iter()).raw()),
            list => fits = json::elements(list, block).is_ok() && fits,
        }
        fits
    }

    fn open(&mut self, index: Option<&str>, block: &RawValue, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        let Some((mut new, mut fits)) = Growing::open(block, sink) else { return false };
        self.begun = true;
        match self.block(index).filter(|old| index.is_some() && old.implied) {
            Some(old) => {
                fits &= new.follow(old);
                *old = new;
            }
            None => self.push(index, new),
        }
        fits
    }

    fn grow(&mut self, index: Option<&str>, delta: &RawValue, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        if self.block(index).is_none() {
            let kind = json::member(delta.get(), "type").and_then(|kind| lookup(IMPLIED, verbatim::inner(kind.get())));
            let Some(kind) = kind else { return false };
            self.begun = true;
            self.push(index, Growing::implied(kind));
        }
        self.block(index).is_some_and(|block| block.grow(delta.get(), sink))
    }

    fn push(&mut self, index: Option<&str>, block: Growing) {
        if let Some(index) = index {
            self.places.insert(index.to_owned(), self.blocks.len());
        }
        self.blocks.push(block);
    }

    /// The last block of this index, or the last of all where the event names none.
    fn block(&mut self, index: Option<&str>) -> Option<&mut Growing> {
        match index {
            Some(index) => self.blocks.get_mut(*self.places.get(index)?),
            None => self.blocks.last_mut(),
        }
    }

    fn ending(&mut self, delta: &RawValue) -> bool {
        let stop = json::member(delta.get(), "stop_reason").filter(|stop| stop.get() != "null");
        let read = stop.and_then(Literal::read);
        let fits = stop.is_none() || read.is_some();
        self.stop = read.or(self.stop.take());
        self.beside(delta.get(), &["stop_reason"]) && fits
    }

    fn refuse(&mut self, text: &str) -> bool {
        if self.refused.is_none() && !self.stopped {
            self.refused = Verbatim::parse(text).ok();
            return self.refused.is_some();
        }
        false
    }

    fn beside(&mut self, object: &str, known: &[&str]) -> bool {
        merge(&mut self.message, object, known)
    }
}

/// An event without what its members of these names brought; its index stays.
fn without(event: &str, names: &[&str]) -> Verbatim {
    let mut rest = vec![];
    let _ = json::members(event, |key, value| {
        if key == "index" || !names.contains(&key) {
            rest.push((key.to_owned(), value.get()));
        }
    });
    object(rest.into_iter())
}

fn is_object(value: &RawValue) -> bool {
    value.get().starts_with('{')
}

fn only_type(object: &str) -> bool {
    let mut only = true;
    json::members(object, |key, _| only &= key == "type").is_ok() && only
}

//! Reading a streamed reply event by event.
//!
//! Never makes an ending of a stream that only stopped, and never calls a block signed whose end did not come. What it does not know it
//! keeps.
use crate::{
    capture::{Minter, refused, status_of, stranger, turn},
    growing::{Growing, object},
    table::{IMPLIED, lookup, wire_of},
};
use serde_json::value::RawValue;
use std::str;
use throughline_core::{
    Captured, Delta, Ending, Extras, Literal, Verbatim, WireError, WirePlace, json,
    sse::{Event, Splitter},
    verbatim,
};

/// A stream so far.
#[derive(Default)]
pub(crate) struct Stream {
    splitter: Splitter,
    state: State,
    /// True once some event came.
    spoke: bool,
    /// True after bytes that are no events of any wire; what follows is not read, however it is cut.
    broken: bool,
}

#[derive(Default)]
struct State {
    /// True once the message or a block of it began.
    begun: bool,
    message: Extras,
    usage: Extras,
    blocks: Vec<Growing>,
    unknown: Vec<Verbatim>,
    stop: Option<Literal>,
    stopped: bool,
    refused: Option<Verbatim>,
}

impl Stream {
    pub(crate) fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        if self.broken {
            return Ok(());
        }
        let Self { splitter, state, spoke, .. } = self;
        let fed = splitter.feed(bytes, |event| {
            *spoke = true;
            state.event(event, sink)
        });
        self.broken = fed.is_err();
        fed
    }
    /// Takes what stands there when the bytes end. An event that is only half there is none.
    pub(crate) fn close(&mut self) {
        if self.broken {
            return;
        }
        let Self { splitter, state, spoke, .. } = self;
        let _ = std::mem::take(splitter).finish(|event| {
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
            let status = json::member(event.get(), "error").map_or(status, |error| status_of(error.get(), status));
            return Ok(refused(status, event.clone()));
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
        let parts = state.blocks.into_iter().map(|block| block.part(whole, &minter.issuer)).collect();
        if !state.unknown.is_empty() {
            let unknown: Vec<&str> = state.unknown.iter().map(Verbatim::get).collect();
            let list = Verbatim::parse(&format!("[{}]", unknown.join(",")));
            state.message.extend(list.ok().map(|list| ("unknown_events".into(), list)));
        }
        let usage =
            (!state.usage.is_empty()).then(|| object(state.usage.iter().map(|(key, value)| (key, value.get()))));
        Ok(Captured::Turn(turn(minter, parts, ending, usage, state.message)))
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
}

impl State {
    fn event(&mut self, event: Event<'_>, sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        let place = || WirePlace::from(format!("event {}", event.number));
        let text = str::from_utf8(event.data).map_err(|e| WireError::Utf8 { place: place(), at: e.valid_up_to() })?;
        let text = text.trim();
        // Relays of other wires end their streams with this word.
        if matches!(text, "" | "[DONE]") {
            return Ok(());
        }
        let mut known = Members::default();
        let read = json::members(text, |key, value| match key {
            "type" => known.kind = verbatim::inner(value.get()),
            "index" => known.index = Some(value.get()),
            "message" => known.message = Some(value),
            "content_block" => known.block = Some(value),
            "delta" => known.delta = Some(value),
            "usage" => known.usage = Some(value),
            "error" => known.error = value.get() != "null",
            _ => {}
        });
        if let Err(source) = read {
            let kept = Verbatim::parse(text).ok().filter(|json| !json.is_object());
            return kept.map(|json| self.unknown.push(json)).ok_or(WireError::Json { place: place(), source });
        }
        if known.kind.is_empty() {
            known.kind = str::from_utf8(event.name).unwrap_or_default();
        }
        if !self.take(&known, text, sink) {
            if !self.begun && wire_of(text).is_some() {
                return Err(stranger(place(), text, "an event `message_start`"));
            }
            self.unknown.extend(Verbatim::parse(text));
        }
        Ok(())
    }

    /// False where the event is not one that can be read.
    fn take(&mut self, event: &Members<'_>, text: &str, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        match (event.kind, event.message, event.block, event.delta) {
            ("message_start", Some(message), ..) if is_object(message) => self.start(message, sink),
            ("content_block_start", _, Some(block), _) => return self.open(event.index, block, sink),
            ("content_block_delta", _, _, Some(delta)) => return self.grow(event.index, delta, sink),
            ("content_block_stop", ..) => match self.block(event.index) {
                Some(block) => block.close(),
                None => return false,
            },
            ("message_delta", _, _, delta) if delta.is_none_or(is_object) && event.usage.is_none_or(is_object) => {
                self.beside(text, &["type", "delta", "usage"]);
                if let Some(delta) = delta {
                    self.ending(delta);
                }
                if let Some(usage) = event.usage {
                    merge(&mut self.usage, usage.get(), &[]);
                }
            }
            ("message_stop", ..) => {
                self.beside(text, &["type"]);
                self.stopped = true;
            }
            ("error", ..) => return self.refuse(text),
            _ if event.error => return self.refuse(text),
            ("ping", ..) => return only_type(text),
            _ => return false,
        }
        true
    }

    fn start(&mut self, message: &RawValue, sink: &mut dyn FnMut(Delta<'_>)) {
        self.begun = true;
        self.beside(message.get(), &["content", "usage", "stop_reason"]);
        if let Some(usage) = json::member(message.get(), "usage") {
            merge(&mut self.usage, usage.get(), &[]);
        }
        // A host that has the answer already may put it here.
        if let Some(content) = json::member(message.get(), "content") {
            let _ = json::elements(content.get(), |block| {
                if self.open(None, block, sink) {
                    self.blocks.last_mut().map(Growing::close);
                }
            });
        }
    }

    fn open(&mut self, index: Option<&str>, block: &RawValue, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        let Some(mut new) = Growing::open(index, block, sink) else { return false };
        self.begun = true;
        match self.block(index).filter(|old| index.is_some() && old.implied) {
            Some(old) => {
                new.follow(old);
                *old = new;
            }
            None => self.blocks.push(new),
        }
        true
    }

    fn grow(&mut self, index: Option<&str>, delta: &RawValue, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        if self.block(index).is_none() {
            let kind = json::member(delta.get(), "type").and_then(|kind| lookup(IMPLIED, verbatim::inner(kind.get())));
            let Some(kind) = kind else { return false };
            self.begun = true;
            self.blocks.push(Growing::implied(index, kind));
        }
        self.block(index).is_some_and(|block| block.grow(delta.get(), sink))
    }

    /// The last block of this index, or the last of all where the event names none.
    fn block(&mut self, index: Option<&str>) -> Option<&mut Growing> {
        self.blocks.iter_mut().rfind(|block| index.is_none() || block.index.as_deref() == index)
    }

    fn ending(&mut self, delta: &RawValue) {
        let stop = json::member(delta.get(), "stop_reason").and_then(Literal::read);
        self.stop = stop.or(self.stop.take());
        self.beside(delta.get(), &["stop_reason"]);
    }

    fn refuse(&mut self, text: &str) -> bool {
        if self.refused.is_none() && !self.stopped {
            self.refused = Verbatim::parse(text).ok();
            return self.refused.is_some();
        }
        false
    }

    fn beside(&mut self, object: &str, known: &[&str]) {
        merge(&mut self.message, object, known);
    }
}

/// Sets the members of `object`, but for `known` ones. Later values win, `null` over nothing alone.
fn merge(into: &mut Extras, object: &str, known: &[&str]) {
    let _ = json::members(object, |key, value| {
        if known.contains(&key) {
            return;
        }
        match into.iter_mut().find(|(name, _)| *name == key) {
            Some(_) if value.get() == "null" => {}
            Some((_, old)) => *old = value.into(),
            None => into.push((key.to_owned().into(), value.into())),
        }
    });
}

fn is_object(value: &RawValue) -> bool {
    value.get().starts_with('{')
}

fn only_type(object: &str) -> bool {
    let mut only = true;
    json::members(object, |key, _| only &= key == "type").is_ok() && only
}

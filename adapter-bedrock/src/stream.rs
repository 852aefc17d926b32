//! Reading a streamed reply event by event.
//!
//! Never makes an ending of a stream that only stopped, and never calls a block signed whose end did not come. What it does not know it
//! keeps.
use crate::{
    block::object,
    capture::{Reading, refused, stranger},
    growing::Growing,
    table_reply::{EVENTS, PADDING},
};
use serde_json::value::RawValue;
use std::{collections::HashMap, str};
use throughline_anthropic::exception;
use throughline_core::{
    Captured, Delta, Ending, Extras, Literal, Named, Part, Verbatim, WireError, WirePlace, as_json,
    frames::Frame,
    json::{self, Object},
};

/// A stream so far.
#[derive(Default)]
pub(crate) struct Stream {
    /// True once an event of this wire came.
    begun: bool,
    blocks: Vec<Growing>,
    /// The last block of each index, as it is spelled.
    places: HashMap<String, usize>,
    /// The block that an event without an index means.
    current: Option<usize>,
    /// Members of the message beside role and content.
    message: Named<Verbatim>,
    /// Those of the reply beside the message.
    members: Named<Verbatim>,
    unknown: Vec<Verbatim>,
    stop: Option<Literal>,
    stopped: bool,
    refused: Option<(Option<u16>, Verbatim)>,
}

impl Stream {
    /// Takes a frame.
    pub(crate) fn frame(&mut self, frame: Frame<'_>, sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        let place = || WirePlace::from(format!("frame {}", frame.number));
        match frame.message_type {
            "exception" => self.refuse(frame.name, &as_json(frame.payload)),
            "error" => {
                let message = Literal::of(frame.message);
                self.refuse(frame.name, &object([("message", message.raw())]));
            }
            _ => return self.event(frame.name, frame.payload, place, sink),
        }
        Ok(())
    }

    /// Takes an event. One that says no name says it as the name of its only member.
    pub(crate) fn event(
        &mut self,
        name: &str,
        payload: &[u8],
        place: impl Fn() -> WirePlace,
        sink: &mut dyn FnMut(Delta<'_>),
    ) -> Result<(), WireError> {
        let text = json::text(payload, &place)?;
        if text.is_empty() {
            return Ok(());
        }
        let raw: &RawValue = serde_json::from_str(text).map_err(|source| WireError::Json { place: place(), source })?;
        let (name, raw) = named(name, raw);
        if self.take(&name, raw, sink) {
            return Ok(());
        }
        if !self.begun {
            stranger(raw.get(), place(), "an event `messageStart`")?;
        }
        self.unknown.push(if name.is_empty() { raw.into() } else { object([(&*name, raw.get())]) });
        Ok(())
    }

    /// False where something of the event cannot be read.
    fn take(&mut self, name: &str, raw: &RawValue, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        if !EVENTS.contains(&name) {
            let thrown = exception::named(name).is_some();
            if thrown {
                self.refuse(name, &raw.into());
            }
            return thrown;
        }
        let Ok(mut event) = Object::read(raw.get()) else { return false };
        self.begun = true;
        event.take(PADDING);
        let index = event.take("contentBlockIndex").map(RawValue::get);
        match name {
            "messageStart" => {
                event.take("role");
                set(&mut self.message, event.rest());
                true
            }
            "contentBlockStart" => {
                let start = event.take("start");
                let fits = start.is_none_or(|start| self.open(index).is_some_and(|block| block.start(start, sink)));
                fits && event.rest().is_empty()
            }
            "contentBlockDelta" => {
                let Some(delta) = event.take("delta") else { return false };
                // The first of two would be lost to the block.
                let twice = event.get("delta").is_some();
                let fits = self.goes_on(index).is_some_and(|block| block.grow(delta, twice, sink));
                fits && event.rest().is_empty()
            }
            "contentBlockStop" => {
                let known = self.find(index).map(|block| block.closed = true).is_some();
                known && event.rest().is_empty()
            }
            "messageStop" => {
                self.stopped = true;
                self.stop = event.take_str("stopReason").or(self.stop.take());
                set(&mut self.members, event.rest());
                true
            }
            _ => {
                set(&mut self.members, event.rest());
                true
            }
        }
    }

    /// The block that a start means: that of its index, unless that one has started or ended; else a new one.
    fn open(&mut self, index: Option<&str>) -> Option<&mut Growing> {
        let old = index.and_then(|index| self.at(index)).filter(|at| self.waits(*at));
        let at = old.unwrap_or_else(|| self.push(index));
        self.turn_to(at)
    }
    fn waits(&self, at: usize) -> bool {
        self.blocks.get(at).is_some_and(|block| !block.started && !block.closed)
    }
    /// The block that a delta means: that of its index, or without one the current, where it has not ended; else a new one.
    fn goes_on(&mut self, index: Option<&str>) -> Option<&mut Growing> {
        let old = match index {
            Some(index) => self.at(index),
            None => self.current.filter(|at| self.blocks.get(*at).is_some_and(|block| !block.closed)),
        };
        let at = old.unwrap_or_else(|| self.push(index));
        self.turn_to(at)
    }
    /// The block that a stop means.
    fn find(&mut self, index: Option<&str>) -> Option<&mut Growing> {
        let at = match index {
            Some(index) => self.at(index),
            None => self.current,
        };
        self.blocks.get_mut(at?)
    }
    /// The last block of this index.
    fn at(&self, index: &str) -> Option<usize> {
        self.places.get(index).copied()
    }
    fn push(&mut self, index: Option<&str>) -> usize {
        if let Some(index) = index {
            self.places.insert(index.to_owned(), self.blocks.len());
        }
        self.blocks.push(Growing::at(index));
        self.blocks.len() - 1
    }
    fn turn_to(&mut self, at: usize) -> Option<&mut Growing> {
        self.current = Some(at);
        self.blocks.get_mut(at)
    }

    /// An error under its name, as the API writes it where it answers with nothing else.
    fn refuse(&mut self, name: &str, payload: &Verbatim) {
        let kind = Literal::of(name);
        let named = json::member(payload.get(), "__type").is_some() || name.is_empty();
        let mut members = if named { vec![] } else { vec![("__type".to_owned(), kind.raw())] };
        let read = json::members(payload.get(), |key, value| {
            if key != PADDING {
                members.push((key.to_owned(), value.get()));
            }
        });
        if read.is_err() {
            members.push(("message".to_owned(), payload.get()));
        }
        let body = object(members.iter().map(|(key, value)| (key.as_str(), *value)));
        if self.stopped || self.refused.is_some() {
            self.unknown.push(body);
            return;
        }
        self.refused = Some((exception::status(name, body.get()), body));
    }

    pub(crate) fn finish(self, reading: Reading, http: u16) -> Result<Captured, WireError> {
        let ending = match self.refused {
            Some((code, body)) if self.blocks.is_empty() => {
                return Ok(refused(code.unwrap_or(if http < 400 { 500 } else { http }), body));
            }
            Some((_, body)) => Ending::Refused(body),
            None if self.stopped => Ending::Stop(self.stop),
            None => Ending::Cut,
        };
        match (self.begun, self.unknown.is_empty()) {
            (true, _) => {}
            (false, true) => return Err(WireError::Empty { place: "reply".into() }),
            (false, false) => {
                let (expected, found) = ("an event `messageStart`", "others".to_owned());
                return Err(WireError::Shape { place: "reply".into(), expected, found });
            }
        }
        let (whole, mut blocks) = (!ending.is_cut(), self.blocks);
        let places: Option<Vec<u64>> = blocks.iter().map(|block| block.index.as_ref()?.parse().ok()).collect();
        if places.is_some_and(|places| !places.is_sorted()) {
            blocks.sort_by_key(|block| block.index.as_ref().and_then(|index| index.parse::<u64>().ok()));
        }
        let mut members = extras(self.members);
        if !self.unknown.is_empty() {
            let unknown: Vec<&str> = self.unknown.iter().map(Verbatim::get).collect();
            members.push(("unknown_events".into(), as_json(format!("[{}]", unknown.join(",")).as_bytes())));
        }
        let issuer = reading.issuer(&members);
        let parts: Vec<Part> = blocks.into_iter().flat_map(|block| block.parts(whole, &issuer)).collect();
        Ok(Captured::Turn(reading.turn(parts, extras(self.message), ending, members)))
    }
}

/// The name of an event, and what it says.
fn named<'a>(name: &str, raw: &'a RawValue) -> (String, &'a RawValue) {
    let mut all = vec![];
    let known = |name: &str| EVENTS.contains(&name) || exception::named(name).is_some();
    if known(name) || json::members(raw.get(), |key, value| all.push((key.to_owned(), value))).is_err() {
        return (name.to_owned(), raw);
    }
    all.retain(|(key, _)| key != PADDING);
    match all.as_slice() {
        [(key, value)] if known(key) => (key.clone(), value),
        _ => (name.to_owned(), raw),
    }
}

/// Sets members; later values win.
fn set(into: &mut Named<Verbatim>, more: Extras) {
    for (key, value) in more {
        into.set(key.as_str(), value);
    }
}

fn extras(members: Named<Verbatim>) -> Extras {
    members.into_iter().map(|(key, value)| (key.into(), value)).collect()
}

//! A reply as it grows: event by event, or all at once.
//!
//! Joins deltas of text, and of thoughts, that are not signed, and never anything else. Never makes an ending of a stream that only
//! stopped. What it does not know it keeps.
use crate::{
    json::{self, is},
    named::Named,
    part::{self, plain_thought},
    partial::Growing,
    table::{OTHERS, REFUSING, THOUGHT},
};
use serde_json::value::RawValue;
use std::str;
use throughline_core::{
    Captured, Delta, Ending, Issuer, Literal, LiteralBuf, Origin, Part, Refused, Role, Text, Turn, Usage, Verbatim,
    WireError, WirePlace,
    json::{elements, members},
    verbatim,
};

/// Where the reply comes from.
pub(crate) struct Minter {
    pub(crate) origin: Origin,
    pub(crate) issuer: Issuer,
}

/// A reply so far.
pub(crate) struct State {
    issuer: Issuer,
    /// True where the reply is one document: its parts are as they are to be.
    whole: bool,
    /// True where nothing more can come.
    pub(crate) closed: bool,
    /// True once an event of this wire came.
    begun: bool,
    pieces: Vec<Piece>,
    /// Members of the content beside its parts.
    content: Named,
    /// Those of the first candidate beside its content.
    candidate: Named,
    /// Those of the reply beside its candidates.
    members: Named,
    others: Vec<Verbatim>,
    unknown: Vec<Verbatim>,
    stop: Option<Literal>,
    stopped: bool,
    /// An event that says that the prompt was blocked.
    blocked: Option<Verbatim>,
    refused: Option<Verbatim>,
}

/// A part that may yet grow.
enum Piece {
    Done(Part),
    Text(LiteralBuf),
    Thought(LiteralBuf),
    Call(Growing),
}

impl State {
    pub(crate) fn new(issuer: Issuer) -> Self {
        Self {
            issuer,
            whole: false,
            closed: false,
            begun: false,
            pieces: vec![],
            content: Named::default(),
            candidate: Named::default(),
            members: Named::default(),
            others: vec![],
            unknown: vec![],
            stop: None,
            stopped: false,
            blocked: None,
            refused: None,
        }
    }
    /// Takes a reply that is one document.
    pub(crate) fn document(&mut self, text: &str) -> Result<(), WireError> {
        (self.whole, self.closed) = (true, true);
        let shape = |found: &str| WireError::shape("reply", "an object", found);
        match text.starts_with('{') {
            true => self.take(text, || "reply".into(), &mut |_| ()),
            false => Err(Verbatim::parse(text)
                .map_or_else(|source| WireError::Json { place: "reply".into(), source }, |json| shape(json.get()))),
        }
    }
    /// Takes an event of a stream.
    pub(crate) fn event(
        &mut self,
        number: usize,
        data: &[u8],
        sink: &mut dyn FnMut(Delta<'_>),
    ) -> Result<(), WireError> {
        let place = || WirePlace::from(format!("event {number}"));
        let text = throughline_core::json::text(data, place)?;
        // Relays of other wires end their streams with this word.
        if matches!(text, "" | "[DONE]") {
            return Ok(());
        }
        match text.starts_with('{') {
            true => self.take(text, place, sink),
            false => {
                self.unknown.push(Verbatim::parse(text).map_err(|source| WireError::Json { place: place(), source })?);
                Ok(())
            }
        }
    }

    fn take(
        &mut self,
        text: &str,
        place: impl Fn() -> WirePlace,
        sink: &mut dyn FnMut(Delta<'_>),
    ) -> Result<(), WireError> {
        let mut all = vec![];
        members(text, |name, value| all.push((name.to_owned(), value)))
            .map_err(|source| WireError::Json { place: place(), source })?;
        let begun = |name: &str| ["candidates", "usageMetadata", "promptFeedback"].iter().any(|known| is(name, known));
        let known = all.iter().any(|(name, _)| begun(name) || name == "error");
        if !known && !self.begun {
            let other = OTHERS.iter().find(|(name, _)| all.iter().any(|(member, _)| member == name));
            if let Some((_, api)) = other {
                let found = format!("a reply of {api}");
                return Err(WireError::Shape { place: place(), expected: "a member `candidates`", found });
            }
        }
        self.begun |= all.iter().any(|(name, _)| begun(name));
        for (name, value) in all {
            match name.as_str() {
                _ if value.get() == "null" => self.members.set(&name, value.into()),
                "candidates" => self.candidates(value, text, sink),
                "error" if self.refused.is_none() && !self.stopped => self.refused = Verbatim::parse(text).ok(),
                "promptFeedback" => {
                    if json::member(value.get(), "blockReason").is_some() {
                        self.blocked = Verbatim::parse(text).ok();
                    }
                    self.members.set(&name, value.into());
                }
                _ => self.members.set(&name, value.into()),
            }
        }
        Ok(())
    }

    fn candidates(&mut self, list: &RawValue, event: &str, sink: &mut dyn FnMut(Delta<'_>)) {
        let mut place = 0;
        let read = elements(list.get(), |candidate| {
            let index = json::member(candidate.get(), "index").map_or(if place == 0 { "0" } else { "" }, RawValue::get);
            place += 1;
            if index != "0" || !self.candidate(candidate, event, sink) {
                self.others.push(candidate.into());
            }
        });
        if read.is_err() {
            self.members.set("candidates", list.into());
        }
    }
    /// False where it is no object.
    fn candidate(&mut self, candidate: &RawValue, event: &str, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        let read = members(candidate.get(), |name, value| match (name, Literal::read(value)) {
            ("content", _) if value.get().starts_with('{') => self.content(value, sink),
            (_, Some(reason)) if is(name, "finishReason") => self.end(reason, event),
            (_, None) if is(name, "finishReason") && value.get() != "null" => {
                self.stopped = true;
                self.candidate.set(name, value.into());
            }
            _ => self.candidate.set(name, value.into()),
        });
        read.is_ok()
    }
    fn end(&mut self, reason: Literal, event: &str) {
        if REFUSING.contains(&reason.decode().as_ref()) {
            self.refused = Verbatim::parse(event).ok();
        }
        self.stopped = true;
        self.stop = Some(reason);
    }
    fn content(&mut self, content: &RawValue, sink: &mut dyn FnMut(Delta<'_>)) {
        // The object was found to be one; what follows in it stands either way.
        let _ = members(content.get(), |name, value| match (name, value.get()) {
            ("parts", list) if list.starts_with('[') => {
                let _ = elements(list, |part| self.part(part, sink));
            }
            ("role", "\"model\"") => {}
            _ => self.content.set(name, value.into()),
        });
    }

    fn part(&mut self, raw: &RawValue, sink: &mut dyn FnMut(Delta<'_>)) {
        if !self.whole {
            if let Some(Piece::Call(call)) = self.pieces.last_mut()
                && call.grow(raw, &self.issuer)
            {
                return;
            }
            if let Some(call) = Growing::begin(raw, &self.issuer, sink) {
                return self.pieces.push(Piece::Call(call));
            }
        }
        let part = part::read(raw, Role::Assistant, &self.issuer);
        show(&part, sink);
        match (part, self.pieces.last_mut()) {
            (part, _) if self.whole => self.pieces.push(Piece::Done(part)),
            (Part::Text(text), last) if text.carriers.is_empty() && text.extras.is_empty() => match last {
                Some(Piece::Text(before)) => before.push_inner(text.text.inner()),
                _ => self.pieces.push(Piece::Text(buffer(text.text.inner()))),
            },
            (Part::Reasoning(thought), last) if !thought.sealed && is_plain(raw) => {
                let mut inner = "";
                thought.literals(|literal| inner = literal);
                match last {
                    Some(Piece::Thought(before)) => before.push_inner(inner),
                    _ => self.pieces.push(Piece::Thought(buffer(inner))),
                }
            }
            (part, _) => self.pieces.push(Piece::Done(part)),
        }
    }

    pub(crate) fn finish(self, minter: Minter, status: u16) -> Result<Captured, WireError> {
        let silent = self.pieces.is_empty();
        if let Some(event) = self.refused.as_ref().filter(|_| silent || self.whole) {
            let error = json::member(event.get(), "error").and_then(|error| json::member(error.get(), "code"));
            let code = error.and_then(|code| verbatim::inner(code.get()).parse().ok().or(code.get().parse().ok()));
            return Ok(refused(code.filter(|code| (400..600).contains(code)).unwrap_or(status), event.clone()));
        }
        if let Some(event) = self.blocked.as_ref().filter(|_| silent && self.candidate.is_empty() && !self.stopped) {
            return Ok(refused(status, event.clone()));
        }
        if !self.begun {
            let (expected, found) = ("a member `candidates`", "none".to_owned());
            return Err(WireError::Shape { place: "reply".into(), expected, found });
        }
        let ending = match &self.refused {
            Some(event) => Ending::Refused(event.clone()),
            None if self.stopped || self.whole => Ending::Stop(self.stop.clone()),
            None => Ending::Cut,
        };
        Ok(Captured::Turn(self.turn(minter, ending)))
    }
    fn turn(self, minter: Minter, ending: Ending) -> Turn {
        let usage = self.members.get("usageMetadata").filter(|usage| usage.is_object()).cloned();
        let model = self.members.get("modelVersion").and_then(Verbatim::literal);
        let model = model.map(|model| model.decode().into_owned());
        let asked = crate::door::model(&minter.origin.model);
        let answered_by = model.filter(|model| crate::door::model(model) != asked);
        let mut meta = self.members.extras();
        meta.retain(|(key, _)| usage.is_none() || *key != "usageMetadata");
        if !self.candidate.is_empty() {
            meta.push(("candidate".into(), json::object(self.candidate.iter())));
        }
        meta.extend(list(&self.others).map(|others| ("candidates".into(), others)));
        meta.extend(list(&self.unknown).map(|unknown| ("unknown_events".into(), unknown)));
        Turn {
            parts: self.pieces.into_iter().map(|piece| piece.part(&minter.issuer)).collect(),
            extras: self.content.extras(),
            origin: Some(Origin { answered_by, ..minter.origin }.into()),
            ending: Some(ending),
            usage: usage.map(count),
            meta,
            ..Turn::new(Role::Assistant)
        }
    }
}

impl Piece {
    fn part(self, issuer: &Issuer) -> Part {
        match self {
            Self::Done(part) => part,
            Self::Text(text) => Part::Text(Text { text: text.finish(), extras: vec![], carriers: vec![] }),
            Self::Thought(text) => Part::Reasoning(plain_thought(&text.finish(), issuer)),
            Self::Call(call) => call.part(),
        }
    }
}

/// True for a thought that is nothing but its text.
fn is_plain(raw: &RawValue) -> bool {
    let (mut plain, mut text) = (true, false);
    let read = members(raw.get(), |name, value| {
        text |= name == "text" && value.get().starts_with('"');
        plain &= name == "text" || name == THOUGHT.0;
    });
    read.is_ok() && plain && text
}

fn buffer(inner: &str) -> LiteralBuf {
    let mut buffer = LiteralBuf::default();
    buffer.push_inner(inner);
    buffer
}

fn show(part: &Part, sink: &mut dyn FnMut(Delta<'_>)) {
    match part {
        Part::Text(text) if !text.text.is_empty() => sink(Delta::Text(text.text.inner())),
        Part::Reasoning(thought) => thought.literals(|inner| {
            if !inner.is_empty() {
                sink(Delta::Reasoning(inner));
            }
        }),
        Part::Call(call) => sink(Delta::Call(call.name.inner())),
        _ => {}
    }
}

fn list(all: &[Verbatim]) -> Option<Verbatim> {
    let all: Vec<&str> = all.iter().map(Verbatim::get).collect();
    (!all.is_empty()).then(|| Verbatim::parse(&format!("[{}]", all.join(","))).ok()).flatten()
}

/// Thoughts stand beside the candidates' tokens, and what tools fed the model beside the prompt's; what the cache held is among those.
fn count(raw: Verbatim) -> Usage {
    let number = |name: &str| json::member(raw.get(), name).and_then(|value| value.get().parse::<u64>().ok());
    let sum = |a: Option<u64>, b: Option<u64>| match (a, b) {
        (None, None) => None,
        _ => Some(a.unwrap_or(0).saturating_add(b.unwrap_or(0))),
    };
    let thoughts = number("thoughtsTokenCount");
    Usage {
        input: sum(number("promptTokenCount"), number("toolUsePromptTokenCount")),
        output: sum(number("candidatesTokenCount"), thoughts),
        reasoning: thoughts,
        cached: number("cachedContentTokenCount"),
        raw: Some(raw),
    }
}

pub(crate) fn refused(status: u16, body: Verbatim) -> Captured {
    Captured::Refusal(Refused { status, body })
}

//! What a reply has said so far. A whole reply is a stream of two events: its message, and its ending.
//!
//! Never makes an ending of events that only stopped, and never loses what it does not know.
use crate::{
    block,
    grown::Grown,
    table::{BROKEN, CITATIONS, ISSUER, PLAN, THINKING},
};
use serde_json::value::RawValue;
use throughline_core::{
    Captured, Carrier, Delta, Ending, Extras, Literal, LiteralBuf, Origin, Part, Refused, Role, TextAt, Turn, Usage,
    Verbatim, WireError,
    json::{self, Object},
};

/// What has been said.
#[derive(Default)]
pub(crate) struct Said {
    /// True once a message began.
    begun: bool,
    blocks: Growing,
    calls: Growing,
    plan: LiteralBuf,
    citations: Vec<Verbatim>,
    extras: Extras,
    pub(crate) meta: Extras,
    unknown: Vec<Verbatim>,
    reason: Option<Literal>,
    ended: bool,
    usage: Option<Usage>,
    refused: Option<Verbatim>,
}

/// Objects that grow, each with the number that its events name. Numbers come again: the last of one is meant.
#[derive(Default)]
struct Growing(Vec<(Option<String>, Grown)>);

impl Growing {
    fn open(&mut self, index: Option<&str>, piece: &str) -> bool {
        let mut new = Grown::default();
        let fits = new.add(piece);
        if fits {
            self.0.push((index.map(str::to_owned), new));
        }
        fits
    }
    /// Adds to the one of this number; to a new one, as `implied`, where its beginning did not come.
    fn add(&mut self, index: Option<&str>, piece: &str, implied: &str) -> bool {
        let fits = |number: &Option<String>| index.is_none() || number.as_deref() == index;
        if !self.0.iter().any(|(number, _)| fits(number)) {
            self.open(index, implied);
        }
        self.0.iter_mut().rfind(|(number, _)| fits(number)).is_some_and(|(_, old)| old.add(piece))
    }
}

impl Said {
    /// Takes an event, `index` being the number in it and `delta` what it brings; false where nothing of it is known.
    pub(crate) fn event(
        &mut self,
        kind: &str,
        index: Option<&str>,
        delta: &str,
        sink: &mut dyn FnMut(Delta<'_>),
    ) -> bool {
        let message = json::member(delta, "message").map_or("", RawValue::get);
        let member = |key| json::member(message, key).map_or("", RawValue::get);
        match kind {
            "message-start" => self.message(message, sink),
            "content-start" => {
                let content = member("content");
                show(content, sink);
                self.blocks.open(index, content)
            }
            "content-delta" => {
                let content = member("content");
                show(content, sink);
                let thinks = json::member(content, THINKING).is_some();
                self.blocks.add(index, content, if thinks { r#"{"type":"thinking"}"# } else { r#"{"type":"text"}"# })
            }
            "tool-plan-delta" => {
                let plan = json::member(message, PLAN).or_else(|| json::member(delta, PLAN));
                plan.is_some_and(|plan| self.plan(plan, sink))
            }
            "tool-call-start" => each(member("tool_calls"), |call| {
                called(call, sink);
                self.calls.open(index, call)
            }),
            "tool-call-delta" => {
                each(member("tool_calls"), |call| self.calls.add(index, call, r#"{"type":"function"}"#))
            }
            "citation-start" => each(member(CITATIONS), |one| {
                self.citations.extend(Verbatim::parse(one));
                true
            }),
            "content-end" | "tool-call-end" | "citation-end" => true,
            "message-end" => self.end(delta),
            _ => false,
        }
    }

    /// The message of a whole reply, or the beginning of a stream; false where it is none.
    pub(crate) fn message(&mut self, json: &str, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        let Ok(mut message) = Object::read(json) else { return false };
        self.begun = true;
        let mut list = |key: &str| message.take_where(|name, value| name == key && value.get().starts_with('['));
        let (content, calls, citations) = (list("content"), list("tool_calls"), list(CITATIONS));
        message.take_where(|key, value| key == "role" && value.get() == "\"assistant\"");
        if let Some(plan) = message.take_where(|key, value| key == PLAN && value.get().starts_with('"')) {
            self.plan(plan, sink);
        }
        elements(content, |block| {
            show(block, sink);
            self.blocks.open(None, block);
        });
        if let Some(text) = message.take_str("content") {
            let block = format!(r#"{{"type":"text","text":{}}}"#, text.raw());
            show(&block, sink);
            self.blocks.open(None, &block);
        }
        elements(calls, |call| {
            called(call, sink);
            self.calls.open(None, call);
        });
        elements(citations, |one| self.citations.extend(Verbatim::parse(one)));
        self.extras.extend(message.rest());
        true
    }

    /// How it ended; false where something of that is unknown.
    pub(crate) fn end(&mut self, json: &str) -> bool {
        let Ok(mut end) = Object::read(json) else { return false };
        self.ended = true;
        self.reason = end.take_str("finish_reason").or(self.reason.take());
        let word = self.reason.as_ref().map(Literal::inner).unwrap_or_default();
        if BROKEN.contains(&word) || end.get("error").is_some_and(|error| error.get() != "null") {
            self.refused = Verbatim::parse(json).ok();
        }
        if let Some(usage) = end.take("usage") {
            self.usage = Some(counted(usage));
        }
        end.take("error");
        self.meta.extend(end.rest());
        true
    }

    /// An event, or a part of one, that nobody knows.
    pub(crate) fn strange(&mut self, json: &str) {
        self.unknown.extend(Verbatim::parse(json));
    }
    /// Another way to break off: a body in place of an event.
    pub(crate) fn refuse(&mut self, json: &str) {
        self.refused = Verbatim::parse(json).ok();
    }

    fn plan(&mut self, piece: &RawValue, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        let Some(piece) = Literal::read(piece) else { return false };
        if !piece.is_empty() {
            sink(Delta::Reasoning(piece.inner()));
        }
        self.plan.push_inner(piece.inner());
        true
    }

    /// What it was.
    pub(crate) fn finish(mut self, origin: Origin, status: u16) -> Result<Captured, WireError> {
        let said = !self.blocks.0.is_empty() || !self.calls.0.is_empty() || !self.plan.is_empty();
        self.begun |= said;
        if let (Some(body), false) = (&self.refused, said) {
            return Ok(Captured::Refusal(Refused { status, body: body.clone() }));
        }
        if !self.begun {
            return Err(WireError::Shape {
                place: "reply".into(),
                expected: "a member `message`",
                found: "none".into(),
            });
        }
        let ending = match self.refused {
            Some(body) => Ending::Refused(body),
            None if self.ended => Ending::Stop(self.reason),
            None => Ending::Cut,
        };
        let mut turn = Turn { ending: Some(ending), usage: self.usage, ..Turn::new(Role::Assistant) };
        turn.parts = self.blocks.0.iter().map(|(_, grown)| block::reply(grown.json().raw())).collect();
        for call in self.calls.0.iter().map(|(_, grown)| grown.json()) {
            match block::call(call.raw(), "") {
                Ok(call) => turn.parts.push(Part::Call(call)),
                // Among the blocks it would be one of them.
                Err(_) => self.unknown.push(call),
            }
        }
        if !self.plan.is_empty() {
            let payload = self.plan.finish().verbatim().clone();
            turn.carriers.push(Carrier::plain(PLAN, ISSUER, payload, TextAt::WHOLE));
        }
        let listed = |all: &[Verbatim]| {
            let all: Vec<&str> = all.iter().map(Verbatim::get).collect();
            Verbatim::parse(&format!("[{}]", all.join(","))).ok().filter(|_| !all.is_empty())
        };
        self.extras.extend(listed(&self.citations).map(|all| (CITATIONS.into(), all)));
        self.meta.extend(listed(&self.unknown).map(|all| ("unknown_events".into(), all)));
        (turn.extras, turn.meta, turn.origin) = (self.extras, self.meta, Some(origin.into()));
        Ok(Captured::Turn(turn))
    }
}

/// `tokens` is what the model read and wrote; `billed_units` leaves out what the host put in front.
fn counted(usage: &RawValue) -> Usage {
    let count = |key: &str| {
        let tokens = json::member(usage.get(), "tokens").or_else(|| json::member(usage.get(), "billed_units"))?;
        json::member(tokens.get(), key)?.get().parse::<f64>().ok().map(|count| count as u64)
    };
    let cached = json::member(usage.get(), "cached_tokens").and_then(|count| count.get().parse().ok());
    let (input, output) = (count("input_tokens"), count("output_tokens"));
    Usage { input, output, cached, reasoning: None, raw: Some(usage.into()) }
}

/// Hands the text of a block, or of a piece of one, on for display.
fn show(block: &str, sink: &mut dyn FnMut(Delta<'_>)) {
    let text = |key| json::member(block, key).and_then(Literal::read).filter(|text| !text.is_empty());
    if let Some(text) = text(THINKING) {
        sink(Delta::Reasoning(text.inner()));
    }
    if let Some(text) = text("text") {
        sink(Delta::Text(text.inner()));
    }
}

fn called(call: &str, sink: &mut dyn FnMut(Delta<'_>)) {
    let name = json::member(call, "function").and_then(|inner| json::member(inner.get(), "name"));
    if let Some(name) = name.and_then(Literal::read) {
        sink(Delta::Call(name.inner()));
    }
}

fn elements(list: Option<&RawValue>, mut each: impl FnMut(&str)) {
    let _ = json::elements(list.map_or("[]", RawValue::get), |one| each(one.get()));
}

/// One object, or a list of them; false where one does not fit.
fn each(value: &str, mut take: impl FnMut(&str) -> bool) -> bool {
    if value.starts_with('{') {
        return take(value);
    }
    let mut fits = true;
    json::elements(value, |one| fits &= take(one.get())).is_ok() && fits
}

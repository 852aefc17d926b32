//! Reading replies: one document, or a stream of pieces that is joined to the same document's blocks.
use super::read;
use std::{mem, sync::Arc};
use throughline_core::{
    Capture, Captured, Delta, Ending, Extras, Framing, How, Literal, LiteralBuf, Origin, Part, Refused, ReplyHead,
    Role, Route, Turn, Usage, Verbatim, WireError, WirePlace, as_json, json::Object, sse, verbatim::inner,
};

pub(super) fn start(route: &Route, head: &ReplyHead) -> Box<dyn Capture> {
    let origin = Arc::new(Origin::of(route, How::Minted));
    match head.framing {
        Framing::Sse if head.status < 400 => Box::new(Stream::of(origin)),
        _ => Box::new(Whole { origin, status: head.status, bytes: vec![] }),
    }
}

struct Whole {
    origin: Arc<Origin>,
    status: u16,
    bytes: Vec<u8>,
}

impl Capture for Whole {
    fn feed(&mut self, bytes: &[u8], _: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }
    fn finish(self: Box<Self>) -> Result<Captured, WireError> {
        if self.status >= 400 {
            return Ok(Captured::Refusal(Refused { status: self.status, body: as_json(&self.bytes) }));
        }
        let text = read::text(&self.bytes, "reply")?;
        let mut object = Object::read(text).map_err(|source| WireError::Json { place: "reply".into(), source })?;
        if object.get("error").is_some() {
            return Ok(Captured::Refusal(Refused { status: self.status, body: as_json(&self.bytes) }));
        }
        let Some(reply) = object.take("reply") else { return Err(WireError::shape("reply.reply", "an object", "")) };
        let mut turn = read::message(reply.get(), "reply.reply", &self.origin)?;
        turn.role = Role::Assistant;
        turn.origin = Some(self.origin);
        close(&mut turn, object);
        Ok(Captured::Turn(turn))
    }
}

/// The members of a reply, or of a stream's last event, that stand beside the message.
fn close(turn: &mut Turn, mut object: Object<'_>) {
    turn.ending = Some(object.take_str("end").map_or(Ending::Cut, |end| Ending::Stop(Some(end))));
    turn.usage = object.take("cost").map(|cost| Usage { raw: Some(Verbatim::from(cost)), ..Usage::default() });
    turn.meta.extend(object.rest());
}

/// A block that grows.
#[derive(Default)]
struct Block {
    begun: String,
    text: LiteralBuf,
    seal: Option<Literal>,
}

struct Stream {
    origin: Arc<Origin>,
    events: sse::Splitter,
    musing: LiteralBuf,
    blocks: Vec<Block>,
    meta: Extras,
    last: Option<String>,
    refusal: Option<Verbatim>,
    count: usize,
}

impl Stream {
    fn of(origin: Arc<Origin>) -> Self {
        Self {
            origin,
            events: sse::Splitter::default(),
            musing: LiteralBuf::default(),
            blocks: vec![],
            meta: vec![],
            last: None,
            refusal: None,
            count: 0,
        }
    }
    fn event(&mut self, data: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        let place = || WirePlace::from(format!("event {}", self.count));
        let text = throughline_core::json::text(data, place)?;
        let mut object = Object::read(text).map_err(|source| WireError::Json { place: place(), source })?;
        self.count += 1;
        if let Some(error) = object.take("error") {
            self.refusal = Some(error.into());
        } else if object.get("end").is_some() {
            self.last = Some(text.to_owned());
            return Ok(());
        }
        if let Some(more) = object.take_str("musing") {
            sink(Delta::Reasoning(more.inner()));
            self.musing.push_inner(more.inner());
        }
        if let Some(block) = object.take("block") {
            let block = Block { begun: Verbatim::from(block).get().to_owned(), ..Block::default() };
            match read::block(&block.begun) {
                Part::Text(said) => sink(Delta::Text(said.text.inner())),
                Part::Reasoning(thought) => thought.literals(|inner| sink(Delta::Reasoning(inner))),
                _ => {}
            }
            self.blocks.push(block);
        }
        if let (Some(more), Some(block)) = (object.take_str("text"), self.blocks.last_mut()) {
            let thought = matches!(read::block(&block.begun), Part::Reasoning(_));
            sink(if thought { Delta::Reasoning(more.inner()) } else { Delta::Text(more.inner()) });
            block.text.push_inner(more.inner());
        }
        if let (Some(seal), Some(block)) = (object.take_str("seal"), self.blocks.last_mut()) {
            block.seal = Some(seal);
        }
        self.meta.extend(object.rest());
        Ok(())
    }
}

impl Capture for Stream {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        let mut events = mem::take(&mut self.events);
        let fed = events.feed(bytes, |event| self.event(event.data, sink));
        self.events = events;
        fed
    }
    fn finish(mut self: Box<Self>) -> Result<Captured, WireError> {
        // An event that never ended may be half of one: what cannot be read of it did not come.
        let events = mem::take(&mut self.events);
        let _ = events.finish(|event| self.event(event.data, &mut |_| {}));
        if self.count == 0 {
            return Err(WireError::Empty { place: "reply".into() });
        }
        let nothing = self.blocks.is_empty() && self.musing.is_empty();
        if let (Some(body), true) = (&self.refusal, nothing) {
            return Ok(Captured::Refusal(Refused { status: 200, body: body.clone() }));
        }
        let mut turn = Turn { origin: Some(self.origin.clone()), meta: self.meta, ..Turn::new(Role::Assistant) };
        read::muse(&mut turn, "musing", &self.musing.finish());
        turn.parts = self.blocks.iter().map(|block| read::block(&block.whole())).collect();
        turn.ending = Some(self.refusal.map_or(Ending::Cut, Ending::Refused));
        if let Some(Ok(object)) = self.last.as_deref().map(Object::read) {
            close(&mut turn, object);
        }
        Ok(Captured::Turn(turn))
    }
}

impl Block {
    /// The block as a whole reply would have it: deltas follow what it began with, and stand where it stood.
    fn whole(&self) -> String {
        let Ok(object) = Object::read(&self.begun) else { return self.begun.clone() };
        let mut members: Vec<(String, String)> =
            object.rest().into_iter().map(|(key, value)| (key.to_string(), value.get().to_owned())).collect();
        let mut set = |key: &str, join: bool, new: &str| match members.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) if join => *old = format!("\"{}{new}\"", inner(old)),
            Some((_, old)) => *old = format!("\"{new}\""),
            None => members.push((key.to_owned(), format!("\"{new}\""))),
        };
        if !self.text.is_empty() {
            set("text", true, self.text.inner());
        }
        if let Some(seal) = &self.seal {
            set("seal", false, seal.inner());
        }
        let members = members.iter().map(|(key, value)| format!("{}:{value}", Literal::of(key).raw()));
        format!("{{{}}}", members.collect::<Vec<_>>().join(","))
    }
}

//! Reading a reply, whole or as server-sent events.
//!
//! Never takes a refusal for a turn, nor another wire's reply for an empty one of this wire.
use crate::said::Said;
use serde_json::value::RawValue;
use std::mem;
use throughline_core::{
    Capture, Captured, Delta, Framing, How, Literal, Origin, Refused, ReplyHead, Route, WireError, WirePlace, as_json,
    json::{self, Object},
    sse::{Event, Splitter},
    write,
};

/// One reply.
pub(crate) struct Reply {
    origin: Origin,
    status: u16,
    /// The body, as long as no event came of it.
    bytes: Vec<u8>,
    /// None where the body is one document.
    events: Option<Splitter>,
    /// True once an event came.
    spoke: bool,
    /// True after an event that cannot be read: what follows is not, however it is cut.
    broken: bool,
    said: Said,
}

impl Reply {
    pub(crate) fn new(route: &Route, head: &ReplyHead) -> Self {
        let origin = Origin { served_by: head.served_by.clone(), ..Origin::of(route, How::Minted) };
        let events = (head.framing == Framing::Sse && head.status < 400).then(Splitter::default);
        let said = Said::default();
        Self { origin, status: head.status, bytes: vec![], events, spoke: false, broken: false, said }
    }
    fn split(&mut self, bytes: &[u8], last: bool, sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        let Self { events: Some(events), said, spoke, .. } = self else { return Ok(()) };
        let mut each = |event: Event<'_>| {
            *spoke = true;
            self::event(said, event, sink)
        };
        if last { mem::take(events).finish(&mut each) } else { events.feed(bytes, &mut each) }
    }
}

impl Capture for Reply {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        if self.broken {
            return Ok(());
        }
        let fed = self.split(bytes, false, sink);
        self.broken = fed.is_err();
        if self.spoke {
            self.bytes = vec![];
        } else {
            self.bytes.extend_from_slice(bytes);
        }
        fed
    }
    fn finish(mut self: Box<Self>) -> Result<Captured, WireError> {
        let bytes = mem::take(&mut self.bytes);
        if self.status >= 400 {
            return Ok(Captured::Refusal(Refused { status: self.status, body: as_json(&bytes) }));
        }
        if self.events.is_none() && ["event:", "data:"].iter().any(|field| bytes.starts_with(field.as_bytes())) {
            // A host that streams though nobody asked for it.
            self.events = Some(Splitter::default());
            self.split(&bytes, false, &mut |_| ())?;
        }
        if !self.broken {
            // An event whose blank line did not come counts where it is whole; half of one says only that the bytes broke off.
            let _ = self.split(&[], true, &mut |_| ());
        }
        if !self.spoke {
            document(&mut self.said, &bytes)?;
        }
        self.said.finish(self.origin, self.status)
    }
}

/// Reads a body that is one document.
fn document(said: &mut Said, bytes: &[u8]) -> Result<(), WireError> {
    let body = json::document(bytes, "reply")?.get();
    let mut fields = Object::read(body).map_err(|_| WireError::shape("reply", "an object", body))?;
    match fields.take_where(|key, value| key == "message" && value.get().starts_with('{')) {
        Some(message) => {
            said.message(message.get(), &mut |_| ());
            said.end(&object(&fields));
        }
        None if is_refusal(&fields) => said.refuse(body),
        None => {}
    }
    Ok(())
}

fn event(said: &mut Said, event: Event<'_>, sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
    let place = || WirePlace::from(format!("event {}", event.number));
    let text = json::text(event.data, place)?;
    if matches!(text, "" | "[DONE]") {
        return Ok(());
    }
    let mut fields = match Object::read(text) {
        Ok(fields) => fields,
        Err(source) if serde_json::from_str::<&RawValue>(text).is_err() => {
            return Err(WireError::Json { place: place(), source });
        }
        Err(_) => {
            said.strange(text);
            return Ok(());
        }
    };
    let kind = fields.take_str("type");
    let named = std::str::from_utf8(event.name).unwrap_or_default();
    let kind = kind.as_ref().map_or(named, Literal::inner);
    let (index, delta) = (fields.take("index").map(RawValue::get), fields.take("delta").map_or("{}", RawValue::get));
    if !said.event(kind, index, delta, sink) {
        if is_refusal(&fields) {
            said.refuse(text);
        } else {
            said.strange(text);
        }
    } else if kind == "message-start" {
        said.meta.extend(fields.rest());
    } else if fields.iter().next().is_some() {
        said.strange(&object(&fields));
    }
    Ok(())
}

/// Errors are `{"message": "…"}`: <https://docs.cohere.com/reference/errors>.
fn is_refusal(fields: &Object<'_>) -> bool {
    ["message", "error"].iter().any(|key| fields.get(key).is_some_and(|value| value.get().starts_with(['"', '{'])))
}

/// The members left, as an object.
fn object(fields: &Object<'_>) -> String {
    let mut out = b"{".to_vec();
    fields.iter().for_each(|(key, value)| write::member(&mut out, key, value.get()));
    out.push(b'}');
    String::from_utf8_lossy(&out).into_owned()
}

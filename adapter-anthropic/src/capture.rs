//! Reading a reply, whole or streamed, and what both have in common: the members beside the blocks.
//!
//! Never takes another wire's reply for an empty one of this wire, and never lets a refusal pass for a turn.
use crate::{block, stream::Stream, table};
use std::mem;
use throughline_core::{
    Capture, Captured, Delta, Ending, Extras, Framing, How, Issuer, Literal, Origin, Part, Refused, ReplyHead, Role,
    Route, Turn, Usage, Verbatim, WireError, WirePlace, as_json,
    json::{self, Object},
};

/// One reply.
pub(crate) struct Reply {
    minter: Minter,
    status: u16,
    /// Bytes that are not known to be events.
    bytes: Vec<u8>,
    /// None where the body is one document.
    stream: Option<Stream>,
}

/// Where the reply comes from.
pub(crate) struct Minter {
    pub(crate) origin: Origin,
    pub(crate) issuer: Issuer,
}

impl Reply {
    pub(crate) fn new(route: &Route, head: &ReplyHead) -> Self {
        let origin = Origin { served_by: head.served_by.clone(), ..Origin::of(route, How::Minted) };
        let streams = head.framing != Framing::Whole && head.status < 400;
        Self {
            minter: Minter { origin, issuer: table::issuer(route) },
            status: head.status,
            bytes: vec![],
            stream: streams.then(|| Stream::new(head.framing)),
        }
    }
}

impl Capture for Reply {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        if self.bytes.is_empty() && self.stream.as_ref().is_some_and(|stream| stream.is_strange(bytes)) {
            self.stream = None;
        }
        let Some(stream) = &mut self.stream else {
            self.bytes.extend_from_slice(bytes);
            return Ok(());
        };
        let fed = stream.feed(bytes, sink);
        if stream.is_silent() {
            self.bytes.extend_from_slice(bytes);
        } else {
            self.bytes = vec![];
        }
        fed
    }
    fn finish(mut self: Box<Self>) -> Result<Captured, WireError> {
        let bytes = mem::take(&mut self.bytes);
        if self.status >= 400 {
            return Ok(refused(self.status, as_json(&bytes)));
        }
        match self.stream {
            Some(mut stream) => {
                stream.close();
                if stream.is_silent() {
                    document(self.minter, self.status, &bytes)
                } else {
                    stream.finish(self.minter, self.status)
                }
            }
            None if framing(&bytes) != Framing::Whole => {
                let mut stream = Stream::new(framing(&bytes));
                stream.feed(&bytes, &mut |_| ())?;
                stream.close();
                stream.finish(self.minter, self.status)
            }
            None => document(self.minter, self.status, &bytes),
        }
    }
}

/// How bytes are framed of which nobody said it: a host may stream though nobody asked for it. A frame begins with a length.
fn framing(bytes: &[u8]) -> Framing {
    match bytes {
        [0, ..] => Framing::EventStream,
        _ if bytes.starts_with(b"event:") || bytes.starts_with(b"data:") => Framing::Sse,
        _ => Framing::Whole,
    }
}

/// Reads one document: also what a host answers that was asked for events and sent none.
fn document(minter: Minter, status: u16, bytes: &[u8]) -> Result<Captured, WireError> {
    let place = || WirePlace::from("reply");
    let body = Verbatim::from(json::document(bytes, "reply")?);
    if !body.is_object() {
        return Err(WireError::shape(place(), "an object", body.get()));
    }
    let mut fields = Object::read(body.get()).map_err(|source| WireError::Json { place: place(), source })?;
    let Some(content) = fields.take("content") else {
        return match fields.get("error") {
            Some(error) if error.get() != "null" => Ok(refused(status_of(error.get(), status), body.clone())),
            _ => Err(stranger(place(), body.get(), "a member `content`")),
        };
    };
    let mut parts = vec![];
    match content.get() {
        text if text.starts_with('"') => parts.extend(
            Literal::read(content)
                .map(|text| Part::Text(throughline_core::Text { text, extras: vec![], carriers: vec![] })),
        ),
        list if list.starts_with('[') => {
            json::elements(list, |raw| parts.push(block::reply(&raw.into(), &minter.issuer)))
                .map_err(|source| WireError::Json { place: "reply.content".into(), source })?
        }
        other => return Err(WireError::shape("reply.content", "an array", other)),
    }
    let stop = fields.take_str("stop_reason");
    let usage = fields.take("usage").map(Verbatim::from);
    Ok(Captured::Turn(turn(minter, parts, Ending::Stop(stop), usage, fields.rest())))
}

/// The turn that a message is.
pub(crate) fn turn(minter: Minter, parts: Vec<Part>, ending: Ending, usage: Option<Verbatim>, members: Extras) -> Turn {
    let implied = |key: &str, value: &str| matches!((key, value), ("type", "\"message\"") | ("role", "\"assistant\""));
    let mut meta = members;
    meta.retain(|(key, value)| !implied(key.as_str(), value.get()));
    let (usage, odd): (Option<Verbatim>, _) = match usage {
        Some(usage) if !usage.is_object() => (None, Some(usage)),
        usage => (usage, None),
    };
    meta.extend(odd.filter(|usage| !usage.is_null()).map(|usage| ("usage".into(), usage)));
    let model = meta.iter().rfind(|(key, _)| *key == "model").and_then(|(_, model)| model.literal());
    let answered_by = model.map(|model| model.decode().into_owned()).filter(|model| *model != minter.origin.model);
    Turn {
        parts,
        origin: Some(Origin { answered_by, ..minter.origin }.into()),
        ending: Some(ending),
        usage: usage.map(count),
        meta,
        ..Turn::new(Role::Assistant)
    }
}

fn count(raw: Verbatim) -> Usage {
    let number = |json: &str, key: &str| json::member(json, key).and_then(|value| value.get().parse().ok());
    let details = json::member(raw.get(), "output_tokens_details");
    // This wire counts what the cache held, or took in, beside the rest of the request.
    let cached = ["cache_read_input_tokens", "cache_creation_input_tokens"].iter();
    let cached = cached.filter_map(|key| number(raw.get(), key)).fold(0, u64::saturating_add);
    Usage {
        input: number(raw.get(), "input_tokens").map(|input| input.saturating_add(cached)),
        output: number(raw.get(), "output_tokens"),
        reasoning: details.and_then(|details| number(details.get(), "thinking_tokens")),
        cached: number(raw.get(), "cache_read_input_tokens"),
        raw: Some(raw),
    }
}

pub(crate) fn refused(status: u16, body: Verbatim) -> Captured {
    Captured::Refusal(Refused { status, body })
}

/// The status that an error object names, by number or by type; else the reply's own.
pub(crate) fn status_of(error: &str, status: u16) -> u16 {
    let number = |key| json::member(error, key)?.get().parse().ok().filter(|status| (400..600).contains(status));
    let kind = || json::member(error, "type").map(|kind| throughline_core::verbatim::inner(kind.get()));
    number("status").or_else(|| number("code")).or_else(|| table::lookup(table::STATUS, kind()?)).unwrap_or(status)
}

/// The error for what is not this wire's; it names the wire that it looks like.
pub(crate) fn stranger(place: WirePlace, object: &str, expected: &'static str) -> WireError {
    let found = table::wire_of(object).map_or_else(|| "none".to_owned(), |api| format!("a reply of {api}"));
    WireError::Shape { place, expected, found }
}

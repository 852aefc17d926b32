//! The bytes of a recorded reply as they came over the wire, and their capture under any cutting.
//!
//! It must never help an adapter: events are framed as the provider frames them, and nothing is mended.
use crate::{
    converse,
    exchange::{Exchange, Stream, bytes},
    table::CHUNK,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::value::RawValue;
use throughline::{Captured, Framing, Literal, ReasoningCarrier, ReplyHead, Route, WireError, json};
use throughline_conformance::frame;

/// A reply to be captured.
pub struct Reply {
    /// What is known before its bytes.
    pub head: ReplyHead,
    /// The bytes as they came.
    pub bytes: Vec<u8>,
}

/// Below this size a stream is also fed byte by byte.
const SMALL: usize = 64 * 1024;
/// How many random cuttings a stream is fed under.
const CUTTINGS: u64 = 3;

impl Reply {
    /// The reply of an exchange; none where it was not kept, or framed in a way that this wire does not have.
    pub fn of(exchange: &Exchange) -> Option<Self> {
        let response = &exchange.response;
        let status = response.status.unwrap_or(200);
        let (framing, bytes) = match (&response.stream, response.body.as_deref().and_then(bytes)) {
            (Some(stream), _) => match stream.format.as_deref() {
                None | Some("sse") => (Framing::Sse, events(stream)),
                Some("aws-eventstream") => (Framing::EventStream, framed(stream)),
                _ => return None,
            },
            (None, Some(body)) => (Framing::Whole, body),
            _ => return None,
        };
        Some(Self { head: ReplyHead { status, framing, served_by: None }, bytes })
    }
    /// True for a stream.
    pub(crate) fn streamed(&self) -> bool {
        self.head.framing != Framing::Whole
    }
    /// Captures it in one piece.
    pub(crate) fn capture(&self, adapter: &dyn ReasoningCarrier, route: &Route) -> Result<Captured, WireError> {
        self.pieces(adapter, route, std::iter::once(self.bytes.as_slice()))
    }
    /// Captures it in random pieces, and byte by byte where it is small. Each result comes with the name of its cutting.
    pub(crate) fn cut<'a>(
        &'a self,
        adapter: &'a dyn ReasoningCarrier,
        route: &'a Route,
    ) -> impl Iterator<Item = (String, Result<Captured, WireError>)> + 'a {
        let random = (1..=CUTTINGS).map(move |seed| {
            let mut cuts = Cuts { rest: &self.bytes, state: seed };
            (format!("cut by seed {seed}"), self.pieces(adapter, route, std::iter::from_fn(move || cuts.next())))
        });
        let single = (self.bytes.len() <= SMALL)
            .then(|| ("cut byte by byte".to_owned(), self.pieces(adapter, route, self.bytes.chunks(1))));
        random.chain(single)
    }
    fn pieces<'a>(
        &self,
        adapter: &dyn ReasoningCarrier,
        route: &Route,
        pieces: impl Iterator<Item = &'a [u8]>,
    ) -> Result<Captured, WireError> {
        let mut capture = adapter.capture(route, &self.head);
        for piece in pieces {
            capture.feed(piece, &mut |_| ())?;
        }
        capture.finish()
    }
}

/// Pieces of a few bytes to a few hundred, the same for every run.
struct Cuts<'a> {
    rest: &'a [u8],
    state: u64,
}

impl<'a> Cuts<'a> {
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        // Knuth's MMIX generator: its high bits are good enough to cut with.
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let long = if self.state >> 60 == 0 { 700 } else { 40 };
        let size = usize::try_from((self.state >> 33) % long).unwrap_or_default() + 1;
        let (piece, rest) = self.rest.split_at(size.min(self.rest.len()));
        self.rest = rest;
        Some(piece)
    }
}

/// The frames of a stream: as they came, or made anew of the payloads that a client decoded.
fn framed(stream: &Stream) -> Vec<u8> {
    let kept = stream.raw_base64.as_ref().and_then(|bytes| STANDARD.decode(bytes).ok());
    let made = || {
        let events = stream.events.iter().enumerate().map(|(n, event)| converse::named(stream, n, event));
        let wrapped = |payload: &str| format!(r#"{{"bytes":"{}"}}"#, STANDARD.encode(payload));
        let payload = |name: &str, payload: String| if name == CHUNK { wrapped(&payload) } else { payload };
        events.flat_map(|(name, json)| frame("event", &name, payload(&name, json.to_string()).as_bytes())).collect()
    };
    kept.unwrap_or_else(made)
}

/// The stream as server-sent events.
fn events(stream: &Stream) -> Vec<u8> {
    let mut out = String::new();
    let comments = stream.comments.as_deref().unwrap_or_default();
    for (n, event) in stream.events.iter().enumerate() {
        for (_, comment) in comments.iter().filter(|(at, _)| *at == n) {
            out.push_str(&format!("{comment}\n\n"));
        }
        let given = stream.event_names.as_ref().and_then(|names| names.get(n)?.clone());
        if let Some(name) = given.or_else(|| kind(event)) {
            out.push_str(&format!("event: {name}\n"));
        }
        for line in event.split('\n') {
            out.push_str(&format!("data: {line}\n"));
        }
        out.push('\n');
    }
    out.into_bytes()
}

/// The `type` of an event's data, which is its name too where the wire names its events.
fn kind(event: &str) -> Option<String> {
    json::member(event, "type").and_then(|raw: &RawValue| Literal::read(raw)).map(|name| name.decode().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_framed_as_it_came() {
        let stream: Stream = serde_json::from_str(
            r#"{"format":"sse","events":["{\"type\":\"a\"}","{\n}","[DONE]"],
            "event_names":[null,"error",null],"comments":[[1,": WAIT"]]}"#,
        )
        .unwrap();
        let want = "event: a\ndata: {\"type\":\"a\"}\n\n: WAIT\n\nevent: error\ndata: {\ndata: }\n\ndata: [DONE]\n\n";
        assert_eq!(String::from_utf8(events(&stream)).unwrap(), want);
    }
    #[test]
    fn cuttings_lose_nothing() {
        let bytes: Vec<u8> = (0..9999_u16).map(|n| u8::try_from(n % 251).unwrap()).collect();
        for seed in 1..=CUTTINGS {
            let mut cuts = Cuts { rest: &bytes, state: seed };
            let pieces: Vec<&[u8]> = std::iter::from_fn(|| cuts.next()).collect();
            assert!(pieces.len() > 100, "{}", pieces.len());
            assert_eq!(pieces.concat(), bytes);
        }
    }
}

//! Takes the bytes of a reply as they come, cut anywhere, and makes a turn of them.
//!
//! Never waits for more than the end of an event, and never invents an ending.
use super::{dialect::Dialect, reply::Reply};
use std::{mem, str};
use throughline_core::{
    Capture, Captured, Delta, Framing, Refused, ReplyHead, Route, WireError, WirePlace, as_json, json,
    sse::{Event, Splitter},
};

const BOM: &str = "\u{feff}";

/// A reply on its way.
struct Reading {
    dialect: &'static Dialect,
    route: Route,
    head: ReplyHead,
    body: Body,
}

#[expect(clippy::large_enum_variant, reason = "one a reply")]
enum Body {
    /// A stream of which nothing but white space came: a host may yet answer in one document.
    Begins(Vec<u8>),
    /// One document.
    Document(Vec<u8>),
    /// Events.
    Events { splitter: Splitter, reply: Reply, count: usize, broken: bool },
}

impl Dialect {
    /// Starts reading one reply.
    pub fn capture(&'static self, route: &Route, head: &ReplyHead) -> Box<dyn Capture> {
        let streamed = head.framing == Framing::Sse && head.status < 400;
        let body = if streamed { Body::Begins(vec![]) } else { Body::Document(vec![]) };
        Box::new(Reading { dialect: self, route: route.clone(), head: head.clone(), body })
    }
}

impl Capture for Reading {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        match &mut self.body {
            Body::Begins(held) => {
                held.extend_from_slice(bytes);
                let blank = |byte: &u8| byte.is_ascii_whitespace() || BOM.as_bytes().contains(byte);
                let Some(first) = held.iter().find(|byte| !blank(byte)) else { return Ok(()) };
                let document = matches!(first, b'{' | b'[');
                let held = mem::take(held);
                if document {
                    self.body = Body::Document(held);
                    return Ok(());
                }
                let reply = Reply::new(self.dialect, &self.route, false, self.head.status);
                self.body = Body::Events { splitter: Splitter::default(), reply, count: 0, broken: false };
                self.feed(&held, sink)
            }
            Body::Document(held) => {
                held.extend_from_slice(bytes);
                Ok(())
            }
            // What follows an event that cannot be read has lost its beginning.
            Body::Events { broken: true, .. } => Ok(()),
            Body::Events { splitter, reply, count, broken } => {
                let read = splitter.feed(bytes, |event| {
                    *count += 1;
                    take(reply, &event, sink)
                });
                *broken = read.is_err();
                read
            }
        }
    }

    fn finish(self: Box<Self>) -> Result<Captured, WireError> {
        let Self { dialect, route, head, body } = *self;
        match body {
            Body::Begins(_) => Err(WireError::Empty { place: "reply".into() }),
            Body::Document(bytes) if head.status >= 400 => {
                Ok(Captured::Refusal(Refused { status: head.status, body: as_json(&bytes) }))
            }
            Body::Document(bytes) => {
                let mut reply = Reply::new(dialect, &route, true, head.status);
                document(&mut reply, &bytes)?;
                reply.finish(head.served_by)
            }
            Body::Events { splitter, mut reply, mut count, broken } => {
                let mut last = Ok(());
                if !broken {
                    // An event that the end cut in two says nothing.
                    last = splitter.finish(|event| {
                        count += 1;
                        take(&mut reply, &event, &mut |_| {})
                    });
                }
                let begun = reply.begun();
                match last {
                    Err(error) if !begun => Err(error),
                    _ if count == 0 => Err(WireError::Shape {
                        place: "reply".into(),
                        expected: "server-sent events",
                        found: "text without any".to_owned(),
                    }),
                    _ => reply.finish(head.served_by),
                }
            }
        }
    }
}

fn document(reply: &mut Reply, bytes: &[u8]) -> Result<(), WireError> {
    let place = || WirePlace::from("reply");
    let text = json::text(bytes, place)?;
    if text.is_empty() {
        return Err(WireError::Empty { place: place() });
    }
    if ["data:", "event:", ":"].iter().any(|start| text.starts_with(start)) {
        let found = "server-sent events".to_owned();
        return Err(WireError::Shape { place: place(), expected: "one json document", found });
    }
    reply.take(text, &place, &mut |_| {})
}

fn take(reply: &mut Reply, event: &Event<'_>, sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
    let place = || WirePlace::from(format!("event {}", event.number));
    match json::text(event.data, place)? {
        "" => Ok(()),
        "[DONE]" => {
            reply.done = true;
            Ok(())
        }
        json => {
            reply.take(json, &place, sink)?;
            if event.name == b"error" {
                reply.refuse(json);
            }
            Ok(())
        }
    }
}

//! Reading a reply in any of its framings: one document, server-sent events, or the same events as one array.
//!
//! Never takes another wire's reply for an empty one of this wire, and never lets a refusal pass for a turn.
use crate::{
    array,
    stream::{Minter, State, refused},
    table,
};
use std::mem;
use throughline_core::{
    Capture, Captured, Delta, Framing, How, Origin, ReplyHead, Route, WireError, WirePlace, as_json, sse,
};

/// One reply.
pub(crate) struct Reply {
    minter: Minter,
    status: u16,
    frame: Frame,
    state: State,
    /// True after bytes that are no events of any wire; what follows is not read, however it is cut.
    broken: bool,
}

/// How the body is framed. What the host says of it is a hint: the first sign that is no white space decides.
enum Frame {
    Unknown { bytes: Vec<u8>, events: bool },
    Events(sse::Splitter),
    Array(array::Splitter),
    Document(Vec<u8>),
}

impl Reply {
    pub(crate) fn new(route: &Route, head: &ReplyHead) -> Self {
        let origin = Origin { served_by: head.served_by.clone(), ..Origin::of(route, How::Minted) };
        let frame = match head.status {
            0..400 => Frame::Unknown { bytes: vec![], events: head.framing == Framing::Sse },
            _ => Frame::Document(vec![]),
        };
        let issuer = table::issuer(route);
        let state = State::new(issuer.clone());
        Self { minter: Minter { origin, issuer }, status: head.status, frame, state, broken: false }
    }
    fn read(&mut self, more: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        let state = &mut self.state;
        match &mut self.frame {
            Frame::Unknown { bytes, events } => {
                bytes.extend_from_slice(more);
                let Some(frame) = Frame::of(bytes, *events) else { return Ok(()) };
                let Frame::Unknown { bytes, .. } = mem::replace(&mut self.frame, frame) else { return Ok(()) };
                self.read(&bytes, sink)
            }
            Frame::Events(splitter) => splitter.feed(more, |event| state.event(event.number, event.data, sink)),
            Frame::Array(splitter) => splitter.feed(more, |number, element| state.event(number, element, sink)),
            Frame::Document(bytes) => {
                bytes.extend_from_slice(more);
                Ok(())
            }
        }
    }
}

impl Frame {
    /// The frame of a body that begins so; none where that is not yet to be seen.
    fn of(bytes: &[u8], events: bool) -> Option<Self> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace()).filter(|_| !MARK.starts_with(bytes))?;
        Some(match first {
            b'[' => Self::Array(array::Splitter::default()),
            b'{' => Self::Document(vec![]),
            b'd' | b'e' | b':' => Self::Events(sse::Splitter::default()),
            _ if events => Self::Events(sse::Splitter::default()),
            _ => Self::Document(vec![]),
        })
    }
}

impl Capture for Reply {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        if self.broken {
            return Ok(());
        }
        let fed = self.read(bytes, sink);
        self.broken = fed.is_err();
        fed
    }
    fn finish(self: Box<Self>) -> Result<Captured, WireError> {
        let Self { minter, status, frame, mut state, broken } = *self;
        match frame {
            Frame::Document(bytes) if status >= 400 => Ok(refused(status, as_json(&bytes))),
            Frame::Document(bytes) | Frame::Unknown { bytes, .. } => {
                match throughline_core::json::text(&bytes, place)? {
                    "" => Err(WireError::Empty { place: place() }),
                    text => state.document(text).and_then(|()| state.finish(minter, status)),
                }
            }
            Frame::Events(splitter) => {
                // An event whose blank line did not come counts where its data is whole. Half a document is no document, so its error
                // says only what the ending says already: that the bytes broke off.
                if !broken {
                    let _ = splitter.finish(|event| state.event(event.number, event.data, &mut |_| ()));
                }
                state.finish(minter, status)
            }
            Frame::Array(splitter) => {
                state.closed |= splitter.is_closed();
                state.finish(minter, status)
            }
        }
    }
}

fn place() -> WirePlace {
    "reply".into()
}

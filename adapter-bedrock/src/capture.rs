//! Reading a reply, whole or streamed.
//!
//! Never takes another wire's reply for an empty one of this wire, and never lets a refusal pass for a turn.
use crate::{block, table};
use throughline_core::{
    Capture, Captured, Delta, Ending, How, Issuer, Literal, Origin, ReplyHead, Role, Route, Turn, WireError,
    json::{self, Object},
};

/// One reply.
pub(crate) struct Reply {
    origin: Origin,
    issuer: Issuer,
    bytes: Vec<u8>,
}

impl Reply {
    pub(crate) fn new(route: &Route, head: &ReplyHead) -> Self {
        let origin = Origin { served_by: head.served_by.clone(), ..Origin::of(route, How::Minted) };
        Self { origin, issuer: table::issuer(route), bytes: vec![] }
    }
}

impl Capture for Reply {
    fn feed(&mut self, bytes: &[u8], _sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }
    fn finish(self: Box<Self>) -> Result<Captured, WireError> {
        let mut body = Object::strict(json::document(&self.bytes, "reply")?.get(), "reply")?;
        let stop = body.take("stopReason").and_then(Literal::read);
        let content = body.take("output").and_then(|output| json::member(output.get(), "message"));
        let content = content.and_then(|message| json::member(message.get(), "content"));
        let mut turn = Turn { ending: Some(Ending::Stop(stop)), ..Turn::new(Role::Assistant) };
        for raw in json::list(content.map_or("", |list| list.get()), "reply.output.message.content", "an array")? {
            turn.parts.extend(block::parts(raw, Role::Assistant, &self.issuer));
        }
        turn.origin = Some(self.origin.into());
        Ok(Captured::Turn(turn))
    }
}

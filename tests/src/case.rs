//! What the author of an adapter brings: replies as they came over the wire, and what is to become of them.
//!
//! Whatever a case does not have, no law invents: the laws that need it are skipped by name.
use crate::Refusal;
use throughline_core::{Framing, Kind, Route};

/// One conversation with a provider.
///
/// The laws build it as: a person says [`Case::HELLO`]; the reply; then [`Case::DONE`] as the result of each call, or
/// [`Case::NEXT`] from the person where the reply calls nothing.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Case {
    /// What it shows.
    pub name: &'static str,
    /// Where the reply came from.
    pub home: Route,
    /// Routes of the same wire whose row is strict.
    pub strict: Vec<Route>,
    /// Other routes of the same wire.
    pub foreign: Vec<Route>,
    /// The reply as one document.
    pub whole: Option<Vec<u8>>,
    /// The same reply as a stream.
    pub stream: Option<Vec<u8>>,
    /// How the stream is framed.
    pub framing: Framing,
    /// In what the two differ though they are the same reply, because the wire itself makes it so.
    pub apart: Vec<(Aspect, &'static str)>,
    /// Replies with status 200 that are refused halfway, each with its framing.
    pub errors: Vec<(Framing, Vec<u8>)>,
    /// The carriers of the reply, in order: those on the message, then those of its parts.
    pub carriers: Option<Vec<Expected>>,
    /// The exact next request of the conversation, at home; after the whole reply, where there is one.
    pub follow_up: Option<Vec<u8>>,
    /// Blocks of the whole reply that no version of the adapter knows, and that go home.
    pub blocks: Vec<&'static str>,
    /// Members of its message that no version of the adapter knows: the name, and the value as JSON.
    pub members: Vec<(&'static str, &'static str)>,
    /// Requests that clients of this wire write.
    pub requests: Vec<Vec<u8>>,
    /// Refusals of the next request, at home.
    pub refusals: Vec<Refusal>,
}

/// A carrier that a reply holds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Expected {
    /// Its kind.
    pub kind: Kind,
    /// Its readable text; none where nothing is readable.
    pub text: Option<&'static str>,
    /// Its payload as JSON, where it is worth saying.
    pub payload: Option<&'static str>,
}

/// In what a whole and a streamed reply are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aspect {
    /// The visible text.
    Text,
    /// The tool calls.
    Calls,
    /// The readable reasoning.
    Reasoning,
    /// The strings in sealed carriers, in order.
    Minted,
}

impl Expected {
    /// A carrier whose readable text is `text`.
    pub fn text(kind: impl Into<Kind>, text: &'static str) -> Self {
        Self { kind: kind.into(), text: Some(text), payload: None }
    }
    /// A carrier in which nothing is readable.
    pub fn blob(kind: impl Into<Kind>, payload: &'static str) -> Self {
        Self { kind: kind.into(), text: None, payload: Some(payload) }
    }
    /// The same, with its payload as JSON.
    #[must_use]
    pub fn payload(mut self, json: &'static str) -> Self {
        self.payload = Some(json);
        self
    }
}

impl Case {
    /// What the person says first.
    pub const HELLO: &'static str = "Hello";
    /// What each tool answers.
    pub const DONE: &'static str = "done";
    /// What the person says where there is no tool to answer.
    pub const NEXT: &'static str = "Go on";

    /// A case without samples.
    pub fn new(name: &'static str, home: Route) -> Self {
        Self {
            name,
            home,
            strict: vec![],
            foreign: vec![],
            whole: None,
            stream: None,
            framing: Framing::Sse,
            apart: vec![],
            errors: vec![],
            carriers: None,
            follow_up: None,
            blocks: vec![],
            members: vec![],
            requests: vec![],
            refusals: vec![],
        }
    }
    /// The reply as one document.
    #[must_use]
    pub fn whole(mut self, reply: impl Into<Vec<u8>>) -> Self {
        self.whole = Some(reply.into());
        self
    }
    /// The reply as server-sent events.
    #[must_use]
    pub fn stream(mut self, events: impl Into<Vec<u8>>) -> Self {
        self.stream = Some(events.into());
        self
    }
    /// The reply as frames of an event stream: see [`frames`](crate::frames).
    #[must_use]
    pub fn frames(self, frames: impl Into<Vec<u8>>) -> Self {
        Self { framing: Framing::EventStream, ..self.stream(frames) }
    }
    /// The reply as JSON documents, one a line.
    #[must_use]
    pub fn lines(self, lines: impl Into<Vec<u8>>) -> Self {
        Self { framing: Framing::Lines, ..self.stream(lines) }
    }
    /// Another reply with status 200, in which an error stands: alone, or behind what came before it.
    #[must_use]
    pub fn error(mut self, framing: Framing, reply: impl Into<Vec<u8>>) -> Self {
        self.errors.push((framing, reply.into()));
        self
    }
    /// Names a difference between the two that the wire itself makes.
    #[must_use]
    pub fn apart(mut self, aspect: Aspect, why: &'static str) -> Self {
        self.apart.push((aspect, why));
        self
    }
    /// The carriers that the reply holds, in order; an empty list where there are none.
    #[must_use]
    pub fn carriers(mut self, carriers: impl IntoIterator<Item = Expected>) -> Self {
        self.carriers = Some(carriers.into_iter().collect());
        self
    }
    /// The exact next request, at home.
    #[must_use]
    pub fn follow_up(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.follow_up = Some(body.into());
        self
    }
    /// A block of the whole reply that nobody knows.
    #[must_use]
    pub fn block(mut self, json: &'static str) -> Self {
        self.blocks.push(json);
        self
    }
    /// A member of its message that nobody knows.
    #[must_use]
    pub fn member(mut self, name: &'static str, json: &'static str) -> Self {
        self.members.push((name, json));
        self
    }
    /// A request that a client writes.
    #[must_use]
    pub fn request(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.requests.push(body.into());
        self
    }
    /// A refusal of the next request, at home.
    #[must_use]
    pub fn refusal(mut self, refusal: Refusal) -> Self {
        self.refusals.push(refusal);
        self
    }
    /// A route whose row is strict.
    #[must_use]
    pub fn strict(mut self, route: Route) -> Self {
        self.strict.push(route);
        self
    }
    /// Another route.
    #[must_use]
    pub fn foreign(mut self, route: Route) -> Self {
        self.foreign.push(route);
        self
    }
    /// The replies of the case.
    pub(crate) fn samples(&self) -> impl Iterator<Item = (Framing, &[u8])> {
        let whole = self.whole.iter().map(|bytes| (Framing::Whole, bytes.as_slice()));
        whole.chain(self.stream.iter().map(|bytes| (self.framing, bytes.as_slice())))
    }
    /// How a message names the case.
    pub(crate) fn title(&self) -> String {
        format!("case `{}`", self.name)
    }
}

//! What a provider family brings: it reads replies and requests of its wire, and writes what a plan lets through.
//!
//! Core plans, adapters render. An adapter can tighten a plan and has no way to release what core withheld.
use crate::{
    AdapterId, At, DraftPlan, Issuer, Literal, Note, Plan, Request, Route, RouteRule, Turn, Verbatim, verbatim,
    verdict::Spot,
};
use std::{borrow::Cow, error::Error as StdError, fmt, ops::Range};

/// One provider family.
///
/// # Contract
/// - *verbatim*: what a provider minted is held in [`Verbatim`] or [`Literal`] and written from there.
/// - *pure*: the same input gives the same bytes; no clock, no randomness, no IO.
/// - *total*: no input panics.
pub trait ReasoningCarrier: Send + Sync + 'static {
    /// A name that is unique in a process.
    fn id(&self) -> AdapterId;

    /// The rows of its table. Each has at least the wires it is for.
    fn rules(&self) -> Cow<'static, [RouteRule]>;

    /// Starts reading one reply.
    fn capture(&self, route: &Route, head: &ReplyHead) -> Box<dyn Capture>;

    /// Reads a request that a client wrote or a recording holds.
    ///
    /// # Contract
    /// - *ingest*: `project(ingest(project(h, r)), r)` equals `project(h, r)`; a placeholder is never read as reasoning; one text under
    ///   several keys is one carrier. Carriers are [`How::Claimed`](crate::How::Claimed).
    /// # Errors
    /// Where the bytes are not a request of this wire; the error names the place.
    fn ingest(&self, route: &Route, request: &[u8]) -> Result<Ingested, WireError>;

    /// Under which name `route` issues what it seals: for what another program kept, which does not say it.
    fn issuer(&self, route: &Route) -> Issuer {
        route.origin_host().into()
    }

    /// Says a request of another wire in the parameters that `route` takes. What has no counterpart becomes a note.
    fn adopt(&self, route: &Route, request: &Request, notes: &mut Vec<Note>) -> Request;

    /// The request's members as this route's model takes them, where that is otherwise than the request says: by the generation of the
    /// model, or by what of the turns goes. None where they go as they are. What is changed becomes a note.
    fn fit(&self, _plan: &Plan<'_>, _notes: &mut Vec<Note>) -> Option<Request> {
        None
    }

    /// True where both turns are written as one message. A turn that does not go stands between none.
    fn joins(&self, _before: &Turn, _after: &Turn) -> bool {
        false
    }

    /// Withholds more, asks for placeholders, rewrites ids.
    ///
    /// # Contract
    /// - Looks at [`DraftPlan::fresh`] turns alone, and decides each from itself and those before it.
    fn tighten(&self, _draft: &mut DraftPlan<'_>) {}

    /// Where and how a request is sent, streamed or not.
    fn endpoint(&self, _route: &Route, _streamed: bool) -> Endpoint {
        Endpoint::bearer("")
    }

    /// Headers that say something of the conversation, beside those of the endpoint.
    fn marks(&self, _plan: &Plan<'_>) -> Vec<(&'static str, Cow<'static, str>)> {
        vec![]
    }

    /// The carrier at a place as a refusal counts messages and blocks; none where the wire does not count so.
    fn locate(&self, _plan: &Plan<'_>, _spot: Spot) -> Option<(usize, At)> {
        None
    }

    /// What the caller's request says of seals that are bound to another prefix; none where it says nothing, and the row decides.
    fn strictness(&self, _request: &Request) -> Option<Strictness> {
        None
    }

    /// The carriers which a reply to this plan says were dropped because they are bound to another prefix; none that were dropped for
    /// another reason.
    fn dropped(&self, _plan: &Plan<'_>, _reply: &Turn) -> Vec<(usize, At)> {
        vec![]
    }

    /// Writes the body up to where its messages start, the opening bracket of their list included. Where the wire has instructions apart from
    /// its messages, the turns that open the history with them are written here, and not by [`group`](Self::group).
    ///
    /// # Errors
    /// Where the wire cannot say it.
    fn head(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError>;

    /// Writes the messages of a group of turns, separated by commas; nothing where nothing of it goes.
    ///
    /// # Contract
    /// - *prefix*: the bytes depend on these turns and on their decisions alone.
    /// - *foreign*: writes nothing that the plan withholds.
    /// # Errors
    /// Where the wire cannot say it.
    fn group(&self, plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) -> Result<(), RenderError>;

    /// Writes the body from the closing bracket of the messages on.
    ///
    /// # Errors
    /// Where the wire cannot say it.
    fn tail(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError>;
}

/// What a caller wants done with a seal that is bound to another prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strictness {
    /// It goes, and the server drops what does not hold.
    Drop,
    /// It goes, and the server refuses what does not hold: nothing is withheld by foresight, and the refusal is not retried.
    Refuse,
}

/// Where and how a request is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// What stands behind the path of the base URL: `/chat/completions`.
    pub suffix: Cow<'static, str>,
    /// The header that holds the key, and what stands before the key in it.
    pub auth: (&'static str, &'static str),
    /// Other headers that the wire demands.
    pub headers: Vec<(&'static str, Cow<'static, str>)>,
}

impl Endpoint {
    /// `Authorization: Bearer KEY` at `suffix`.
    pub fn bearer(suffix: &'static str) -> Self {
        Self { suffix: suffix.into(), auth: ("authorization", "Bearer "), headers: vec![] }
    }
}

/// What is known of a reply before its bytes come.
#[derive(Clone, Debug)]
pub struct ReplyHead {
    /// The HTTP status.
    pub status: u16,
    /// How the body is framed.
    pub framing: Framing,
    /// The upstream that a response header names, where a gateway sends one.
    pub served_by: Option<String>,
}

impl ReplyHead {
    /// A reply of status 200.
    pub fn ok(framing: Framing) -> Self {
        Self { status: 200, framing, served_by: None }
    }
}

/// How a reply's body is framed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Framing {
    /// One JSON document.
    Whole,
    /// Server-sent events.
    Sse,
    /// Frames of `application/vnd.amazon.eventstream`.
    EventStream,
    /// One JSON document a line: `application/x-ndjson`.
    Lines,
}

/// Reads one reply as it comes.
pub trait Capture: Send {
    /// Takes the next bytes, cut anywhere; hands deltas on for display.
    ///
    /// # Contract
    /// - *split*: any cutting of the same bytes gives the same turn.
    /// # Errors
    /// Where the bytes are not this wire's; the error names the place. `finish` then still gives what came before.
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError>;

    /// The turn, or the refusal that came in place of one.
    ///
    /// # Contract
    /// - *cut*: bytes that end early never gain an ending or a signature; the turn says that it is cut.
    /// # Errors
    /// Where not even the beginning of a turn came; the error names the place.
    fn finish(self: Box<Self>) -> Result<Captured, WireError>;
}

/// What a reply was.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "moved once a reply")]
pub enum Captured {
    /// A turn.
    Turn(Turn),
    /// A refusal: a 4xx or 5xx, or an error inside a 200.
    Refusal(Refused),
}

/// A refusal as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The HTTP status, or the one that the error object names.
    pub status: u16,
    /// The body; text that is not JSON stands in a string.
    pub body: Verbatim,
}

/// A piece of a reply for display, in the spelling of its wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Delta<'a> {
    /// Thinking. The inside of a JSON string.
    Reasoning(&'a str),
    /// The answer. The inside of a JSON string.
    Text(&'a str),
    /// A tool call begins; its name. The inside of a JSON string.
    Call(&'a str),
}

impl Delta<'_> {
    /// The piece as text. A character that was cut in two shows as U+FFFD.
    pub fn text(&self) -> String {
        let (Self::Reasoning(inner) | Self::Text(inner) | Self::Call(inner)) = self;
        String::from_utf16_lossy(&verbatim::units(inner))
    }
}

/// What a request held.
#[derive(Clone, Debug)]
pub struct Ingested {
    /// Its members beside the messages.
    pub request: Request,
    /// Its messages.
    pub turns: Vec<Turn>,
}

/// Bytes from outside that are not what they should be.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WireError {
    /// Nothing came.
    #[error("{place}: empty, nothing to read")]
    Empty {
        /// Where.
        place: Place,
    },
    /// Not JSON.
    #[error("{place}: not valid json: {source}")]
    Json {
        /// Where.
        place: Place,
        /// What the parser says, with line and column.
        source: serde_json::Error,
    },
    /// Not UTF-8.
    #[error("{place}: not utf-8 at byte {at}")]
    Utf8 {
        /// Where.
        place: Place,
        /// The offset in it.
        at: usize,
    },
    /// JSON of another shape.
    #[error("{place}: expected {expected}, found {found}")]
    Shape {
        /// Where.
        place: Place,
        /// What should be there.
        expected: &'static str,
        /// What is there, without content: a type, or the API whose reply it looks like.
        found: String,
    },
}

/// The closed list of what can be wrong with bytes from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireErrorKind {
    /// Nothing came.
    Empty,
    /// Not JSON.
    Json,
    /// Not UTF-8.
    Utf8,
    /// JSON of another shape.
    Shape,
}

impl WireError {
    /// What is wrong, to act on.
    pub fn kind(&self) -> WireErrorKind {
        match self {
            Self::Empty { .. } => WireErrorKind::Empty,
            Self::Json { .. } => WireErrorKind::Json,
            Self::Utf8 { .. } => WireErrorKind::Utf8,
            Self::Shape { .. } => WireErrorKind::Shape,
        }
    }
    /// The same at another place: what read the bytes may not know which event or line they were.
    #[must_use]
    pub fn at(self, place: impl Into<Place>) -> Self {
        let place = place.into();
        match self {
            Self::Empty { .. } => Self::Empty { place },
            Self::Json { source, .. } => Self::Json { place, source },
            Self::Utf8 { at, .. } => Self::Utf8 { place, at },
            Self::Shape { expected, found, .. } => Self::Shape { place, expected, found },
        }
    }
    /// A name that stands twice in an object of a request.
    pub fn twice(place: impl Into<Place>, name: &str) -> Self {
        Self::Shape { place: place.into(), expected: "each name once", found: format!("`{name}` twice") }
    }
    /// A value of the wrong type; `found` is told from its first byte.
    pub fn shape(place: impl Into<Place>, expected: &'static str, raw: &str) -> Self {
        let found = match raw.bytes().next() {
            Some(b'{') => "an object",
            Some(b'[') => "an array",
            Some(b'"') => "a string",
            Some(b't' | b'f') => "a boolean",
            Some(b'n') => "null",
            Some(_) => "a number",
            None => "nothing",
        };
        Self::Shape { place: place.into(), expected, found: found.to_owned() }
    }
    /// The same where `expected` are words: a string is then another one, and what it says may be a person's.
    pub fn word(place: impl Into<Place>, expected: &'static str, raw: &str) -> Self {
        if raw.starts_with('"') {
            return Self::Shape { place: place.into(), expected, found: "another string".to_owned() };
        }
        Self::shape(place, expected, raw)
    }
}

/// A place in the input: `reply`, `event 7`, `messages[3].content[0]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place(pub Cow<'static, str>);

impl From<&'static str> for Place {
    fn from(text: &'static str) -> Self {
        Self(text.into())
    }
}
impl From<String> for Place {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A history that a wire cannot say.
#[derive(Debug, thiserror::Error)]
#[error("turn {turn}: {what}")]
pub struct RenderError {
    /// The turn.
    pub turn: usize,
    /// What cannot be said.
    pub what: Cow<'static, str>,
    /// What lies beneath.
    #[source]
    pub source: Option<Box<dyn StdError + Send + Sync>>,
}

impl RenderError {
    /// Without a source.
    pub fn new(turn: usize, what: impl Into<Cow<'static, str>>) -> Self {
        Self { turn, what: what.into(), source: None }
    }
}

/// Text that is not JSON, kept in a JSON string.
pub fn as_json(bytes: &[u8]) -> Verbatim {
    let text = String::from_utf8_lossy(bytes);
    Verbatim::parse(&text).unwrap_or_else(|_| Literal::of(&text).verbatim().clone())
}

//! Routes, and the three ways: capture, ingest, project.
use std::sync::LazyLock;
use throughline_anthropic::{ADAPTER, Anthropic};
use throughline_core::{
    Api, Captured, Checkpoint, Delta, Fragments, Framing, History, Ingested, Line, Literal, Note, Origin, Part, Plan,
    Policy, ReasoningCarrier, Refused, Registry, RejectionMemory, ReplyHead, Request, Role, Route, Scene, Turn,
    Verbatim, WireError, plan,
};

pub(crate) static REGISTRY: LazyLock<Registry> =
    LazyLock::new(|| Registry::builder().with(&[ADAPTER]).build().unwrap());

pub(crate) fn native() -> Route {
    Route::new("anthropic", "https://api.anthropic.com", Api::MESSAGES, "claude-sonnet-4-5").unwrap()
}
pub(crate) fn relay() -> Route {
    Route::new("custom", "https://relay.example/anthropic", Api::MESSAGES, "claude-sonnet-4-5").unwrap()
}
pub(crate) fn elsewhere() -> Route {
    Route::new("deepseek", "https://api.deepseek.com", Api::CHAT, "deepseek-v4-pro").unwrap()
}
pub(crate) fn policy(route: &Route) -> Policy {
    REGISTRY.rules().find(route).unwrap()
}

pub(crate) fn capture(route: &Route, head: &ReplyHead, pieces: &[&[u8]]) -> Result<Captured, WireError> {
    let mut capture = Anthropic.capture(route, head);
    let mut first = None;
    for piece in pieces {
        if let Err(error) = capture.feed(piece, &mut |_| ()) {
            first.get_or_insert(error);
        }
    }
    capture.finish().map_err(|error| first.unwrap_or(error))
}
fn turn(captured: Captured) -> Turn {
    match captured {
        Captured::Turn(turn) => turn,
        Captured::Refusal(refused) => panic!("a refusal: {refused:?}"),
    }
}
pub(crate) fn whole(route: &Route, body: &str) -> Turn {
    turn(capture(route, &ReplyHead::ok(Framing::Whole), &[body.as_bytes()]).unwrap())
}
pub(crate) fn streamed(route: &Route, bytes: &[u8]) -> Turn {
    turn(capture(route, &ReplyHead::ok(Framing::Sse), &[bytes]).unwrap())
}
pub(crate) fn pieces(route: &Route, pieces: &[&[u8]]) -> Turn {
    turn(capture(route, &ReplyHead::ok(Framing::Sse), pieces).unwrap())
}
pub(crate) fn refusal(head: &ReplyHead, body: &str) -> Refused {
    match capture(&native(), head, &[body.as_bytes()]).unwrap() {
        Captured::Refusal(refused) => refused,
        Captured::Turn(turn) => panic!("a turn: {turn:?}"),
    }
}
/// What a stream shows: `R` before thinking, `T` before text, `C` before a call.
pub(crate) fn shown(bytes: &[u8]) -> String {
    let mut capture = Anthropic.capture(&native(), &ReplyHead::ok(Framing::Sse));
    let mut out = String::new();
    let mut sink = |delta: Delta<'_>| {
        let mark = match delta {
            Delta::Reasoning(_) => 'R',
            Delta::Text(_) => 'T',
            _ => 'C',
        };
        out.push(mark);
        out.push_str(&delta.text());
    };
    capture.feed(bytes, &mut sink).unwrap();
    out
}
/// Events as the API frames them.
pub(crate) fn sse(events: &[&str]) -> String {
    let name = |json: &str| throughline_core::json::member(json, "type").map(|kind| kind.get().replace('"', ""));
    let frame = |json: &&str| format!("event: {}\ndata: {json}\n\n", name(json).unwrap_or_default());
    events.iter().map(frame).collect()
}

/// Everything that a provider minted in the turn, in order: readable reasoning, text and calls as one list of raw strings.
pub(crate) fn said(turn: &Turn) -> Vec<String> {
    let part = |part: &Part| match part {
        Part::Text(text) => format!("text {}", text.text.raw()),
        Part::Reasoning(carrier) => format!("{} {} {}", carrier.kind, carrier.sealed, carrier.payload.get()),
        Part::Call(call) => {
            let mut arguments = String::new();
            call.arguments.write_text(&mut arguments);
            format!("call {} {} {arguments}", call.id.as_ref().map_or("none", Literal::raw), call.name.raw())
        }
        Part::Result(result) => format!("result {}", result.call.as_ref().map_or("none", Literal::raw)),
        Part::Media(block) => format!("media {}", block.payload.get()),
        Part::Checkpoint(Checkpoint { text, item }) => {
            let text = text.as_ref().map_or("none", |text| text.text.raw());
            let item = item.as_ref().map(|item| format!("{} {}", item.sealed, item.payload.get()));
            format!("checkpoint {text} {}", item.unwrap_or_default())
        }
        Part::Opaque(block) => format!("opaque {}", block.payload.get()),
    };
    turn.parts.iter().map(part).collect()
}
pub(crate) fn meta(turn: &Turn) -> String {
    turn.meta.iter().map(|(key, value)| format!("{key}={};", value.get())).collect()
}
pub(crate) fn ingest(route: &Route, body: &str) -> Ingested {
    Anthropic.ingest(route, body.as_bytes()).unwrap()
}
pub(crate) fn origin(route: &Route) -> Option<std::sync::Arc<Origin>> {
    Some(Origin::of(route, throughline_core::How::Minted).into())
}
/// A request with all that the API demands.
pub(crate) fn asking() -> Request {
    let mut request = Request::new(Api::MESSAGES);
    request.set("max_tokens", Verbatim::parse("64").unwrap());
    request
}

/// A projection with its ledger and notes.
pub(crate) struct Projected {
    pub(crate) body: String,
    pub(crate) lines: Vec<Line>,
    pub(crate) notes: Vec<Note>,
}
impl Projected {
    /// What stands between the brackets of the messages.
    pub(crate) fn messages(&self) -> &str {
        let start = self.body.find(r#""messages":["#).unwrap() + 12;
        &self.body[start..self.body.rfind(']').unwrap()]
    }
    /// The ledger: turn, kind, outcome, reason.
    pub(crate) fn ledger(&self) -> Vec<String> {
        let line =
            |line: &Line| format!("{} {} {}: {}", line.turn, line.kind, line.outcome.as_str(), line.because.reason());
        self.lines.iter().map(line).collect()
    }
    pub(crate) fn notes(&self) -> Vec<String> {
        self.notes.iter().map(|note| format!("{}: {}", note.what, note.why.reason())).collect()
    }
}
pub(crate) fn planned<T>(route: &Route, request: &Request, turns: &[Turn], then: impl Fn(&Plan<'_>) -> T) -> T {
    let (policy, history, memory) = (policy(route), turns.iter().cloned().collect::<History>(), RejectionMemory::new());
    let scene = Scene { route, policy: &policy, request, history: &history, memory: &memory };
    then(&plan(&Anthropic, scene, &mut Fragments::new()))
}
pub(crate) fn project(route: &Route, request: &Request, turns: &[Turn]) -> Projected {
    planned(route, request, turns, |plan| {
        let body = plan.render(&Anthropic, &mut Fragments::new()).unwrap();
        let turns = (0..plan.len()).filter_map(|n| plan.turn(n));
        let notes = plan.notes().iter().chain(turns.flat_map(|turn| turn.notes())).cloned().collect();
        Projected { body: String::from_utf8(body.bytes).unwrap(), lines: plan.ledger(), notes }
    })
}
pub(crate) fn messages(route: &Route, turns: &[Turn]) -> String {
    project(route, &asking(), turns).messages().to_owned()
}
pub(crate) fn assistant(parts: Vec<Part>) -> Turn {
    Turn { parts, ..Turn::new(Role::Assistant) }
}

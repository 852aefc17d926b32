//! What the tests share: a route, a captured reply, a projected request.
use std::sync::Arc;
use throughline_chat::{ADAPTER, Chat};
use throughline_core::{
    Api, Captured, Delta, Fragments, Framing, History, Ingested, Line, Note, ReasoningCarrier, Refused, Registry,
    RejectionMemory, ReplyHead, Request, Route, Scene, Turn, WireError, plan,
};

pub(crate) fn route(provider: &str, url: &str, model: &str) -> Route {
    Route::new(provider, url, Api::CHAT, model).unwrap()
}

pub(crate) fn openrouter(model: &str) -> Route {
    route("openrouter", "https://openrouter.ai/api/v1", model)
}

/// A host of which nothing is known.
pub(crate) fn plain() -> Route {
    route("somebody", "https://api.example.com/v1", "m")
}

/// Captures a reply that comes in pieces; the deltas that were shown.
pub(crate) fn try_capture(
    route: &Route,
    framing: Framing,
    pieces: &[&[u8]],
) -> (Result<Captured, WireError>, Vec<String>) {
    let mut shown = vec![];
    let mut capture = Chat.capture(route, &ReplyHead::ok(framing));
    for piece in pieces {
        let mut sink = |delta: Delta<'_>| {
            shown.push(match delta {
                Delta::Reasoning(_) => format!("reasoning {}", delta.text()),
                Delta::Call(_) => format!("call {}", delta.text()),
                _ => format!("text {}", delta.text()),
            });
        };
        if let Err(error) = capture.feed(piece, &mut sink) {
            shown.push(format!("error {error}"));
        }
    }
    (capture.finish(), shown)
}

pub(crate) fn whole(route: &Route, body: &str) -> Turn {
    turn(try_capture(route, Framing::Whole, &[body.as_bytes()]).0)
}

pub(crate) fn streamed(route: &Route, events: &[&str]) -> Turn {
    turn(try_capture(route, Framing::Sse, &[sse(events).as_bytes()]).0)
}

pub(crate) fn turn(captured: Result<Captured, WireError>) -> Turn {
    match captured.unwrap() {
        Captured::Turn(turn) => turn,
        Captured::Refusal(refused) => panic!("a refusal: {}", refused.body.get()),
    }
}

pub(crate) fn refusal(captured: Result<Captured, WireError>) -> Refused {
    match captured.unwrap() {
        Captured::Refusal(refused) => refused,
        Captured::Turn(turn) => panic!("a turn: {turn:?}"),
    }
}

/// Events as they stand in a stream.
pub(crate) fn sse(events: &[&str]) -> String {
    events.iter().map(|event| format!("data: {event}\n\n")).collect()
}

/// Deltas of choice 0 as a stream that ends well.
pub(crate) fn deltas(deltas: &[&str], stop: &str) -> String {
    let chunk = |delta: &&str| format!(r#"{{"choices":[{{"index":0,"delta":{delta},"finish_reason":null}}]}}"#);
    let mut events: Vec<String> = deltas.iter().map(chunk).collect();
    events.push(format!(r#"{{"choices":[{{"index":0,"delta":{{}},"finish_reason":"{stop}"}}]}}"#));
    events.push("[DONE]".to_owned());
    sse(&events.iter().map(String::as_str).collect::<Vec<_>>())
}

pub(crate) fn of_deltas(route: &Route, list: &[&str]) -> Turn {
    turn(try_capture(route, Framing::Sse, &[deltas(list, "stop").as_bytes()]).0)
}

pub(crate) fn ingest(route: &Route, body: &str) -> Ingested {
    Chat.ingest(route, body.as_bytes()).unwrap()
}

/// What a request would be.
pub(crate) struct Projected {
    pub(crate) body: String,
    pub(crate) messages: String,
    pub(crate) ledger: Vec<Line>,
    pub(crate) notes: Vec<Note>,
}

pub(crate) fn project(route: &Route, request: &Request, turns: impl IntoIterator<Item = Turn>) -> Projected {
    let history: History = turns.into_iter().map(Arc::new).collect();
    project_history(route, request, &history)
}

pub(crate) fn project_history(route: &Route, request: &Request, history: &History) -> Projected {
    let registry = Registry::builder().with(&[ADAPTER]).build().unwrap();
    let (policy, adapter) = registry.find(route).unwrap();
    let memory = RejectionMemory::new();
    let scene = Scene { route, policy: &policy, request, history, memory: &memory };
    let mut fragments = Fragments::new();
    let plan = plan(adapter, scene, &mut fragments);
    let body = plan.render(adapter, &mut fragments).unwrap();
    let turns = (0..plan.len()).filter_map(|n| plan.turn(n));
    let notes = plan.notes().iter().chain(turns.flat_map(|turn| turn.notes())).cloned().collect();
    let text = String::from_utf8(body.bytes).unwrap();
    Projected { messages: text[body.messages].to_owned(), body: text, ledger: plan.ledger(), notes }
}

/// The message that one turn becomes.
pub(crate) fn message(route: &Route, turn: Turn) -> String {
    project(route, &Request::new(Api::CHAT), [turn]).messages
}

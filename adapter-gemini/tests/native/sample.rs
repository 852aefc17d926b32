//! Routes, and the three ways: capture, ingest, project.
use std::sync::LazyLock;
use throughline_core::{
    Api, Captured, Delta, Fragments, Framing, History, Literal, Part, Plan, Policy, ReasoningCarrier, Refused,
    Registry, RejectionMemory, ReplyHead, Request, Role, Route, Scene, ToolResult, Turn, Verbatim, WireError, plan,
};
use throughline_gemini::{ADAPTER, Gemini};

pub(crate) static REGISTRY: LazyLock<Registry> =
    LazyLock::new(|| Registry::builder().with(&[ADAPTER]).build().unwrap());

pub(crate) const API: Api = Api::new("gemini_generate");

pub(crate) fn studio(model: &str) -> Route {
    Route::new("gemini", "https://generativelanguage.googleapis.com/v1beta", API, model).unwrap()
}
pub(crate) fn vertex(model: &str) -> Route {
    let base = "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google";
    Route::new("vertex", base, API, model).unwrap()
}
pub(crate) fn newest() -> Route {
    studio("gemini-3-pro-preview")
}
fn policy(route: &Route) -> Policy {
    REGISTRY.rules().find(route).unwrap()
}

pub(crate) fn capture(route: &Route, head: &ReplyHead, pieces: &[&[u8]]) -> Result<Captured, WireError> {
    let mut capture = Gemini.capture(route, head);
    let mut first = None;
    for piece in pieces {
        if let Err(error) = capture.feed(piece, &mut |_| ()) {
            first.get_or_insert(error);
        }
    }
    capture.finish().map_err(|error| first.unwrap_or(error))
}
pub(crate) fn turn(captured: Captured) -> Turn {
    match captured {
        Captured::Turn(turn) => turn,
        Captured::Refusal(refused) => panic!("a refusal: {refused:?}"),
    }
}
pub(crate) fn refusal(captured: Captured) -> Refused {
    match captured {
        Captured::Refusal(refused) => refused,
        Captured::Turn(turn) => panic!("a turn: {turn:?}"),
    }
}
/// A reply around its parts.
pub(crate) fn reply(parts: &str) -> String {
    format!(r#"{{"candidates":[{{"content":{{"parts":[{parts}],"role":"model"}},"finishReason":"STOP","index":0}}]}}"#)
}
pub(crate) fn whole(route: &Route, body: &str) -> Turn {
    turn(capture(route, &ReplyHead::ok(Framing::Whole), &[body.as_bytes()]).unwrap())
}
pub(crate) fn streamed(route: &Route, bytes: &[u8]) -> Turn {
    turn(capture(route, &ReplyHead::ok(Framing::Sse), &[bytes]).unwrap())
}
/// The parts of each event, as the API frames them.
pub(crate) fn sse(events: &[&str]) -> String {
    let frame = |parts: &&str| {
        format!(
            "data: {{\"candidates\":[{{\"content\":{{\"parts\":[{parts}],\"role\":\"model\"}},\"index\":0}}]}}\r\n\r\n"
        )
    };
    events.iter().map(frame).collect()
}
pub(crate) const END: &str = "data: {\"candidates\":[{\"finishReason\":\"STOP\",\"index\":0}]}\n\n";

/// What a stream shows: `R` before thinking, `T` before text, `C` before a call.
pub(crate) fn shown(bytes: &[u8]) -> String {
    let mut capture = Gemini.capture(&newest(), &ReplyHead::ok(Framing::Sse));
    let mut out = String::new();
    let mut sink = |delta: Delta<'_>| {
        out.push(match delta {
            Delta::Reasoning(_) => 'R',
            Delta::Text(_) => 'T',
            _ => 'C',
        });
        out.push_str(&delta.text());
    };
    capture.feed(bytes, &mut sink).unwrap();
    out
}

/// Everything that is in the turn, in order, as a list of raw strings; the carriers of a part behind it.
pub(crate) fn said(turn: &Turn) -> Vec<String> {
    let part = |part: &Part| {
        let own = match part {
            Part::Text(text) => format!("text {}", text.text.raw()),
            Part::Reasoning(carrier) => {
                return format!("{} {} {}", carrier.kind, carrier.sealed, carrier.payload.get());
            }
            Part::Call(call) => {
                let id = call.id.as_ref().map_or("none", Literal::raw);
                format!("call {id} {} {}", call.name.raw(), call.arguments.object().unwrap().get())
            }
            Part::Result(result) => {
                let name = result.extras.first().map_or("", |(_, name)| name.get());
                format!("result {name} {}", result.content.as_ref().map_or("none", Verbatim::get))
            }
            Part::Media(block) => format!("media {}", block.payload.get()),
            Part::Checkpoint(_) => "checkpoint".to_owned(),
            Part::Opaque(block) => format!("opaque {}", block.payload.get()),
        };
        part.carriers().fold(own, |own, carrier| format!("{own} <{}>", carrier.payload.get()))
    };
    turn.parts.iter().map(part).collect()
}

/// A projection with its ledger and notes.
pub(crate) struct Projected {
    pub(crate) body: String,
    pub(crate) ledger: Vec<String>,
    pub(crate) notes: Vec<String>,
}
pub(crate) fn planned<T>(
    route: &Route,
    request: &Request,
    memory: &RejectionMemory,
    turns: &[Turn],
    then: impl FnOnce(&Plan<'_>) -> T,
) -> T {
    let (policy, history) = (policy(route), turns.iter().cloned().collect::<History>());
    let scene = Scene { route, policy: &policy, request, history: &history, memory };
    then(&plan(&Gemini, scene, &mut Fragments::new()))
}
pub(crate) fn projected(plan: &Plan<'_>) -> Projected {
    let body = plan.render(&Gemini, &mut Fragments::new()).unwrap();
    let turns = (0..plan.len()).filter_map(|n| plan.turn(n));
    let notes = plan.notes().iter().chain(turns.flat_map(|turn| turn.notes()));
    let lines = plan.ledger();
    Projected {
        body: String::from_utf8(body.bytes).unwrap(),
        ledger: lines
            .iter()
            .map(|line| format!("{} {} {}: {}", line.turn, line.kind, line.outcome.as_str(), line.because.reason()))
            .collect(),
        notes: notes.map(|note| format!("{}: {}", note.what, note.why.reason())).collect(),
    }
}
pub(crate) fn project(route: &Route, turns: &[Turn]) -> Projected {
    planned(route, &Request::new(API), &RejectionMemory::new(), turns, projected)
}
/// What stands between the brackets of the contents.
pub(crate) fn contents(route: &Route, turns: &[Turn]) -> String {
    let body = project(route, turns).body;
    let start = body.find(r#""contents":["#).unwrap() + 12;
    body[start..body.rfind(']').unwrap()].to_owned()
}
/// The parts of the only content of the model.
pub(crate) fn model(contents: &str) -> &str {
    let (_, parts) = contents.split_once(r#"{"role":"model","parts":["#).unwrap();
    parts.split_once("]},{\"role\":\"user\"").map_or(parts, |(parts, _)| parts)
}

pub(crate) fn assistant(parts: Vec<Part>) -> Turn {
    Turn { parts, ..Turn::new(Role::Assistant) }
}
pub(crate) fn result(id: Option<&str>, content: &str) -> Part {
    let content = Some(Verbatim::parse(content).unwrap());
    Part::Result(ToolResult { call: id.map(Literal::of), content, extras: vec![] })
}
pub(crate) fn tool(results: Vec<Part>) -> Turn {
    Turn { parts: results, ..Turn::new(Role::Tool) }
}

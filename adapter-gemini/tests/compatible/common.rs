//! What the tests share: routes, a captured reply, a projected conversation.
use throughline_core::{
    Api, Captured, Delta, Fragments, Framing, History, Line, ReasoningCarrier, Registry, RejectionMemory, ReplyHead,
    Request, Route, Scene, Turn, plan,
};
use throughline_gemini::Compatible;

pub(crate) fn studio(model: &str) -> Route {
    Route::new("gemini", "https://generativelanguage.googleapis.com/v1beta/openai", Api::CHAT, model).unwrap()
}
pub(crate) fn vertex(model: &str) -> Route {
    let url = "https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5/endpoints/openapi";
    Route::new("vertex", url, Api::CHAT, model).unwrap()
}
pub(crate) fn chat(provider: &str, url: &str, model: &str) -> Route {
    Route::new(provider, url, Api::CHAT, model).unwrap()
}

pub(crate) fn try_capture(route: &Route, framing: Framing, body: &str) -> (Captured, Vec<String>) {
    let mut shown = vec![];
    let mut sink = |delta: Delta<'_>| {
        shown.push(match delta {
            Delta::Reasoning(_) => format!("thinks {}", delta.text()),
            Delta::Text(_) => format!("says {}", delta.text()),
            _ => format!("calls {}", delta.text()),
        });
    };
    let mut capture = Compatible.capture(route, &ReplyHead::ok(framing));
    capture.feed(body.as_bytes(), &mut sink).unwrap();
    (capture.finish().unwrap(), shown)
}
fn turn(captured: Captured) -> Turn {
    match captured {
        Captured::Turn(turn) => turn,
        Captured::Refusal(refused) => panic!("a refusal: {}", refused.body.get()),
    }
}
/// A whole reply around a message.
pub(crate) fn whole(route: &Route, message: &str) -> Turn {
    turn(
        try_capture(
            route,
            Framing::Whole,
            &format!(r#"{{"choices":[{{"finish_reason":"stop","message":{message}}}]}}"#),
        )
        .0,
    )
}
/// Deltas as events, with the end behind them.
pub(crate) fn events(deltas: &[&str]) -> String {
    let event = |delta: &&str| format!("data: {{\"choices\":[{{\"delta\":{delta}}}]}}\n\n");
    deltas.iter().map(event).collect::<String>()
        + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
}
pub(crate) fn streamed(route: &Route, deltas: &[&str]) -> (Turn, Vec<String>) {
    let (captured, shown) = try_capture(route, Framing::Sse, &events(deltas));
    (turn(captured), shown)
}

pub(crate) fn registry() -> Registry {
    let all = [throughline_chat::ADAPTER, throughline_gemini::ADAPTER, throughline_gemini::COMPATIBLE_ADAPTER];
    Registry::builder().with(&all).build().unwrap()
}
pub(crate) struct Sent {
    pub(crate) messages: String,
    pub(crate) lines: Vec<Line>,
    pub(crate) notes: Vec<String>,
}
/// The body's messages, the ledger and the notes.
pub(crate) fn project(route: &Route, request: &Request, turns: impl IntoIterator<Item = Turn>) -> Sent {
    let (registry, memory) = (registry(), RejectionMemory::new());
    let (policy, adapter) = registry.find(route).unwrap();
    let history: History = turns.into_iter().collect();
    let scene = Scene { route, policy: &policy, request, history: &history, memory: &memory };
    let mut fragments = Fragments::new();
    let plan = plan(adapter, scene, &mut fragments);
    let body = plan.render(adapter, &mut fragments).unwrap();
    let messages = String::from_utf8(body.bytes[body.messages.clone()].to_vec()).unwrap();
    let notes = (0..plan.len()).filter_map(|n| plan.turn(n)).flat_map(|turn| turn.notes());
    let notes = notes.map(|note| note.what.to_string()).collect();
    Sent { messages, lines: plan.ledger(), notes }
}
pub(crate) fn message(route: &Route, turn: Turn) -> String {
    project(route, &Request::new(Api::CHAT), [turn]).messages
}
pub(crate) fn ingest(route: &Route, messages: &str) -> Vec<Turn> {
    let body = format!(r#"{{"model":"m","messages":[{messages}]}}"#);
    registry().find(route).unwrap().1.ingest(route, body.as_bytes()).unwrap().turns
}
/// Kind, issuer and payload of each carrier.
pub(crate) fn carriers(turn: &Turn) -> Vec<String> {
    turn.carriers()
        .map(|(_, carrier)| format!("{} {} {}", carrier.kind, carrier.issuer, carrier.payload.get()))
        .collect()
}

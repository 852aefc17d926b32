//! What the tests share: routes, a captured reply, a projected conversation.
use throughline_copilot::Copilot;
use throughline_core::{
    Api, Captured, Delta, Fragments, Framing, History, ReasoningCarrier, Registry, RejectionMemory, ReplyHead, Request,
    Route, Scene, Turn, plan,
};

pub(crate) fn copilot(model: &str) -> Route {
    Route::new("copilot", "https://api.githubcopilot.com", Api::CHAT, model).unwrap()
}
pub(crate) fn chat(provider: &str, url: &str, model: &str) -> Route {
    Route::new(provider, url, Api::CHAT, model).unwrap()
}
pub(crate) fn try_capture(route: &Route, framing: Framing, pieces: &[&[u8]]) -> (Captured, Vec<String>) {
    let mut shown = vec![];
    let mut sink = |delta: Delta<'_>| {
        shown.push(match delta {
            Delta::Reasoning(_) => format!("thinks {}", delta.text()),
            Delta::Text(_) => format!("says {}", delta.text()),
            _ => format!("calls {}", delta.text()),
        });
    };
    let mut capture = Copilot.capture(route, &ReplyHead::ok(framing));
    pieces.iter().for_each(|piece| capture.feed(piece, &mut sink).unwrap());
    (capture.finish().unwrap(), shown)
}
pub(crate) fn turn(captured: Captured) -> Turn {
    match captured {
        Captured::Turn(turn) => turn,
        Captured::Refusal(refused) => panic!("a refusal: {}", refused.body.get()),
    }
}
pub(crate) fn whole(route: &Route, body: &str) -> Turn {
    turn(try_capture(route, Framing::Whole, &[body.as_bytes()]).0)
}
/// A whole reply around a message.
pub(crate) fn said(route: &Route, message: &str) -> Turn {
    whole(route, &format!(r#"{{"choices":[{{"index":0,"finish_reason":"stop","message":{message}}}]}}"#))
}
/// Choices as events, with the end behind them.
pub(crate) fn streamed(route: &Route, choices: &[&str]) -> Turn {
    let event = |choice: &&str| format!("data: {{\"choices\":[{choice}]}}\n\n");
    let body = choices.iter().map(event).collect::<String>() + "data: [DONE]\n\n";
    turn(try_capture(route, Framing::Sse, &[body.as_bytes()]).0)
}
pub(crate) fn registry() -> Registry {
    let all = [throughline_chat::ADAPTER, throughline_anthropic::ADAPTER, throughline_copilot::ADAPTER];
    Registry::builder().with(&all).build().unwrap()
}
pub(crate) fn project(route: &Route, turns: impl IntoIterator<Item = Turn>) -> String {
    let (registry, memory, request) = (registry(), RejectionMemory::new(), Request::new(Api::CHAT));
    let (policy, adapter) = registry.find(route).unwrap();
    let history: History = turns.into_iter().collect();
    let scene = Scene { route, policy: &policy, request: &request, history: &history, memory: &memory };
    let mut fragments = Fragments::new();
    let plan = plan(adapter, scene, &mut fragments);
    let body = plan.render(adapter, &mut fragments).unwrap();
    String::from_utf8(body.bytes[body.messages.clone()].to_vec()).unwrap()
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

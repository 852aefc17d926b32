//! Histories, routes and what becomes of them.
use throughline_bedrock::{ADAPTER, Bedrock};
use throughline_core::{
    Api, Captured, Fragments, Framing, History, Ingested, Plan, ReasoningCarrier, RejectionMemory, ReplyHead, Request,
    Route, Rules, Scene, Turn, plan,
};

pub(crate) const CONVERSE: Api = Api::new("bedrock_converse");
pub(crate) const OPUS: &str = "us.anthropic.claude-opus-4-8-v1:0";
pub(crate) const SONNET: &str = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";

pub(crate) fn route(model: &str) -> Route {
    Route::new("bedrock", "https://bedrock-runtime.us-east-1.amazonaws.com", CONVERSE, model).unwrap()
}
pub(crate) fn rules() -> Rules {
    let mut rules = Rules::new();
    for row in Bedrock.rules().iter() {
        rules.push(ADAPTER.layer, Some(Bedrock.id()), row.clone());
    }
    rules
}

/// A reply of `model` as the turn that it is.
pub(crate) fn reply(model: &str, blocks: &str) -> Turn {
    let mut capture = Bedrock.capture(&route(model), &ReplyHead::ok(Framing::Whole));
    let body =
        format!(r#"{{"output":{{"message":{{"role":"assistant","content":[{blocks}]}}}},"stopReason":"end_turn"}}"#);
    capture.feed(body.as_bytes(), &mut |_| ()).unwrap();
    match capture.finish().unwrap() {
        Captured::Turn(turn) => turn,
        Captured::Refusal(refused) => panic!("{refused:?}"),
    }
}

/// A client's body as it is read.
pub(crate) fn ingest(model: &str, body: &str) -> Ingested {
    Bedrock.ingest(&route(model), body.as_bytes()).unwrap()
}

/// A request as it is sent, and what the plan says of it.
pub(crate) struct Sent {
    pub(crate) body: String,
    pub(crate) messages: String,
    /// Each line of the ledger: turn, kind, outcome, reason.
    pub(crate) ledger: Vec<String>,
    pub(crate) notes: Vec<String>,
}

pub(crate) fn send(model: &str, request: &Request, turns: &[Turn]) -> Sent {
    planned(model, request, turns, &RejectionMemory::new(), sent)
}

pub(crate) fn planned<T>(
    model: &str,
    request: &Request,
    turns: &[Turn],
    memory: &RejectionMemory,
    then: impl FnOnce(&Plan<'_>) -> T,
) -> T {
    let (route, history) = (route(model), turns.iter().cloned().collect::<History>());
    let policy = rules().find(&route).unwrap();
    let scene = Scene { route: &route, policy: &policy, request, history: &history, memory };
    then(&plan(&Bedrock, scene, &mut Fragments::new()))
}

pub(crate) fn sent(plan: &Plan<'_>) -> Sent {
    let body = plan.render(&Bedrock, &mut Fragments::new()).unwrap();
    let text = |range: std::ops::Range<usize>| String::from_utf8(body.bytes[range].to_vec()).unwrap();
    let note = |note: &throughline_core::Note| format!("{}: {}", note.what, note.why.reason());
    let of_turns = (0..plan.len()).flat_map(|n| plan.turn(n).unwrap().notes().iter().map(note).collect::<Vec<_>>());
    Sent {
        messages: text(body.messages.clone()),
        body: text(0..body.bytes.len()),
        ledger: plan
            .ledger()
            .iter()
            .map(|line| {
                let key = line.outcome.key().map(|key| format!(" as `{key}`")).unwrap_or_default();
                format!("{} {} {}{key}: {}", line.turn, line.kind, line.outcome.as_str(), line.because.reason())
            })
            .collect(),
        notes: plan.notes().iter().map(note).chain(of_turns).collect(),
    }
}

/// The messages that `model` is sent of a conversation on this wire.
pub(crate) fn messages(model: &str, turns: &[Turn]) -> String {
    send(model, &Request::new(CONVERSE), turns).messages
}

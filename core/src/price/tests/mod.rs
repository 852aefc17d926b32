//! The tariff on the plainest plans there are.
mod carriers;
mod learned;
mod properties;
mod rates;

use super::*;
use crate::{
    Accept, AdapterId, Api, Capture, Carrier, Checkpoint, Fragments, History, How, Ingested, Issuer, Layer, Literal,
    Note, Origin, Outcome, Part, Pattern, Policy, Presence, Reads, ReasoningCarrier, RejectionMemory, RenderError,
    ReplyHead, Request, Role, Route, RouteRule, Rules, Scene, Slot, TextAt, Tool, Turn, Usage, Verbatim, WireError,
    plan::plan,
};
use std::{borrow::Cow, ops::Range};

struct Plain;
impl ReasoningCarrier for Plain {
    fn id(&self) -> AdapterId {
        "plain".into()
    }
    fn rules(&self) -> Cow<'static, [RouteRule]> {
        Cow::Borrowed(&[])
    }
    fn capture(&self, _: &Route, _: &ReplyHead) -> Box<dyn Capture> {
        unimplemented!("nothing is captured here")
    }
    fn ingest(&self, _: &Route, _: &[u8]) -> Result<Ingested, WireError> {
        Err(WireError::Empty { place: "request".into() })
    }
    fn adopt(&self, _: &Route, request: &Request, _: &mut Vec<Note>) -> Request {
        request.clone()
    }
    fn head(&self, _: &Plan<'_>, _: &mut Vec<u8>) -> Result<(), RenderError> {
        Ok(())
    }
    fn group(&self, _: &Plan<'_>, _: Range<usize>, _: &mut Vec<u8>) -> Result<(), RenderError> {
        Ok(())
    }
    fn tail(&self, _: &Plan<'_>, _: &mut Vec<u8>) -> Result<(), RenderError> {
        Ok(())
    }
}

/// A route, what holds there, and a request.
struct Stage {
    route: Route,
    policy: Policy,
    request: Request,
}

impl Stage {
    fn new(slots: Vec<Slot>) -> Self {
        let rule = RouteRule {
            name: "a row".into(),
            pattern: Pattern::ANY,
            strict: false,
            reads: Some(Reads { slots: slots.into(), ..Reads::NOTHING }),
            required: None,
            flags: None,
            why: "a test".into(),
            evidence: "unverified".into(),
            since: "2026-11".into(),
        };
        let route = Route::new("home", "https://home.example", Api::CHAT, "model").unwrap();
        let mut rules = Rules::new();
        rules.push(Layer::General, Some("plain".into()), rule);
        let policy = rules.find(&route).unwrap();
        Self { route, policy, request: Request::new(Api::CHAT) }
    }
    fn with<T>(&self, history: &History, ask: impl FnOnce(&Plan<'_>) -> T) -> T {
        let memory = RejectionMemory::new();
        let scene =
            Scene { route: &self.route, policy: &self.policy, request: &self.request, history, memory: &memory };
        ask(&plan(&Plain, scene, &mut Fragments::new()))
    }
    fn price(&self, turns: &[Turn]) -> Priced {
        self.with(&turns.iter().cloned().collect(), |plan| plan.price(&Tariff::new()))
    }
    fn learned(&self, turns: &[Turn]) -> Priced {
        self.with(&turns.iter().cloned().collect(), |plan| plan.price(&Tariff::learned(plan)))
    }
    /// What a reply of this route says.
    fn reply(&self, text: &str, usage: Usage) -> Turn {
        let origin = Some(Origin::of(&self.route, How::Minted).into());
        Turn { parts: vec![Part::text(text)], origin, usage: Some(usage), ..Turn::new(Role::Assistant) }
    }
}

fn input(input: u64) -> Usage {
    Usage { input: Some(input), ..Usage::default() }
}

fn thinking(reasoning: u64) -> Usage {
    Usage { reasoning: Some(reasoning), ..Usage::default() }
}

fn quoted(text: &str) -> Verbatim {
    Literal::of(text).verbatim().clone()
}

fn signed() -> Slot {
    Slot::blocks("thinking", "block", const { &[Accept::any("home")] })
}

fn block(payload: &str) -> Carrier {
    Carrier::sealed("block", "home", Verbatim::parse(payload).unwrap(), Some(TextAt::path("text")))
}

fn tokens_of(text: &str) -> u64 {
    let stage = Stage::new(vec![]);
    let turn = |text: &str| stage.price(&[Turn::user(text)]).turns.first().copied().unwrap();
    turn(text) - turn("")
}

//! The adapter that the laws look at, alone in a registry, and the few things that every law does with it.
//!
//! Never gives an adapter a rule that is not its own: what it cannot serve by itself is a breach.
use crate::{Breach, Case, HISTORIES};
use std::sync::Arc;
use throughline_core::{
    Body, Capture, Captured, Fragments, Framing, History, Literal, Part, Plan, Policy, ReasoningCarrier, Registration,
    Registry, RegistryError, RejectionMemory, RenderError, ReplyHead, Request, Role, Route, Scene, Stored, ToolResult,
    Turn, WireError, plan,
};

/// An adapter with its cases.
pub struct Subject {
    pub(crate) registration: Registration,
    pub(crate) cases: Vec<Case>,
    registry: Registry,
    pub(crate) histories: u32,
}

impl Subject {
    /// The adapter alone, under its own rules.
    ///
    /// # Errors
    /// Where the registry refuses it.
    pub fn new(registration: Registration, cases: Vec<Case>) -> Result<Self, RegistryError> {
        let registry = Registry::builder().with(&[registration]).build()?;
        Ok(Self { registration, cases, registry, histories: HISTORIES })
    }
    /// The same, looked at on another number of generated inputs.
    #[must_use]
    pub fn histories(mut self, histories: u32) -> Self {
        self.histories = histories;
        self
    }
    pub(crate) fn adapter(&self) -> &'static dyn ReasoningCarrier {
        self.registration.adapter
    }
    /// Every route that a case names, each once.
    pub(crate) fn routes(&self) -> Vec<&Route> {
        let mut routes: Vec<&Route> = vec![];
        for route in
            self.cases.iter().flat_map(|case| [&case.home].into_iter().chain(&case.strict).chain(&case.foreign))
        {
            if !routes.contains(&route) {
                routes.push(route);
            }
        }
        routes
    }
    /// The stages of all routes.
    pub(crate) fn stages(&self) -> Result<Vec<Stage<'_>>, Box<Breach>> {
        self.routes().into_iter().map(|route| self.stage(route)).collect()
    }
    /// What a request to `route` is made of.
    pub(crate) fn stage<'a>(&self, route: &'a Route) -> Result<Stage<'a>, Box<Breach>> {
        let (policy, adapter) =
            self.registry.find(route).map_err(|error| Breach::new(route.to_string(), format!("no row: {error}")))?;
        let request = Request::new(route.api.clone());
        Ok(Stage { adapter, route, policy, request, memory: RejectionMemory::new() })
    }
    /// Reads a reply that comes in `pieces`.
    pub(crate) fn read<'p>(
        &self,
        route: &Route,
        framing: Framing,
        pieces: impl IntoIterator<Item = &'p [u8]>,
    ) -> Result<Captured, WireError> {
        let mut capture: Box<dyn Capture> = self.adapter().capture(route, &ReplyHead::ok(framing));
        for piece in pieces {
            capture.feed(piece, &mut |_| {})?;
        }
        capture.finish()
    }
    /// The turn that a sample is.
    pub(crate) fn turn(&self, case: &Case, framing: Framing, bytes: &[u8]) -> Result<Turn, Box<Breach>> {
        match self.read(&case.home, framing, [bytes]) {
            Ok(Captured::Turn(turn)) => Ok(turn),
            Ok(Captured::Refusal(refused)) => Err(Breach::new(
                case.title(),
                format!("its {} reply was read as a refusal, {}", form(framing), refused.status),
            )),
            Err(error) => Err(Breach::new(case.title(), format!("its {} reply was not read: {error}", form(framing)))),
        }
    }
    /// Every sample as a turn.
    pub(crate) fn turns(&self) -> Result<Vec<(&Case, Framing, Turn)>, Box<Breach>> {
        let samples =
            self.cases.iter().flat_map(|case| case.samples().map(move |(framing, bytes)| (case, framing, bytes)));
        samples.map(|(case, framing, bytes)| Ok((case, framing, self.turn(case, framing, bytes)?))).collect()
    }
}

/// Which of the replies of a case is meant, as a message says it.
pub(crate) fn form(framing: Framing) -> &'static str {
    if framing == Framing::Whole { "whole" } else { "streamed" }
}

/// The conversation of a case: see [`Case`].
pub(crate) fn conversation(reply: Turn) -> History {
    let content = Literal::of(Case::DONE).verbatim().clone();
    let answers: Vec<Turn> = reply
        .calls()
        .map(|call| ToolResult { call: call.id.clone(), content: Some(content.clone()), extras: vec![] })
        .map(|result| Turn { parts: vec![Part::Result(result)], ..Turn::new(Role::Tool) })
        .collect();
    let next = if answers.is_empty() { vec![Turn::user(Case::NEXT)] } else { answers };
    [Turn::user(Case::HELLO), reply].into_iter().chain(next).collect()
}

/// Everything of a request but its conversation.
pub(crate) struct Stage<'a> {
    pub adapter: &'static dyn ReasoningCarrier,
    pub route: &'a Route,
    pub policy: Policy,
    pub request: Request,
    pub memory: RejectionMemory,
}

impl Stage<'_> {
    /// Plans.
    pub(crate) fn plan<'b>(&'b self, history: &'b History, fragments: &mut Fragments) -> Plan<'b> {
        let scene =
            Scene { route: self.route, policy: &self.policy, request: &self.request, history, memory: &self.memory };
        plan(self.adapter, scene, fragments)
    }
    /// Plans and writes.
    pub(crate) fn project<'b>(
        &'b self,
        history: &'b History,
        fragments: &mut Fragments,
    ) -> Result<(Plan<'b>, Body), RenderError> {
        let plan = self.plan(history, fragments);
        let body = plan.render(self.adapter, fragments)?;
        Ok((plan, body))
    }
    /// The same for a conversation that was never sent before.
    pub(crate) fn cold<'b>(&'b self, history: &'b History) -> Result<(Plan<'b>, Body), RenderError> {
        self.project(history, &mut Fragments::new())
    }
    /// The same under another memory.
    pub(crate) fn under(&self, memory: RejectionMemory) -> Self {
        Self { memory, policy: self.policy.clone(), request: self.request.clone(), ..*self }
    }
    /// The same where a wire has no excuse: the conversation came from it.
    pub(crate) fn sample<'b>(&'b self, case: &Case, history: &'b History) -> Result<(Plan<'b>, Body), Box<Breach>> {
        self.cold(history)
            .map_err(|error| Breach::new(case.title(), format!("not written for {}: {error}", self.route)))
    }
    /// How a message names a generated history on this route.
    pub(crate) fn title(&self) -> String {
        format!("a generated history on {}", self.route)
    }
    /// Where the winning row is strict.
    pub(crate) fn is_strict(&self) -> bool {
        self.policy.reads.rule.strict
    }
}

/// The body as text. A body that is not UTF-8 gives a replacement that no law takes for equal.
pub(crate) fn text(body: &Body) -> String {
    String::from_utf8_lossy(&body.bytes).into_owned()
}

/// The messages of a body as text, without the brackets of their list.
pub(crate) fn messages(body: &Body) -> String {
    String::from_utf8_lossy(body.bytes.get(body.messages.clone()).unwrap_or_default()).into_owned()
}

/// A history as lines that can be replayed.
pub(crate) fn lines<'a>(turns: impl IntoIterator<Item = &'a Arc<Turn>>) -> Vec<String> {
    turns.into_iter().filter_map(|turn| line(turn).ok()).collect()
}

/// The stored form of a turn.
pub(crate) fn line(turn: &Arc<Turn>) -> Result<String, Box<Breach>> {
    Stored::Turn(turn.as_ref().clone()).line().map_err(|error| Breach::new("a turn", format!("not stored: {error}")))
}

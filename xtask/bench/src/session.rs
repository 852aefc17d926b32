//! A session of so many rounds, captured and ready to be projected.
use crate::convo::{CHAT_MODEL, MESSAGES_MODEL, Round, Wire, request};
use std::error::Error;
use throughline::{
    Api, Captured, Fragments, Framing, History, Policy, ReasoningCarrier, Registry, RejectionMemory, ReplyHead,
    Request, Route, Scene, Turn, plan,
};

/// What is wrong, for the person who ran it.
pub(crate) type Failed = Box<dyn Error>;

/// A conversation on its route.
pub(crate) struct Session {
    /// Where it goes.
    pub(crate) route: Route,
    /// Who speaks the wire.
    pub(crate) adapter: &'static dyn ReasoningCarrier,
    policy: Policy,
    request: Request,
    memory: RejectionMemory,
    /// The rounds, each three turns, and a last question.
    pub(crate) history: History,
}

impl Session {
    /// Captures `rounds` rounds.
    pub(crate) fn new(registry: &Registry, wire: Wire, rounds: usize) -> Result<Self, Failed> {
        let route = match wire {
            Wire::Chat => Route::new("openrouter", "https://openrouter.ai/api/v1", Api::CHAT, CHAT_MODEL)?,
            Wire::Messages => Route::new("anthropic", "https://api.anthropic.com", Api::MESSAGES, MESSAGES_MODEL)?,
        };
        let (policy, adapter) = registry.find(&route)?;
        let request = adapter.ingest(&route, request(wire).as_bytes())?.request;
        let mut session =
            Self { route, adapter, policy, request, memory: RejectionMemory::new(), history: History::new() };
        session.history.push(Turn::user(&Round::new(0).user));
        for n in 0..rounds {
            session.grow(wire, n)?;
        }
        Ok(session)
    }
    /// Appends the n-th round and the next question.
    pub(crate) fn grow(&mut self, wire: Wire, n: usize) -> Result<(), Failed> {
        let round = Round::new(n);
        let turn = self.capture(Framing::Whole, [round.reply(wire).as_bytes()].into_iter())?;
        self.history.push(turn);
        self.history.push(Turn::tool(&round.call, &round.result));
        self.history.push(Turn::user(&Round::new(n + 1).user));
        Ok(())
    }
    /// Captures a reply.
    pub(crate) fn capture<'a>(&self, framing: Framing, pieces: impl Iterator<Item = &'a [u8]>) -> Result<Turn, Failed> {
        let mut capture = self.adapter.capture(&self.route, &ReplyHead::ok(framing));
        for piece in pieces {
            capture.feed(piece, &mut |_| ())?;
        }
        match capture.finish()? {
            Captured::Turn(turn) => Ok(turn),
            Captured::Refusal(refused) => Err(format!("captured a refusal of status {}", refused.status).into()),
        }
    }
    /// Plans and writes the request for `history`, over what `body` held.
    pub(crate) fn project(
        &self,
        history: &History,
        fragments: &mut Fragments,
        body: &mut Vec<u8>,
    ) -> Result<(), Failed> {
        let Self { route, policy, request, memory, .. } = self;
        let plan = plan(self.adapter, Scene { route, policy, request, history, memory }, fragments);
        plan.render_into(self.adapter, fragments, body)?;
        Ok(())
    }
}

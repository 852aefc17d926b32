//! A conversation on one route.
use super::{Answer, Call, Secret, Transport, TransportError};
use std::{fmt, sync::Arc};
use throughline_core::{
    Attempt, Captured, Delta, FindError, First, Fragments, Framing, History, Last, Line, Literal, Plan, Policy,
    ReasoningCarrier, Refused, Registry, RejectionMemory, RenderError, ReplyHead, Request, Route, Scene, Taught, Turn,
    Verbatim, WireError, plan,
    verdict::{Refusal, Verdict, read},
};

/// A conversation: its turns, its parameters, and what its route has taught.
pub struct Talk {
    registry: Arc<Registry>,
    transport: Arc<dyn Transport>,
    route: Route,
    policy: Policy,
    adapter: &'static dyn ReasoningCarrier,
    key: Option<Secret>,
    history: History,
    request: Request,
    memory: RejectionMemory,
    fragments: Fragments,
}

/// A reply, and how it came about.
#[derive(Debug)]
pub struct Reply {
    /// The turn; the conversation holds it too.
    pub turn: Arc<Turn>,
    /// The one or two requests that were sent.
    pub tried: Vec<Tried>,
    /// Why the stream broke off, where it did; the turn is then marked cut.
    pub broken: Option<TransportError>,
}

/// A request that was sent.
///
/// `Debug` prints the length of its body: it holds a conversation.
pub struct Tried {
    /// Its body.
    pub body: Vec<u8>,
    /// What became of every carrier.
    pub ledger: Vec<Line>,
    /// The HTTP status of the answer.
    pub status: u16,
    /// Headers of the answer, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The refusal, and what it means.
    pub refusal: Option<(Refused, Verdict)>,
}

impl fmt::Debug for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { body, ledger, status, headers, refusal } = self;
        let body = format_args!("{} bytes", body.len());
        let shown = &mut f.debug_struct("Tried");
        shown.field("body", &body).field("ledger", ledger).field("status", status);
        shown.field("headers", headers).field("refusal", refusal).finish()
    }
}

/// Why there is no reply.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SendError {
    /// The provider refused, and refused once more where there was something to learn.
    #[error("{} refused the request with status {}: {}", route, refused.status, verdict)]
    Refused {
        /// The route.
        route: String,
        /// The last refusal as it came.
        refused: Refused,
        /// What it means.
        verdict: Verdict,
        /// The requests that were sent.
        tried: Vec<Tried>,
    },
    /// No answer came.
    #[error("no answer from {route}: {source}")]
    Transport {
        /// The route.
        route: String,
        /// Why.
        source: TransportError,
    },
    /// The host sends us elsewhere, where no rule was asked about.
    #[error("{route} redirects with status {status}, which is not followed: give the base url that it leads to")]
    Redirected {
        /// The route.
        route: String,
        /// The HTTP status.
        status: u16,
    },
    /// The answer is not of this wire.
    #[error("the answer of {route} cannot be read (status {status}, {kind}): {source}")]
    Wire {
        /// The route.
        route: String,
        /// The HTTP status.
        status: u16,
        /// What the host says it is.
        kind: String,
        /// Why.
        source: WireError,
    },
    /// The wire cannot say what the history holds.
    #[error("the history cannot be said on this wire: {0}")]
    Render(#[from] RenderError),
}

enum Outcome {
    Turn(Box<Turn>, Option<TransportError>),
    Refused(Refused),
}

impl Talk {
    pub(super) fn new(
        registry: Arc<Registry>,
        transport: Arc<dyn Transport>,
        route: Route,
        key: Option<Secret>,
    ) -> Result<Self, FindError> {
        let (policy, adapter) = registry.find(&route)?;
        let request = Request::new(route.api.clone());
        let (history, memory, fragments) = (History::new(), RejectionMemory::new(), Fragments::new());
        Ok(Self { registry, transport, route, policy, adapter, key, history, request, memory, fragments })
    }
    /// Appends a turn.
    pub fn push(&mut self, turn: impl Into<Arc<Turn>>) {
        self.history.push(turn);
    }
    /// The turns.
    pub fn history(&self) -> &History {
        &self.history
    }
    /// Goes on from these turns.
    pub fn set_history(&mut self, history: History) {
        self.history = history;
    }
    /// Parameters and tools, to change.
    pub fn request_mut(&mut self) -> &mut Request {
        &mut self.request
    }
    /// What routes have taught.
    pub fn memory(&self) -> &RejectionMemory {
        &self.memory
    }
    /// Starts from what was learned before.
    pub fn set_memory(&mut self, memory: RejectionMemory) {
        self.memory = memory;
    }
    /// The route.
    pub fn route(&self) -> &Route {
        &self.route
    }
    /// Goes on with another route; the turns stay.
    ///
    /// # Errors
    /// Where no adapter speaks its wire.
    pub fn set_route(&mut self, route: Route, key: Option<Secret>) -> Result<(), FindError> {
        let (policy, adapter) = self.registry.find(&route)?;
        (self.policy, self.adapter, self.route, self.key) = (policy, adapter, route, key);
        Ok(())
    }
    /// What the next request would hold, without sending it.
    ///
    /// # Errors
    /// Where the wire cannot say what the history holds.
    pub fn preview(&self) -> Result<(Vec<u8>, Vec<Line>), RenderError> {
        let mut fragments = Fragments::new();
        let plan = plan(self.adapter, self.scene(&self.memory), &mut fragments);
        Ok((plan.render(self.adapter, &mut fragments)?.bytes, plan.ledger()))
    }
    fn scene<'a>(&'a self, memory: &'a RejectionMemory) -> Scene<'a> {
        Scene { route: &self.route, policy: &self.policy, request: &self.request, history: &self.history, memory }
    }

    /// Sends the conversation and appends the reply. `sink` gets its pieces as they come, where it is streamed.
    ///
    /// A refusal that teaches something is learned from, and the request is sent once more; not after a piece was handed on.
    ///
    /// # Errors
    /// Where there is no reply; nothing is appended then.
    pub async fn send(&mut self, streamed: bool, sink: &mut (dyn FnMut(Delta<'_>) + Send)) -> Result<Reply, SendError> {
        let flag = if streamed { "true" } else { "false" };
        if let Ok(flag) = Verbatim::parse(flag) {
            self.request.set("stream", flag);
        }
        let mut tried = vec![];
        let mut handed = false;
        let first = Attempt::<First>::new(&self.memory);
        let (outcome, last) = self.once(&first, streamed, sink, &mut handed, &mut tried, Some(())).await?;
        let outcome = match (outcome, last) {
            (Outcome::Refused(_), Some(last)) if !handed => {
                self.once(&last, streamed, sink, &mut handed, &mut tried, None).await?.0
            }
            (outcome, _) => outcome,
        };
        match outcome {
            Outcome::Turn(turn, broken) => {
                let turn = Arc::new(*turn);
                self.history.push(turn.clone());
                Ok(Reply { turn, tried, broken })
            }
            Outcome::Refused(refused) => {
                let verdict =
                    tried.last().and_then(|last| last.refusal.as_ref()).map_or(Verdict::NotOurs, |(_, v)| v.clone());
                Err(SendError::Refused { route: self.route.to_string(), refused, verdict, tried })
            }
        }
    }

    /// One request. With `learn`, a refusal is learned from and the last attempt comes back.
    async fn once<S>(
        &mut self,
        attempt: &Attempt<S>,
        streamed: bool,
        sink: &mut (dyn FnMut(Delta<'_>) + Send),
        handed: &mut bool,
        tried: &mut Vec<Tried>,
        learn: Option<()>,
    ) -> Result<(Outcome, Option<Attempt<Last>>), SendError> {
        let mut fragments = std::mem::take(&mut self.fragments);
        let (sent, call) = {
            let plan = plan(self.adapter, self.scene(attempt.memory()), &mut fragments);
            let body = plan.render(self.adapter, &mut fragments)?.bytes;
            let fields: Vec<_> = plan.fields().into_iter().map(|(key, _)| key.clone()).collect();
            (Sent { ledger: plan.ledger(), fields }, self.call(&plan, body, streamed))
        };
        self.fragments = fragments;
        let body = call.body.clone();
        let answer = self.transport.send(call).await.map_err(|source| self.unanswered(source))?;
        let (status, headers) = (answer.status, answer.headers.clone());
        let outcome = self.receive(answer, streamed, sink, handed).await?;
        let mut record = Tried { body, ledger: sent.ledger, status, headers, refusal: None };
        let mut last = None;
        match &outcome {
            Outcome::Turn(..) => {
                for field in sent.fields {
                    self.memory.learn(&self.route, None, Taught::Accepts(field));
                }
            }
            Outcome::Refused(refused) => {
                let mut fragments = Fragments::new();
                let mut memory = self.memory.clone();
                let plan = plan(self.adapter, self.scene(attempt.memory()), &mut fragments);
                let verdict = read(&Refusal { status: refused.status, body: &refused.body }, &plan);
                if learn.is_some() {
                    last = Attempt::<First>::new(&memory).refused(&verdict, &plan, &mut memory, self.adapter);
                }
                drop(plan);
                self.memory = memory;
                record.refusal = Some((refused.clone(), verdict));
            }
        }
        tried.push(record);
        Ok((outcome, last))
    }

    fn call(&self, plan: &Plan<'_>, body: Vec<u8>, streamed: bool) -> Call {
        let endpoint = self.adapter.endpoint(plan.route, streamed);
        let mut headers: Vec<(String, Secret)> = endpoint
            .headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Secret::new(value.clone().into_owned())))
            .collect();
        if let Some(key) = &self.key {
            let (name, before) = endpoint.auth;
            headers.push((name.to_owned(), Secret::new(format!("{before}{}", key.reveal()))));
        }
        Call { url: plan.route.base_url.dial(&endpoint.suffix), headers, body, streamed }
    }

    async fn receive(
        &self,
        mut answer: Answer,
        streamed: bool,
        sink: &mut (dyn FnMut(Delta<'_>) + Send),
        handed: &mut bool,
    ) -> Result<Outcome, SendError> {
        if (300..400).contains(&answer.status) {
            return Err(SendError::Redirected { route: self.route.to_string(), status: answer.status });
        }
        let kind = answer.header("content-type").and_then(|kind| kind.split(';').next()).unwrap_or_default();
        let kind = kind.trim().to_ascii_lowercase();
        // Where a stream was asked for, events come under other names too, or under none.
        let events = kind == "text/event-stream" || (streamed && kind != "application/json");
        let framing = if events && answer.status < 400 { Framing::Sse } else { Framing::Whole };
        let served_by = answer.header("x-inference-provider").map(str::to_owned);
        let head = ReplyHead { status: answer.status, framing, served_by };
        let mut capture = self.adapter.capture(&self.route, &head);
        let mut pass = |delta: Delta<'_>| {
            *handed = true;
            sink(delta);
        };
        let mut broken = None;
        let mut fault = None;
        loop {
            match answer.body.next().await {
                Ok(Some(bytes)) => {
                    if let Err(error) = capture.feed(&bytes, &mut pass) {
                        fault = Some(error);
                        break;
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    broken = Some(error);
                    break;
                }
            }
        }
        match (capture.finish(), broken) {
            (Ok(Captured::Turn(turn)), broken) => Ok(Outcome::Turn(Box::new(turn), broken)),
            (Ok(Captured::Refusal(refused)), _) => Ok(Outcome::Refused(refused)),
            (Err(error), _) if answer.status >= 400 => {
                let body = Literal::of(&error.to_string()).verbatim().clone();
                Ok(Outcome::Refused(Refused { status: answer.status, body }))
            }
            // Where the line broke, what is wrong with the piece that came is no news.
            (Err(_), Some(source)) => Err(self.unanswered(source)),
            (Err(error), None) => Err(SendError::Wire {
                route: self.route.to_string(),
                status: answer.status,
                kind: if kind.is_empty() { "no content type".to_owned() } else { kind },
                source: fault.unwrap_or(error),
            }),
        }
    }

    fn unanswered(&self, source: TransportError) -> SendError {
        SendError::Transport { route: self.route.to_string(), source }
    }
}

struct Sent {
    ledger: Vec<Line>,
    fields: Vec<throughline_core::Key>,
}

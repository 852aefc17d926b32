//! A conversation on one route.
use super::{Answer, Call, Secret, SendError, Sending, Transport, TransportError, Tried, Watch, watch::Blind};
use std::sync::Arc;
use throughline_core::{
    Attempt, Body, Captured, Delta, FindError, First, Fragments, Framing, History, Last, Line, Literal, Plan, Policy,
    ReasoningCarrier, Refused, Registry, RejectionMemory, RenderError, ReplyHead, Request, Route, Scene, Taught, Turn,
    Verbatim, plan,
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
    /// Parameters and tools.
    pub fn request(&self) -> &Request {
        &self.request
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
    /// Goes on with another key.
    pub fn set_key(&mut self, key: Option<Secret>) {
        self.key = key;
    }
    /// What the next request would hold, without sending it.
    ///
    /// # Errors
    /// Where the wire cannot say what the history holds.
    pub fn preview(&self) -> Result<(Vec<u8>, Vec<Line>), RenderError> {
        self.planned(|plan, body| Ok((body?.bytes, plan.ledger())))
    }
    /// The plan of the next request, and its body as far as the wire can say it.
    pub fn planned<T>(&self, read: impl FnOnce(&Plan<'_>, Result<Body, RenderError>) -> T) -> T {
        let mut fragments = Fragments::new();
        let plan = plan(self.adapter, self.scene(&self.memory), &mut fragments);
        let body = plan.render(self.adapter, &mut fragments);
        read(&plan, body)
    }
    /// What the next request is made of, and who writes it.
    #[cfg(feature = "sessions")]
    pub(crate) fn staged(&self) -> (Scene<'_>, &'static dyn ReasoningCarrier) {
        (self.scene(&self.memory), self.adapter)
    }
    /// Another conversation on the same route, with the same key and what was learned.
    #[cfg(feature = "sessions")]
    pub(crate) fn aside(&self, request: Request, history: History) -> Self {
        Self {
            registry: self.registry.clone(),
            transport: self.transport.clone(),
            route: self.route.clone(),
            policy: self.policy.clone(),
            adapter: self.adapter,
            key: self.key.clone(),
            history,
            request,
            memory: self.memory.clone(),
            fragments: Fragments::new(),
        }
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
        self.send_watched(streamed, sink, &mut Blind).await
    }
    /// As [`send`](Self::send), while `watch` looks on.
    ///
    /// # Errors
    /// As [`send`](Self::send), and where `watch` cannot keep what it must.
    pub async fn send_watched(
        &mut self,
        streamed: bool,
        sink: &mut (dyn FnMut(Delta<'_>) + Send),
        watch: &mut dyn Watch,
    ) -> Result<Reply, SendError> {
        self.ask_for(streamed);
        let mut listener = Listener { streamed, sink, handed: false, watch, tried: vec![] };
        let first = Attempt::<First>::new(&self.memory);
        let (outcome, last) = self.once(&first, &mut listener, true).await?;
        let outcome = match (outcome, last) {
            (Outcome::Refused(_), Some(last)) if !listener.handed => self.once(&last, &mut listener, false).await?.0,
            (outcome, _) => outcome,
        };
        let Listener { watch, tried, .. } = listener;
        match outcome {
            Outcome::Turn(turn, broken) => {
                let turn = Arc::new(*turn);
                watch.turn(&turn).await.map_err(unkept)?;
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

    /// Says in the request how its reply is to come.
    pub(crate) fn ask_for(&mut self, streamed: bool) {
        if let Ok(flag) = Verbatim::parse(if streamed { "true" } else { "false" }) {
            self.request.set("stream", flag);
        }
    }
    /// One request. With `learn`, a refusal is learned from and the last attempt comes back.
    async fn once<S>(
        &mut self,
        attempt: &Attempt<S>,
        listener: &mut Listener<'_>,
        learn: bool,
    ) -> Result<(Outcome, Option<Attempt<Last>>), SendError> {
        let mut fragments = std::mem::take(&mut self.fragments);
        let (mut tried, call) = {
            let scene = self.scene(attempt.memory());
            let plan = plan(self.adapter, scene, &mut fragments);
            let body = plan.render(self.adapter, &mut fragments)?;
            let call = self.call(&plan, body.bytes.clone(), listener.streamed);
            let (attempt, tried) = (if learn { 1 } else { 2 }, Tried::new(&plan, body));
            listener.watch.sending(&Sending { attempt, scene, adapter: self.adapter, plan: &plan, tried: &tried });
            (tried, call)
        };
        self.fragments = fragments;
        let answer = self.transport.send(call).await.map_err(|source| self.unanswered(source))?;
        (tried.status, tried.headers) = (answer.status, answer.headers.clone());
        let mut outcome = self.receive(answer, listener).await?;
        let mut last = None;
        let mut memory = self.memory.clone();
        let mut known = memory.lessons().len();
        match &mut outcome {
            Outcome::Turn(turn, _) => {
                for field in &tried.fields {
                    memory.learn(&self.route, None, Taught::Accepts(field.key.clone()));
                }
                known = memory.lessons().len();
                let mut fragments = std::mem::take(&mut self.fragments);
                let scene = self.scene(attempt.memory());
                attempt.answered(turn, scene, &mut fragments, &mut memory, self.adapter);
                self.fragments = fragments;
            }
            Outcome::Refused(refused) => {
                let plan = plan(self.adapter, self.scene(attempt.memory()), &mut Fragments::new());
                let verdict = read(&Refusal { status: refused.status, body: &refused.body }, &plan);
                if learn {
                    last = Attempt::<First>::new(&memory).refused(&verdict, &plan, &mut memory, self.adapter);
                }
                tried.refusal = Some((refused.clone(), verdict));
            }
        }
        tried.learned = memory.lessons().iter().skip(known).cloned().collect();
        self.memory = memory;
        listener.watch.tried(&tried, &self.memory).await.map_err(unkept)?;
        listener.tried.push(tried);
        Ok((outcome, last))
    }

    fn call(&self, plan: &Plan<'_>, body: Vec<u8>, streamed: bool) -> Call {
        let endpoint = self.adapter.endpoint(plan.route, streamed);
        let mut headers: Vec<(String, Secret)> = endpoint
            .headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Secret::new(value.clone().into_owned())))
            .collect();
        let marks = self.adapter.marks(plan).into_iter();
        headers.extend(marks.map(|(name, value)| (name.to_owned(), Secret::new(value.into_owned()))));
        if let Some(key) = &self.key {
            let (name, before) = endpoint.auth;
            headers.push((name.to_owned(), Secret::new(format!("{before}{}", key.reveal()))));
        }
        Call { url: plan.route.base_url.dial(&endpoint.suffix), headers, body, streamed }
    }

    async fn receive(&self, mut answer: Answer, listener: &mut Listener<'_>) -> Result<Outcome, SendError> {
        if (300..400).contains(&answer.status) {
            return Err(SendError::Redirected { route: self.route.to_string(), status: answer.status });
        }
        let kind = answer.header("content-type").and_then(|kind| kind.split(';').next()).unwrap_or_default();
        let kind = kind.trim().to_ascii_lowercase();
        let framing = if answer.status < 400 { framing(&kind, listener.streamed) } else { Framing::Whole };
        let served_by = answer.header("x-inference-provider").map(str::to_owned);
        let head = ReplyHead { status: answer.status, framing, served_by };
        let Listener { sink, handed, watch, .. } = listener;
        watch.head(&head).await.map_err(unkept)?;
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
                    watch.bytes(&bytes);
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

/// Who hears of a sending, and what it has come to.
struct Listener<'a> {
    streamed: bool,
    sink: &'a mut (dyn FnMut(Delta<'_>) + Send),
    /// True once a piece of a reply was handed on.
    handed: bool,
    watch: &'a mut dyn Watch,
    tried: Vec<Tried>,
}

/// How a body of this content type is framed. Where a stream was asked for, events come under other names too, or under none.
fn framing(kind: &str, streamed: bool) -> Framing {
    match kind {
        "application/json" => Framing::Whole,
        "application/x-ndjson" | "application/jsonl" => Framing::Lines,
        "application/vnd.amazon.eventstream" => Framing::EventStream,
        "text/event-stream" => Framing::Sse,
        _ if streamed => Framing::Sse,
        _ => Framing::Whole,
    }
}

fn unkept(source: super::Unkept) -> SendError {
    SendError::Unkept { source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_told_by_its_content_type_and_else_by_what_was_asked_for() {
        for (kind, streamed, want) in [
            ("application/json", true, Framing::Whole),
            ("application/x-ndjson", true, Framing::Lines),
            ("application/x-ndjson", false, Framing::Lines),
            ("text/event-stream", false, Framing::Sse),
            ("text/plain", true, Framing::Sse),
            ("", true, Framing::Sse),
            ("text/html", false, Framing::Whole),
        ] {
            assert_eq!(framing(kind, streamed), want, "{kind} {streamed}");
        }
    }
}

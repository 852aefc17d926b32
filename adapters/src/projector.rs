//! Replies to turns and turns to requests, on any route that the registry has an adapter for.
//!
//! It only joins what core and the adapters do; it must never decide anything itself.
use throughline_core::{
    Body, Capture, Captured, FindError, Fragments, History, Ingested, Plan, Policy, ReasoningCarrier, Registry,
    RejectionMemory, RenderError, ReplyHead, Request, Route, Scene, WireError, plan,
};

/// Captures from every route and projects to every route.
pub struct Projector {
    registry: Registry,
}

impl Projector {
    /// A projector over these adapters and rows.
    pub fn new(registry: Registry) -> Self {
        Self { registry }
    }
    /// The adapters and their rules.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }
    /// One route, ready: for streams, plans, and sessions that send more than one request.
    ///
    /// # Errors
    /// Where no adapter speaks its wire, or two rows tie.
    pub fn to(&self, route: &Route) -> Result<Projection, FindError> {
        let (policy, adapter) = self.registry.find(route)?;
        Ok(Projection { route: route.clone(), policy, adapter })
    }
    /// The turn of a whole reply, or the refusal that came in its place.
    ///
    /// # Errors
    /// Where no adapter speaks the route's wire, or the reply is not one of it.
    pub fn capture(&self, route: &Route, head: ReplyHead, reply: &[u8]) -> Result<Captured, Error> {
        Ok(self.to(route)?.capture(head, reply)?)
    }
    /// The exact request for a history, with a model and no other parameters.
    ///
    /// # Errors
    /// Where no adapter speaks the route's wire, or the wire cannot say what the history holds.
    pub fn project(&self, route: &Route, history: &History) -> Result<Body, Error> {
        let request = Request::new(route.api.clone());
        let (memory, mut fragments) = (RejectionMemory::new(), Fragments::new());
        let (_, body) = self.to(route)?.project(&request, history, &memory, &mut fragments)?;
        Ok(body)
    }
}

/// A route with what holds on it and who speaks its wire.
pub struct Projection {
    route: Route,
    policy: Policy,
    adapter: &'static dyn ReasoningCarrier,
}

impl Projection {
    /// Where it leads.
    pub fn route(&self) -> &Route {
        &self.route
    }
    /// What holds there.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }
    /// Who speaks its wire.
    pub fn adapter(&self) -> &'static dyn ReasoningCarrier {
        self.adapter
    }
    /// Starts reading a reply that comes piece by piece.
    pub fn listen(&self, head: &ReplyHead) -> Box<dyn Capture> {
        self.adapter.capture(&self.route, head)
    }
    /// Reads a reply that is there as a whole.
    ///
    /// # Errors
    /// Where it is not one of this wire; the error names the place.
    pub fn capture(&self, head: ReplyHead, reply: &[u8]) -> Result<Captured, WireError> {
        let mut capture = self.listen(&head);
        capture.feed(reply, &mut |_| ())?;
        capture.finish()
    }
    /// Reads a request that a client wrote.
    ///
    /// # Errors
    /// Where it is not one of this wire; the error names the place.
    pub fn ingest(&self, request: &[u8]) -> Result<Ingested, WireError> {
        self.adapter.ingest(&self.route, request)
    }
    /// Decides a request. `fragments` keeps the last one of the session, so that only new turns are decided.
    pub fn plan<'a>(
        &'a self,
        request: &'a Request,
        history: &'a History,
        memory: &'a RejectionMemory,
        fragments: &mut Fragments,
    ) -> Plan<'a> {
        let scene = Scene { route: &self.route, policy: &self.policy, request, history, memory };
        plan(self.adapter, scene, fragments)
    }
    /// Decides a request and writes it.
    ///
    /// # Errors
    /// Where the wire cannot say what the history holds; the error names the turn.
    pub fn project<'a>(
        &'a self,
        request: &'a Request,
        history: &'a History,
        memory: &'a RejectionMemory,
        fragments: &mut Fragments,
    ) -> Result<(Plan<'a>, Body), RenderError> {
        let plan = self.plan(request, history, memory, fragments);
        let body = plan.render(self.adapter, fragments)?;
        Ok((plan, body))
    }
}

/// What can go wrong on the way.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Nobody speaks the route's wire, or two rows tie.
    #[error(transparent)]
    Find(#[from] FindError),
    /// The reply is not one of the wire.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// The wire cannot say what the history holds.
    #[error(transparent)]
    Render(#[from] RenderError),
}

//! How much of a session's last request the next one begins with: what a provider's cache can use.
//!
//! The last request of another process is written again. Where that does not give the very bytes that it recorded, nothing is said of
//! it: a guess would blame the wrong turn.
use crate::{
    client::Sending,
    sessions::{Prefix, RequestRecord},
};
use throughline_core::{
    Body, FindError, Fragments, History, PlaceOf, Plan, Policy, ReasoningCarrier, Registry, RejectionMemory, Request,
    Route, Scene, difference, plan, verbatim::fingerprint,
};

/// The last request of a session, as another process left it: a record, and what the request was made of.
pub(super) struct Left {
    record: RequestRecord,
    route: Route,
    policy: Policy,
    request: Request,
    memory: RejectionMemory,
    adapter: &'static dyn ReasoningCarrier,
}

impl Left {
    /// What `record` tells of, if it is made of this.
    ///
    /// # Errors
    /// Where no adapter of this build speaks its wire.
    pub(super) fn new(
        registry: &Registry,
        record: RequestRecord,
        route: Route,
        request: Request,
        memory: RejectionMemory,
    ) -> Result<Self, FindError> {
        let (policy, adapter) = registry.find(&route)?;
        Ok(Self { record, route, policy, request, memory, adapter })
    }
    /// The request as it went out; `history` is that of the session, which only grows.
    pub(super) fn again(self, history: &History) -> Option<Before> {
        let Self { record, route, policy, request, memory, adapter } = self;
        let history = history.branch(record.turn);
        let mut fragments = Fragments::new();
        let scene = Scene { route: &route, policy: &policy, request: &request, history: &history, memory: &memory };
        let body = plan(adapter, scene, &mut fragments).render(adapter, &mut fragments).ok()?;
        let is_it = record.host == route.origin_host() && record.hash == fingerprint(&body.bytes);
        is_it.then_some(Before { route, policy, request, history, memory, adapter, body })
    }
}

/// The last request of a session, as it went out.
pub(super) struct Before {
    route: Route,
    policy: Policy,
    request: Request,
    history: History,
    memory: RejectionMemory,
    adapter: &'static dyn ReasoningCarrier,
    body: Body,
}

impl Before {
    /// What goes out now.
    pub(super) fn new(sending: &Sending<'_>) -> Self {
        let Scene { route, policy, request, history, memory } = sending.scene;
        Self {
            route: route.clone(),
            policy: policy.clone(),
            request: request.clone(),
            history: history.clone(),
            memory: memory.clone(),
            adapter: sending.adapter,
            body: body(sending),
        }
    }
    /// What the next request has in common with this one.
    pub(super) fn prefix(&self, next: &Sending<'_>) -> Prefix {
        let of = self.body.messages.end;
        let same = self.body.bytes.iter().zip(&next.tried.body).take_while(|(a, b)| a == b).count().min(of);
        Prefix { same, of, broke: if same < of { self.broke(next) } else { None } }
    }
    /// The first turn that differs, and why. Both are planned anew: this is rare.
    fn broke(&self, next: &Sending<'_>) -> Option<(usize, String)> {
        let Self { route, policy, request, history, memory, .. } = self;
        let scene = Scene { route, policy, request, history, memory };
        let earlier = plan(self.adapter, scene, &mut Fragments::new());
        let mut fragments = Fragments::new();
        let later: Plan<'_> = plan(next.adapter, next.scene, &mut fragments);
        let written = later.render(next.adapter, &mut fragments).ok()?;
        let difference = difference((&earlier, &self.body), (&later, &written), &fragments)?;
        Some(match difference.place {
            PlaceOf::Head => (0, format!("before the messages: {}", difference.why)),
            PlaceOf::Turn(turn) => (turn, difference.why),
        })
    }
}

fn body(sending: &Sending<'_>) -> Body {
    Body { bytes: sending.tried.body.clone(), messages: sending.tried.messages.clone() }
}

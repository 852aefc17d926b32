//! One exchange with everything that is asked of an adapter about it.
use crate::{
    compare::{self, Comparison, Evidence, messages},
    exchange::Exchange,
    explain::{Explanation, Failure, Fault, Why},
    message::{self, Message, Said},
    minted::Minted,
    parts, place,
    tree::Tree,
};
use std::rc::Rc;
use throughline::{
    FindError, Fragments, History, Literal, Note, Part, Plan, Policy, ReasoningCarrier, Registry, RejectionMemory,
    RenderError, Request, Role, Route, Scene, plan,
};

/// An exchange, its route, and who speaks its wire.
pub(crate) struct Subject<'a> {
    /// The exchange.
    pub(crate) exchange: &'a Exchange,
    /// Where it went.
    pub(crate) route: Route,
    /// What holds there.
    pub(crate) policy: Policy,
    /// Who speaks its wire.
    pub(crate) adapter: &'static dyn ReasoningCarrier,
    /// What was found.
    pub(crate) explained: Vec<Explanation>,
    /// What failed.
    pub(crate) failures: Vec<Failure>,
}

/// Why an exchange cannot be looked at.
pub(crate) enum Unfit {
    /// This build has no adapter for it.
    Absent(String),
    /// Its route is broken, or two rows tie.
    Broken(String),
}

impl<'a> Subject<'a> {
    /// Finds who speaks the wire of `exchange`.
    pub(crate) fn find(registry: &Registry, exchange: &'a Exchange) -> Result<Self, Unfit> {
        let route = place::route(exchange).map_err(|error| Unfit::Broken(error.to_string()))?;
        let (policy, adapter) = registry.find(&route).map_err(|error| match error {
            FindError::FeatureOff { feature, .. } => Unfit::Absent(format!("feature {feature} is off")),
            other => Unfit::Broken(other.to_string()),
        })?;
        Ok(Self { exchange, route, policy, adapter, explained: vec![], failures: vec![] })
    }
    /// Notes a failure that is not about one message.
    pub(crate) fn fail(&mut self, check: &'static str, fault: Fault, field: &str, excerpt: impl Into<String>) {
        let (exchange, field, excerpt) = (self.exchange.id.clone(), field.to_owned(), excerpt.into());
        self.failures.push(Failure { exchange, check, message: None, field, fault, excerpt });
    }
    /// Projects `history` to the route and compares the bytes with `recorded`; `minted` says which turns were captured.
    pub(crate) fn project(
        &mut self,
        check: &'static str,
        request: &Request,
        history: &History,
        minted: &[Option<Rc<Minted>>],
        recorded: &Tree,
    ) -> Option<Vec<u8>> {
        let memory = RejectionMemory::new();
        let scene = Scene { route: &self.route, policy: &self.policy, request, history, memory: &memory };
        let mut fragments = Fragments::new();
        let plan = plan(self.adapter, scene, &mut fragments);
        let body = match plan.render(self.adapter, &mut fragments).map(|body| body.bytes) {
            Ok(body) => body,
            Err(error) => {
                let RenderError { turn, what, .. } = error;
                self.fail(check, Fault::Error, "body", format!("turn {turn}: {what}"));
                return None;
            }
        };
        match Tree::parse(&String::from_utf8_lossy(&body)) {
            Ok(ours) => {
                let found = compare(self.adapter, &plan, &ours, recorded, minted);
                self.explained.extend(found.explained);
                let id = &self.exchange.id;
                self.failures.extend(found.faults.into_iter().map(|found| Failure {
                    exchange: id.clone(),
                    check,
                    message: found.message,
                    field: found.field,
                    fault: found.fault,
                    excerpt: found.excerpt,
                }));
            }
            Err(error) => self.fail(check, Fault::Error, "body", format!("what was written is not json: {error}")),
        }
        Some(body)
    }
}

fn compare(
    adapter: &dyn ReasoningCarrier,
    plan: &Plan<'_>,
    ours: &Tree,
    recorded: &Tree,
    minted: &[Option<Rc<Minted>>],
) -> Comparison {
    let ledger = plan.ledger();
    let spoken = spoken(adapter, plan);
    let mut own = message::messages(ours);
    let renamed = restore(plan, &mut own);
    let (mut theirs, mut unspoken) = (message::messages(recorded), vec![]);
    if theirs.len() > own.len() {
        (theirs, unspoken) = compare::unspoken(theirs, minted);
    }
    let mut found = messages(&own, &theirs, |n| {
        let Some(&turn) = spoken.get(n) else { return Evidence::default() };
        let from = ledger.partition_point(|line| line.turn < turn);
        let to = ledger.partition_point(|line| line.turn <= turn);
        Evidence {
            minted: minted.get(turn).and_then(Option::as_deref),
            turn: plan.history.turns().get(turn).map(AsRef::as_ref),
            lines: ledger.get(from..to).unwrap_or_default(),
            notes: plan.turn(turn).map(|turn| turn.notes()).unwrap_or_default(),
        }
    });
    found.explained.extend(renamed.into_iter().chain(unspoken));
    members(plan, ours, recorded, &mut found);
    found
}

/// The turns whose messages are the model's, in the order of those messages. Of turns in one message, the first.
fn spoken(adapter: &dyn ReasoningCarrier, plan: &Plan<'_>) -> Vec<usize> {
    let turns = plan.history.turns();
    let mut found = vec![];
    for (n, turn) in turns.iter().enumerate().filter(|(_, turn)| turn.role == Role::Assistant) {
        let before = n.checked_sub(1).and_then(|before| turns.get(before));
        let joined = before.is_some_and(|before| before.role == turn.role && adapter.joins(before, turn));
        if !joined && plan.turn(n).is_some_and(|plan| plan.whole().is_none()) {
            found.push(n);
        }
    }
    found
}

/// Undoes the rewriting of ids, so that both requests name calls alike.
fn restore(plan: &Plan<'_>, messages: &mut [Message]) -> Vec<Explanation> {
    let mut names: Vec<(Tree, Tree)> = vec![];
    let mut explained = vec![];
    for (n, turn) in plan.history.turns().iter().enumerate() {
        for (part, piece) in turn.parts.iter().enumerate() {
            let old = match piece {
                Part::Call(call) => &call.id,
                Part::Result(result) => &result.call,
                _ => continue,
            };
            let tree = |id: &Literal| Tree::parse(id.raw()).unwrap_or_default();
            let Some(new) = plan.turn(n).and_then(|turn| turn.id(part)).filter(|id| !id.is_empty()) else { continue };
            names.push((tree(new), message::id(old.as_ref().map(tree).as_ref())));
            let rule = plan.turn(n).and_then(|turn| turn.notes().iter().find_map(|note| note.why.rule()));
            explained.extend(rule.map(|rule| Why::PlanRenamedId.of(rule)));
        }
    }
    for piece in messages.iter_mut().flat_map(|message| &mut message.said) {
        if let Said::Call { id, .. } | Said::Result { call: id, .. } = piece
            && let Some((_, old)) = names.iter().find(|(new, _)| new == id)
        {
            *id = old.clone();
        }
    }
    explained
}

/// What stands beside the messages.
fn members(plan: &Plan<'_>, ours: &Tree, recorded: &Tree, found: &mut Comparison) {
    let flag = |key: &str| {
        let start = format!("request member `{key}`");
        let note = plan.notes().iter().find(|note: &&Note| note.what.starts_with(&start));
        note.and_then(|note| note.why.rule())
    };
    let beside = |tree: &Tree| {
        let members = tree.members().iter().filter(|(key, _)| key != "messages" && key != "contents");
        let native = tree.get("contents").is_some();
        // Instructions may be a string or a list of texts, like any content.
        let content = |key: &str, value: &Tree| match key {
            _ if native && parts::spelled(key) == "systemInstruction" => {
                Tree::text(&format!("{:?}", parts::message(value)))
            }
            _ if native => parts::camel(value),
            "system" => {
                let content = Tree::Object(vec![("content".to_owned(), value.clone())]);
                Tree::text(&format!("{:?}", Message::read(&content).said))
            }
            _ => value.clone(),
        };
        let name = |key: &str| if native { parts::spelled(key) } else { key.to_owned() };
        members.map(|(key, value)| (name(key), content(key, value))).collect::<Vec<_>>()
    };
    let (own, theirs) = (beside(ours), beside(recorded));
    let get =
        |all: &[(String, Tree)], key: &str| all.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone());
    for (key, value) in &theirs {
        match (get(&own, key), flag(key)) {
            (Some(own), _) if own == *value => {}
            (Some(_), Some(rule)) => found.explained.push(Why::PlanFlagged.of(rule)),
            (Some(own), None) => found.fault(None, key, Fault::Changed, &own.to_string(), &value.to_string()),
            (None, _) => found.fault(None, key, Fault::Lost, "", &value.to_string()),
        }
    }
    for (key, value) in own.iter().filter(|(key, _)| get(&theirs, key).is_none()) {
        match flag(key) {
            Some(rule) => found.explained.push(Why::PlanFlagged.of(rule)),
            None if key == "model" && value.word() == plan.route.model => {
                found.explained.push(Why::RouteNamedModel.of(key));
            }
            None => found.fault(None, key, Fault::Changed, &value.to_string(), ""),
        }
    }
}

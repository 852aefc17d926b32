//! A wire of one line a turn, a route whose row a test writes, and a model whose seals are hashes of what it read.
use std::{borrow::Cow, ops::Range, sync::Arc};
use throughline_core::{
    Accept, AdapterId, Api, Arguments, At, Attempt, Capture, Carrier, DraftPlan, Fragments, History, How, Ingested,
    Keeps, Layer, Literal, Mismatch, Note, Origin, Outcome, Part, Pattern, Plan, Policy, Reads, ReasoningCarrier,
    RejectionMemory, RenderError, ReplyHead, Request, Role, Route, RouteRule, Rules, Scene, Slot, Strictness, TextAt,
    Tool, ToolCall, Turn, Verbatim, WireError, json, plan, verbatim::fingerprint, verdict::Spot,
};

pub(crate) struct Plain;

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
    fn adopt(&self, route: &Route, request: &Request, _: &mut Vec<Note>) -> Request {
        Request { api: route.api.clone(), ..request.clone() }
    }
    fn tighten(&self, draft: &mut DraftPlan<'_>) {
        for n in draft.fresh() {
            if draft.turn(n).is_some_and(|turn| turn.role == Role::User && turn.parts.is_empty()) {
                draft.withhold_turn(n, "nothing is said");
            }
        }
    }
    fn strictness(&self, request: &Request) -> Option<Strictness> {
        match request.get("on_mismatch")?.get() {
            "\"drop\"" => Some(Strictness::Drop),
            "\"error\"" => Some(Strictness::Refuse),
            _ => None,
        }
    }
    /// A reply says it as a list of turns.
    fn dropped(&self, plan: &Plan<'_>, reply: &Turn) -> Vec<(usize, At)> {
        let mut found = vec![];
        for (_, turns) in reply.meta.iter().filter(|(key, _)| *key == "dropped") {
            let _ = json::elements(turns.get(), |turn| {
                let n: usize = turn.get().parse().unwrap();
                found.extend(plan.history.turns()[n].carriers().map(|(at, _)| (n, at)));
            });
        }
        found
    }
    /// Messages are turns, blocks are parts.
    fn locate(&self, plan: &Plan<'_>, spot: Spot) -> Option<(usize, At)> {
        let part = plan.history.turns().get(spot.message)?.parts.get(spot.content)?;
        matches!(part, Part::Reasoning(_)).then_some((spot.message, At::Part(spot.content, 0)))
    }
    fn head(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        for tool in plan.request.tools.iter().flatten() {
            out.extend(tool.payload.get().bytes());
        }
        out.push(b'\n');
        Ok(())
    }
    fn group(&self, plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        for (turn, decided) in plan.sent(turns) {
            out.extend(format!("{}:", turn.role.as_str()).bytes());
            for (n, part) in turn.parts.iter().enumerate().filter(|(n, _)| decided.sends(*n)) {
                match part {
                    Part::Text(text) => out.extend(format!(" {}", text.text.raw()).bytes()),
                    Part::Reasoning(carrier) => out.extend(format!(" <{}>", carrier.payload.get()).bytes()),
                    Part::Call(call) => {
                        let id = decided.id(n).or(call.id.as_ref()).map_or("", |id| id.raw());
                        out.extend(format!(" call {id}").bytes());
                    }
                    Part::Result(result) => {
                        out.extend(format!(" result {}", result.content.as_ref().map_or("", |c| c.get())).bytes());
                    }
                    _ => out.extend(b" ?"),
                }
            }
            out.push(b'\n');
        }
        Ok(())
    }
    fn tail(&self, _: &Plan<'_>, _: &mut Vec<u8>) -> Result<(), RenderError> {
        Ok(())
    }
}

/// A conversation on one route.
#[derive(Clone)]
pub(crate) struct Stage {
    pub route: Route,
    policy: Policy,
    pub request: Request,
    pub history: History,
    pub memory: RejectionMemory,
}

const SLOTS: &[Slot] = &[const { Slot::blocks("thinking", "block", const { &[Accept::any("claude")] }).signed_only() }];

pub(crate) fn stage(keeps: Keeps, bound: Option<Mismatch>) -> Stage {
    let rule = RouteRule {
        name: "bound row".into(),
        pattern: Pattern::ANY,
        strict: false,
        reads: Some(Reads { slots: SLOTS.into(), keeps, bound, ..Reads::NOTHING }),
        required: None,
        flags: None,
        why: "a test".into(),
        evidence: "unverified".into(),
        since: "2026-11".into(),
    };
    let route = Route::new("door", "https://door.example", Api::MESSAGES, "m").unwrap();
    let mut rules = Rules::new();
    rules.push(Layer::General, Some("plain".into()), rule);
    let policy = rules.find(&route).unwrap();
    let (history, memory) = (History::new(), RejectionMemory::new());
    Stage { request: Request::new(Api::MESSAGES), route, policy, history, memory }
}
pub(crate) fn bound(mismatch: Mismatch) -> Stage {
    stage(Keeps::All, Some(mismatch))
}

impl Stage {
    pub(crate) fn scene(&self) -> Scene<'_> {
        let Self { route, policy, request, history, memory } = self;
        Scene { route, policy, request, history, memory }
    }
    pub(crate) fn plan(&self, fragments: &mut Fragments) -> Plan<'_> {
        plan(&Plain, self.scene(), fragments)
    }
    pub(crate) fn cold(&self) -> Plan<'_> {
        self.plan(&mut Fragments::new())
    }
    pub(crate) fn say(&mut self, turn: Turn) {
        self.history.push(turn);
    }
    /// The model answers: its thinking is sealed over what it read.
    pub(crate) fn reply(&mut self, parts: Vec<Part>) {
        self.reply_with(parts, &[]);
    }
    /// The same, and it says that it did not read the thinking of some turns.
    pub(crate) fn reply_with(&mut self, mut parts: Vec<Part>, dropped: &[usize]) {
        parts.insert(
            0,
            thought(&format!("{}.{}", self.history.turns().len(), seal(&self.cold(), self.history.turns().len()))),
        );
        let mut turn =
            Turn { parts, origin: Some(Arc::new(Origin::of(&self.route, How::Minted))), ..Turn::new(Role::Assistant) };
        if !dropped.is_empty() {
            turn.meta.push(("dropped".into(), Verbatim::parse(&format!("{dropped:?}")).unwrap()));
        }
        let mut memory = self.memory.clone();
        let first = Attempt::new(&self.memory);
        first.answered(&mut turn, self.scene(), &mut Fragments::new(), &mut memory, &Plain);
        self.memory = memory;
        self.history.push(turn);
    }
    /// One round of a talk.
    pub(crate) fn round(&mut self, asked: &str) {
        self.say(Turn::user(asked));
        self.reply(vec![Part::text(&format!("on {asked}"))]);
    }
    /// One step of a tool loop.
    pub(crate) fn step(&mut self, id: &str) {
        self.reply(vec![call(id)]);
        self.say(Turn::tool(id, "done"));
    }
    /// The same conversation with other turns.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Vec<Arc<Turn>>)) {
        let mut turns = self.history.turns().to_vec();
        change(&mut turns);
        self.history = turns.into_iter().collect();
    }
    /// Nobody knows any more what the thinking of a turn was minted under.
    pub(crate) fn forget(&mut self, n: usize) {
        self.change(|turns| {
            let turn = Arc::make_mut(&mut turns[n]);
            for part in &mut turn.parts {
                if let Part::Reasoning(carrier) = part {
                    carrier.minted_under = None;
                }
            }
        });
    }
}

/// What each sealed carrier comes to: `turn sent`, or `turn withheld: why`.
pub(crate) fn fates(plan: &Plan<'_>) -> Vec<String> {
    let line = |line: throughline_core::Line| match line.outcome {
        Outcome::Withheld => format!("{} withheld: {}", line.turn, line.because.reason()),
        outcome => format!("{} {}", line.turn, outcome.as_str()),
    };
    plan.ledger().into_iter().map(line).collect()
}
/// The turns whose thinking goes.
pub(crate) fn goes(plan: &Plan<'_>) -> Vec<usize> {
    plan.ledger().into_iter().filter(|line| line.outcome != Outcome::Withheld).map(|line| line.turn).collect()
}
pub(crate) fn notes(plan: &Plan<'_>) -> Vec<String> {
    let notes = (0..plan.len()).flat_map(|n| plan.turn(n).unwrap().notes()).chain(plan.notes());
    notes.map(|note| format!("{}: {}", note.what, note.why.reason())).collect()
}

/// What a server's seal is: a hash of every byte before the n-th turn, as this plan writes them.
pub(crate) fn seal(plan: &Plan<'_>, n: usize) -> String {
    let mut bytes = vec![];
    Plain.head(plan, &mut bytes).unwrap();
    Plain.group(plan, 0..n, &mut bytes).unwrap();
    fingerprint(&bytes)
}

pub(crate) fn thought(signature: &str) -> Part {
    let payload = format!(r#"{{"type":"thinking","thinking":"hm","signature":"{signature}"}}"#);
    let payload = Verbatim::parse(&payload).unwrap();
    Part::Reasoning(Carrier::sealed("block", "claude", payload, Some(TextAt::path("thinking"))))
}
pub(crate) fn call(id: &str) -> Part {
    called(id, r#"{"a":1}"#)
}
pub(crate) fn called(id: &str, arguments: &str) -> Part {
    Part::Call(ToolCall {
        id: Some(Literal::of(id)),
        name: Literal::of("f"),
        arguments: Arguments::Json(Verbatim::parse(arguments).unwrap()),
        extras: vec![],
        inner: vec![],
        carriers: vec![],
    })
}
pub(crate) fn tool(name: &str, schema: &str) -> Tool {
    Tool {
        payload: Verbatim::parse(&format!(r#"{{"name":"{name}","input_schema":{schema}}}"#)).unwrap(),
        api: Api::MESSAGES,
        name: Some(Literal::of(name)),
        description: None,
        schema: Some(Verbatim::parse(schema).unwrap()),
    }
}

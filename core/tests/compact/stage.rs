//! A route of each sort, an adapter that writes turns as they are stored, and short ways to say a turn.
use std::{borrow::Cow, ops::Range, sync::Arc};
use throughline_core::{
    Accept, AdapterId, Api, Arguments, Capture, Carrier, Checkpoint, Fragments, History, How, Ingested, Layer, Literal,
    Note, Origin, Part, Pattern, Plan, Priced, Reads, ReasoningCarrier, RejectionMemory, RenderError, ReplyHead,
    Request, Role, Route, RouteRule, Rules, Scene, Slot, Tariff, TextAt, ToolCall, ToolResult, Turn, Verbatim,
    WireError,
    compact::{Compacted, Compaction, Goal, Summariser, compact, plan},
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
    fn adopt(&self, _: &Route, request: &Request, _: &mut Vec<Note>) -> Request {
        request.clone()
    }
    fn head(&self, _: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        out.extend_from_slice(b"{\"messages\":[");
        Ok(())
    }
    fn group(&self, plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        for (turn, _) in plan.sent(turns) {
            out.extend(serde_json::to_vec(turn).unwrap());
        }
        Ok(())
    }
    fn tail(&self, _: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        out.extend_from_slice(b"]}");
        Ok(())
    }
}

/// Everything of a request but its history.
pub(crate) struct Stage {
    route: Route,
    rules: Rules,
    pub(crate) request: Request,
}

impl Stage {
    /// `signed` reads sealed blocks and server's checkpoints, `open` a text field, `strict` nothing.
    pub(crate) fn new(provider: &str) -> Self {
        let mut rules = Rules::new();
        for (name, slots) in [
            (
                "signed",
                vec![
                    Slot::blocks("thinking", "block", const { &[Accept::any("signed")] }).signed_only(),
                    Slot::blocks("compaction", "item", const { &[Accept::any("signed")] }),
                ],
            ),
            ("open", vec![Slot::text("reasoning_content")]),
            ("strict", vec![]),
        ] {
            let rule = RouteRule {
                name: name.into(),
                pattern: Pattern { providers: vec![name.into()].into(), ..Pattern::ANY },
                strict: false,
                reads: Some(Reads { slots: slots.into(), ..Reads::NOTHING }),
                required: None,
                flags: None,
                why: "a test".into(),
                evidence: "unverified".into(),
                since: "2026-11".into(),
            };
            rules.push(Layer::General, Some("plain".into()), rule);
        }
        let route = Route::new(provider, "https://host.example/v1", Api::CHAT, "m").unwrap();
        Self { route, rules, request: Request::new(Api::CHAT) }
    }
    pub(crate) fn with<R>(&self, history: &History, look: impl FnOnce(Scene<'_>, &Plan<'_>, &Priced) -> R) -> R {
        let (policy, memory) = (self.rules.find(&self.route).unwrap(), RejectionMemory::new());
        let scene = Scene { route: &self.route, policy: &policy, request: &self.request, history, memory: &memory };
        let plan = throughline_core::plan(&Plain, scene, &mut Fragments::new());
        look(scene, &plan, &plan.price(&Tariff::new()))
    }
    pub(crate) fn price(&self, history: &History) -> Priced {
        self.with(history, |_, _, priced| priced.clone())
    }
    pub(crate) fn plan(&self, history: &History, goal: &Goal) -> Compaction {
        self.with(history, |_, now, priced| plan(now, priced, goal))
    }
    pub(crate) fn compact(
        &self,
        history: &History,
        goal: &Goal,
        summariser: Option<&mut dyn Summariser>,
    ) -> (Compacted, Priced) {
        self.with(history, |scene, _, _| {
            let compacted = compact(&Plain, scene, &Tariff::new(), goal, summariser);
            let priced = compacted.price(&Plain, scene, &Tariff::new());
            (compacted, priced)
        })
    }
}

pub(crate) fn history(turns: impl IntoIterator<Item = Turn>) -> History {
    turns.into_iter().collect()
}
/// So many words, each a token.
pub(crate) fn long(words: usize) -> String {
    "word ".repeat(words)
}
pub(crate) fn model(parts: Vec<Part>) -> Turn {
    let route = Route::new("signed", "https://host.example/v1", Api::CHAT, "m").unwrap();
    Turn { parts, origin: Some(Arc::new(Origin::of(&route, How::Minted))), ..Turn::new(Role::Assistant) }
}
pub(crate) fn says(text: &str) -> Turn {
    model(vec![Part::text(text)])
}
pub(crate) fn thought(text: &str, seal: &str) -> Part {
    let payload = format!(r#"{{"type":"thinking","thinking":{},"signature":"{seal}"}}"#, Literal::of(text).raw());
    let payload = Verbatim::parse(&payload).unwrap();
    Part::Reasoning(Carrier::sealed("block", "signed", payload, Some(TextAt::path("thinking"))))
}
pub(crate) fn item(data: &str) -> Part {
    let item = Carrier::sealed("item", "signed", Literal::of(data).verbatim().clone(), None);
    Part::Checkpoint(Checkpoint { text: None, item: Some(item) })
}
pub(crate) fn call(id: &str, name: &str) -> Part {
    let arguments = Arguments::Text(Literal::of(r#"{"path":"a.rs"}"#));
    let (id, name) = (Some(Literal::of(id)), Literal::of(name));
    Part::Call(ToolCall { id, name, arguments, extras: vec![], inner: vec![], carriers: vec![] })
}
pub(crate) fn result(id: &str, content: &str) -> Part {
    let content = Some(Literal::of(content).verbatim().clone());
    Part::Result(ToolResult { call: Some(Literal::of(id)), content, extras: vec![] })
}
pub(crate) fn summary(text: &str) -> Turn {
    Turn { parts: vec![Part::Checkpoint(Checkpoint::summary(text))], ..Turn::new(Role::User) }
}

//! The decisions, one by one, on an adapter that writes the plainest wire there is.
use super::*;
use crate::{
    Accept, AdapterId, Api, Arguments, Capture, Carrier, DraftPlan, Ending, Form, How, Ids, Ingested, Layer, Model,
    Origin, Part, Pattern, Reads, RenderError, ReplyHead, Required, Role, RouteRule, Rules, Scope, Slot, Text, TextAt,
    ToolCall, Verbatim, WireError,
};

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
    fn tighten(&self, draft: &mut DraftPlan<'_>) {
        for n in draft.fresh() {
            let identities: Vec<_> =
                draft.turn(n).into_iter().flat_map(Turn::carriers).filter(|(_, c)| c.sealed).collect();
            for (at, carrier) in identities {
                draft.once(n, at, carrier.payload.get());
            }
        }
    }
    fn head(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        out.extend(format!("{{\"model\":\"{}\",\"messages\":[", plan.route.model).bytes());
        Ok(())
    }
    fn group(&self, plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        for (turn, decided) in plan.sent(turns) {
            out.extend(
                format!("{{\"role\":\"{}\",\"text\":{}", turn.role.as_str(), Literal::of(&turn.text()).raw()).bytes(),
            );
            for (key, value) in decided.fields() {
                out.extend(format!(",\"{key}\":").bytes());
                value.write(turn, out);
            }
            for (n, part) in turn.parts.iter().enumerate().filter(|(n, _)| decided.sends(*n)) {
                match part {
                    Part::Reasoning(carrier) => out.extend(format!(",\"block\":{}", carrier.payload.get()).bytes()),
                    Part::Checkpoint(checkpoint) => {
                        let item = decided.item(n, checkpoint).map(|item| format!(",\"item\":{}", item.payload.get()));
                        out.extend(item.unwrap_or_default().bytes());
                    }
                    Part::Call(call) => {
                        let id = decided.id(n).or(call.id.as_ref()).map_or("null", |id| id.raw());
                        out.extend(format!(",\"call\":{id}").bytes());
                    }
                    _ => {}
                }
            }
            out.push(b'}');
        }
        Ok(())
    }
    fn tail(&self, _: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        out.extend(b"]}");
        Ok(())
    }
}

fn row(name: &'static str, provider: &'static str, slots: Vec<Slot>) -> RouteRule {
    RouteRule {
        name: name.into(),
        pattern: Pattern { providers: vec![provider.into()].into(), ..Pattern::ANY },
        strict: false,
        reads: Some(Reads { slots: slots.into(), ..Reads::NOTHING }),
        required: None,
        flags: None,
        why: "a test".into(),
        evidence: "unverified".into(),
        since: "2026-11".into(),
    }
}

pub(super) fn rules() -> Rules {
    let (rc, r) = ("reasoning_content", "reasoning");
    let details = Slot::entries("reasoning_details", const { &[Accept::any("gate:*")] }).with_empties();
    let mut must = row("must", "must", vec![Slot::text(rc)]);
    must.required = Some(Required { field: Key::new(rc), scope: Scope::ToolCalls, placeholder: " ".into() });
    let mut nine = row("nine", "nine", vec![Slot::blocks("thinking", "chunk", const { &[Accept::any("nine")] })]);
    nine.reads.as_mut().unwrap().ids = Ids::Nine;
    let mut model = row("one-model", "gate", vec![]);
    model.pattern.models = vec![Model::Exact("bare".into())].into();
    let rows = [
        row("gate", "gate", vec![Slot::text(rc), Slot::text(r), details]),
        row("echo", "echo", vec![Slot::text(rc).with_echo()]),
        row("strict", "strict", vec![]),
        row(
            "signed",
            "signed",
            vec![Slot::blocks("thinking", "block", const { &[Accept::any("claude")] }).signed_only()],
        ),
        row(
            "beside",
            "beside",
            vec![
                Slot::beside("opaque_text", Form::Text, &[], "blob"),
                Slot::whole("blob", const { &[Accept::same_model("beside")] }),
            ],
        ),
        must,
        nine,
        model,
    ];
    let mut rules = Rules::new();
    for row in rows {
        rules.push(Layer::General, Some("plain".into()), row);
    }
    rules
}

pub(super) fn route(provider: &str) -> Route {
    Route::new(provider, "https://host.example/v1", Api::CHAT, "m").unwrap()
}
fn json(text: &str) -> Verbatim {
    Verbatim::parse(text).unwrap()
}
pub(super) fn text(kind: &'static str, text: &str) -> Carrier {
    Carrier::plain(kind, "x", Literal::of(text).verbatim().clone(), TextAt::WHOLE)
}
fn entry(issuer: &'static str, payload: &str, sealed: bool) -> Carrier {
    Carrier { sealed, ..Carrier::plain("reasoning_details", issuer, json(payload), TextAt::path("text")) }
}
pub(super) fn call(id: &str) -> Part {
    let arguments = Arguments::Text(Literal::of("{}"));
    Part::Call(ToolCall {
        id: Some(Literal::of(id)),
        name: Literal::of("f"),
        arguments,
        extras: vec![],
        inner: vec![],
        carriers: vec![],
    })
}
pub(super) fn from(provider: &str, carriers: Vec<Carrier>, parts: Vec<Part>) -> Turn {
    let origin = Some(Arc::new(Origin::of(&route(provider), How::Minted)));
    Turn { carriers, parts, origin, ..Turn::new(Role::Assistant) }
}

/// The messages of a body to `provider`, and the ledger in short.
fn project(provider: &str, turns: Vec<Turn>, memory: &RejectionMemory) -> (String, Vec<String>) {
    let (route, request, rules) = (route(provider), Request::new(Api::CHAT), rules());
    let policy = rules.find(&route).unwrap();
    let history: History = turns.into_iter().collect();
    let scene = Scene { route: &route, policy: &policy, request: &request, history: &history, memory };
    let mut fragments = Fragments::new();
    let plan = plan(&Plain, scene, &mut fragments);
    let body = plan.render(&Plain, &mut fragments).unwrap();
    let messages = String::from_utf8(body.bytes[body.messages].to_vec()).unwrap();
    let lines = plan.ledger().into_iter().map(|line| {
        let key = line.outcome.key().map_or("", |key| key.as_str());
        format!("{} {} {key}: {}", line.kind, line.outcome.as_str(), line.because.reason)
    });
    (messages, lines.collect())
}
fn sent(provider: &str, turn: Turn) -> (String, Vec<String>) {
    project(provider, vec![turn], &RejectionMemory::new())
}

#[test]
fn one_text_fills_every_text_field_and_entries_go_as_they_are() {
    let turn = from("gate", vec![entry("gate:-/-", r#"{"text":"why","signature":"s"}"#, true)], vec![Part::text("hi")]);
    let (messages, ledger) = sent("gate", turn);
    assert_eq!(
        messages,
        r#"{"role":"assistant","text":"hi","reasoning_content":"why","reasoning":"why","reasoning_details":[{"text":"why","signature":"s"}]}"#
    );
    assert_eq!(ledger, ["reasoning_details sent reasoning_details: the route reads it"]);
}
#[test]
fn a_foreign_seal_stays_and_its_text_travels() {
    let turn =
        from("other", vec![entry("other:-/-", r#"{"text":"why","signature":"s"}"#, true)], vec![Part::text("hi")]);
    let (messages, ledger) = sent("gate", turn.clone());
    assert_eq!(messages, r#"{"role":"assistant","text":"hi","reasoning_content":"why","reasoning":"why"}"#);
    assert_eq!(
        ledger,
        ["reasoning_details text sent reasoning: readable text is portable and the route reads this field"]
    );
    let (messages, ledger) = sent("strict", turn);
    assert_eq!(messages, r#"{"role":"assistant","text":"hi"}"#);
    assert_eq!(ledger, ["reasoning_details withheld : the route does not read it"]);
}
#[test]
fn two_texts_are_two_and_one_text_is_one() {
    let turn = from("gate", vec![text("reasoning_content", "a"), text("reasoning", "b")], vec![Part::text("hi")]);
    assert_eq!(
        sent("gate", turn.clone()).0,
        r#"{"role":"assistant","text":"hi","reasoning_content":"a","reasoning":"b"}"#
    );
    assert_eq!(sent("must", turn.clone()).0, r#"{"role":"assistant","text":"hi","reasoning_content":"a"}"#);
    assert_eq!(sent("must", turn).1[1], "reasoning withheld : the same text goes under `reasoning_content`");
}
#[test]
fn a_host_gets_the_key_that_it_used() {
    let turn = |provider| from(provider, vec![text("reasoning", "a")], vec![Part::text("hi")]);
    assert_eq!(sent("echo", turn("echo")).0, r#"{"role":"assistant","text":"hi","reasoning":"a"}"#);
    let elsewhere = Turn {
        origin: Some(Arc::new(Origin { host: "other.example".into(), ..Origin::of(&route("x"), How::Minted) })),
        ..turn("x")
    };
    assert_eq!(sent("echo", elsewhere).0, r#"{"role":"assistant","text":"hi","reasoning_content":"a"}"#);
}
#[test]
fn a_placeholder_stands_on_tool_turns_without_text_and_nowhere_else() {
    let bare = || from("x", vec![], vec![call("c")]);
    assert_eq!(sent("must", bare()).0, r#"{"role":"assistant","text":"","reasoning_content":" ","call":"c"}"#);
    assert_eq!(
        sent("must", bare()).1,
        ["reasoning_content padded reasoning_content: the route demands the field and nothing was stored"]
    );
    let blank = from("x", vec![text("reasoning_content", " \n")], vec![call("c")]);
    assert_eq!(sent("must", blank).0, r#"{"role":"assistant","text":"","reasoning_content":" ","call":"c"}"#);
    let null = Turn { presence: vec![(Key::new("reasoning_content"), Presence::Null)], ..bare() };
    assert_eq!(sent("must", null).0, r#"{"role":"assistant","text":"","reasoning_content":" ","call":"c"}"#);
    let portable = from(
        "x",
        vec![],
        vec![
            Part::Reasoning(Carrier {
                kind: "block".into(),
                ..entry("claude", r#"{"text":"t","signature":"s"}"#, true)
            }),
            call("c"),
        ],
    );
    assert_eq!(sent("must", portable).0, r#"{"role":"assistant","text":"","reasoning_content":"t","call":"c"}"#);
    assert_eq!(sent("must", from("x", vec![], vec![Part::text("hi")])).0, r#"{"role":"assistant","text":"hi"}"#);
    assert_eq!(sent("strict", bare()).0, r#"{"role":"assistant","text":"","call":"c"}"#);
}
#[test]
fn signed_blocks_go_home_in_their_place_and_unsigned_ones_stay() {
    let block =
        |payload: &str, sealed| Part::Reasoning(Carrier { kind: "block".into(), ..entry("claude", payload, sealed) });
    let turn = from(
        "signed",
        vec![],
        vec![block(r#"{"text":"","signature":"s"}"#, true), call("c"), block(r#"{"text":"cut off"}"#, false)],
    );
    let (messages, ledger) = sent("signed", turn);
    assert_eq!(messages, r#"{"role":"assistant","text":"","block":{"text":"","signature":"s"},"call":"c"}"#);
    assert_eq!(
        ledger[1],
        "reasoning_details withheld : the route reads it only when it is signed".replace("reasoning_details", "block")
    );
}
#[test]
fn what_was_cut_never_calls_and_a_message_left_empty_goes_whole() {
    let cut = Turn { ending: Some(Ending::Cut), ..from("gate", vec![], vec![call("c")]) };
    assert_eq!(
        project("gate", vec![cut, Turn::tool("c", "r")], &RejectionMemory::new()).0,
        r#"{"role":"tool","text":""}"#
    );
    let only = from("gate", vec![text("reasoning_content", "a")], vec![]);
    assert_eq!(
        sent("strict", only),
        (String::new(), vec!["reasoning_content withheld : the route does not read it".to_owned()])
    );
}
#[test]
fn an_empty_text_whose_seal_stays_is_nothing() {
    let text = Text { text: Literal::of(""), extras: vec![], carriers: vec![entry("gemini", r#"{"data":"s"}"#, true)] };
    assert_eq!(sent("strict", from("gate", vec![], vec![Part::Text(text)])).0, "");
}
#[test]
fn an_empty_list_goes_back_where_it_came_from_alone() {
    let turn = |provider| Turn {
        presence: vec![(Key::new("reasoning_details"), Presence::EmptyList)],
        ..from(provider, vec![], vec![Part::text("hi")])
    };
    assert_eq!(sent("gate", turn("gate")).0, r#"{"role":"assistant","text":"hi","reasoning_details":[]}"#);
    assert_eq!(sent("strict", turn("strict")).0, r#"{"role":"assistant","text":"hi"}"#);
}
#[test]
fn a_refused_field_is_left_out_and_a_required_one_never() {
    let turn = || from("gate", vec![entry("gate:-/-", r#"{"text":"why"}"#, false)], vec![Part::text("hi")]);
    let mut memory = RejectionMemory::new();
    assert!(memory.record(&route("gate"), "reasoning_details") && !memory.record(&route("gate"), "reasoning_details"));
    memory.record(&route("must"), "reasoning_content");
    assert_eq!(
        project("gate", vec![turn()], &memory).0,
        r#"{"role":"assistant","text":"hi","reasoning_content":"why","reasoning":"why"}"#
    );
    assert_eq!(
        project("must", vec![turn()], &memory).0,
        r#"{"role":"assistant","text":"hi","reasoning_content":"why"}"#
    );
}
#[test]
fn a_field_goes_only_beside_the_one_it_needs() {
    let blob = |kind: &'static str| Carrier::sealed(kind, "beside", json("\"b\""), None);
    let turn = from("beside", vec![text("opaque_text", "t"), blob("blob")], vec![Part::text("hi")]);
    assert_eq!(sent("beside", turn).0, r#"{"role":"assistant","text":"hi","opaque_text":"t","blob":"b"}"#);
    let (messages, ledger) = sent("beside", from("beside", vec![text("opaque_text", "t")], vec![Part::text("hi")]));
    assert_eq!(messages, r#"{"role":"assistant","text":"hi"}"#);
    assert_eq!(ledger, ["opaque_text withheld : goes only beside `blob`"]);
}
#[test]
fn ids_take_the_demanded_form_on_both_sides() {
    let (messages, _) = project(
        "nine",
        vec![from("x", vec![], vec![call("toolu_01")]), Turn::tool("toolu_01", "r")],
        &RejectionMemory::new(),
    );
    let id = messages.split("\"call\":\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(id.len() == 9 && id.bytes().all(|b| b.is_ascii_alphanumeric()), "{messages}");
}
#[test]
fn an_entry_goes_once_a_request() {
    let turn = || from("gate", vec![entry("gate:-/-", r#"{"data":"d"}"#, true)], vec![Part::text("hi")]);
    let (messages, ledger) = project("gate", vec![turn(), turn()], &RejectionMemory::new());
    assert_eq!(
        messages,
        r#"{"role":"assistant","text":"hi","reasoning_details":[{"data":"d"}]},{"role":"assistant","text":"hi"}"#
    );
    assert_eq!(ledger[1], "reasoning_details withheld : the request holds it already");
}
#[test]
fn a_checkpoint_s_item_goes_home_and_its_text_everywhere_else() {
    let item = |issuer: &'static str| Carrier::sealed("block", issuer, json("[7]"), None);
    let both = |issuer| crate::Checkpoint { item: Some(item(issuer)), ..crate::Checkpoint::summary("They met.") };
    let turn = |checkpoint| from("signed", vec![], vec![Part::Checkpoint(checkpoint)]);
    let (messages, ledger) = sent("signed", turn(crate::Checkpoint { text: None, ..both("claude") }));
    assert_eq!(messages, r#"{"role":"assistant","text":"","item":[7]}"#);
    assert_eq!(ledger, ["block sent thinking: the route reads it"]);
    assert_eq!(sent("signed", turn(both("claude"))).0, r#"{"role":"assistant","text":"They met.","item":[7]}"#);
    for (to, issuer) in [("strict", "claude"), ("signed", "other")] {
        assert_eq!(sent(to, turn(both(issuer))).0, r#"{"role":"assistant","text":"They met."}"#);
        assert_eq!(sent(to, turn(crate::Checkpoint { text: None, ..both(issuer) })).0, "");
    }
    // What a person brings has no issuer to go home to.
    let user = Turn { role: Role::User, ..turn(both("claude")) };
    assert_eq!(sent("signed", user).0, r#"{"role":"user","text":"They met."}"#);
}
#[test]
fn a_row_for_one_model_is_closer_than_its_provider() {
    let bare = Route::new("gate", "https://host.example/v1", Api::CHAT, "bare").unwrap();
    assert_eq!(rules().find(&bare).unwrap().reads.rule.name, "one-model");
}

#[test]
fn a_warm_plan_is_the_cold_one_and_decides_new_turns_alone() {
    let (route, request, rules, memory) = (route("gate"), Request::new(Api::CHAT), rules(), RejectionMemory::new());
    let policy = rules.find(&route).unwrap();
    let details = |n: usize| vec![entry("gate:-/-", &format!("{{\"text\":\"t\",\"data\":\"{}\"}}", n % 3), true)];
    let mut history = History::new();
    let mut warm = Fragments::new();
    let mut last: Vec<u8> = vec![];
    for n in 0..8 {
        history.push(Turn::user("q"));
        history.push(from("gate", details(n), vec![Part::text("a")]));
        let scene = Scene { route: &route, policy: &policy, request: &request, history: &history, memory: &memory };
        let planned = plan(&Plain, scene, &mut warm);
        assert_eq!(planned.fresh(), 2 * n);
        let body = planned.render(&Plain, &mut warm).unwrap();
        let mut cold = Fragments::new();
        let again = plan(&Plain, scene, &mut cold).render(&Plain, &mut cold).unwrap();
        assert_eq!(body, again);
        assert!(body.bytes.starts_with(&last));
        last = body.bytes[..body.messages.end].to_vec();
    }
    // A branch shares turns: what both have is not decided again, and what the branch lacks is forgotten.
    let branch = history.branch(5);
    let scene = Scene { route: &route, policy: &policy, request: &request, history: &branch, memory: &memory };
    let body = plan(&Plain, scene, &mut warm).render(&Plain, &mut warm).unwrap();
    let mut cold = Fragments::new();
    assert_eq!(body, plan(&Plain, scene, &mut cold).render(&Plain, &mut cold).unwrap());
}

#[test]
fn the_first_difference_names_its_turn_and_reason() {
    let (route, request, rules) = (route("gate"), Request::new(Api::CHAT), rules());
    let policy = rules.find(&route).unwrap();
    let turn = from("gate", vec![entry("gate:-/-", r#"{"text":"why"}"#, false)], vec![Part::text("hi")]);
    let history: History = [Turn::user("q"), turn, Turn::user("next")].into_iter().collect();
    let (before, mut after) = (RejectionMemory::new(), RejectionMemory::new());
    after.record(&route, "reasoning_details");
    let scene = |memory| Scene { route: &route, policy: &policy, request: &request, history: &history, memory };
    let (mut a, mut b) = (Fragments::new(), Fragments::new());
    let old = plan(&Plain, scene(&before), &mut a);
    let old_body = old.render(&Plain, &mut a).unwrap();
    let new = plan(&Plain, scene(&after), &mut b);
    let new_body = new.render(&Plain, &mut b).unwrap();
    let found = difference((&old, &old_body), (&new, &new_body), &b).unwrap();
    assert_eq!(found.place, PlaceOf::Turn(1));
    assert!(found.why.contains("Text"), "{found}");
    assert_eq!(difference((&old, &old_body), (&old, &old_body), &a), None);
}

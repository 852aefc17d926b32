//! Signatures that Gemini 3 demands: where the documented string stands in for one, where it does not, and that the plan says so.
use crate::sample::{
    API, assistant, contents, newest, planned, project, projected, reply, result, studio, tool, vertex, whole,
};
use throughline_core::{
    Arguments, Key, Literal, Part, RejectionMemory, Request, Route, Taught, ToolCall, Turn, Verbatim,
};

const STAND_IN: &str = r#","thoughtSignature":"skip_thought_signature_validator""#;

fn call(name: &str) -> Part {
    Part::Call(ToolCall {
        id: Some(Literal::of(&format!("call_{name}"))),
        name: Literal::of(name),
        arguments: Arguments::Json(Verbatim::parse("{}").unwrap()),
        extras: vec![],
        inner: vec![],
        carriers: vec![],
    })
}
fn answer(name: &str) -> Turn {
    tool(vec![result(Some(&format!("call_{name}")), r#""ok""#)])
}
/// Two steps of calls that nobody signed, each with its answers, and another question.
fn unsigned() -> Vec<Turn> {
    let steps = [vec![call("a"), call("b")], vec![Part::text("so"), call("c")]];
    let [first, second] = steps.map(assistant);
    vec![
        Turn::user("Hi"),
        first,
        answer("a"),
        answer("b"),
        second,
        answer("c"),
        assistant(vec![Part::text("x")]),
        Turn::user("And?"),
    ]
}
fn written(route: &Route, memory: &RejectionMemory) -> String {
    planned(route, &Request::new(API), memory, &unsigned(), projected).body
}

#[test]
fn the_first_call_of_each_step_of_every_turn() {
    let body = written(&newest(), &RejectionMemory::new());
    assert_eq!(body.matches(STAND_IN).count(), 2, "{body}");
    assert!(body.contains(&format!(r#"{{"functionCall":{{"name":"a","args":{{}},"id":"call_a"}}{STAND_IN}}},{{"functionCall":{{"name":"b","args":{{}},"id":"call_b"}}}}"#)));
    assert!(body.contains(&format!(
        r#"{{"text":"so"}},{{"functionCall":{{"name":"c","args":{{}},"id":"call_c"}}{STAND_IN}}}"#
    )));
    let ledger = project(&newest(), &unsigned()).ledger;
    let line = "thoughtSignature padded: the route demands the field and nothing was stored";
    assert_eq!(ledger, [format!("1 {line}"), format!("4 {line}")]);
}

#[test]
fn from_the_third_generation_on_whatever_it_is_called() {
    for (model, stands) in [
        ("gemini-3-flash-preview", true),
        ("google/gemini-3.1-pro-preview", true),
        ("models/gemini-4-pro", true),
        ("gemini-flash-latest", true),
        ("gemini-flash-lite-latest", true),
        ("gemini-pro-latest", true),
        ("gemini-2.5-flash", false),
        ("gemini-2.5-flash-preview-09-2025", false),
        ("gemini-2.0-flash", false),
        ("gemma-3-27b-it", false),
    ] {
        for route in [studio(model), vertex(model)] {
            assert_eq!(written(&route, &RejectionMemory::new()).contains(STAND_IN), stands, "{route}");
        }
    }
}

#[test]
fn never_beside_a_real_one_and_never_behind_one() {
    let parts =
        r#"{"functionCall":{"name":"a","args":{}},"thoughtSignature":"AA=="},{"functionCall":{"name":"b","args":{}}}"#;
    let turn = whole(&newest(), &reply(parts));
    let body = contents(&newest(), &[Turn::user("Hi"), turn.clone()]);
    assert!(body.contains(parts) && !body.contains("skip_"), "{body}");
    // Cut in two by a client, it is one step still.
    let (mut first, mut second) = (turn.clone(), turn);
    first.parts.truncate(1);
    second.parts.remove(0);
    let body = contents(&newest(), &[Turn::user("Hi"), first, second]);
    assert!(!body.contains("skip_"), "{body}");
}

#[test]
fn another_backend_reads_nothing_of_it() {
    let turn = whole(
        &vertex("gemini-3-pro"),
        &reply(
            r#"{"text":"a","thoughtSignature":"AA=="},{"functionCall":{"name":"f","args":{}},"thoughtSignature":"BB=="}"#,
        ),
    );
    let history = [Turn::user("Hi"), turn];
    let there = project(&newest(), &history);
    assert!(
        there.body.contains(&format!(r#"[{{"text":"a"}},{{"functionCall":{{"name":"f","args":{{}}}}{STAND_IN}}}]"#)),
        "{}",
        there.body
    );
    assert_eq!(
        there.ledger,
        [
            "1 thoughtSignature withheld: sealed by an issuer that the route does not read",
            "1 thoughtSignature withheld: sealed by an issuer that the route does not read",
            "1 thoughtSignature padded: the route demands the field and nothing was stored"
        ]
    );
    // A region is no other backend.
    let base = "https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5/publishers/google";
    let region = Route::new("vertex", base, API, "gemini-3-pro").unwrap();
    assert!(contents(&region, &history).contains(r#""thoughtSignature":"BB==""#));
}

#[test]
fn what_a_host_of_nobody_signed_goes_home() {
    let relay = |url: &str| Route::new("custom", url, API, "gemini-3-pro").unwrap();
    let home = relay("https://relay.example.org/v1beta");
    let turn = whole(&home, &reply(r#"{"text":"a","thoughtSignature":"AA=="}"#));
    let sent = |route: &Route| contents(route, &[Turn::user("Hi"), turn.clone()]).contains("AA==");
    assert_eq!((sent(&home), sent(&relay("https://other.example.org/v1beta")), sent(&newest())), (true, false, false));
}

#[test]
fn a_host_that_asks_for_more_gets_more() {
    let (key, mut memory) = (Key::new("thoughtSignature"), RejectionMemory::new());
    let old = studio("tunedModels/mine");
    assert_eq!(written(&old, &memory).matches(STAND_IN).count(), 0);
    memory.learn(&old, None, Taught::Requires(key.clone(), false));
    assert_eq!(written(&old, &memory).matches(STAND_IN).count(), 2);
    memory.learn(&old, None, Taught::Requires(key, true));
    assert_eq!(written(&old, &memory).matches(STAND_IN).count(), 3);
}

#[test]
fn a_backend_is_never_sent_what_the_other_one_signed() {
    let (a, b) = (studio("gemini-3-pro-preview"), vertex("gemini-3-pro-preview"));
    let signed = reply(r#"{"functionCall":{"name":"a","args":{},"id":"call_a"},"thoughtSignature":"U0VBTA=="}"#);
    let shown = reply(r#"{"text":"x","thoughtSignature":"U0VBTA=="}"#);
    for (from, to, home) in [(&a, &a, true), (&b, &b, true), (&a, &b, false), (&b, &a, false)] {
        let turns = [Turn::user("Hi"), whole(from, &signed), answer("a"), whole(from, &shown), Turn::user("And?")];
        let sent = contents(to, &turns);
        assert_eq!(sent.matches("U0VBTA==").count(), if home { 2 } else { 0 }, "{from} to {to}: {sent}");
        assert_eq!(sent.contains(STAND_IN), !home, "{from} to {to}: {sent}");
    }
}

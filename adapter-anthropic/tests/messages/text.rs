//! Doors to models whose thinking is text: a thought goes as a block in front, whichever wire it came over, and where one is demanded and
//! there is none, a placeholder that is never taken for one.
use crate::sample::{asking, elsewhere, ingest, messages, origin, project, whole};
use throughline_core::{Api, Carrier, Literal, Part, Role, Route, TextAt, Turn};

fn door(provider: &str, url: &str) -> Route {
    Route::new(provider, url, Api::MESSAGES, "m").unwrap()
}
fn deepseek() -> Route {
    door("deepseek", "https://api.deepseek.com/anthropic")
}
fn kimi() -> Route {
    door("kimi-coding", "https://api.kimi.com/coding")
}
const CALL: &str = r#"{"type":"tool_use","id":"t1","name":"f","input":{}}"#;
const ANSWER: &str = r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"done"}]}"#;

/// What becomes of a turn that calls a tool and gets its answer.
fn called(to: &Route, turn: Turn) -> String {
    let all = messages(to, &[Turn::user("Q"), turn, Turn::tool("t1", "done")]);
    let all = all.strip_prefix(r#"{"role":"user","content":"Q"},"#).unwrap().strip_suffix(ANSWER).unwrap();
    all.trim_end_matches(',').to_owned()
}
fn blocks(list: &str) -> String {
    format!(r#"{{"role":"assistant","content":[{list}]}}"#)
}
/// A turn of chat completions that thought and calls.
fn chat(thought: &str) -> Turn {
    let text = Literal::of(thought).verbatim().clone();
    let carrier =
        Carrier { sealed: false, ..Carrier::sealed("reasoning_content", "deepseek", text, Some(TextAt::WHOLE)) };
    let Some(Part::Call(call)) = whole(&deepseek(), &format!(r#"{{"content":[{CALL}]}}"#)).parts.pop() else {
        panic!("a call")
    };
    let carriers = if thought.is_empty() { vec![] } else { vec![carrier] };
    Turn { carriers, parts: vec![Part::Call(call)], origin: origin(&elsewhere()), ..Turn::new(Role::Assistant) }
}

#[test]
fn unsigned_thinking_goes_back_as_it_came() {
    let thought = r#"{"type":"thinking","thinking":"Look.","signature":""}"#;
    let local = door("ollama", "http://127.0.0.1:11434");
    for to in [
        deepseek(),
        kimi(),
        local,
        door("zai", "https://api.z.ai/api/anthropic"),
        door("xiaomi", "https://api.xiaomimimo.com/anthropic"),
    ] {
        let turn = whole(&to, &format!(r#"{{"content":[{thought},{CALL}]}}"#));
        assert_eq!(called(&to, turn), blocks(&format!("{thought},{CALL}")), "{to}");
    }
}

/// A proxy on this machine looks like any server here; Claude behind it refuses what is not signed.
#[test]
fn a_proxy_to_claude_on_this_machine_gets_back_what_it_signed() {
    let claude = |url: &str| Route::new("custom", url, Api::MESSAGES, "claude-sonnet-4-5").unwrap();
    let (here, other) = (claude("http://127.0.0.1:4000"), claude("http://127.0.0.1:4001"));
    let signed = r#"{"type":"thinking","thinking":"Look.","signature":"s"}"#;
    let turn = || whole(&here, &format!(r#"{{"content":[{signed},{CALL}]}}"#));
    assert_eq!(called(&here, turn()), blocks(&format!("{signed},{CALL}")));
    assert_eq!(called(&other, turn()), blocks(CALL));
    assert_eq!(called(&here, chat("Look.")), blocks(CALL));
    let unsigned = whole(&here, &format!(r#"{{"content":[{{"type":"thinking","thinking":"Look."}},{CALL}]}}"#));
    assert_eq!(called(&here, unsigned), blocks(CALL));
}

#[test]
fn a_thought_of_another_wire_is_a_block_in_front() {
    for to in [deepseek(), kimi(), door("llamacpp", "http://127.0.0.1:8080")] {
        let thought = r#"{"type":"thinking","thinking":"Look\nthere."}"#;
        assert_eq!(called(&to, chat("Look\nthere.")), blocks(&format!("{thought},{CALL}")), "{to}");
    }
    // A signature stays; what it signed can be read.
    let native = Route::new("anthropic", "https://api.anthropic.com", Api::MESSAGES, "claude-opus-4-8").unwrap();
    let signed =
        whole(&native, &format!(r#"{{"content":[{{"type":"thinking","thinking":"Look.","signature":"s"}},{CALL}]}}"#));
    assert_eq!(
        called(&deepseek(), signed.clone()),
        blocks(&format!(r#"{{"type":"thinking","thinking":"Look."}},{CALL}"#))
    );
    assert_eq!(
        called(&kimi(), signed),
        blocks(&format!(r#"{{"type":"thinking","thinking":"Look.","signature":"s"}},{CALL}"#))
    );
    // What nobody can read stays, and so does text that came without thinking.
    let sealed = whole(&native, &format!(r#"{{"content":[{{"type":"redacted_thinking","data":"d"}},{CALL}]}}"#));
    let placeholder = r#"{"type":"thinking","thinking":" "}"#;
    assert_eq!(called(&deepseek(), sealed.clone()), blocks(&format!("{placeholder},{CALL}")));
    assert_eq!(called(&kimi(), sealed), blocks(&format!("{placeholder},{CALL}")));
}

#[test]
fn a_call_without_a_thought_gets_a_placeholder_where_one_is_demanded() {
    let placeholder = r#"{"type":"thinking","thinking":" "}"#;
    for to in [deepseek(), kimi(), door("xiaomi", "https://api.xiaomimimo.com/anthropic")] {
        let turns = [Turn::user("Q"), chat(""), Turn::tool("t1", "done")];
        let projected = project(&to, &asking(), &turns);
        assert!(projected.messages().contains(&format!("[{placeholder},{CALL}]")), "{to}: {}", projected.body);
        assert!(projected.ledger().iter().any(|line| line.contains("padded")), "{:?}", projected.ledger());
        // It is no thought.
        let read = ingest(&to, &projected.body);
        assert!(read.turns.iter().all(|turn| turn.reasoning().is_none()));
        assert_eq!(project(&to, &read.request, &read.turns).body, projected.body);
    }
    for to in [door("zai", "https://api.z.ai/api/anthropic"), door("ollama", "http://127.0.0.1:11434")] {
        assert_eq!(called(&to, chat("")), blocks(CALL), "{to}");
    }
    // A turn that calls nothing needs none, and an empty thought of its own goes back to Kimi alone.
    let said = |to: &Route| {
        messages(
            to,
            &[
                whole(to, r#"{"content":[{"type":"thinking","thinking":""},{"type":"text","text":"a"}]}"#),
                Turn::user("b"),
            ],
        )
    };
    assert!(said(&kimi()).contains(r#"[{"type":"thinking","thinking":""},{"type":"text","text":"a"}]"#));
    assert!(!said(&deepseek()).contains("thinking"));
}

#[test]
fn a_thought_alone_is_no_message() {
    let thought = Turn { parts: vec![], ..chat("Look.") };
    assert_eq!(
        messages(&deepseek(), &[Turn::user("a"), thought, Turn::user("b")]),
        r#"{"role":"user","content":"a"},{"role":"user","content":"b"}"#
    );
}

#[test]
fn a_refusal_counts_the_block_in_front() {
    use throughline_anthropic::Anthropic;
    use throughline_core::{At, ReasoningCarrier, verdict::Spot};
    let turns = [
        Turn::user("Q"),
        whole(&kimi(), &format!(r#"{{"content":[{{"type":"text","text":"a"}},{CALL}]}}"#)),
        Turn::tool("t1", "done"),
    ];
    let found = |content| {
        crate::sample::planned(&kimi(), &asking(), &turns, |plan| Anthropic.locate(plan, Spot { message: 1, content }))
    };
    assert_eq!([found(0), found(1), found(2)], [None::<(usize, At)>; 3]);
    let own =
        whole(&kimi(), &format!(r#"{{"content":[{{"type":"thinking","thinking":"a","signature":"s"}},{CALL}]}}"#));
    let turns = [Turn::user("Q"), own, Turn::tool("t1", "done")];
    let found = crate::sample::planned(&kimi(), &asking(), &turns, |plan| {
        Anthropic.locate(plan, Spot { message: 1, content: 0 })
    });
    assert_eq!(found, Some((1, At::Part(0, 0))));
}

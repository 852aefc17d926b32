//! What goes to these endpoints.
use crate::common::{chat, ingest, message, project, registry, studio, vertex, whole};
use throughline_core::{
    Api, Attempt, Fragments, History, Outcome, RejectionMemory, Request, Scene, Verbatim, as_json, plan,
    verdict::{Refusal, read},
};

/// A turn with the same thought in all three fields and a signed call.
const T: &str = r#"{"role":"assistant","content":"","reasoning":"thought","reasoning_content":"thought","reasoning_details":[{"type":"reasoning.text","text":"thought"}],"tool_calls":[{"id":"call_1","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"sig"}}}]}"#;

#[test]
fn provider_and_host_decide_and_not_the_name_of_the_model() {
    let want = r#"{"role":"assistant","content":"","tool_calls":[{"id":"call_1","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"sig"}}}]}"#;
    for route in [
        studio("my-alias"),
        chat("custom", "https://generativelanguage.googleapis.com/v1beta/openai", "my-alias"),
        chat("gemini", "http://localhost:4000/v1", "my-alias"),
    ] {
        assert_eq!(project(&route, &Request::new(Api::CHAT), ingest(&route, T)).messages, want, "{route}");
    }
    let fireworks = chat("fireworks", "https://api.fireworks.ai/inference/v1", "gemini-3");
    let sent = project(&fireworks, &Request::new(Api::CHAT), ingest(&fireworks, T)).messages;
    assert!(!sent.contains("extra_content") && sent.contains(r#""reasoning_content":"thought""#), "{sent}");
}

#[test]
fn the_private_record_becomes_what_it_holds_and_is_never_an_entry() {
    let turn = r#"{"role":"assistant","content":"391","reasoning_details":[{"type":"reasoning.text","text":"t"},{"type":"hermes.native_assistant","extra_content":{"google":{"thought_signature":"SIG_TEXT"}}}]}"#;
    let gemini = studio("gemini-3.5-pro");
    let want = r#"{"role":"assistant","content":"391","extra_content":{"google":{"thought_signature":"SIG_TEXT"}}}"#;
    assert_eq!(project(&gemini, &Request::new(Api::CHAT), ingest(&gemini, turn)).messages, want);
    // What the message itself holds says more than the record.
    let live = turn
        .replace(r#""content":"391","#, r#""content":"391","extra_content":{"google":{"thought_signature":"LIVE"}},"#);
    assert_eq!(
        project(&gemini, &Request::new(Api::CHAT), ingest(&gemini, &live)).messages,
        want.replace("SIG_TEXT", "LIVE")
    );
    let all = r#"{"role":"assistant","content":"391","reasoning_details":[{"type":"hermes.native_assistant","extra_content":{"google":{"thought_signature":"S1"}},"reasoning_opaque":"S2","reasoning_text":"t","more":"S3"},{"type":"antigravity.native_assistant","blob":"S4"}]}"#;
    for route in [
        gemini,
        vertex("m"),
        chat("openrouter", "https://openrouter.ai/api/v1", "google/gemini-3-pro"),
        chat("custom", "https://llm.example.com/v1", "m"),
        chat("custom", "http://localhost:8080/v1", "m"),
    ] {
        let turns = ingest(&route, all);
        assert_eq!(turns[0].reasoning().as_deref(), Some("t"), "{route}");
        let kinds: Vec<&str> = turns[0].private().map(|(_, carrier)| carrier.kind.as_str()).collect();
        for kind in [
            "extra_content",
            "reasoning_opaque",
            "reasoning_text",
            "hermes.native_assistant",
            "antigravity.native_assistant",
        ] {
            assert!(kinds.contains(&kind), "{route}: no {kind} among {kinds:?}");
        }
        let sent = project(&route, &Request::new(Api::CHAT), turns).messages;
        assert!(!["native_assistant", "S2", "S3", "S4"].iter().any(|word| sent.contains(word)), "{route}: {sent}");
    }
}

const CALL: &str = r#"{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}"#;
const STAND_IN: &str = r#""extra_content":{"google":{"thought_signature":"skip_thought_signature_validator"}}"#;

#[test]
fn the_first_call_of_a_step_says_that_nobody_has_its_signature() {
    let unsigned = |n: usize| {
        let calls: Vec<_> = (0..n).map(|n| CALL.replace("\"a\"", &format!("\"a{n}\""))).collect();
        let answers: String =
            (0..n).map(|n| format!(r#",{{"role":"tool","tool_call_id":"a{n}","content":"r"}}"#)).collect();
        format!(r#"{{"role":"assistant","content":null,"tool_calls":[{}]}}{answers}"#, calls.join(","))
    };
    let history = format!(
        r#"{{"role":"user","content":"q"}},{},{},{{"role":"user","content":"q"}},{}"#,
        unsigned(2),
        unsigned(1),
        unsigned(1)
    );
    for (route, stands) in [
        (studio("gemini-3-pro-preview"), 3),
        (studio("models/gemini-3.5-flash"), 3),
        (studio("gemini-flash-latest"), 3),
        (vertex("google/gemini-3.1-pro"), 3),
        (studio("gemini-2.5-pro"), 0),
        (studio("gemini-2.0-flash"), 0),
        (vertex("google/gemini-2.5-flash"), 0),
        (studio("my-alias"), 0),
    ] {
        let sent = project(&route, &Request::new(Api::CHAT), ingest(&route, &history));
        assert_eq!(sent.messages.matches(STAND_IN).count(), stands, "{route}: {}", sent.messages);
        let padded = sent.lines.iter().filter(|line| matches!(line.outcome, Outcome::Padded(_))).count();
        assert_eq!(padded, stands, "{route}");
        // Read again the stand-in is no signature.
        let again = ingest(&route, &sent.messages);
        assert_eq!(again.iter().map(|turn| turn.carriers().count()).sum::<usize>(), 0);
        assert_eq!(project(&route, &Request::new(Api::CHAT), again).messages, sent.messages);
    }
    let first = CALL.replace("}}", r#"},"extra_content":{"google":{"thought_signature":"S"}}}"#);
    let signed = format!(r#"{{"content":null,"tool_calls":[{first},{}]}}"#, CALL.replace("\"a\"", "\"b\""));
    let route = studio("gemini-3-pro-preview");
    let sent = message(&route, whole(&route, &signed));
    assert!(sent.contains(r#""thought_signature":"S""#) && !sent.contains("skip_"), "{sent}");
}

#[test]
fn a_step_that_a_client_cut_into_messages_is_one_step() {
    let second = CALL.replace("\"a\"", "\"b\"");
    let messages = format!(
        r#"{{"role":"user","content":"q"}},{{"role":"assistant","content":null,"tool_calls":[{CALL}]}},{{"role":"assistant","content":"and"}},{{"role":"assistant","content":null,"tool_calls":[{second}]}},{{"role":"tool","tool_call_id":"a","content":"r"}},{{"role":"tool","tool_call_id":"b","content":"r"}}"#
    );
    let route = studio("gemini-3-pro-preview");
    let sent = project(&route, &Request::new(Api::CHAT), ingest(&route, &messages)).messages;
    assert_eq!(sent.matches(STAND_IN).count(), 1, "{sent}");
}

#[test]
fn two_ways_to_say_how_much_to_think_are_noted_and_left_alone() {
    let mut request = Request::new(Api::CHAT);
    request.set("reasoning_effort", Verbatim::parse("\"low\"").unwrap());
    let turns = || ingest(&studio("m"), r#"{"role":"user","content":"q"}"#);
    assert_eq!(project(&studio("m"), &request, turns()).notes, [""; 0]);
    request.set("extra_body", Verbatim::parse(r#"{"google":{"thinking_config":{"thinking_budget":1}}}"#).unwrap());
    assert_eq!(project(&studio("m"), &request, turns()).notes, ["request member `reasoning_effort`"]);
}

#[test]
fn a_host_that_misses_a_signature_is_told_from_then_on_that_nobody_has_it() {
    let (route, request) = (studio("my-alias"), Request::new(Api::CHAT));
    let turns = ingest(&route, &format!(r#"{{"role":"assistant","content":null,"tool_calls":[{CALL}]}}"#));
    let history: History = turns.into_iter().collect();
    let registry = registry();
    let (policy, adapter) = registry.find(&route).unwrap();
    let body = as_json(
        br#"[{"error":{"code":400,"message":"Function call is missing a thought_signature in functionCall parts.","status":"INVALID_ARGUMENT"}}]"#,
    );
    let (mut memory, empty) = (RejectionMemory::new(), RejectionMemory::new());
    let scene = |memory| Scene { route: &route, policy: &policy, request: &request, history: &history, memory };
    let first = plan(adapter, scene(&empty), &mut Fragments::new());
    let verdict = read(&Refusal { status: 400, body: &body }, &first);
    let last = Attempt::new(&empty).refused(&verdict, &first, &mut memory, adapter).unwrap();
    let mut fragments = Fragments::new();
    let body = plan(adapter, scene(last.memory()), &mut fragments).render(adapter, &mut fragments).unwrap();
    assert!(String::from_utf8(body.bytes).unwrap().contains(STAND_IN));
}

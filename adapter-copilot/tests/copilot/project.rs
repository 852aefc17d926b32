//! What goes back, to Copilot and to nobody else.
use crate::common::{chat, copilot, ingest, project, registry, said};
use std::sync::Arc;
use throughline_core::{Api, Fragments, History, ReasoningCarrier, RejectionMemory, Request, Route, Scene, Turn, plan};

const MESSAGE: &str = r#"{"role":"assistant","content":null,"reasoning_text":"plan it","reasoning_opaque":"OPAQUE","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}","thought_signature":"FSIG"}}]}"#;

#[test]
fn its_own_fields_go_home_and_nowhere_else() {
    let home = copilot("gemini-3.6-pro");
    let turn = Arc::new(said(&home, MESSAGE));
    let before = (*turn).clone();
    let want = r#"{"role":"assistant","content":null,"reasoning_opaque":"OPAQUE","reasoning_text":"plan it","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}","thought_signature":"FSIG"}}]}"#;
    for route in [
        home,
        chat("custom", "https://api.individual.githubcopilot.com", "gemini-3.6-pro"),
        chat("github-copilot", "https://api.business.githubcopilot.com", "gemini-3.6-pro"),
        chat("copilot", "https://copilot-api.acme.ghe.com", "gemini-3-flash"),
        chat("custom", "https://copilot-api.acme.ghe.com", "gemini-3.6-pro"),
    ] {
        assert_eq!(project(&route, [(*turn).clone()]), want, "{route}");
    }
    for (provider, url) in [
        ("fireworks", "https://api.fireworks.ai/inference/v1"),
        ("openrouter", "https://openrouter.ai/api/v1"),
        ("deepseek", "https://api.deepseek.com"),
        ("groq", "https://api.groq.com/openai/v1"),
        ("custom", "http://localhost:8080/v1"),
        ("custom", "https://llm.example.com/v1"),
    ] {
        let sent = project(&chat(provider, url, "claude-sonnet-5"), [(*turn).clone()]);
        for word in [
            "reasoning_opaque",
            "reasoning_text",
            "thought_signature",
            "OPAQUE",
            "FSIG",
            "native_assistant",
            "extra_content",
        ] {
            assert!(!sent.contains(word), "{provider}: {sent}");
        }
    }
    assert_eq!(*turn, before);
}

#[test]
fn the_record_of_another_client_is_read_as_its_fields() {
    let home = copilot("gemini-3.6-pro");
    let stored = r#"{"role":"assistant","content":null,"reasoning":"plan it","reasoning_details":[{"type":"hermes.native_assistant","reasoning_opaque":"OPAQUE","reasoning_text":"plan it"}],"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}","thought_signature":"FSIG"}}]}"#;
    assert_eq!(project(&home, ingest(&home, stored)), project(&home, [said(&home, MESSAGE)]));
}

#[test]
fn another_family_of_models_reads_none_of_it() {
    let of = |model: &str| said(&copilot(model), MESSAGE);
    for (from, to, opaque, signature) in [
        ("claude-sonnet-4.5", "claude-opus-4.8", true, false),
        ("claude-sonnet-4.5", "gpt-5.2", false, false),
        ("claude-sonnet-4.5", "gemini-3-pro", false, false),
        ("gemini-3-pro", "gemini-3.6-pro", true, true),
        ("gemini-3-pro", "claude-sonnet-4.5", false, false),
        ("gpt-5.2", "o3", true, false),
        ("raptor-mini", "raptor-mini", true, true),
        ("raptor-mini", "goldeneye", false, false),
    ] {
        let sent = project(&copilot(to), [of(from)]);
        assert_eq!((sent.contains("OPAQUE"), sent.contains("plan it")), (opaque, opaque), "{from} {to}: {sent}");
        assert_eq!(sent.contains("FSIG"), signature, "{from} {to}: {sent}");
    }
}

#[test]
fn text_goes_only_beside_its_blob() {
    let route = copilot("claude-sonnet-4.5");
    for alone in [
        r#"{"content":"x","reasoning_text":"plan it"}"#,
        r#"{"content":"x","reasoning_text":"plan it","reasoning_opaque":""}"#,
        r#"{"content":"x","cot_summary":"plan it"}"#,
        r#"{"content":"x","reasoning_content":"plan it"}"#,
    ] {
        assert_eq!(project(&route, [said(&route, alone)]), r#"{"role":"assistant","content":"x"}"#, "{alone}");
    }
    let old = said(&route, r#"{"content":"x","cot_summary":"s","cot_id":"C"}"#);
    assert_eq!(project(&route, [old]), r#"{"role":"assistant","content":"x","cot_id":"C","cot_summary":"s"}"#);
    // A blob without text goes on the message of the call that it belongs to.
    let bare = said(
        &route,
        r#"{"content":null,"reasoning_opaque":"O","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
    );
    assert!(project(&route, [bare]).contains(r#""content":null,"reasoning_opaque":"O","tool_calls""#));
}

fn marks(route: &Route, turns: Vec<Turn>) -> Vec<String> {
    let (registry, memory, request) = (registry(), RejectionMemory::new(), Request::new(Api::CHAT));
    let (policy, adapter) = registry.find(route).unwrap();
    let history: History = turns.into_iter().collect();
    let scene = Scene { route, policy: &policy, request: &request, history: &history, memory: &memory };
    let plan = plan(adapter, scene, &mut Fragments::new());
    adapter.marks(&plan).iter().map(|(name, value)| format!("{name}: {value}")).collect()
}

#[test]
fn headers_say_who_asks_and_whether_there_is_a_picture() {
    let route = copilot("gpt-5");
    let picture = r#"{"role":"user","content":[{"type":"text","text":"q"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}]}"#;
    assert_eq!(marks(&route, vec![Turn::user("q")]), ["x-initiator: user"]);
    assert_eq!(marks(&route, ingest(&route, picture)), ["x-initiator: user", "copilot-vision-request: true"]);
    assert_eq!(
        marks(&route, vec![Turn::user("q"), said(&route, MESSAGE), Turn::tool("a", "r")]),
        ["x-initiator: agent"]
    );
    let endpoint = throughline_copilot::Copilot.endpoint(&route, true);
    assert_eq!((endpoint.suffix.as_ref(), endpoint.auth), ("/chat/completions", ("authorization", "Bearer ")));
    assert!(endpoint.headers.iter().any(|(name, _)| *name == "copilot-integration-id"));
}

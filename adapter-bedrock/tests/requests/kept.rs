//! A turn that a store kept goes on over this wire and over Messages alike: what stands on disk has the shape that Anthropic gave it.
use crate::common::{OPUS, messages, reply};
use throughline_anthropic::{ADAPTER, Anthropic};
use throughline_core::{
    Api, Fragments, History, ReasoningCarrier, RejectionMemory, Request, Route, Rules, Scene, Stored, Turn, plan,
};

/// The messages that another door of Claude's is sent.
fn over_messages(provider: &str, url: &str, turns: &[Turn]) -> String {
    let mut rules = Rules::new();
    for row in Anthropic.rules().iter() {
        rules.push(ADAPTER.layer, Some(Anthropic.id()), row.clone());
    }
    let route = Route::new(provider, url, Api::MESSAGES, "claude-opus-4-8").unwrap();
    let (policy, request) = (rules.find(&route).unwrap(), Request::new(Api::MESSAGES));
    let (history, memory) = (turns.iter().cloned().collect::<History>(), RejectionMemory::new());
    let scene = Scene { route: &route, policy: &policy, request: &request, history: &history, memory: &memory };
    let body = plan(&Anthropic, scene, &mut Fragments::new()).render(&Anthropic, &mut Fragments::new()).unwrap();
    String::from_utf8(body.bytes[body.messages].to_vec()).unwrap()
}

#[test]
fn what_was_stored_goes_on_over_both_wires() {
    let here = r#"{"reasoningContent":{"reasoningText":{"text":"Ask \"it\".","signature":"Eq\/ABC=="}}},{"reasoningContent":{"redactedContent":"RW1zQ0FRPT0="}},{"toolUse":{"toolUseId":"t1","name":"look","input":{"z":1.50}}}"#;
    let thought = r#"{"type":"thinking","thinking":"Ask \"it\".","signature":"Eq\/ABC=="}"#;
    let sealed = r#"{"type":"redacted_thinking","data":"EmsCAQ=="}"#;
    let line = Stored::Turn(reply(OPUS, here)).line().unwrap();
    assert!(line.contains(thought) && line.contains(sealed), "{line}");
    let Stored::Turn(stored) = Stored::read(&line).unwrap() else { panic!("{line}") };
    let turns = [Turn::user("q"), stored, Turn::tool("t1", "r")];

    let answer = r#"{"toolResult":{"toolUseId":"t1","content":[{"text":"r"}]}}"#;
    assert_eq!(
        messages(OPUS, &turns),
        format!(
            r#"{{"role":"user","content":[{{"text":"q"}}]}},{{"role":"assistant","content":[{here}]}},{{"role":"user","content":[{answer}]}}"#
        )
    );
    let call = r#"{"type":"tool_use","id":"t1","name":"look","input":{"z":1.50}}"#;
    let answer = r#"{"type":"tool_result","tool_use_id":"t1","content":"r"}"#;
    for (provider, url) in [
        ("anthropic", "https://api.anthropic.com"),
        ("bedrock", "https://bedrock-runtime.us-east-1.amazonaws.com/anthropic"),
        ("vertex", "https://aiplatform.googleapis.com/v1/projects/p/locations/global"),
        ("azure-foundry", "https://r.services.ai.azure.com/anthropic"),
    ] {
        assert_eq!(
            over_messages(provider, url, &turns),
            format!(
                r#"{{"role":"user","content":"q"}},{{"role":"assistant","content":[{thought},{sealed},{call}]}},{{"role":"user","content":[{answer}]}}"#
            ),
            "{provider}"
        );
    }
    // A relay reads neither.
    assert!(!over_messages("custom", "https://relay.example", &turns).contains("thinking"));
}

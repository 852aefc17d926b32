//! What its refusals teach.
use crate::common::{copilot, registry, said};
use throughline_core::{
    Api, Attempt, Fragments, History, RejectionMemory, Request, Scene, Turn, as_json, plan,
    verdict::{Refusal, Verdict, read},
};

#[test]
fn a_bad_signature_buries_the_blob_and_an_invalid_body_teaches_nothing() {
    let (registry, route, request) = (registry(), copilot("claude-sonnet-4.5"), Request::new(Api::CHAT));
    let (policy, adapter) = registry.find(&route).unwrap();
    let said = said(&route, r#"{"content":"x","reasoning_text":"t","reasoning_opaque":"O"}"#);
    let history: History = [Turn::user("q"), said, Turn::user("q")].into_iter().collect();
    let mut memory = RejectionMemory::new();
    for (body, verdict, learns) in [
        (r#"{"error":{"message":"invalid request body","code":"invalid_request_body"}}"#, Verdict::NotOurs, false),
        (
            r#"{"error":{"message":"messages.1.content.0: Invalid `signature` in `thinking` block","code":"invalid_request_body"}}"#,
            Verdict::BadSignature { places: vec![throughline_core::verdict::Spot { message: 1, content: 0 }] },
            true,
        ),
    ] {
        let body = as_json(body.as_bytes());
        let scene =
            Scene { route: &route, policy: &policy, request: &request, history: &history, memory: &memory.clone() };
        let plan = plan(adapter, scene, &mut Fragments::new());
        let found = read(&Refusal { status: 400, body: &body }, &plan);
        assert_eq!(found, verdict);
        let last = Attempt::new(&memory.clone()).refused(&found, &plan, &mut memory, adapter);
        assert_eq!(last.is_some(), learns, "{found}");
    }
    let scene = Scene { route: &route, policy: &policy, request: &request, history: &history, memory: &memory };
    let mut fragments = Fragments::new();
    let body = plan(adapter, scene, &mut fragments).render(adapter, &mut fragments).unwrap();
    assert!(!String::from_utf8(body.bytes).unwrap().contains("reasoning_"));
}

//! How each door is asked: paths, headers, and bodies that it takes.
use crate::{
    doors::{answer, at, route, travels},
    sample::{ingest, project},
};
use throughline_anthropic::Anthropic;
use throughline_core::{Api, ReasoningCarrier, Request, Route, Turn};

#[test]
fn every_door_is_asked_in_its_own_way() {
    for (provider, url, model, whole, streamed, auth) in [
        ("anthropic", "https://api.anthropic.com", "claude-opus-4-8", "/v1/messages", "/v1/messages", "x-api-key"),
        ("custom", "https://relay.example/v1", "m", "/messages", "/messages", "x-api-key"),
        (
            "vertex",
            "https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5/publishers/anthropic",
            "claude-haiku-4-5@20251001",
            "/models/claude-haiku-4-5@20251001:rawPredict",
            "/models/claude-haiku-4-5@20251001:streamRawPredict",
            "authorization",
        ),
        (
            "custom",
            "https://aiplatform.googleapis.com/v1/projects/p/locations/global",
            "claude-opus-4-8",
            "/publishers/anthropic/models/claude-opus-4-8:rawPredict",
            "/publishers/anthropic/models/claude-opus-4-8:streamRawPredict",
            "authorization",
        ),
        (
            "bedrock",
            "https://bedrock-runtime.us-east-1.amazonaws.com",
            "us.anthropic.claude-opus-4-8-v1:0",
            "/model/us.anthropic.claude-opus-4-8-v1%3A0/invoke",
            "/model/us.anthropic.claude-opus-4-8-v1%3A0/invoke-with-response-stream",
            "authorization",
        ),
        (
            "bedrock",
            "https://bedrock-runtime.us-east-1.amazonaws.com",
            "arn:aws:bedrock:us-east-1:1:application-inference-profile/ab12",
            "/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Aapplication-inference-profile%2Fab12/invoke",
            "/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Aapplication-inference-profile%2Fab12/invoke-with-response-stream",
            "authorization",
        ),
        (
            "bedrock",
            "https://bedrock-runtime.us-east-1.amazonaws.com/anthropic",
            "anthropic.claude-opus-4-8",
            "/v1/messages",
            "/v1/messages",
            "authorization",
        ),
        (
            "azure-foundry",
            "https://r.services.ai.azure.com/anthropic",
            "claude-opus-4-8",
            "/v1/messages",
            "/v1/messages",
            "x-api-key",
        ),
        (
            "copilot",
            "https://api.githubcopilot.com",
            "claude-opus-4.8",
            "/v1/messages",
            "/v1/messages",
            "authorization",
        ),
        ("kimi-coding", "https://api.kimi.com/coding", "kimi-for-coding", "/v1/messages", "/v1/messages", "x-api-key"),
        ("minimax", "https://api.minimax.io/anthropic", "MiniMax-M3", "/v1/messages", "/v1/messages", "x-api-key"),
        ("openrouter", "https://openrouter.ai/api", "m", "/v1/messages", "/v1/messages", "authorization"),
    ] {
        let route = route(provider, url, model);
        let (document, events) = (Anthropic.endpoint(&route, false), Anthropic.endpoint(&route, true));
        assert_eq!(
            (document.suffix.as_ref(), events.suffix.as_ref(), document.auth.0),
            (whole, streamed, auth),
            "{route}"
        );
    }
    let copilot = Anthropic.endpoint(&route("copilot", "https://api.githubcopilot.com", "m"), true);
    let names: Vec<_> = copilot.headers.iter().map(|(name, _)| *name).collect();
    assert!(
        ["anthropic-version", "copilot-integration-id", "editor-version", "x-github-api-version"]
            .iter()
            .all(|name| names.contains(name)),
        "{names:?}"
    );
}

fn body(to: &Route, request: &str) -> (String, Vec<String>) {
    let ingested = ingest(&at("https://relay.example", "m"), request);
    let projected = project(to, &ingested.request, &ingested.turns);
    let notes = projected.notes();
    (projected.body, notes)
}

#[test]
fn every_door_gets_the_body_that_it_takes() {
    const ASKED: &str = r#"{"model":"m","max_tokens":64,"stream":true,"anthropic_beta":["interleaved-thinking-2025-05-14"],"messages":[{"role":"user","content":"Hi"}]}"#;
    let vertex = route("vertex", "https://aiplatform.googleapis.com/v1/projects/p/locations/global", "claude-opus-4-8");
    let (written, notes) = body(&vertex, ASKED);
    assert_eq!(
        written,
        r#"{"anthropic_version":"vertex-2023-10-16","messages":[{"role":"user","content":"Hi"}],"max_tokens":64,"stream":true}"#
    );
    assert_eq!(notes, Vec::<String>::new());
    let bedrock =
        route("bedrock", "https://bedrock-runtime.us-east-1.amazonaws.com", "us.anthropic.claude-opus-4-8-v1:0");
    let (written, notes) = body(&bedrock, ASKED);
    assert_eq!(
        written,
        r#"{"anthropic_version":"bedrock-2023-05-31","anthropic_beta":["interleaved-thinking-2025-05-14"],"messages":[{"role":"user","content":"Hi"}],"max_tokens":64}"#
    );
    assert_eq!(notes, ["request member `stream`: the path of the request says whether its reply is streamed"]);
    let native = route("anthropic", "https://api.anthropic.com", "claude-opus-4-8");
    let (written, _) = body(&native, ASKED);
    assert_eq!(
        written,
        r#"{"model":"claude-opus-4-8","messages":[{"role":"user","content":"Hi"}],"max_tokens":64,"stream":true}"#
    );
    // What was read at one door goes through another.
    let read = ingest(
        &vertex,
        r#"{"anthropic_version":"vertex-2023-10-16","max_tokens":64,"messages":[{"role":"user","content":"Hi"}]}"#,
    );
    assert_eq!(
        project(&native, &read.request, &read.turns).body,
        r#"{"model":"claude-opus-4-8","messages":[{"role":"user","content":"Hi"}],"max_tokens":64}"#
    );
    // A version of the caller's is the caller's where the body holds one, and goes nowhere else.
    let other =
        r#"{"anthropic_version":"vertex-2030-01-01","max_tokens":64,"messages":[{"role":"user","content":"Hi"}]}"#;
    let read = ingest(&vertex, other);
    assert_eq!(
        project(&vertex, &read.request, &read.turns).body,
        r#"{"anthropic_version":"vertex-2030-01-01","messages":[{"role":"user","content":"Hi"}],"max_tokens":64}"#
    );
    let moved = project(&native, &read.request, &read.turns);
    assert!(!moved.body.contains("anthropic_version"));
    assert_eq!(moved.notes(), ["request member `anthropic_version`: this host takes it as a header"]);
}

#[test]
fn edits_of_the_context_go_where_they_are_taken() {
    let asked = |edits: &str| {
        format!(
            r#"{{"model":"m","max_tokens":64,"context_management":{{"edits":[{edits}]}},"messages":[{{"role":"user","content":"Hi"}}]}}"#
        )
    };
    let (thinking, tools) =
        (r#"{"type":"clear_thinking_20251015","keep":"all"}"#, r#"{"type":"clear_tool_uses_20250919"}"#);
    let bedrock =
        route("bedrock", "https://bedrock-runtime.us-east-1.amazonaws.com", "us.anthropic.claude-opus-4-8-v1:0");
    let (written, notes) = body(&bedrock, &asked(&format!("{thinking},{tools}")));
    assert!(written.contains(&format!(r#""context_management":{{"edits":[{tools}]}}"#)), "{written}");
    assert!(
        notes.iter().any(|note| note == "edit `clear_thinking_20251015` of `context_management`: this host refuses it"),
        "{notes:?}"
    );
    assert!(!body(&bedrock, &asked(thinking)).0.contains("context_management"));
    let native = route("anthropic", "https://api.anthropic.com", "claude-opus-4-8");
    assert!(body(&native, &asked(thinking)).0.contains(thinking));
}

/// The publisher's own types say whether they know the body's shape; what a door moves out of the path is put back first.
#[test]
fn the_judge_takes_the_body_of_every_door() {
    let native = route("anthropic", "https://api.anthropic.com", "claude-opus-4-8");
    let chat = Route::new("deepseek", "https://api.deepseek.com", Api::CHAT, "deepseek-v4-pro").unwrap();
    let mut bodies = vec![];
    for to in [
        native.clone(),
        route("anthropic", "https://api.anthropic.com", "claude-sonnet-4-5"),
        route("anthropic", "https://api.anthropic.com", "claude-opus-5-5"),
        route("vertex", "https://aiplatform.googleapis.com/v1/projects/p/locations/global", "claude-opus-4-8"),
        route("bedrock", "https://bedrock-runtime.us-east-1.amazonaws.com", "us.anthropic.claude-opus-4-8-v1:0"),
        route("azure-foundry", "https://r.services.ai.azure.com/anthropic", "claude-opus-4-8"),
        route("copilot", "https://api.githubcopilot.com", "claude-opus-4.8"),
        route("minimax", "https://api.minimax.io/anthropic", "MiniMax-M3"),
        at("https://relay.example", "claude-opus-4-8"),
    ] {
        for from in [&native, &to] {
            bodies.push(travels(from, &to, &[]).1);
            bodies.push(travels(from, &to, &[answer(from, "sig_end", 0), Turn::user("Q3")]).1);
        }
        let elsewhere = Turn { origin: crate::sample::origin(&chat), ..answer(&native, "sig", 1) };
        let open = answer(&native, "sig_open", 2);
        let turns = [Turn::user("Q"), elsewhere, Turn::tool("t1", "done"), open, Turn::user("never mind")];
        bodies.push(project(&to, &Request::new(Api::MESSAGES), &turns).body);
    }
    crate::judged::accepts("the_judge_takes_the_body_of_every_door", &bodies);
}

#[test]
fn headers_say_what_the_host_asks() {
    const ASKED: &str = r#"{"model":"m","max_tokens":64,"anthropic_beta":["context-1m-2025-08-07"],"messages":[{"role":"user","content":"Hi"}]}"#;
    let marks = |to: &Route, turns: &[Turn]| {
        let request = ingest(to, ASKED).request;
        let marks = crate::sample::planned(to, &request, turns, |plan| Anthropic.marks(plan));
        marks.into_iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>()
    };
    let (said, answered) =
        ([Turn::user("Hi")], |from: &Route| [Turn::user("Hi"), answer(from, "sig", 1), Turn::tool("t1", "done")]);
    let beta = "anthropic-beta: context-1m-2025-08-07";
    let native = route("anthropic", "https://api.anthropic.com", "claude-opus-4-8");
    assert_eq!(marks(&native, &said), [beta]);
    let copilot = route("copilot", "https://api.githubcopilot.com", "claude-opus-4.8");
    assert_eq!(marks(&copilot, &said), [beta, "x-initiator: user"]);
    assert_eq!(marks(&copilot, &answered(&copilot)), [beta, "x-initiator: agent"]);
    let picture = r#"{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA=="}}]}]}"#;
    let shown = marks(&copilot, &ingest(&copilot, picture).turns);
    assert_eq!(shown, [beta, "x-initiator: user", "copilot-vision-request: true"]);
    let bedrock =
        route("bedrock", "https://bedrock-runtime.us-east-1.amazonaws.com", "us.anthropic.claude-opus-4-8-v1:0");
    assert_eq!(marks(&bedrock, &said), Vec::<String>::new());
}

//! What plans make of the rows. Never asks the wire.
use super::*;
use std::{borrow::Cow, ops::Range, sync::Arc};
use throughline_core::{
    At, Capture, Carrier, Fragments, History, How, Ingested, Issuer, Literal, Note, Origin, Part, Plan, Presence,
    ReasoningCarrier, RejectionMemory, RenderError, ReplyHead, Request, Role, Scene, TextAt, ToolCall, Turn, Value,
    Verbatim, WireError,
};

/// An adapter that writes nothing: plans are core's.
struct Mute;

impl ReasoningCarrier for Mute {
    fn id(&self) -> AdapterId {
        "mute".into()
    }
    fn rules(&self) -> Cow<'static, [RouteRule]> {
        rows().into()
    }
    fn capture(&self, _: &Route, _: &ReplyHead) -> Box<dyn Capture> {
        panic!("no reply here")
    }
    fn ingest(&self, _: &Route, _: &[u8]) -> Result<Ingested, WireError> {
        panic!("no request here")
    }
    fn adopt(&self, _: &Route, request: &Request, _: &mut Vec<Note>) -> Request {
        request.clone()
    }
    fn head(&self, _: &Plan<'_>, _: &mut Vec<u8>) -> Result<(), RenderError> {
        Ok(())
    }
    fn group(&self, _: &Plan<'_>, _: Range<usize>, _: &mut Vec<u8>) -> Result<(), RenderError> {
        Ok(())
    }
    fn tail(&self, _: &Plan<'_>, _: &mut Vec<u8>) -> Result<(), RenderError> {
        Ok(())
    }
}

fn json(text: &str) -> Verbatim {
    Verbatim::parse(text).unwrap()
}

fn string(key: &'static str, text: &str) -> Carrier {
    Carrier::plain(key, "somebody", Literal::of(text).verbatim().clone(), TextAt::WHOLE)
}

fn sealed(issuer: &'static str) -> Carrier {
    let entry = json(r#"{"type":"reasoning.encrypted","data":"AAAA"}"#);
    Carrier::sealed(DETAILS, Issuer::new(issuer), entry, None)
}

/// A turn of the model that calls a tool, minted on `from`.
fn turn(from: &Route, carriers: Vec<Carrier>) -> Turn {
    let call = ToolCall {
        id: Some(Literal::of("call_1")),
        name: Literal::of("look"),
        arguments: throughline_core::Arguments::Text(Literal::of("{}")),
        extras: vec![],
        inner: vec![],
        carriers: vec![],
    };
    let origin = Some(Arc::new(Origin::of(from, How::Minted)));
    Turn { parts: vec![Part::Call(call)], carriers, origin, ..Turn::new(Role::Assistant) }
}

/// The message members that a plan writes for one turn, with their values.
fn members(to: &Route, turn: Turn) -> Vec<(String, String)> {
    let policy = RULES.find(to).unwrap();
    let history: History = [Turn::user("hi"), turn].into_iter().collect();
    let request = Request::new(Api::CHAT);
    let memory = RejectionMemory::new();
    let scene = Scene { route: to, policy: &policy, request: &request, history: &history, memory: &memory };
    let plan = plan(&Mute, scene, &mut Fragments::new());
    let turn = &history.turns()[1];
    let written = |value: &Value| {
        let mut out = vec![];
        value.write(turn, &mut out);
        String::from_utf8(out).unwrap()
    };
    plan.turn(1).unwrap().fields().map(|(key, value)| (key.to_string(), written(value))).collect()
}

fn keys(to: &Route, turn: Turn) -> String {
    members(to, turn).into_iter().map(|(key, _)| key).collect::<Vec<_>>().join(" ")
}

/// What `flags` of a plan add to a request with these members.
fn added(to: &Route, extra: &[(&'static str, &str)]) -> Vec<String> {
    let policy = RULES.find(to).unwrap();
    let history: History = [Turn::user("hi")].into_iter().collect();
    let mut request = Request::new(Api::CHAT);
    for (key, value) in extra {
        request.set(*key, json(value));
    }
    let memory = RejectionMemory::new();
    let scene = Scene { route: to, policy: &policy, request: &request, history: &history, memory: &memory };
    plan(&Mute, scene, &mut Fragments::new()).notes().iter().map(|note| note.what.to_string()).collect()
}

#[test]
fn a_turn_with_everything_and_a_turn_with_nothing() {
    let from = route("somebody", "https://llm.example.com/v1", "m");
    // provider, base URL, model, members of a turn with all three fields, of one with none
    let table = [
        ("mistral", "https://api.mistral.ai/v1", "deepseek-r1", "", ""),
        ("mistral", "https://api.mistral.ai/v1", "deepseek-v4", "", ""),
        ("custom", "https://api.groq.com/openai/v1", "m", "", ""),
        ("custom", "https://api.cerebras.ai/v1", "m", "", ""),
        ("fireworks", "https://api.fireworks.ai/inference/v1", "m", "reasoning_content", ""),
        (
            "nous",
            "https://inference-api.nousresearch.com/v1",
            "z-ai/glm-5.3",
            "reasoning_content reasoning reasoning_details",
            "",
        ),
        ("kilocode", "https://api.kilo.ai/api/gateway", "m", "reasoning_content reasoning reasoning_details", ""),
        ("novita", "https://api.novita.ai/openai/v1", "m", "reasoning_content reasoning_details", ""),
        ("ollama-cloud", "https://ollama.com/v1", "m", "reasoning_content reasoning", ""),
        ("custom", "http://127.0.0.1:8080/v1", "m", "reasoning_content reasoning", ""),
        ("zai", "https://api.z.ai/api/paas/v4", "glm-5.3", "reasoning_content", ""),
        ("openai-api", "https://api.openai.com/v1", "gpt-5", "", ""),
        ("deepseek", "https://api.deepseek.com/v1", "deepseek-v4-flash", "reasoning_content", "reasoning_content"),
        ("deepseek", "https://api.deepseek.com/v1", "deepseek-reasoner", "", ""),
        ("custom", "https://api.groq.com/openai/v1", "deepseek-v4", "", ""),
    ];
    for (provider, url, model, full, bare) in table {
        let to = route(provider, url, model);
        let text = json(r#"{"type":"reasoning.text","text":"thought"}"#);
        let entry = Carrier::plain(DETAILS, "somebody", text, TextAt::path("text"));
        let carriers = vec![string(CONTENT, "thought"), string(REASONING, "thought"), entry];
        assert_eq!(keys(&to, turn(&from, carriers)), full, "{provider} {model}");
        assert_eq!(keys(&to, turn(&from, vec![])), bare, "{provider} {model}");
    }
}

#[test]
fn nothing_stored_is_a_single_space() {
    let to = route("kimi", "https://api.moonshot.ai/v1", "kimi-k2.6");
    let want = vec![(CONTENT.to_owned(), "\" \"".to_owned())];
    assert_eq!(members(&to, turn(&to, vec![])), want);
    let blank = Turn { presence: vec![(CONTENT.into(), Presence::Empty)], ..turn(&to, vec![string(CONTENT, " ")]) };
    assert_eq!(members(&to, blank), want);
    let other = turn(&route("groq", "https://api.groq.com/openai/v1", "m"), vec![string(REASONING, "thought")]);
    assert_eq!(members(&to, other), [(CONTENT.to_owned(), "\"thought\"".to_owned())]);
}

#[test]
fn sealed_entries_go_where_they_can_be_read() {
    let router = |model| route("openrouter", "https://openrouter.ai/api/v1", model);
    let sonnet = router("anthropic/claude-sonnet-4.5");
    let claude = "openrouter:Amazon Bedrock/anthropic-claude-v1";
    // issuer, minted on, goes to, whether
    let table = [
        (claude, &sonnet, sonnet.clone(), true),
        (claude, &sonnet, router("Anthropic/Claude-Opus-5"), true),
        (claude, &sonnet, router("~anthropic/claude-latest"), true),
        (claude, &sonnet, router("openai/gpt-5"), false),
        (claude, &sonnet, router("google/gemini-3-pro"), false),
        (claude, &sonnet, route("custom", "https://openrouter.ai/api/v1", "anthropic/claude-opus-5"), true),
        (claude, &sonnet, route("kilocode", "https://api.kilo.ai/api/gateway", "anthropic/claude-sonnet-4.5"), false),
        (claude, &sonnet, route("vercel", "https://ai-gateway.vercel.sh/v1", "anthropic/claude-sonnet-4.5"), false),
        (claude, &sonnet, route("minimax", "https://api.minimax.io/v1", "anthropic/claude-sonnet-4.5"), false),
        ("openrouter:OpenAI/openai-responses-v1", &sonnet, router("openai/gpt-5.1"), true),
        ("openrouter:Azure/azure-openai-responses-v1", &sonnet, router("openai/gpt-5.1"), true),
        ("openrouter:Azure/azure-openai-responses-v1", &sonnet, router("x-ai/grok-4"), false),
        ("openrouter:Google AI Studio/google-gemini-v1", &sonnet, router("google/gemini-3-flash"), true),
        ("openrouter:xAI/xai-responses-v1", &sonnet, router("x-ai/grok-4.1-fast"), true),
        ("openrouter:Bedrock/bedrock-xai-responses-v1", &sonnet, router("x-ai/grok-4.1-fast"), true),
        ("openrouter:-/-", &sonnet, sonnet.clone(), true),
        ("openrouter:-/unknown", &sonnet, sonnet.clone(), true),
        ("openrouter:-/-", &sonnet, router("anthropic/claude-opus-5"), false),
        ("claude", &sonnet, sonnet.clone(), false),
    ];
    for (issuer, from, to, goes) in table {
        let want = if goes { DETAILS } else { "" };
        assert_eq!(keys(&to, turn(from, vec![sealed(issuer)])), want, "{issuer} to {to}");
    }
}

#[test]
fn what_a_host_seals_stays_with_its_model() {
    let ark = |model| route("custom", "https://ark.cn-beijing.volces.com/api/v3", model);
    let both = |from: &Route| {
        let blob = Carrier::sealed("encrypted_content", "volcengine", json(r#""djEN""#), None);
        turn(from, vec![string(CONTENT, "summary"), blob])
    };
    let seed = ark("doubao-seed-2.1");
    assert_eq!(keys(&seed, both(&seed)), "reasoning_content encrypted_content");
    assert_eq!(keys(&ark("doubao-seed-2.0"), both(&seed)), CONTENT);
    assert_eq!(keys(&route("deepseek", "https://api.deepseek.com", "deepseek-v4"), both(&seed)), CONTENT);

    let hy = |model| route("tencent-tokenhub", "https://tokenhub.tencentmaas.com/v1", model);
    let blob = |from: &Route| turn(from, vec![Carrier::sealed(CONTENT, "tencent-tokenhub", json(r#""blob""#), None)]);
    let hy4 = hy("hy4-preview");
    assert_eq!(keys(&hy4, blob(&hy4)), CONTENT);
    assert_eq!(keys(&hy("hy3"), blob(&hy4)), "");
    assert_eq!(keys(&hy4, turn(&seed, vec![string(CONTENT, "thought")])), "");
    assert_eq!(keys(&hy("hy3"), turn(&seed, vec![string(CONTENT, "thought")])), CONTENT);
}

#[test]
fn chunks_of_content_go_home_alone() {
    let chunk = r#"{"type":"thinking","thinking":[{"type":"text","text":"thought"}]}"#;
    let sent = |to: &Route, from: &Route, kind: &'static str, issuer: &'static str, sealed: bool| {
        let carrier = match sealed {
            true => Carrier::sealed(kind, issuer, json(chunk), Some(TextAt::path("thinking/*/text"))),
            false => Carrier::plain(kind, issuer, json(chunk), TextAt::path("thinking/*/text")),
        };
        let mut turn = turn(from, vec![]);
        turn.parts.insert(0, Part::Reasoning(carrier));
        let policy = RULES.find(to).unwrap();
        let history: History = [turn].into_iter().collect();
        let (request, memory) = (Request::new(Api::CHAT), RejectionMemory::new());
        let scene = Scene { route: to, policy: &policy, request: &request, history: &history, memory: &memory };
        plan(&Mute, scene, &mut Fragments::new()).turn(0).unwrap().carries(At::Part(0, 0))
    };
    let mistral = route("mistral", "https://api.mistral.ai/v1", "magistral-medium");
    let custom = route("custom", "https://api.mistral.ai/v1", "mistral-small");
    let groq = route("groq", "https://api.groq.com/openai/v1", "m");
    for sealed in [false, true] {
        assert!(sent(&mistral, &mistral, "thinking_chunk", "mistral", sealed));
        assert!(sent(&custom, &mistral, "thinking_chunk", "mistral", sealed), "another name for the same host");
        assert!(!sent(&mistral, &groq, "thinking_chunk", "somebody", sealed), "another host's chunk");
        assert!(!sent(&groq, &mistral, "thinking_chunk", "mistral", sealed));
    }
    let bricks = |model| route("databricks", "https://dbc-1.cloud.databricks.com/serving-endpoints", model);
    let claude = bricks("databricks-claude-sonnet-4-6");
    assert!(sent(&claude, &claude, "reasoning_chunk", "databricks", true));
    assert!(sent(&bricks("databricks-claude-opus-5"), &claude, "reasoning_chunk", "databricks", true));
    assert!(!sent(&bricks("databricks-gpt-oss-120b"), &claude, "reasoning_chunk", "databricks", true));
}

#[test]
fn empty_values_go_back_where_they_count() {
    let with = |to: &Route, key: &'static str, presence| {
        let presence = vec![(key.into(), presence)];
        members(to, Turn { presence, ..turn(to, vec![]) })
    };
    let router = route("openrouter", "https://openrouter.ai/api/v1", "deepseek/deepseek-chat-v3.1");
    let entries = (DETAILS.to_owned(), "[]".to_owned());
    assert!(with(&router, DETAILS, Presence::EmptyList).contains(&entries));
    let local = route("custom", "http://localhost:8080/v1", "m");
    assert_eq!(with(&local, CONTENT, Presence::Empty), [(CONTENT.to_owned(), "\"\"".to_owned())]);
    assert_eq!(with(&local, CONTENT, Presence::Null), []);
    let zai = route("zai", "https://api.z.ai/api/paas/v4", "glm-5.3");
    assert_eq!(with(&zai, CONTENT, Presence::Empty), []);
}

#[test]
fn a_host_that_answered_in_reasoning_gets_reasoning() {
    let host = route("custom", "https://llm.example.com/v1", "m");
    assert_eq!(keys(&host, turn(&host, vec![string(REASONING, "thought")])), REASONING);
    assert_eq!(keys(&host, turn(&host, vec![string(CONTENT, "thought")])), CONTENT);
    let other = route("custom", "https://other.example.com/v1", "m");
    assert_eq!(keys(&other, turn(&host, vec![string(REASONING, "thought")])), CONTENT);
}

#[test]
fn flags_as_they_are_written() {
    let zai = route("zai", "https://api.z.ai/api/paas/v4", "glm-5.3");
    assert_eq!(added(&zai, &[]), [r#"request member `thinking`: {"type":"enabled","clear_thinking":false}"#]);
    assert_eq!(
        added(&zai, &[("thinking", r#"{"type":"enabled"}"#)]),
        [r#"request member `thinking`: {"type":"enabled","clear_thinking":false}"#]
    );
    assert_eq!(added(&zai, &[("thinking", r#"{"type":"disabled"}"#)]), [""; 0]);
    assert_eq!(added(&zai, &[("thinking", r#"{"clear_thinking":true}"#)]), [""; 0]);
    assert_eq!(added(&route("zai", "https://api.z.ai/api/coding/paas/v4", "glm-5.3"), &[]), [""; 0]);

    let kimi = route("moonshot", "https://api.moonshot.ai/v1", "kimi-k2.6");
    assert_eq!(added(&kimi, &[]), [r#"request member `thinking`: {"type":"enabled","keep":"all"}"#]);
    assert_eq!(added(&kimi, &[("reasoning_effort", r#""high""#)]), [""; 0]);

    let dashscope = |model| route("alibaba", "https://dashscope.aliyuncs.com/compatible-mode/v1", model);
    assert_eq!(added(&dashscope("qwen3.7-max"), &[]), ["request member `preserve_thinking`: true"]);
    assert_eq!(added(&dashscope("qwen3.7-max"), &[("preserve_thinking", "false")]), [""; 0]);
    assert_eq!(added(&dashscope("glm-5.2"), &[]), ["request member `clear_thinking`: false"]);

    let minimax = route("minimax", "https://api.minimax.io/v1", "MiniMax-M2.7");
    assert_eq!(added(&minimax, &[]), ["request member `reasoning_split`: true"]);
}

//! Which doors there are, how each is asked, and whose thinking may pass it.
use crate::sample::{REGISTRY, policy, project, whole};
use throughline_anthropic::{Anthropic, claude::Claude};
use throughline_core::{
    Accept, Api, Fragments, History, Keeps, Layer, Mismatch, Pattern, Reads, ReasoningCarrier, RejectionMemory,
    Request, Route, RouteRule, Rules, Scene, Slot, Turn, plan,
};

pub(crate) fn route(provider: &str, url: &str, model: &str) -> Route {
    Route::new(provider, url, Api::MESSAGES, model).unwrap()
}
pub(crate) fn at(url: &str, model: &str) -> Route {
    route("custom", url, model)
}
fn row(route: &Route) -> String {
    policy(route).reads.rule.name.to_string()
}

#[test]
fn generations_keep_what_the_api_keeps() {
    let names = "
        claude-opus-4-5 claude-opus-4-6 claude-opus-4-5-20251101 claude-opus-4-6-20250414 claude-sonnet-4-6 claude-opus-5
        claude-sonnet-5-5 claude-fable-5-1 claude-fable-5-2 claude-mythos-5 claude-mythos-6 claude-mythos-preview
        claude-newfamily-7 claude-haiku-5-5 anthropic/claude-opus-4.5 claude_opus_4_5 claude-opus-4-5@20251101
        us.anthropic.claude-opus-4-8-v1:0 anthropic.claude-opus-4-8 global.anthropic.claude-opus-4-5-20251101-v1:0 claude-opus";
    for name in names.split_whitespace() {
        let reads = policy(&route("anthropic", "https://api.anthropic.com", name)).reads.rule.reads.clone().unwrap();
        assert_eq!(reads.keeps, Keeps::All, "{name}");
        assert!(Claude::of(name).unwrap().keeps_earlier(), "{name}");
        assert_eq!(reads.bound.is_some(), Claude::of(name).unwrap().binds(), "{name}");
    }
    let names = "
        claude-opus-4-4 claude-sonnet-4-5 claude-sonnet-4-5-20250929 claude-opus-4-20250514 claude-sonnet-4-20250514
        claude-sonnet-4 claude-haiku-4-5 claude-haiku-5 claude-3-7-sonnet-20250219 hermes-4-405b claude-3-opus-20240229
        us.anthropic.claude-sonnet-4-5-20250929-v1:0 us-gov.anthropic.claude-3-7-sonnet-20250219-v1:0 claude-sonnet-4-5@20250929
        claude-4.5-sonnet";
    for name in names.split_whitespace() {
        let reads = policy(&route("anthropic", "https://api.anthropic.com", name)).reads.rule.reads.clone().unwrap();
        assert_eq!(reads.keeps, Keeps::Loop, "{name}");
    }
    for name in ["claude-fable-5-1", "claude-mythos-5-2", "claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"] {
        let reads =
            policy(&route("vertex", "https://aiplatform.googleapis.com", name)).reads.rule.reads.clone().unwrap();
        assert_eq!(reads.bound, Some(Mismatch::Withhold), "{name}");
    }
}

/// A turn as `from` answers it.
pub(crate) fn answer(from: &Route, seal: &str, step: usize) -> Turn {
    let thought = format!(r#"{{"type":"thinking","thinking":"thought {seal}","signature":"{seal}"}}"#);
    let said = match step {
        0 => r#"{"type":"text","text":"A1"}"#.to_owned(),
        n => format!(r#"{{"type":"tool_use","id":"t{n}","name":"f","input":{{}}}}"#),
    };
    whole(from, &format!(r#"{{"content":[{thought},{said}]}}"#))
}

/// A question that was answered, then a tool loop of two steps: which seals go, and the body.
pub(crate) fn travels(from: &Route, to: &Route, then: &[Turn]) -> (&'static str, String) {
    let turns = [
        Turn::user("Q1"),
        answer(from, "sig_prior", 0),
        Turn::user("Q2"),
        answer(from, "sig_loop1", 1),
        Turn::tool("t1", "one"),
        answer(from, "sig_loop2", 2),
        Turn::tool("t2", "two"),
    ];
    let before = format!("{turns:?}");
    let body = project(to, &Request::new(Api::MESSAGES), &[&turns, then].concat()).body;
    assert_eq!(format!("{turns:?}"), before);
    let found: Vec<&str> = ["sig_prior", "sig_loop1", "sig_loop2"]
        .into_iter()
        .filter(|seal| body.contains(&format!(r#""{seal}""#)))
        .collect();
    for (step, seal) in found.iter().filter(|seal| seal.starts_with("sig_loop")).enumerate() {
        let (thought, call) = (body.find(seal).unwrap(), body.find(&format!(r#""id":"t{}""#, step + 1)).unwrap());
        assert!(thought < call, "{to}: a thought stands in front of its call");
    }
    let went = match found.as_slice() {
        ["sig_prior", "sig_loop1", "sig_loop2"] => "all",
        ["sig_loop1", "sig_loop2"] => "loop",
        [] => "none",
        other => panic!("{to}: {other:?}"),
    };
    (went, body)
}

#[test]
fn signed_thinking_travels_where_it_is_read() {
    let table = "
        https://bedrock-runtime.us-east-1.amazonaws.com us.anthropic.claude-opus-4-8-v1:0 all
        https://bedrock-runtime.us-east-1.amazonaws.com us.anthropic.claude-sonnet-4-5-20250929-v1:0 loop
        https://bedrock-runtime-fips.us-gov-west-1.amazonaws.com anthropic.claude-opus-4-8 all
        https://bedrock-runtime.cn-north-1.amazonaws.com.cn anthropic.claude-opus-4-8 all
        https://vpce-0a1b-c2.bedrock-runtime.us-east-1.vpce.amazonaws.com us.anthropic.claude-opus-4-8-v1:0 all
        https://bedrock-runtime.us-east-1.amazonaws.com/anthropic us.anthropic.claude-opus-4-8-v1:0 all
        https://bedrock-mantle.us-east-1.api.aws/anthropic anthropic.claude-opus-4-8 all
        https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5 claude-opus-4-8 all
        https://aiplatform.googleapis.com/v1/projects/p/locations/global claude-sonnet-4-5@20250929 loop
        https://aiplatform.eu.rep.googleapis.com/v1/projects/p/locations/eu claude-opus-4-8 all
        https://my-res.services.ai.azure.com/anthropic claude-opus-4-8 all
        https://my-res.openai.azure.com/anthropic claude-opus-4-8 all
        https://my-res.services.ai.azure.com/anthropic our-deployment loop
        https://inference-api.nousresearch.com anthropic/claude-opus-4.8 all
        https://api.anthropic.com claude-haiku-5-5 all
        https://api.anthropic.com claude-haiku-4-5 loop
        https://api.anthropic.com claude-sonnet-4-5 loop
        https://api.anthropic.com claude-opus-4-8 all
        https://api.kimi.com/coding kimi-for-coding all
        https://api.moonshot.cn/anthropic kimi-k2.6 all
        https://relay.example/anthropic claude-opus-4-8 none
        https://bedrock-runtime.us-east-1.amazonaws.com.evil.test us.anthropic.claude-opus-4-8-v1:0 none
        https://evil.test/bedrock-runtime.us-east-1.amazonaws.com us.anthropic.claude-opus-4-8-v1:0 none
        https://evil-bedrock-runtime.us-east-1.amazonaws.com us.anthropic.claude-opus-4-8-v1:0 none
        https://us-east5-aiplatform.googleapis.com.evil.test/v1 claude-opus-4-8 none
        https://evil.test/us-east5-aiplatform.googleapis.com claude-opus-4-8 none
        https://vpce-0a1b.vpce-svc-9.us-east-1.vpce.amazonaws.com us.anthropic.claude-opus-4-8-v1:0 none
        https://my-res.services.ai.azure.com.evil.test/anthropic claude-opus-4-8 none
        https://my-res.services.ai.azure.com/anthropical claude-opus-4-8 none
        https://my-res.services.ai.azure.com/models claude-opus-4-8 none
        https://anthropic.com.evil.test claude-opus-4-8 none
        https://notanthropic.com claude-opus-4-8 none
        https://evil.test/api.anthropic.com claude-opus-4-8 none
        https://api.anthropic.com@evil.test claude-opus-4-8 none
        https://api.kimi.com.evil.test/coding kimi-for-coding none
        https://api.minimax.io/anthropic MiniMax-M2.7 none
        https://api.deepseek.com/anthropic deepseek-v4-pro none
        https://api.z.ai/api/anthropic glm-5 none
        https://bedrock-runtime.us-east-1.amazonaws.com deepseek.v3-v1:0 none
        https://us-east5-aiplatform.googleapis.com/v1/projects/p deepseek-v3.1 none
        https://api.githubcopilot.com claude-opus-4-8 none
        https://openrouter.ai/api anthropic/claude-opus-4.8 none
        http://127.0.0.1:11434 qwen3 none";
    let native = route("anthropic", "https://api.anthropic.com", "claude-opus-4-8");
    for line in table.trim().lines() {
        let [url, model, want] = line.split_whitespace().collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(travels(&native, &at(url, model), &[]).0, want, "{line}");
    }
}

#[test]
fn what_a_host_signs_goes_home_and_never_to_claude() {
    let native = route("anthropic", "https://api.anthropic.com", "claude-opus-4-8");
    for (provider, url, model, home) in [
        ("custom", "https://api.minimax.io/anthropic", "MiniMax-M2.7", "all"),
        ("minimax", "https://api.minimax.io/anthropic", "MiniMax-M2.7", "all"),
        ("custom", "https://api.minimaxi.com/anthropic", "MiniMax-M3", "all"),
        ("custom", "https://api.githubcopilot.com", "claude-opus-4.8", "all"),
        ("copilot", "https://api.githubcopilot.com", "claude-sonnet-4.5", "loop"),
        ("openrouter", "https://openrouter.ai/api", "anthropic/claude-opus-4.8", "all"),
        ("openrouter", "https://openrouter.ai/api", "minimax/minimax-m2.7", "all"),
        ("opencode", "https://opencode.ai/zen", "claude-opus-4-8", "all"),
        ("opencode-go", "https://opencode.ai/zen/go", "MiniMax-M2.7", "all"),
        ("volcengine", "https://ark.cn-beijing.volces.com/api/plan", "doubao-seed-2.1", "all"),
        ("deepseek", "https://api.deepseek.com/anthropic", "deepseek-v4-pro", "none"),
        ("custom", "https://relay.example", "claude-opus-4-8", "none"),
    ] {
        let host = route(provider, url, model);
        assert_eq!(travels(&host, &host, &[]).0, home, "{host}");
        assert_eq!(travels(&host, &native, &[]).0, "none", "{host} to Claude");
    }
    // Of a gateway's models each reads its own alone.
    let through = |model| route("openrouter", "https://openrouter.ai/api", model);
    let (claude, minimax) = (through("anthropic/claude-opus-4.8"), through("minimax/minimax-m2.7"));
    assert_eq!(travels(&minimax, &claude, &[]).0, "none");
    assert_eq!(travels(&claude, &minimax, &[]).0, "none");
    assert_eq!(travels(&claude, &through("anthropic/claude-sonnet-4.6"), &[]).0, "all");
}

#[test]
fn all_doors_to_claude_are_one_issuer() {
    let doors = [
        route("anthropic", "https://api.anthropic.com", "claude-opus-4-8"),
        route("vertex", "https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/l", "claude-opus-4-8"),
        route("bedrock", "https://bedrock-runtime.us-east-1.amazonaws.com", "us.anthropic.claude-opus-4-8-v1:0"),
        route("azure-foundry", "https://r.services.ai.azure.com/anthropic", "claude-opus-4-8"),
        route("nous", "https://inference-api.nousresearch.com", "anthropic/claude-opus-4.8"),
    ];
    for from in &doors {
        assert_eq!(Anthropic.issuer(from).as_str(), "claude", "{from}");
        for to in &doors {
            assert_eq!(travels(from, to, &[]).0, "all", "{from} to {to}");
        }
    }
    // A switch inside the family keeps signatures: a block without one is refused, and the server drops what it cannot read.
    let sonnet = route("anthropic", "https://api.anthropic.com", "claude-sonnet-4-6");
    assert_eq!(travels(&doors[0], &sonnet, &[]).0, "all");
}

#[test]
fn a_word_behind_an_answer_does_not_end_the_loop() {
    let sonnet = route("anthropic", "https://api.anthropic.com", "claude-sonnet-4-5");
    assert_eq!(travels(&sonnet, &sonnet, &[Turn::user("and hurry")]).0, "loop");
    let (went, body) = travels(&sonnet, &sonnet, &[answer(&sonnet, "sig_end", 0), Turn::user("Q3")]);
    assert_eq!(went, "none");
    assert!(!body.contains("sig_end") && !body.contains("thought"));
}

#[test]
fn a_relay_that_the_user_lifts_reads_what_claude_signed() {
    let relay = at("https://relay.example/anthropic", "claude-opus-4-8");
    let slots =
        vec![Slot { accepts: vec![Accept::any("claude")].into(), ..Slot::blocks("thinking", "thinking_block", &[]) }];
    let rule = RouteRule {
        name: "mine".into(),
        pattern: Pattern { hosts: vec!["relay.example".into()].into(), ..Pattern::ANY },
        strict: false,
        reads: Some(Reads { slots: slots.into(), ..Reads::NOTHING }),
        required: None,
        flags: None,
        why: "it hands signatures on".into(),
        evidence: "unverified".into(),
        since: "2026-11".into(),
    };
    let mut rules = Rules::new();
    rules.push(Layer::User, None, rule);
    for entry in REGISTRY.rules().entries() {
        rules.push(entry.layer, entry.adapter.clone(), entry.rule.clone());
    }
    let policy = rules.find(&relay).unwrap();
    assert_eq!((policy.adapter.as_str(), policy.reads.rule.name.as_ref()), ("anthropic", "mine"));
    let native = route("anthropic", "https://api.anthropic.com", "claude-opus-4-8");
    let history: History = [Turn::user("Q"), answer(&native, "sig", 0), Turn::user("Q2")].into_iter().collect();
    let (request, memory) = (Request::new(Api::MESSAGES), RejectionMemory::new());
    let scene = Scene { route: &relay, policy: &policy, request: &request, history: &history, memory: &memory };
    let body = plan(&Anthropic, scene, &mut Fragments::new()).render(&Anthropic, &mut Fragments::new()).unwrap();
    assert!(String::from_utf8(body.bytes).unwrap().contains(r#""signature":"sig""#));
}

#[test]
fn a_row_of_a_door_says_where_it_stands() {
    for (provider, url, model, name) in [
        ("anthropic", "https://api.anthropic.com", "claude-opus-4-8", "anthropic"),
        ("anthropic", "https://api.anthropic.com", "claude-opus-5-5", "anthropic-bound"),
        ("anthropic", "https://api.anthropic.com", "claude-sonnet-4-5", "anthropic-loop"),
        ("bedrock", "https://bedrock-runtime.us-east-1.amazonaws.com", "deepseek.v3-v1:0", "messages-elsewhere"),
        (
            "bedrock",
            "https://bedrock-runtime.us-east-1.amazonaws.com/anthropic",
            "anthropic.claude-opus-4-8",
            "bedrock-anthropic",
        ),
        ("ollama", "http://127.0.0.1:11434", "qwen3", "servers-messages"),
        ("custom", "http://192.168.1.7:8080", "qwen3", "servers-messages"),
        ("custom", "https://relay.example", "qwen3", "messages-elsewhere"),
    ] {
        assert_eq!(row(&route(provider, url, model)), name);
    }
}

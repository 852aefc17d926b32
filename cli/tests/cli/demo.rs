//! `demo`: three clients on every simulated route, without key, network or proxy.
use crate::run::{answer, program, run, stdout, text};
use serde_json::Value;

fn stops(args: &[&str]) -> Vec<Value> {
    serde_json::from_str(&stdout(&[&["demo", "--json"], args].concat(), "")).unwrap()
}
/// `provider model`, where the session moved there with its origin before.
fn name(stop: &Value) -> String {
    let from = stop["from"].as_str().map(|from| format!("{from} > ")).unwrap_or_default();
    format!("{from}{} {}", stop["route"]["provider"].as_str().unwrap(), stop["route"]["model"].as_str().unwrap())
}
/// A client's end: `recalled`, `forgot`, or the status and class of the refusal.
fn end(client: &Value) -> String {
    match client["errors"].as_array().unwrap().as_slice() {
        [] if client["recalled"] == true => "recalled".to_owned(),
        [] => "forgot".to_owned(),
        errors => format!("{} {}", errors[0]["status"], errors[0]["class"].as_str().unwrap()),
    }
}

/// Route, and the ends of the client that drops, the one that echoes, and throughline.
const ENDS: &str = "
    openrouter anthropic/claude-opus-4.5    | forgot                | recalled          | recalled
    openrouter openai/gpt-5.6               | forgot                | recalled          | recalled
    openrouter google/gemini-3-pro          | 400 missing field     | recalled          | recalled
    openrouter x-ai/grok-4.1                | forgot                | recalled          | recalled
    openrouter z-ai/glm-5                   | forgot                | recalled          | recalled
    kilocode anthropic/claude-opus-4.5      | forgot                | recalled          | recalled
    ai-gateway anthropic/claude-opus-4.5    | forgot                | recalled          | recalled
    nous z-ai/glm-5.3                       | forgot                | recalled          | recalled
    anthropic claude-opus-4-5               | 400 thinking required | recalled          | recalled
    bedrock us.anthropic.claude-opus-4-5-20251101-v1:0 | 400 thinking required | recalled | recalled
    bedrock us.anthropic.claude-opus-4-5-20251101-v1:0 | 400 thinking required | recalled | recalled
    azure-foundry claude-opus-4-5           | 400 thinking required | recalled          | recalled
    vertex claude-opus-4-5                  | 400 thinking required | recalled          | recalled
    vertex gemini-3-pro                     | 400 missing field     | recalled          | recalled
    gemini gemini-3-pro                     | 400 missing field     | recalled          | recalled
    gemini gemini-3-pro                     | 400 missing field     | recalled          | recalled
    copilot claude-sonnet-4.5               | forgot                | recalled          | recalled
    copilot gemini-3-pro                    | forgot                | recalled          | recalled
    deepseek deepseek-v4-pro                | 400 missing field     | recalled          | recalled
    moonshot kimi-k2.6                      | 400 missing field     | forgot            | recalled
    xiaomi mimo-v2.5-pro                    | 400 missing field     | recalled          | recalled
    zai glm-5                               | forgot                | forgot            | recalled
    alibaba qwen3.8-max                     | forgot                | forgot            | recalled
    minimax MiniMax-M2.5                    | forgot                | recalled          | recalled
    tencent-tokenhub hy3                    | forgot                | recalled          | recalled
    novita qwen/qwen3.7                     | forgot                | recalled          | recalled
    together deepseek-ai/DeepSeek-V4-Pro    | forgot                | recalled          | recalled
    fireworks kimi-k2.6                     | forgot                | recalled          | recalled
    llamacpp qwen3                          | forgot                | recalled          | recalled
    vllm qwen3                              | forgot                | recalled          | recalled
    ollama qwen3                            | forgot                | recalled          | recalled
    mistral magistral-medium                | forgot                | recalled          | recalled
    groq openai/gpt-oss-120b                | forgot                | recalled          | forgot
    cerebras gpt-oss-120b                   | forgot                | recalled          | forgot
    sambanova gpt-oss-120b                  | forgot                | 400 unknown field | forgot
    hunyuan hunyuan-t1                      | forgot                | 400 unknown field | forgot
    openai gpt-5                            | forgot                | forgot            | forgot
    anthropic > bedrock > vertex claude-opus-4-5  | 400 thinking required | 400 thinking required | recalled
    anthropic > bedrock > vertex claude-fable-5-1 | forgot          | recalled          | recalled
    anthropic > bedrock > vertex claude-fable-5-1 | forgot          | 400 prefix bound  | forgot
    openrouter > gemini gemini-3-pro        | forgot                | forgot            | forgot
    openrouter > gemini gemini-3-pro        | forgot                | 400 unknown field | forgot
    openrouter > vertex gemini-3-pro        | forgot                | forgot            | forgot
    openrouter > copilot claude-sonnet-4.5  | forgot                | forgot            | forgot
    openrouter > copilot gemini-3-pro       | forgot                | forgot            | forgot
    openrouter > deepseek deepseek-v4-pro   | 400 missing field     | 400 missing field | recalled
    openrouter > moonshot kimi-k3           | 400 missing field     | 400 missing field | recalled
    openrouter > xiaomi mimo-v2.5-pro       | 400 missing field     | 400 missing field | recalled
    openrouter > zai glm-5                  | forgot                | forgot            | recalled
    openrouter > alibaba qwen3.8-max        | forgot                | forgot            | recalled
    openrouter > fireworks kimi-k2.6        | forgot                | 400 unknown field | recalled
    openrouter > llamacpp qwen3             | forgot                | forgot            | recalled
    openrouter > vllm qwen3                 | forgot                | recalled          | recalled
    openrouter > mistral magistral-medium   | 400 not ours          | 422 unknown field | forgot
    openrouter > groq openai/gpt-oss-120b   | forgot                | 400 unknown field | forgot
    openrouter > cerebras gpt-oss-120b      | forgot                | 400 unknown field | forgot
    openrouter > openai gpt-5               | forgot                | 400 unknown field | forgot";

#[test]
fn each_client_ends_as_the_facts_say() {
    let told: Vec<String> = stops(&[])
        .iter()
        .map(|stop| {
            let ends = ["drops", "echoes", "throughline"].map(|client| end(&stop[client]));
            format!("{} | {}", name(stop), ends.join(" | "))
        })
        .collect();
    let one_space = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(told, ENDS.trim().lines().map(one_space).collect::<Vec<_>>());
}

#[test]
fn throughline_recalls_wherever_a_carrier_may_go_and_is_never_refused() {
    for stop in stops(&[]) {
        let (name, ours) = (name(&stop), &stop["throughline"]);
        assert_eq!(ours["errors"], Value::Array(vec![]), "{name}");
        assert_eq!(ours["recalled"], stop["carried"], "{name}");
        assert_eq!(ours["reasoning_bytes"].as_u64() > Some(0), stop["carried"] == true, "{name}");
        let through = stop["from"].as_str().is_some_and(|from| from.contains('>'));
        // Where every request goes elsewhere no cache is met twice.
        let kept = if through { ours["cached"].is_null() } else { ours["cached"] == 1.0 };
        assert!(kept, "{name}: the prefix of a session never changes");
        let requests: Vec<_> = ours["requests"].as_array().unwrap().iter().map(|sent| &sent["status"]).collect();
        assert_eq!(requests, [200, 200, 200], "{name}");
        assert_eq!(stop["drops"]["reasoning_bytes"], 0, "{name}");
        let reasons = stop["explained"]["carriers"].as_array().unwrap();
        assert!(reasons.iter().all(|carrier| carrier["reason"].as_str().is_some_and(|reason| !reason.is_empty())));
    }
}

#[test]
fn the_text_fits_and_strict_routes_are_shown_as_they_are() {
    let text = stdout(&["demo"], "");
    let widest = text.lines().max_by_key(|line| line.chars().count()).unwrap();
    assert!(widest.chars().count() <= 100, "{widest}");
    let strict = text.lines().find(|line| line.starts_with("groq gpt-oss-120b")).unwrap();
    let words: Vec<&str> = strict.split_whitespace().collect();
    assert_eq!((words[2], &words[7..]), ("forgot", &["no", "carrier", "100%", "0"][..]), "{strict}");
    assert!(text.contains("200, no carrier, not recalled: not one byte of reasoning goes to\n"));
    assert!(text.contains(
        "Of 57 conversations throughline recalled 42, of the 42 that have a carrier, and was never refused."
    ));
}

#[test]
fn one_route_with_the_bodies_and_every_reason() {
    let one = stdout(&["demo", "--route", "DeepSeek", "--verbose"], "");
    let widest = one.lines().max_by_key(|line| line.chars().count()).unwrap();
    assert!(widest.chars().count() <= 100, "{widest}");
    assert!(one.contains("deepseek deepseek-v4-pro") && !one.contains("groq"));
    assert!(one.lines().any(|line| line.starts_with("  ▶   \"reasoning_content\": \" Before I answer")), "{one}");
    assert!(one.contains("in the thinking mode must be passed back"), "{one}");
    assert!(one.lines().any(|line| line.starts_with("  ▶  turn 1  reasoning_content")), "{one}");
    assert_eq!(stops(&["--route", "deepseek"]).len(), 2);
}

#[test]
fn claude_goes_through_three_doors_with_its_thinking() {
    let stops = stops(&["--route", "vertex"]);
    let through: Vec<&Value> = stops.iter().filter(|stop| stop["from"] == "anthropic > bedrock").collect();
    assert_eq!((stops.len(), through.len()), (6, 3));
    for stop in &through {
        let ours = &stop["throughline"];
        let went: Vec<_> = ours["requests"].as_array().unwrap().iter().map(|sent| &sent["provider"]).collect();
        assert_eq!(went, ["anthropic", "bedrock", "vertex"]);
    }
    // The thought from Anthropic and the one from Bedrock, as blocks that each have a signature.
    for stop in &through[..2] {
        let messages = stop["throughline"]["body"]["messages"].as_array().unwrap();
        let blocks = messages.iter().filter_map(|message| message["content"].as_array()).flatten();
        let thoughts: Vec<&Value> = blocks.filter(|block| block["type"] == "thinking").collect();
        assert_eq!(thoughts.len(), 2);
        assert!(thoughts.iter().all(|thought| thought["signature"].as_str().is_some_and(|seal| seal.len() > 100)));
    }
    // Instructions that were not there before: known before it is sent.
    let carriers = through[2]["explained"]["carriers"].as_array().unwrap();
    let reasons: Vec<&str> = carriers.iter().map(|carrier| carrier["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons[0], "sealed under another prefix: the system prompt changed");
    assert!(carriers.len() == 2 && carriers.iter().all(|carrier| carrier["fate"] == "withheld"), "{reasons:?}");
    let text = stdout(&["demo", "--route", "bedrock"], "");
    assert!(
        text.contains("── one Claude: the call from anthropic, its result to bedrock, the question to ──"),
        "{text}"
    );
    assert!(text.contains("4xx bound     refused: a signature that was made behind another prefix"), "{text}");
}

#[test]
fn a_row_of_ones_own_is_obeyed() {
    let rules = crate::run::file(
        "demo-groq.toml",
        r#"
[[rule]]
name = "our-groq"
providers = ["groq"]
reads = ["reasoning"]
why = "our account uses gpt-oss only"
evidence = "unverified"
since = "2026-11"
"#,
    );
    let stops = stops(&["--route", "groq", "--rules", rules.to_str().unwrap()]);
    assert_eq!((stops.len(), end(&stops[0]["throughline"])), (2, "recalled".to_owned()));
}

#[test]
fn a_proxy_is_not_asked_and_nothing_is_said_beside() {
    let mut demo = program(&["demo", "--route", "vllm"]);
    for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
        demo.env(name, "http://127.0.0.1:9");
    }
    let output = answer(&mut demo, b"");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    assert!(!output.stdout.contains(&0x1b));
    assert!(run(&["demo", "--route", "vllm", "--verbose", "--json"], "").status.code() == Some(2));
}

//! The same wire through its other doors: what each signs, takes back and calls its own.
use super::cases::{refused, relay, reply, route, stream};
use base64::{Engine, engine::general_purpose::STANDARD};
use throughline_conformance::{Case, Expected, frames};
use throughline_core::Route;

pub(crate) fn cases() -> Vec<Case> {
    vec![
        vertex(),
        foundry(),
        invoke(),
        bound(),
        looped(),
        copilot(),
        gateway(),
        minimax(),
        kimi(),
        deepseek(),
        local(),
        hosted(),
    ]
}

const SIGNED: &str = r#"{"type":"thinking","thinking":"Look it up.","signature":"EqoBCkgIBxgCIkBhIGRvb3I="}"#;
const UNSIGNED: &str = r#"{"type":"thinking","thinking":"Look it up.","signature":""}"#;
const CALL: &str = r#"{"type":"tool_use","id":"toolu_0D","name":"look","input":{"far":true}}"#;

/// The events of a reply that thinks and calls.
fn events(signature: &str) -> Vec<(&'static str, Vec<String>)> {
    let signed = (!signature.is_empty()).then(|| format!(r#"{{"type":"signature_delta","signature":"{signature}"}}"#));
    let thoughts =
        [r#"{"type":"thinking_delta","thinking":"Look "}"#, r#"{"type":"thinking_delta","thinking":"it up."}"#];
    vec![
        (
            r#"{"type":"thinking","thinking":"","signature":""}"#,
            thoughts.map(str::to_owned).into_iter().chain(signed).collect(),
        ),
        (
            r#"{"type":"tool_use","id":"toolu_0D","name":"look","input":{}}"#,
            vec![r#"{"type":"input_json_delta","partial_json":"{\"far\":true}"}"#.to_owned()],
        ),
    ]
}
fn streamed(signature: &str) -> String {
    let events = events(signature);
    let deltas: Vec<Vec<&str>> = events.iter().map(|(_, deltas)| deltas.iter().map(String::as_str).collect()).collect();
    let blocks: Vec<(&str, &[&str])> =
        events.iter().zip(&deltas).map(|((block, _), deltas)| (*block, deltas.as_slice())).collect();
    stream(&blocks, "tool_use")
}

/// A conversation through a door: what it answers, and the next request, whose body begins with `head`.
fn door(name: &'static str, home: Route, head: &str, thought: &'static str) -> Case {
    let signature = if thought == SIGNED { "EqoBCkgIBxgCIkBhIGRvb3I=" } else { "" };
    Case::new(name, home)
        .whole(reply(&format!("{thought},{CALL}"), "tool_use"))
        .stream(streamed(signature))
        .carriers([Expected::text("thinking_block", "Look it up.").payload(thought)])
        .follow_up(format!(
            r#"{{{head}"messages":[{{"role":"user","content":"Hello"}},{{"role":"assistant","content":[{thought},{CALL}]}},{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"toolu_0D","content":"done"}}]}}],"max_tokens":32000}}"#
        ))
        .foreign(relay())
}
fn bad() -> throughline_conformance::Refusal {
    refused("messages.1.content.0: Invalid `signature` in `thinking` block").carrier(SIGNED)
}
fn named(model: &str) -> String {
    format!(r#""model":"{model}","#)
}

fn vertex() -> Case {
    let url = "https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5/publishers/anthropic";
    let home = route("vertex", url, "claude-opus-4-6@20260205");
    door("on Google Cloud", home, r#""anthropic_version":"vertex-2023-10-16","#, SIGNED).refusal(bad()).request(
        r#"{"anthropic_version":"vertex-2023-10-16","max_tokens":64,"stream":true,"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}]}"#,
    )
}

fn foundry() -> Case {
    let home = route("azure-foundry", "https://r.services.ai.azure.com/anthropic", "claude-opus-4-6");
    door("on Foundry", home, &named("claude-opus-4-6"), SIGNED).refusal(bad())
}

/// The stream is frames, and each holds an event as bytes.
fn invoke() -> Case {
    let home = route("bedrock", "https://bedrock-runtime.us-east-1.amazonaws.com", "us.anthropic.claude-opus-4-6-v1:0");
    let events = streamed("EqoBCkgIBxgCIkBhIGRvb3I=");
    let data = events.lines().filter_map(|line| line.strip_prefix("data: "));
    let chunks: Vec<String> =
        data.map(|event| format!(r#"{{"bytes":"{}","p":"abcd"}}"#, STANDARD.encode(event))).collect();
    door("on InvokeModel", home, r#""anthropic_version":"bedrock-2023-05-31","#, SIGNED)
        .frames(frames(chunks.iter().map(|chunk| ("chunk", chunk.as_str()))))
        .refusal(bad())
        .request(
            r#"{"anthropic_version":"bedrock-2023-05-31","anthropic_beta":["context-1m-2025-08-07"],"max_tokens":64,"tools":[],"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}]}"#,
        )
}

/// A model whose signatures hold under their own prefix alone.
fn bound() -> Case {
    let home = route("anthropic", "https://api.anthropic.com", "claude-opus-5-5");
    door("bound to its prefix", home, &named("claude-opus-5-5"), SIGNED)
        .refusal(refused("messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to \\\"drop_block\\\".").carrier(SIGNED))
}

/// A model that drops what it thought before the last question.
fn looped() -> Case {
    let home = route("anthropic", "https://api.anthropic.com", "claude-sonnet-4-5");
    door("thinks in the loop alone", home, &named("claude-sonnet-4-5"), SIGNED).refusal(bad())
}

fn copilot() -> Case {
    let home = route("copilot", "https://api.githubcopilot.com", "claude-opus-4.6");
    door("on Copilot", home, &named("claude-opus-4.6"), SIGNED).refusal(bad())
}

fn gateway() -> Case {
    let home = route("openrouter", "https://openrouter.ai/api", "minimax/minimax-m2.7");
    door("through a gateway", home, &named("minimax/minimax-m2.7"), SIGNED).refusal(bad())
}

fn minimax() -> Case {
    let home = route("minimax", "https://api.minimax.io/anthropic", "MiniMax-M2.7");
    door("signed by another maker", home, &named("MiniMax-M2.7"), SIGNED).refusal(bad())
}

fn kimi() -> Case {
    let home = route("kimi-coding", "https://api.kimi.com/coding", "kimi-for-coding");
    door("everything goes back", home, &named("kimi-for-coding"), UNSIGNED)
        .request(
            r#"{"model":"kimi-for-coding","max_tokens":64,"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"thinking","thinking":" "},{"type":"tool_use","id":"t","name":"look","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"done"}]}]}"#,
        )
}

fn deepseek() -> Case {
    let home = route("deepseek", "https://api.deepseek.com/anthropic", "deepseek-v4-pro");
    door("unsigned, and demanded", home, &named("deepseek-v4-pro"), UNSIGNED)
        .refusal(refused("The `content[].thinking` in the thinking mode must be passed back to the API."))
}

fn local() -> Case {
    door("on a machine of ours", route("ollama", "http://127.0.0.1:11434", "qwen3"), &named("qwen3"), UNSIGNED)
}

fn hosted() -> Case {
    let home = route("volcengine", "https://ark.cn-beijing.volces.com/api/plan", "doubao-seed-2.1");
    door("signed or not", home, &named("doubao-seed-2.1"), SIGNED).refusal(bad())
}

//! The main thing: the model names its code word exactly where its thinking came back in a carrier that the route reads.

use crate::client::{Chat, Told, only, simulator};
use serde_json::{Value, json};

const RC: &[&str] = &["reasoning_content"];
const R: &[&str] = &["reasoning"];
const RD: &[&str] = &["reasoning_details"];
const ALL: &[&str] = &["reasoning_content", "reasoning", "reasoning_details"];
const NONE: &[&str] = &[];

/// Provider, model, members of every request, fields that the client echoes, and what comes of it.
const TABLE: &[(&str, &str, &str, &[&str], &str)] = &[
    ("openrouter", "anthropic/claude-opus-4.5", "{}", RD, "recalls"),
    ("openrouter", "anthropic/claude-opus-4.5", "{}", ALL, "recalls"),
    ("openrouter", "anthropic/claude-opus-4.5", "{}", R, "forgets"),
    ("openrouter", "anthropic/claude-opus-4.5", "{}", NONE, "forgets"),
    // The vendor drops thinking of earlier turns there.
    ("openrouter", "anthropic/claude-haiku-4.5", "{}", RD, "forgets"),
    ("openrouter", "x-ai/grok-4.1", "{}", RD, "recalls"),
    ("openrouter", "x-ai/grok-4.1", "{}", R, "forgets"),
    ("openrouter", "openai/gpt-5.6", "{}", RD, "recalls"),
    ("openrouter", "openai/gpt-5", "{}", RD, "forgets"),
    ("openrouter", "google/gemini-3-pro-preview", "{}", RD, "recalls"),
    ("openrouter", "google/gemini-3-pro-preview", "{}", NONE, "400 gemini-missing"),
    ("openrouter", "google/gemini-2.5-pro", "{}", NONE, "forgets"),
    ("openrouter", "z-ai/glm-5", "{}", RD, "recalls"),
    ("openrouter", "z-ai/glm-5", "{}", R, "recalls"),
    ("openrouter", "z-ai/glm-5", "{}", NONE, "forgets"),
    ("openrouter", "moonshotai/kimi-k2.5", "{}", ALL, "recalls"),
    ("openrouter", "deepseek/deepseek-v4", "{}", RD, "recalls"),
    ("openrouter", "deepseek/deepseek-v4", "{}", NONE, "400 deepseek-v4"),
    ("openrouter", "z-ai/glm-5", r#"{"reasoning":{"enabled":false}}"#, ALL, "forgets"),
    ("openrouter", "z-ai/glm-5", r#"{"reasoning":{"exclude":true}}"#, ALL, "forgets"),
    ("kilocode", "anthropic/claude-opus-4.5", "{}", RD, "recalls"),
    ("nous", "z-ai/glm-5.3", "{}", ALL, "recalls"),
    ("nous", "stealth/missingno", "{}", NONE, "400 missingno"),
    ("ai-gateway", "anthropic/claude-opus-4.5", "{}", RD, "recalls"),
    ("ai-gateway", "openai/gpt-5.6", "{}", RD, "recalls"),
    ("ai-gateway", "google/gemini-3-pro-preview", "{}", RD, "recalls"),
    ("ai-gateway", "google/gemini-3-pro-preview", "{}", NONE, "forgets"),
    ("deepseek", "deepseek-v4-pro", "{}", RC, "recalls"),
    ("deepseek", "deepseek-v4-pro", "{}", NONE, "400 deepseek-v4"),
    ("deepseek", "deepseek-v3.2", "{}", NONE, "400 deepseek-v3.2"),
    ("deepseek", "deepseek-v4-pro", r#"{"thinking":{"type":"disabled"}}"#, NONE, "forgets"),
    ("deepseek", "deepseek-reasoner", "{}", RC, "recalls"),
    ("deepseek", "deepseek-reasoner", "{}", NONE, "forgets"),
    ("deepseek", "deepseek-r1", "{}", RC, "400 r1"),
    ("moonshot", "kimi-k3", "{}", RC, "recalls"),
    ("moonshot", "kimi-k3", "{}", NONE, "400 kimi"),
    ("moonshot", "kimi-k2.6", "{}", RC, "forgets"),
    ("moonshot", "kimi-k2.6", r#"{"thinking":{"type":"enabled","keep":"all"}}"#, RC, "recalls"),
    ("xiaomi", "mimo-v2.5-pro", "{}", RC, "recalls"),
    ("zai", "glm-5", "{}", RC, "forgets"),
    ("zai", "glm-5", r#"{"thinking":{"type":"enabled","clear_thinking":false}}"#, RC, "recalls"),
    ("zai", "glm-5", r#"{"thinking":{"type":"enabled","clear_thinking":false}}"#, NONE, "forgets"),
    ("alibaba", "qwen3.8-max", "{}", RC, "forgets"),
    ("alibaba", "qwen3.8-max", r#"{"preserve_thinking":true}"#, RC, "recalls"),
    ("alibaba", "qwen3-vl", r#"{"preserve_thinking":true}"#, RC, "forgets"),
    ("minimax", "MiniMax-M2.5", r#"{"reasoning_split":true}"#, RD, "recalls"),
    ("minimax", "MiniMax-M2.5", r#"{"reasoning_split":true}"#, RC, "recalls"),
    ("minimax", "MiniMax-M2.5", r#"{"reasoning_split":true}"#, NONE, "forgets"),
    ("minimax", "MiniMax-M2.5", "{}", NONE, "recalls"),
    ("mistral", "magistral-medium-latest", "{}", NONE, "recalls"),
    ("openai", "gpt-5", "{}", NONE, "forgets"),
    ("xai", "grok-3-mini", "{}", RC, "forgets"),
    ("hunyuan", "hunyuan-t1", "{}", NONE, "forgets"),
    ("hunyuan", "hunyuan-t1", "{}", RC, "400 hunyuan"),
    ("groq", "openai/gpt-oss-120b", "{}", R, "recalls"),
    ("groq", "openai/gpt-oss-120b", "{}", NONE, "forgets"),
    ("groq", "openai/gpt-oss-120b", r#"{"reasoning_format":"raw"}"#, NONE, "recalls"),
    ("groq", "llama-3.3-70b-versatile", "{}", NONE, "forgets"),
    ("cerebras", "gpt-oss-120b", "{}", R, "recalls"),
    ("cerebras", "zai-glm-4.7", "{}", R, "forgets"),
    ("cerebras", "zai-glm-4.7", r#"{"clear_thinking":false}"#, R, "recalls"),
    ("sambanova", "gpt-oss-120b", "{}", NONE, "forgets"),
    ("sambanova", "gpt-oss-120b", "{}", R, "400 sambanova"),
    ("fireworks", "kimi-k2.6", "{}", RC, "recalls"),
    ("fireworks", "glm-4.7", "{}", RC, "forgets"),
    ("fireworks", "glm-4.7", r#"{"reasoning_history":"preserved"}"#, RC, "recalls"),
    ("together", "deepseek-ai/DeepSeek-V4-Pro", "{}", R, "recalls"),
    ("together", "zai-org/GLM-5.3", r#"{"chat_template_kwargs":{"clear_thinking":false}}"#, RC, "recalls"),
    ("novita", "qwen/qwen3.7", "{}", RC, "recalls"),
    ("novita", "minimax/minimax-m2", "{}", RD, "recalls"),
    ("novita", "deepseek/deepseek-v4", "{}", NONE, "400 novita"),
    ("tencent-tokenhub", "hy3", "{}", RC, "recalls"),
    ("llamacpp", "qwen3", "{}", RC, "recalls"),
    ("llamacpp", "qwen3", "{}", NONE, "forgets"),
    ("vllm", "qwen3", "{}", R, "recalls"),
    ("vllm", "qwen3", "{}", NONE, "forgets"),
    ("ollama", "qwen3", "{}", R, "recalls"),
    ("ollama", "qwen3", "{}", NONE, "forgets"),
];

#[tokio::test]
async fn the_word_comes_back_where_the_carrier_does() {
    let simulator = simulator().await;
    for (provider, model, members, echoed, want) in TABLE {
        for stream in [false, true] {
            let members: Value = serde_json::from_str(members).unwrap();
            let mut chat = Chat::new(&simulator, provider, model).with(members).streaming(stream);
            let told = chat.converse(only(echoed)).await;
            assert_eq!(outcome(&told), *want, "{provider} {model} {echoed:?} stream={stream}");
        }
    }
}

/// In one word.
fn outcome(told: &Told) -> String {
    match told {
        Ok(message) => {
            let said = message["content"].to_string();
            if said.contains("I do not remember any code word.") {
                "forgets"
            } else if named(&said) {
                "recalls"
            } else {
                &said
            }
            .to_owned()
        }
        Err(refused) => format!("{} {}", refused.status, refused.rule.replace("-streamed", "")),
    }
}

fn named(said: &str) -> bool {
    said.contains("The code word was ")
}

#[tokio::test]
async fn a_field_that_the_route_does_not_read_is_no_carrier() {
    let simulator = simulator().await;
    for (provider, from, to) in [
        ("llamacpp", "reasoning_content", "reasoning"),
        ("vllm", "reasoning", "reasoning_content"),
        ("ollama", "reasoning", "reasoning_content"),
    ] {
        let mut chat = Chat::new(&simulator, provider, "m");
        let told = chat
            .converse(|message| {
                let mut message = only(ALL)(message);
                let thought = message.as_object_mut().unwrap().remove(from).unwrap();
                message[to] = thought;
                message
            })
            .await;
        assert_eq!(outcome(&told), "forgets", "{provider}");
    }
}

#[tokio::test]
async fn the_word_is_never_said_before_it_is_asked_for() {
    let simulator = simulator().await;
    let mut chat = Chat::new(&simulator, "llamacpp", "m");
    let told = chat.converse(only(RC)).await.unwrap();
    let said = told["content"].as_str().unwrap();
    let word = said.strip_prefix("The code word was ").unwrap().trim_end_matches('.');
    for message in &chat.messages {
        assert!(!message["content"].to_string().contains(word), "{message}");
        assert!(!message["tool_calls"].to_string().contains(word), "{message}");
    }
    assert!(chat.messages[1]["reasoning_content"].as_str().unwrap().contains(word));
}

#[tokio::test]
async fn a_word_that_was_put_in_by_hand_is_read_as_any_thought_is() {
    // The model knows what it is told and nothing else: proof that it remembers no conversation.
    let simulator = simulator().await;
    let mut chat = Chat::new(&simulator, "llamacpp", "m");
    chat.messages = vec![
        json!({"role": "user", "content": "hello"}),
        json!({"role": "assistant", "content": "hi", "reasoning_content": "the code word is ZEBRA-1234."}),
    ];
    chat.user("the code word, please");
    assert_eq!(chat.send().await.unwrap()["content"], "The code word was ZEBRA-1234.");
}

#[tokio::test]
async fn two_simulators_with_one_seed_say_the_same() {
    let (one, two) = (simulator().await, simulator().await);
    let mut bodies = Vec::new();
    for simulator in [&one, &two] {
        let mut chat = Chat::new(simulator, "openrouter", "x-ai/grok-4.1");
        chat.user("hello");
        let response = crate::http().post(&chat.url).json(&chat.request()).send().await.unwrap();
        bodies.push(response.text().await.unwrap());
    }
    assert_eq!(bodies[0], bodies[1]);
}

//! Streamed and whole replies are the same reply.

use crate::client::{Chat, QUESTION, events, gathered, simulator};
use serde_json::{Value, json};

const ROUTES: &[(&str, &str)] = &[
    ("openrouter", "anthropic/claude-opus-4.5"),
    ("openrouter", "x-ai/grok-4.1"),
    ("openrouter", "openai/gpt-5.6"),
    ("openrouter", "google/gemini-3-pro-preview"),
    ("openrouter", "z-ai/glm-5"),
    ("openrouter", "minimax/minimax-m2"),
    ("ai-gateway", "anthropic/claude-opus-4.5"),
    ("ai-gateway", "openai/gpt-5.6"),
    ("ai-gateway", "google/gemini-3-pro-preview"),
    ("deepseek", "deepseek-v4-pro"),
    ("moonshot", "kimi-k3"),
    ("xiaomi", "mimo-v2.5-pro"),
    ("zai", "glm-5"),
    ("alibaba", "qwen3.8-max"),
    ("minimax", "MiniMax-M2"),
    ("mistral", "magistral-medium-latest"),
    ("openai", "gpt-5"),
    ("groq", "openai/gpt-oss-120b"),
    ("cerebras", "gpt-oss-120b"),
    ("fireworks", "kimi-k2.6"),
    ("together", "deepseek-ai/DeepSeek-V4-Pro"),
    ("novita", "minimax/minimax-m2"),
    ("llamacpp", "m"),
    ("vllm", "m"),
    ("ollama", "m"),
];

#[tokio::test]
async fn both_forms_say_the_same() {
    let simulator = simulator().await;
    for (provider, model) in ROUTES {
        for last in ["What is the weather?", QUESTION] {
            let mut chat = Chat::new(&simulator, provider, model);
            if last == QUESTION {
                chat.user("hello");
                chat.messages.push(json!({"role": "assistant", "content": "hi"}));
            }
            chat.user(last);
            let whole = chat.send().await.unwrap();
            let streamed = chat.streaming(true).send().await.unwrap();
            assert_eq!(plain(&streamed), plain(&whole), "{provider} {model} {last}");
        }
    }
}

/// What matters of a message: not the place of nulls, and not ids, which follow from the request's bytes.
fn plain(message: &Value) -> Value {
    let mut plain = json!({});
    for key in ["content", "reasoning", "reasoning_content", "reasoning_details"] {
        if !message[key].is_null() && message[key] != "" {
            plain[key] = message[key].clone();
        }
    }
    plain["call"] = message["tool_calls"][0]["function"].clone();
    for entry in plain["reasoning_details"].as_array_mut().into_iter().flatten() {
        entry.as_object_mut().unwrap().remove("id");
    }
    plain
}

#[tokio::test]
async fn usage_says_what_was_cached() {
    let simulator = simulator().await;
    for (provider, model) in ROUTES {
        let mut chat = Chat::new(&simulator, provider, model);
        chat.user("hello");
        for round in 0..2 {
            for stream in [false, true] {
                chat.stream = stream;
                let http = crate::http().post(&chat.url).json(&chat.request());
                let response = http.send().await.unwrap();
                let header = |name: &str| response.headers()[name].to_str().unwrap().parse::<u64>().unwrap();
                let (bytes, cached) = (header("x-simulator-body-bytes"), header("x-simulator-cached-bytes"));
                assert_eq!(bytes, chat.request().to_string().len() as u64);
                let text = response.text().await.unwrap();
                let usage = if stream {
                    let events = events(&text);
                    events.iter().rev().find(|event| event["usage"].is_object()).unwrap()["usage"].clone()
                } else {
                    serde_json::from_str::<Value>(&text).unwrap()["usage"].clone()
                };
                assert_eq!(usage["prompt_tokens_details"]["cached_tokens"], cached / 4, "{provider}");
                assert!(usage["completion_tokens_details"]["reasoning_tokens"].as_u64().unwrap() > 0, "{provider}");
                if round == 1 {
                    assert_eq!(cached, bytes, "{provider}: the second time all of it was read before");
                }
            }
        }
    }
}

#[tokio::test]
async fn a_longer_conversation_finds_its_beginning_read() {
    let simulator = simulator().await;
    let url = format!("{}/chat/completions", simulator.base_url("deepseek").unwrap());
    let send = async |body: String| {
        let response = crate::http().post(&url).body(body).send().await.unwrap();
        assert_eq!(response.status(), 200);
        response.headers()["x-simulator-cached-bytes"].to_str().unwrap().parse::<usize>().unwrap()
    };
    let first = r#"{"model":"deepseek-v4","messages":[{"role":"user","content":"one"}"#;
    assert_eq!(send(format!("{first}]}}")).await, 0);
    let next =
        format!("{first},{{\"role\":\"assistant\",\"content\":\"two\"}},{{\"role\":\"user\",\"content\":\"3\"}}]}}");
    assert_eq!(send(next).await, first.len());
    assert_eq!(send(first.replace("one", "ono") + "]}").await, first.find("one").unwrap() + 2);
}

#[tokio::test]
async fn every_provider_has_its_own_habits() {
    let simulator = simulator().await;
    let deltas = async |provider: &str, model: &str| {
        let mut chat = Chat::new(&simulator, provider, model).streaming(true);
        chat.user("hello");
        let response = crate::http().post(&chat.url).json(&chat.request()).send().await.unwrap();
        response.text().await.unwrap()
    };
    let text = deltas("openrouter", "anthropic/claude-opus-4.5").await;
    assert!(text.starts_with(": OPENROUTER PROCESSING\n\n") && text.ends_with("data: [DONE]\n\n"));
    let all = events(&text);
    let signed = all.iter().filter_map(|event| event["choices"][0]["delta"]["reasoning_details"].get(0));
    let signed: Vec<_> = signed.filter(|entry| entry.get("signature").is_some()).collect();
    assert_eq!(signed.len(), 1);
    assert!(signed[0].get("text").is_none(), "the signature comes without a text");
    assert_eq!(all.iter().filter(|event| event["choices"][0]["finish_reason"] == "tool_calls").count(), 2);
    assert_eq!(all[0]["provider"], "Anthropic");

    let all = events(&deltas("ai-gateway", "anthropic/claude-opus-4.5").await);
    let blank = all.iter().filter(|event| event["choices"][0]["delta"]["reasoning_details"][0]["signature"] == "");
    assert!(blank.count() > 3, "every text delta has an empty signature");
    assert!(gathered(&all)["reasoning_details"][0]["signature"].as_str().unwrap().starts_with("Evg"));

    let all = events(&deltas("deepseek", "deepseek-v4").await);
    let opening = json!({"role": "assistant", "content": null, "reasoning_content": ""});
    assert_eq!(all[0]["choices"][0]["delta"], opening);

    let text = deltas("minimax", "MiniMax-M2").await;
    assert!(!text.contains("[DONE]") && text.contains("<think>"));

    let all = events(&deltas("mistral", "magistral-medium-latest").await);
    assert_eq!(all[0]["choices"][0]["delta"]["content"], "");
    assert!(all[1]["choices"][0]["delta"]["content"].is_array(), "the content changes its type");
}

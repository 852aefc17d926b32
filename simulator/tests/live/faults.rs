//! Faults on demand, by call, over HTTP and by header.

use crate::client::{Chat, events, only, simulator};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use throughline_simulator::{ErrorKind, Fault, Simulator};

async fn send(chat: &Chat) -> reqwest::Response {
    crate::http().post(&chat.url).json(&chat.request()).send().await.unwrap()
}

fn asking(simulator: &Simulator, provider: &str, stream: bool) -> Chat {
    let mut chat = Chat::new(simulator, provider, "m").streaming(stream);
    chat.user("hello");
    chat
}

#[tokio::test]
async fn a_field_is_refused_from_now_on() {
    let simulator = simulator().await;
    let mut chat = Chat::new(&simulator, "nous", "z-ai/glm-5.3");
    chat.converse(only(&["reasoning_details", "reasoning"])).await.unwrap();
    let refuse =
        |wording: &str| Fault::Refuse { field: "reasoning_details".to_owned(), wording: Some(wording.to_owned()) };
    simulator.fault("nous", refuse("fireworks")).unwrap();
    let refused = chat.send().await.unwrap_err();
    assert_eq!(refused.status, 400);
    assert!(
        refused.body.contains("Extra inputs are not permitted, field: 'messages[1].reasoning_details'"),
        "{}",
        refused.body
    );
    for message in chat.messages.iter_mut().filter_map(Value::as_object_mut) {
        message.remove("reasoning_details");
    }
    assert!(chat.send().await.is_ok(), "without the field all is well");
    simulator.clear();
    for wording in Simulator::wordings() {
        simulator.fault("nous", refuse(wording)).unwrap();
        chat.messages[1]["reasoning_details"] = json!([]);
        let refused = chat.send().await.unwrap_err();
        assert!(refused.body.contains("reasoning_details"), "{wording}: {}", refused.body);
        assert!(serde_json::from_str::<Value>(&refused.body).is_ok(), "{wording}: {}", refused.body);
        simulator.clear();
    }
}

#[tokio::test]
async fn a_field_is_required_from_now_on() {
    let simulator = simulator().await;
    simulator.fault("together", Fault::Require { field: "reasoning_content".to_owned() }).unwrap();
    let mut chat = Chat::new(&simulator, "together", "m");
    let refused = chat.converse(only(&["reasoning"])).await.unwrap_err();
    assert!(refused.body.contains("is missing in assistant tool call message at index 1"), "{}", refused.body);
    chat.messages[1]["reasoning_content"] = " ".into();
    assert!(chat.send().await.is_ok());
}

#[tokio::test]
async fn blocks_are_refused_and_required_fields_are_none() {
    let simulator = simulator().await;
    let url = simulator.base_url("anthropic").unwrap() + "/v1/messages";
    let body = json!({"model": "claude-sonnet-5", "max_tokens": 9, "messages": [
        {"role": "user", "content": "u"}, {"role": "assistant", "content": [{"type": "text", "text": "a", "citations": []}]},
        {"role": "user", "content": "u"}]});
    let said = async |field: &str| {
        simulator.clear();
        simulator.fault("anthropic", Fault::Refuse { field: field.to_owned(), wording: None }).unwrap();
        let error: Value = crate::http().post(&url).json(&body).send().await.unwrap().json().await.unwrap();
        error["error"]["message"].as_str().unwrap_or("accepted").to_owned()
    };
    assert_eq!(said("citations").await, "messages.1.content.0.text.citations: Extra inputs are not permitted");
    assert_eq!(said("text").await, "messages.1.content.0.text: Extra inputs are not permitted");
    assert_eq!(said("thinking").await, "accepted");
    let required = Fault::Require { field: "thinking".to_owned() };
    assert_eq!(simulator.fault("anthropic", required).unwrap_err().kind(), ErrorKind::Fault);
}

#[tokio::test]
async fn a_stream_is_cut() {
    let simulator = simulator().await;
    for (provider, path, body) in [
        (
            "groq",
            "/chat/completions",
            json!({"model": "m", "stream": true, "messages": [{"role": "user", "content": "u"}]}),
        ),
        (
            "anthropic",
            "/v1/messages",
            json!({"model": "claude-sonnet-5", "max_tokens": 9, "stream": true, "messages": [{"role": "user", "content": "u"}]}),
        ),
    ] {
        let url = simulator.base_url(provider).unwrap() + path;
        let whole = async || crate::http().post(&url).json(&body).send().await.unwrap().text().await.unwrap();
        // The second time all of it is cached, and so it is ever after.
        whole().await;
        let whole = whole().await;
        let count = whole.matches("\n\n").count();
        for after in [0, 1, 4, count - 1] {
            simulator.fault_times(provider, Fault::Cut { after }, 1).unwrap();
            let mut response = crate::http().post(&url).json(&body).send().await.unwrap();
            let mut text = String::new();
            let broken = loop {
                match response.chunk().await {
                    Ok(Some(chunk)) => text.push_str(std::str::from_utf8(&chunk).unwrap()),
                    Ok(None) => break false,
                    Err(_) => break true,
                }
            };
            assert!(broken, "{provider} {after}");
            assert_eq!(text.matches("\n\n").count(), after);
            assert!(whole.starts_with(&text));
        }
        let whole = crate::http().post(&url).json(&body).send().await.unwrap().text().await;
        assert!(whole.is_ok(), "the fault has had its times");
    }
}

#[tokio::test]
async fn a_whole_reply_is_cut() {
    let simulator = simulator().await;
    simulator.fault("groq", Fault::Cut { after: 0 }).unwrap();
    let response = send(&asking(&simulator, "groq", false)).await;
    assert_eq!(response.status(), 200);
    assert!(response.text().await.is_err());
}

#[tokio::test]
async fn an_error_comes_inside_a_stream_that_began_well() {
    let simulator = simulator().await;
    simulator.fault("openrouter", Fault::Fail { after: 3 }).unwrap();
    let response = send(&asking(&simulator, "openrouter", true)).await;
    assert_eq!(response.status(), 200);
    let text = response.text().await.unwrap();
    let all = events(&text);
    assert_eq!(all.last().unwrap()["error"]["code"], 500);
    assert!(!text.contains("[DONE]"));
    assert_eq!(send(&asking(&simulator, "openrouter", false)).await.status(), 500);

    simulator.fault("anthropic", Fault::Fail { after: 3 }).unwrap();
    let body = json!({"model": "claude-sonnet-5", "max_tokens": 9, "stream": true, "messages": [{"role": "user", "content": "u"}]});
    let url = simulator.base_url("anthropic").unwrap() + "/v1/messages";
    let text = crate::http().post(url).json(&body).send().await.unwrap().text().await.unwrap();
    assert!(text.contains("\n\nevent: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\""), "{text}");
}

#[tokio::test]
async fn events_come_slowly() {
    let simulator = simulator().await;
    simulator.fault("groq", Fault::Slow { millis: 15 }).unwrap();
    let started = Instant::now();
    let text = send(&asking(&simulator, "groq", true)).await.text().await.unwrap();
    let least = Duration::from_millis(15) * u32::try_from(text.matches("\n\n").count()).unwrap();
    assert!(started.elapsed() >= least);
}

#[tokio::test]
async fn a_swapped_upstream_reads_nothing_of_the_first() {
    let simulator = simulator().await;
    for (model, served, raw) in [
        (
            "anthropic/claude-opus-4.5",
            "Amazon Bedrock",
            r#"{"message":"messages.1.content.0: Invalid signature in thinking block"}"#,
        ),
        (
            "google/gemini-3-pro-preview",
            "Google",
            r#"{"error":{"code":400,"message":"Invalid thought signature.","status":"INVALID_ARGUMENT"}}"#,
        ),
    ] {
        let mut chat = Chat::new(&simulator, "openrouter", model);
        chat.converse(only(&["reasoning_details"])).await.unwrap();
        simulator.fault("openrouter", Fault::Swap).unwrap();
        let refused = chat.send().await.unwrap_err();
        let body: Value = serde_json::from_str(&refused.body).unwrap();
        assert_eq!(body["error"]["metadata"]["provider_name"], served);
        assert_eq!(body["error"]["metadata"]["raw"], raw);
        let mut fresh = Chat::new(&simulator, "openrouter", model);
        let told = fresh.converse(only(&["reasoning_details"])).await.unwrap();
        assert!(told["content"].as_str().unwrap().starts_with("The code word was"), "the new one reads its own");
        simulator.clear();
    }
    assert_eq!(simulator.fault("groq", Fault::Swap).unwrap_err().kind(), ErrorKind::Fault);
}

#[tokio::test]
async fn statuses_and_answers() {
    let simulator = simulator().await;
    for (code, kind) in [(429, "rate_limit_error"), (500, "api_error"), (413, "request_too_large")] {
        simulator.fault_times("groq", Fault::Status { code }, 2).unwrap();
        for _ in 0..2 {
            let response = send(&asking(&simulator, "groq", true)).await;
            assert_eq!(response.status(), code);
            assert_eq!(response.json::<Value>().await.unwrap()["error"]["type"], kind);
        }
        assert_eq!(send(&asking(&simulator, "groq", true)).await.status(), 200);
    }
    simulator.fault("groq", Fault::Answer { status: 402, body: "no money".to_owned() }).unwrap();
    let response = send(&asking(&simulator, "groq", false)).await;
    assert_eq!((response.status().as_u16(), response.text().await.unwrap().as_str()), (402, "no money"));
    assert_eq!(send(&asking(&simulator, "cerebras", false)).await.status(), 200, "others are as they were");
}

#[tokio::test]
async fn faults_over_http() {
    let simulator = simulator().await;
    let url = format!("{}/_faults", simulator.url());
    let http = crate::http();
    let wanted = json!({"provider": "groq", "fault": {"status": {"code": 429}}, "times": 1});
    let held: Value = http.post(&url).json(&wanted).send().await.unwrap().json().await.unwrap();
    assert_eq!(held, json!([wanted]));
    assert_eq!(send(&asking(&simulator, "groq", false)).await.status(), 429);
    assert_eq!(send(&asking(&simulator, "groq", false)).await.status(), 200);
    http.post(&url).json(&json!({"provider": "kimi", "fault": {"slow": {"millis": 1}}})).send().await.unwrap();
    let held: Value = http.get(&url).send().await.unwrap().json().await.unwrap();
    assert_eq!(held[0]["provider"], "moonshot", "by any of its names");
    let held: Value = http.delete(&url).send().await.unwrap().json().await.unwrap();
    assert_eq!(held, json!([]));
    for (wrong, want) in [
        (json!({"provider": "nobody", "fault": "swap"}), "unknown provider `nobody`; there are openrouter,"),
        (json!({"provider": "groq", "fault": "swap"}), "only a gateway can be swapped"),
        (
            json!({"provider": "groq", "fault": {"refuse": {"field": "x", "wording": "y"}}}),
            "unknown wording `y`; there are groq,",
        ),
        (json!({"provider": "groq", "fault": "flood"}), "unknown variant `flood`"),
    ] {
        let response = http.post(&url).json(&wrong).send().await.unwrap();
        assert_eq!(response.status(), 400);
        let text = response.text().await.unwrap();
        assert!(text.contains(want), "{text}");
    }
}

#[tokio::test]
async fn faults_by_header() {
    let simulator = simulator().await;
    let chat = asking(&simulator, "groq", false);
    let with = async |fault: &str| {
        let request = crate::http().post(&chat.url).json(&chat.request()).header("x-simulator-fault", fault);
        request.send().await.unwrap()
    };
    assert_eq!(with(r#"{"status":{"code":503}}"#).await.status(), 503);
    assert_eq!(with("nonsense").await.status(), 400);
    assert_eq!(with("\"swap\"").await.status(), 400);
    assert_eq!(send(&chat).await.status(), 200, "for that request alone");
}

//! Copilot: blobs in the key of each family, text that is nothing without its blob.

use crate::client::{Chat, OPENING, QUESTION, Told, events, only, simulator};
use serde_json::{Value, json};
use throughline_simulator::Fault;

const BOTH: &[&str] = &["reasoning_text", "reasoning_opaque"];
const OPAQUE: &[&str] = &["reasoning_opaque"];
const TEXT: &[&str] = &["reasoning_text"];
const BAD: &str = r#"{"error":{"message":"messages.1.content.0: Invalid signature in thinking block","code":"invalid_request_body"}}"#;

fn outcome(told: &Told) -> String {
    match told {
        Ok(message) if message["content"].as_str().unwrap_or_default().starts_with("The code word was ") => {
            "recalls".into()
        }
        Ok(message) if message["content"].as_str().unwrap_or_default().starts_with("I do not remember") => {
            "forgets".into()
        }
        Ok(message) => message.to_string(),
        Err(refused) => refused.body.clone(),
    }
}

#[tokio::test]
async fn the_word_comes_back_where_the_blob_does() {
    let simulator = simulator().await;
    for (model, echoed, want) in [
        ("claude-sonnet-4.5", BOTH, "recalls"),
        ("claude-sonnet-4.5", OPAQUE, "recalls"),
        ("claude-sonnet-4.5", TEXT, BAD),
        ("claude-sonnet-4.5", &[], "forgets"),
        ("gemini-2.5-pro", BOTH, "recalls"),
        ("gemini-2.5-pro", TEXT, BAD),
        ("gemini-2.5-pro", &[], "forgets"),
        ("gemini-3-pro-preview", BOTH, "recalls"),
        // The signature of the call holds the thought as well.
        ("gemini-3-pro-preview", &[], "recalls"),
        ("gpt-5", &["cot_summary", "cot_id"], "recalls"),
        ("other", BOTH, "forgets"),
    ] {
        for stream in [false, true] {
            if stream && model == "gpt-5" {
                continue;
            }
            let mut chat = Chat::new(&simulator, "copilot", model).streaming(stream);
            let told = chat.converse(only(echoed)).await;
            assert_eq!(outcome(&told), want, "{model} {echoed:?} stream={stream}");
        }
    }
}

#[tokio::test]
async fn of_several_blobs_the_last_holds() {
    let simulator = simulator().await;
    let mut chat = Chat::new(&simulator, "copilot", "claude-sonnet-4.5").streaming(true);
    chat.user(OPENING);
    let response = crate::http().post(&chat.url).json(&chat.request()).send().await.unwrap();
    let events = events(&response.text().await.unwrap());
    let deltas = || events.iter().map(|event| &event["choices"][0]["delta"]);
    let blobs: Vec<&str> = deltas().filter_map(|delta| delta["reasoning_opaque"].as_str()).collect();
    assert_eq!(blobs.len(), 2);
    let last = deltas().rfind(|delta| delta["reasoning_opaque"].is_string()).unwrap();
    assert!(last["tool_calls"][0]["function"]["arguments"].as_str().unwrap().ends_with('}'), "it comes with the call");
    let text: String = deltas().filter_map(|delta| delta["reasoning_text"].as_str()).collect();
    let call = json!({"id": "c", "type": "function", "function": last["tool_calls"][0]["function"]});
    let said = async |blob: &str| {
        let mut chat = Chat::new(&simulator, "copilot", "claude-sonnet-4.5");
        chat.user(OPENING);
        chat.messages.push(json!({"role": "assistant", "content": null, "reasoning_text": text, "reasoning_opaque": blob, "tool_calls": [call]}));
        chat.result(&call);
        chat.messages.push(json!({"role": "assistant", "content": "18°C."}));
        chat.user(QUESTION);
        outcome(&chat.send().await)
    };
    assert_eq!(said(blobs[1]).await, "recalls");
    for blob in [blobs[0], &(blobs[0].to_owned() + blobs[1]), "", &blobs[1].replace('A', "B")] {
        assert_eq!(said(blob).await, BAD);
    }
}

#[tokio::test]
async fn families_do_not_read_each_other() {
    let simulator = simulator().await;
    for (from, to) in [
        ("claude-sonnet-4.5", "gemini-3-pro-preview"),
        ("gemini-3-pro-preview", "claude-sonnet-4.5"),
        ("gemini-2.5-pro", "claude-opus-4.7"),
    ] {
        let mut chat = Chat::new(&simulator, "copilot", from);
        chat.converse(only(BOTH)).await.unwrap();
        chat.body.insert("model".to_owned(), to.into());
        assert_eq!(chat.send().await.unwrap_err().body, BAD, "{from} {to}");
    }
    let mut chat = Chat::new(&simulator, "copilot", "claude-opus-4.5");
    chat.converse(only(BOTH)).await.unwrap();
    chat.body.insert("model".to_owned(), "claude-sonnet-4.5".into());
    assert_eq!(outcome(&chat.send().await), "recalls");
}

#[tokio::test]
async fn calls_of_gemini_3_are_signed() {
    let simulator = simulator().await;
    let mut chat = Chat::new(&simulator, "copilot", "gemini-3-pro-preview");
    let refused = chat
        .converse(|reply| {
            let mut reply = only(BOTH)(reply);
            let function = &mut reply["tool_calls"][0]["function"];
            assert!(function["thought_signature"].is_string());
            function["arguments"] = "{}".into();
            reply
        })
        .await;
    assert_eq!(
        outcome(&refused),
        r#"{"error":{"message":"Corrupted thought signature.","code":"invalid_request_body"}}"#
    );
    simulator.fault("copilot", Fault::Require { field: "reasoning_opaque".to_owned() }).unwrap();
    let mut chat = Chat::new(&simulator, "copilot", "gemini-3-pro-preview");
    let refused = chat.converse(only(&[])).await;
    assert_eq!(outcome(&refused), r#"{"error":{"message":"invalid request body","code":"invalid_request_body"}}"#);
    let mut chat = Chat::new(&simulator, "copilot", "gemini-3-pro-preview");
    assert_eq!(outcome(&chat.converse(only(BOTH)).await), "recalls");
}

#[tokio::test]
async fn some_answer_in_blocks() {
    let simulator = simulator().await;
    let mut chat = Chat::new(&simulator, "copilot", "claude-opus-4.7");
    chat.user(OPENING);
    let send = async |chat: &Chat| {
        let response = crate::http().post(&chat.url).json(&chat.request()).send().await.unwrap();
        assert_eq!(response.status(), 200);
        response.text().await.unwrap()
    };
    let reply: Value = serde_json::from_str(&send(&chat).await).unwrap();
    assert!(reply.get("choices").is_none());
    let kinds: Vec<_> = reply["content"].as_array().unwrap().iter().map(|block| block["type"].clone()).collect();
    assert_eq!((kinds, &reply["stop_reason"]), (vec![json!("thinking"), json!("tool_use")], &json!("tool_use")));
    chat.stream = true;
    assert!(send(&chat).await.starts_with("event: message_start\n"));
}

#[tokio::test]
async fn what_it_does_not_know_it_lets_be() {
    let simulator = simulator().await;
    let mut chat = Chat::new(&simulator, "copilot", "claude-sonnet-4.5").with(json!({"anything": 1}));
    let told = chat
        .converse(|reply| {
            let mut reply = only(BOTH)(reply);
            reply["reasoning_content"] = "x".into();
            reply["cot_id"] = "x".into();
            reply
        })
        .await;
    assert_eq!(outcome(&told), "recalls");
}

//! A vendor's published schema and the simulator say the same of the three fields.

use crate::corpus::{Recorded, lenient, recorded, required, send};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use throughline_simulator::Simulator;

/// A provider, the file of its schema, and the name of an assistant message in it.
const SCHEMAS: &[(&str, &str, &str)] = &[
    ("mistral", "mistral.json", "AssistantMessage"),
    ("groq", "groq.json", "ChatCompletionAssistantMessageParam"),
    ("cerebras", "cerebras.json", "MessageAssistantMessageRequest"),
    ("openai", "openai-chat.json", "ChatCompletionAssistantMessageParam"),
];

fn fields() -> Vec<(&'static str, Value)> {
    let details = json!([{"type": "reasoning.text", "text": "t", "format": "unknown", "index": 0}]);
    vec![("reasoning_content", json!("t")), ("reasoning", json!("t")), ("reasoning_details", details)]
}

/// The judge of assistant messages in that schema.
fn judge(folder: &Path, file: &str, message: &str) -> jsonschema::Validator {
    let mut schema: Value = serde_json::from_str(&std::fs::read_to_string(folder.join(file)).unwrap()).unwrap();
    let schema = json!({"$defs": schema["$defs"].take(), "$ref": format!("#/$defs/{message}")});
    jsonschema::validator_for(&schema).unwrap()
}

#[tokio::test]
async fn a_field_flips_the_simulator_where_it_flips_the_schema() {
    const TEST: &str = "a_field_flips_the_simulator_where_it_flips_the_schema";
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/judges");
    let folder = std::env::var_os("THROUGHLINE_JUDGES_DIR").map_or(beside, PathBuf::from).join("schemas");
    if !folder.is_dir() {
        assert!(!required("judges"), "{TEST}: the judges are required and absent");
        println!("skipped: {TEST}: no judges");
        return;
    }
    let simulator = lenient().await;
    let recorded = recorded(TEST);
    let mut compared = 0;
    let mut flipping = Vec::new();
    for (provider, file, message) in SCHEMAS {
        let judge = judge(&folder, file, message);
        let accepts = |body: &Value| own(body).iter().all(|message| judge.is_valid(message));
        let recordings = recorded.iter().filter(|one| one.provider == *provider && one.status == 200);
        let made = [made(provider)];
        for one in recordings.chain(&made).filter(|one| !own(&one.body).is_empty()) {
            let before = (accepts(&one.body), send(&simulator, one, &one.body).await.0 == 200);
            for (field, value) in fields() {
                for place in 0..own(&one.body).len() {
                    let body = with(&one.body, place, field, &value);
                    let after = (accepts(&body), send(&simulator, one, &body).await.0 == 200);
                    let flips = (before.0 != after.0, before.1 != after.1);
                    assert_eq!(flips.0, flips.1, "{} {field}: schema {before:?} {after:?}", one.id);
                    compared += 1;
                    if flips.1 && !flipping.contains(&(*provider, field)) {
                        flipping.push((*provider, field));
                    }
                }
            }
        }
    }
    println!("{compared} requests compared");
    let (rc, r, rd) = ("reasoning_content", "reasoning", "reasoning_details");
    let all = |provider| [(provider, rc), (provider, r), (provider, rd)];
    let most = |provider| [(provider, rc), (provider, rd)];
    let want = [&all("mistral")[..], &most("groq"), &most("cerebras"), &all("openai")].concat();
    assert_eq!(flipping, want);
}

/// A request of our own, so that no provider goes without.
fn made(provider: &'static str) -> Recorded {
    let call = json!({"id": "abcDEF123", "type": "function", "function": {"name": "f", "arguments": "{}"}});
    let messages = json!([
        {"role": "user", "content": "u"},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "abcDEF123", "content": "r"},
        {"role": "assistant", "content": "a"},
        {"role": "user", "content": "u"},
    ]);
    Recorded {
        id: format!("made for {provider}"),
        provider,
        path: Simulator::providers().find(|listed| listed.name == provider).unwrap().path + "/chat/completions",
        body: json!({"model": "gpt-oss-120b", "messages": messages}),
        status: 200,
        answer: Value::Null,
    }
}

fn own(body: &Value) -> Vec<&Value> {
    body["messages"].as_array().unwrap().iter().filter(|message| message["role"] == "assistant").collect()
}

/// `body` with the field in its assistant message number `place`.
fn with(body: &Value, place: usize, field: &str, value: &Value) -> Value {
    let mut body = body.clone();
    let messages = body["messages"].as_array_mut().unwrap();
    let message = messages.iter_mut().filter(|message| message["role"] == "assistant").nth(place).unwrap();
    message[field] = value.clone();
    body
}

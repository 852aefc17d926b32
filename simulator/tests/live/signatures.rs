//! Signatures of parts: whose they are, where they stand, and where there must be one.

use crate::client::{QUESTION, simulator};
use crate::parts::{FORMS, Form, SKIP, Talk, bare, changed, outcome, running, said, text};
use serde_json::{Value, json};
use throughline_simulator::{Options, Simulator};

#[tokio::test]
async fn a_signature_holds_for_its_own_part() {
    let simulator = simulator().await;
    for (provider, words) in [("gemini", "Corrupted thought signature."), ("vertex", "Invalid thought signature.")] {
        let model = "gemini-3-pro-preview";
        let try_with = async |change: &dyn Fn(&mut Vec<Value>)| changed(provider, model, change).await;
        assert_eq!(try_with(&|_| ()).await, "accepted");
        let part = |contents: &mut Vec<Value>| contents[1]["parts"][0].clone();
        // Changed, moved to a text, put on a question, beside a thought.
        let other = |contents: &mut Vec<Value>| {
            let signature = part(contents)["thoughtSignature"].as_str().unwrap().to_owned();
            let end = if signature.contains("AA") { "BB" } else { "AA" };
            contents[1]["parts"][0]["thoughtSignature"] = (signature[..40].to_owned() + end + &signature[42..]).into();
        };
        assert_eq!(try_with(&other).await, words);
        let renamed = |contents: &mut Vec<Value>| {
            contents[1]["parts"][0]["functionCall"]["args"]["city"] = "Rome".into();
        };
        assert_eq!(try_with(&renamed).await, words);
        let moved = |contents: &mut Vec<Value>| {
            let signature = part(contents)["thoughtSignature"].clone();
            contents[1]["parts"][0]["thoughtSignature"] = SKIP.into();
            let parts = contents[1]["parts"].as_array_mut().unwrap();
            parts.insert(0, json!({"text": "I look.", "thoughtSignature": signature}));
        };
        assert_eq!(try_with(&moved).await, words);
        let asked = |contents: &mut Vec<Value>| {
            contents[0]["parts"][0]["thoughtSignature"] = part(contents)["thoughtSignature"].clone();
        };
        assert_eq!(try_with(&asked).await, words);
        let thought = |contents: &mut Vec<Value>| {
            let signature = part(contents)["thoughtSignature"].clone();
            let parts = contents[1]["parts"].as_array_mut().unwrap();
            parts.insert(0, json!({"text": "t", "thought": true, "thoughtSignature": signature}));
        };
        assert_eq!(try_with(&thought).await, words);
        // Either alphabet will do, and so will what clients send who hold bytes.
        let respelled = |contents: &mut Vec<Value>| {
            let signature = part(contents)["thoughtSignature"].as_str().unwrap().replace('+', "-").replace('/', "_");
            contents[1]["parts"][0]["thoughtSignature"] = signature.trim_end_matches('=').into();
        };
        assert_eq!(try_with(&respelled).await, "accepted");
        let encoded = |contents: &mut Vec<Value>| {
            contents[1]["parts"][0]["thoughtSignature"] = "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I=".into();
        };
        assert_eq!(try_with(&encoded).await, "accepted");
        let stands_in = |contents: &mut Vec<Value>| {
            contents[1]["parts"][0]["thoughtSignature"] = "context_engineering_is_the_way_to_go".into();
        };
        assert_eq!(try_with(&stands_in).await, if provider == "gemini" { "accepted" } else { words });
        let on_text = |contents: &mut Vec<Value>| {
            let parts = contents[1]["parts"].as_array_mut().unwrap();
            parts.insert(0, json!({"text": "t", "thoughtSignature": SKIP}));
        };
        assert_eq!(try_with(&on_text).await, words);
    }
    // Texts that were parts of their own are not one text.
    let mut talk = Talk { form: Form::Events, body: json!({}), ..Talk::new(&simulator, "gemini", "gemini-3-pro") };
    talk.user("hello there");
    let parts = talk.send().await.unwrap();
    let signature = parts.as_array().unwrap().last().unwrap()["thoughtSignature"].clone();
    talk.own(json!([{"text": text(&parts), "thoughtSignature": signature}]));
    talk.user("and now?");
    assert_eq!(said(&talk).await, "Corrupted thought signature.");
    talk.contents[1]["parts"] = json!([{"text": text(&parts)}, {"text": "", "thoughtSignature": signature}]);
    assert_eq!(said(&talk).await, "accepted", "those that are not signed may be joined");
}

#[tokio::test]
async fn one_backend_does_not_read_the_other() {
    let simulator = simulator().await;
    for (from, to, words) in
        [("vertex", "gemini", "Corrupted thought signature."), ("gemini", "vertex", "Invalid thought signature.")]
    {
        let from = running(&simulator, from, "gemini-3-pro").await;
        let talk = Talk { contents: from.contents, ..Talk::new(&simulator, to, "gemini-3-pro") };
        let refused = talk.send().await.unwrap_err();
        assert_eq!((refused.status, refused.message.as_str()), (400, words));
    }
    // Another model of the same backend takes it, and reads its own generation's alone.
    for (model, want) in [("gemini-3-flash", "recalls"), ("gemini-2.5-pro", "forgets")] {
        let mut talk = running(&simulator, "gemini", "gemini-3-pro").await;
        let parts = talk.send().await.unwrap();
        talk.own(parts);
        talk.user(QUESTION);
        talk.model = model.to_owned();
        assert_eq!(outcome(&talk.send().await.map(|parts| text(&parts))), want, "{model}");
    }
    let lenient = Options { seed: Some(7), foreign_signatures: true, ..Options::default() };
    let lenient = Simulator::start(lenient).unwrap();
    let mut talk = running(&lenient, "gemini", "gemini-3-pro").await;
    talk.contents[1]["parts"][0]["thoughtSignature"] = "EucECuQEAb4+9vsh".into();
    assert_eq!(said(&talk).await, "accepted", "signatures of others pass where that was asked for");
}

#[tokio::test]
async fn the_first_call_of_every_step_is_signed() {
    let simulator = simulator().await;
    let mut talk = running(&simulator, "gemini", "gemini-3-pro").await;
    let step: Vec<Value> = talk.contents[1..3].to_vec();
    talk.contents.extend(step.clone());
    assert_eq!(said(&talk).await, "accepted");
    talk.contents[3]["parts"] = bare(talk.contents[3]["parts"].clone());
    let refused = talk.send().await.unwrap_err();
    assert_eq!(
        refused.message,
        "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:weather` , position 4. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details."
    );
    assert!(
        refused.body.starts_with("{\n  \"error\": {\n    \"code\": 400,\n    \"message\": \"Function call is missing")
    );
    talk.contents[3]["parts"][0]["thoughtSignature"] = "".into();
    assert_eq!(talk.send().await.unwrap_err(), refused, "an empty one is none");
    talk.own(json!([{"text": "18°C."}]));
    talk.user("thanks");
    assert_eq!(said(&talk).await, "accepted", "turns that are over are not looked at");

    let mut talk = running(&simulator, "vertex", "gemini-3-pro").await;
    talk.contents[1]["parts"] = bare(talk.contents[1]["parts"].clone());
    let words = "Unable to submit request because function call `default_api:weather` in the 2. content block is missing a `thought_signature`. Learn more: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures";
    assert_eq!(said(&talk).await, words);
}

#[tokio::test]
async fn older_builds_tell_it_in_a_reply() {
    let simulator = simulator().await;
    for form in FORMS {
        let mut talk = running(&simulator, "gemini", "gemini-3-older").await;
        talk.contents[1]["parts"] = bare(talk.contents[1]["parts"].clone());
        talk.form = form;
        let reply = talk.documents().await.unwrap();
        assert_eq!(reply[0]["candidates"][0]["finishReason"], "MISSING_THOUGHT_SIGNATURE", "{form:?}");
    }
}

#[tokio::test]
async fn calls_at_once_are_signed_once() {
    let simulator = simulator().await;
    let declared = |name: &str| json!({"name": name});
    for form in FORMS {
        let mut talk = Talk { form, ..Talk::new(&simulator, "gemini", "gemini-3-pro") };
        talk.body["tools"] = json!([{"functionDeclarations": [declared("one"), declared("two")]}]);
        talk.user("Please use all tools.");
        let parts = talk.send().await.unwrap();
        let names: Vec<_> = (0..2).map(|at| parts[at]["functionCall"]["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["one", "two"]);
        assert!(parts[0]["thoughtSignature"].is_string() && parts[1].get("thoughtSignature").is_none());
        talk.own(parts.clone());
        talk.results(&parts);
        assert_eq!(said(&talk).await, "accepted");
        let results = talk.contents[2]["parts"].as_array_mut().unwrap();
        results.swap(0, 1);
        assert_eq!(said(&talk).await, "accepted", "ids say whose they are");
        for part in talk.contents[2]["parts"].as_array_mut().unwrap() {
            part["functionResponse"].as_object_mut().unwrap().remove("id");
        }
        assert!(said(&talk).await.contains("function response `two` belongs to no function call"));
        talk.contents[2]["parts"].as_array_mut().unwrap().pop();
        assert!(said(&talk).await.starts_with("Please ensure that the number of function response parts is equal"));
        // One after the other they are two steps, and the second is not signed.
        let result =
            |name: &str| json!({"role": "user", "parts": [{"functionResponse": {"name": name, "response": {}}}]});
        talk.contents.truncate(1);
        for at in 0..2 {
            talk.own(json!([parts[at]]));
            talk.contents.push(result(names[at]));
        }
        assert!(said(&talk).await.contains("`default_api:two` , position 4"));
    }
}

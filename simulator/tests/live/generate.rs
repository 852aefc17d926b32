//! Contents and parts: recall, replies in all three forms, keys, faults.

use crate::client::{OPENING, QUESTION, simulator};
use crate::parts::{FORMS, Form, SKIP, Talk, bare, outcome, running, said, text};
use serde_json::{Value, json};
use throughline_simulator::Fault;

/// What a client does with the signatures.
#[derive(Clone, Copy, Debug)]
enum Echo {
    All,
    None,
    /// What stands for one, on calls.
    Skips,
}

fn echo(how: Echo) -> impl Fn(Value) -> Value {
    move |parts| match how {
        Echo::All => parts,
        Echo::None => bare(parts),
        Echo::Skips => {
            let mut parts = bare(parts);
            let calls = parts.as_array_mut().unwrap().iter_mut().filter(|part| part.get("functionCall").is_some());
            calls.for_each(|part| part["thoughtSignature"] = SKIP.into());
            parts
        }
    }
}

#[tokio::test]
async fn the_word_comes_back_where_the_signature_does() {
    let simulator = simulator().await;
    for (provider, model, how, want) in [
        ("gemini", "gemini-3-pro-preview", Echo::All, "recalls"),
        ("gemini", "gemini-3-pro-preview", Echo::None, "400 gemini-missing-signature"),
        ("gemini", "gemini-3-pro-preview", Echo::Skips, "forgets"),
        ("gemini", "gemini-3.8-flash", Echo::All, "recalls"),
        ("gemini", "gemini-flash-latest", Echo::None, "400 gemini-missing-signature"),
        ("gemini", "gemini-4-pro", Echo::All, "recalls"),
        ("gemini", "gemini-2.5-pro", Echo::All, "recalls"),
        ("gemini", "gemini-2.5-pro", Echo::None, "forgets"),
        ("gemini", "gemini-2.5-flash", Echo::Skips, "forgets"),
        ("gemini", "gemini-2.0-flash", Echo::All, "forgets"),
        ("gemini", "gemini-3-pro-image-preview", Echo::None, "forgets"),
        ("gemini", "gemini-3-pro-image-preview", Echo::All, "recalls"),
        ("vertex", "gemini-3-flash-preview", Echo::All, "recalls"),
        ("vertex", "gemini-3-flash-preview", Echo::None, "400 vertex-missing-signature"),
        ("vertex", "gemini-3-flash-preview", Echo::Skips, "forgets"),
        ("vertex", "gemini-2.5-flash", Echo::All, "recalls"),
        ("vertex", "gemini-2.5-flash", Echo::None, "forgets"),
    ] {
        for form in FORMS {
            let mut talk = Talk { form, ..Talk::new(&simulator, provider, model) };
            let told = talk.converse(echo(how)).await;
            assert_eq!(outcome(&told), want, "{provider} {model} {how:?} {form:?}");
        }
    }
}

#[tokio::test]
async fn a_text_turn_holds_the_thought_too() {
    let simulator = simulator().await;
    for (model, parts) in [("gemini-3-pro-preview", 4), ("gemini-3.8-flash", 1), ("gemini-2.5-pro", 3)] {
        for form in FORMS {
            let mut talk = Talk { form, body: json!({}), ..Talk::new(&simulator, "gemini", model) };
            talk.user("hello there, friend");
            let reply = talk.send().await.unwrap();
            let count = if form == Form::Whole { 1 } else { parts };
            let signed: Vec<_> =
                reply.as_array().unwrap().iter().filter(|part| part.get("thoughtSignature").is_some()).collect();
            assert_eq!((reply.as_array().unwrap().len() >= count, signed.len()), (true, 1), "{model} {form:?} {reply}");
            talk.own(reply.clone());
            talk.user(QUESTION);
            assert_eq!(outcome(&talk.send().await.map(|parts| text(&parts))), "recalls", "{model} {form:?}");
            talk.contents[1]["parts"] = bare(reply);
            assert_eq!(
                outcome(&talk.send().await.map(|parts| text(&parts))),
                "forgets",
                "a text turn need not be signed"
            );
        }
    }
}

#[tokio::test]
async fn where_a_stream_signs() {
    let simulator = simulator().await;
    let stream = async |model: &str| {
        let mut talk = Talk { form: Form::Events, body: json!({}), ..Talk::new(&simulator, "gemini", model) };
        talk.user("hello there");
        talk.documents().await.unwrap()
    };
    let part = |document: &Value| document["candidates"][0]["content"]["parts"][0].clone();
    let closing = stream("gemini-3-pro-preview").await;
    let last = closing.last().unwrap();
    assert_eq!((&part(last)["text"], part(last)["thoughtSignature"].is_string()), (&json!(""), true));
    assert_eq!(last["candidates"][0]["finishReason"], "STOP");
    assert!(closing[..closing.len() - 1].iter().all(|one| part(one).get("thoughtSignature").is_none()));
    let first = stream("gemini-2.5-pro").await;
    assert!(part(&first[0])["thoughtSignature"].is_string());
    assert_eq!(part(first.last().unwrap()), json!({"text": ""}));
    let whole = stream("gemini-3.8-flash").await;
    assert_eq!(whole.len(), 2);
    assert!(part(&whole[0])["thoughtSignature"].is_string());
}

#[tokio::test]
async fn a_reply_says_what_it_is() {
    let simulator = simulator().await;
    let mut talk = Talk::new(&simulator, "gemini", "gemini-3-pro-preview");
    talk.user(OPENING);
    let reply = &talk.documents().await.unwrap()[0];
    assert_eq!(reply["modelVersion"], "gemini-3.1-pro-preview");
    let usage = &reply["usageMetadata"];
    let count = |name: &str| usage[name].as_u64().unwrap();
    assert!(count("thoughtsTokenCount") > 20);
    assert_eq!(
        count("totalTokenCount"),
        count("promptTokenCount") + count("candidatesTokenCount") + count("thoughtsTokenCount")
    );
    let candidate = &reply["candidates"][0];
    assert_eq!(candidate["finishMessage"], "Model generated function call(s).");
    assert_eq!(candidate["content"]["parts"].as_array().unwrap().len(), 1, "a summary comes where one was asked for");
    assert!(candidate["content"]["parts"][0]["functionCall"]["id"].is_string());
    assert!(talk.documents().await.unwrap()[0]["usageMetadata"]["cachedContentTokenCount"].as_u64().unwrap() > 20);

    talk.body["generationConfig"] = json!({"thinkingConfig": {"includeThoughts": true}});
    let shown = &talk.documents().await.unwrap()[0]["candidates"][0]["content"]["parts"];
    assert_eq!((&shown[0]["thought"], shown[0].get("thoughtSignature")), (&json!(true), None));
    assert!(!shown[0]["text"].as_str().unwrap().contains("code word"), "what people are told is no thought");

    let mut talk = Talk::new(&simulator, "vertex", "gemini-2.5-flash");
    talk.user(OPENING);
    let reply = &talk.documents().await.unwrap()[0];
    assert!(reply["createTime"].is_string() && reply["usageMetadata"]["trafficType"] == "ON_DEMAND");
    let call = &reply["candidates"][0]["content"]["parts"][0]["functionCall"];
    assert_eq!(call, &json!({"name": "weather", "args": {"city": "Florence, \"Italy\" – città"}}), "no id before 3");
}

#[tokio::test]
async fn a_key_comes_where_it_is_looked_for() {
    let simulator = simulator().await;
    let body = json!({"contents": [{"parts": [{"text": "u"}]}]});
    let status = async |path: &str, header: Option<(&str, &str)>| {
        let mut request = crate::http().post(format!("{}{path}", simulator.url())).json(&body);
        if let Some((name, value)) = header {
            request = request.header(name, value);
        }
        let response = request.send().await.unwrap();
        response.status().as_u16()
    };
    let project = "/vertex/v1beta1/projects/p/locations/us-east5/publishers/google/models/gemini-3-pro:generateContent";
    let express = "/vertex/v1/publishers/google/models/gemini-3-pro:generateContent";
    let studio = "/gemini/v1beta/models/gemini-3-pro:generateContent";
    let (bearer, key) = (Some(("authorization", "Bearer x")), Some(("x-goog-api-key", "x")));
    for (path, header, want) in [
        (studio, None, 200),
        (studio, key, 200),
        (studio, bearer, 401),
        ("/gemini/v1/models/gemini-3-pro:generateContent?key=x", None, 200),
        (project, bearer, 200),
        (project, key, 401),
        (express, key, 200),
        (express, bearer, 401),
        ("/google/v1beta/models/gemini-3-pro:generateContent", key, 200),
        ("/gemini/v1beta/models/gemini-3-pro:countTokens", key, 404),
        ("/gemini/v1beta/v1beta/models/gemini-3-pro:generateContent", key, 404),
    ] {
        assert_eq!(status(path, header).await, want, "{path} {header:?}");
    }
}

#[tokio::test]
async fn faults_of_parts() {
    let simulator = simulator().await;
    let mut talk = running(&simulator, "gemini", "gemini-2.5-pro").await;
    simulator.fault("gemini", Fault::Refuse { field: "thoughtSignature".to_owned(), wording: None }).unwrap();
    let refused = talk.send().await.unwrap_err();
    assert_eq!(
        refused.message,
        "Invalid JSON payload received. Unknown name \"thoughtSignature\" at 'contents[1].parts[0]': Cannot find field."
    );
    talk.contents[1]["parts"] = bare(talk.contents[1]["parts"].clone());
    assert_eq!(said(&talk).await, "accepted");
    simulator.clear();
    assert!(simulator.fault("gemini", Fault::Require { field: "x".to_owned() }).is_err());
    simulator.fault_times("gemini", Fault::Status { code: 429 }, 1).unwrap();
    let refused = talk.send().await.unwrap_err();
    assert!((refused.status, refused.body.contains("RESOURCE_EXHAUSTED")) == (429, true));
    for (form, end) in [(Form::Events, "}\n\n"), (Form::List, "}\n\n]\n")] {
        talk.form = form;
        let whole = talk.raw().await.text().await.unwrap();
        simulator.fault_times("gemini", Fault::Fail { after: 2 }, 1).unwrap();
        let failed = talk.raw().await.text().await.unwrap();
        assert!(failed.ends_with(end) && failed.contains("INTERNAL") && failed.len() < whole.len() + 200, "{failed}");
        simulator.fault_times("gemini", Fault::Cut { after: 1 }, 1).unwrap();
        assert!(talk.raw().await.text().await.is_err(), "the line went dead");
    }
}

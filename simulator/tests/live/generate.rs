//! Contents and parts: recall, signatures, order, names, all three forms.

use crate::client::{OPENING, QUESTION, simulator};
use crate::parts::{FORMS, Form, Refused, Talk, bare, outcome, text};
use serde_json::{Value, json};
use throughline_simulator::{Fault, Options, Simulator};

const SKIP: &str = "skip_thought_signature_validator";

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

/// A conversation up to the point where its second reply is due.
async fn running(simulator: &Simulator, provider: &str, model: &str) -> Talk {
    let mut talk = Talk::new(simulator, provider, model);
    talk.user(OPENING);
    let parts = talk.send().await.unwrap();
    talk.own(parts.clone());
    talk.results(&parts);
    talk
}

/// What becomes of it where `change` was made.
async fn changed(provider: &str, model: &str, change: impl Fn(&mut Vec<Value>)) -> String {
    let simulator = simulator().await;
    let mut talk = running(&simulator, provider, model).await;
    change(&mut talk.contents);
    said(&talk).await
}

async fn said(talk: &Talk) -> String {
    match talk.send().await {
        Ok(_) => "accepted".to_owned(),
        Err(refused) => refused.message,
    }
}

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

#[tokio::test]
async fn who_speaks_when() {
    let call_order =
        "Please ensure that function call turn comes immediately after a user turn or after a function response turn.";
    let result_order = "Please ensure that function response turn comes immediately after a function call turn.";
    let count = "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
    let said = async |change: &dyn Fn(&mut Vec<Value>)| changed("gemini", "gemini-3-pro", change).await;
    assert_eq!(said(&|contents| drop(contents.remove(0))).await, call_order);
    assert_eq!(
        said(&|contents| contents.insert(1, json!({"role": "model", "parts": [{"text": "a"}]}))).await,
        call_order
    );
    assert_eq!(said(&|contents| drop(contents.remove(1))).await, result_order);
    assert_eq!(said(&|contents| contents[2] = json!({"role": "user", "parts": [{"text": "a"}]})).await, count);
    assert_eq!(said(&|contents| contents.truncate(2)).await, count);
    let twice = |contents: &mut Vec<Value>| {
        let part = contents[2]["parts"][0].clone();
        contents[2]["parts"].as_array_mut().unwrap().push(part);
    };
    assert_eq!(said(&twice).await, count);
    let renamed = |contents: &mut Vec<Value>| contents[2]["parts"][0]["functionResponse"]["name"] = "x".into();
    assert!(said(&renamed).await.contains("function response `x` belongs to no function call"));
    let another = |contents: &mut Vec<Value>| contents[2]["parts"][0]["functionResponse"]["id"] = "x".into();
    assert!(said(&another).await.contains("function response `weather` belongs to no function call"));
    for role in ["function", "tool"] {
        assert_eq!(said(&|contents| contents[2]["role"] = role.into()).await, "accepted", "{role}");
    }
    assert_eq!(
        said(&|contents| contents[1]["role"] = "assistant".into()).await,
        "Please use a valid role: user, model."
    );
}

/// What comes of a request of one content whose parts are these.
async fn alone(provider: &str, model: &str, parts: Value, members: Value) -> Result<Value, Refused> {
    let simulator = simulator().await;
    let mut talk = Talk { body: members, ..Talk::new(&simulator, provider, model) };
    talk.contents = vec![
        json!({"parts": [{"text": "u"}]}),
        json!({"role": "model", "parts": parts}),
        json!({"parts": {"text": "v"}}),
    ];
    talk.send().await
}

#[tokio::test]
async fn names_and_types() {
    let refused =
        async |parts: Value, members: Value| alone("gemini", "gemini-2.5-pro", parts, members).await.unwrap_err();
    let error = refused(json!([{"text": "a", "reasoning_content": "x"}]), json!({})).await;
    assert_eq!(error.rule, "gemini-unknown");
    let description = r#"Invalid JSON payload received. Unknown name \"reasoning_content\" at 'contents[1].parts[0]': Cannot find field."#;
    let body = format!(
        r#"{{"error":{{"code":400,"message":"{description}","status":"INVALID_ARGUMENT","details":[{{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{{"field":"contents[1].parts[0]","description":"{description}"}}]}}]}}}}"#
    );
    assert_eq!(error.body, body);
    let error =
        refused(json!([{"text": "a"}]), json!({"thinking": {"type": "enabled"}, "generation_config": {"a": 1}})).await;
    assert_eq!(error.message.lines().count(), 2);
    assert!(error.message.contains("Unknown name \"thinking\": Cannot find field."));
    assert!(error.message.contains("Unknown name \"a\" at 'generation_config': Cannot find field."));
    for (parts, want) in [
        (
            json!([{"text": "a"}, {"text": ""}, {}]),
            "* GenerateContentRequest.contents[1].parts[1].data: required oneof field 'data' must have one initialized field\n* GenerateContentRequest.contents[1].parts[2].data: required oneof field 'data' must have one initialized field\n",
        ),
        (
            json!([{"text": "a", "thoughtSignature": "not base64!"}]),
            "Invalid value at 'contents[1].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed for \"not base64!\"",
        ),
        (
            json!([{"text": "a", "inlineData": {"mimeType": "image/png", "data": ""}}]),
            "Invalid value at 'contents[1].parts[0]' (oneof), oneof field 'data' is already set. Cannot set 'inlineData'",
        ),
        (json!([{"text": 7}]), "Invalid value at 'contents[1].parts[0].text' (TYPE_STRING), 7"),
        (json!([{"functionCall": "f"}]), "Invalid value at 'contents[1].parts[0].function_call' (TYPE_MESSAGE), \"f\""),
        (json!([]), "* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.\n"),
        (json!([7]), "Invalid value at 'contents[1].parts[0]' (TYPE_MESSAGE), 7"),
    ] {
        assert_eq!(refused(parts, json!({})).await.message, want);
    }
    for parts in [
        json!([{"thought": true, "text": "t"}, {"text": "a"}]),
        json!([{"executable_code": {"language": "PYTHON", "code": "1"}}, {"codeExecutionResult": {"outcome": "OUTCOME_OK"}}]),
        json!({"text": "alone"}),
    ] {
        assert!(
            alone("gemini", "gemini-3-pro", parts.clone(), json!({"system_instruction": {"parts": {"text": "s"}}}))
                .await
                .is_ok(),
            "{parts}"
        );
    }
    let simulator = simulator().await;
    let talk = Talk { contents: Vec::new(), ..Talk::new(&simulator, "gemini", "gemini-3-pro") };
    assert_eq!(said(&talk).await, "* GenerateContentRequest.contents: contents is not specified\n");
}

#[tokio::test]
async fn ids_by_generation() {
    let simulator = simulator().await;
    for (provider, model, want) in [
        ("gemini", "gemini-3-pro", "accepted"),
        ("gemini", "gemini-2.5-pro", "accepted"),
        ("vertex", "gemini-3-pro", "accepted"),
        (
            "vertex",
            "gemini-2.5-pro",
            "Invalid JSON payload received. Unknown name \"id\" at 'contents[1].parts[0].function_call': Cannot find field.",
        ),
    ] {
        let mut talk = running(&simulator, provider, model).await;
        talk.contents[1]["parts"][0]["functionCall"]["id"] = "1".into();
        talk.contents[2]["parts"][0]["functionResponse"]["id"] = "1".into();
        assert_eq!(said(&talk).await, want, "{provider} {model}");
        talk.contents[1]["parts"][0]["functionCall"].as_object_mut().unwrap().remove("id");
        talk.contents[2]["parts"][0]["functionResponse"].as_object_mut().unwrap().remove("id");
        assert_eq!(said(&talk).await, "accepted", "{provider} {model}");
    }
}

#[tokio::test]
async fn how_much_to_think_by_generation() {
    let both = "You can only set only one of thinking budget and thinking level.";
    let level = "Thinking level is not supported for this model.";
    let minimal = "Thinking level MINIMAL is not supported for this model.";
    let budget = "Thinking budget is not supported for this model.";
    for (model, config, want) in [
        ("gemini-2.5-pro", json!({"thinkingBudget": 128}), "accepted"),
        ("gemini-2.5-pro", json!({"thinkingLevel": "low"}), level),
        (
            "gemini-2.5-pro",
            json!({"thinking_budget": 0}),
            "Budget 0 is invalid. This model only works in thinking mode.",
        ),
        ("gemini-2.5-flash", json!({"thinkingBudget": 0}), "accepted"),
        ("gemini-3-flash", json!({"thinkingLevel": "MINIMAL"}), "accepted"),
        ("gemini-3-flash", json!({"thinking_level": "low", "thinkingBudget": 1}), both),
        ("gemini-3-flash", json!({"thinkingBudget": 1}), "accepted"),
        ("gemini-3.1-pro", json!({"thinkingLevel": "MINIMAL"}), minimal),
        ("gemini-3.8-flash", json!({"thinkingLevel": "minimal"}), minimal),
        ("gemini-4-flash", json!({"thinkingLevel": "minimal"}), minimal),
        ("gemini-4-flash", json!({"thinkingBudget": 1}), budget),
        ("gemini-4-flash", json!({"thinkingLevel": "high", "includeThoughts": true}), "accepted"),
    ] {
        let members = json!({"generationConfig": {"thinkingConfig": config}});
        let told = alone("gemini", model, json!([{"text": "a"}]), members).await;
        assert_eq!(told.map_or_else(|refused| refused.message, |_| "accepted".to_owned()), want, "{model} {config}");
    }
    let members = json!({"generationConfig": {"thinkingConfig": {"thinkingBudget": 0}}});
    let told = alone("gemini", "gemini-2.5-flash", json!([{"text": "a"}]), members).await.unwrap();
    assert!(told[0].get("thoughtSignature").is_none(), "who does not think signs nothing");
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

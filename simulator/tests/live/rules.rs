//! What contents and parts must be, signatures aside: order, pairs, names, types, ids, how much to think.

use crate::client::simulator;
use crate::parts::{Refused, Talk, changed, running, said};
use serde_json::{Value, json};

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

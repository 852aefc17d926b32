//! Signatures that are bound to what stood before them: what counts as a change, what becomes of a block of another conversation,
//! and which models read whose thoughts.

use crate::client::{OPENING, QUESTION, simulator};
use crate::converse;
use crate::messages::{Talk, said};
use serde_json::{Value, json};
use throughline_simulator::Simulator;

const MODEL: &str = "claude-opus-5-5";
const BETA: &str = "thinking-binding-controls-2026-08-01";
const BOUND: &str = "Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to \"drop_block\".";

/// A conversation of two thoughts, about to be asked for the word.
async fn held(simulator: &Simulator, model: &str) -> Talk {
    let mut talk = Talk::new(simulator, model, Value::Null);
    talk.body["system"] = "Be brief.".into();
    let told = talk.converse(|content| content).await;
    assert_eq!(said(&told), "recalls", "{model}");
    talk
}

fn dropping(talk: &mut Talk, behaviour: &str) {
    talk.betas = BETA;
    talk.body["thinking"] = json!({"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": behaviour}});
}

fn reasons(reply: &Value) -> Vec<(String, String)> {
    let all = reply["input_transformations"].as_array().into_iter().flatten();
    all.map(|one| {
        assert_eq!(one["type"], "thinking_dropped");
        (one["path"].as_str().unwrap().to_owned(), one["reason"].as_str().unwrap().to_owned())
    })
    .collect()
}

#[tokio::test]
async fn what_is_a_change_and_what_is_none() {
    let simulator = simulator().await;
    let text = |text: &str| json!([{"type": "text", "text": text}]);
    let marked = |mut blocks: Value| {
        blocks[0]["cache_control"] = json!({"type": "ephemeral"});
        blocks
    };
    for (place, value, changed) in [
        ("/system", text("Be brief."), None),
        ("/system", marked(text("Be brief.")), None),
        ("/messages/0/content", marked(text(OPENING)), None),
        ("/tools/0/cache_control", json!({"type": "ephemeral"}), None),
        ("/messages/2/content/0/content", text("18°C"), None),
        ("/messages/4/content", "And the code word?".into(), None),
        ("/max_tokens", 999.into(), None),
        ("/system", "Be brief!".into(), Some("messages.1.content.0")),
        ("/tools/0/description", "The weather.".into(), Some("messages.1.content.0")),
        ("/messages/0/content", "How was it?".into(), Some("messages.1.content.0")),
        ("/messages/1/content/1/input/city", "Rome".into(), Some("messages.3.content.0")),
        ("/messages/2/content/0/content", "17°C".into(), Some("messages.3.content.0")),
        ("/messages/3/content/1/text", "Yes.".into(), None),
    ] {
        let mut talk = held(&simulator, MODEL).await;
        let mut body = json!({"messages": talk.messages});
        body.as_object_mut().unwrap().extend(talk.body.as_object().unwrap().clone());
        let (parent, key) = place.rsplit_once('/').unwrap();
        body.pointer_mut(parent).unwrap()[key] = value.clone();
        talk.messages = body["messages"].as_array().unwrap().clone();
        body.as_object_mut().unwrap().remove("messages");
        talk.body = body;
        let want = changed.map(|at| format!("{at}: {BOUND}"));
        assert_eq!(talk.send().await.err(), want, "{place} {value}");
    }
    // A model that asks no such thing is content with all of it.
    let mut older = held(&simulator, "claude-opus-5").await;
    older.body["system"] = "Be brief!".into();
    assert_eq!(said(&older.send().await), "recalls");
}

#[tokio::test]
async fn thoughts_go_from_the_end() {
    let simulator = simulator().await;
    let without = |talk: &mut Talk, at: usize| {
        let blocks = talk.messages[at]["content"].as_array_mut().unwrap();
        blocks.retain(|block| block["type"] != "thinking");
    };
    let mut talk = held(&simulator, MODEL).await;
    without(&mut talk, 3);
    assert_eq!(said(&talk.send().await), "recalls", "the last may go");
    without(&mut talk, 1);
    let reply = talk.send().await.unwrap();
    assert!(reasons(&reply).is_empty(), "all may go");
    let mut talk = held(&simulator, MODEL).await;
    without(&mut talk, 1);
    assert_eq!(talk.send().await.unwrap_err(), format!("messages.3.content.0: {BOUND}"), "the first may not go alone");
}

#[tokio::test]
async fn what_is_dropped_is_told() {
    let simulator = simulator().await;
    let prefix = |path: &str| (path.to_owned(), "prefix_binding_mismatch".to_owned());
    let mut talk = held(&simulator, MODEL).await;
    talk.messages[0]["content"] = "How was it?".into();
    dropping(&mut talk, "error");
    assert_eq!(talk.send().await.unwrap_err(), format!("messages.1.content.0: {BOUND}"));
    dropping(&mut talk, "drop_block");
    let reply = talk.send().await.unwrap();
    let both = [prefix("messages.1.content.0"), prefix("messages.3.content.0")];
    assert_eq!(reasons(&reply), both);
    assert_eq!(said(&Ok(reply)), "I do not remember any code word.");
    talk.betas = "";
    assert_eq!(talk.send().await.unwrap_err(), "thinking.adaptive.block_binding: Extra inputs are not permitted");

    // Streamed, both ends of the message say so.
    dropping(&mut talk, "drop_block");
    let mut body = talk.body.clone();
    body["stream"] = true.into();
    body["messages"] = talk.messages.clone().into();
    let request = crate::http().post(&talk.url).header("anthropic-beta", BETA).json(&body);
    let text = request.send().await.unwrap().text().await.unwrap();
    let events =
        text.lines().filter_map(|line| line.strip_prefix("data: ")).map(|data| serde_json::from_str(data).unwrap());
    let told: Vec<Value> = events.filter(|event: &Value| event.to_string().contains("input_transformations")).collect();
    let of = |event: &Value| if event["type"] == "message_start" { reasons(&event["message"]) } else { reasons(event) };
    assert_eq!(told.iter().map(of).collect::<Vec<_>>(), [both.clone(), both]);

    // What was thought after the change is bound to what is there now.
    let reply = talk.send().await.unwrap();
    talk.assistant(reply["content"].clone());
    talk.user("And now?".into());
    assert_eq!(reasons(&talk.send().await.unwrap()).len(), 2, "the new one stays");
    talk.messages[1]["content"].as_array_mut().unwrap().remove(0);
    talk.messages[3]["content"].as_array_mut().unwrap().remove(0);
    assert_eq!(reasons(&talk.send().await.unwrap()).len(), 0, "what was dropped may as well be left out");
}

#[tokio::test]
async fn a_turn_that_thinks_between_calls() {
    let simulator = simulator().await;
    let mut talk = Talk::new(&simulator, MODEL, Value::Null);
    let more = json!({"name": "time", "input_schema": {"type": "object", "properties": {}}});
    talk.body["tools"].as_array_mut().unwrap().push(more);
    talk.user("Use all tools.".into());
    let reply = talk.send().await.unwrap();
    let blocks = reply["content"].as_array().unwrap().clone();
    let kinds: Vec<&str> = blocks.iter().map(|block| block["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["thinking", "tool_use", "thinking", "tool_use"]);
    assert_eq!((&blocks[0]["thinking"], &blocks[2]["thinking"]), (&json!(""), &json!("")));
    let result = |at: usize| json!({"type": "tool_result", "tool_use_id": blocks[at]["id"], "content": "r"});
    let (first, second) = (result(1), result(3));
    let with = |order: [usize; 4]| {
        let mut messages = talk.messages.clone();
        messages.push(json!({"role": "assistant", "content": order.map(|at| blocks[at].clone())}));
        messages.push(json!({"role": "user", "content": [first, second]}));
        messages
    };
    let mut again = Talk::new(&simulator, MODEL, Value::Null);
    again.body = talk.body.clone();
    again.messages = with([0, 1, 2, 3]);
    assert!(again.send().await.is_ok());
    again.messages = with([0, 2, 1, 3]);
    assert_eq!(again.send().await.unwrap_err(), format!("messages.1.content.1: {BOUND}"));
    again.messages = with([0, 1, 2, 3]);
    again.messages[1]["content"].as_array_mut().unwrap().remove(0);
    assert_eq!(again.send().await.unwrap_err(), format!("messages.1.content.1: {BOUND}"));
    // Between tools is all that one model can be held to.
    let mut quiet = Talk::new(&simulator, "claude-sonnet-5-5", json!({"type": "between_tools"}));
    quiet.user("hello".into());
    assert_eq!(quiet.send().await.unwrap()["content"][0]["type"], "thinking");
    quiet.body.as_object_mut().unwrap().remove("tools");
    assert_eq!(quiet.send().await.unwrap()["content"][0]["type"], "text");
}

#[tokio::test]
async fn whose_thoughts_a_model_reads() {
    let simulator = simulator().await;
    for (thinker, reader, reason) in [
        ("claude-opus-5", "claude-fable-5-1", None),
        ("claude-opus-5-5", "claude-fable-5-1", None),
        ("claude-fable-5-1", "claude-opus-5-5", Some("model_binding_mismatch")),
        ("claude-opus-5-5", "claude-opus-5", Some("model_binding_mismatch")),
        ("claude-haiku-5-5", "claude-opus-5-5", None),
        ("claude-opus-5-5", "claude-haiku-5-5", Some("model_binding_mismatch")),
    ] {
        let mut talk = held(&simulator, thinker).await;
        talk.body["model"] = reader.into();
        let reply = talk.send().await.unwrap();
        let want: Vec<_> = reason.into_iter().cycle().take(2).collect();
        assert_eq!(reasons(&reply).iter().map(|(_, why)| why.as_str()).collect::<Vec<_>>(), want, "{thinker} {reader}");
        let want = if reason.is_none() { "recalls" } else { "I do not remember any code word." };
        assert_eq!(said(&Ok(reply)), want);
    }
    // A model that a switch passes through does not disturb what others thought.
    let mut talk = held(&simulator, MODEL).await;
    talk.body["model"] = "claude-fable-5-2".into();
    let reply = talk.send().await.unwrap();
    assert_eq!(reasons(&reply).len(), 2);
    talk.assistant(reply["content"].clone());
    talk.user(QUESTION.into());
    talk.body["model"] = MODEL.into();
    let reply = talk.send().await;
    assert_eq!(reasons(reply.as_ref().unwrap()).len(), 1);
    assert_eq!(said(&reply), "recalls");
}

#[tokio::test]
async fn a_conversation_is_the_same_on_every_wire() {
    let simulator = simulator().await;
    for model in [MODEL, "claude-opus-4-6", "claude-sonnet-5-5"] {
        let mut talk = Talk::new(&simulator, model, json!({"type": "adaptive"}));
        talk.body["system"] = "Be brief.".into();
        assert_eq!(said(&talk.converse(|content| content).await), "recalls");
        let fields = json!({"thinking": {"type": "adaptive"}});
        let mut moved = converse::Talk::new(&simulator, &format!("us.anthropic.{model}-v1:0"), fields);
        moved.body["system"] = json!([{"text": "Be brief."}, {"cachePoint": {"type": "default"}}]);
        moved.body["additionalModelResponseFieldPaths"] = json!(["/input_transformations"]);
        moved.messages = talk.messages.iter().map(translated).collect();
        let reply = moved.send().await;
        let dropped = &reply.as_ref().unwrap()["additionalModelResponseFields"]["input_transformations"];
        if model == "claude-sonnet-5-5" {
            // Its thoughts stay with the account that they were thought for.
            assert_eq!(dropped[0]["reason"], "organization_binding_mismatch");
            continue;
        }
        assert!(dropped.is_null(), "{model}: {dropped}");
        assert_eq!(converse::said(&reply), "recalls", "{model}");
        moved.body["system"] = json!([{"text": "Be brief!"}]);
        let told = moved.send().await;
        match model {
            MODEL => assert_eq!(
                told.unwrap_err(),
                format!("The model returned the following errors: messages.1.content.0: {BOUND}")
            ),
            _ => assert_eq!(converse::said(&told), "recalls"),
        }
    }
}

/// A message as Bedrock has it.
fn translated(message: &Value) -> Value {
    let blocks = match &message["content"] {
        Value::String(text) => vec![json!({"type": "text", "text": text})],
        list => list.as_array().unwrap().clone(),
    };
    let blocks: Vec<Value> = blocks
        .iter()
        .map(|block| match block["type"].as_str().unwrap() {
            "text" => json!({"text": block["text"]}),
            "thinking" => {
                json!({"reasoningContent": {"reasoningText": {"text": block["thinking"], "signature": block["signature"]}}})
            }
            "tool_use" => {
                json!({"toolUse": {"toolUseId": block["id"], "name": block["name"], "input": block["input"]}})
            }
            _ => json!({"toolResult": {"toolUseId": block["tool_use_id"], "content": [{"text": block["content"]}]}}),
        })
        .collect();
    json!({"role": message["role"], "content": blocks})
}

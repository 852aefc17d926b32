//! What each generation of Claude can be asked for: a request that it takes, and one that it refuses.

use crate::client::simulator;
use crate::messages::Talk;
use serde_json::{Value, json};
use throughline_simulator::Simulator;

async fn told(simulator: &Simulator, model: &str, members: Value) -> String {
    let mut talk = Talk::new(simulator, model, Value::Null);
    talk.body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    talk.user("hello".into());
    talk.send().await.err().unwrap_or_default()
}

#[tokio::test]
async fn types_of_thinking() {
    let simulator = simulator().await;
    let enabled = || json!({"thinking": {"type": "enabled", "budget_tokens": 1024}});
    let of = |kind: &str| json!({"thinking": {"type": kind}});
    let no = |kind: &str| format!("\"thinking.type.{kind}\" is not supported for this model.");
    let manual = || {
        "\"thinking.type.enabled\" is not supported for this model. Use \"thinking.type.adaptive\" and \"output_config.effort\" to control thinking behavior.".to_owned()
    };
    let adaptive = || "adaptive thinking is not supported on this model".to_owned();
    for (models, taken, refused) in [
        (
            "claude-3-7-sonnet claude-sonnet-4-0 claude-opus-4-5 claude-haiku-4-5",
            vec![enabled(), of("disabled")],
            vec![(of("adaptive"), adaptive())],
        ),
        (
            "claude-opus-4-6 claude-sonnet-4-6",
            vec![enabled(), of("adaptive"), of("disabled")],
            vec![(of("between_tools"), no("between_tools"))],
        ),
        (
            "claude-opus-4-7 claude-opus-4-8 claude-opus-5 claude-sonnet-5 claude-haiku-5-5",
            vec![of("adaptive"), of("disabled")],
            vec![(enabled(), manual())],
        ),
        (
            "claude-opus-5-5 claude-fable-5 claude-fable-5-1 claude-mythos-5",
            vec![of("adaptive")],
            vec![(enabled(), manual()), (of("disabled"), no("disabled"))],
        ),
        ("claude-sonnet-5-5", vec![of("adaptive"), of("between_tools")], vec![(of("disabled"), no("disabled"))]),
    ] {
        for model in models.split(' ') {
            for members in &taken {
                assert_eq!(told(&simulator, model, members.clone()).await, "", "{model} {members}");
            }
            for (members, want) in &refused {
                assert_eq!(told(&simulator, model, members.clone()).await, *want, "{model} {members}");
            }
        }
    }
}

#[tokio::test]
async fn members_that_have_to_do_with_thinking() {
    let simulator = simulator().await;
    let with = |thinking: Value, key: &str, value: Value| json!({"thinking": thinking, key: value});
    let budget = |tokens: u64| json!({"type": "enabled", "budget_tokens": tokens});
    let adaptive = || json!({"type": "adaptive"});
    let off = || json!({"type": "disabled"});
    let effort = |level: &str| json!({"effort": level});
    for (model, members, want) in [
        ("claude-opus-4-5", json!({"thinking": {"type": "enabled"}}), "thinking.enabled.budget_tokens: Field required"),
        (
            "claude-opus-4-5",
            json!({"thinking": budget(1023)}),
            "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
        ),
        ("claude-opus-4-5", json!({"thinking": budget(4095)}), ""),
        (
            "claude-opus-4-5",
            json!({"thinking": budget(4096)}),
            "`max_tokens` must be greater than `thinking.budget_tokens`.",
        ),
        (
            "claude-opus-4-6",
            json!({"thinking": {"type": "adaptive", "budget_tokens": 2000}}),
            "thinking.adaptive.budget_tokens: Extra inputs are not permitted",
        ),
        ("claude-opus-4-6", json!({"thinking": {"type": "bogus"}}), "thinking: Input tag 'bogus' found using 'type'"),
        ("claude-opus-4-6", json!({"thinking": {}}), "thinking.type: Field required"),
        ("claude-opus-4-6", with(adaptive(), "output_config", effort("max")), ""),
        (
            "claude-opus-4-6",
            with(adaptive(), "output_config", effort("xhigh")),
            "output_config.effort: Input should be one of 'low', 'medium', 'high', 'max'",
        ),
        (
            "claude-sonnet-4-5",
            with(off(), "output_config", effort("low")),
            "output_config.effort: Extra inputs are not permitted",
        ),
        ("claude-opus-5", with(off(), "output_config", effort("high")), ""),
        (
            "claude-opus-5",
            with(off(), "output_config", effort("max")),
            "\"thinking.type.disabled\" is not supported for this model with \"output_config.effort\" set to \"max\".",
        ),
        ("claude-opus-4-5", with(budget(1024), "temperature", json!(1)), ""),
        (
            "claude-opus-4-5",
            with(budget(1024), "temperature", json!(0.2)),
            "`temperature` may only be set to 1 when thinking is enabled.",
        ),
        ("claude-opus-4-5", with(off(), "temperature", json!(0.2)), ""),
        (
            "claude-opus-4-5",
            with(budget(1024), "tool_choice", json!({"type": "any"})),
            "Thinking may not be enabled when tool_choice forces tool use.",
        ),
        ("claude-opus-4-8", with(adaptive(), "tool_choice", json!({"type": "any"})), ""),
        (
            "claude-opus-5-5",
            with(adaptive(), "tool_choice", json!({"type": "any"})),
            "Thinking may not be enabled when tool_choice forces tool use.",
        ),
    ] {
        let told = told(&simulator, model, members.clone()).await;
        assert!(told.starts_with(want) && told.is_empty() == want.is_empty(), "{model} {members}: {told}");
    }
}

#[tokio::test]
async fn a_message_that_only_thinks() {
    let simulator = simulator().await;
    for (model, want) in [
        ("claude-opus-4-5", "messages.1: The final block in an assistant message cannot be `thinking`."),
        (
            "claude-sonnet-5",
            "This model does not support assistant message prefill. The conversation must end with a user message.",
        ),
    ] {
        let mut talk = Talk::new(&simulator, model, Value::Null);
        talk.messages = vec![
            json!({"role": "user", "content": "u"}),
            json!({"role": "assistant", "content": [{"type": "thinking", "thinking": "t", "signature": "s"}]}),
            json!({"role": "user", "content": "u"}),
        ];
        assert_eq!(talk.send().await.unwrap_err(), want, "{model}");
    }
}

#[tokio::test]
async fn thinking_hides_where_that_is_asked_for() {
    let simulator = simulator().await;
    let mut talk = Talk::new(&simulator, "claude-opus-4-6", json!({"type": "adaptive"}));
    talk.user("ANTHROPIC_MAGIC_STRING_TRIGGER_REDACTED_THINKING_46C9A13E193C177646C7398A98432ECCCE4C1253D5E2D82641AC0E52CC2876CB".into());
    let reply = talk.send().await.unwrap();
    let blocks = reply["content"].as_array().unwrap();
    let kinds: Vec<&str> = blocks.iter().map(|block| block["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["redacted_thinking", "redacted_thinking", "tool_use"]);
    talk.assistant(reply["content"].clone());
    talk.user(json!([{"type": "tool_result", "tool_use_id": blocks[2]["id"], "content": "r"}]));
    assert!(talk.send().await.is_ok());
}

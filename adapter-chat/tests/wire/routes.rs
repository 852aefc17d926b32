//! The mission's table, end to end: one turn with reasoning and one without, on every kind of route.
use crate::common::{ingest, message, openrouter, plain, project_history, route, whole};
use std::sync::Arc;
use throughline_core::{Api, History, Request};

/// A turn with the same thought in all three fields, and one without any.
const T: &str = r#"{"role":"assistant","content":"","reasoning":"thought","reasoning_content":"thought","reasoning_details":[{"type":"reasoning.text","text":"thought"}],"tool_calls":[{"id":"call_1","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"sig"}}}]}"#;
const B: &str = r#"{"role":"assistant","content":"","tool_calls":[{"id":"call_1","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"sig"}}}]}"#;

const RC: &str = r#""reasoning_content":"thought","#;
const R: &str = r#""reasoning":"thought","#;
const RD: &str = r#""reasoning_details":[{"type":"reasoning.text","text":"thought"}],"#;
const PAD: &str = r#""reasoning_content":" ","#;

#[test]
fn every_route_gets_what_it_reads_and_the_history_stays() {
    for (provider, url, model, on_t, on_b) in [
        ("mistral", "https://api.mistral.ai/v1", "deepseek-r1", vec![], ""),
        ("custom", "https://api.groq.com/openai/v1", "m", vec![], ""),
        ("custom", "https://api.cerebras.ai/v1", "m", vec![], ""),
        ("sambanova", "https://api.sambanova.ai/v1", "m", vec![], ""),
        ("custom", "https://api.hunyuan.cloud.tencent.com/v1", "m", vec![], ""),
        ("fireworks", "https://api.fireworks.ai/inference/v1", "m", vec![RC], ""),
        ("openrouter", "https://openrouter.ai/api/v1", "z-ai/glm-5.3", vec![RC, R, RD], ""),
        ("nous", "https://inference-api.nousresearch.com/v1", "z-ai/glm-5.3", vec![RC, R, RD], ""),
        ("kilocode", "https://api.kilo.ai/api/gateway", "m", vec![RC, R, RD], ""),
        ("ai-gateway", "https://ai-gateway.vercel.sh/v1", "m", vec![RC, R, RD], ""),
        ("novita", "https://api.novita.ai/openai/v1", "m", vec![RC, RD], ""),
        ("minimax", "https://api.minimax.io/v1", "m", vec![RC, RD], ""),
        ("ollama-cloud", "https://ollama.com/v1", "m", vec![RC, R], ""),
        ("custom", "http://127.0.0.1:8080/v1", "m", vec![RC, R], ""),
        ("zai", "https://api.z.ai/api/paas/v4", "glm-5.3", vec![RC], ""),
        ("openai-api", "https://api.openai.com/v1", "gpt-5", vec![], ""),
        ("deepseek", "https://api.deepseek.com/v1", "deepseek-v4-flash", vec![RC], PAD),
        ("custom", "https://api.moonshot.ai/v1", "kimi-k2.6", vec![RC], PAD),
        ("xiaomi", "https://api.xiaomimimo.com/v1", "mimo-v2.5", vec![RC], PAD),
        ("openrouter", "https://openrouter.ai/api/v1", "deepseek/deepseek-v4", vec![RC, R, RD], PAD),
    ] {
        let route = route(provider, url, model);
        let id = if provider == "mistral" { "sPnjkEYJU" } else { "call_1" };
        for (turn, fields) in [(T, on_t.concat()), (B, on_b.to_owned())] {
            let read = ingest(&route, &format!(r#"{{"messages":[{turn}]}}"#));
            let history: History = read.turns.into_iter().collect();
            let (before, stored) = (history.turns()[0].clone(), history.turns()[0].as_ref().clone());
            let sent = project_history(&route, &read.request, &history).messages;
            let call = format!(r#"{{"id":"{id}","type":"function","function":{{"name":"f","arguments":"{{}}"}}}}"#);
            let want = format!(r#"{{"role":"assistant","content":"",{fields}"tool_calls":[{call}]}}"#);
            assert_eq!(sent, want, "{route}");
            assert!(Arc::ptr_eq(&before, &history.turns()[0]) && *before == stored);
        }
    }
}

#[test]
fn a_foreign_thought_fills_the_field_that_a_route_reads() {
    let body = r#"{"provider":"Anthropic","choices":[{"message":{"role":"assistant","content":"a","reasoning":"t","reasoning_details":[{"type":"reasoning.text","text":"t","signature":"S","format":"anthropic-claude-v1","index":0}]},"finish_reason":"stop"}]}"#;
    let home = openrouter("anthropic/claude-sonnet-4.5");
    let turn = whole(&home, body);
    let entry = r#"{"type":"reasoning.text","text":"t","signature":"S","format":"anthropic-claude-v1","index":0}"#;
    assert_eq!(
        message(&home, turn.clone()),
        format!(
            r#"{{"role":"assistant","content":"a","reasoning_content":"t","reasoning":"t","reasoning_details":[{entry}]}}"#
        )
    );
    // A gateway of the same format, a model that cannot read the seal, a host that reads text alone.
    for other in [
        route("nous", "https://inference-api.nousresearch.com/v1", "anthropic/claude-sonnet-4.5"),
        openrouter("openai/gpt-5"),
    ] {
        let sent = message(&other, turn.clone());
        assert_eq!(sent, r#"{"role":"assistant","content":"a","reasoning_content":"t","reasoning":"t"}"#, "{other}");
    }
    assert_eq!(message(&plain(), turn.clone()), r#"{"role":"assistant","content":"a","reasoning_content":"t"}"#);
    assert_eq!(
        message(&route("groq", "https://api.groq.com/openai/v1", "m"), turn),
        r#"{"role":"assistant","content":"a"}"#
    );
}

#[test]
fn a_host_that_answered_in_reasoning_alone_gets_it_back_there() {
    let turn = whole(&plain(), r#"{"choices":[{"message":{"content":"a","reasoning":"t"}}]}"#);
    assert_eq!(message(&plain(), turn.clone()), r#"{"role":"assistant","content":"a","reasoning":"t"}"#);
    let other = route("else", "https://api.example.org/v1", "m");
    assert_eq!(message(&other, turn), r#"{"role":"assistant","content":"a","reasoning_content":"t"}"#);
    // A blob is no name for a text, though it is a string.
    let blob = r#"{"choices":[{"message":{"content":"a","encrypted_content":"E","reasoning_details":[{"type":"reasoning.text","text":"t"}]}}]}"#;
    let sent = message(&plain(), whole(&plain(), blob));
    assert_eq!(sent, r#"{"role":"assistant","content":"a","reasoning_content":"t"}"#);
    // Both names with one text: the first is kept and both are known.
    let turn = whole(&plain(), r#"{"choices":[{"message":{"content":"a","reasoning":"t","reasoning_content":"t"}}]}"#);
    assert_eq!((turn.carriers.len(), turn.carriers[0].kind.as_str()), (1, "reasoning_content"));
    assert_eq!(message(&plain(), turn), r#"{"role":"assistant","content":"a","reasoning_content":"t"}"#);
}

#[test]
fn a_chunk_of_thinking_goes_home_inside_the_content_and_nowhere_else() {
    let mistral = route("mistral", "https://api.mistral.ai/v1", "mistral-small-latest");
    let thinking = r#"{"type":"thinking","thinking":[{"type":"text","text":"t"}],"closed":true}"#;
    let body = format!(r#"{{"choices":[{{"message":{{"content":[{thinking},{{"type":"text","text":"a"}}]}}}}]}}"#);
    let turn = whole(&mistral, &body);
    assert_eq!(
        message(&mistral, turn.clone()),
        format!(r#"{{"role":"assistant","content":[{thinking},{{"type":"text","text":"a"}}]}}"#)
    );
    assert_eq!(message(&plain(), turn.clone()), r#"{"role":"assistant","content":"a","reasoning_content":"t"}"#);
    assert_eq!(
        message(&route("groq", "https://api.groq.com/openai/v1", "m"), turn),
        r#"{"role":"assistant","content":"a"}"#
    );
    let databricks =
        route("databricks", "https://x.cloud.databricks.com/serving-endpoints", "databricks-claude-sonnet-4-5");
    let chunk = r#"{"type":"reasoning","summary":[{"type":"summary_text","text":"t","signature":"S"}]}"#;
    let body = format!(r#"{{"choices":[{{"message":{{"content":[{chunk},{{"type":"text","text":"a"}}]}}}}]}}"#);
    let turn = whole(&databricks, &body);
    assert!(turn.carriers().all(|(_, carrier)| carrier.sealed));
    assert_eq!(
        message(&databricks, turn.clone()),
        format!(r#"{{"role":"assistant","content":[{chunk},{{"type":"text","text":"a"}}]}}"#)
    );
    assert_eq!(message(&mistral, turn), r#"{"role":"assistant","content":"a"}"#);
}

#[test]
fn a_gateways_own_rules_hold_for_its_entries() {
    let claude = openrouter("anthropic/claude-sonnet-4.5");
    let messages = |entries: &[&str]| {
        let turns: Vec<String> = entries
            .iter()
            .map(|list| format!(r#"{{"role":"assistant","content":"a","reasoning":"t","reasoning_details":[{list}]}}"#))
            .collect();
        let read = ingest(&claude, &format!(r#"{{"messages":[{}]}}"#, turns.join(",")));
        let history: History = read.turns.into_iter().collect();
        project_history(&claude, &Request::new(Api::CHAT), &history)
    };
    let unsigned = r#"{"type":"reasoning.text","text":"t","format":"anthropic-claude-v1"}"#;
    let sent = messages(&[unsigned]);
    assert_eq!(sent.messages, r#"{"role":"assistant","content":"a","reasoning_content":"t"}"#);
    // One identity goes once in a request, under whatever type it comes.
    let signed = r#"{"type":"reasoning.text","text":"t","signature":"S","format":"anthropic-claude-v1"}"#;
    let blob = r#"{"type":"reasoning.encrypted","data":"D","format":"anthropic-claude-v1"}"#;
    let hollow = r#"{"type":"reasoning.encrypted","format":"anthropic-claude-v1","id":"x"}"#;
    let sent = messages(&[&format!("{signed},{blob}"), &format!("{blob},{hollow}")]).messages;
    assert_eq!(sent.matches(signed).count(), 1);
    assert_eq!((sent.matches(blob).count(), sent.matches(hollow).count()), (1, 0));
    let second = sent.split_once("},{\"role\"").unwrap().1;
    assert!(second.contains(r#""reasoning_content":"t""#) && !second.contains(r#""reasoning":"#), "{second}");
}

#[test]
fn a_thought_that_came_twice_is_listed_once_and_echoed_both_times() {
    let route = openrouter("deepseek/deepseek-v4");
    let turn = T.replace("thought", "Let me look.");
    let read = ingest(&route, &format!(r#"{{"messages":[{turn},{turn}]}}"#));
    let history: History = read.turns.into_iter().collect();
    let sent = project_history(&route, &read.request, &history).messages;
    assert_eq!(sent.matches(r#""reasoning_content":"Let me look.","#).count(), 2);
    assert_eq!(sent.matches("reasoning_details").count(), 1);
}

#[test]
fn an_explicit_empty_list_goes_back_to_its_host_alone() {
    let home = openrouter("deepseek/deepseek-chat-v3.1");
    let turn = whole(&home, r#"{"choices":[{"message":{"content":"a","reasoning":null,"reasoning_details":[]}}]}"#);
    assert_eq!(message(&home, turn.clone()), r#"{"role":"assistant","content":"a","reasoning_details":[]}"#);
    let other = route("nous", "https://inference-api.nousresearch.com/v1", "m");
    assert_eq!(message(&other, turn), r#"{"role":"assistant","content":"a"}"#);
}

#[test]
fn a_sealed_member_goes_to_the_model_that_minted_it() {
    let ark = |model| route("volcengine", "https://ark.cn-beijing.volces.com/api/v3", model);
    let body = r#"{"choices":[{"message":{"content":"a","reasoning_content":"\n","encrypted_content":"djEN"}}]}"#;
    let turn = whole(&ark("doubao-seed-2-1"), body);
    assert_eq!(
        message(&ark("doubao-seed-2-1"), turn.clone()),
        r#"{"role":"assistant","content":"a","encrypted_content":"djEN"}"#
    );
    assert_eq!(message(&ark("doubao-seed-2-0"), turn.clone()), r#"{"role":"assistant","content":"a"}"#);
    assert_eq!(message(&plain(), turn), r#"{"role":"assistant","content":"a"}"#);
    // Text that a row calls a blob is shown to nobody.
    let tencent = |model| route("tencent-tokenhub", "https://tokenhub.tencentmaas.com/v1", model);
    let turn = whole(&tencent("hy4"), r#"{"choices":[{"message":{"content":"a","reasoning_content":"c2VhbGVk"}}]}"#);
    assert_eq!(turn.reasoning(), None);
    assert_eq!(
        message(&tencent("hy4"), turn.clone()),
        r#"{"role":"assistant","content":"a","reasoning_content":"c2VhbGVk"}"#
    );
    assert_eq!(message(&plain(), turn), r#"{"role":"assistant","content":"a"}"#);
}

#[test]
fn a_reasoning_field_on_a_message_that_is_not_the_models_goes_nowhere() {
    let body = r#"{"messages":[{"role":"user","content":"hi","reasoning_content":"leak","name":"n"},{"role":"tool","tool_call_id":"abcDEF123","content":"r","reasoning_details":[{"type":"reasoning.encrypted","data":"leak"}]}]}"#;
    for (provider, url) in [
        ("groq", "https://api.groq.com/openai/v1"),
        ("openrouter", "https://openrouter.ai/api/v1"),
        ("custom", "https://host.example/v1"),
    ] {
        let route = route(provider, url, "m");
        let read = ingest(&route, body);
        let history: History = read.turns.into_iter().collect();
        let want =
            r#"{"role":"user","content":"hi","name":"n"},{"role":"tool","tool_call_id":"abcDEF123","content":"r"}"#;
        assert_eq!(project_history(&route, &read.request, &history).messages, want, "{route}");
    }
}

#[test]
fn a_host_that_answers_under_another_key_has_what_it_requires() {
    let body = r#"{"choices":[{"finish_reason":"tool_calls","message":{"role":"assistant","content":"","reasoning":"deep thought","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}}]}"#;
    let together = route("together", "https://api.together.xyz/v1", "deepseek-ai/DeepSeek-V4-Pro");
    let history: History = [whole(&together, body)].into_iter().collect();
    let sent = project_history(&together, &Request::new(Api::CHAT), &history).messages;
    let call = r#"[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]"#;
    assert_eq!(sent, format!(r#"{{"role":"assistant","content":"","reasoning":"deep thought","tool_calls":{call}}}"#));
}

#[test]
fn what_a_schema_has_on_the_models_messages_goes_where_a_caller_wrote_it() {
    let body = r#"{"messages":[{"role":"assistant","content":null,"refusal":"I cannot","annotations":[]},{"role":"assistant","content":"a","prefix":true}]}"#;
    for (provider, url, want) in [
        (
            "openai",
            "https://api.openai.com/v1",
            r#"{"role":"assistant","content":null,"refusal":"I cannot"},{"role":"assistant","content":"a"}"#,
        ),
        ("mistral", "https://api.mistral.ai/v1", r#"{"role":"assistant","content":"a","prefix":true}"#),
    ] {
        let route = route(provider, url, "m");
        let read = ingest(&route, body);
        let history: History = read.turns.into_iter().collect();
        assert_eq!(project_history(&route, &read.request, &history).messages, want, "{route}");
    }
}

#[test]
fn a_name_that_stands_twice_is_an_error_with_its_place() {
    let groq = route("groq", "https://api.groq.com/openai/v1", "m");
    for (body, text) in [
        (r#"{"messages":[],"messages":[]}"#, "request: expected each name once, found `messages` twice"),
        (
            r#"{"messages":[{"role":"user","role":"system"}]}"#,
            "messages[0]: expected each name once, found `role` twice",
        ),
        (
            r#"{"messages":[{"role":"assistant","reasoning_content":"a","reasoning_content":"b"}]}"#,
            "messages[0]: expected each name once, found `reasoning_content` twice",
        ),
    ] {
        let error =
            throughline_core::ReasoningCarrier::ingest(&throughline_chat::Chat, &groq, body.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), text);
    }
}

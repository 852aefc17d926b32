//! What a model wrote beside what everybody knows may be a seal: it goes home and nowhere else.
use crate::common::{Projected, message, openrouter, project, route, whole};
use throughline_core::{Api, Request, Route, Turn};

const MODEL: &str = "google/gemini-3-pro";

fn captured(message: &str) -> Turn {
    whole(&openrouter(MODEL), &format!(r#"{{"choices":[{{"finish_reason":"stop","message":{message}}}]}}"#))
}

fn sent(route: &Route, turn: &Turn) -> (String, Vec<String>) {
    let Projected { messages, notes, .. } = project(route, &Request::new(Api::CHAT), [turn.clone()]);
    (messages, notes.iter().map(|note| note.what.to_string()).collect())
}

fn abroad() -> [Route; 2] {
    [
        route("groq", "https://api.groq.com/openai/v1", "qwen/qwen3-32b"),
        route("somebody", "https://api.example.com/v1", MODEL),
    ]
}

#[test]
fn members_of_text_media_and_other_calls_stay_at_home() {
    let image = r#"{"type":"image_url","image_url":{"url":"https://x/y.png"}}"#;
    for (message, home, away, notes) in [
        (
            format!(r#"{{"content":[{{"type":"text","text":"a","thought_signature":"SEAL"}},{image}]}}"#),
            format!(r#""content":[{{"type":"text","text":"a","thought_signature":"SEAL"}},{image}]"#),
            format!(r#""content":[{{"type":"text","text":"a"}},{image}]"#),
            ["text member `thought_signature`"].as_slice(),
        ),
        (
            r#"{"content":[{"type":"image_url","image_url":{"url":"https://x/y.png","sig":"SEAL"},"thought_signature":"SEAL"}]}"#.to_owned(),
            r#""content":[{"type":"image_url","image_url":{"url":"https://x/y.png","sig":"SEAL"},"thought_signature":"SEAL"}]"#.to_owned(),
            format!(r#""content":[{image}]"#),
            &["medium member `sig`", "medium member `thought_signature`"],
        ),
        (
            r#"{"tool_calls":[{"id":"c","type":"custom","custom":{"name":"f","input":"x"},"sig":"SEAL"}]}"#.to_owned(),
            r#""tool_calls":[{"id":"c","type":"custom","custom":{"name":"f","input":"x"},"sig":"SEAL"}]"#.to_owned(),
            r#""content":null,"tool_calls":[{"id":"c","type":"custom","custom":{"name":"f","input":"x"}}]"#.to_owned(),
            &["tool call member `sig`"],
        ),
    ] {
        let turn = captured(&message);
        assert_eq!(sent(&openrouter(MODEL), &turn), (format!(r#"{{"role":"assistant",{home}}}"#), vec![]));
        for other in abroad() {
            let notes = notes.iter().map(|note| (*note).to_owned()).collect();
            assert_eq!(sent(&other, &turn), (format!(r#"{{"role":"assistant",{away}}}"#), notes), "{other}");
        }
    }
}

#[test]
fn a_chunk_that_nobody_knows_goes_to_its_own_model_alone() {
    let block = r#"{"type":"redacted_thinking","data":"SEAL"}"#;
    let turn = captured(&format!(r#"{{"content":[{block},{{"type":"text","text":"a"}}]}}"#));
    let home = format!(r#"{{"role":"assistant","content":[{block},{{"type":"text","text":"a"}}]}}"#);
    assert_eq!(sent(&openrouter(MODEL), &turn).0, home);
    for other in [openrouter("anthropic/claude-sonnet-4.5")].into_iter().chain(abroad()) {
        assert!(!sent(&other, &turn).0.contains("SEAL"), "{other}");
    }
}

#[test]
fn a_signature_that_a_gateway_hands_on_goes_back_to_it_in_its_namespace() {
    let said = r#"{"content":"x","extra_content":{"vertex":{"thought_signature":"S1"}},"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"vertex":{"thought_signature":"S2"},"n":1.0}}]}"#;
    let body = format!(r#"{{"choices":[{{"finish_reason":"tool_calls","message":{said}}}]}}"#);
    for url in ["https://gateway.example.com/v1", "http://localhost:4000/v1"] {
        let at = |model: &str| route("custom", url, model);
        let turn = || whole(&at("google/gemini-3-pro"), &body);
        let home = message(&at("google/gemini-3-flash"), turn());
        let call = r#"{"id":"a","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"vertex":{"thought_signature":"S2"},"n":1.0}}"#;
        let want =
            r#"{"role":"assistant","content":"x","extra_content":{"vertex":{"thought_signature":"S1"}},"tool_calls":["#;
        assert_eq!(home, format!("{want}{call}]}}"));
        for other in [
            at("anthropic/claude-sonnet-5"),
            route("custom", "https://another.example.com/v1", "google/gemini-3-pro"),
            openrouter("google/gemini-3-pro"),
            route("fireworks", "https://api.fireworks.ai/inference/v1", "gemini"),
        ] {
            let sent = message(&other, turn());
            assert!(!sent.contains("extra_content") && !sent.contains("S1") && !sent.contains("S2"), "{other}: {sent}");
        }
    }
}

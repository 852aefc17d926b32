//! One conversation through many families and back: each route's bytes hold what its rules accept, and nothing else.
use throughline::{Api, Captured, Framing, History, Projector, ReplyHead, Route, Turn};

/// A route, a reply of its host, and what the reply seals.
type Stop = (&'static str, &'static str, Api, &'static str, &'static str, &'static [&'static str]);

const NATIVE: Api = Api::new("gemini_generate");

const STOPS: [Stop; 6] = [
    (
        "anthropic",
        "https://api.anthropic.com",
        Api::MESSAGES,
        "claude-sonnet-5",
        r#"{"type":"message","role":"assistant","content":[{"type":"thinking","thinking":"one","signature":"SEAL_CLAUDE"},{"type":"tool_use","id":"toolu_1","name":"f","input":{}}],"stop_reason":"tool_use"}"#,
        &["SEAL_CLAUDE"],
    ),
    (
        "gemini",
        "https://generativelanguage.googleapis.com/v1beta",
        NATIVE,
        "gemini-3-pro-preview",
        r#"{"candidates":[{"content":{"parts":[{"text":"two","thought":true},{"functionCall":{"name":"f","args":{},"id":"g1"},"thoughtSignature":"SEAL_STUDIO"}],"role":"model"},"finishReason":"STOP"}]}"#,
        &["SEAL_STUDIO"],
    ),
    (
        "vertex",
        "https://aiplatform.googleapis.com/v1/projects/p/locations/global/endpoints/openapi",
        Api::CHAT,
        "google/gemini-3-pro-preview",
        r#"{"choices":[{"finish_reason":"tool_calls","message":{"role":"assistant","content":"<thought>three</thought>ok","extra_content":{"google":{"thought":true,"thought_signature":"SEAL_VERTEX_1"}},"tool_calls":[{"id":"v1","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"SEAL_VERTEX_2"}}}]}}]}"#,
        &["SEAL_VERTEX_1", "SEAL_VERTEX_2"],
    ),
    (
        "copilot",
        "https://api.githubcopilot.com",
        Api::CHAT,
        "gemini-3-pro-preview",
        r#"{"choices":[{"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"reasoning_text":"four","reasoning_opaque":"SEAL_COPILOT_1","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}","thought_signature":"SEAL_COPILOT_2"}}]}}]}"#,
        &["SEAL_COPILOT_1", "SEAL_COPILOT_2"],
    ),
    (
        "deepseek",
        "https://api.deepseek.com",
        Api::CHAT,
        "deepseek-v4-pro",
        r#"{"choices":[{"finish_reason":"tool_calls","message":{"role":"assistant","content":"","reasoning_content":"five","tool_calls":[{"id":"d1","type":"function","function":{"name":"f","arguments":"{}"}}]}}]}"#,
        &[],
    ),
    (
        "openrouter",
        "https://openrouter.ai/api/v1",
        Api::CHAT,
        "anthropic/claude-sonnet-4.5",
        r#"{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"done","reasoning_details":[{"type":"reasoning.text","text":"six","format":"anthropic-claude-v1","index":0,"signature":"SEAL_ROUTER"}]}}]}"#,
        &["SEAL_ROUTER"],
    ),
];

#[test]
fn a_conversation_through_every_family_and_back() {
    let projector = Projector::new(throughline::registry().unwrap());
    let route = |(provider, url, api, model, ..): &Stop| Route::new(provider, url, api.clone(), model).unwrap();
    let mut history: History = [Turn::user("Hello")].into_iter().collect();
    for stop in &STOPS {
        let captured = projector.capture(&route(stop), ReplyHead::ok(Framing::Whole), stop.4.as_bytes()).unwrap();
        let Captured::Turn(turn) = captured else { panic!("{}: a refusal", stop.0) };
        let answers: Vec<Turn> =
            turn.calls().filter_map(|call| call.id.as_ref()).map(|id| Turn::tool(&id.decode(), "r")).collect();
        assert!(turn.reasoning().is_some(), "{}", stop.0);
        history.push(turn);
        history.extend(answers);
    }
    history.push(Turn::user("Go on"));
    // To each in turn, and once more where the way began.
    for stop in STOPS.iter().chain(STOPS.first()) {
        let body = String::from_utf8(projector.project(&route(stop), &history).unwrap().bytes).unwrap();
        for (provider, .., seals) in &STOPS {
            for seal in *seals {
                let times = body.matches(seal).count();
                assert_eq!(times, usize::from(*provider == stop.0), "{} is sent {seal}: {body}", stop.0);
            }
        }
        assert!(!body.contains("native_assistant") && !body.contains("<thought>"), "{}: {body}", stop.0);
        let reads = |member: &str| body.contains(&format!("\"{member}\""));
        assert_eq!(reads("reasoning_content"), matches!(stop.0, "deepseek" | "openrouter"), "{}", stop.0);
        assert_eq!(reads("reasoning_opaque") && reads("reasoning_text"), stop.0 == "copilot", "{}", stop.0);
        assert_eq!(reads("extra_content"), stop.0 == "vertex", "{}", stop.0);
        // What Gemini 3 demands of calls that came from elsewhere.
        let stands = body.matches("skip_thought_signature_validator").count();
        assert_eq!(stands, if matches!(stop.0, "gemini" | "vertex") { 4 } else { 0 }, "{}: {body}", stop.0);
    }
}

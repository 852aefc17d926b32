//! Requests of other wires in this one's parameters.
use crate::common::{OPUS, SONNET, send};
use throughline_core::{Api, Key, Literal, Request, Tool, Turn, Verbatim, json};

fn request(api: Api, members: &str, tools: bool) -> Request {
    let mut request = Request::new(api.clone());
    json::members(members, |key, value| request.set(Key::from(key.to_owned()), value.into())).unwrap();
    let json = |text: &str| Verbatim::parse(text).unwrap();
    request.tools = tools.then(|| {
        vec![Tool {
            payload: json("{}"),
            api,
            name: Some(Literal::of("look")),
            description: Some(json(r#""Looks.""#)),
            schema: Some(json(r#"{"type":"object","b":1.50}"#)),
        }]
    });
    request
}
/// What stands behind the messages, and the notes.
fn behind(model: &str, request: &Request) -> (String, Vec<String>) {
    let sent = send(model, request, &[Turn::user("q")]);
    let (_, behind) = sent.body.split_once(r#""messages":[{"role":"user","content":[{"text":"q"}]}]"#).unwrap();
    (behind.trim_start_matches(',').strip_suffix('}').unwrap().to_owned(), sent.notes)
}

#[test]
fn parameters_have_their_places() {
    let chat = request(
        Api::CHAT,
        r#"{"max_tokens":9,"temperature":1.5,"top_p":0.90,"stop":"x","stream":true,"seed":7,"tool_choice":{"type":"function","function":{"name":"look"}}}"#,
        true,
    );
    let sent = send("openai.gpt-oss-20b-1:0", &chat, &[Turn::user("q")]);
    assert_eq!(
        sent.body,
        r#"{"toolConfig":{"tools":[{"toolSpec":{"name":"look","description":"Looks.","inputSchema":{"json":{"type":"object","b":1.50}}}}],"toolChoice":{"tool":{"name":"look"}}},"messages":[{"role":"user","content":[{"text":"q"}]}],"inferenceConfig":{"maxTokens":9,"temperature":1,"topP":0.90,"stopSequences":["x"]}}"#
    );
    assert_eq!(
        sent.notes,
        [
            "request member `temperature`: 1.5 → 1: this wire allows no more than 1",
            "request member `seed`: this wire has no counterpart"
        ]
    );
    for (choice, want) in [
        (r#""auto""#, r#"{"auto":{}}"#),
        (r#""required""#, r#"{"any":{}}"#),
        (r#"{"type":"auto"}"#, r#"{"auto":{}}"#),
        (r#"{"type":"any"}"#, r#"{"any":{}}"#),
        (r#"{"type":"tool","name":"look"}"#, r#"{"tool":{"name":"look"}}"#),
    ] {
        let request = request(Api::CHAT, &format!(r#"{{"tool_choice":{choice}}}"#), true);
        let sent = send("zai.glm-5", &request, &[Turn::user("q")]);
        assert!(sent.body.contains(&format!(r#""toolChoice":{want}"#)), "{choice}: {}", sent.body);
    }
    let none = request(Api::CHAT, r#"{"tool_choice":"none"}"#, true);
    assert_eq!(send("zai.glm-5", &none, &[Turn::user("q")]).notes.len(), 1);
}

#[test]
fn each_family_is_told_how_much_to_think_in_its_own_words() {
    let high = r#"{"reasoning_effort":"high"}"#;
    for (model, members, want) in [
        (OPUS, high, r#"{"thinking":{"type":"adaptive","display":"summarized"},"output_config":{"effort":"high"}}"#),
        (
            "us-gov.anthropic.claude-opus-4-8",
            high,
            r#"{"thinking":{"type":"adaptive"},"output_config":{"effort":"high"}}"#,
        ),
        (SONNET, high, r#"{"thinking":{"type":"enabled","budget_tokens":16000}}"#),
        (
            "us.amazon.nova-2-lite-v1:0",
            r#"{"reasoning_effort":"low"}"#,
            r#"{"reasoningConfig":{"type":"enabled","maxReasoningEffort":"low"}}"#,
        ),
        ("openai.gpt-oss-20b-1:0", high, r#"{"reasoning_effort":"high"}"#),
        ("us.openai.gpt-5.6-sol", r#"{"reasoning_effort":"xhigh"}"#, r#"{"reasoning":{"effort":"xhigh"}}"#),
        ("us.openai.gpt-5.6-sol", r#"{"reasoning_effort":"none"}"#, r#"{"reasoning":{"effort":"none"}}"#),
        ("moonshotai.kimi-k3", high, r#"{"reasoning_effort":"high"}"#),
        ("zai.glm-5", r#"{"reasoning":{"effort":"minimal"}}"#, r#"{"reasoning_effort":"low"}"#),
        ("qwen.qwen3-32b-v1:0", high, r#"{"reasoning_config":"high"}"#),
        (
            "qwen.qwen3-32b-v1:0",
            r#"{"thinking":{"type":"enabled","budget_tokens":2000}}"#,
            r#"{"reasoning_config":"low"}"#,
        ),
    ] {
        let (sent, notes) = behind(model, &request(Api::CHAT, members, false));
        assert_eq!(sent, format!(r#""additionalModelRequestFields":{want}"#), "{model} {members} {notes:?}");
    }
    for model in ["us.meta.llama4-scout-17b-instruct-v1:0", "us.amazon.nova-pro-v1:0"] {
        let (sent, notes) = behind(model, &request(Api::CHAT, high, false));
        assert_eq!((sent.as_str(), notes.len()), ("", 1), "{model}");
    }
}

#[test]
fn what_messages_says_to_claude_goes_on_as_it_is() {
    let members = r#"{"max_tokens":9000,"thinking":{"type":"adaptive","display":"omitted"},"output_config":{"effort":"max"},"context_management":{"edits":[]},"anthropic_beta":["x-1"],"top_k":5,"temperature":0.5}"#;
    let (sent, _) = behind("global.anthropic.claude-opus-4-6-v1", &request(Api::MESSAGES, members, false));
    assert!(
        sent.contains(r#""thinking":{"type":"adaptive","display":"omitted"},"output_config":{"effort":"max"}"#),
        "{sent}"
    );
    assert!(sent.contains(r#""x-1""#) && sent.starts_with(r#""inferenceConfig":{"maxTokens":9000}"#), "{sent}");
}

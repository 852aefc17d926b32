//! Requests of chat completions in this wire's parameters.
use crate::sample::{native, project};
use throughline_anthropic::Anthropic;
use throughline_core::{Api, Key, Literal, ReasoningCarrier, Request, Tool, Turn, Verbatim, json};

fn chat(body: &str) -> Request {
    let mut request = Request { api: Api::CHAT, tools: None, members: vec![] };
    json::members(body, |key, value| request.members.push((Key::from(key.to_owned()), value.into()))).unwrap();
    request
}
fn tool(name: Option<&str>, schema: Option<&str>) -> Tool {
    Tool {
        payload: Verbatim::parse("{}").unwrap(),
        api: Api::CHAT,
        name: name.map(Literal::of),
        description: Some(Literal::of("Finds.").verbatim().clone()),
        schema: schema.map(|schema| Verbatim::parse(schema).unwrap()),
    }
}
fn adopted(request: &Request) -> (String, Vec<String>) {
    let mut notes = vec![];
    let new = Anthropic.adopt(&native(), request, &mut notes);
    let members = new.members.iter().map(|(key, value)| format!("{key}={};", value.get())).collect();
    (members, notes.iter().map(|note| format!("{}: {}", note.what, note.why.reason())).collect())
}

#[test]
fn what_has_a_counterpart_is_said_and_the_rest_is_named() {
    let request = chat(
        r#"{"model":"m","max_completion_tokens":9,"temperature":1.50,"top_p":0.90,"stop":"x","stream":true,"n":2,"seed":null,"reasoning_effort":"low","stream_options":{}}"#,
    );
    let (members, notes) = adopted(&request);
    assert_eq!(
        members,
        r#"thinking={"type":"enabled","budget_tokens":4000};model="m";max_tokens=9;temperature=1;top_p=0.90;stop_sequences=["x"];stream=true;"#
    );
    assert_eq!(
        notes,
        [
            "request member `temperature`: 1.50 → 1: this wire allows no more than 1",
            "request member `n`: this wire has no counterpart",
            "request member `stream_options`: this wire has no counterpart",
        ]
    );
    let (members, _) =
        adopted(&chat(r#"{"max_tokens":5,"max_completion_tokens":9,"temperature":0.2,"stop":["a","b"]}"#));
    assert_eq!(members, r#"max_tokens=5;temperature=0.2;stop_sequences=["a","b"];"#);
    let (members, notes) = adopted(&chat(r#"{"temperature":"hot","stop":7}"#));
    assert_eq!((members.as_str(), notes.len()), ("", 3));
}

#[test]
fn a_tool_choice_needs_tools() {
    for (body, want) in [
        (r#"{"max_tokens":1,"tool_choice":"auto"}"#, r#"{"type":"auto"}"#),
        (r#"{"max_tokens":1,"tool_choice":"none","parallel_tool_calls":false}"#, r#"{"type":"none"}"#),
        (
            r#"{"max_tokens":1,"tool_choice":"required","parallel_tool_calls":false}"#,
            r#"{"type":"any","disable_parallel_tool_use":true}"#,
        ),
        (
            r#"{"max_tokens":1,"tool_choice":{"type":"function","function":{"name":"f"}}}"#,
            r#"{"type":"tool","name":"f"}"#,
        ),
        (r#"{"max_tokens":1,"parallel_tool_calls":false}"#, r#"{"type":"auto","disable_parallel_tool_use":true}"#),
        (r#"{"max_tokens":1,"parallel_tool_calls":true}"#, ""),
    ] {
        let mut request = chat(body);
        assert_eq!(adopted(&request), ("max_tokens=1;".to_owned(), vec![]), "{body}");
        request.tools = Some(vec![tool(Some("f"), Some(r#"{"type":"object"}"#))]);
        let choice = if want.is_empty() { String::new() } else { format!("tool_choice={want};") };
        assert_eq!(adopted(&request), (format!("max_tokens=1;{choice}"), vec![]), "{body}");
    }
}

#[test]
fn a_function_is_a_tool() {
    let mut request = chat(r#"{"model":"m"}"#);
    request.tools = Some(vec![tool(Some("f"), Some(r#"{"type":"object"}"#)), tool(Some("g"), None), tool(None, None)]);
    let projected = project(&native(), &request, &[Turn::user("Hi")]);
    assert_eq!(
        projected.body,
        concat!(
            r#"{"model":"claude-sonnet-4-5","tools":[{"name":"f","description":"Finds.","input_schema":{"type":"object"}},"#,
            r#"{"name":"g","description":"Finds.","input_schema":{"type":"object","properties":{}}}],"#,
            r#""messages":[{"role":"user","content":"Hi"}],"max_tokens":32000}"#
        )
    );
    assert_eq!(projected.notes()[0], "a tool: its own host's, and unknown to this wire");
}

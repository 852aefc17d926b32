//! Requests that clients write.
use crate::sample::{ingest, native, relay, said};
use throughline_anthropic::Anthropic;
use throughline_core::{How, Presence, ReasoningCarrier, Role, Turn, WireErrorKind};

const REQUEST: &str = r#"{
  "model": "claude-sonnet-4-5", "max_tokens": 64, "thinking": {"type": "enabled", "budget_tokens": 32},
  "system": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}],
  "tools": [
    {"name": "find", "description": "Finds.", "input_schema": {"type": "object"}, "strict": true},
    {"type": "bash_20250124", "name": "bash"}
  ],
  "messages": [
    {"role": "user", "content": "Hi"},
    {"role": "assistant", "content": [
      {"type": "thinking", "thinking": "", "signature": "EqQB"},
      {"type": "tool_use", "id": "t1", "name": "find", "input": {"b": 1.0}},
      {"type": "thinking", "thinking": "unsigned"},
      {"type": "novel", "n": 1}
    ]},
    {"role": "user", "content": [
      {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "ok"}], "is_error": false},
      {"type": "image", "source": {"type": "url", "url": "https://x/y.png"}},
      {"type": "search_result", "source": "s"},
      {"type": "text", "text": "and?"}
    ]},
    {"role": "system", "content": "Later.", "note": 1},
    {"role": "assistant", "content": "Yes."}
  ],
  "metadata": {"user_id": "u"}
}"#;

#[test]
fn every_block_has_its_part() {
    let turns = ingest(&native(), REQUEST).turns;
    let roles: Vec<_> = turns.iter().map(|turn| turn.role).collect();
    assert_eq!(roles, [Role::System, Role::User, Role::Assistant, Role::User, Role::System, Role::Assistant]);
    let all: Vec<_> = turns.iter().flat_map(said).collect();
    assert_eq!(
        all,
        [
            r#"text "Be brief.""#,
            r#"text "Hi""#,
            r#"thinking_block true {"type":"thinking","thinking":"","signature":"EqQB"}"#,
            r#"call "t1" "find" {\"b\":1.0}"#,
            r#"thinking_block false {"type":"thinking","thinking":"unsigned"}"#,
            r#"opaque {"type":"novel","n":1}"#,
            r#"result "t1""#,
            r#"media {"type":"image","source":{"type":"url","url":"https://x/y.png"}}"#,
            r#"opaque {"type":"search_result","source":"s"}"#,
            r#"text "and?""#,
            r#"text "Later.""#,
            r#"text "Yes.""#,
        ]
    );
    let lists: Vec<_> = turns.iter().map(|turn| turn.presence("content") == Some(Presence::List)).collect();
    assert_eq!(lists, [true, false, true, true, false, false]);
    assert_eq!(turns[4].extras[0].0.as_str(), "note");
}

#[test]
fn a_client_claims_what_it_brings() {
    let origin = |turns: &[Turn]| turns[2].origin.clone().unwrap();
    let turns = ingest(&native(), REQUEST).turns;
    assert_eq!((origin(&turns).how, turns[2].carriers().next().unwrap().1.issuer.as_str()), (How::Claimed, "claude"));
    assert!(turns[1].origin.is_none() && turns[0].origin.is_none());
    let turns = ingest(&relay(), REQUEST).turns;
    assert_eq!(turns[2].carriers().next().unwrap().1.issuer.as_str(), "relay.example");
}

#[test]
fn members_and_tools_are_the_requests() {
    let request = ingest(&native(), REQUEST).request;
    let members: Vec<_> = request.members.iter().map(|(key, value)| format!("{key}={}", value.get())).collect();
    assert_eq!(
        members,
        [
            r#"model="claude-sonnet-4-5""#,
            "max_tokens=64",
            r#"thinking={"type":"enabled","budget_tokens":32}"#,
            r#"metadata={"user_id":"u"}"#,
        ]
    );
    let tools = request.tools.unwrap();
    assert_eq!(
        (tools[0].name.as_ref().unwrap().raw(), tools[0].schema.as_ref().unwrap().get()),
        (r#""find""#, r#"{"type":"object"}"#)
    );
    assert_eq!((&tools[1].name, tools[1].payload.get()), (&None, r#"{"type":"bash_20250124","name":"bash"}"#));
}

#[test]
fn an_error_names_its_place() {
    for (body, text) in [
        ("", "request: empty, nothing to read"),
        ("[]", "request: expected an object, found an array"),
        ("{\"messages\":", "request: not valid json: EOF while parsing a value at line 1 column 12"),
        ("{}", "messages: expected an array, found nothing"),
        (r#"{"messages":{}}"#, "messages: expected an array, found an object"),
        (r#"{"messages":[7]}"#, "messages[0]: expected an object, found a number"),
        (
            r#"{"messages":[{"content":"x"}]}"#,
            "messages[0].role: expected `user`, `assistant` or `system`, found nothing",
        ),
        (
            r#"{"messages":[{"role":"tool"}]}"#,
            "messages[0].role: expected `user`, `assistant` or `system`, found another string",
        ),
        (r#"{"messages":[{"role":"user"}]}"#, "messages[0].content: expected a string or an array, found nothing"),
        (
            r#"{"messages":[{"role":"user","content":null}]}"#,
            "messages[0].content: expected a string or an array, found null",
        ),
        (
            r#"{"messages":[{"role":"user","content":["x"]}]}"#,
            "messages[0].content[0]: expected an object, found a string",
        ),
        (
            r#"{"messages":[{"role":"user","content":[{}]}]}"#,
            "messages[0].content[0].type: expected a string, found nothing",
        ),
        (
            r#"{"messages":[{"role":"user","content":[{"type":"text","text":1}]}]}"#,
            "messages[0].content[0].text: expected a string, found a number",
        ),
        (
            r#"{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":1}]}]}"#,
            "messages[0].content[0].tool_use_id: expected a string, found a number",
        ),
        (
            r#"{"messages":[{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"thinking","thinking":[]}]}]}"#,
            "messages[0].content[1].thinking: expected a string, found an array",
        ),
        (
            r#"{"messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":true}]}]}"#,
            "messages[0].content[0].signature: expected a string, found a boolean",
        ),
        (
            r#"{"messages":[{"role":"user","content":"a"},{"role":"user","content":"b"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":"{}"}]}]}"#,
            "messages[2].content[0].input: expected an object, found a string",
        ),
        (
            r#"{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f"}]}]}"#,
            "messages[0].content[0].input: expected an object, found nothing",
        ),
        (
            r#"{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t","input":{}}]}]}"#,
            "messages[0].content[0].name: expected a string, found nothing",
        ),
        (r#"{"system":7,"messages":[]}"#, "system: expected a string or an array, found a number"),
        (r#"{"system":[{"type":"text"}],"messages":[]}"#, "system[0].text: expected a string, found nothing"),
        (r#"{"tools":{},"messages":[]}"#, "tools: expected an array, found an object"),
        (r#"{"tools":[{},1],"messages":[]}"#, "tools[1]: expected an object, found a number"),
    ] {
        assert_eq!(Anthropic.ingest(&native(), body.as_bytes()).unwrap_err().to_string(), text);
    }
    let bad = Anthropic.ingest(&native(), b"{\"a\":\"\xff\"}").unwrap_err();
    assert_eq!((bad.kind(), bad.to_string().as_str()), (WireErrorKind::Utf8, "request: not utf-8 at byte 6"));
}

#[test]
fn a_name_that_stands_twice_is_an_error_with_its_place() {
    for (body, text) in [
        (r#"{"messages":[],"system":"a","system":"b"}"#, "request: expected each name once, found `system` twice"),
        (
            r#"{"messages":[{"role":"user","role":"system","content":"x"}]}"#,
            "messages[0]: expected each name once, found `role` twice",
        ),
    ] {
        assert_eq!(Anthropic.ingest(&native(), body.as_bytes()).unwrap_err().to_string(), text);
    }
}

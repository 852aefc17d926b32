//! Requests: read from a client, written from a plan.
use crate::common::{ingest, message, plain, project, route};
use serde_json::Value;
use std::sync::Arc;
use throughline_chat::Chat;
use throughline_core::{
    Api, Arguments, Carrier, Ending, Foreign, How, Literal, Origin, Part, Presence, ReasoningCarrier, Request, Role,
    Text, TextAt, Tool, ToolCall, ToolResult, Turn, Verbatim, WireErrorKind,
};

fn json(text: &str) -> Verbatim {
    Verbatim::parse(text).unwrap()
}

/// What is written of what was read.
fn again(body: &str) -> String {
    let read = ingest(&plain(), body);
    project(&plain(), &read.request, read.turns).body
}

#[test]
fn what_a_caller_wrote_goes_as_it_is() {
    let tools = r#"{"type":"function","function":{"name":"f","description":"d","parameters":{"type":"object","n":1.0}}},{"type":"web_search"}"#;
    let messages = [
        r#"{"role":"system","content":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}]}"#,
        r#"{"role":"developer","content":"d","name":"n"}"#,
        r#"{"role":"user","content":[{"type":"text","text":"u"},{"type":"image_url","image_url":{"url":"data:"}},{"type":"new","x":1e5}],"more":null}"#,
        r#"{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{ \"a\" : \"\\ud800\" }"}},{"id":"d","type":"custom","custom":{"name":"g","input":"x"}}]}"#,
        r#"{"role":"tool","tool_call_id":"c","content":"r","name":"f"}"#,
        r#"{"role":"tool","tool_call_id":"d","content":[{"type":"text","text":"r"}]}"#,
        r#"{"role":"tool","content":null}"#,
        r#"{"role":"user","content":""}"#,
        r#"{"role":"user","content":[]}"#,
        r#"{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#,
        r#"{"role":"assistant","content":"<think>x</think>y"}"#,
    ]
    .join(",");
    let body = format!(
        r#"{{"model":"m","tools":[{tools}],"seed_group":{{"b":1,"a":2}},"messages":[{messages}],"stream":true,"temperature":1.0}}"#
    );
    assert_eq!(again(&body), body);
    // Members may come in any order: what stays the same in a session stands before the messages.
    let mixed = format!(
        r#"{{ "stream":true, "messages" : [{messages}],"temperature":1.0,"tools":[{tools}],"seed_group":{{"b":1,"a":2}},"model":"other"}}"#
    );
    assert_eq!(again(&mixed), body);
    // A list of an empty list is no empty list.
    let nested = r#"{"messages":[{"role":"assistant","content":[[]]}]}"#;
    assert_eq!(again(nested), nested);
    assert_eq!(again(r#"{"messages":[],"tools":null}"#), r#"{"messages":[]}"#);
    assert_eq!(again(r#"{"messages":[],"tools":[]}"#), r#"{"tools":[],"messages":[]}"#);
}

#[test]
fn a_claim_is_a_claim_and_a_placeholder_is_none() {
    let turn = |members: &str| {
        ingest(&plain(), &format!(r#"{{"messages":[{{"role":"assistant","content":"a",{members}}}]}}"#)).turns.remove(0)
    };
    let claimed = turn(r#""reasoning":"t","reasoning_content":"t""#);
    assert_eq!((claimed.carriers.len(), claimed.presence("reasoning")), (1, Some(Presence::Echo)));
    assert_eq!((claimed.origin.unwrap().how, claimed.ending), (How::Claimed, None));
    // An entry speaks where no string contradicts another; the host had two texts, and gets each under its own name.
    let two =
        turn(r#""reasoning_content":"t","reasoning":"u","reasoning_details":[{"type":"reasoning.text","text":"t"}]"#);
    assert_eq!(two.carriers.len(), 3);
    for placeholder in [r#"" ""#, r#""\u0020""#] {
        assert_eq!(turn(&format!(r#""reasoning_content":{placeholder}"#)).carriers, []);
    }
    assert_eq!(turn(r#""reasoning_content":"  ""#).carriers.len(), 1);
    // What a client's echo spoiled is kept and is no carrier.
    for spoiled in [r#"{"type":"reasoning.text"}"#, r#""[object Object]""#] {
        let turn = turn(&format!(r#""reasoning_details":{spoiled}"#));
        assert_eq!((turn.carriers.len(), turn.extras[0].1.get()), (0, spoiled));
    }
    assert_eq!(turn(r#""reasoning_details":"""#).presence("reasoning_details"), Some(Presence::Empty));
}

#[test]
fn a_request_that_is_none_is_an_error_that_names_the_place() {
    let error = |body: &str| {
        let error = Chat.ingest(&plain(), body.as_bytes()).unwrap_err();
        (error.kind(), error.to_string())
    };
    use WireErrorKind::{Empty, Json, Shape};
    let assistant =
        |members: &str| format!(r#"{{"messages":[{{"role":"user","content":"u"}},{{"role":"assistant",{members}}}]}}"#);
    for (body, kind, text) in [
        (String::new(), Empty, "request: empty, nothing to read"),
        ("{\"messages\":[".into(), Json, "request: not valid json: EOF while parsing a list at line 1 column 13"),
        ("[]".into(), Shape, "request: expected an object with messages, found an array"),
        ("{}".into(), Shape, "messages: expected a list, found nothing"),
        (r#"{"messages":{}}"#.into(), Shape, "messages: expected a list, found an object"),
        (r#"{"messages":[7]}"#.into(), Shape, "messages[0]: expected an object, found a number"),
        (
            r#"{"messages":[{}]}"#.into(),
            Shape,
            "messages[0].role: expected `system`, `developer`, `user`, `assistant` or `tool`, found nothing",
        ),
        (
            r#"{"messages":[{"role":"function"}]}"#.into(),
            Shape,
            "messages[0].role: expected `system`, `developer`, `user`, `assistant` or `tool`, found another one",
        ),
        (
            r#"{"messages":[{"role":"user","content":7}]}"#.into(),
            Shape,
            "messages[0].content: expected a string, a list or null, found a number",
        ),
        (
            r#"{"messages":[{"role":"tool","tool_call_id":7}]}"#.into(),
            Shape,
            "messages[0].tool_call_id: expected a string, found a number",
        ),
        (r#"{"messages":[],"tools":"f"}"#.into(), Shape, "tools: expected a list, found a string"),
        (r#"{"messages":[],"tools":[7]}"#.into(), Shape, "tools[0]: expected an object, found a number"),
        (
            assistant(r#""content":{}"#),
            Shape,
            "messages[1].content: expected a string, a list or null, found an object",
        ),
        (assistant(r#""tool_calls":{}"#), Shape, "messages[1].tool_calls: expected a list, found an object"),
        (assistant(r#""tool_calls":[7]"#), Shape, "messages[1].tool_calls[0]: expected an object, found a number"),
        (
            assistant(r#""tool_calls":[{"function":{"name":"f","arguments":true}}]"#),
            Shape,
            "messages[1].tool_calls[0].function.arguments: expected a string or an object, found a boolean",
        ),
    ] {
        assert_eq!(error(&body), (kind, text.to_owned()), "{body}");
    }
    assert_eq!(Chat.ingest(&plain(), b"\xff").unwrap_err().to_string(), "request: not utf-8 at byte 0");
    let deep =
        format!(r#"{{"messages":[{{"role":"user","content":"u","x":{}{}}}]}}"#, "[".repeat(50_000), "]".repeat(50_000));
    assert!(again(&deep) == deep);
}

fn anthropic(turn: Turn) -> Turn {
    let home = route("anthropic", "https://api.anthropic.com", "claude");
    let origin = Origin { api: Api::MESSAGES, ..Origin::of(&home, How::Minted) };
    Turn { origin: Some(Arc::new(origin)), ..turn }
}

fn call(id: &str, arguments: Arguments) -> Part {
    Part::Call(ToolCall {
        id: Some(Literal::of(id)),
        name: Literal::of("f"),
        arguments,
        extras: vec![("caller".into(), json("1"))],
        inner: vec![],
        carriers: vec![],
    })
}

#[test]
fn turns_of_other_wires_are_said_in_this_ones_words() {
    let thinking = |text: &str| {
        let payload = json(&format!(r#"{{"type":"thinking","thinking":"{text}","signature":"S"}}"#));
        Part::Reasoning(Carrier::sealed("anthropic_thinking", "claude", payload, Some(TextAt::path("thinking"))))
    };
    let text = |text: &str| {
        Part::Text(Text { text: Literal::of(text), extras: vec![("citations".into(), json("[]"))], carriers: vec![] })
    };
    let turn = anthropic(Turn {
        parts: vec![text("a"), text("b"), thinking("t"), text("c"), call("x", Arguments::Json(json(r#"{"q":"\""}"#)))],
        presence: vec![("content".into(), Presence::List)],
        ..Turn::new(Role::Assistant)
    });
    let sent = r#"{"role":"assistant","content":"ab\n\nc","reasoning_content":"t","tool_calls":[{"id":"x","type":"function","function":{"name":"f","arguments":"{\"q\":\"\\\"\"}"}}]}"#;
    assert_eq!(message(&plain(), turn), sent);
    let alone =
        anthropic(Turn { parts: vec![call("x", Arguments::Text(Literal::of("")))], ..Turn::new(Role::Assistant) });
    let sent = r#"{"role":"assistant","content":null,"tool_calls":[{"id":"x","type":"function","function":{"name":"f","arguments":""}}]}"#;
    assert_eq!(message(&plain(), alone), sent);
}

#[test]
fn results_and_media_of_other_wires_find_their_place() {
    let media = |payload: &str| Part::Media(Foreign { payload: json(payload), api: Api::MESSAGES, carriers: vec![] });
    let result = |id: &str, content: Option<&str>| {
        Part::Result(ToolResult {
            call: Some(Literal::of(id)),
            content: content.map(json),
            extras: vec![("is_error".into(), json("true"))],
        })
    };
    let image = r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA=="}}"#;
    let turn = Turn {
        parts: vec![
            result("x", Some(r#"[{"type":"text","text":"1"},{"type":"text","text":"\n2"}]"#)),
            result("y", None),
            result("z", Some(&format!("[{image}]"))),
            Part::text("look"),
            media(image),
            media(r#"{"type":"image","source":{"type":"url","url":"https://a/b.png"}}"#),
            media(r#"{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"AA=="}}"#),
        ],
        ..Turn::new(Role::User)
    };
    let caller = Request { api: Api::MESSAGES, ..Request::new(Api::MESSAGES) };
    let projected = project(&plain(), &caller, [turn]);
    let picture = r#"{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}"#;
    let want = [
        r#"{"role":"tool","tool_call_id":"x","content":"1\n2"}"#.to_owned(),
        r#"{"role":"tool","tool_call_id":"y","content":""}"#.to_owned(),
        format!(r#"{{"role":"tool","tool_call_id":"z","content":[{picture}]}}"#),
        format!(
            r#"{{"role":"user","content":[{{"type":"text","text":"look"}},{picture},{{"type":"image_url","image_url":{{"url":"https://a/b.png"}}}}]}}"#
        ),
    ];
    assert_eq!(projected.messages, want.join(","));
    assert!(projected.notes.iter().any(|note| note.what == "tool result member `is_error`"));
}

#[test]
fn a_cut_turn_goes_without_its_calls_and_an_empty_one_does_not_go() {
    let cut = |parts: Vec<Part>| Turn {
        parts,
        ending: Some(Ending::Cut),
        origin: Some(Arc::new(Origin::of(&plain(), How::Minted))),
        ..Turn::new(Role::Assistant)
    };
    let arguments = || Arguments::Text(Literal::of("{\"a"));
    let sent = project(
        &plain(),
        &Request::new(Api::CHAT),
        [
            Turn::user("u"),
            cut(vec![Part::text("a"), call("x", arguments())]),
            Turn::tool("x", "r"),
            cut(vec![call("y", arguments())]),
            Turn::user("v"),
        ],
    );
    assert_eq!(
        sent.messages,
        r#"{"role":"user","content":"u"},{"role":"assistant","content":"a"},{"role":"user","content":"v"}"#
    );
}

#[test]
fn tools_of_another_wire_are_declared_here() {
    let tool = |name: Option<&str>| Tool {
        payload: json(r#"{"name":"f","input_schema":{}}"#),
        api: Api::MESSAGES,
        name: name.map(Literal::of),
        description: Some(json("\"d\"")),
        schema: Some(json(r#"{"type":"object"}"#)),
    };
    let mut request = Request::new(Api::MESSAGES);
    request.tools = Some(vec![tool(Some("f")), tool(None)]);
    let sent = project(&plain(), &request, [Turn::user("u")]);
    assert_eq!(
        sent.body,
        r#"{"model":"m","tools":[{"type":"function","function":{"name":"f","description":"d","parameters":{"type":"object"}}}],"messages":[{"role":"user","content":"u"}]}"#
    );
    assert_eq!(sent.notes[0].what, "tool `unnamed`");
}

#[test]
fn a_vendors_flags_ride_along() {
    let zai = route("zai", "https://api.z.ai/api/paas/v4", "glm-5.3");
    let sent = project(&zai, &Request::new(Api::CHAT), [Turn::user("u")]).body;
    assert_eq!(serde_json::from_str::<Value>(&sent).unwrap()["thinking"]["clear_thinking"], false);
}

#[test]
fn a_longer_conversation_begins_with_the_bytes_of_the_shorter_one() {
    let body = r#"{"model":"m","messages":[{"role":"user","content":"u"},{"role":"assistant","content":"a","reasoning_content":"t"},{"role":"user","content":"v"}],"max_tokens":5}"#;
    let read = ingest(&plain(), body);
    let short = project(&plain(), &read.request, read.turns.clone().into_iter().take(1));
    let long = project(&plain(), &read.request, read.turns);
    let prefix = short.body.strip_suffix(r#"],"max_tokens":5}"#).unwrap();
    assert!(long.body.starts_with(prefix));
    let outcomes: Vec<_> = long.ledger.iter().map(|line| (line.turn, line.outcome.as_str())).collect();
    assert_eq!(outcomes, [(1, "sent")]);
}

#[test]
fn what_stands_beside_a_text_goes_with_it_at_home_and_is_noted_elsewhere() {
    let marker = ("cache_control".into(), json(r#"{"type":"ephemeral"}"#));
    let text = Part::Text(Text { extras: vec![marker], ..Text::of("Look.") });
    let user = Turn { parts: vec![text], ..Turn::new(Role::User) };
    let asked = project(&plain(), &Request::new(Api::CHAT), [user.clone()]);
    let listed = r#"{"role":"user","content":[{"type":"text","text":"Look.","cache_control":{"type":"ephemeral"}}]}"#;
    assert!(asked.body.contains(listed), "{}", asked.body);
    let away = project(&plain(), &Request::new(Api::CHAT), [anthropic(user)]);
    assert!(away.body.contains(r#"{"role":"user","content":"Look."}"#), "{}", away.body);
    assert!(away.notes.iter().any(|note| note.what.contains("`cache_control`")), "{:?}", away.notes);
}

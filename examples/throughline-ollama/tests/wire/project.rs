//! What other wires' conversations become on this one, and what the plan says of that.
use crate::{json, route};
use throughline_core::{
    Api, Arguments, Carrier, Foreign, Fragments, History, How, Literal, Note, Origin, Part, Plan, Registry,
    RejectionMemory, Request, Role, Route, Scene, TextAt, Tool, ToolCall, ToolResult, Turn, plan,
};
use throughline_ollama::{ADAPTER, API};

/// Plans a conversation, and hands the plan and the body on.
fn planned<T>(request: &Request, turns: Vec<Turn>, look: impl FnOnce(&Plan<'_>, String) -> T) -> T {
    let (registry, route) = (Registry::builder().with(&[ADAPTER]).build().unwrap(), route());
    let (policy, adapter) = registry.find(&route).unwrap();
    let (history, memory, mut fragments): (History, _, _) =
        (turns.into_iter().collect(), RejectionMemory::new(), Fragments::new());
    let scene = Scene { route: &route, policy: &policy, request, history: &history, memory: &memory };
    let plan = plan(adapter, scene, &mut fragments);
    let body = String::from_utf8(plan.render(adapter, &mut fragments).unwrap().bytes).unwrap();
    look(&plan, body)
}

/// A turn of a chat completions host that calls a tool.
fn calling(arguments: &str) -> Turn {
    let home = Route::new("deepseek", "https://api.deepseek.com", Api::CHAT, "deepseek-v4-pro").unwrap();
    let call = ToolCall {
        id: Some(Literal::of("call_1")),
        name: Literal::of("clock"),
        arguments: Arguments::Text(Literal::of(arguments)),
        extras: vec![],
        inner: vec![("strict".into(), json("true"))],
        carriers: vec![],
    };
    let payload = Literal::of("Ask it.").verbatim().clone();
    Turn {
        parts: vec![Part::text("One moment."), Part::Call(call)],
        carriers: vec![Carrier::plain("reasoning_content", "deepseek", payload, TextAt::WHOLE)],
        origin: Some(Origin::of(&home, How::Minted).into()),
        ..Turn::new(Role::Assistant)
    }
}

#[test]
fn a_conversation_of_another_wire_keeps_its_thought_and_its_tools_their_names() {
    let answer =
        json(r#"[{"type":"text","text":"noon"},{"type":"image_url","image_url":{"url":"https://x.example/a.png"}}]"#);
    let result = ToolResult { call: Some(Literal::of("call_1")), content: Some(answer), extras: vec![] };
    let both = Turn { parts: vec![Part::Result(result), Part::text("Well?")], ..Turn::new(Role::User) };
    planned(&Request::new(API), vec![Turn::user("Hi"), calling(r#"{"a": 1.0}"#), both], |plan, body| {
        assert_eq!(
            body,
            r#"{"model":"qwen3:8b","messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"One moment.","thinking":"Ask it.","tool_calls":[{"id":"call_1","function":{"name":"clock","arguments":{"a":1.0}}}]},{"role":"tool","content":"noon","tool_call_id":"call_1","tool_name":"clock"},{"role":"user","content":"Well?"}]}"#
        );
        let notes = |n| plan.turn(n).unwrap().notes().iter().map(|note| note.what.as_ref()).collect::<Vec<_>>();
        assert_eq!((notes(1), notes(2)), (vec!["members of part 1"], vec!["1 pieces of part 0"]));
    });
}
#[test]
fn a_call_that_cannot_be_said_stays_with_its_answer() {
    for answer in [
        Turn::tool("call_1", "noon"),
        Turn {
            parts: vec![Part::Result(ToolResult { call: None, content: None, extras: vec![] })],
            ..Turn::new(Role::Tool)
        },
    ] {
        planned(&Request::new(API), vec![calling("{\"a\":"), answer, Turn::user("Well?")], |plan, body| {
            let said = r#"[{"role":"assistant","content":"One moment.","thinking":"Ask it."},{"role":"user","content":"Well?"}]"#;
            assert!(body.contains(said), "{body}");
            assert!(plan.turn(1).unwrap().whole().is_some());
        });
    }
}
#[test]
fn images_go_as_bytes_or_stay() {
    let media = |payload: &str| Part::Media(Foreign { payload: json(payload), api: Api::CHAT, carriers: vec![] });
    let parts = vec![
        Part::text("Look."),
        media(r#"{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}"#),
        media(r#"{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"BBBB"}}"#),
        media(r#"{"inlineData":{"mimeType":"image/webp","data":"CCCC"}}"#),
        media(r#"{"type":"image_url","image_url":{"url":"https://x.example/a.png"}}"#),
        media(r#"{"inlineData":{"mimeType":"application/pdf","data":"DDDD"}}"#),
    ];
    planned(&Request::new(API), vec![Turn { parts, ..Turn::new(Role::User) }], |plan, body| {
        assert!(body.contains(r#"{"role":"user","content":"Look.","images":["AAAA","BBBB","CCCC"]}"#), "{body}");
        assert_eq!(plan.turn(0).unwrap().withheld().map(|(part, _)| part).collect::<Vec<_>>(), [4, 5]);
    });
}
#[test]
fn parameters_of_another_wire_are_said_in_this_ones_words() {
    let mut request = Request::new(Api::CHAT);
    for (key, value) in [
        ("temperature", "0.50"),
        ("max_completion_tokens", "256"),
        ("stop", "[\"x\"]"),
        ("reasoning_effort", "\"xhigh\""),
        ("response_format", r#"{"type":"json_schema","json_schema":{"name":"n","schema":{"b":1,"a":2}}}"#),
        ("tool_choice", "\"required\""),
        ("stream", "true"),
    ] {
        request.set(key, json(value));
    }
    let payload = json(r#"{"type":"function","function":{"name":"clock","strict":true}}"#);
    let name = Some(Literal::of("clock"));
    request.tools = Some(vec![Tool { payload, api: Api::CHAT, name, description: None, schema: None }]);
    planned(&request, vec![Turn::user("Hi")], |plan, body| {
        assert_eq!(
            body,
            r#"{"model":"qwen3:8b","tools":[{"type":"function","function":{"name":"clock","parameters":{"type":"object","properties":{}}}}],"messages":[{"role":"user","content":"Hi"}],"think":"max","format":{"b":1,"a":2},"options":{"temperature":0.50,"num_predict":256,"stop":["x"]},"stream":true}"#
        );
        let notes: Vec<&str> = plan.notes().iter().map(|Note { what, .. }| what.as_ref()).collect();
        assert_eq!(notes, ["thinking \"xhigh\" → \"max\"", "request member `tool_choice`"]);
    });
}
#[test]
fn a_request_of_the_wrong_shape_is_told_where() {
    let read = |body: &str| ADAPTER.adapter.ingest(&route(), body.as_bytes()).unwrap_err().to_string();
    for (messages, says) in [
        (
            r#"{"role":"developer","content":""}"#,
            "messages[0].role: expected `system`, `user`, `assistant` or `tool`, found another string",
        ),
        (r#"{"role":"user","content":[]}"#, "messages[0].content: expected a string, found an array"),
        (r#"{"role":"user","images":[7]}"#, "messages[0].images[0]: expected a string, found a number"),
        (
            r#"{"role":"assistant","tool_calls":[{"function":{"name":"a","arguments":"{}"}}]}"#,
            "messages[0].tool_calls[0].function.arguments: expected an object, found a string",
        ),
        (r#"{"role":"user","role":"user"}"#, "messages[0]: expected each name once, found `role` twice"),
    ] {
        assert_eq!(read(&format!(r#"{{"messages":[{messages}]}}"#)), says);
    }
}
#[test]
fn it_dials_where_the_base_url_says() {
    let suffix = |url| {
        let route = Route::new("ollama", url, API, "m").unwrap();
        route.base_url.dial(&ADAPTER.adapter.endpoint(&route, true).suffix)
    };
    assert_eq!(suffix("http://localhost:11434"), "http://localhost:11434/api/chat");
    assert_eq!(suffix("https://ollama.com/api"), "https://ollama.com/api/chat");
}

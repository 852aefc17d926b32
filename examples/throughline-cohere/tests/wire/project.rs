//! What other wires' conversations become on this one, and what the plan says of that.
use crate::{json, route};
use throughline_cohere::{ADAPTER, API};
use throughline_core::{
    Api, Arguments, Carrier, Foreign, Fragments, History, How, Literal, Note, Origin, Part, Plan, Registry,
    RejectionMemory, Request, Role, Route, Scene, TextAt, Tool, ToolCall, ToolResult, Turn, plan,
};

const REASONER: &str = "command-a-reasoning-08-2025";

/// Plans a conversation, and hands the plan and the body on.
fn planned<T>(model: &str, request: &Request, turns: Vec<Turn>, look: impl FnOnce(&Plan<'_>, String) -> T) -> T {
    let (registry, route) = (Registry::builder().with(&[ADAPTER]).build().unwrap(), route(model));
    let (policy, adapter) = registry.find(&route).unwrap();
    let (history, memory, mut fragments): (History, _, _) =
        (turns.into_iter().collect(), RejectionMemory::new(), Fragments::new());
    let scene = Scene { route: &route, policy: &policy, request, history: &history, memory: &memory };
    let plan = plan(adapter, scene, &mut fragments);
    let body = String::from_utf8(plan.render(adapter, &mut fragments).unwrap().bytes).unwrap();
    look(&plan, body)
}

/// A turn of a chat completions host, which lists what it read under a name that means something else here.
fn elsewhere(calls: bool) -> Turn {
    let home = Route::new("deepseek", "https://api.deepseek.com", Api::CHAT, "deepseek-v4-pro").unwrap();
    let call = ToolCall {
        id: Some(Literal::of("call_1")),
        name: Literal::of("clock"),
        arguments: Arguments::Json(json(r#"{"a":"1"}"#)),
        extras: vec![],
        inner: vec![("strict".into(), json("true"))],
        carriers: vec![],
    };
    let payload = Literal::of("Ask it.").verbatim().clone();
    let calls = if calls { vec![Part::Call(call)] } else { vec![] };
    Turn {
        parts: std::iter::once(Part::text("One moment.")).chain(calls).collect(),
        carriers: vec![Carrier::plain("reasoning_content", "deepseek", payload, TextAt::WHOLE)],
        extras: vec![("citations".into(), json(r#"["https://x.example"]"#))],
        origin: Some(Origin::of(&home, How::Minted).into()),
        ..Turn::new(Role::Assistant)
    }
}

const MESSAGE: &str = r#"{"role":"assistant","content":[{"type":"thinking","thinking":"Ask it."},{"type":"text","text":"One moment."}],"tool_calls":[{"id":"call_1","type":"function","function":{"name":"clock","arguments":"{\"a\":\"1\"}"}}]}"#;

#[test]
fn what_another_host_thought_goes_as_a_block_of_thinking() {
    let answer = json(r#"[{"type":"text","text":"noon"},{"type":"image","source":{}},"late"]"#);
    let result = ToolResult { call: Some(Literal::of("call_1")), content: Some(answer), extras: vec![] };
    let both = Turn { parts: vec![Part::Result(result), Part::text("Well?")], ..Turn::new(Role::User) };
    planned(REASONER, &Request::new(API), vec![elsewhere(true), both], |plan, body| {
        let answer = r#"{"role":"tool","tool_call_id":"call_1","content":[{"type":"text","text":"noon"},{"type":"text","text":"late"}]}"#;
        let then = r#"{"role":"user","content":"Well?"}"#;
        assert_eq!(body, format!(r#"{{"model":"{REASONER}","messages":[{MESSAGE},{answer},{then}]}}"#));
        let notes = |n| plan.turn(n).unwrap().notes().iter().map(|note| note.what.as_ref()).collect::<Vec<_>>();
        assert_eq!(notes(0), ["message member `citations`", "members of part 1"]);
        assert_eq!(notes(1), ["1 pieces of part 0"]);
    });
}
#[test]
fn a_model_that_plans_gets_it_as_the_plan_of_its_calls_and_nowhere_else() {
    let turns = vec![elsewhere(true), Turn::tool("call_1", "noon"), elsewhere(false)];
    planned("command-r-plus-08-2024", &Request::new(API), turns, |_, body| {
        let text = r#""content":[{"type":"text","text":"One moment."}]"#;
        assert!(
            body.contains(&format!(r#"{{"role":"assistant",{text},"tool_plan":"Ask it.","tool_calls":["#)),
            "{body}"
        );
        assert!(body.ends_with(&format!(r#"{{"role":"assistant",{text}}}]}}"#)), "{body}");
    });
}
#[test]
fn images_go_and_other_media_stay() {
    let media = |payload: &str| Part::Media(Foreign { payload: json(payload), api: Api::CHAT, carriers: vec![] });
    let parts = vec![
        media(r#"{"type":"image_url","image_url":{"url":"https://x.example/a.png","detail":"low"}}"#),
        media(r#"{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"BBBB"}}"#),
        media(r#"{"inlineData":{"mimeType":"image/webp","data":"CCCC"}}"#),
        media(r#"{"inlineData":{"mimeType":"application/pdf","data":"DDDD"}}"#),
        media(r#"{"type":"input_audio","input_audio":{}}"#),
    ];
    planned(REASONER, &Request::new(API), vec![Turn { parts, ..Turn::new(Role::User) }], |plan, body| {
        let image = |inner: &str| format!(r#"{{"type":"image_url","image_url":{{"url":{inner}}}}}"#);
        let blocks = [
            image(r#""https://x.example/a.png","detail":"low""#),
            image(r#""data:image/jpeg;base64,BBBB""#),
            image(r#""data:image/webp;base64,CCCC""#),
        ];
        assert!(body.contains(&format!(r#""content":[{}]"#, blocks.join(","))), "{body}");
        assert_eq!(plan.turn(0).unwrap().withheld().map(|(part, _)| part).collect::<Vec<_>>(), [3, 4]);
    });
}
#[test]
fn parameters_of_another_wire_are_said_in_this_ones_words() {
    let mut request = Request::new(Api::CHAT);
    for (key, value) in [
        ("top_p", "0.50"),
        ("max_completion_tokens", "256"),
        ("stop", "\"x\""),
        ("reasoning_effort", "\"high\""),
        ("response_format", r#"{"type":"json_schema","json_schema":{"name":"n","schema":{"b":1,"a":2}}}"#),
        ("tool_choice", "\"required\""),
        ("parallel_tool_calls", "true"),
    ] {
        request.set(key, json(value));
    }
    let payload = json(r#"{"type":"function","function":{"name":"clock","strict":true}}"#);
    let name = Some(Literal::of("clock"));
    request.tools = Some(vec![Tool { payload, api: Api::CHAT, name, description: None, schema: None }]);
    planned(REASONER, &request, vec![Turn::user("Hi")], |plan, body| {
        let tool = r#"{"type":"function","function":{"name":"clock","parameters":{"type":"object","properties":{}}}}"#;
        let head = r#""p":0.50,"thinking":{"type":"enabled"},"messages":[{"role":"user","content":"Hi"}]"#;
        let tail = r#""max_tokens":256,"stop_sequences":["x"],"response_format":{"type":"json_object","json_schema":{"b":1,"a":2}},"tool_choice":"REQUIRED"}"#;
        assert_eq!(body, format!(r#"{{"model":"{REASONER}","tools":[{tool}],{head},{tail}"#));
        let notes: Vec<&str> = plan.notes().iter().map(|Note { what, .. }| what.as_ref()).collect();
        assert_eq!(notes, ["thinking `high` → enabled", "request member `parallel_tool_calls`"]);
    });
    let mut request = Request::new(Api::MESSAGES);
    request.set("thinking", json(r#"{"type":"enabled","budget_tokens":1024}"#));
    planned(REASONER, &request, vec![], |_, body| {
        assert!(body.contains(r#""thinking":{"type":"enabled","token_budget":1024}"#), "{body}");
    });
}
#[test]
fn a_request_of_the_wrong_shape_is_told_where() {
    let read = |body: &str| ADAPTER.adapter.ingest(&route("m"), body.as_bytes()).unwrap_err().to_string();
    for (messages, says) in [
        (
            r#"{"role":"model"}"#,
            "messages[0].role: expected `system`, `user`, `assistant` or `tool`, found another string",
        ),
        (r#"{"role":"user","content":7}"#, "messages[0].content: expected a string or an array, found a number"),
        (
            r#"{"role":"user","content":[{"type":"text"}]}"#,
            "messages[0].content[0].text: expected a string, found nothing",
        ),
        (
            r#"{"role":"assistant","tool_calls":[{"type":"x"}]}"#,
            "messages[0].tool_calls[0].type: expected `function`, found a string",
        ),
        (r#"{"role":"tool","tool_call_id":7}"#, "messages[0].tool_call_id: expected a string, found a number"),
    ] {
        assert_eq!(read(&format!(r#"{{"messages":[{messages}]}}"#)), says);
    }
}
#[test]
fn it_dials_where_the_base_url_says() {
    let suffix = |url| {
        let route = Route::new("cohere", url, API, "m").unwrap();
        route.base_url.dial(&ADAPTER.adapter.endpoint(&route, true).suffix)
    };
    assert_eq!(suffix("https://api.cohere.com"), "https://api.cohere.com/v2/chat");
    assert_eq!(suffix("https://api.cohere.com/v2"), "https://api.cohere.com/v2/chat");
}

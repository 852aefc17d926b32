//! What is written: blocks in order, and nothing that the plan keeps.
use crate::sample::{asking, assistant, ingest, messages, native, planned, project, whole};
use throughline_core::{
    Api, Arguments, At, Ending, Foreign, Key, Literal, Part, Request, Role, Text, ToolCall, ToolResult, Turn, Verbatim,
    verdict::Spot,
};

fn json(text: &str) -> Verbatim {
    Verbatim::parse(text).unwrap()
}
fn call(id: &str, arguments: Arguments) -> Part {
    let id = (!id.is_empty()).then(|| Literal::of(id));
    Part::Call(ToolCall { id, name: Literal::of("f"), arguments, extras: vec![], inner: vec![], carriers: vec![] })
}
fn marked(text: &str, key: &'static str, value: &str) -> Part {
    Part::Text(Text { text: Literal::of(text), extras: vec![(Key::new(key), json(value))], carriers: vec![] })
}

#[test]
fn a_body_is_head_messages_tail() {
    let body = r#"{"temperature":0.50,"thinking":{"type":"disabled"},"max_tokens":64,"stream":true,"messages":[{"role":"user","content":"Hi"}],"tools":[{"name":"f","input_schema":{}}],"system":"Be brief.","model":"claude-old"}"#;
    let ingested = ingest(&native(), body);
    assert_eq!(
        project(&native(), &ingested.request, &ingested.turns).body,
        concat!(
            r#"{"model":"claude-sonnet-4-5","system":"Be brief.","tools":[{"name":"f","input_schema":{}}],"#,
            r#""messages":[{"role":"user","content":"Hi"}],"thinking":{"type":"disabled"},"temperature":0.50,"max_tokens":64,"stream":true}"#
        )
    );
}

#[test]
fn a_limit_is_added_where_none_is_and_the_plan_says_so() {
    let turns = [Turn::user("Hi")];
    let projected = project(&native(), &Request::new(Api::MESSAGES), &turns);
    assert_eq!(
        projected.body,
        r#"{"model":"claude-sonnet-4-5","messages":[{"role":"user","content":"Hi"}],"max_tokens":32000}"#
    );
    assert_eq!(
        projected.notes(),
        ["request member `max_tokens`: added: the API demands it and the request does not say"]
    );
    assert!(project(&native(), &asking(), &turns).notes().is_empty());
}

#[test]
fn a_captured_turn_goes_back_block_by_block() {
    let blocks = concat!(
        r#"[{"type":"text","text":"So.","citations":[{"n":1}]},{"type":"thinking","thinking":"caf\u00e9\/","signature":"S1","later":{"z":1.0}},"#,
        r#"{"type":"tool_use","id":"t1","name":"f","input":{"z":1.50},"caller":{"type":"direct"}},{"type":"redacted_thinking","data":"D1"},"#,
        r#"{"type":"redacted_thinking","data":"D2"},{"type":"thinking","thinking":"","signature":"S2"},{"type":"novel","x":[1]},{"type":"tool_use","id":"t2","name":"f","input":{}}]"#
    );
    let turn = whole(&native(), &format!(r#"{{"content":{blocks},"stop_reason":"tool_use"}}"#));
    assert_eq!(messages(&native(), &[turn]), format!(r#"{{"role":"assistant","content":{blocks}}}"#));
}

#[test]
fn instructions_stand_in_front_and_later_ones_in_place() {
    let developer = Turn { role: Role::Developer, ..Turn::system("Second.") };
    let later = developer.clone();
    let body = project(&native(), &asking(), &[Turn::system("First."), developer, Turn::user("Hi"), later]).body;
    assert_eq!(
        body,
        concat!(
            r#"{"model":"claude-sonnet-4-5","system":[{"type":"text","text":"First."},{"type":"text","text":"Second."}],"#,
            r#""messages":[{"role":"user","content":"Hi"},{"role":"system","content":"Second."}],"max_tokens":64}"#
        )
    );
}

#[test]
fn the_answers_to_one_turn_are_one_message() {
    let input = Arguments::Text(Literal::of(r#" {"a" : 1} "#));
    let calls = assistant(vec![call("functions.f:0", input.clone()), call("", input)]);
    let unnamed = Turn {
        parts: vec![Part::Result(ToolResult { call: None, content: None, extras: vec![] })],
        ..Turn::new(Role::Tool)
    };
    assert_eq!(
        messages(
            &native(),
            &[Turn::user("Hi"), calls, Turn::tool("functions.f:0", "one"), unnamed, Turn::user("and?")]
        ),
        concat!(
            r#"{"role":"user","content":"Hi"},"#,
            r#"{"role":"assistant","content":[{"type":"tool_use","id":"functions_f_0_d6bdd4de328a22ed","name":"f","input":{"a":1}},{"type":"tool_use","id":"call_eb9200b551ca","name":"f","input":{"a":1}}]},"#,
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"functions_f_0_d6bdd4de328a22ed","content":"one"},{"type":"tool_result","tool_use_id":"call_eb9200b551ca"}]},"#,
            r#"{"role":"user","content":"and?"}"#
        )
    );
}

#[test]
fn a_call_that_is_no_object_stays_with_its_answer() {
    let broken = call("t1", Arguments::Text(Literal::of("{\"cut")));
    let turns = [
        Turn::user("Hi"),
        assistant(vec![Part::text("So."), broken, call("t2", Arguments::Json(json("{}")))]),
        Turn::tool("t1", "one"),
        Turn::tool("t2", "two"),
    ];
    assert_eq!(
        messages(&native(), &turns),
        concat!(
            r#"{"role":"user","content":"Hi"},"#,
            r#"{"role":"assistant","content":[{"type":"text","text":"So."},{"type":"tool_use","id":"t2","name":"f","input":{}}]},"#,
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"two"}]}"#
        )
    );
    // Without ids the answers belong to the calls in order.
    let unnamed = |text: &str| {
        let content = Some(Literal::of(text).verbatim().clone());
        Turn { parts: vec![Part::Result(ToolResult { call: None, content, extras: vec![] })], ..Turn::new(Role::Tool) }
    };
    let calls = [Arguments::Text(Literal::of("[1]")), Arguments::Json(json("{}"))].map(|arguments| call("", arguments));
    let sent = messages(&native(), &[assistant(calls.into()), unnamed("one"), unnamed("two")]);
    assert!(sent.contains("two") && !sent.contains("one"), "{sent}");
}

#[test]
fn nothing_is_said_where_nothing_is_left() {
    let blank = |role| Turn { parts: vec![Part::text(" \n"), marked("", "cache_control", "{}")], ..Turn::new(role) };
    let turns = [blank(Role::System), Turn::user("Hi"), blank(Role::Assistant), blank(Role::User), Turn::user("and?")];
    let projected = project(&native(), &asking(), &turns);
    assert_eq!(projected.messages(), r#"{"role":"user","content":"Hi"},{"role":"user","content":"and?"}"#);
    assert!(!projected.body.contains("system"));
    assert_eq!(
        projected.ledger(),
        [
            "0 message withheld: the API refuses a message without content",
            "2 message withheld: nothing of the message is left",
            "3 message withheld: the API refuses a message without content",
        ]
    );
    let cited =
        assistant(vec![Part::text("a"), marked("", "citations", "[]"), marked("", "citations", r#"[{"n":1}]"#)]);
    assert_eq!(
        messages(&native(), &[cited]),
        r#"{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"text","text":"","citations":[{"n":1}]}]}"#
    );
}

#[test]
fn a_message_does_not_end_in_thinking() {
    let thought = r#"{"type":"thinking","thinking":"t","signature":"S"}"#;
    let only = whole(
        &native(),
        &format!(r#"{{"content":[{thought},{{"type":"redacted_thinking","data":"D"}}],"stop_reason":"max_tokens"}}"#),
    );
    let after = whole(
        &native(),
        &format!(r#"{{"content":[{thought},{{"type":"text","text":"a"}},{thought},{{"type":"text","text":" "}}]}}"#),
    );
    let projected = project(&native(), &asking(), &[Turn::user("Hi"), only, after]);
    assert_eq!(
        projected.messages(),
        format!(
            r#"{{"role":"user","content":"Hi"}},{{"role":"assistant","content":[{thought},{{"type":"text","text":"a"}}]}}"#
        )
    );
    let ends = "a message of the model may not end in thinking";
    assert_eq!(
        projected.ledger(),
        [
            format!("1 thinking_block withheld: {ends}"),
            format!("1 redacted_thinking withheld: {ends}"),
            "2 thinking_block sent: the route reads it".to_owned(),
            format!("2 thinking_block withheld: {ends}"),
        ]
    );
}

#[test]
fn what_was_cut_does_not_travel() {
    let thought = r#"{"type":"thinking","thinking":"t","signature":"S"}"#;
    let tool = r#"{"type":"tool_use","id":"t1","name":"f","input":{}}"#;
    let body = format!(
        r#"{{"content":[{thought},{{"type":"text","text":"half"}},{tool},{{"type":"server_tool_use","id":"s"}}]}}"#
    );
    let cut = Turn { ending: Some(Ending::Cut), ..whole(&native(), &body) };
    let projected = project(&native(), &asking(), &[cut.clone(), Turn::tool("t1", "one"), Turn::user("go on")]);
    assert_eq!(
        projected.messages(),
        r#"{"role":"assistant","content":[{"type":"text","text":"half"}]},{"role":"user","content":"go on"}"#
    );
    let mut unsigned = cut;
    unsigned.parts = vec![Part::text("a"), unsigned.parts.remove(0)];
    if let Part::Reasoning(carrier) = &mut unsigned.parts[1] {
        carrier.sealed = false;
    }
    let projected = project(&native(), &asking(), &[unsigned]);
    assert_eq!(projected.messages(), r#"{"role":"assistant","content":[{"type":"text","text":"a"}]}"#);
    assert_eq!(projected.ledger(), ["0 thinking_block withheld: the reply was cut before it was finished"]);
}

#[test]
fn a_cache_marker_never_stands_on_thinking() {
    let body = r#"{"messages":[{"role":"assistant","content":[{"type":"thinking","cache_control":{"type":"ephemeral"},"thinking":"t","signature":"S"},{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}]}"#;
    let projected = project(&native(), &asking(), &ingest(&native(), body).turns);
    assert_eq!(
        projected.messages(),
        r#"{"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"S"},{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}"#
    );
    assert_eq!(projected.notes()[..1], ["`cache_control` of part 0: the API allows no marker on thinking"]);
}

#[test]
fn a_refused_block_is_found_where_it_was_written() {
    let thought = |n: u8| format!(r#"{{"type":"thinking","thinking":"","signature":"S{n}"}}"#);
    let first = whole(
        &native(),
        &format!(
            r#"{{"content":[{{"type":"text","text":""}},{},{{"type":"tool_use","id":"t","name":"f","input":{{}}}}]}}"#,
            thought(1)
        ),
    );
    let second = whole(
        &native(),
        &format!(r#"{{"content":[{{"type":"text","text":"a"}},{},{{"type":"text","text":"b"}}]}}"#, thought(2)),
    );
    let turns = [
        Turn::system("s"),
        Turn::user("Hi"),
        Turn::user(" "),
        first,
        Turn::tool("t", "1"),
        Turn::tool("t", "2"),
        second,
    ];
    let found = |message, content| {
        planned(&native(), &asking(), &turns, |plan| {
            throughline_core::ReasoningCarrier::locate(
                &throughline_anthropic::Anthropic,
                plan,
                Spot { message, content },
            )
        })
    };
    assert_eq!(found(1, 0), Some((3, At::Part(1, 0))));
    assert_eq!(found(3, 1), Some((6, At::Part(1, 0))));
    for (message, content) in [(0, 0), (1, 1), (2, 0), (3, 0), (3, 3), (4, 0), (99, 99)] {
        assert_eq!(found(message, content), None, "{message} {content}");
    }
}

#[test]
fn media_of_this_wire_go_as_they_are() {
    let block = r#"{"type":"document","source":{"type":"file","file_id":"f"},"title":"T"}"#;
    let part = Part::Media(Foreign { payload: json(block), api: Api::MESSAGES, carriers: vec![] });
    let turn = Turn { parts: vec![part], ..Turn::new(Role::User) };
    assert_eq!(messages(&native(), &[turn]), format!(r#"{{"role":"user","content":[{block}]}}"#));
}

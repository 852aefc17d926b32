//! What is exported comes back equal.
use super::*;
use throughline_core::{
    Arguments, Checkpoint, Ending, Foreign, How, Literal, Origin, Part, Presence, Role, Text, ToolCall, ToolResult,
    Usage,
};

fn call(id: &str, arguments: Arguments, carriers: Vec<Carrier>) -> Part {
    Part::Call(ToolCall {
        id: Some(Literal::of(id)),
        name: Literal::of("look"),
        arguments,
        extras: vec![("call_id".into(), raw("7")), ("function".into(), raw("1"))],
        inner: vec![("strict".into(), raw("true"))],
        carriers,
    })
}

/// Turns with everything that a turn can hold.
fn turns() -> Vec<Turn> {
    let route = Route::new("p", "https://h", Api::CHAT, "m").unwrap();
    let blob = |kind: &'static str, json: &str| Carrier::sealed(kind, "i", raw(json), None);
    let block = raw(r#"{"type":"thinking","thinking":"b \u00e9","signature":"U0lH"}"#);
    let mut rich = Turn {
        parts: vec![
            Part::Reasoning(Carrier::sealed("thinking_block", "claude", block, Some(TextAt::path("thinking")))),
            Part::Text(Text {
                text: raw(r#""a \/ \ud800""#).literal().unwrap(),
                extras: vec![("citations".into(), raw("[1.0]"))],
                carriers: vec![blob("extra_content", r#"{"google":{"thought_signature":"T"}}"#)],
            }),
            Part::Opaque(Foreign { payload: raw(r#"{"type":"odd"}"#), api: Api::MESSAGES, carriers: vec![] }),
            Part::Media(Foreign { payload: raw(r#"{"type":"image_url"}"#), api: Api::CHAT, carriers: vec![] }),
            call("c1", Arguments::Text(Literal::of("{\"q\": 1")), vec![blob("thought_signature", "\"F\"")]),
            call("c2", Arguments::Json(raw(r#"{"q":"é \"x\""}"#)), vec![]),
        ],
        carriers: vec![
            blob("reasoning_opaque", "\"O\""),
            text("reasoning_content", "why"),
            blob("odd_field", "[1]"),
            Carrier::sealed("reasoning_details", "g:-/f", raw(r#"{"type":"reasoning.encrypted","data":"D"}"#), None),
        ],
        extras: vec![("refusal".into(), raw("null")), ("throughline".into(), raw("1")), ("role".into(), raw("2"))],
        presence: vec![("content".into(), Presence::List), ("reasoning".into(), Presence::Echo)],
        origin: Some(Arc::new(Origin::of(&route, How::Minted))),
        ending: Some(Ending::Stop(Some(Literal::of("tool_calls")))),
        usage: Some(Usage { output: Some(9), raw: Some(raw("{\"n\":1e2}")), ..Usage::default() }),
        meta: vec![("id".into(), raw("\"x\""))],
        ..Turn::new(Role::Assistant)
    };
    let results = |ids: &[&str]| {
        let result = |id: &&str| {
            let content = Some(raw(r#"[{"type":"text","text":"r"}]"#));
            Part::Result(ToolResult {
                call: Some(Literal::of(id)),
                content,
                extras: vec![("is_error".into(), raw("true"))],
            })
        };
        Turn { parts: ids.iter().map(result).collect(), ..Turn::new(Role::User) }
    };
    let mut several = results(&["c1", "c2"]);
    several.parts.push(Part::text("and go on"));
    rich.usage.as_mut().unwrap().input = Some(u64::MAX);
    let cut = Turn { ending: Some(Ending::Cut), ..Turn::new(Role::Assistant) };
    let summary = Turn { parts: vec![Part::Checkpoint(Checkpoint::summary("s"))], ..Turn::new(Role::User) };
    let item =
        Checkpoint { text: None, item: Some(blob("compaction", r#"{"type":"compaction","encrypted_content":"E"}"#)) };
    let server = Turn { parts: vec![Part::Checkpoint(item)], ..Turn::new(Role::Assistant) };
    let system = Turn { extras: vec![("name".into(), raw("\"n\""))], ..Turn::system("be brief") };
    vec![system, Turn::user("hi"), rich, several, results(&["c3", "c4"]), Turn::tool("c5", ""), cut, summary, server]
}

#[test]
fn both_forms_give_equal_turns_and_all_that_is_known_of_the_session() {
    for form in [Form::Lines, Form::Messages] {
        let session = loaded(turns());
        let text = export(form, &session).unwrap();
        let read = import(&text).unwrap();
        assert_eq!(read.turns, turns(), "{form:?}");
        assert!(read.notes.is_empty(), "{:?}", read.notes);
        assert_eq!(read.new.id, Some(session.session.id.clone()));
        assert_eq!((&read.new.title, &read.new.request), (&session.session.title, &session.request));
        let route = read.new.route.clone().unwrap();
        assert_eq!((route.provider.as_str(), route.host().as_str()), ("deepseek", "api.deepseek.com"));
        assert!(!text.contains("s3cret"));
        assert_eq!(read.settings[0], session.session.model_config[0]);
        assert_eq!((read.settings.len(), read.settings[1].0.as_str()), (2, "imported"));
        // A second way there and back changes nothing: what no store has a place for came along.
        let mut again = loaded(turns());
        again.session.model_config = read.settings.clone();
        assert_eq!(import(&export(form, &again).unwrap()).unwrap().settings, read.settings);
    }
}

#[test]
fn lines_are_those_of_the_store_and_plain_ones_read_too() {
    let session = loaded(turns());
    let text = export(Form::Lines, &session).unwrap();
    let (head, rest) = text.split_once('\n').unwrap();
    assert!(
        head.starts_with(r#"{"throughline":1,"session":{"id":"20261103_101500_a1b2c3","title":"prime \"numbers\"","#)
    );
    assert_eq!(rest.lines().skip(1).collect::<Vec<_>>(), session.lines);
    let plain = import(&format!("\u{feff}\n{}\r\n\n", session.lines.join("\r\n"))).unwrap();
    assert_eq!((plain.turns, plain.new.id, plain.new.request), (turns(), None, None));
    assert_eq!(import(rest).unwrap().new.request, session.request);
}

#[test]
fn a_document_that_another_program_wrote_again_comes_back_equal() {
    let text = export(Form::Messages, &loaded(turns())).unwrap();
    // Every string in escapes, numbers as others spell them, white space everywhere.
    let mut spelled = String::new();
    for c in text.chars() {
        match c {
            'é' => spelled.push_str("\\u00e9"),
            ',' if !spelled.ends_with('\\') => spelled.push_str(", "),
            c => spelled.push(c),
        }
    }
    let read = import(&spelled.replace("[1.0]", "[1.00]")).unwrap();
    assert!(read.notes.is_empty(), "{:?}", read.notes);
    assert_eq!(read.turns[2].carriers, turns()[2].carriers);
    // A program that knows no lone surrogates says them another way. Then the answer is another one.
    let read = import(&text.replacen(r"\ud800", r"\ufffd", 1)).unwrap();
    assert_eq!(read.notes, ["messages[2].content is not what `throughline` says: the message was taken"]);
}

#[test]
fn a_message_that_a_person_changed_is_taken_in_place_of_its_line() {
    let turn = || Turn { carriers: vec![text("reasoning_content", "why")], ..answer("yes") };
    fn answer(text: &str) -> Turn {
        Turn { parts: vec![Part::text(text)], ..Turn::new(Role::Assistant) }
    }
    let document = export(Form::Messages, &loaded(vec![Turn::user("q"), turn()])).unwrap();
    let read = import(&document.replacen(r#""content":"yes""#, r#""content":"no""#, 1)).unwrap();
    assert_eq!(read.notes, ["messages[1].content is not what `throughline` says: the message was taken"]);
    assert_eq!((read.turns[1].text().as_str(), read.turns[1].reasoning().as_deref()), ("no", Some("why")));
    assert_eq!(read.turns[1].origin.as_ref().unwrap().how, How::Claimed);
    // The columns of reasoning are what the line says; they are its shadow alone.
    let read = import(&document.replacen(r#""reasoning_content":"why","#, r#""timestamp":1.5,"#, 1)).unwrap();
    assert_eq!((read.turns[1].reasoning().as_deref(), read.notes.len()), (Some("why"), 0));
    assert_eq!(read.turns[1].meta, [("timestamp".into(), raw("1.5"))]);
    for (line, note) in [
        ("7", None),
        (r#"{"throughline":2}"#, Some("messages[1].throughline: schema 2 is newer than 1")),
        (r#"{"throughline":1,"request":{"api":"x"}}"#, Some("messages[1].throughline is no turn")),
        ("{}", Some("messages[1].throughline: not a stored turn")),
    ] {
        let at = document.rfind(r#"{"throughline":1,"role":"assistant""#).unwrap();
        let end = document.rfind("}\n]").unwrap();
        let read = import(&format!("{}{line}{}", &document[..at], &document[end..])).unwrap();
        assert_eq!(read.turns[1].reasoning().as_deref(), Some("why"), "{line}");
        assert_eq!(
            read.notes.first().map(|found| note.is_some_and(|note| found.starts_with(note))),
            note.map(|_| true)
        );
    }
}

#[test]
fn a_turn_of_several_messages_is_one_again() {
    let document = document(turns());
    let messages = document["messages"].as_array().unwrap();
    let roles: Vec<_> = messages.iter().map(|message| message["role"].as_str().unwrap()).collect();
    assert_eq!(
        roles,
        [
            "system",
            "user",
            "assistant",
            "tool",
            "tool",
            "user",
            "tool",
            "tool",
            "tool",
            "assistant",
            "user",
            "assistant"
        ]
    );
    assert_eq!(messages[4]["throughline"], "above");
    assert_eq!((&messages[3]["tool_call_id"], &messages[3]["tool_name"]), (&"c1".into(), &"look".into()));
    assert_eq!(messages[5]["content"], "and go on");
    // One of them gone: each is a turn of its own.
    let mut less = document.clone();
    less["messages"].as_array_mut().unwrap().remove(4);
    let read = import(&less.to_string()).unwrap();
    assert_eq!(read.notes, ["messages[3].throughline has another number of messages: they were taken"]);
    assert_eq!(read.turns.len(), turns().len() + 1);
}

#[test]
fn the_form_says_what_the_reference_system_reads() {
    let document = document(turns());
    assert_eq!(document["model"], "deepseek-v4");
    assert_eq!(document["started_at"].to_string(), "1762164900.123");
    assert_eq!(document["model_config"]["reasoning_rejected_carriers"][0][0], "nous");
    let mut message = document["messages"][2].clone();
    assert!(message.as_object_mut().unwrap().remove("throughline").is_some());
    let want: serde_json::Value = serde_json::from_str(
        r#"{
            "role": "assistant",
            "content": [{"type": "text", "text": "a / \ufffd", "citations": [1.0]}, {"type": "image_url"}],
            "tool_calls": [
                {"id": "c1", "type": "function", "call_id": 7,
                 "function": {"name": "look", "arguments": "{\"q\": 1", "strict": true, "thought_signature": "F"}},
                {"id": "c2", "type": "function", "call_id": 7,
                 "function": {"name": "look", "arguments": "{\"q\":\"é \\\"x\\\"\"}", "strict": true}}
            ],
            "reasoning_content": "why",
            "reasoning": "why",
            "reasoning_details": [
                {"type": "reasoning.encrypted", "data": "D"},
                {"type": "thinking", "thinking": "b é", "signature": "U0lH"},
                {"type": "hermes.native_assistant", "reasoning_opaque": "O",
                 "extra_content": {"google": {"thought_signature": "T"}}}
            ],
            "finish_reason": "tool_calls",
            "token_count": 9,
            "refusal": null
        }"#,
    )
    .unwrap();
    assert_eq!(message, want);
    assert_eq!(document["messages"][11]["codex_reasoning_items"][0]["encrypted_content"], "E");
}

#[test]
fn the_form_alone_keeps_what_it_can_say() {
    let read = import(&stripped(turns())).unwrap();
    let rich = &read.turns[2];
    assert_eq!(rich.calls().count(), 2);
    assert_eq!(
        rich.private().map(|(_, carrier)| carrier.kind.as_str()).collect::<Vec<_>>(),
        ["extra_content", "reasoning_opaque"]
    );
    assert_eq!(rich.reasoning().as_deref(), Some("why"));
    // What was exported from it is the same again.
    let again = import(&stripped(read.turns.clone())).unwrap();
    assert_eq!(again.turns, read.turns);
}

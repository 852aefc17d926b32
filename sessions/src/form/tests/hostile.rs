//! Text that nobody meant well.
use super::*;

fn refused(text: &str) -> String {
    let error = import(text).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unreadable);
    error.to_string()
}

#[test]
fn a_wrong_type_is_an_error_that_names_message_and_member() {
    for (message, want) in [
        ("7", "messages[1]: expected an object, found a number"),
        ("{}", "messages[1].role: expected `system`, `developer`, `user`, `assistant` or `tool`, found nothing"),
        (
            r#"{"role":"SECRET"}"#,
            "messages[1].role: expected `system`, `developer`, `user`, `assistant` or `tool`, found another one",
        ),
        (
            r#"{"role":"user","content":{"SECRET":1}}"#,
            "messages[1].content: expected a string, a list or null, found an object",
        ),
        (r#"{"role":"user","content":["SECRET"]}"#, "messages[1].content[0]: expected an object, found a string"),
        (
            r#"{"role":"tool","content":true}"#,
            "messages[1].content: expected a string, a list or null, found a boolean",
        ),
        (r#"{"role":"tool","tool_call_id":[]}"#, "messages[1].tool_call_id: expected a string, found an array"),
        (r#"{"role":"assistant","reasoning":{}}"#, "messages[1].reasoning: expected a string, found an object"),
        (
            r#"{"role":"assistant","reasoning_details":{}}"#,
            "messages[1].reasoning_details: expected a list, found an object",
        ),
        (
            r#"{"role":"assistant","tool_calls":[{},7]}"#,
            "messages[1].tool_calls[1]: expected an object, found a number",
        ),
        (
            r#"{"role":"assistant","tool_calls":[{"function":{"arguments":[]}}]}"#,
            "messages[1].tool_calls[0].function.arguments: expected a string or an object, found an array",
        ),
        (
            r#"{"role":"assistant","tool_calls":[{"id":1}]}"#,
            "messages[1].tool_calls[0].id: expected a string, found a number",
        ),
        (
            r#"{"role":"user","content":"a","content":"b"}"#,
            "messages[1]: expected each name once, found `content` twice",
        ),
        (
            r#"{"role":"assistant","tool_calls":[{"id":"a","id":"b"}]}"#,
            "messages[1].tool_calls[0]: expected each name once, found `id` twice",
        ),
        (
            r#"{"role":"assistant","tool_calls":"[{SECRET"}"#,
            "messages[1].tool_calls: not valid json: key must be a string at line 1 column 3",
        ),
    ] {
        let text = format!(r#"{{"messages":[{{"role":"user","content":"q"}},{message}]}}"#);
        assert_eq!(refused(&text), want, "{message}");
    }
    for (text, want) in [
        ("", "session: empty, nothing to read"),
        ("7", "session: expected an object, found a number"),
        ("{}", "session.messages: expected a list, found nothing"),
        (r#"{"messages":7}"#, "session.messages: expected a list, found a number"),
        (r#"{"id":1,"messages":[]}"#, "session.id: expected a string, found a number"),
        (r#"{"messages":[],"messages":[]}"#, "session: expected each name once, found `messages` twice"),
        (
            "{\"messages\":[]}\n{\"messages\":[]}",
            "session: expected one session a file, found several, one a line: split the file",
        ),
        (r#"{"throughline":{"route":7},"messages":[]}"#, "session.throughline.route: expected a route, found a number"),
        (
            r#"{"throughline":{"request":{}},"messages":[]}"#,
            "session.throughline.request: expected a request line, found an object",
        ),
        (r#"{"throughline":1,"session":7}"#, "session: expected an object, found a number"),
        ("{\"throughline\":1,\"role\":\"user\"}\n{}", "line 2 is no line of a session"),
        (
            "{\"throughline\":1,\"role\":\"user\"}\n{\"throughline\":1,\"session\":{}}",
            "line 2: a second session line: split the file",
        ),
        ("{\"throughline\":1,\"role\":\"SECRET\"}", "line 1 is no line of a session"),
    ] {
        assert_eq!(refused(text), want, "{text}");
    }
}

#[test]
fn settings_that_cannot_be_read_cost_nothing_else() {
    let read = import(r#"{"model_config":"{nonsense","messages":[{"role":"user","content":"q"}]}"#).unwrap();
    assert_eq!((read.turns.len(), read.settings.len(), read.notes.len()), (1, 0, 1));
}

#[test]
fn a_memory_that_would_lock_the_session_is_kept_beside_it() {
    let text = r#"{"model_config":{"a":1,"throughline_lessons":"x","reasoning_rejected_carriers":{}},"messages":[]}"#;
    let read = import(text).unwrap();
    let settings: Vec<_> = read.settings.iter().map(|(key, value)| (key.as_str(), value.get())).collect();
    let kept = r#"{"throughline_lessons":"x","reasoning_rejected_carriers":{}}"#;
    assert_eq!(settings, [("a", "1"), ("imported", kept)]);
    assert_eq!(
        read.notes,
        [
            "session.model_config.throughline_lessons: expected a list, found a string; the session begins without it",
            "session.model_config.reasoning_rejected_carriers: expected a list, found an object; the session begins without it",
        ]
    );
}

#[test]
fn depth_and_number_cost_no_more_than_their_length() {
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    let objects = format!("{}1{}", r#"{"a":"#.repeat(10_000), "}".repeat(10_000));
    for value in [&deep, &objects] {
        let text = format!(
            r#"{{"x":{value},"model_config":{{"y":{value}}},"messages":[{{"role":"assistant","content":"a","z":{value},
            "reasoning_details":[{value},{{"type":"hermes.native_assistant","extra_content":{value}}}],
            "tool_calls":[{{"function":{{"name":"n","arguments":"","w":{value}}}}}],"throughline":{{"v":{value}}}}}]}}"#
        );
        let read = import(&text).unwrap();
        assert_eq!((read.turns.len(), read.notes.len()), (1, 1));
        let again = import(&written(&read)).unwrap();
        assert_eq!(again.turns, read.turns);
    }
    let list = |n: usize, one: &str| vec![one; n].join(",");
    let many = list(20_000, r#"{"role":"assistant","content":"a","throughline":"above"}"#);
    assert_eq!(import(&format!("[{many}]")).unwrap().turns.len(), 20_000);
    let names: Vec<_> = (0..20_000).map(|n| format!("\"k{n}\":null")).collect();
    let wide = format!(r#"[{{"role":"assistant","content":"a",{}}}]"#, names.join(","));
    assert_eq!(import(&wide).unwrap().turns[0].extras.len(), 20_000);
}

fn written(read: &Imported) -> String {
    export(Form::Messages, &loaded(read.turns.clone())).unwrap()
}

#[test]
fn no_cut_of_a_session_panics_and_no_change_of_a_byte_does() {
    let turns = vec![
        Turn::user("q"),
        Turn { carriers: vec![text("reasoning_opaque", "o")], ..Turn::new(throughline_core::Role::Assistant) },
    ];
    for form in [Form::Lines, Form::Messages] {
        let text = export(form, &loaded(turns.clone())).unwrap();
        for at in 0..text.len() {
            let _ = import(&text[..at]);
            for with in ["\"", "{", "]", "7", "null", "\\ud800"] {
                let _ = import(&format!("{}{with}{}", &text[..at], &text[at + 1..]));
            }
        }
    }
}

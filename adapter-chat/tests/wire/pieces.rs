//! Pieces that are counted oddly, change their kind or come in great number: none is mixed up, none vanishes.
use crate::common::{deltas, of_deltas, openrouter, plain, refusal, sse, streamed, try_capture, turn, whole};
use std::fmt::Write;
use throughline_core::{Arguments, Ending, Framing, Turn};

fn calls(turn: &Turn) -> Vec<(String, String)> {
    turn.calls()
        .map(|call| {
            let mut arguments = String::new();
            call.arguments.write_text(&mut arguments);
            (call.name.decode().into_owned(), arguments)
        })
        .collect()
}

fn meta(turn: &Turn) -> String {
    turn.meta.iter().map(|(key, value)| format!("{key}={};", value.get())).collect()
}

fn extras(turn: &Turn) -> String {
    turn.extras.iter().map(|(key, value)| format!("{key}={};", value.get())).collect()
}

#[test]
fn calls_that_are_counted_oddly_stay_apart() {
    for (one, two, kept) in [
        (r#""0""#, r#""1""#, None),
        ("0.0", "1", None),
        (r#""AAA""#, "{}", Some(r#""AAA""#)),
        ("-1", "false", Some("-1")),
    ] {
        let turn = of_deltas(
            &plain(),
            &[
                &format!(
                    r#"{{"tool_calls":[{{"index":{one},"id":"a","function":{{"name":"f","arguments":"1"}}}},{{"index":{two},"id":"b","function":{{"name":"g","arguments":"2"}}}}]}}"#
                ),
                &format!(
                    r#"{{"tool_calls":[{{"index":{one},"function":{{"arguments":"A"}}}},{{"index":{two},"function":{{"arguments":"B"}}}}]}}"#
                ),
            ],
        );
        assert_eq!(calls(&turn), [("f".into(), "1A".into()), ("g".into(), "2B".into())], "{one}");
        assert_eq!(turn.calls().next().unwrap().extras.first().map(|(_, odd)| odd.get()), kept);
    }
}

#[test]
fn of_two_choices_in_one_reply_the_first_is_the_turn() {
    for index in ["", r#""index":0,"#, r#""index":"0","#] {
        let turn = whole(
            &openrouter("z-ai/glm-5"),
            &format!(
                r#"{{"choices":[{{{index}"message":{{"content":"A"}}}},{{{index}"message":{{"content":"B"}}}}]}}"#
            ),
        );
        assert_eq!(turn.text(), "A");
        assert_eq!(meta(&turn), format!(r#"choices=[{{{index}"message":{{"content":"B"}}}}];"#));
    }
}

#[test]
fn an_index_is_a_count_however_it_is_spelled() {
    for index in ["0", "0.0", r#""0""#, "null"] {
        let event = format!(r#"{{"choices":[{{"index":{index},"delta":{{"content":"x"}},"finish_reason":"stop"}}]}}"#);
        assert_eq!(streamed(&plain(), &[&event]).text(), "x", "{index}");
    }
}

#[test]
fn nobody_s_word_for_an_end_is_no_end() {
    for odd in ["false", "0", "{}", "[]", "true"] {
        let event = format!(r#"{{"choices":[{{"index":0,"delta":{{"content":"x"}},"finish_reason":{odd}}}]}}"#);
        let turn = streamed(&plain(), &[&event]);
        assert_eq!((turn.ending.as_ref(), meta(&turn)), (Some(&Ending::Cut), format!("finish_reason={odd};")));
        assert_eq!(streamed(&plain(), &[&event, "[DONE]"]).ending, Some(Ending::Stop(None)));
    }
}

#[test]
fn a_member_that_nobody_knows_keeps_what_each_piece_named() {
    let turn = of_deltas(
        &plain(),
        &[
            r#"{"function_call":{"name":"f","arguments":"{\"a\":"},"audio":{"id":"i","data":"QQ"}}"#,
            r#"{"function_call":{"arguments":"1}"},"audio":{"data":"QQ"}}"#,
            r#"{"audio":{"expires_at":1}}"#,
        ],
    );
    assert_eq!(
        extras(&turn),
        r#"function_call={"name":"f","arguments":"{\"a\":1}"};audio={"id":"i","data":"QQQQ","expires_at":1};"#
    );
    let event =
        |n: u8| format!(r#"{{"choices":[{{"index":0,"delta":{{"content":"x"}},"logprobs":{{"content":[{n}]}}}}]}}"#);
    assert_eq!(meta(&streamed(&plain(), &[&event(1), &event(2)])), r#"logprobs={"content":[1,2]};"#);
}

#[test]
fn arguments_that_change_their_kind_are_all_kept() {
    let piece = |arguments: &str| {
        format!(r#"{{"tool_calls":[{{"index":0,"id":"a","function":{{"name":"f","arguments":{arguments}}}}}]}}"#)
    };
    let of = |list: &[&str]| {
        let list: Vec<String> = list.iter().map(|arguments| piece(arguments)).collect();
        let turn = of_deltas(&plain(), &list.iter().map(String::as_str).collect::<Vec<_>>());
        let call = turn.calls().next().unwrap().clone();
        let said = match &call.arguments {
            Arguments::Text(text) => text.raw().to_owned(),
            Arguments::Json(json) => json.get().to_owned(),
        };
        (said, call.extras.iter().map(|(key, value)| format!("{key}={}", value.get())).collect::<String>())
    };
    assert_eq!(of(&[r#"{"k":"A"}"#, r#""B""#]), (r#""B""#.into(), r#"arguments={"k":"A"}"#.into()));
    assert_eq!(of(&[r#""B""#, r#"{"k":"A"}"#]), (r#""B""#.into(), r#"arguments={"k":"A"}"#.into()));
    assert_eq!(of(&["{}", r#""B""#]), (r#""B""#.into(), String::new()));
    assert_eq!(of(&[r#"{"k":"A"}"#, r#"{"k":"B"}"#]), (r#"{"k":"B"}"#.into(), r#"arguments={"k":"A"}"#.into()));
}

#[test]
fn an_error_behind_an_error_is_kept_and_eats_no_choice() {
    let (one, two) = (r#"{"error":{"message":"E1","code":500}}"#, r#"{"error":{"message":"E2"}}"#);
    let other = r#"{"index":1,"delta":{"content":"A"}}"#;
    let turn = streamed(&plain(), &[&format!(r#"{{"choices":[{other}]}}"#), one, two, two]);
    assert!(matches!(&turn.ending, Some(Ending::Refused(body)) if body.get() == one));
    assert_eq!(meta(&turn), format!("choices=[{other}];errors=[{two}];"));
    let (captured, _) = try_capture(&plain(), Framing::Sse, &[sse(&[one]).as_bytes()]);
    assert_eq!(refusal(captured).status, 500);
    let (captured, _) = try_capture(
        &plain(),
        Framing::Sse,
        &[format!("data: {{\"choices\":[{other}]}}\n\nevent: error\ndata: {one}\n\n").as_bytes()],
    );
    assert_eq!(meta(&self::turn(captured)), format!("choices=[{other}];"));
}

#[test]
fn of_two_values_under_one_name_the_last_is_read_and_the_first_kept() {
    let message =
        r#"{"content":"A1","content":"A2","reasoning_content":"B1","reasoning_content":"B2","foo":"C1","foo":"C2"}"#;
    let turn = whole(&plain(), &format!(r#"{{"choices":[{{"message":{message}}}]}}"#));
    assert_eq!((turn.text().as_str(), turn.reasoning().as_deref()), ("A2", Some("B2")));
    assert_eq!(extras(&turn), r#"foo="C2";"#);
    assert_eq!(meta(&turn), r#"content="A1";reasoning_content="B1";foo="C1";"#);
}

#[test]
fn a_count_of_tokens_that_is_no_object_is_kept() {
    let turn = whole(&plain(), r#"{"choices":[{"message":{"content":"x"}}],"usage":"B"}"#);
    assert_eq!((turn.usage.is_none(), meta(&turn).as_str()), (true, r#"usage="B";"#));
}

#[test]
fn many_names_and_many_calls_cost_no_more_than_their_number() {
    const MANY: usize = 50_000;
    let (mut names, mut list) = (String::new(), vec![]);
    for n in 0..MANY {
        let _ = write!(names, r#","k{n}":1"#);
        list.push(format!(
            r#"{{"tool_calls":[{{"index":{n},"id":"c{n}","function":{{"name":"f","arguments":"x"}}}}]}}"#
        ));
    }
    list.push(format!(r#"{{"tool_calls":[{{"id":"c7","function":{{"arguments":"y"}}}}]{names}}}"#));
    let stream = deltas(&list.iter().map(String::as_str).collect::<Vec<_>>(), "stop");
    let turn = turn(try_capture(&plain(), Framing::Sse, &[stream.as_bytes()]).0);
    assert_eq!((turn.extras.len(), calls(&turn).len(), calls(&turn)[7].1.as_str()), (MANY, MANY, "xy"));
}

//! Bodies that mean harm: huge, deep, broken, or full of what a user wrote.
//!
//! Never asserts a time: `growth_is_linear` prints ratios.
use super::{
    means::{
        Means::{self, *},
        ask,
    },
    table::{ALL, EVERYTHING},
};
use std::time::{Duration, Instant};
use throughline_core::Literal;

const RC: Means = Unknown(&["reasoning_content"]);
const R: Means = Unknown(&["reasoning"]);

/// What a user might have written, to be shown again by an error.
const BAIT: &str = "Extra inputs are not permitted, field: 'messages[1].reasoning_details'; property 'thinking' is unsupported in \
                    messages[1].thinking; reasoning_content must be passed back to the API; Invalid `signature` in `thinking` block";

#[test]
fn what_is_marked_as_an_echo_teaches_nothing() {
    let json = Literal::of(BAIT);
    let bait = json.raw();
    let python = BAIT.replace('\'', "\\'");
    let echoes = [
        (
            RC,
            format!(
                r#"{{"detail":[{{"type":"extra_forbidden","loc":["body","messages",1,"reasoning_content"],"msg":"Extra inputs are not permitted","input":{bait}}}]}}"#
            ),
        ),
        (
            RC,
            format!(
                r#"{{"detail":[{{"type":"extra_forbidden","loc":["body","messages",1,"reasoning_content"],"msg":"Extra inputs are not permitted","input":{{"a":[{bait}]}}}}]}}"#
            ),
        ),
        (
            RC,
            format!(
                "[{{'type': 'extra_forbidden', 'loc': ('body', 'messages', 1, 'reasoning_content'), 'msg': 'Extra inputs are not permitted', 'input': '{python}'}}]"
            ),
        ),
        (R, format!("Extra inputs are not permitted, field: 'messages[2].reasoning', value: '{BAIT}'")),
        (R, format!("Extra inputs are not permitted, field: 'messages[2].reasoning', value: 'a\n\n{BAIT}\n'")),
        (
            R,
            format!(
                r#"Extra inputs are not permitted, field: 'messages[2].reasoning', value: {{"detail":[{{"type":"extra_forbidden","loc":["messages",1,"reasoning_content"],"a":{bait}}}]}}"#
            ),
        ),
        (
            R,
            format!(
                "1 validation error\nmessages.2.assistant.reasoning\n  Extra inputs are not permitted [type=extra_forbidden, input_value='{python}', input_type=str]\n    For further information visit https://errors.pydantic.dev/2.5/v/extra_forbidden"
            ),
        ),
        (
            NotOurs,
            format!(
                r#"{{"error":{{"message":"Your input was flagged","metadata":{{"reasons":["x"],"flagged_input":{bait}}}}}}}"#
            ),
        ),
        (NotOurs, format!(r#"{{"error":{{"message":"Failed to call a function","failed_generation":{bait}}}}}"#)),
        (NotOurs, format!(r#"{{"error":{{"message":"messages[0].content: {}"}}}}"#, format_args!("'{}'", BAIT))),
        (
            NotOurs,
            format!(
                r#"{{"error":{{"message":"bad request","request":{{"messages":[{{"role":"user","content":{bait}}}]}}}}}}"#
            ),
        ),
        (NotOurs, format!(r#"{{"error":{{"message":"bad request","messages":[{{"role":"user","text":{bait}}}]}}}}"#)),
        (NotOurs, format!("On instance['messages'][1]:\n    {{'role': 'assistant', 'text': '{python}'}}")),
        (
            NotOurs,
            format!(r#"{{"error":{{"message":"schema","data":{{"reasoning_content":{bait},"thinking":{bait}}}}}}}"#),
        ),
    ];
    for (expected, body) in echoes {
        assert_eq!(ask(400, &body, EVERYTHING), expected.verdict(), "{body}");
    }
}

#[test]
fn a_quoted_sentence_teaches_nothing() {
    let bait = BAIT.replace('`', "");
    for body in [
        format!(
            "Invalid value at 'contents[0].parts[0].inline_data.data' (TYPE_BYTES), Base64 decoding failed for \"{bait}\""
        ),
        format!("Cannot deserialize value of type Message from String \"{bait}\": not one of the values accepted"),
        format!("Your prompt “{bait}” was rejected"),
        Literal::of(&format!("Cannot parse the text {}", Literal::of(BAIT).raw())).raw().to_owned(),
        Literal::of(&format!("Cannot parse the text \"a\\n{bait}\" here")).raw().to_owned(),
    ] {
        assert_eq!(ask(400, &body, EVERYTHING), NotOurs.verdict(), "{body}");
    }
}

#[test]
fn another_servers_answer_is_no_quotation() {
    for body in [
        r#"Upstream returned status 400 with body "{\"error\":{\"message\":\"property 'reasoning_content' is unsupported\"}}""#,
        r#"upstream error: "property 'reasoning_content' is unsupported by it""#,
        r#"OpenAIException - "property 'reasoning_content' is unsupported by it""#,
    ] {
        assert_eq!(ask(400, body, ALL), RC.verdict(), "{body}");
    }
}

#[test]
fn a_field_or_a_wording_alone_teaches_nothing() {
    for body in [
        "Invalid content: 'why does it say Extra inputs are not permitted for my reasoning_content?'",
        "Invalid content: 'reasoning_content'",
        "Your prompt \"what is reasoning_content and when is a field unsupported\" was rejected",
        "Extra inputs are not permitted",
        "unknown field",
    ] {
        assert_eq!(ask(400, body, EVERYTHING), NotOurs.verdict(), "{body}");
    }
}

#[test]
fn broken_bodies_are_read_as_far_as_they_go() {
    let deep = |n: usize| format!("{}\"property 'reasoning_content' is unsupported\"{}", "[".repeat(n), "]".repeat(n));
    let cases = [
        (RC, deep(20)),
        (NotOurs, deep(100_000)),
        (NotOurs, "[".repeat(100_000)),
        (NotOurs, "{\"a\":".repeat(100_000)),
        (NotOurs, "\"{".repeat(100_000)),
        (RC, r#"{"message":"\ud800 property 'reasoning_content' is unsupported \udfff"}"#.to_owned()),
        (RC, "\u{feff}{\"message\":\"property 'reasoning_content' is unsupported\"}".to_owned()),
        (RC, "{\"message\":\"property 'reasoning_content' is unsupported\",\"message\":null}".to_owned()),
        (RC, "{\"message\":\"property 'reasoning_content' is unsupported".to_owned()),
        (RC, "property \0'reasoning_content'\u{7} is unsupported".to_owned()),
        (NotOurs, "\u{fffd}".repeat(1000)),
        (NotOurs, format!("<html>{}</html>", "<p>&quot;".repeat(5000))),
    ];
    for (expected, body) in cases {
        assert_eq!(ask(400, &body, ALL), expected.verdict(), "{}", body.chars().take(80).collect::<String>());
    }
}

#[test]
fn a_megabyte_around_it_hides_nothing() {
    let long = "lorem ipsum ".repeat(100_000);
    let json = Literal::of(&long);
    let long_json = json.raw();
    for body in [
        format!(
            r#"{{"detail":[{{"type":"extra_forbidden","loc":["body","messages",1,"reasoning_content"],"msg":"Extra inputs are not permitted","input":{long_json}}}]}}"#
        ),
        format!(
            r#"{{"detail":[{{"input":{long_json},"type":"extra_forbidden","loc":["body","messages",1,"reasoning_content"],"msg":"Extra inputs are not permitted"}}]}}"#
        ),
        format!(
            "[{{'input': '{long}', 'type': 'extra_forbidden', 'loc': ('body', 'messages', 1, 'reasoning_content'), 'msg': 'Extra inputs are not permitted'}}]"
        ),
        format!("property 'reasoning_content' is unsupported {long}"),
        format!(r#"{{"message":"property 'reasoning_content' is unsupported","request":{long_json}}}"#),
        format!(
            r#"{{"debug":{long_json},"trace":[{long_json},{long_json}],"message":"property 'reasoning_content' is unsupported"}}"#
        ),
    ] {
        assert_eq!(ask(400, &body, ALL), RC.verdict(), "{}", body.chars().take(80).collect::<String>());
    }
}

#[test]
fn growth_is_linear() {
    type Trap = (&'static str, fn(usize) -> String);
    let traps: [Trap; 17] = [
        ("words", |n| "reasoning_content ".repeat(n / 18)),
        ("one word", |n| "a".repeat(n)),
        ("quotes", |n| "'".repeat(n)),
        ("lists", |n| "'reasoning_content', ".repeat(n / 21)),
        ("path", |n| "messages.".repeat(n / 9)),
        ("wordings", |n| "is unsupported reasoning_content ".repeat(n / 33)),
        ("braces", |n| "{\"a\":".repeat(n / 5)),
        ("brackets", |n| "[{'".repeat(n / 3)),
        ("nested", |n| format!("{}1{}", "{\"a\":".repeat(n / 6), "}".repeat(n / 6))),
        ("objects", |n| format!("[{}1]", "{\"a\":\"b\"},".repeat(n / 10))),
        ("reports", |n| format!("[{}1]", r#"{"loc":["messages",1,"reasoning_content"],"msg":"x"},"#.repeat(n / 53))),
        ("strings", |n| format!("{{\"a\":{}}}", Literal::of(&"\\\"{".repeat(n / 6)).raw())),
        ("python", |n| format!("[{{'a': '{}'}}]", "\\'x".repeat(n / 3))),
        ("quotations", |n| "a \"b c d e\"f ".repeat(n / 13)),
        ("escaped", |n| "\\\"".repeat(n / 2)),
        ("unclosed", |n| "a \"".repeat(n / 3)),
        ("echo", |n| "value: input: content ".repeat(n / 22)),
    ];
    for (name, trap) in traps {
        let time = |n: usize| {
            let body = trap(n);
            let start = Instant::now();
            let _ = ask(400, &body, EVERYTHING);
            start.elapsed()
        };
        let [one, two, four] = [1, 2, 4].map(|times| time(times * 300_000));
        let ratio = |a: Duration, b: Duration| b.as_secs_f64() / a.as_secs_f64().max(1e-9);
        println!("{name}: 1.2 MB in {four:?}; doubling costs {:.1} and {:.1} times", ratio(one, two), ratio(two, four));
    }
}

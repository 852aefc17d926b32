//! `capture`: literal bytes in, one turn line out; refusals, errors with what came before them, advice.
use crate::run::{failure, run, stdout, text};

const DEEPSEEK: [&str; 3] = ["capture", "--route", "deepseek/m"];
const STREAM: [&str; 4] = ["capture", "--stream", "--route", "deepseek/m"];
const CLAUDE: [&str; 3] = ["capture", "--route", "anthropic/claude-sonnet-4-5"];

#[test]
fn a_whole_reply() {
    let reply = r#"{
  "choices": [{"message": {"role": "assistant", "content": "hi", "reasoning_content": "why é\u00e9"}, "finish_reason": "stop"}],
  "usage": {"completion_tokens": 5}
}"#;
    let line = concat!(
        r#"{"throughline":1,"role":"assistant","parts":[{"text":{"text":"hi"}}],"#,
        r#""carriers":[{"kind":"reasoning_content","issuer":"deepseek","payload":"why é\u00e9","text":""}],"#,
        r#""origin":{"provider":"deepseek","host":"api.deepseek.com","api":"chat_completions","model":"m","how":"minted"},"#,
        r#""ending":{"stop":"stop"},"usage":{"output":5,"raw":{"completion_tokens":5}}}"#,
        "\n"
    );
    assert_eq!(stdout(&DEEPSEEK, reply), line);
}

#[test]
fn a_stream_gives_the_same_turn() {
    let stream = concat!(
        ": a comment\n\n",
        "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null,\"reasoning_content\":\"wh\"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"y\"}}]}\r\n\r\n",
        "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}\n\n",
        "data: [DONE]\n\n",
    );
    let whole = r#"{"choices":[{"message":{"role":"assistant","content":"hi","reasoning_content":"why"},"finish_reason":"stop"}]}"#;
    assert_eq!(stdout(&STREAM, stream), stdout(&DEEPSEEK, whole));
}

#[test]
fn ordered_blocks_of_messages() {
    let reply = r#"{"content":[{"type":"thinking","thinking":"","signature":"s1"},{"type":"redacted_thinking","data":"d"},{"type":"text","text":"hi"}],"stop_reason":"end_turn"}"#;
    let line = stdout(&CLAUDE, reply);
    let parts = concat!(
        r#""parts":[{"reasoning":{"kind":"thinking_block","issuer":"claude","payload":{"type":"thinking","thinking":"","signature":"s1"},"text":"thinking","sealed":true}},"#,
        r#"{"reasoning":{"kind":"redacted_thinking","issuer":"claude","payload":{"type":"redacted_thinking","data":"d"},"sealed":true}},"#,
        r#"{"text":{"text":"hi"}}]"#
    );
    assert!(line.contains(parts), "{line}");
}

#[test]
fn a_refusal_is_4_and_on_the_output() {
    let body = r#"{"error":{"message":"no","code":"x"}}"#;
    for (args, input, want) in [
        (&["--status", "422"][..], body, format!("{{\"status\":422,\"body\":{body}}}\n")),
        (&["--status", "502"], "<html>", "{\"status\":502,\"body\":\"<html>\"}\n".to_owned()),
        // An error inside a 200.
        (
            &[],
            r#"{"error":{"message":"no","code":429}}"#,
            "{\"status\":429,\"body\":{\"error\":{\"message\":\"no\",\"code\":429}}}\n".to_owned(),
        ),
    ] {
        let output = run(&[&DEEPSEEK[..], args].concat(), input);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(4), want));
        assert_eq!(text(&output.stderr), "");
    }
}

#[test]
fn what_came_before_an_error_is_kept() {
    let stream =
        "data: {\"choices\":[{\"delta\":{\"content\":\"half\",\"reasoning_content\":\"why\"}}]}\n\ndata: {\"choi\n\n";
    let output = run(&STREAM, stream);
    assert_eq!(output.status.code(), Some(3));
    let line = text(&output.stdout);
    assert!(
        line.contains(r#""text":"half""#)
            && line.contains(r#""payload":"why""#)
            && line.ends_with("\"ending\":\"cut\"}\n"),
        "{line}"
    );
    assert!(
        text(&output.stderr)
            .ends_with("throughline: event 1: not valid json: EOF while parsing a string at line 1 column 6\n")
    );
}

#[test]
fn a_reply_that_ends_early_says_so() {
    let half = "data: {\"choices\":[{\"delta\":{\"content\":\"half\"}}]}\n\n";
    for (more, ending, said) in [
        ("", r#""ending":"cut"}"#, "the reply ends before its end, and its turn says so"),
        (
            "data: {\"error\":{\"message\":\"full\",\"code\":529}}\n\n",
            r#""ending":{"refused":{"error":{"message":"full","code":529}}}}"#,
            "the provider broke the reply off with an error, which its turn holds",
        ),
    ] {
        let output = run(&STREAM, format!("{half}{more}"));
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), format!("throughline: {said}\n")));
        assert!(text(&output.stdout).contains(ending), "{}", text(&output.stdout));
    }
}

#[test]
fn wrong_input_comes_with_advice() {
    for (args, input, want) in [
        (&DEEPSEEK[..], "", "reply: empty, nothing to read"),
        (
            &DEEPSEEK,
            "data: {}\n\n",
            "reply: expected one json document, found server-sent events; it looks like a stream: add --stream",
        ),
        (&STREAM, "", "reply: empty, nothing to read"),
        (
            &CLAUDE,
            r#"{"choices":[{"message":{"content":"h"}}]}"#,
            "reply: expected a member `content`, found a reply of chat_completions",
        ),
        (&DEEPSEEK, "{\"choices\":[\n7}", "reply: not valid json: "),
    ] {
        let (code, said) = failure(args, input);
        assert_eq!(code, 3, "{said}");
        assert!(said.starts_with(&format!("throughline: {want}")), "{said}");
    }
}

#[test]
fn the_upstream_that_a_header_named_is_kept() {
    let reply = r#"{"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}"#;
    let line = stdout(&[&DEEPSEEK[..], &["--served-by", "together"]].concat(), reply);
    assert!(line.contains(r#""served_by":"together""#), "{line}");
}

/// A message of an event stream, with the checks that AWS makes.
fn frame(name: &str, payload: &str) -> Vec<u8> {
    let crc = |bytes: &[u8]| {
        let step = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        !bytes.iter().fold(!0u32, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step))
    };
    let mut headers = vec![];
    for (key, value) in [(":event-type", name), (":message-type", "event")] {
        headers.push(key.len() as u8);
        headers.extend(key.as_bytes());
        headers.extend([7, 0, value.len() as u8]);
        headers.extend(value.as_bytes());
    }
    let mut frame = vec![];
    frame.extend((headers.len() as u32 + payload.len() as u32 + 16).to_be_bytes());
    frame.extend((headers.len() as u32).to_be_bytes());
    frame.extend(crc(&frame).to_be_bytes());
    frame.extend(&headers);
    frame.extend(payload.as_bytes());
    frame.extend(crc(&frame).to_be_bytes());
    frame
}

#[test]
fn an_event_stream_of_aws_is_known_by_its_bytes() {
    let route = [
        "--route",
        "bedrock/us.anthropic.claude-opus-4-8-v1:0",
        "--base-url",
        "https://bedrock-runtime.us-east-1.amazonaws.com",
    ];
    let delta = |delta: &str| {
        frame(
            "contentBlockDelta",
            &format!(r#"{{"contentBlockIndex":0,"delta":{{"reasoningContent":{delta}}},"p":"ab"}}"#),
        )
    };
    let stream = [
        frame("messageStart", r#"{"role":"assistant"}"#),
        delta(r#"{"text":"wh"}"#),
        delta(r#"{"text":"y"}"#),
        delta(r#"{"signature":"c2ln"}"#),
        frame("contentBlockStop", r#"{"contentBlockIndex":0}"#),
        frame("contentBlockDelta", r#"{"contentBlockIndex":1,"delta":{"text":"hi"}}"#),
        frame("contentBlockStop", r#"{"contentBlockIndex":1}"#),
        frame("messageStop", r#"{"stopReason":"end_turn"}"#),
    ]
    .concat();
    let parts = concat!(
        r#""parts":[{"reasoning":{"kind":"thinking_block","issuer":"claude","payload":{"type":"thinking","thinking":"why","signature":"c2ln"},"text":"thinking","sealed":true}},"#,
        r#"{"text":{"text":"hi"}}]"#
    );
    let captured = stdout(&[&["capture", "--stream"], &route[..]].concat(), &stream);
    assert!(captured.contains(parts) && captured.contains(r#""ending":{"stop":"end_turn"}"#), "{captured}");

    let cut = run(&[&["capture", "--stream"], &route[..]].concat(), &stream[..stream.len() - 90]);
    assert!(text(&cut.stdout).contains(r#""ending":"cut""#), "{}", text(&cut.stdout));
    assert_eq!(stdout(&[&["capture"], &route[..]].concat(), &stream), captured, "nothing else is binary");
}

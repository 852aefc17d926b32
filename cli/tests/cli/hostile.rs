//! Input that nobody should send: a clear word and an exit code, or a kept unknown; never a panic, never silence.
use crate::run::{LINES, failure, run, stdout, text};

const CHAT: &str = "deepseek/m";
const MESSAGES: &str = "anthropic/m";

/// What each command makes of the bytes: never a panic, and a word wherever it did not do what it is for.
fn survives(input: &[u8]) {
    for route in [CHAT, MESSAGES] {
        for command in [
            &["capture"][..],
            &["capture", "--stream"],
            &["capture", "--status", "400"],
            &["ingest"],
            &["project"],
            &["explain"],
            &["explain", "--json"],
        ] {
            let output = run(&[command, &["--route", route]].concat(), input);
            let said = text(&output.stderr);
            let shown = String::from_utf8_lossy(&input[..input.len().min(60)]);
            let code = output.status.code();
            assert!(matches!(code, Some(0 | 3 | 4)), "{command:?} {route} {shown:?}: {code:?} {said}");
            assert!(!said.contains("panicked") && said.lines().count() <= 2, "{command:?} {route} {shown:?}: {said}");
            match code {
                Some(3) => assert!(said.starts_with("throughline: "), "{command:?} {route} {shown:?}: {said}"),
                Some(4) => assert!(!output.stdout.is_empty(), "{command:?} {route} {shown:?}"),
                _ => {}
            }
        }
    }
}

#[test]
fn bytes_that_are_nothing() {
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let garbage: Vec<u8> = (0..4096u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for input in [
        &b""[..],
        b" \r\n \n",
        b"\0\0\0\0",
        b"\xff\xfe{\0}\0",
        b"{",
        b"[]",
        b"null",
        b"7",
        b"\"text\"",
        b"<html>502 Bad Gateway</html>",
        b"{}",
        b"data: {\n\n",
        b"data: [DONE]\n\n",
        b"event: message_start\n\n",
        b": only a comment\n\n",
        deep.as_bytes(),
        &garbage,
    ] {
        survives(input);
    }
}

#[test]
fn shapes_of_others() {
    for input in [
        r#"{"choices":[]}"#,
        r#"{"choices":[{}]}"#,
        r#"{"choices":{"a":1}}"#,
        r#"{"choices":[{"message":{"role":7,"content":{"a":1},"tool_calls":"x","reasoning_details":"y"}}]}"#,
        r#"{"content":[{"type":"text","text":"hi"}],"stop_reason":"end_turn"}"#,
        r#"{"content":"hi"}"#,
        r#"{"candidates":[{"content":{"parts":[{"text":"hi"}]}}]}"#,
        r#"{"output":[{"type":"message"}]}"#,
        r#"{"error":{"message":"no","code":"400"}}"#,
        r#"{"error":"no"}"#,
        r#"[{"error":{"code":400,"message":"no"}}]"#,
        r#"{"messages":[]}"#,
        r#"{"messages":"x"}"#,
        r#"{"messages":[7,null,{"role":"assistant"},{"role":"nobody","content":[[]]}],"tools":5}"#,
        r#"{"messages":[{"role":"user","content":"a"}],"messages":[{"role":"user","content":"b"}]}"#,
        r#"{"throughline":1}"#,
        r#"{"throughline":1,"role":"assistant","parts":[{"reasoning":7}]}"#,
        r#"{"throughline":1,"role":"assistant","parts":[{"later":{}}]}"#,
        r#"{"throughline":2,"role":"user"}"#,
        r#"{"throughline":"one","role":"user"}"#,
        r#"{"throughline":1,"request":{"api":"unheard_of","members":[["model",7]]}}"#,
    ] {
        survives(input.as_bytes());
    }
}

#[test]
fn every_cut_of_a_reply_a_request_and_of_lines() {
    let reply =
        r#"{"choices":[{"message":{"content":"é","reasoning_content":"\ud83d\ude00"},"finish_reason":"stop"}]}"#;
    for whole in [reply.as_bytes(), LINES.as_bytes()] {
        for end in (0..whole.len()).step_by(7) {
            for args in [&["capture", "--route", CHAT][..], &["project", "--route", CHAT]] {
                let output = run(args, &whole[..end]);
                assert!(
                    matches!(output.status.code(), Some(0 | 3 | 4)) && !text(&output.stderr).contains("panicked"),
                    "{args:?} {end}"
                );
            }
        }
    }
}

#[test]
fn a_line_that_is_wrong_is_named() {
    let args = ["project", "--route", CHAT];
    for (input, want) in [
        (
            format!("{LINES}\n{{\"role\":\"user\"}}\n"),
            "line 6: not a stored turn: the member `throughline` with a schema number is missing; `throughline ingest` reads a request, `throughline capture` a reply",
        ),
        (
            format!("{LINES}{{\"throughline\":1,\"role\":\"user\""),
            "line 5: not a stored turn: EOF while parsing an object at column 30",
        ),
        (
            format!("{LINES}{{\"throughline\":9,\"role\":\"user\"}}"),
            "line 5: schema 9 is newer than 1, the newest that this version reads: update throughline",
        ),
        (format!("{LINES}{LINES}"), "line 5: a second request line, the first is line 1"),
    ] {
        assert_eq!(failure(&args, input), (3, format!("throughline: {want}\n")));
    }
    let mut latin = LINES.as_bytes().to_vec();
    latin.extend_from_slice(b"{\"throughline\":1,\"role\":\"us\xe9r\"}\n");
    assert_eq!(failure(&args, latin), (3, "throughline: line 5: not utf-8 at byte 27\n".to_owned()));
}

#[test]
fn marks_returns_and_blank_lines_are_nothing() {
    let args = ["project", "--route", CHAT];
    let windows = format!("\u{feff}\r\n{}\r\n", LINES.replace('\n', "\r\n\r\n"));
    assert_eq!(stdout(&args, windows), stdout(&args, LINES));
    let reply = r#"{"choices":[{"message":{"content":"a"},"finish_reason":"stop"}]}"#;
    let capture = ["capture", "--route", CHAT];
    assert_eq!(stdout(&capture, format!("\u{feff}{reply}\r\n")), stdout(&capture, reply));
}

#[test]
fn a_lone_surrogate_travels_as_it_came() {
    let reply =
        r#"{"choices":[{"message":{"content":"a\ud800","reasoning_content":"\udc00b"},"finish_reason":"stop"}]}"#;
    let line = stdout(&["capture", "--route", CHAT], reply);
    let body = stdout(&["project", "--route", CHAT], line);
    assert_eq!(
        body,
        r#"{"model":"m","messages":[{"role":"assistant","content":"a\ud800","reasoning_content":"\udc00b"}]}"#
    );
}

#[test]
fn ten_megabytes_in_a_line() {
    let long = "x".repeat(10 << 20);
    let line = format!("{{\"throughline\":1,\"role\":\"user\",\"parts\":[{{\"text\":{{\"text\":\"{long}\"}}}}]}}\n");
    let body = stdout(&["project", "--route", CHAT], &line);
    assert_eq!(body.len(), long.len() + r#"{"model":"m","messages":[{"role":"user","content":""}]}"#.len());
    assert!(stdout(&["explain", "--route", CHAT], &line).len() < 2_000, "content is not shown");
}

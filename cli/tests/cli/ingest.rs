//! `ingest`: one line for the request, one a turn, and back to the same bytes.
use crate::run::{failure, stdout};

const BODY: &str = concat!(
    r#"{"model":"m","tools":[{"type":"function","function":{"name":"f","parameters":{}}}],"messages":[{"role":"system","content":"be brief"},"#,
    r#"{"role":"user","content":"q"},{"role":"assistant","reasoning_content":"why","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},"#,
    r#"{"role":"tool","tool_call_id":"c1","content":"r"},{"role":"user","content":[{"type":"text","text":"next"}]}],"temperature":0.70,"stream":true}"#
);

#[test]
fn a_request_line_then_a_line_a_turn() {
    let lines = stdout(&["ingest", "--route", "deepseek/m"], BODY);
    let starts = [
        r#"{"throughline":1,"request":{"api":"chat_completions","tools":["#,
        r#"{"throughline":1,"role":"system","#,
        r#"{"throughline":1,"role":"user","#,
        r#"{"throughline":1,"role":"assistant","#,
        r#"{"throughline":1,"role":"tool","#,
        r#"{"throughline":1,"role":"user","#,
    ];
    assert_eq!(lines.lines().count(), starts.len());
    for (line, start) in lines.lines().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    assert!(lines.ends_with('\n') && lines.contains(r#"["temperature",0.70]"#) && lines.contains(r#""how":"claimed""#));
}

#[test]
fn through_ingest_and_project_to_the_same_bytes() {
    for route in ["deepseek/m", "openrouter/m", "ollama/m"] {
        let there = stdout(&["ingest", "--route", route], BODY);
        let back = stdout(&["project", "--route", route], there);
        let again = stdout(&["ingest", "--route", route], &back);
        assert_eq!(stdout(&["project", "--route", route], again), back, "{route}");
    }
    let lines = stdout(&["ingest", "--route", "deepseek/m"], BODY);
    assert_eq!(stdout(&["project", "--route", "deepseek/m"], lines), BODY);
}

#[test]
fn wrong_requests_are_told() {
    for (input, want) in [
        ("", "request: empty, nothing to read"),
        ("[]", "request: expected "),
        ("{\"messages\":[}", "request: not valid json: "),
        ("{\"model\":\"m\"}", "messages: expected a list, found nothing"),
    ] {
        let (code, said) = failure(&["ingest", "--route", "deepseek/m"], input);
        assert_eq!(code, 3, "{said}");
        assert!(said.starts_with(&format!("throughline: {want}")), "{said}");
    }
}

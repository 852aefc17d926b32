//! `project`: the exact bytes of each kind of route.
use crate::run::{LINES, failure, file, stdout};

fn body(route: &str) -> String {
    stdout(&["project", "--route", route], LINES)
}

#[test]
fn the_exact_body_of_each_kind_of_route() {
    let call = r#""tool_calls":[{"id":"call_1","type":"function","function":{"name":"f","arguments":"{}"}}]}"#;
    let chat = |model: &str, head: &str, message: &str| {
        format!(
            "{{\"model\":\"{model}\",{head}\"messages\":[{{\"role\":\"user\",\"content\":\"q\"}},{{\"role\":\"assistant\",{message}{call},{{\"role\":\"tool\",\"tool_call_id\":\"call_1\",\"content\":\"r\"}}]}}"
        )
    };
    let said = r#""content":null,"reasoning_content":"why","#;
    for (route, want) in [
        ("deepseek/m", chat("m", "", r#""reasoning_content":"why","#)),
        ("groq/m", chat("m", "", r#""content":null,"#)),
        ("cerebras/m", chat("m", "", r#""content":null,"#)),
        ("together/m", chat("m", "", said)),
        ("ollama/m", chat("m", "", r#""content":null,"reasoning_content":"why","reasoning":"why","#)),
        ("zai/glm-5", chat("glm-5", r#""thinking":{"type":"enabled","clear_thinking":false},"#, said)),
        ("kimi/kimi-k2.6", chat("kimi-k2.6", r#""thinking":{"type":"enabled","keep":"all"},"#, said)),
    ] {
        assert_eq!(body(route), want, "{route}");
    }
}

#[test]
fn no_line_end_and_nothing_without_a_request_line() {
    assert!(!body("groq/m").ends_with('\n'));
    let turns: String = LINES.lines().skip(1).map(|line| format!("{line}\n")).collect();
    assert_eq!(stdout(&["project", "--route", "groq/m"], turns), body("groq/m"));
    // A step before that failed wrote nothing: that is no conversation.
    for nothing in ["", " \n\r\n"] {
        let (code, words) = failure(&["project", "--route", "groq/m"], nothing);
        assert_eq!((code, words.as_str()), (3, "throughline: no lines: expected a request line, or a line a turn\n"));
    }
}

#[test]
fn a_file_is_as_good_as_a_pipe() {
    let lines = file("lines.jsonl", LINES);
    assert_eq!(stdout(&["project", "--route", "groq/m", lines.to_str().unwrap()], ""), body("groq/m"));
}

#[test]
fn a_base_url_decides_where_the_provider_does_not() {
    let at = |url: &str| stdout(&["project", "--route", "custom/m", "--base-url", url], LINES);
    assert!(!at("https://api.groq.com/openai/v1").contains("why"));
    assert!(at("http://192.168.0.7:8000/v1").contains(r#""reasoning":"why""#));
    assert!(!at("https://example.com/v1").contains(r#""reasoning":"why""#));
    let messages =
        stdout(&["project", "--route", "custom/m", "--base-url", "h.example", "--api", "anthropic_messages"], LINES);
    assert!(
        messages.contains(r#"{"type":"tool_use","id":"call_1","name":"f","input":{}}"#) && !messages.contains("why")
    );
}

//! The program, run: it finds both adapters, and each route is sent the thought where it reads one.
use std::process::Command;

#[test]
fn both_adapters_are_found_and_every_route_gets_the_thought() {
    let output = Command::new(env!("CARGO_BIN_EXE_uses-outside-adapters")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let found: Vec<&str> = text.lines().take(3).flat_map(str::split_whitespace).collect();
    assert_eq!(found, ["cohere", "throughline-cohere", "ollama", "throughline-ollama", "chat", "throughline-chat"]);
    let said: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim().split_once(r#"{"role":"assistant","#))
        .map(|(_, said)| said)
        .collect();
    let begins = [
        r#""content":"","thinking":"The clock knows.","tool_calls":[{"id":"call_1","function":"#,
        r#""content":[{"type":"thinking","thinking":"The clock knows."}],"tool_calls":[{"id":"call_1","type":"function","#,
        r#""tool_plan":"The clock knows.","tool_calls":[{"id":"call_1","#,
        r#""content":null,"reasoning_content":"The clock knows.","tool_calls":[{"id":"call_1","#,
    ];
    assert_eq!(said.len(), begins.len());
    for (said, begins) in said.iter().zip(begins) {
        assert!(said.starts_with(begins), "{said}");
    }
}

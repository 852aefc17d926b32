//! `routes`: the table for people, documents and programs.
use crate::run::{run, stdout};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(args, "")).unwrap()
}
fn names(rows: &Value) -> Vec<&str> {
    rows.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect()
}

#[test]
fn every_row_of_the_mission_is_there() {
    let rows = json(&["routes", "--json"]);
    for (name, reads) in [
        ("openrouter", "reasoning_content, reasoning, reasoning_details"),
        ("kilocode", "reasoning_content, reasoning, reasoning_details"),
        ("vercel", "reasoning_content, reasoning, reasoning_details"),
        ("nous", "reasoning_content, reasoning, reasoning_details"),
        ("novita", "reasoning_content, reasoning_details"),
        ("minimax", "reasoning_content, reasoning_details"),
        ("tencent-tokenhub", "reasoning_content, reasoning_details"),
        ("local", "reasoning_content, reasoning"),
        ("otherwise", "reasoning_content"),
        ("mistral", "thinking blocks (strict)"),
        ("groq", "nothing (strict)"),
        ("cerebras", "nothing (strict)"),
        ("sambanova", "nothing (strict)"),
        ("hunyuan", "nothing (strict)"),
        ("anthropic", "thinking blocks, redacted_thinking blocks, compaction blocks"),
        (
            "invoke-claude-loop",
            "thinking blocks, redacted_thinking blocks, compaction blocks; of the tool loop in flight alone",
        ),
        (
            "bedrock-claude-bound",
            "signature blocks, redactedContent blocks, reasoningContent blocks; bound to the prefix, and behind another one withheld",
        ),
        ("bedrock", "nothing"),
    ] {
        let row = rows.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(row["reads"], reads, "{name}");
        assert!(row["since"].as_str().unwrap().starts_with("202"), "{name}");
        let evidence = row["evidence"].as_str().unwrap();
        assert!(evidence.starts_with("https://") || evidence == "unverified", "{name}");
    }
    let column = |column: &str| -> Vec<String> {
        let says = rows.as_array().unwrap().iter().filter_map(|row| row[column].as_str());
        says.map(str::to_owned).collect()
    };
    let signed = "on tool turns, else \"skip_thought_signature_validator\"";
    let blank = ["reasoning_content on tool turns, else \" \"", "thinking on tool turns, else \" \""];
    let required = |says: &str| blank.contains(&says) || says.ends_with(signed);
    assert!(column("required").iter().all(|says| required(says)));
    for flag in ["thinking.clear_thinking: false", "preserve_thinking: true", "thinking.keep: \"all\""] {
        assert!(column("flags").iter().any(|says| says == flag), "{flag}");
    }
}

#[test]
fn a_row_is_a_line() {
    let rows = names(&json(&["routes", "--json"])).len();
    let table = stdout(&["routes"], "");
    assert_eq!(table.lines().count(), rows + 1);
    let groq = table.lines().find(|line| line.starts_with(" groq ")).unwrap();
    assert!(
        groq.contains("groq, groq.com") && groq.contains("nothing (strict)") && groq.contains("https://"),
        "{groq}"
    );
}

#[test]
fn markdown_is_a_table_of_seven_columns() {
    let markdown = stdout(&["routes", "--markdown"], "");
    let mut lines = markdown.lines();
    assert_eq!(lines.next(), Some("| row | routes | reads | required | flags | since | evidence |"));
    assert_eq!(lines.next(), Some("|---|---|---|---|---|---|---|"));
    for line in lines {
        assert_eq!(line.replace("\\|", "").matches('|').count(), 8, "{line}");
    }
    assert_eq!(stdout(&["routes", "--markdown"], ""), markdown, "the same every time");
}

#[test]
fn a_model_narrows_the_rows() {
    let all = json(&["routes", "--json"]);
    let glm = json(&["routes", "--json", "--model", "z-ai/GLM-5"]);
    assert!(names(&all).contains(&"kimi-keep") && !names(&glm).contains(&"kimi-keep"));
    assert!(names(&glm).contains(&"glm-keep") && names(&glm).contains(&"openrouter"));
}

#[test]
fn all_tells_where_providers_are() {
    let all = json(&["routes", "--json", "--all"]);
    let groq = all["providers"].as_array().unwrap().iter().find(|provider| provider["id"] == "groq").unwrap();
    assert_eq!(groq["key"], "GROQ_API_KEY");
    assert_eq!(groq["bases"][0].to_string(), r#"["chat_completions","https://api.groq.com/openai/v1"]"#);
    assert_eq!(names(&all["rows"]), names(&json(&["routes", "--json"])));
    let text = stdout(&["routes", "--all"], "");
    assert!(text.contains("HF_TOKEN") && text.contains("https://router.huggingface.co/v1"));
    assert_eq!(run(&["routes", "--all", "--markdown"], "").status.code(), Some(2));
}

#[test]
fn claude_has_its_rows_by_generation_under_every_name() {
    let rows = |model: &str| {
        let rows = json(&["routes", "--json", "--model", model]);
        let names = names(&rows).into_iter().map(str::to_owned);
        names
            .filter(|name| ["bedrock", "vertex-", "foundry-", "invoke-"].iter().any(|door| name.starts_with(door)))
            .collect::<Vec<_>>()
    };
    for (model, converse, others) in [
        ("us.anthropic.claude-opus-4-8-v1:0", "bedrock-claude", ["vertex-claude", "foundry-claude", "invoke-claude"]),
        (
            "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-sonnet-4-5-20250929-v1:0",
            "bedrock-claude-loop",
            ["vertex-claude-loop", "foundry-claude-loop", "invoke-claude-loop"],
        ),
        (
            "us-gov.anthropic.claude-opus-5-5-v1:0",
            "bedrock-claude-bound",
            ["vertex-claude-bound", "foundry-claude-bound", "invoke-claude-bound"],
        ),
    ] {
        let found = rows(model);
        for name in others.into_iter().chain([converse]) {
            assert!(found.iter().any(|row| row == name), "{model} {name}: {found:?}");
        }
    }
    // Nobody can say what stands behind a profile, unless its owner does.
    let profile = "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc";
    assert!(!rows(profile).iter().any(|row| row.starts_with("bedrock-")), "{:?}", rows(profile));
    assert!(rows(profile).iter().any(|row| row == "bedrock"));
    assert!(rows(&format!("{profile}#anthropic.claude-opus-4-8")).iter().any(|row| row == "bedrock-claude"));
    assert!(rows("what.ever-v1:0").iter().any(|row| row == "bedrock"));
}

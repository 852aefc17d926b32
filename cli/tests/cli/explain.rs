//! `explain`: fates, rows, evidence and prefixes; and never a word of the conversation.
use crate::run::{LINES, file, run, stdout, text};
use serde_json::Value;

fn json(args: &[&str], input: &str) -> Value {
    serde_json::from_str(&stdout(&[&["explain", "--json"], args].concat(), input)).unwrap()
}

#[test]
fn a_carrier_that_is_sent_with_its_rows() {
    let explained = json(&["--route", "deepseek/m"], LINES);
    let carrier = &explained["carriers"][0];
    for (key, want) in [
        ("role", "assistant"),
        ("at", "message 0"),
        ("kind", "reasoning_content"),
        ("issuer", "deepseek"),
        ("fate", "sent"),
        ("rule", "deepseek"),
        ("reason", "the route reads it"),
        ("evidence", "https://api-docs.deepseek.com/guides/thinking_mode"),
        // Of `"why"` with its quotes.
        ("hash", "1566d618b9ad05f5"),
    ] {
        assert_eq!(carrier[key], want, "{key}");
    }
    assert_eq!((&carrier["turn"], &carrier["bytes"], &carrier["tokens"]), (&1.into(), &5.into(), &2.into()));
    assert_eq!(carrier["keys"].to_string(), r#"["reasoning_content"]"#);
    let required = &explained["columns"]["required"];
    assert_eq!((&required["name"], &required["layer"]), (&"deepseek-echo".into(), &"general".into()));
    assert!(required["since"].is_string() && required["why"].is_string() && explained["columns"]["flags"].is_null());
    assert_eq!(explained["fields"].to_string(), r#"[{"key":"reasoning_content","turns":1}]"#);
    let body = stdout(&["project", "--route", "deepseek/m"], LINES);
    assert_eq!(explained["body"]["bytes"], body.len());
    assert!(explained.get("previous").is_none());
}

#[test]
fn withheld_padded_and_two_keys() {
    let withheld = &json(&["--route", "groq/m"], LINES)["carriers"][0];
    assert_eq!(
        (&withheld["fate"], &withheld["rule"], &withheld["keys"]),
        (&"withheld".into(), &"groq".into(), &Value::Array(vec![]))
    );
    let bare = LINES
        .replace(r#""carriers":[{"kind":"reasoning_content","issuer":"deepseek","payload":"why","text":""}],"#, "");
    let padded = &json(&["--route", "kimi/m"], &bare)["carriers"][0];
    assert_eq!(
        (&padded["fate"], &padded["rule"], &padded["at"]),
        (&"padded".into(), &"kimi-echo".into(), &Value::Null)
    );
    let both = &json(&["--route", "ollama/m"], LINES)["carriers"][0];
    assert_eq!(
        (both["keys"].to_string(), both["text_keys"].to_string()),
        (r#"["reasoning_content"]"#.into(), r#"["reasoning"]"#.into())
    );
}

#[test]
fn the_text_for_a_person() {
    let explained = stdout(&["explain", "--route", "zai/glm-5"], LINES);
    let want = [
        "zai/glm-5 at https://api.z.ai/api/paas/v4 (chat_completions)",
        "",
        "reads     otherwise: reasoning_content [general]",
        "flags     glm-keep: thinking.clear_thinking: false [general]",
        "    1  message 0  reasoning_content  sent  the route reads it (otherwise)      5       2  1566d618",
        "request member `thinking`: {\"type\":\"enabled\",\"clear_thinking\":false}: keeps the thinking of earlier turns (glm-keep)",
        "keys      reasoning_content in 1 of 3 turns",
    ];
    let lines: Vec<&str> = explained.lines().collect();
    for line in want {
        assert!(lines.contains(&line), "{line}\n{explained}");
    }
}

#[test]
fn nothing_of_the_conversation_is_shown() {
    let secret = LINES
        .replace("why", "s3cret thought")
        .replace("\"q\"", "\"s3cret question\"")
        .replace("\"r\"", "\"s3cret result\"");
    for route in ["deepseek/m", "groq/m", "mistral/m", "openrouter/m", "anthropic/m"] {
        for json in [&[][..], &["--json"]] {
            let output = run(&[&["explain", "--route", route], json].concat(), &secret);
            assert!(!text(&output.stdout).contains("s3cret") && output.stderr.is_empty(), "{route}");
        }
    }
}

#[test]
fn ids_that_are_rewritten_and_calls_that_stay_are_noted() {
    let notes = json(&["--route", "mistral/m"], LINES)["notes"].clone();
    assert_eq!(notes.as_array().unwrap().len(), 2);
    assert_eq!((&notes[0]["turn"], &notes[0]["why"]), (&1.into(), &"the host demands ids of another form".into()));
    let cut = LINES.replace(r#""ending":{"stop":"tool_calls"}"#, r#""ending":"cut""#);
    let notes = json(&["--route", "deepseek/m"], &cut)["notes"].clone();
    let stays = notes.as_array().unwrap().iter().find(|note| note["what"] == "part 0 stays").unwrap();
    assert_eq!((&stays["turn"], &stays["why"]), (&1.into(), &"the reply was cut before it was finished".into()));
}

#[test]
fn a_prefix_that_is_kept_and_one_that_is_not() {
    let earlier = file("earlier.jsonl", LINES);
    let earlier = earlier.to_str().unwrap();
    let previous = |input: &str| json(&["--route", "deepseek/m", "--previous", earlier], input)["previous"].clone();
    let next = format!("{LINES}{}\n", r#"{"throughline":1,"role":"user","parts":[{"text":{"text":"next"}}]}"#);
    assert_eq!(previous(&next).to_string(), r#"{"kept":true}"#);
    let edited = previous(&next.replace("\"text\":\"q\"", "\"text\":\"Q\""));
    let first = &edited["first_difference"];
    assert_eq!((&edited["kept"], &first["place"], &first["turn"]), (&false.into(), &"turn".into(), &0.into()));
    // `{"model":"m","messages":[{"role":"user","content":"` is 51 bytes.
    assert_eq!((&first["byte"], &first["why"]), (&51.into(), &"the turn itself was changed".into()));
    let said = stdout(&["explain", "--route", "deepseek/m", "--previous", earlier], &next);
    assert!(said.ends_with("previous  prefix kept: the earlier messages are a byte prefix of these\n"), "{said}");
    let said = stdout(
        &["explain", "--route", "deepseek/m", "--previous", earlier],
        next.replace("\"text\":\"q\"", "\"text\":\"Q\""),
    );
    assert!(said.ends_with("previous  differs at byte 51, turn 0: the turn itself was changed\n"), "{said}");
}

#[test]
fn an_earlier_file_that_is_wrong_is_named() {
    let wrong = file("wrong.jsonl", "{}\n");
    let wrong = wrong.to_str().unwrap();
    let output = run(&["explain", "--route", "deepseek/m", "--previous", wrong], LINES);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).starts_with(&format!("throughline: {wrong}: line 1: not a stored turn: ")));
}

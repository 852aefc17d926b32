//! `explain`: fates, rows, evidence and prefixes; and never a word of the conversation.
use crate::{
    home::{Home, QUESTION},
    run::{LINES, file, run, stdout, text},
};
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

/// A session with Claude, exported; its file.
fn exported(name: &str, model: &str, edit: impl Fn(String) -> String) -> String {
    let home = Home::new(name);
    home.session(&format!("sim/anthropic/{model}"));
    home.says(&["chat", "--resume", "last", QUESTION]);
    let lines = edit(home.says(&["sessions", "export", "last"]));
    file(&format!("{name}.jsonl"), lines).to_str().unwrap().to_owned()
}

/// Fate and reason of each carrier at one of Claude's doors.
fn fates(model: &str, file: &str, more: &[&str]) -> Vec<(String, String)> {
    let doors = [
        (format!("anthropic/{model}"), "https://api.anthropic.com"),
        (
            format!("vertex/{model}"),
            "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/anthropic",
        ),
        (format!("azure-foundry/{model}"), "https://r.services.ai.azure.com/anthropic"),
        (format!("bedrock/us.anthropic.{model}-v1:0"), "https://bedrock-runtime.us-east-1.amazonaws.com"),
    ];
    let mut all = doors.iter().map(|(route, url)| {
        let explained = json(&[&["--route", route, "--base-url", url, file], more].concat(), "");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let carriers = explained["carriers"].as_array().unwrap().clone();
        carriers.iter().map(|carrier| (text(&carrier["fate"]), text(&carrier["reason"]))).collect::<Vec<_>>()
    });
    let first = all.next().unwrap();
    assert!(all.all(|other| other == first), "every door of Claude is told the same");
    first
}

#[test]
fn a_bound_seal_says_what_changed_before_it() {
    let model = "claude-fable-5-1";
    let went = fates(model, &exported("bound-kept", model, |lines| lines), &[]);
    assert!(went.len() == 3 && went.iter().all(|(fate, _)| fate == "sent"), "{went:?}");

    let asked = exported("bound-asked", model, |lines| lines.replace("How is the weather", "How was the weather"));
    let system = r#"{"throughline":1,"role":"system","parts":[{"text":{"text":"Be brief."}}]}"#;
    let briefed = exported("bound-briefed", model, |lines| {
        let (head, rest) = lines.split_once('\n').unwrap();
        format!("{head}\n{system}\n{rest}")
    });
    for (file, want) in [(&asked, "turn 0 (user) changed"), (&briefed, "the system prompt changed")] {
        let stays = fates(model, file, &[]);
        assert_eq!(stays[0], ("withheld".to_owned(), format!("sealed under another prefix: {want}")));
        assert!(stays.iter().all(|(fate, _)| fate == "withheld"), "{stays:?}");
    }

    // The user's own word on it: the server is to drop what does not hold, or nothing is sent.
    let row = |policy: &str| {
        let row = format!(
            r#"
[[rule]]
name = "ours"
providers = ["anthropic", "vertex", "azure-foundry"]
apis = ["anthropic_messages"]
models = ["claude-fable-5*"]
reads = [{{ field = "thinking", form = "blocks", kind = "thinking_block", accepts = ["claude"], unsigned = false }}]
ids = "word"
bound = "{policy}"
"#
        );
        file(&format!("bound-{policy}.toml"), row).to_str().unwrap().to_owned()
    };
    let route = ["explain", "--route", "anthropic/claude-fable-5-1", &asked, "--rules"];
    let dropped = stdout(&[&route[..], &[&row("drop")]].concat(), "");
    assert!(dropped.contains(r#""block_binding":{"prefix_mismatch_behavior":"drop_block"}"#), "{dropped}");
    assert!(dropped.contains("(turn 0 (user) changed): the server is asked to drop it"), "{dropped}");
    let failed = run(&[&route[..], &[&row("fail")]].concat(), "");
    assert_eq!(failed.status.code(), Some(3), "{}", text(&failed.stderr));
    let said = text(&failed.stderr);
    assert!(said.contains("turn 0 (user) changed, and the row `ours` lets nothing be sent then"), "{said}");
}

#[test]
fn a_generation_that_forgets_is_sent_its_tool_loop_alone() {
    let model = "claude-sonnet-4-5";
    let fates = fates(model, &exported("loop", model, |lines| lines), &[]);
    let (last, left) = fates.split_last().unwrap();
    assert_eq!(last.0, "sent");
    for (fate, reason) in left {
        assert_eq!(
            (fate.as_str(), reason.as_str()),
            ("withheld", "the turn left the tool loop, and this model keeps no thinking of earlier turns")
        );
    }
}

#[test]
fn a_family_that_reads_no_thinking_is_sent_none() {
    let file = exported("stripped", "claude-opus-4-5", |lines| lines);
    let profile = "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc";
    for (model, fate, key) in [
        ("amazon.nova-pro-v1:0", "withheld", None),
        ("deepseek.r1-v1:0", "withheld", None),
        ("what.ever", "withheld", None),
        (profile, "withheld", None),
        (&format!("{profile}#anthropic.claude-opus-4-8"), "sent", Some("signature")),
        ("openai.gpt-oss-120b-1:0", "text sent", Some("reasoningText")),
    ] {
        let mut explain = crate::run::program(&["explain", "--json", "--route", &format!("bedrock/{model}"), &file]);
        let output = crate::run::answer(explain.env("AWS_REGION", "us-east-1"), b"");
        let explained: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
        let carriers = explained["carriers"].as_array().unwrap();
        assert!(carriers.len() == 3 && carriers.iter().all(|carrier| carrier["fate"] == fate), "{model}: {carriers:?}");
        assert_eq!(explained["fields"][0]["key"].as_str(), key, "{model}");
        // What stays stands among the carriers and is not told again.
        assert!(!explained["notes"].to_string().contains("stays"), "{model}: {}", explained["notes"]);
    }
}

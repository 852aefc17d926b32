//! What holds of every row.

use super::*;
use crate::provider::{REPORTED, Read, SYNTHETIC, Speech};
use crate::refusal::{Fill, Fills, fills};
use serde_json::Value;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Every row of words that the table has.
fn all_words() -> Vec<&'static Words> {
    let mut all: Vec<&Words> = WORDINGS.to_vec();
    for row in providers() {
        all.extend(match row.schema {
            Schema::Closed { words, .. } => Some(words),
            Schema::Open => None,
        });
        all.extend(row.params.map(|(_, words)| words));
        all.extend(row.refuses.iter().map(|(_, _, words)| *words));
        let echoes = row.echoes.iter().filter_map(|(_, echo)| echo.as_ref());
        all.extend(echoes.flat_map(|echo| [Some(echo.words), echo.streamed]).flatten());
        let pairing = &row.pairing;
        all.extend(
            [pairing.open, pairing.orphan, pairing.order, pairing.id.as_ref().map(|form| form.words)]
                .into_iter()
                .flatten(),
        );
        all.extend([row.forced, row.nest].into_iter().flatten());
        all.extend([row.envelope, row.required]);
        for speak in row.speaks {
            all.extend(speak.upstreams.iter().map(|upstream| upstream.bad));
            match speak.speech {
                Speech::Details(details) => all.extend([details.missing, details.twice].into_iter().flatten()),
                Speech::Opaque(opaque) | Speech::Blocks(opaque) => all.extend([opaque.bad, opaque.bad_call]),
                _ => {}
            }
        }
    }
    all.extend([&UNKNOWN_NAME, &INVALID_VALUE, &ONEOF, &ROLE, &EMPTY_PART]);
    all
}

fn sample(text: &str) -> Fills {
    let mut fills = fills! {
        "at": 2usize, "next": 4usize, "part": 0usize, "position": 2usize, "status": 400usize, "message": "m", "kind": "k",
        "field": text, "dotted": text, "bracketed": text, "where": "messages.2", "value": "v\"", "id": "x", "upstream": "u",
        "raw": "{\"a\":1}", "canonical": "INVALID_ARGUMENT", "path": "contents[2]", "complaint": "(TYPE_BYTES), \"x\"",
        "place": " at 'messages[2]'", "problem": "#: x", "tag": "toolUse",
    };
    fills.push(("named", Fill::Json(String::new())));
    fills.push(("loc", Fill::Json(format!("\"{text}\""))));
    fills.push(("input", Fill::Json("\"\\n\"".to_owned())));
    fills
}

#[test]
fn words_are_json_and_say_where_they_were_seen() {
    let mut names = HashSet::new();
    for words in all_words() {
        let body = words.say(&sample("reasoning_content")).body;
        assert!(!body.contains("{at}") && !body.contains("{field}") && !body.contains("{each}"), "{body}");
        // These two stand inside of something else.
        let json = body.trim_start_matches("data:");
        assert!(serde_json::from_str::<Value>(json).is_ok() || body.starts_with("Gemini models require"), "{body}");
        let known = words.evidence.starts_with("https://") || [SYNTHETIC, REPORTED].contains(&words.evidence);
        assert!(known, "{} {}", words.name, words.evidence);
        names.insert(words.name);
    }
    assert!(names.len() > 40, "{}", names.len());
}

#[test]
fn what_stands_for_a_message_says_where_it_was_seen() {
    let bedrock = provider("bedrock").unwrap();
    for words in bedrock::words() {
        let body = crate::refusal::Refusal::worded(bedrock, words, &sample("x")).body;
        let message = serde_json::from_str::<Value>(&body).unwrap()["message"].as_str().unwrap().to_owned();
        assert!(!message.contains(['{', '}']), "{message}");
        assert!(words.evidence.starts_with("https://") || [SYNTHETIC, REPORTED].contains(&words.evidence));
    }
}

#[test]
fn names_and_doors() {
    let mut names = HashSet::new();
    for row in providers() {
        for name in row.names() {
            assert!(names.insert(name), "{name} is two providers");
            assert_eq!(provider(&name.to_uppercase()).map(|found| found.name), Some(row.name));
        }
        let usual = match row.wire {
            Wire::Chat => "/chat/completions",
            Wire::Messages | Wire::Converse => "",
            Wire::Generate => "/models/m:streamGenerateContent",
        };
        // These doors are as many as hosts: the first one's own path leads there.
        let usual = if usual.is_empty() {
            row.doors[0].path.replace("{version}", "v1").replace(['{', '}'], "")
        } else {
            format!("{}{usual}", row.base)
        };
        let (found, entry) = at(row.folder(), &usual, "alt=sse").unwrap();
        assert_eq!((found.name, entry.is_some_and(|entry| entry.events)), (row.name, true));
        assert!(!row.about.is_empty(), "{}", row.name);
        let body = crate::provider::Body::new();
        let speaks = row.wire != Wire::Chat || row.speak("anything", &body).is_some();
        assert!(speaks, "{}: a model that no row fits", row.name);
    }
}

#[test]
fn a_host_reads_what_it_writes_or_says_why_not() {
    // These show thinking and want none of it back.
    let deaf = ["hunyuan", "sambanova", "xai"];
    for row in providers().filter(|row| row.wire == Wire::Chat && !deaf.contains(&row.name)) {
        for speak in row.speaks {
            let heard = match &speak.speech {
                Speech::Silent | Speech::Opaque(_) | Speech::Blocks(_) => true,
                Speech::Signed(_) => row.backend.is_some(),
                Speech::Text(keys) => keys.iter().any(|key| row.reads.contains(&Read::Text(key))),
                Speech::Details(_) => row.reads.contains(&Read::Details),
                Speech::Chunks => row.reads.contains(&Read::Chunks),
                Speech::Inline => row.reads.contains(&Read::Inline),
            };
            assert!(heard, "{} {}", row.name, speak.when.model);
        }
    }
}

#[test]
fn generations() {
    for (model, name) in [
        ("anthropic/claude-opus-4.5", "claude-opus-4-5"),
        ("claude-opus-4-5-20251101", "claude-opus-4-5"),
        ("claude-haiku-4-5@20251001", "claude-haiku-4-5"),
        ("Claude-Sonnet-5", "claude-sonnet-5"),
        ("us.anthropic.claude-opus-4-5-20251101-v1:0", "claude-opus-4-5"),
        ("us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5"),
        ("arn:aws:bedrock:us-east-1:1:inference-profile/eu.anthropic.claude-opus-5-5", "claude-opus-5-5"),
        ("claude-opus-5-5-v2", "claude-opus-5-5"),
    ] {
        assert_eq!(generation(model), name);
    }
}

/// Bodies that were quoted in public and are not for this crate to say, with the reason.
const NOT_OURS: &[(&str, &str)] = &[
    ("Error from provider (Console)", "a relay's words around it"),
    ("cannot specify both", "a parameter"),
    ("(expected type object) is illegal", "a parameter"),
    ("`text` is not present", "another fault of the message"),
    ("extra_forbidden on assistant.reasoning_content", "a paraphrase"),
    ("copilot anthropic_messages", "another door of that vendor"),
    ("does not support reasoning effort", "a parameter"),
    ("OpenAI completion error", "a client's words around it"),
    ("function call `xxx` in the 5. content block", "a name without its space"),
    ("Thought signature is not valid", "the words of another front of the same host"),
];

#[test]
fn quoted_bodies_are_said() {
    const TEST: &str = "quoted_bodies_are_said";
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus/dev");
    let folder = std::env::var_os("THROUGHLINE_CORPUS").map_or(beside, PathBuf::from);
    let Ok(text) = std::fs::read_to_string(folder.join("../errors_quoted.json")) else {
        let required = std::env::var("THROUGHLINE_REQUIRE").is_ok_and(|list| list.contains("corpus"));
        assert!(!required, "{TEST}: the corpus is required and absent");
        println!("skipped: {TEST}: no corpus");
        return;
    };
    let of = |field: &'static str| all_words().into_iter().map(move |words| words.say(&sample(field)).body);
    let worded = gemini::words()
        .into_iter()
        .map(|words| words.body.replace("{id}", "get_current_time").replace("{position}", "2"));
    let said =
        of("reasoning_content").chain(of("reasoning")).chain(claude::messages()).chain(doors::messages()).chain(worded);
    let said: Vec<String> = said.collect();
    let said: HashSet<String> = said.iter().flat_map(|body| leaves(body)).collect();
    let quoted: Value = serde_json::from_str(&text).unwrap();
    let mut compared = 0;
    for quote in quoted["errors"].as_array().unwrap() {
        let (provider, api) = (quote["provider"].as_str().unwrap(), quote["api"].as_str().unwrap());
        let ours = [
            "deepseek",
            "moonshot",
            "mimo",
            "groq",
            "cerebras",
            "mistral",
            "openrouter",
            "anthropic",
            "gemini",
            "vertex",
            "copilot",
        ];
        let body = quote["body"].as_str().map_or_else(|| quote["body"].to_string(), str::to_owned);
        let place = format!("{provider} {api}");
        let skipped = NOT_OURS.iter().any(|(what, _)| body.contains(what) || place == *what);
        if !ours.contains(&provider) || skipped {
            continue;
        }
        let known = leaves(&body).iter().any(|leaf| leaf.len() > 25 && said.contains(leaf));
        assert!(known, "{place}: {body}");
        compared += 1;
    }
    println!("{compared} quoted bodies compared");
}

/// The strings of a body, quotes of code and numbers aside: those two are what quoting loses.
fn leaves(body: &str) -> HashSet<String> {
    fn walk(value: &Value, into: &mut HashSet<String>) {
        match value {
            Value::String(text) => {
                into.insert(
                    text.replace('`', "")
                        .replace("  ", " ")
                        .replace("[X]", "[1]")
                        .split(|c: char| c.is_ascii_digit())
                        .filter(|part| !part.is_empty())
                        .collect::<Vec<_>>()
                        .join("#"),
                );
                if let Ok(inner) = serde_json::from_str::<Value>(text.trim_start_matches("data:")) {
                    walk(&inner, into);
                }
            }
            Value::Array(list) => list.iter().for_each(|value| walk(value, into)),
            Value::Object(members) => members.values().for_each(|value| walk(value, into)),
            _ => {}
        }
    }
    let mut all = HashSet::new();
    let value = serde_json::from_str(body.trim_start_matches("data:")).unwrap_or_else(|_| Value::from(body));
    walk(&value, &mut all);
    all
}

//! `demo`: six routes, each with its own selection, without key and network.
use crate::run::{stdout, text};
use serde_json::Value;

fn stops() -> Vec<Value> {
    serde_json::from_str(&stdout(&["demo", "--json"], "")).unwrap()
}
fn stop<'a>(stops: &'a [Value], name: &str, asked: &str) -> &'a Value {
    let is = |stop: &&Value| stop["name"] == name && stop["asked"].as_str().unwrap().starts_with(asked);
    stops.iter().find(is).unwrap_or_else(|| panic!("{name} {asked}"))
}
/// The model's messages in a stop's body.
fn said(stop: &Value) -> Vec<&Value> {
    stop["body"]["messages"].as_array().unwrap().iter().filter(|message| message["role"] == "assistant").collect()
}

#[test]
fn each_route_is_sent_what_it_reads() {
    let stops = stops();
    let at = |name| stop(&stops, name, "openrouter");
    let gateway = said(at("openrouter"));
    assert_eq!(gateway[0]["reasoning_details"][0]["format"], "anthropic-claude-v1");
    assert!(gateway[0]["reasoning"].as_str().unwrap().starts_with("They want one night"));
    let deepseek = said(at("deepseek"));
    assert_eq!(deepseek[0]["reasoning_content"], gateway[0]["reasoning"]);
    assert_eq!(deepseek[1]["reasoning_content"], " ");
    assert_eq!(at("deepseek")["padded"], 1);
    for name in ["groq", "mistral"] {
        assert_eq!((&at(name)["sent"], &at(name)["reasoning_bytes"]), (&0.into(), &0.into()), "{name}");
        assert!(!at(name)["body"].to_string().contains("one night this week for"), "{name}");
    }
    let local = said(at("local"));
    assert_eq!(local[0]["reasoning_content"], gateway[0]["reasoning"]);
    assert_eq!(local[0]["reasoning"], gateway[0]["reasoning"]);
}

#[test]
fn seals_go_home_and_nowhere_else() {
    let stops = stops();
    let home = said(stop(&stops, "anthropic", "anthropic"));
    let kinds = |message: &Value| -> Vec<String> {
        message["content"].as_array().unwrap().iter().map(|block| block["type"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds(home[0]), ["thinking", "redacted_thinking", "tool_use"]);
    assert!(home[0]["content"][0]["signature"].is_string());
    let other = stop(&stops, "anthropic", "openrouter");
    assert!(said(other).iter().all(|message| !message.to_string().contains("\"thinking\"")));
    assert_eq!((&other["sent"], other["withheld"].as_u64() > Some(0)), (&0.into(), true));
}

#[test]
fn the_text_fits_and_gives_every_reason() {
    let text = stdout(&["demo"], "");
    let widest = text.lines().max_by_key(|line| line.chars().count()).unwrap();
    assert!(widest.chars().count() <= 100, "{widest}");
    for stop in stops() {
        assert!(text.contains(stop["explained"]["route"]["base_url"].as_str().unwrap()));
        for carrier in stop["explained"]["carriers"].as_array().unwrap() {
            assert!(carrier["reason"].as_str().is_some_and(|reason| !reason.is_empty()));
        }
    }
    for mark in ["▶", "◇", "✕"] {
        assert!(text.lines().any(|line| line.trim_start().starts_with(mark)), "{mark}");
    }
    assert!(text.contains("── summary "));
}

#[test]
fn one_route_and_its_exact_body() {
    let one = stdout(&["demo", "--route", "DeepSeek"], "");
    assert!(one.contains("api.deepseek.com") && !one.contains("api.groq.com") && !one.contains("── summary "));
    let verbose = stdout(&["demo", "--route", "deepseek", "--verbose"], "");
    let body = verbose.lines().find(|line| line.starts_with("{\"model\"")).unwrap();
    let all = stops();
    assert_eq!(serde_json::from_str::<Value>(body).unwrap(), stop(&all, "deepseek", "openrouter")["body"]);
    let _ = text(body.as_bytes());
}

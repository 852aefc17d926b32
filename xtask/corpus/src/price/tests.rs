//! Conversations that were charged as we say, or otherwise.
use super::*;
use crate::folder::Folder;

const FRAME: &str = r#"{"id":"talk--0N","provider":"deepseek","api":"chat_completions","host":"api.deepseek.com",
    "model":"deepseek-chat","multi_turn_group":{"id":"talk","index":N,"length":2},
    "request":{"path":"/chat/completions","body":BODY},"response":{"status":200,"body":REPLY}}"#;

/// Requests with what they were charged; each goes on from the one before.
fn talk(question: &str, charged: &[u64], beside: &str) -> Folder {
    let mut messages = String::new();
    let exchange = |(n, charged): (usize, &u64)| {
        messages += &format!(r#"{}{{"role":"user","content":"{question}"}}"#, if n > 0 { "," } else { "" });
        let body = format!(r#"{{"model":"deepseek-chat","messages":[{messages}]{beside}}}"#);
        let answer = r#"{"role":"assistant","content":"So it is."}"#;
        messages += &format!(",{answer}");
        let reply = format!(
            r#"{{"choices":[{{"index":0,"message":{answer},"finish_reason":"stop"}}],"usage":{{"prompt_tokens":{charged}}}}}"#
        );
        let text = FRAME.replace('N', &n.to_string()).replace("BODY", &body).replace("REPLY", &reply);
        serde_json::from_str(&text).unwrap()
    };
    Folder { exchanges: charged.iter().enumerate().map(exchange).collect(), broken: vec![] }
}

fn price(folder: &Folder) -> Report {
    run(&throughline::registry().unwrap(), folder, None)
}

/// About 1,250 tokens.
fn long() -> String {
    "Is a long question one that takes long to ask or long to answer? ".repeat(80)
}

#[test]
fn what_one_reply_reported_corrects_the_next_estimate() {
    let report = price(&talk(&long(), &[2000, 4010], ""));
    let [first, second] = report.estimates() else { panic!("{report}") };
    assert!(first.learned.is_none() && first.reports == 0 && first.recorded == 2000);
    assert!((1000..1500).contains(&first.cold), "{}", first.cold);
    assert_eq!(second.reports, 1);
    let learned = second.learned.unwrap();
    assert!((3300..4400).contains(&learned), "{learned}");
    assert!(report.holds(), "{report}");
}

#[test]
fn a_large_request_that_is_under_estimated_after_a_report_fails() {
    let report = price(&talk(&long(), &[1300, 40_000], ""));
    assert!(!report.holds());
    assert!(report.to_string().contains("FAILED talk--01"), "{report}");
    // Cold, or small, it is only counted.
    assert!(price(&talk(&long(), &[40_000], "")).holds());
    assert!(price(&talk("Why?", &[30, 900], "")).holds());
}

#[test]
fn what_cannot_be_compared_is_counted_under_its_reason() {
    let report = price(&talk("Why?", &[30, 60], r#","web_search_options":{}"#));
    assert_eq!(report.reasons(), [("the server holds a part of the conversation", 2)]);
    let report = price(&talk("Why?", &[0], ""));
    assert_eq!(report.reasons(), [("the reply does not say what its request cost", 1)]);
    assert!(report.to_string().ends_with("0 compared, 1 not; of 0 above 1000 tokens with a report, 0 under-estimated"));
}

#[test]
fn a_thought_that_the_client_dropped_was_not_charged() {
    let said: Vec<Turn> = vec![Turn::user("Why?"), Turn::user("so")];
    let usage = throughline::Usage { input: Some(7), ..Default::default() };
    let known = Turn { usage: Some(usage), parts: vec![], ..Turn::user("") };
    let known = [(Arc::new(Turn::user("Why?")), None), (Arc::new(known), None)];
    let history = reported(&said, &known);
    assert_eq!(history.turns()[1].text(), "so");
    assert_eq!(history.turns()[1].usage.as_ref().unwrap().input, Some(7));
}

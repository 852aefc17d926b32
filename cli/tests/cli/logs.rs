//! `logs`: what a request carried, on one line, and nothing that anybody said.
use crate::home::{Home, QUESTION};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

#[test]
fn a_line_names_the_fields_and_no_secret() {
    let home = Home::new("logged");
    let id = home.session("sim/deepseek");
    let word = home.word(&id);
    home.says(&["chat", "--resume", &id, QUESTION]);
    home.says(&["chat", "Another one?"]);
    let logs = home.says(&["logs"]);
    assert_eq!(logs.lines().count(), 4);
    let line = logs.lines().nth(2).unwrap();
    assert!(line.contains(&id) && line.contains("  deepseek/deepseek-v4-pro  "), "{line}");
    assert!(line.contains("reasoning: reasoning_content on 2 turns ("), "{line}");
    assert_eq!(home.says(&["logs", "--session", &id]).lines().count(), 3);
    assert_eq!(home.says(&["logs", "--session", "last", "--last", "5"]).lines().count(), 1);
    assert_eq!(home.says(&["logs", "--session", "nobody"]), "");
    let json = home.says(&["logs", "--json"]);
    let record: Value = serde_json::from_str(json.lines().nth(2).unwrap()).unwrap();
    assert_eq!(
        (&record["carried"][0]["key"], &record["carried"][0]["turns"]),
        (&"reasoning_content".into(), &2.into())
    );
    for secret in [&word, "Florence", "sunny", "code word"] {
        assert!(!logs.contains(secret) && !json.contains(secret), "{secret}");
    }
}

#[test]
fn nothing_was_sent_and_nothing_is_made() {
    let home = Home::new("unlogged");
    let output = home.run(&["logs"], "");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b"throughline: no requests yet\n"[..]));
    assert!(!home.0.exists());
}

#[test]
fn following_waits_for_what_comes() {
    let home = Home::new("followed");
    let mut child = home.program(&["logs", "--follow", "--json"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for turn in [1, 3] {
        home.says(if turn == 1 { &["chat", "Hello?"] } else { &["chat", "--resume", "last", "And?"] });
        let record: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        assert_eq!(record["turn"], turn);
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

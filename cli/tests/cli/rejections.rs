//! `rejections`: a refusal is paid for once, by whichever session, and can be looked at, moved and forgotten.
use crate::{
    home::Home,
    run::{file, text},
    simulated::Simulated,
};
use serde_json::Value;

#[test]
fn a_refusal_is_learned_from_once_for_all_sessions() {
    let (home, simulated) = (Home::new("refused"), Simulated::start());
    let url = simulated.url("/nous/v1");
    let chat = |more: &[&str]| {
        let mut args = vec!["chat", "--model", "nous/z-ai/glm-5.3", "--base-url", &url, "--key-env", "NOUS_API_KEY"];
        args.extend(more);
        let mut program = home.program(&args);
        let output = crate::run::answer(program.env("NOUS_API_KEY", "sk-canary"), b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    };
    simulated.fault(r#"{"provider":"nous","fault":{"refuse":{"field":"reasoning"}}}"#);
    chat(&["Hello?"]);
    chat(&["--resume", "last", "And then?"]);
    let listed: Vec<Value> = serde_json::from_str(&home.says(&["rejections", "list", "--json"])).unwrap();
    assert!(listed.iter().any(|verdict| verdict["lesson"]["taught"]["refuses"] == "reasoning"), "{listed:?}");
    let number = listed[0]["id"].to_string();
    let why = home.says(&["rejections", "why", &number]);
    assert!(why.contains("nous/z-ai/glm-5.3 at 127.0.0.1:") && why.contains("sha-256"), "{why}");
    assert!(home.says(&["sessions", "show", "last"]).contains("refuses `reasoning`"));
    let retries = |logs: &str| logs.lines().filter(|line| line.contains("; retry")).count();
    let before = retries(&home.says(&["logs"]));
    assert!(before > 0);
    chat(&["Another session."]);
    chat(&["--resume", "last", "It knows."]);
    let logs = home.says(&["logs"]);
    assert_eq!(retries(&logs), before, "{logs}");
    assert!(!logs.contains("sk-canary") && !logs.contains("Hello") && !logs.contains("code word"), "{logs}");

    let exported = home.says(&["rejections", "export"]);
    assert_eq!(exported.lines().count(), listed.len());
    let other = Home::new("refused-elsewhere");
    let lines = file("verdicts.jsonl", &exported);
    other.says(&["rejections", "import", lines.to_str().unwrap()]);
    let theirs = other.says(&["rejections", "list", "--json"]);
    assert_eq!(serde_json::from_str::<Vec<Value>>(&theirs).unwrap()[0]["lesson"], listed[0]["lesson"]);

    home.says(&["rejections", "forget", &number]);
    home.says(&["rejections", "forget", "--all"]);
    assert_eq!(home.says(&["rejections", "list", "--json"]), "[]\n");
    assert!(!home.says(&["sessions", "show", "last"]).contains("refuses"));
}

#[test]
fn the_list_of_other_programs_is_read() {
    let home = Home::new("folded");
    let rows = r#"[["nous","inference-api.nousresearch.com","z-ai/glm-5.3",["reasoning","reasoning_details"]]]"#;
    for (n, form) in [rows.to_owned(), format!("{{\"reasoning_rejected_carriers\":{rows}}}")].iter().enumerate() {
        let output = home.run(&["rejections", "import"], form);
        assert_eq!(text(&output.stdout), "learned 2\n", "{n}: {}", text(&output.stderr));
    }
    let listed: Vec<Value> = serde_json::from_str(&home.says(&["rejections", "list", "--json"])).unwrap();
    assert_eq!((listed.len(), &listed[0]["times"]), (2, &2.into()));
    home.says(&["chat", "Hello?"]);
    assert!(
        home.says(&["sessions", "show", "last"]).contains("refuses `reasoning_details`"),
        "new sessions begin with it"
    );
}

#[test]
fn slips_are_told() {
    let home = Home::new("slips");
    assert!(home.fails(&["rejections", "why", "1"]).1.contains("there are no sessions yet"));
    assert_eq!(home.fails(&["rejections", "forget"]).0, 2);
    for (input, want) in [
        ("{", "line 1: no verdict from column 1 on"),
        ("[7]", "row 1: "),
        ("", "no verdicts: "),
        ("\u{0}", "line 1"),
        (r#"{"lesson":"secret text"}"#, "line 1: no verdict from column"),
    ] {
        let output = home.run(&["rejections", "import"], input);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(3), ""), "{input}");
        let said = text(&output.stderr);
        assert!(said.contains(want) && !said.contains("secret"), "{input}: {said}");
    }
    assert!(!home.0.exists());
}

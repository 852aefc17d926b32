//! `sessions`: what is shown, what is moved, and that what comes back is what went out.
use crate::{
    home::{Home, QUESTION},
    run::{file, text},
};
use serde_json::Value;

/// The request body that the session's lines make on a route.
fn body(home: &Home, id: &str) -> String {
    let output = home.run(&["project", "--route", "sim/openrouter"], home.says(&["sessions", "export", id]));
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn show_says_first_whether_a_record_is_there_and_never_what_a_carrier_holds() {
    let home = Home::new("shown");
    let id = home.session("sim/openrouter");
    let word = home.word(&id);
    let shown = home.says(&["sessions", "show", &id]);
    assert!(shown.starts_with("private record  none\ncarriers        2, in 2 of 4 turns\n"), "{shown}");
    assert!(shown.contains("▶ reasoning_details of openrouter:") && shown.contains(", sealed"), "{shown}");
    assert!(shown.contains("  [calls weather {\"city\""), "{shown}");
    assert!(!shown.contains(&word) && !shown.contains("signature"), "{shown}");
    let json = home.says(&["sessions", "show", &id, "--json"]);
    assert!(!json.contains(&word));
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["private_record"], &json["turns"][1]["thinking"]), (&Value::Array(vec![]), &Value::Null));
    let raw = home.says(&["sessions", "show", &id, "--raw"]);
    assert!(raw.contains(&word) && raw.contains("\"signature\":\""), "{raw}");
    assert_eq!(raw.lines().count(), 4);
}

#[test]
fn a_record_of_another_program_is_seen() {
    let home = Home::new("recorded");
    let line = concat!(
        r#"{"throughline":1,"role":"assistant","parts":[{"text":{"text":"a"}}],"origin":{"provider":"copilot","#,
        r#""host":"api.githubcopilot.com","api":"chat_completions","model":"m","how":"minted"},"#,
        r#""hermes.native_assistant":[[0,{"kind":"reasoning_opaque","issuer":"copilot","payload":"AAAA","sealed":true}]]}"#,
        "\n"
    );
    let user = r#"{"throughline":1,"role":"user","parts":[{"text":{"text":"q"}}]}"#;
    let id = home.says(&["sessions", "import", file("record.jsonl", format!("{user}\n{line}")).to_str().unwrap()]);
    let shown = home.says(&["sessions", "show", id.trim()]);
    assert!(shown.starts_with("private record  in turn 1 (hermes.native_assistant)\n"), "{shown}");
    assert!(
        shown.contains("▶ reasoning_opaque of copilot, message 0: 6 bytes, ")
            && shown.contains("in the private record"),
        "{shown}"
    );
}

#[test]
fn a_branch_knows_what_its_parent_knew() {
    let home = Home::new("branched");
    let id = home.session("sim/deepseek");
    let branch = home.says(&["sessions", "branch", &id, "--at", "2", "--title", "another way"]);
    let shown = home.says(&["sessions", "show", branch.trim()]);
    assert!(shown.contains(&format!("comes from      {id}, with which it shares 2 turns")), "{shown}");
    assert!(shown.contains("title           another way"), "{shown}");
    let whole = home.says(&["sessions", "branch", &id]);
    assert_eq!(body(&home, whole.trim()), body(&home, &id));
    let word = home.word(&id);
    assert_eq!(home.says(&["chat", "--resume", whole.trim(), QUESTION]), format!("The code word was {word}.\n"));
    let (code, said) = home.fails(&["sessions", "branch", &id, "--at", "99"]);
    assert_eq!(code, 2, "{said}");
}

#[test]
fn what_is_exported_is_imported_as_it_was_and_still_knows() {
    for (model, form) in [
        ("sim/anthropic", "lines"),
        ("sim/anthropic", "messages"),
        ("sim/openrouter", "messages"),
        ("sim/gemini", "messages"),
        ("sim/copilot", "messages"),
    ] {
        let (home, other) = (Home::new(&format!("out-{form}")), Home::new(&format!("in-{form}")));
        let id = home.session(model);
        let exported = home.says(&["sessions", "export", &id, "--form", form]);
        let output = other.run(&["sessions", "import"], &exported);
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{form}");
        assert_eq!(text(&output.stdout).trim(), id, "it keeps its name");
        assert_eq!(home.says(&["sessions", "show", &id, "--raw"]), other.says(&["sessions", "show", &id, "--raw"]));
        assert_eq!(body(&home, &id), body(&other, &id));
        let told = home.says(&["chat", "--resume", &id, QUESTION]);
        assert!(told.starts_with("The code word was "), "{model}: {told}");
        assert_eq!(other.says(&["chat", "--resume", &id, QUESTION]), told);
        let again = home.run(&["sessions", "import"], &exported);
        assert!(text(&again.stderr).contains("this one gets another name") && text(&again.stdout).trim() != id);
    }
}

/// The message form without our member, as another program keeps it: who sealed what it holds, only the user knows.
#[test]
fn what_another_program_kept_is_read_again_where_the_user_says_it_was_held() {
    // The form has no place for a closing part: of Gemini's own wire a model that signs the text itself.
    for model in [
        "sim/gemini/gemini-3.8-flash",
        "sim/vertex/gemini-3.8-flash",
        "sim/gemini-openai",
        "sim/copilot",
        "sim/anthropic",
        "sim/openrouter",
    ] {
        let (home, other) = (Home::new("kept-out"), Home::new("kept-in"));
        let id = home.session(model);
        let mut kept: Value =
            serde_json::from_str(&home.says(&["sessions", "export", &id, "--form", "messages"])).unwrap();
        kept.as_object_mut().unwrap().remove("throughline");
        for message in kept["messages"].as_array_mut().unwrap() {
            message.as_object_mut().unwrap().remove("throughline");
        }
        let output = other.run(&["sessions", "import", "--route", model], kept.to_string());
        assert_eq!((output.status.code(), text(&output.stdout).trim()), (Some(0), id.as_str()), "{model}");
        let told = home.says(&["chat", "--resume", &id, QUESTION]);
        assert!(told.starts_with("The code word was "), "{model}: {told}");
        assert_eq!(other.says(&["chat", "--resume", &id, QUESTION]), told, "{model}");
    }
    // Where nobody says it, nobody gets what is sealed.
    let home = Home::new("kept-nowhere");
    let kept = r#"[{"role":"user","content":"Hi"},{"role":"assistant","content":"a","reasoning_details":[{"type":"hermes.native_assistant","reasoning_opaque":"O"}]}]"#;
    let id = text(&home.run(&["sessions", "import"], kept).stdout);
    assert!(home.says(&["sessions", "show", id.trim()]).contains("reasoning_opaque of -,"));
}

#[test]
fn sessions_are_listed_renamed_and_deleted() {
    let home = Home::new("listed");
    let id = home.session("sim/deepseek");
    home.says(&["sessions", "rename", "last", "a \u{1b}[2Jtitle"]);
    let listed = home.says(&["sessions", "list"]);
    assert!(listed.contains(&id) && listed.contains("a [2Jtitle") && !listed.contains('\u{1b}'), "{listed}");
    assert!(!home.says(&["sessions", "show", &id]).contains('\u{1b}'));
    home.says(&["sessions", "rename", &id]);
    home.says(&["chat", "--title", "second", "Hello?"]);
    let json: Value = serde_json::from_str(&home.says(&["sessions", "list", "--json"])).unwrap();
    assert_eq!((&json[0]["title"], &json[1]["title"], &json[1]["turns"]), (&"second".into(), &Value::Null, &4.into()));
    let found = home.says(&["sessions", "list", "SECON"]);
    assert!(found.contains("second") && !found.contains(&id), "{found}");
    let (code, said) = home.fails(&["sessions", "delete", &id]);
    assert!(code == 2 && said.contains("say --yes"), "{said}");
    home.says(&["sessions", "delete", &id, "--yes"]);
    assert!(!home.says(&["sessions", "list"]).contains(&id));
    assert_eq!(home.fails(&["sessions", "show", &id]).0, 2);
}

#[test]
fn a_price_is_the_sum_of_its_turns() {
    let home = Home::new("priced");
    let id = home.session("sim/deepseek");
    let priced = |route: &str| -> Value {
        serde_json::from_str(&home.says(&["sessions", "price", &id, "--route", route, "--json", "--threshold", "10"]))
            .unwrap()
    };
    let here = priced("sim/deepseek");
    let turns: u64 = here["turns"].as_array().unwrap().iter().map(|turn| turn["tokens"].as_u64().unwrap()).sum();
    assert_eq!(here["total"].as_u64().unwrap(), turns + here["head"].as_u64().unwrap());
    assert!(here["carriers"].as_u64().unwrap() > 0 && here["passed"] == true, "{here}");
    assert_eq!(priced("sim/groq")["carriers"], 0, "what a route does not read costs nothing");
    // A reply that says it wrote much teaches that its text is dense; `explain` goes by the same rates.
    let exported = home.says(&["sessions", "export", &id]);
    let (before, usage) = exported.split_once(r#""usage":{"#).unwrap();
    let (_, rest) = usage.split_once(r#","cached""#).unwrap();
    let dense = format!(r#"{before}"usage":{{"input":22,"output":400,"cached"{rest}"#);
    assert!(home.run(&["sessions", "import"], &dense).status.success());
    let explained = home.run(&["explain", "--route", "sim/deepseek", "--json"], &dense);
    let explained: Value = serde_json::from_slice(&explained.stdout).unwrap();
    let sent = explained["carriers"].as_array().unwrap().iter().filter(|carrier| carrier["fate"] != "withheld");
    let sent: u64 = sent.map(|carrier| carrier["tokens"].as_u64().unwrap()).sum();
    let priced: Value =
        serde_json::from_str(&home.says(&["sessions", "price", "last", "--route", "sim/deepseek", "--json"])).unwrap();
    assert_eq!(priced["carriers"], sent);
    assert!(home.says(&["sessions", "price", &id, "--route", "sim/deepseek"]).contains("total"));
}

#[test]
fn the_doctor_tells_what_is_odd_and_says_so_to_scripts() {
    let home = Home::new("doctored");
    assert_eq!(
        home.says(&["sessions", "doctor"]),
        "0 sessions examined, something to say of 0; 0 rows cannot be read\n"
    );
    assert!(!home.0.exists());
    home.session("sim/anthropic");
    assert_eq!(
        home.says(&["sessions", "doctor"]),
        "1 session examined, something to say of 0; 0 rows cannot be read\n"
    );
    let call =
        r#"{"throughline":1,"role":"assistant","parts":[{"call":{"id":"c1","name":"f","arguments":{"text":"{}"}}}]}"#;
    let user = r#"{"throughline":1,"role":"user","parts":[{"text":{"text":"q"}}]}"#;
    let lines = format!("{user}\n{call}\n{user}\n");
    let id = home.says(&["sessions", "import", file("unanswered.jsonl", lines).to_str().unwrap()]);
    let output = home.run(&["sessions", "doctor", id.trim()], "");
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(3), ""));
    assert!(text(&output.stdout).contains("error: turn 1"), "{}", text(&output.stdout));
    let json: Value = serde_json::from_slice(&home.run(&["sessions", "doctor", "--json"], "").stdout).unwrap();
    assert_eq!(json["sessions"][0]["findings"][0]["severity"], "error");
}

#[test]
fn what_others_wrote_cannot_steer_the_terminal() {
    let home = Home::new("steered");
    let esc = "\\u001b[2J";
    let line = format!(
        r#"{{"throughline":1,"role":"assistant","parts":[{{"text":{{"text":"a{esc}"}}}},{{"call":{{"id":"c{esc}","name":"f{esc}","arguments":{{"text":"{esc}"}}}}}}],"carriers":[{{"kind":"k{esc}","issuer":"i{esc}","payload":"p","sealed":true}}],"origin":{{"provider":"p{esc}","host":"h{esc}","api":"a{esc}","model":"m{esc}","how":"minted"}}}}"#
    );
    let user = r#"{"throughline":1,"role":"user","parts":[{"text":{"text":"q"}}]}"#;
    let id = home.says(&[
        "sessions",
        "import",
        file("steered.jsonl", format!("{user}\n{line}\n{user}\n")).to_str().unwrap(),
    ]);
    let id = id.trim();
    for args in [
        &["sessions", "show", id, "--thinking"][..],
        &["sessions", "show", id, "--json"],
        &["sessions", "list"],
        &["sessions", "doctor"],
        &["sessions", "price", id, "--route", "sim/deepseek"],
        &["sessions", "export", id],
        &["sessions", "export", id, "--form", "messages"],
        &["chat", "-r", id, "-m", "sim/deepseek", "/explain"],
        &["chat", "-r", id, "-m", "sim/deepseek", "/show"],
        &["chat", "-r", id, "-m", "sim/deepseek", "Hello?"],
        &["logs"],
    ] {
        let output = home.run(args, "");
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(!said.contains('\u{1b}') && !said.is_empty(), "{args:?}: {said}");
    }
}

#[test]
fn a_name_that_nobody_could_type_is_not_kept() {
    let home = Home::new("names");
    for (name, kept) in
        [("abc.1", true), ("last", false), ("\\u001b[2J", false), ("-y", false), ("a b", false), ("../x", false)]
    {
        let lines = format!(
            "{{\"throughline\":1,\"session\":{{\"id\":\"{name}\"}}}}\n{}\n",
            r#"{"throughline":1,"role":"user","parts":[{"text":{"text":"q"}}]}"#
        );
        let output = home.run(&["sessions", "import"], lines);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(text(&output.stdout).trim() == name, kept, "{name}");
        assert_eq!(text(&output.stderr).contains("this one gets another name"), !kept, "{name}");
        assert!(!text(&output.stdout).contains('\u{1b}') && !text(&output.stderr).contains('\u{1b}'));
    }
}

#[test]
fn what_a_session_calls_itself_is_one_line_that_steers_nothing() {
    let home = Home::new("steering");
    let evil = "a\\u001b[2J\\u202e\\nturn 9  user\\u2028b";
    let turn =
        format!(r#"{{"role":"assistant","content":"{evil}","reasoning_details":[{{"type":"{evil}","data":"A"}}]}}"#);
    let document = format!(r#"{{"id":"{evil}","title":"{evil}","messages":[{turn}]}}"#);
    let id = home.says(&["sessions", "import", file("steering.json", document).to_str().unwrap()]);
    for args in [&["sessions", "show", id.trim()][..], &["sessions", "list"], &["sessions", "doctor"]] {
        let output = home.run(args, "");
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(!said.contains(['\u{1b}', '\u{202e}', '\u{2028}']), "{args:?}: {said}");
        assert!(!said.lines().any(|line| line.starts_with("turn 9")), "{args:?}: {said}");
    }
}

//! `chat`, one process after another: what the model thought of is known to the next one, wherever the session goes.
use crate::{
    home::{Home, QUESTION},
    run::text,
    simulated::Simulated,
};
use serde_json::Value;

#[test]
fn a_session_that_is_resumed_still_knows() {
    for model in ["sim/deepseek", "sim/anthropic", "sim/openrouter", "sim/openrouter/openai/gpt-5.6", "sim/mistral"] {
        let home = Home::new(&format!("resumed-{}", model.replace('/', "-")));
        let id = home.session(model);
        for named in [&id, &id[..id.len() - 2], "last"] {
            let said = home.says(&["chat", "--resume", named, QUESTION]);
            assert!(said.starts_with("The code word was ") && said.ends_with(".\n"), "{model}: {said}");
        }
        assert_eq!(home.last(), id, "one session all the way");
    }
}

#[test]
fn the_word_is_the_one_that_was_thought_of() {
    let home = Home::new("word");
    let id = home.session("sim/deepseek");
    assert_eq!(home.says(&["chat", "-r", "last", QUESTION]), format!("The code word was {}.\n", home.word(&id)));
}

#[test]
fn the_name_of_the_session_is_said_beside_the_answer() {
    let home = Home::new("named");
    let output = home.run(&["chat", "Hello?"], "");
    let id = home.last();
    assert_eq!(text(&output.stdout), "Understood: Hello?\n");
    assert_eq!(
        text(&output.stderr),
        format!("throughline: session {id}; go on with `throughline chat --resume {id}`\n")
    );
}

#[test]
fn a_prompt_comes_from_standard_input_too() {
    let home = Home::new("piped");
    for args in [&["chat"][..], &["chat", "-"], &["chat", "--no-stream", "--hide-thinking"]] {
        let output = home.run(args, "Hello?\n");
        assert_eq!(
            (output.status.code(), text(&output.stdout).as_str()),
            (Some(0), "Understood: Hello?\n"),
            "{args:?}"
        );
    }
    assert_eq!(home.fails(&["chat"]), (3, "throughline: the prompt is empty\n".to_owned()));
}

#[test]
fn another_provider_goes_on_with_what_it_can_read() {
    let home = Home::new("moved");
    let id = home.session("sim/anthropic");
    let word = format!("The code word was {}.\n", home.word(&id));
    // A Claude thought is text to DeepSeek, and comes home with its signature.
    assert_eq!(home.says(&["chat", "--resume", "--model", "sim/deepseek", "--", QUESTION]), word);
    assert_eq!(home.says(&["chat", "--resume", "last", "--model", "sim/anthropic", QUESTION]), word);
    // Groq reads nothing, and is never told.
    let forgot = home.says(&["chat", "--resume", "last", "--model", "sim/groq", QUESTION]);
    assert_eq!(forgot, "I do not remember any code word.\n");
    assert_eq!(home.says(&["chat", "--resume", "last", "--model", "sim/anthropic", QUESTION]), word);
    let logs = home.says(&["logs"]);
    let [.., deepseek, claude, groq, back] = logs.lines().collect::<Vec<_>>()[..] else { panic!("{logs}") };
    assert!(deepseek.contains("reasoning: reasoning_content on 2 turns"), "{deepseek}");
    assert!(
        claude.contains("reasoning: thinking on 2 turns") && claude.contains("withheld 1 reasoning_content"),
        "{claude}"
    );
    assert!(groq.contains("reasoning: none; withheld"), "{groq}");
    assert!(back.contains("reasoning: thinking on 3 turns"), "{back}");
}

#[test]
fn json_is_one_object_a_reply() {
    let home = Home::new("json");
    let said = home.says(&["chat", "--tools", "--json", "How is the weather?"]);
    let replies: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [called, answered] = &replies[..] else { panic!("{said}") };
    assert_eq!((&called["calls"][0], &called["answer"]), (&"weather".into(), &"".into()));
    assert_eq!(answered["answer"], "The tool says: 18°C and sunny. That settles it.");
    assert!(called["reasoning"].as_str().unwrap().contains("the code word is "));
    assert_eq!(called["session"], home.last());
    assert_eq!(called["carriers"][0]["kind"], "reasoning_content");
}

#[test]
fn a_cut_answer_is_kept_and_the_session_goes_on() {
    let (home, simulated) = (Home::new("cut"), Simulated::start());
    let url = simulated.url("/deepseek");
    simulated.fault(r#"{"provider":"deepseek","fault":{"cut":{"after":6}},"times":1}"#);
    let output = home.run(&["chat", "-m", "deepseek/deepseek-v4-pro", "--base-url", &url, "Hello?"], "");
    assert_eq!(output.status.code(), Some(6));
    assert!(text(&output.stderr).contains("the reply is not whole: "), "{}", text(&output.stderr));
    let shown: Value = serde_json::from_str(&home.says(&["sessions", "show", "last", "--json"])).unwrap();
    assert_eq!((&shown["turns"][1]["ending"], &shown["pending"]), (&"cut".into(), &Value::Array(vec![])));
    assert!(home.says(&["chat", "--resume", "last", "And now?"]).starts_with("Understood: And now?"));
    assert!(home.says(&["logs"]).contains(" 200 cut "));
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_the_answer_and_keeps_what_came() {
    use std::{process::Command, thread, time::Duration};
    let (home, simulated) = (Home::new("stopped"), Simulated::start());
    let child = home.slow(&simulated);
    thread::sleep(Duration::from_millis(300));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(6), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("stopped; what came is kept, marked as cut"), "{}", text(&output.stderr));
    let shown = home.says(&["sessions", "show", "last"]);
    assert!(shown.contains("turn 1  assistant") && shown.contains("  cut\n"), "{shown}");
}

#[test]
fn what_is_not_there_is_told_before_anything_is_typed() {
    let home = Home::new("nobody");
    for (args, code, want) in [
        (&["chat", "--resume", "last", "x"][..], 2, "there are no sessions yet"),
        (&["chat", "--model", "sim/deepsek", "x"], 2, "did you mean `sim/deepseek`?"),
        (&["chat", "--model", "deepseek/m", "x"], 2, "no key for `deepseek`: set DEEPSEEK_API_KEY"),
        (&["chat", "--model", "opnrouter/m", "x"], 5, "did you mean `openrouter`?"),
        (&["chat", "--model", "sim/deepseek", "--base-url", "http://h", "x"], 2, "leave --base-url out"),
    ] {
        let (found, said) = home.fails(args);
        assert!(found == code && said.contains(want), "{args:?}: {found} {said}");
    }
    assert!(!home.0.exists(), "nothing was made for any of them");
    home.says(&["chat", "Hello?"]);
    let (code, said) = home.fails(&["chat", "--resume", "Hello?"]);
    assert!(code == 2 && said.contains("no session `Hello?`"), "{code} {said}");
}

#[test]
fn commands_are_obeyed_without_a_terminal_too() {
    let home = Home::new("commands");
    let id = home.session("sim/deepseek");
    let explained = home.says(&["chat", "-r", "last", "/explain"]);
    assert!(explained.contains("reasoning_content in 2 of 4 turns"), "{explained}");
    assert!(home.says(&["chat", "-r", "last", "/price"]).contains("of these carriers"));
    assert!(home.says(&["chat", "-r", "last", "/show"]).starts_with("private record  none\n"));
    let branched = home.says(&["chat", "-r", "last", "/branch a side way"]);
    let branch = home.last();
    assert_eq!(branched, format!("going on in {branch}; {id} stays as it is\n"));
    let moved = home.says(&["chat", "-r", "last", "/model sim/zai"]);
    assert_eq!(moved, "going on with zai/glm-5 at http://sim.localhost/zai/api/paas/v4 (chat_completions)\n");
    let word = format!("The code word was {}.\n", home.word(&id));
    assert_eq!(home.says(&["chat", "-r", "last", QUESTION]), word, "text is portable");
    assert_eq!(home.says(&["chat", "-r", &id, QUESTION]), word, "and the parent is what it was");
    let (code, said) = home.fails(&["chat", "-r", "last", "/etc/passwd"]);
    assert!(code == 2 && said.contains("no command /etc/passwd"), "{said}");
    assert_eq!(home.says(&["chat", " /etc/passwd?"]), "Understood: /etc/passwd?\n");
}

#[test]
fn a_compacted_session_is_shorter_and_keeps_the_thinking_of_what_stays() {
    let home = Home::new("compacted");
    let id = home.session("sim/deepseek");
    let long = "Tell me more about the weather, at length, with every detail of the last week. ".repeat(20);
    for n in 0..4 {
        home.says(&["chat", "-r", "last", &format!("{n} {long}")]);
    }
    assert_eq!(home.last(), id);
    let said = home.says(&["chat", "-r", "last", "/compact"]);
    let child = home.last();
    assert!(said.starts_with(&format!("going on in {child}; {id} stays as it is\n")), "{said}");
    let tokens = |id: &str| -> u64 {
        let priced = home.says(&["sessions", "price", id, "--route", "sim/deepseek", "--json"]);
        serde_json::from_str::<Value>(&priced).unwrap()["total"].as_u64().unwrap()
    };
    assert!(tokens(&child) < tokens(&id), "{said}");
    let shown = home.says(&["sessions", "show", &child]);
    assert!(shown.contains("checkpoint") && shown.contains(&format!("comes from      {id}")), "{shown}");
    assert!(shown.contains("▶ reasoning_content of deepseek"), "{shown}");
    assert!(home.says(&["sessions", "list"]).contains("compacted"));
    assert!(home.says(&["chat", "-r", "last", "Go on."]).ends_with('\n'));
    assert!(home.says(&["logs", "--session", &id]).lines().count() > 6, "the request for a summary is logged too");
}

#[test]
fn a_session_in_which_nothing_was_said_is_none() {
    let home = Home::new("empty");
    assert!(home.says(&["chat", "/help"]).contains("/compact"));
    assert_eq!(home.says(&["sessions", "list", "--json"]), "[]\n");
}

#[test]
fn members_stay_with_the_wire_that_they_were_set_for() {
    let home = Home::new("members");
    home.says(&["chat", "-m", "sim/deepseek", "--set", "seed=7", "Hello?"]);
    let exported = || home.says(&["sessions", "export", "last"]);
    assert!(exported().contains(r#"["seed",7]"#));
    let output = home.run(&["chat", "-r", "last", "/model sim/anthropic"], "");
    assert!(
        text(&output.stderr).contains("request member `seed`: this wire has no counterpart"),
        "{}",
        text(&output.stderr)
    );
    home.says(&["chat", "-r", "last", "And now?"]);
    let lines = exported();
    assert!(!lines.contains(r#"["seed",7]"#) && lines.contains(r#"["thinking",{"type":"enabled""#), "{lines}");
}

//! The user's table: where it is looked for, that its rows win, and what is said where it is wrong.
use crate::run::{LINES, answer, failure, file, program, stdout, text};
use std::{fs, path::Path};

const ROW: &str = "[[rule]]\nname = \"mine\"\nproviders = [\"groq\"]\nreads = [\"reasoning\"]\nsince = \"2026-11\"\n";
const GROQ: [&str; 3] = ["project", "--route", "groq/m"];

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, more].concat()
}

#[test]
fn a_row_of_the_user_turns_a_field_on() {
    let rules = file("mine.toml", ROW);
    let rules = rules.to_str().unwrap();
    let plain = r#"{"model":"m","messages":[{"role":"user","content":"q"},{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"call_1","content":"r"}]}"#;
    assert_eq!(stdout(&GROQ, LINES), plain);
    let mine = stdout(&with(&GROQ, &["--rules", rules]), LINES);
    assert!(mine.contains(r#""reasoning":"why""#), "{mine}");
    let explained = stdout(&["explain", "--route", "groq/m", "--rules", rules], LINES);
    assert!(
        explained.contains(&format!(
            "reads     mine: reasoning [user]\n          the user's own row\n          {rules}, 2026-11\n"
        )),
        "{explained}"
    );
}

#[test]
fn it_is_looked_for_in_three_places() {
    let named = file("named.toml", ROW);
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("home");
    let config = home.join(".config/throughline");
    fs::create_dir_all(&config).unwrap();
    fs::write(config.join("rules.toml"), ROW).unwrap();
    let has =
        |command: &mut std::process::Command| text(&answer(command, LINES.as_bytes()).stdout).contains("\"reasoning\"");
    assert!(!has(&mut program(&GROQ)));
    assert!(has(program(&GROQ).env("THROUGHLINE_RULES", &named)));
    assert!(has(program(&GROQ).env("XDG_CONFIG_HOME", home.join(".config"))));
    assert!(has(program(&GROQ).env("HOME", &home)));
    assert!(!has(program(&with(&GROQ, &["--no-rules"])).env("HOME", &home).env("THROUGHLINE_RULES", &named)));
    // The table of a document is the same for everybody.
    let markdown = |command: &mut std::process::Command| text(&answer(command, b"").stdout);
    let ours = stdout(&["routes", "--markdown"], "");
    assert_eq!(markdown(program(&["routes", "--markdown"]).env("HOME", &home).env("THROUGHLINE_RULES", &named)), ours);
    let named = stdout(&["routes", "--markdown", "--rules", named.to_str().unwrap()], "");
    assert_eq!(named.lines().count(), ours.lines().count() + 1);
}

#[test]
fn a_wrong_table_is_told_with_line_and_suggestion() {
    let wrong = file("wrong.toml", "[[rule]]\nname = \"x\"\nhosts = [\"h\"]\n\nread = []\nstrict = 1\n");
    let wrong = wrong.to_str().unwrap();
    let want = format!(
        "throughline: {wrong}: line 5, column 1: unknown key `read`; did you mean `reads`?\n\
         {wrong}: line 6, column 10: `strict`: expected `true` or `false`, found a number\n"
    );
    for command in
        [&GROQ[..], &["explain", "--route", "groq/m"], &["capture", "--route", "groq/m"], &["routes"], &["demo"]]
    {
        assert_eq!(failure(&with(command, &["--rules", wrong]), LINES), (3, want.clone()), "{command:?}");
    }
}

#[test]
fn a_table_that_is_not_there_or_no_text() {
    let (code, said) = failure(&["routes", "--rules", "no such file"], "");
    assert!(code == 2 && said.starts_with("throughline: cannot read no such file: "), "{said}");
    let latin = file("latin.toml", b"# \xe9\n");
    let (code, said) = failure(&["routes", "--rules", latin.to_str().unwrap()], "");
    assert!(code == 3 && said.ends_with("latin.toml: not utf-8\n"), "{said}");
    let (code, said) = failure(&["routes", "--no-rules", "--rules", "x"], "");
    assert!(code == 2 && said.contains("cannot be used with"), "{said}");
}

#[test]
fn two_rows_that_tie_are_told() {
    let twice = format!("{ROW}{}", ROW.replace("mine", "mine too"));
    let twice = file("twice.toml", twice);
    let (code, said) = failure(&with(&GROQ, &["--rules", twice.to_str().unwrap()]), LINES);
    assert_eq!(code, 5);
    assert!(said.starts_with("throughline: rows `mine` and `mine too` of one layer fit groq/m at "), "{said}");
}

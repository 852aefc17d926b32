//! The state folder when it is not as it should be: damaged, newer, not writable, in use; and readers that leave.
use crate::{
    home::Home,
    run::{file, text},
};
use sqlx::ConnectOptions;
use std::{
    fs,
    process::{Command, Stdio},
};

#[test]
fn a_file_that_is_no_store_is_7_and_stays_as_it_is() {
    let home = Home::new("damaged");
    fs::create_dir_all(&home.0).unwrap();
    let junk = vec![b'x'; 8192];
    fs::write(home.0.join("state.db"), &junk).unwrap();
    for args in [&["sessions", "list"][..], &["chat", "Hello?"], &["rejections", "list"], &["sessions", "doctor"]] {
        let (code, said) = home.fails(args);
        assert!(code == 7 && said.contains("state.db"), "{args:?}: {code} {said}");
    }
    assert_eq!(fs::read(home.0.join("state.db")).unwrap(), junk);
}

#[test]
fn a_row_that_cannot_be_read_hides_nothing_else() {
    let home = Home::new("unread");
    let document = r#"{"model_config":{"mark":"here"},"messages":[{"role":"user","content":"q"}]}"#;
    home.says(&["sessions", "import", file("unread.json", document).to_str().unwrap()]);
    // Torn through SQLite itself: whether a change is in the file or still beside it is SQLite's own matter.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let torn = runtime.block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(home.0.join("state.db"));
        let mut shell = options.connect().await.unwrap();
        let tear = "PRAGMA ignore_check_constraints = ON; UPDATE sessions SET model_config = '{\"mark\":\"here\" '";
        sqlx::raw_sql(tear).execute(&mut shell).await.unwrap().rows_affected()
    });
    assert_eq!(torn, 1);
    for (args, code, said) in [
        (&["sessions", "show", "last"][..], 7, "turn 0  user\n  q\n"),
        (&["sessions", "export", "last"], 7, r#""role":"user""#),
        (&["sessions", "list"], 0, "turns"),
        (&["sessions", "doctor"], 3, ", model_config: "),
    ] {
        let output = home.run(args, "");
        let (out, beside) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.code() == Some(code) && out.contains(said), "{args:?}: {out}{beside}");
        assert!(code == 3 || beside.contains("model_config cannot be read: "), "{args:?}: {beside}");
    }
}

#[cfg(unix)]
#[test]
fn the_state_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new("owned");
    home.session("sim/deepseek");
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&home.0), 0o700);
    for entry in fs::read_dir(&home.0).unwrap().chain(fs::read_dir(home.0.join("logs")).unwrap()) {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path) & 0o077, 0, "{}", path.display());
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let home = Home(file("no-folder", "").join("inside"));
    for args in [&["chat", "Hello?"][..], &["sessions", "list"]] {
        let (code, said) = home.fails(args);
        assert!(code == 7 && said.contains("no-folder") && said.contains("move it away"), "{args:?}: {code} {said}");
    }
}

#[test]
fn a_log_that_cannot_be_begins_no_session() {
    let home = Home::new("no-log");
    home.says(&["chat", "Hello?"]);
    fs::remove_dir_all(home.0.join("logs")).unwrap();
    fs::write(home.0.join("logs"), "").unwrap();
    let (code, said) = home.fails(&["chat", "Hello?"]);
    assert!(code == 7 && said.contains("cannot make the request log"), "{code} {said}");
    assert_eq!(home.says(&["sessions", "list"]).lines().count(), 2);
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let home = Home::new("left");
    home.session("sim/deepseek");
    for args in [&["sessions", "show", "last"][..], &["logs"], &["sessions", "export", "last"], &["sessions", "list"]] {
        let mut child = home.program(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn a_reader_that_leaves_a_chat_costs_no_turn() {
    let home = Home::new("left-chat");
    let mut child = home
        .program(&["chat", "Hello?"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(home.says(&["sessions", "show", "last"]).contains("Understood: Hello?"));
}

#[test]
fn a_second_process_in_one_session_is_told() {
    let (home, simulated) = (Home::new("conflict"), crate::simulated::Simulated::start());
    let first = home.slow(&simulated);
    let second = home.run(&["chat", "--resume", "last", "And now?"], "");
    assert_eq!((second.status.code(), text(&second.stdout).as_str()), (Some(7), ""));
    assert!(text(&second.stderr).contains("has gone on elsewhere"), "{}", text(&second.stderr));
    let first = first.wait_with_output().unwrap();
    assert_eq!((first.status.code(), text(&first.stdout).as_str()), (Some(0), "Understood: Hello?\n"));
    assert!(home.says(&["chat", "--resume", "last", "And now?"]).starts_with("Understood: And now?"));
}

#[cfg(unix)]
#[test]
fn a_process_that_dies_loses_nothing_that_came() {
    let (home, simulated) = (Home::new("killed"), crate::simulated::Simulated::start());
    let mut child = home.slow(&simulated);
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(Command::new("kill").args(["-KILL", &child.id().to_string()]).status().unwrap().success());
    child.wait().unwrap();
    let shown = home.says(&["sessions", "show", "last"]);
    assert!(shown.contains("turn 1: a reply was left unfinished; "), "{shown}");
    let resumed = home.run(&["chat", "--resume", "last", "And now?"], "");
    assert!(text(&resumed.stdout).starts_with("Understood: And now?"));
    assert!(
        text(&resumed.stderr).contains("was never finished: what came of it is turn 1"),
        "{}",
        text(&resumed.stderr)
    );
    let shown = home.says(&["sessions", "show", "last"]);
    assert!(
        shown.contains("turn 1  assistant") && shown.contains("  cut\n") && !shown.contains("unfinished"),
        "{shown}"
    );
}

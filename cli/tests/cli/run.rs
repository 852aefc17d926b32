//! Runs the program with nobody's settings: no table of the user, no colour, nothing of AWS.
use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

/// The program, with these arguments.
pub(crate) fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_throughline"));
    command.args(args);
    for name in ["THROUGHLINE_RULES", "THROUGHLINE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME", "NO_COLOR"] {
        command.env_remove(name);
    }
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("AWS_")) {
        command.env_remove(name);
    }
    command.env("AWS_EC2_METADATA_DISABLED", "true");
    command
}

/// What it answers to `input`.
pub(crate) fn run(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    answer(&mut program(args), input.as_ref())
}

/// What `command` answers to `input`; it may close its ears early.
pub(crate) fn answer(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// What it wrote, where all went well.
pub(crate) fn stdout(args: &[&str], input: impl AsRef<[u8]>) -> String {
    let output = run(args, input);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{args:?}");
    text(&output.stdout)
}

/// Exit code and words on standard error, where nothing was written.
pub(crate) fn failure(args: &[&str], input: impl AsRef<[u8]>) -> (i32, String) {
    let output = run(args, input);
    assert_eq!(text(&output.stdout), "", "{args:?}");
    (output.status.code().unwrap(), text(&output.stderr))
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A file of this test run.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path
}

/// The lines of a conversation with one thought and one call, as `capture` and `ingest` write them.
pub(crate) const LINES: &str = concat!(
    r#"{"throughline":1,"request":{"api":"chat_completions","members":[["model","m"]]}}"#,
    "\n",
    r#"{"throughline":1,"role":"user","parts":[{"text":{"text":"q"}}]}"#,
    "\n",
    r#"{"throughline":1,"role":"assistant","parts":[{"call":{"id":"call_1","name":"f","arguments":{"text":"{}"}}}],"#,
    r#""carriers":[{"kind":"reasoning_content","issuer":"deepseek","payload":"why","text":""}],"#,
    r#""origin":{"provider":"deepseek","host":"api.deepseek.com","api":"chat_completions","model":"m","how":"minted"},"#,
    r#""ending":{"stop":"tool_calls"}}"#,
    "\n",
    r#"{"throughline":1,"role":"tool","parts":[{"result":{"call":"call_1","content":"r"}}]}"#,
    "\n",
);

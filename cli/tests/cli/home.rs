//! A state folder of one test, and the program run in it as one process after another.
use crate::{
    run::{answer, program, text},
    simulated::Simulated,
};
use std::{
    fs,
    path::PathBuf,
    process::{Child, Command, Output, Stdio},
    thread,
    time::Duration,
};

pub(crate) struct Home(pub(crate) PathBuf);

impl Home {
    /// A folder that is not there yet.
    pub(crate) fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("homes").join(name);
        let _ = fs::remove_dir_all(&folder);
        Self(folder)
    }
    /// The program, at home here.
    pub(crate) fn program(&self, args: &[&str]) -> Command {
        let mut command = program(args);
        command.env("THROUGHLINE_HOME", &self.0);
        for name in ["DEEPSEEK_API_KEY", "ANTHROPIC_API_KEY", "NOUS_API_KEY"] {
            command.env_remove(name);
        }
        command
    }
    pub(crate) fn run(&self, args: &[&str], input: impl AsRef<[u8]>) -> Output {
        answer(&mut self.program(args), input.as_ref())
    }
    /// What it wrote, where all went well. Words on standard error are allowed: a new session is named there.
    pub(crate) fn says(&self, args: &[&str]) -> String {
        let output = self.run(args, "");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}{}", text(&output.stdout), text(&output.stderr));
        text(&output.stdout)
    }
    /// Exit code and words on standard error, where nothing was written.
    pub(crate) fn fails(&self, args: &[&str]) -> (i32, String) {
        let output = self.run(args, "");
        assert_eq!(text(&output.stdout), "", "{args:?}");
        (output.status.code().unwrap(), text(&output.stderr))
    }
    /// The name of the session that changed last.
    pub(crate) fn last(&self) -> String {
        let listed: serde_json::Value = serde_json::from_str(&self.says(&["sessions", "list", "--json"])).unwrap();
        listed[0]["id"].as_str().unwrap().to_owned()
    }
    /// A session in which the model has thought of a word and called a tool.
    pub(crate) fn session(&self, model: &str) -> String {
        let said = self.says(&["chat", "--model", model, "--tools", "How is the weather in Florence?"]);
        assert_eq!(said, "[calls weather]\nThe tool says: 18°C and sunny. That settles it.\n");
        self.last()
    }
    /// A chat whose answer is under way; the later ones of the simulator come at once.
    pub(crate) fn slow(&self, simulated: &Simulated) -> Child {
        simulated.fault(r#"{"provider":"deepseek","fault":{"slow":{"millis":60}},"times":1}"#);
        let url = simulated.url("/deepseek");
        let mut chat = self.program(&["chat", "--model", "deepseek/deepseek-v4-pro", "--base-url", &url, "Hello?"]);
        let child = chat.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        for _ in 0..500 {
            thread::sleep(Duration::from_millis(20));
            if text(&self.run(&["sessions", "show", "last"], "").stdout).contains("a reply is on its way") {
                break;
            }
        }
        child
    }
    /// The word that it thought of.
    pub(crate) fn word(&self, id: &str) -> String {
        let shown = self.says(&["sessions", "show", id, "--thinking"]);
        let (_, rest) = shown.split_once("the code word is ").unwrap();
        rest.split_once('.').unwrap().0.to_owned()
    }
}

/// What only the model's own thinking knows.
pub(crate) const QUESTION: &str = "Which code word did you think of?";

//! A real inference server: what it thought stands in the prompt of the next request.
//!
//! Skipped by name where the judges are absent: `$THROUGHLINE_JUDGES`, a Python with their packages, and `$THROUGHLINE_JUDGES_DIR`, else
//! `../shared/judges` beside the workspace. `THROUGHLINE_REQUIRE=judges` makes a skip a failure.
use crate::stage::{client, route, talk};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};
use throughline::{
    Turn,
    client::{Call, Http, Transport},
};

const TEST: &str = "a_real_server_reads_its_thinking_again";
/// Runs a script that dies with us: the end of its input is the end of us, however it came.
const TIED: &str = "import os, runpy, sys, threading
threading.Thread(target=lambda: (sys.stdin.buffer.read(), os._exit(0)), daemon=True).start()
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name='__main__')";

struct Server {
    child: Child,
    port: u16,
}

impl Server {
    /// Serves a model that always thinks `REASON-7` and answers `ANSWER-7`.
    fn start(python: &Path, judges: &Path) -> Self {
        let model = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("scripted-{}.gguf", std::process::id()));
        let script = ["\\n", "<think>", "REASON-7", "</think>", "ANSWER-7", "<|im_end|>"];
        let mut make = Command::new(python);
        make.arg(judges.join("mkscript.py")).arg(&model).arg(judges.join("chatml-reasoning.jinja")).args(script);
        let made = make.output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut serve = Command::new(python);
        serve.args(["-c", TIED]).arg(judges.join("xl_serve.py")).arg(&model).arg(port.to_string());
        serve.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = serve.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let ready = lines.any(|line| line.is_ok_and(|line| line.contains(&port.to_string())));
        std::thread::spawn(move || lines.for_each(drop));
        let server = Self { child, port };
        let _ = std::fs::remove_file(&model);
        assert!(ready, "the server did not start");
        server
    }
    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }
    /// The prompt that the server makes of a request.
    async fn prompt(&self, request: Vec<u8>) -> String {
        let call = Call { url: self.url("/apply-template"), headers: vec![], body: request, streamed: false };
        let mut answer = Http::direct().unwrap().send(call).await.unwrap();
        let mut bytes = vec![];
        while let Some(piece) = answer.body.next().await.unwrap() {
            bytes.extend(piece);
        }
        serde_json::from_slice::<Value>(&bytes).unwrap()["prompt"].as_str().unwrap().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn judges() -> Option<(PathBuf, PathBuf)> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/judges");
    let folder = std::env::var_os("THROUGHLINE_JUDGES_DIR").map_or(beside, PathBuf::from);
    let python = std::env::var_os("THROUGHLINE_JUDGES").map(PathBuf::from)?;
    folder.join("xl_serve.py").is_file().then_some((python, folder))
}

#[tokio::test]
async fn a_real_server_reads_its_thinking_again() {
    let Some((python, folder)) = judges() else {
        let required =
            std::env::var("THROUGHLINE_REQUIRE").is_ok_and(|list| list.split(',').any(|name| name == "judges"));
        assert!(!required, "{TEST}: the judges are required and absent");
        println!("skipped: {TEST}: no judges");
        return;
    };
    let server = Server::start(&python, &folder);
    for streamed in [false, true] {
        let mut talk = talk(&client(), route("llamacpp/m", &server.url("/v1")));
        let turn = talk.send(streamed, &mut |_| {}).await.unwrap().turn;
        assert_eq!((turn.reasoning().as_deref(), turn.text().as_str()), (Some("REASON-7"), "ANSWER-7"));
        talk.push(Turn::user("And now?"));
        // The server may close a connection just as it is used again.
        let reply = match talk.send(streamed, &mut |_| {}).await {
            Ok(reply) => reply,
            Err(_) => talk.send(streamed, &mut |_| {}).await.unwrap(),
        };
        assert_eq!((reply.tried.len(), reply.tried[0].status), (1, 200));
        let sent = reply.tried[0].body.clone();
        let prompt = server.prompt(sent.clone()).await;
        println!("{prompt}");
        assert_eq!(prompt.matches("REASON-7").count(), 1, "{prompt}");
        // It is the carrier that brings it.
        let mut bare: Value = serde_json::from_slice(&sent).unwrap();
        assert_eq!(bare["messages"][1]["reasoning_content"], "REASON-7");
        bare["messages"][1].as_object_mut().unwrap().remove("reasoning_content");
        let prompt = server.prompt(bare.to_string().into_bytes()).await;
        assert!(!prompt.contains("REASON-7") && prompt.contains("ANSWER-7"), "{prompt}");
    }
}

//! A Bedrock that judges with AWS's own model of the service, and our simulator: signed thinking goes back and is taken, by each way.
use crate::{
    python::{judges, python},
    stage::{answer, sent, talk, ways},
};
use std::{
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};
use throughline::{Turn, client::SendError};
use throughline_simulator::{Options, Simulator};

/// Runs a script that dies with us: the end of its input is the end of us, however it came.
const TIED: &str = "import os, runpy, sys, threading
threading.Thread(target=lambda: (sys.stdin.buffer.read(), os._exit(0)), daemon=True).start()
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name='__main__')";

struct Fake {
    child: Child,
    port: u16,
}

impl Fake {
    fn start(program: &Path, folder: &Path) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = python(program);
        command.args(["-c", TIED]).arg(folder.join("bedrock_fake.py")).arg(port.to_string()).env("PYTHONPATH", folder);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let fake = Self { child, port };
        let patience = Instant::now() + Duration::from_secs(60);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < patience, "the fake did not start");
            thread::sleep(Duration::from_millis(50));
        }
        fake
    }
    fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn botocores_model_takes_what_is_sent() {
    let Some((program, folder)) = judges("botocores_model_takes_what_is_sent") else { return };
    let fake = Fake::start(&program, &folder);
    for (way, client, key) in ways(&fake.url()) {
        for streamed in [false, true] {
            let mut talk = talk(&client, key.clone(), &fake.url());
            let turn = talk.send(streamed, &mut |_| {}).await.unwrap().turn;
            assert_eq!(turn.reasoning().as_deref(), Some("R"), "{way} {streamed}");
            assert_eq!(turn.calls().count(), 1, "{way} {streamed}");
            answer(&mut talk);
            let reply = talk.send(streamed, &mut |_| {}).await.unwrap();
            let thoughts = r#"{"reasoningContent":{"reasoningText":{"text":"R","signature":"SIG"}}},{"reasoningContent":{"redactedContent":"cmVkYWN0ZWQtYnl0ZXM="}}"#;
            assert!(sent(&reply).contains(thoughts), "{way} {streamed}: {}", sent(&reply));
            assert_eq!((reply.turn.text().as_str(), reply.broken.is_none()), ("A", true), "{way} {streamed}");
        }
    }
}

#[tokio::test]
async fn a_refusal_of_botocores_model_is_read() {
    let Some((program, folder)) = judges("a_refusal_of_botocores_model_is_read") else { return };
    let fake = Fake::start(&program, &folder);
    for (way, client, key) in ways(&fake.url()) {
        let mut talk = talk(&client, key.clone(), &fake.url());
        let wrong = throughline::Verbatim::parse(r#"{"maxTokens":"many"}"#).unwrap();
        talk.request_mut().set("inferenceConfig", wrong);
        let Err(SendError::Refused { refused, tried, .. }) = talk.send(true, &mut |_| {}).await else {
            panic!("{way}")
        };
        assert!(refused.status == 400 && refused.body.get().contains("maxTokens"), "{way}: {}", refused.body.get());
        let kind = tried[0].headers.iter().find(|(name, _)| name == "x-amzn-errortype");
        assert_eq!(kind.unwrap().1, "ValidationException", "{way}");
    }
}

#[tokio::test]
async fn the_simulator_takes_what_is_sent() {
    let simulator = Simulator::start(Options { seed: Some(7), ..Options::default() }).unwrap();
    let url = simulator.base_url("bedrock").unwrap();
    for (way, client, key) in ways(&url) {
        for streamed in [false, true] {
            let mut talk = talk(&client, key.clone(), &url);
            let turn = talk.send(streamed, &mut |_| {}).await.unwrap().turn;
            assert!(turn.reasoning().is_some() && turn.calls().count() == 1, "{way} {streamed}");
            answer(&mut talk);
            let reply = talk.send(streamed, &mut |_| {}).await.unwrap();
            assert!(sent(&reply).contains(r#""signature":"#), "{way} {streamed}: {}", sent(&reply));
            talk.push(Turn::user("And tomorrow?"));
            let reply = talk.send(streamed, &mut |_| {}).await.unwrap();
            assert!(!sent(&reply).is_empty() && reply.broken.is_none(), "{way} {streamed}");
        }
    }
}

//! `ask` against the simulator of `simulate`: what it shows, what it says when refused, and where the key never stands.
use crate::{
    run::{answer, program, text},
    simulated::Simulated,
};
use serde_json::Value;
use std::{
    io::{Read, Write},
    net::TcpListener,
    process::{Command, Output},
    thread,
};

const CANARY: &str = "sk-canary-0123456789";

fn ask(args: &[&str]) -> Command {
    let mut ask = program(&[&["ask"], args].concat());
    for name in ["DEEPSEEK_API_KEY", "ANTHROPIC_API_KEY", "GROQ_API_KEY", "MY_KEY"] {
        ask.env_remove(name);
    }
    ask
}
fn told(output: &Output) -> (i32, String, String) {
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_stream_is_shown_with_its_carriers_and_plan() {
    let simulated = Simulated::start();
    assert!(simulated.greeting.contains(&simulated.url("/groq/openai/v1")));
    let url = simulated.url("/deepseek");
    let mut ask = ask(&["deepseek/deepseek-v4-pro", "Hello?", "--base-url", &url]);
    let (code, said, beside) =
        told(&answer(ask.env("DEEPSEEK_API_KEY", CANARY).env("HTTP_PROXY", "http://127.0.0.1:9"), b""));
    assert_eq!((code, beside.as_str()), (0, ""));
    let (thinking, answered) =
        (said.find(" Before I answer I settle").unwrap(), said.find("Understood: Hello?").unwrap());
    assert!(thinking < answered, "{said}");
    assert!(
        said.lines().any(|line| {
            let words: Vec<_> = line.split_whitespace().collect();
            words.starts_with(&["reasoning_content", "deepseek", "anybody"])
        }),
        "{said}"
    );
    assert!(said.contains("required  deepseek") && said.contains("bytes, sha-256"), "{said}");
    assert!(!said.contains('\u{1b}') && !said.contains(CANARY), "{said}");
}

#[test]
fn json_is_the_same_streamed_and_whole() {
    let simulated = Simulated::start();
    let url = simulated.url("/anthropic");
    let thinks = r#"thinking={"type":"enabled","budget_tokens":1024}"#;
    let args =
        ["anthropic/claude-opus-4-5", "-", "--base-url", &url, "--set", thinks, "--set", "max_tokens=2048", "--json"];
    let told = |more: &[&str]| -> Value {
        let output = answer(&mut ask(&[&args[..], more].concat()), b"Hello?");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (streamed, whole) = (told(&[]), told(&["--no-stream"]));
    assert_eq!(streamed["answer"], "Understood: Hello?");
    assert_eq!((&streamed["answer"], &streamed["reasoning"]), (&whole["answer"], &whole["reasoning"]));
    let carrier = &streamed["carriers"][0];
    assert_eq!(
        (&carrier["kind"], &carrier["issuer"], &carrier["sealed"]),
        (&"thinking_block".into(), &"claude".into(), &true.into())
    );
    assert_eq!(carrier["hash"], whole["carriers"][0]["hash"]);
    assert_eq!((&streamed["status"], &streamed["requests"]), (&200.into(), &1.into()));
    assert_eq!(streamed["turn"]["throughline"], 1);
    assert!(streamed["explained"]["columns"]["reads"]["name"].is_string());
}

#[test]
fn a_simulated_provider_needs_no_key_and_stores_nothing() {
    let home = crate::home::Home::new("asked");
    for route in ["sim/anthropic", "sim/deepseek/deepseek-v4-flash"] {
        let said = home.says(&["ask", route, "Hello?"]);
        assert!(said.contains("Understood: Hello?") && said.contains("http://sim.localhost/"), "{said}");
    }
    assert!(!home.0.exists());
}

#[test]
fn a_key_that_is_missing_is_named() {
    for (args, want) in [
        (
            &["groq/m", "hi"][..],
            "throughline: no key for `groq`: set GROQ_API_KEY, or name another variable with --key-env NAME\n",
        ),
        (&["vllm/m", "hi", "--key-env", "MY_KEY"], "throughline: no key for `vllm`: set MY_KEY, "),
        (&["groq/m", "hi", "--set", "x"], "expected KEY=JSON"),
        (&["groq/m", "hi", "--set", "x={"], "the value of `x` is not JSON"),
        (&["groq/m", "hi", "--set", "messages=[]"], "`messages` is not set here"),
        (&["groq", "hi"], "throughline: route `groq`: expected PROVIDER/MODEL"),
    ] {
        let (code, said, beside) = told(&answer(&mut ask(args), b""));
        assert_eq!((code, said.as_str()), (2, ""), "{beside}");
        assert!(beside.contains(want), "{beside}");
    }
    let (code, said, beside) = told(&answer(&mut ask(&["vllm/m"]), b" \n"));
    assert_eq!((code, said.as_str(), beside.as_str()), (3, "", "throughline: the prompt is empty\n"));
}

#[test]
fn a_refusal_goes_out_as_it_came_without_the_key() {
    // The rudest of hosts: its refusal quotes the whole request, the header with the key in it.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let host = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = vec![0; 4096];
        let read = stream.read(&mut request).unwrap();
        let head = String::from_utf8_lossy(&request[..read]).into_owned();
        let body = format!(r#"{{"error":{{"message":{}}}}}"#, serde_json::to_string(&head).unwrap());
        write!(
            stream,
            "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        head
    });
    let mut ask = ask(&["groq/m", "hi", "--base-url", &url]);
    let (code, said, beside) = told(&answer(ask.env("GROQ_API_KEY", CANARY), b""));
    assert!(host.join().unwrap().contains(&format!("Bearer {CANARY}")), "the header did hold it");
    assert_eq!(code, 4, "{beside}");
    assert!(said.starts_with(r#"{"status":400,"body":{"error":"#) && said.contains("Bearer …"), "{said}");
    assert!(beside.contains("refused the request with status 400: not ours"), "{beside}");
    assert!(!said.contains(CANARY) && !beside.contains(CANARY), "{said}{beside}");
}

#[test]
fn an_answer_that_cannot_be_read_is_told_without_the_key() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let host = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 4096]).unwrap();
        write!(stream, "HTTP/1.1 200 OK\r\ncontent-type: text/{CANARY}\r\ncontent-length: 0\r\n\r\n").unwrap();
    });
    let mut ask = ask(&["groq/m", "hi", "--base-url", &url]);
    let (code, said, beside) = told(&answer(ask.env("GROQ_API_KEY", CANARY), b""));
    host.join().unwrap();
    assert!(code == 6 && said.is_empty() && beside.contains("cannot be read (status 200, text/…)"), "{code} {beside}");
}

#[test]
fn nobody_there_is_6_and_tells_why() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    drop(listener);
    let mut ask = ask(&["groq/m", "hi", "--base-url", &url]);
    let (code, said, beside) = told(&answer(ask.env("GROQ_API_KEY", CANARY), b""));
    assert_eq!((code, said.as_str()), (6, ""), "{beside}");
    assert!(beside.contains("no connection to the provider: ") && beside.contains("refused"), "{beside}");
    assert!(!beside.contains(CANARY));
}

#[test]
fn a_host_cannot_steer_the_terminal() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let host = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 4096]).unwrap();
        let event = r#"data: {"choices":[{"delta":{"content":"a\u001b[2Jb"}}]}"#;
        write!(stream, "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n{event}\n\n")
            .unwrap();
    });
    let (code, said, beside) = told(&answer(&mut ask(&["vllm/m", "hi", "--base-url", &url]), b""));
    host.join().unwrap();
    assert!(said.starts_with("a[2Jb") && !said.contains('\u{1b}'), "{said}");
    assert_eq!((code, beside.as_str()), (0, "throughline: the reply ends before its end\n"));
}

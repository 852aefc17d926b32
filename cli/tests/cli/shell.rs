//! `completions` and `man`, and the end of `simulate`.
use crate::run::{failure, stdout};

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&["completions", shell], "");
        for word in ["capture", "explain", "simulate", "base-url"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let (code, said) = failure(&["completions", "cmd"], "");
    assert!(code == 2 && said.contains("possible values"), "{said}");
}

#[test]
fn the_manual_has_a_page_for_the_program_and_one_for_each_command() {
    let page = stdout(&["man"], "");
    assert!(page.contains(".TH throughline 1") && page.contains("throughline\\-simulate(1)"), "{page}");
    let page = stdout(&["man", "ask"], "");
    assert!(page.contains(".TH throughline-ask 1") && page.contains("\\-\\-no\\-stream"), "{page}");
    let (code, said) = failure(&["man", "aks"], "");
    assert_eq!(code, 2);
    assert!(said.starts_with("throughline: no command `aks`; there are capture, ingest, "), "{said}");
}

#[test]
fn a_port_that_is_taken_is_said() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (code, said) = failure(&["simulate", "--port", &port], "");
    assert_eq!(code, 6);
    assert!(said.starts_with(&format!("throughline: cannot listen on 127.0.0.1:{port}: ")), "{said}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_simulator_well() {
    use std::io::{BufRead, BufReader};
    let mut child = crate::run::program(&["simulate"]).stdout(std::process::Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("throughline ask") {
        line.clear();
        assert!(out.read_line(&mut line).unwrap() > 0);
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

//! The command line itself: help, slips, routes that are none, files that are not there, readers that leave.
use crate::run::{LINES, answer, failure, program, run, stdout, text};
use std::{io::Write, process::Stdio};

#[test]
fn help_tells_the_exit_codes() {
    for args in [&["--help"][..], &["capture", "--help"], &["project", "-h"], &["help", "explain"]] {
        let help = stdout(args, "");
        for line in [
            "  0  done",
            "  2  the command line",
            "  3  the input",
            "  4  the reply is a refusal",
            "  5  no route",
            "  6  no whole",
            "  7  the store",
        ] {
            assert!(help.contains(line), "{args:?}: {line}");
        }
    }
    assert_eq!(stdout(&["--version"], ""), concat!("throughline ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn slips_of_the_command_line_are_2() {
    for (args, want) in [
        (&[][..], "Usage: throughline [OPTIONS] <COMMAND>"),
        (&["captur"], "similar subcommands exist: 'chat', 'capture'"),
        (&["project"], "--route <PROVIDER/MODEL>"),
        (&["project", "--rout", "groq/m"], "a similar argument exists: '--route'"),
        (&["capture", "--route", "groq/m", "--status", "99"], "99 is not in 100..=599"),
        (&["routes", "--json", "--markdown"], "cannot be used with"),
        (
            &["project", "--route", "groq"],
            "throughline: route `groq`: expected PROVIDER/MODEL, such as `deepseek/deepseek-v4-pro`\n",
        ),
        (
            &["project", "--route", "groq/m", "--base-url", "ftp://h"],
            "throughline: unknown scheme at the start of the base url: expected `http://` or `https://`\n",
        ),
        (&["project", "--route", "groq/m", "no such file"], "throughline: cannot read no such file: No such file"),
        (&["project", "--route", "groq/m", "/"], "throughline: cannot read /: Is a directory"),
        (
            &["demo", "--route", "grok"],
            "throughline: the demo does not go to `grok`; did you mean `groq`? it goes to openrouter, ",
        ),
    ] {
        let (code, said) = failure(args, LINES);
        assert_eq!(code, 2, "{args:?}: {said}");
        assert!(said.contains(want), "{args:?}: {said}");
    }
}

#[test]
fn a_route_that_is_none_is_5() {
    for (args, want) in [
        (
            &["--route", "opnrouter/m"][..],
            "throughline: unknown provider `opnrouter`; did you mean `openrouter`? any other host needs --base-url URL\n",
        ),
        (&["--route", "custom/m"], "throughline: provider `custom` can be anywhere: say where with --base-url URL\n"),
        (
            &["--route", "bedrock/m"],
            "throughline: provider `bedrock` is at a base url of your own, of the form `https://bedrock-runtime.{region}.amazonaws.com`: give it with --base-url URL, or set AWS_REGION\n",
        ),
        (
            &["--route", "mine/m", "--base-url", "h.example", "--api", "carrier_pigeon"],
            "throughline: no adapter speaks carrier_pigeon; registered: anthropic_messages, bedrock_converse, chat_completions, gemini_generate.",
        ),
    ] {
        for command in ["capture", "ingest", "project", "explain"] {
            let (code, said) = failure(&[&[command], args].concat(), LINES);
            assert_eq!(code, 5, "{args:?}: {said}");
            assert!(said.starts_with(want), "{args:?}: {said}");
        }
    }
}

#[test]
fn case_and_names_of_providers_do_not_matter() {
    let body = |route| stdout(&["project", "--route", route], LINES);
    assert_eq!(body("DeepSeek/m"), body("deepseek/m"));
    assert_eq!(body("KIMI/m"), body("moonshot/m"));
}

#[test]
fn a_dash_is_standard_input_and_so_is_nothing() {
    let args = ["project", "--route", "deepseek/m"];
    assert_eq!(stdout(&args, LINES), stdout(&[&args[..], &["-"]].concat(), LINES));
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let mut child = program(&["explain", "--route", "deepseek/m"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(LINES.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_is_1() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program(&["routes"]).stdin(Stdio::null()).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("throughline: cannot write: "));
}

#[test]
fn no_colour_where_nobody_looks() {
    for args in [&["demo", "--route", "deepseek"][..], &["routes"], &["explain", "--route", "deepseek/m"]] {
        let quiet = answer(program(args).env("NO_COLOR", "1"), LINES.as_bytes());
        for output in [run(args, LINES), quiet] {
            assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{args:?}");
            assert!(!output.stdout.is_empty() && !output.stdout.contains(&0x1b), "{args:?}");
        }
    }
}

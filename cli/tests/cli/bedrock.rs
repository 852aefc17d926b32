//! Claude's doors from the command line: the region from the environment, a key or AWS credentials, and a base URL of one's own.
use crate::{
    home::{Home, QUESTION},
    run::{answer, failure, program, text},
    simulated::Simulated,
};
use std::process::{Command, Output};

const CLAUDE: &str = "bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0";

fn ask(args: &[&str]) -> Command {
    program(&[&["ask"], args].concat())
}

fn told(output: &Output) -> (i32, String, String) {
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn without_a_region_it_says_how_to_name_one() {
    for region in [None, Some("eu west"), Some("x.example/")] {
        let mut ask = ask(&[CLAUDE, "Hello?"]);
        if let Some(region) = region {
            ask.env("AWS_REGION", region);
        }
        let (code, said, beside) = told(&answer(&mut ask, b""));
        assert_eq!((code, said.as_str()), (5, ""), "{beside}");
        assert!(beside.contains("--base-url URL, or set AWS_REGION"), "{beside}");
    }
}

#[test]
fn without_a_key_aws_credentials_sign_where_the_build_can() {
    let (code, said, beside) = told(&answer(ask(&[CLAUDE, "Hello?"]).env("AWS_DEFAULT_REGION", "eu-west-1"), b""));
    assert_eq!(said, "", "{beside}");
    if cfg!(feature = "bedrock-sdk") {
        assert!(code == 6 && beside.contains("nothing to sign with: set AWS_ACCESS_KEY_ID"), "{code} {beside}");
        assert!(beside.contains("bedrock-runtime.eu-west-1.amazonaws.com"), "{beside}");
    } else {
        assert!(code == 2 && beside.contains("set AWS_BEARER_TOKEN_BEDROCK"), "{code} {beside}");
        assert!(beside.contains("`--features bedrock-sdk` signs with AWS credentials"), "{beside}");
    }
}

#[test]
fn a_bearer_token_needs_no_sdk() {
    let simulated = Simulated::start();
    let url = simulated.url("/bedrock");
    for whole in [&[][..], &["--no-stream"]] {
        let mut ask = ask(&[&[CLAUDE, "Hello?", "--base-url", &url], whole].concat());
        let (code, said, beside) = told(&answer(ask.env("AWS_BEARER_TOKEN_BEDROCK", "sk-canary"), b""));
        assert_eq!(code, 0, "{beside}");
        assert!(
            said.contains("Understood: Hello?") && !said.contains("canary") && !beside.contains("canary"),
            "{said}"
        );
    }
}

#[test]
fn a_base_url_of_ones_own_is_asked_for_by_its_form() {
    for (route, api, forms) in [
        (
            "vertex/claude-opus-4-8",
            None,
            &["/endpoints/openapi` (chat_completions)", "/publishers/anthropic` (anthropic_messages)"][..],
        ),
        (
            "vertex/claude-opus-4-8",
            Some("anthropic_messages"),
            &["/publishers/anthropic`: give it with --base-url URL"],
        ),
        (
            "azure-foundry/claude-opus-4-8",
            None,
            &["https://{resource}.services.ai.azure.com/anthropic` (anthropic_messages)"],
        ),
    ] {
        let api = api.map(|api| ["--api", api]);
        let args = [&["explain", "--route", route][..], api.as_ref().map_or(&[], |api| api.as_slice())].concat();
        let (code, said) = failure(&args, "");
        assert!(code == 5 && forms.iter().all(|form| said.contains(form)), "{code} {said}");
    }
    // The path says which wire it is.
    let url = "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/anthropic";
    let explained =
        crate::run::stdout(&["explain", "--route", "vertex/claude-opus-4-8", "--base-url", url], crate::run::LINES);
    assert!(explained.contains("(anthropic_messages)") && explained.contains("vertex-claude"), "{explained}");
}

#[test]
fn every_simulated_door_of_claude_thinks_without_being_told_how() {
    for (spec, streams) in [
        ("sim/bedrock", true),
        ("sim/bedrock", false),
        ("sim/bedrock-invoke", true),
        ("sim/vertex-anthropic", true),
        ("sim/foundry", false),
        ("sim/copilot-anthropic", true),
        ("sim/bedrock/global.anthropic.claude-fable-5-1-v1:0", true),
        ("sim/bedrock/openai.gpt-oss-120b-1:0", true),
        ("sim/bedrock/xai.grok-4", true),
        ("sim/minimax-anthropic", true),
    ] {
        let more: &[&str] = if streams { &[] } else { &["--no-stream"] };
        let output = answer(&mut ask(&[&[spec, "Hello?", "--json"], more].concat()), b"");
        let (code, said, beside) = told(&output);
        assert_eq!(code, 0, "{spec}: {beside}");
        let said: serde_json::Value = serde_json::from_str(&said).unwrap();
        let carriers = said["carriers"].as_array().unwrap();
        assert_eq!(carriers.len(), 1, "{spec}: {said}");
    }
    let (code, said) = failure(&["ask", "sim/relay", "Hello?"], "");
    assert!(code == 2 && said.contains("which model? say `sim/relay/MODEL`"), "{said}");
}

#[test]
fn a_session_goes_through_every_door_of_claude() {
    let home = Home::new("doors");
    let id = home.session("sim/anthropic");
    let word = format!("The code word was {}.\n", home.word(&id));
    for model in ["sim/bedrock", "sim/vertex-anthropic", "sim/azure-foundry", "sim/bedrock-invoke"] {
        assert_eq!(home.says(&["chat", "--resume", "last", "--model", model, QUESTION]), word, "{model}");
    }
    assert_eq!(
        home.says(&["chat", "--resume", "last", "--model", "sim/bedrock/openai.gpt-oss-120b-1:0", QUESTION]),
        word
    );
    let forgot = home.says(&["chat", "--resume", "last", "--model", "sim/bedrock/deepseek.r1-v1:0", QUESTION]);
    assert_eq!(forgot, "I do not remember any code word.\n");
    let logs = home.says(&["logs"]);
    let lines: Vec<&str> = logs.lines().collect();
    for (n, want) in [
        (2, "reasoning: signature on 2 turns ("),
        (3, "reasoning: thinking on 3 turns ("),
        (4, "reasoning: thinking on 4 turns ("),
        (5, "reasoning: thinking on 5 turns ("),
        (6, "reasoning: reasoningText on 6 turns ("),
        (7, "reasoning: none; withheld 7 thinking_block (the route does not read it [bedrock-deepseek])"),
    ] {
        assert!(lines[n].contains(want), "{}", lines[n]);
    }
    assert_eq!(home.last(), id, "one session all the way");
}

#[test]
fn a_bound_seal_that_was_refused_is_remembered_with_its_prefix() {
    let home = Home::new("dropped");
    home.session("sim/anthropic/claude-fable-5-1");
    // Set past the turns, where no plan looks: the server says it, once.
    let briefed = ["chat", "--resume", "last", "--set", "system=\"Be brief.\"", QUESTION];
    for _ in 0..2 {
        assert_eq!(home.says(&briefed), "I do not remember any code word.\n");
    }
    let statuses: Vec<String> =
        home.says(&["logs"]).lines().map(|line| line.split_whitespace().nth(5).unwrap().to_owned()).collect();
    assert_eq!(statuses, ["200", "200", "400", "200", "200"]);
    assert!(
        home.says(&["logs"]).contains("verdict prefix bound at messages.1.content.0; learned does not take the seal ")
    );
    assert!(home.says(&["rejections", "list"]).contains("does not take the seal "));
    let shown = home.says(&["sessions", "show", "last"]);
    assert!(shown.contains(" behind the prefix that it had\n"), "{shown}");
}

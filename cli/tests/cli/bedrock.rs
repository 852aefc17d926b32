//! Bedrock from the command line: the region from the environment, and a key or AWS credentials.
use crate::{
    run::{answer, program, text},
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

//! Bodies that people quoted in public threads, kept beside the recordings: each has an expectation here by its address.
//!
//! Never copies a body: a new one fails by name until somebody says what it means.
use super::{
    means::{
        Means::{self, *},
        ask,
    },
    table::EVERYTHING,
};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use throughline_core::{Verbatim, verdict::Verdict};

#[derive(Deserialize)]
struct Quotes<'a> {
    #[serde(borrow)]
    errors: Vec<Quote<'a>>,
}

#[derive(Deserialize)]
struct Quote<'a> {
    url: &'a str,
    status: u16,
    body: Verbatim,
}

const RC: Means = Unknown(&["reasoning_content"]);

#[rustfmt::skip]
const EXPECTED: &[(&str, Means)] = &[
    ("JohnnyZ93/oai-compatible-copilot/issues/215", Missing("reasoning_content")),
    ("decolua/9router/issues/2397", Missing("thinking")),
    ("Alishahryar1/free-claude-code/issues/1327", Missing("reasoning_content")),
    ("continuedev/continue/issues/11600", Missing("reasoning_content")),
    ("HKUDS/nanobot/issues/3939", NotOurs), // two parameters that exclude each other
    ("LionSR/TeXRA/pull/1905", NotOurs), // a parameter's type
    ("earendil-works/pi/issues/4602", Missing("reasoning_content")),
    ("tailcallhq/forgecode/issues/3347", Missing("reasoning_content")),
    ("XiaomiMiMo/MiMo-V2-Flash/issues/8", NotOurs), // the message's content
    ("NousResearch/hermes-agent/issues/11089", RC),
    ("janhq/jan/issues/8136", RC),
    ("musistudio/llms/pull/64", NotOurs), // the parameter `reasoning`
    ("vercel/ai/pull/8057", Unknown(&["reasoning"])),
    ("Kilo-Org/kilocode/issues/10375", RC),
    ("charmbracelet/crush/issues/1590", RC),
    ("BerriAI/litellm/issues/30835", RC),
    ("askimo-ai/askimo/issues/543", Missing("thought_signature")),
    ("GewoonJaap/gemini-cli-openai/issues/156", Missing("thought_signature")),
    ("lbjlaq/Antigravity-Manager/issues/938", Missing("thought_signature")),
    ("google-gemini/gemini-cli/issues/13467", Bad(&[])),
    ("decolua/9router/issues/301", Bad(&[])),
    ("lbjlaq/Antigravity-Manager/pull/3342", Bad(&[])),
    ("massgen/MassGen/issues/665", Bad(&[])),
    ("linanwx/nagobot/issues/21", Bad(&[(7, 2)])),
    ("deepset-ai/haystack-core-integrations/issues/2146", ThinkingFirst(Some((1, 0)))),
    ("anthropics/claude-code/issues/10627", Bad(&[(1, 0)])),
    ("bastani-inc/atomic/issues/1318", FrozenTurn(Some((3, 9)))),
    ("tailcallhq/forgecode/issues/1853", NotOurs), // the parameter `thinking` is off
    ("NoeFabris/opencode-antigravity-auth/issues/73", Bad(&[(5, 0)])),
    ("anomalyco/opencode/issues/3077", ThinkingFirst(Some((1, 0)))),
    ("can1357/oh-my-pi/pull/10486", Bad(&[(369, 0)])),
    ("langchain-ai/langchain-aws/issues/401", Unknown(&["reasoningText", "redactedContent", "signature"])),
    ("danny-avila/LibreChat/pull/13888", Bad(&[])), // places are counted from one there: none is taken
    ("openai/codex/issues/8145", Issuer),
    ("smallmain/vscode-unify-chat-provider/issues/178", Issuer),
    ("openai/openai-agents-js/issues/546", Pair),
    ("OpenHands/software-agent-sdk/pull/1208", NotOurs), // the parameter `include`
    ("github/copilot-cli/issues/3394", NotOurs), // the parameter `reasoning_effort`
    ("caozhiyuan/copilot-api/issues/73", Bad(&[])),
];

/// The file beside the recordings, where it lies; says so where it does not.
fn quotes(test: &str) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    let corpus =
        std::env::var_os("THROUGHLINE_CORPUS").map_or_else(|| root.join("../shared/corpus/dev"), PathBuf::from);
    let text = std::fs::read_to_string(corpus.parent()?.join("errors_quoted.json")).ok();
    if text.is_none() {
        let required = std::env::var("THROUGHLINE_REQUIRE").unwrap_or_default();
        assert!(!required.split(',').any(|what| what == "corpus"), "no errors_quoted.json beside the corpus");
        println!("skipped: {test}: no corpus");
    }
    text
}

#[test]
fn every_quoted_body_means_what_is_expected() {
    let Some(text) = quotes("every_quoted_body_means_what_is_expected") else { return };
    let errors = serde_json::from_str::<Quotes<'_>>(&text).unwrap().errors;
    assert!(!errors.is_empty());
    let mut wrong = vec![];
    for Quote { url, status, body } in errors {
        let expected = EXPECTED.iter().find(|(tail, _)| url.strip_prefix("https://github.com/") == Some(tail));
        let found = ask(status, body.get(), EVERYTHING);
        match expected.map(|(_, means)| means.verdict()) {
            Some(expected) if found == expected => {}
            Some(expected) => wrong.push(format!("{url}: {found:?}, expected {expected:?}")),
            None => wrong.push(format!("{url}: no expectation; reads as {found:?}")),
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_quoted_field_that_was_not_sent_is_not_named() {
    let Some(text) = quotes("a_quoted_field_that_was_not_sent_is_not_named") else { return };
    for Quote { url, status, body } in serde_json::from_str::<Quotes<'_>>(&text).unwrap().errors {
        let verdict = ask(status, body.get(), &["annotations"]);
        assert!(!matches!(verdict, Verdict::UnknownField { .. }), "{url}: {verdict:?}");
    }
}

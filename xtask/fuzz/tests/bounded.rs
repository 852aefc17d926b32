//! Every target on a fixed number of inputs, always the same ones: what runs among the tests, on any toolchain.
use std::sync::LazyLock;
use throughline::Stored;
use throughline_fuzz::{Count, Seeds, TARGETS, Target, Until, run, seeds};

/// The inputs of each target.
const INPUTS: usize = 1500;

/// Framings that a wire does not have: its capture refuses whatever comes, cut or whole.
const REFUSED: &[&str] = &[
    "capture_chat_frames",
    "capture_gemini_frames",
    "capture_gemini_compatible_frames",
    "capture_copilot_frames",
    "capture_bedrock_sse",
];

static SEEDS: LazyLock<Seeds> = LazyLock::new(seeds);

fn holds(name: &str) -> Result<(), String> {
    let target = Target::find(name).ok_or("no such target")?;
    if SEEDS.are_samples_alone() {
        let required = std::env::var("THROUGHLINE_REQUIRE").unwrap_or_default();
        assert!(!required.contains("corpus"), "no corpus");
        println!("skipped: {name}: no corpus; samples alone are bent");
    }
    let count = run(target, &SEEDS.of(target)?, 1, Until::Inputs(INPUTS));
    let count = count.map_err(|found| format!("{}\n{}", found.what, found.input.escape_ascii()))?;
    assert_eq!(count.inputs, INPUTS);
    let Count { accepted, .. } = count;
    match REFUSED.contains(&name) {
        true => assert_eq!(accepted, 0, "{name}: it reads this framing now: take it out of the list"),
        false => {
            assert!(accepted > INPUTS / 100, "{name}: {accepted} of {INPUTS} inputs are accepted: nothing is looked at")
        }
    }
    Ok(())
}

macro_rules! bounded {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() -> Result<(), String> {
                holds(stringify!($name))
            }
        )*
        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

bounded! {
    capture_chat_whole capture_chat_sse capture_chat_frames
    capture_anthropic_whole capture_anthropic_sse capture_anthropic_frames
    capture_gemini_whole capture_gemini_sse capture_gemini_frames
    capture_gemini_compatible_whole capture_gemini_compatible_sse capture_gemini_compatible_frames
    capture_copilot_whole capture_copilot_sse capture_copilot_frames
    capture_bedrock_whole capture_bedrock_sse capture_bedrock_frames
    ingest_chat ingest_anthropic ingest_gemini ingest_gemini_compatible ingest_copilot ingest_bedrock
    sse frames stored_line user_table
}

#[test]
fn every_target_runs_here_and_under_cargo_fuzz() {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(NAMES, names);
    let manifest = include_str!("../../../fuzz/Cargo.toml");
    let listed: Vec<&str> =
        manifest.split("[[bin]]\nname = \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(listed, names);
}

/// What a store holds is all there when it is read: the line that is written of it again is the same, member for member.
#[test]
fn a_line_that_was_written_here_loses_nothing() -> Result<(), String> {
    let target = Target::find("stored_line").ok_or("no such target")?;
    for seed in SEEDS.of(target)? {
        let line = String::from_utf8(seed).map_err(|error| error.to_string())?;
        let stored = Stored::read(&line).map_err(|error| format!("{error}\n{line}"))?;
        assert_eq!(stored.line().map_err(|error| error.to_string())?, line);
    }
    Ok(())
}

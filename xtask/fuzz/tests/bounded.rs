//! Every target on a fixed number of inputs, always the same ones: what runs among the tests, on any toolchain.
use std::sync::LazyLock;
use throughline_fuzz::{Seeds, TARGETS, Target, Until, run, seeds};

/// The inputs of each target.
const INPUTS: usize = 1500;

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
    assert!(
        count.accepted > INPUTS / 100,
        "{name}: of {INPUTS} inputs {} are accepted: nothing is looked at",
        count.accepted
    );
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

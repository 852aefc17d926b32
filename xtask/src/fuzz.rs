//! `fuzz`: looks for bytes that break what should hold, for as long as one likes.
//!
//! With cargo-fuzz and a nightly toolchain the fuzzer learns from what it reaches; without them a mutator of our own bends the same seeds.
//! Which of the two runs must never change what is looked at.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::workspace::Workspace;
use crate::{Result, run};

/// The package that holds the targets.
const FUZZ: &str = "throughline-fuzz";
/// Where cargo-fuzz keeps what is its own; git ignores its folders.
const FOLDER: &str = "fuzz";

/// Runs `target`, or each in turn, for `seconds`.
pub(crate) fn run(workspace: &Workspace, target: Option<&str>, seconds: u64) -> Result<bool> {
    if workspace.member(FUZZ).is_none() {
        return Err(format!("the workspace has no package {FUZZ}").into());
    }
    let folder = workspace.root.join(FOLDER);
    if !learns(workspace) {
        println!("no cargo-fuzz with a nightly toolchain: our own mutator runs");
        let artifacts = folder.join("artifacts").to_string_lossy().into_owned();
        return ours(workspace, target, &["--seconds", &seconds.to_string(), "--artifacts", &artifacts]);
    }
    let seeds = folder.join("seeds");
    let mut holds = ours(workspace, target, &["--write-seeds", &seeds.to_string_lossy()])?;
    for target in target.map_or_else(|| targets(workspace), |target| Ok(vec![target.to_owned()]))? {
        let (found, seeds): (PathBuf, PathBuf) = (folder.join("corpus").join(&target), seeds.join(&target));
        fs::create_dir_all(&found)?;
        // Without a sanitizer: the code is safe Rust, and runs twice as many inputs so.
        let mut command = nightly(workspace, &["fuzz", "run", "-s", "none", &target]);
        command.args([found, seeds]).args(["--", &format!("-max_total_time={seconds}"), "-max_len=65536"]);
        holds &= run::passes(&mut command)?;
    }
    Ok(holds)
}

fn learns(workspace: &Workspace) -> bool {
    run::reads(&mut nightly(workspace, &["fuzz", "--version"])).is_ok()
}

fn targets(workspace: &Workspace) -> Result<Vec<String>> {
    let list = run::reads(&mut nightly(workspace, &["fuzz", "list"]))?;
    Ok(list.lines().map(str::to_owned).collect())
}

fn nightly(workspace: &Workspace, arguments: &[&str]) -> Command {
    run::toolchain(&workspace.root, "nightly", arguments.iter().copied())
}

fn ours(workspace: &Workspace, target: Option<&str>, arguments: &[&str]) -> Result<bool> {
    let mut command = run::cargo(&workspace.root, ["run", "--release", "-q", "-p", FUZZ, "--"]);
    command.args(target).args(arguments);
    run::passes(&mut command)
}

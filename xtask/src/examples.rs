//! `examples`: crates as strangers write them, each a workspace of its own, tried as their authors would try them.
//!
//! It must never build one of them as a member of our workspace: what they need of us is what is published.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::tally::Tally;
use crate::workspace::Workspace;
use crate::{Result, run};

/// Formats, lints and tests each; their tests are counted.
pub(crate) fn run(workspace: &Workspace) -> Result<Tally> {
    let target = target(workspace);
    let mut sum = Tally::default();
    for folder in folders(&workspace.root.join("examples"))? {
        sum += outside(&folder, &target)?;
        if folder.join("src/main.rs").is_file() {
            sum += Tally::one(is_one_program(&folder, &target)?);
        }
    }
    Ok(sum)
}

/// Whether the program in `folder` prints the same however it is built: what a linker drops or puts elsewhere, discovery must not miss.
fn is_one_program(folder: &Path, target: &Path) -> Result<bool> {
    let printed = |profile: &str| {
        println!("running it, built as {profile}");
        let mut command = run::cargo(folder, ["run", "--quiet", "--profile", profile]);
        run::reads(command.env("CARGO_TARGET_DIR", target))
    };
    let (debug, release) = (printed("dev")?, printed("release")?);
    if debug != release {
        println!("error: built for release it prints otherwise\n{debug}\nand\n{release}");
    }
    Ok(debug == release)
}

/// Where crates from outside are built: one folder for all, because most of what they build is the same.
pub(crate) fn target(workspace: &Workspace) -> PathBuf {
    workspace.target().join("examples")
}

/// Tries the crate in `folder` as its author would.
pub(crate) fn outside(folder: &Path, target: &Path) -> Result<Tally> {
    println!("in {}", folder.display());
    let cargo = |arguments: &[&str]| {
        let mut command = run::cargo(folder, arguments);
        command.env("CARGO_TARGET_DIR", target);
        command
    };
    let mut sum = Tally::one(run::passes(&mut cargo(&["fmt", "--check"]))?);
    sum += Tally::one(run::passes(&mut cargo(&["clippy", "--all-targets", "--", "-D", "warnings"]))?);
    let mut tests = Tally::default();
    let see = |line: &str| tests += Tally::of_line(line).unwrap_or_default();
    let passed = run::streams(&mut cargo(&["test", "--no-fail-fast"]), &mut io::stdout(), see)?;
    sum += tests.with_run(passed);
    Ok(sum)
}

/// The folders in `examples` that are crates, in the order of their names.
fn folders(examples: &Path) -> Result<Vec<PathBuf>> {
    let mut all = vec![];
    for entry in fs::read_dir(examples)? {
        let folder = entry?.path();
        if folder.join("Cargo.toml").is_file() {
            all.push(folder);
        }
    }
    all.sort();
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_are_found_and_files_beside_them_are_not() {
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
        let names: Vec<_> =
            folders(&examples).unwrap().iter().map(|folder| folder.file_name().unwrap().to_owned()).collect();
        assert_eq!(names, ["throughline-cohere", "throughline-ollama", "uses-outside-adapters"]);
    }
}

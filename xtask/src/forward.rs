//! Commands whose work another crate does: `corpus` and `bench`.
//!
//! The logic of each belongs in its own crate, where users and other projects can run it too. This module must never
//! do more than start it and hand its exit status back.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use crate::workspace::Workspace;
use crate::{Result, run};

/// The package that replays recorded exchanges.
pub(crate) const CORPUS: &str = "throughline-corpus";
const BENCH: &str = "throughline-bench";

/// Replays `dir`, or the folder that the tests find.
pub(crate) fn corpus(
    workspace: &Workspace,
    dir: Option<PathBuf>,
    rest: impl Iterator<Item = OsString>,
) -> Result<bool> {
    let dir = match dir {
        // Cargo starts in the root, the person perhaps elsewhere.
        Some(dir) => std::path::absolute(dir)?,
        None => workspace.corpus().ok_or("no folder given, and none in THROUGHLINE_CORPUS or ../shared/corpus/dev")?,
    };
    let arguments: Vec<OsString> = [dir.into_os_string()].into_iter().chain(rest).collect();
    starts(workspace, CORPUS, &arguments)
}

/// Measures.
pub(crate) fn bench(workspace: &Workspace, arguments: &[OsString]) -> Result<bool> {
    starts(workspace, BENCH, arguments)
}

/// The line that says what is not run because its crate is not there.
pub(crate) fn missing(what: &str, package: &str) -> String {
    format!("skipped: {what}: the workspace has no package {package}")
}

/// Another crate's program, built to be fast.
pub(crate) fn release(workspace: &Workspace, package: &str, arguments: &[OsString]) -> Command {
    let mut command = run::cargo(&workspace.root, ["run", "--release", "-q", "-p", package, "--"]);
    command.args(arguments);
    command
}

fn starts(workspace: &Workspace, package: &str, arguments: &[OsString]) -> Result<bool> {
    if workspace.member(package).is_none() {
        return Err(format!("the workspace has no package {package}").into());
    }
    // Not announced: what the crate prints may be read by another program.
    Ok(release(workspace, package, arguments).status()?.success())
}

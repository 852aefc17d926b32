//! `conformance`: the table of every adapter, or of a crate from outside.
//!
//! It must never count a run as held whose last line it could not read.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::forward::{CORPUS, release};
use crate::tally::Tally;
use crate::workspace::Workspace;
use crate::{Result, outside, run};

/// The package that makes the table.
const TABLE: &str = "throughline-conform";

/// What is looked at, and how it is shown.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// This adapter alone
    #[arg(long, value_name = "ID")]
    adapter: Option<OsString>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Also write it as a JUnit file
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// The crate in this folder, in the place of ours
    #[arg(long, value_name = "DIR", conflicts_with = "package")]
    path: Option<PathBuf>,
    /// A published crate, in the place of ours
    #[arg(long = "crate", value_name = "NAME[@VERSION]")]
    package: Option<String>,
}

/// Runs it; `true` where everything held.
pub(crate) fn run(workspace: &Workspace, arguments: Arguments) -> Result<bool> {
    let Arguments { adapter, json, junit, path, package } = arguments;
    let mut rest: Vec<OsString> = vec![];
    rest.extend(adapter.into_iter().flat_map(|id| ["--adapter".into(), id]));
    rest.extend(json.then(|| "--json".into()));
    if let Some(file) = junit {
        // Cargo starts elsewhere than the person.
        rest.extend(["--junit".into(), std::path::absolute(file)?.into_os_string()]);
    }
    match path.map(outside::Origin::Path).or(package.map(outside::Origin::Registry)) {
        Some(origin) => outside::run(workspace, &origin, &rest),
        None => Ok(table(workspace, &rest)?.status()?.success()),
    }
}

/// The same of every adapter, with its counts.
pub(crate) fn tally(workspace: &Workspace) -> Result<Tally> {
    let mut last = None;
    let passed = run::streams(&mut table(workspace, &[])?, &mut io::stdout(), |line| last = sum(line).or(last))?;
    Ok(counted(last, passed))
}

/// What the last line said, where the program ended as that line says it must.
fn counted(last: Option<Tally>, passed: bool) -> Tally {
    match last {
        Some(tally) if passed || !tally.holds() => tally,
        _ => Tally::one(false),
    }
}

/// The program that prints the table.
fn table(workspace: &Workspace, arguments: &[OsString]) -> Result<std::process::Command> {
    let mut command = run::cargo(&workspace.root, ["run", "-q", "-p", TABLE, "--features", "bedrock-sdk", "--"]);
    command.args(arguments);
    if let Some(file) = replayed(workspace)? {
        command.arg("--corpus").arg(file);
    }
    Ok(command)
}

/// What the corpus says of itself, in a file, where there are a corpus and somebody to replay it.
fn replayed(workspace: &Workspace) -> Result<Option<PathBuf>> {
    let (Some(folder), true) = (workspace.corpus(), workspace.member(CORPUS).is_some()) else { return Ok(None) };
    let file = workspace.target().join("conformance/corpus.json");
    fs::create_dir_all(file.parent().unwrap_or(Path::new(".")))?;
    let output = release(workspace, CORPUS, &[folder.into_os_string(), "--json".into()]).output()?;
    // A replay that failed has a report all the same; what could not begin has none.
    if output.stdout.is_empty() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned().into());
    }
    fs::write(&file, output.stdout)?;
    Ok(Some(file))
}

/// The counts in a report's last line: `118 held, 0 broke, 9 skipped`.
fn sum(line: &str) -> Option<Tally> {
    let mut counts = line.split(", ");
    let mut count = |word: &str| counts.next()?.strip_suffix(word)?.trim_end().parse().ok();
    let (passed, failed, skipped) = (count("held")?, count("broke")?, count("skipped")?);
    Some(Tally { passed, failed, skipped })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_failed_is_never_counted_as_held() {
        let held = Tally { passed: 118, failed: 0, skipped: 9 };
        let broke = Tally { passed: 117, failed: 1, skipped: 9 };
        let failed = Tally::one(false);
        assert_eq!([counted(Some(held), true), counted(Some(broke), false)], [held, broke]);
        assert_eq!([counted(Some(held), false), counted(None, true), counted(None, false)], [failed, failed, failed]);
    }
    #[test]
    fn the_last_line_of_a_report_is_read() {
        assert_eq!(sum("118 held, 2 broke, 9 skipped"), Some(Tally { passed: 118, failed: 2, skipped: 9 }));
        for line in ["", "118 held", "verbatim  held 9  BROKE", "x held, 2 broke, 9 skipped"] {
            assert_eq!(sum(line), None, "{line}");
        }
    }
}

//! `tidy`: the rules of the house that no compiler checks, each a function that returns what breaks it.
//!
//! A check looks only at what is there, so that the workspace can grow; what it cannot look at yet it skips by name.
//! It must never change a file, `--fix` aside.

mod adapters;
mod allow;
mod length;
mod opening;
mod publish;
mod pure;
mod reasons;
mod rooms;
mod routes;
mod vendors;
mod words;

use std::fmt;

use crate::Result;
use crate::tally::Tally;
use crate::workspace::{File, Workspace};

/// One thing that breaks a rule, printed as `path:line: message`.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    path: String,
    line: usize,
    message: String,
}

impl Finding {
    fn new(path: impl Into<String>, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.into(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.message)
    }
}

/// What came of one check.
#[derive(Debug, PartialEq, Eq)]
enum Checked {
    Ran(Vec<Finding>),
    Skipped(&'static str),
}

struct Check {
    name: &'static str,
    run: fn(&Scope<'_>) -> Result<Checked>,
}

/// What a check may look at.
struct Scope<'a> {
    workspace: &'a Workspace,
    files: &'a [File],
    fix: bool,
}

impl Scope<'_> {
    fn rust(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.path.ends_with(".rs"))
    }

    /// What `check` finds in the Rust files.
    fn each(&self, check: fn(&File) -> Vec<Finding>) -> Result<Checked> {
        Ok(Checked::Ran(self.rust().flat_map(check).collect()))
    }
}

const CHECKS: &[Check] = &[
    Check { name: "rooms", run: |scope| Ok(Checked::Ran(rooms::check(&scope.workspace.members))) },
    Check { name: "adapters", run: |scope| Ok(Checked::Ran(adapters::check(&scope.workspace.members, scope.files))) },
    Check { name: "publish", run: |scope| Ok(Checked::Ran(publish::check(&scope.workspace.members, scope.files))) },
    Check { name: "pure", run: |scope| pure::run(scope.workspace) },
    Check { name: "length", run: |scope| Ok(Checked::Ran(length::check(scope.files))) },
    Check { name: "opening", run: |scope| scope.each(opening::check) },
    Check { name: "allow", run: |scope| scope.each(allow::check) },
    Check { name: "vendors", run: |scope| scope.each(vendors::check) },
    Check { name: "routes", run: |scope| routes::run(scope.workspace, scope.files, scope.fix) },
    Check { name: "words", run: |scope| Ok(Checked::Ran(words::check(scope.files))) },
    Check { name: "reasons", run: |scope| Ok(Checked::Ran(reasons::check(scope.files))) },
];

/// Runs every check, prints what they find, and counts the checks.
pub(crate) fn run(workspace: &Workspace, fix: bool) -> Result<Tally> {
    let files = workspace.files()?;
    let scope = Scope { workspace, files: &files, fix };
    let mut tally = Tally::default();
    for check in CHECKS {
        tally += report(check.name, (check.run)(&scope));
    }
    Ok(tally)
}

fn report(name: &str, checked: Result<Checked>) -> Tally {
    match checked {
        Ok(Checked::Ran(findings)) if findings.is_empty() => {
            println!("ok      {name}");
            Tally::one(true)
        }
        Ok(Checked::Ran(findings)) => {
            println!("FAILED  {name}");
            findings.iter().for_each(|finding| println!("{finding}"));
            Tally::one(false)
        }
        Ok(Checked::Skipped(why)) => {
            println!("skipped {name}: {why}");
            Tally::skip()
        }
        Err(error) => {
            println!("FAILED  {name}: {error}");
            Tally::one(false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `routes` builds another crate, which is too slow for a unit test: only the command runs it.
    #[test]
    fn the_workspace_is_tidy() {
        let workspace = Workspace::open().unwrap();
        let files = workspace.files().unwrap();
        let scope = Scope { workspace: &workspace, files: &files, fix: false };
        let mut all = Vec::new();
        for check in CHECKS.iter().filter(|check| check.name != "routes") {
            if let Checked::Ran(findings) = (check.run)(&scope).unwrap() {
                all.extend(findings.iter().map(|finding| format!("{finding} [{}]", check.name)));
            }
        }
        assert!(all.is_empty(), "\n{}", all.join("\n"));
    }

    #[test]
    fn findings_count_by_check() {
        assert_eq!(report("a", Ok(Checked::Ran(Vec::new()))), Tally::one(true));
        let findings = vec![Finding::new("a.rs", 1, "b"), Finding::new("a.rs", 2, "b")];
        assert_eq!(report("a", Ok(Checked::Ran(findings))), Tally::one(false));
        assert_eq!(report("a", Ok(Checked::Skipped("not there yet"))), Tally::skip());
        assert_eq!(report("a", Err("broken".into())), Tally::one(false));
    }

    #[test]
    fn a_finding_names_its_place() {
        assert_eq!(Finding::new("core/src/lib.rs", 7, "too long").to_string(), "core/src/lib.rs:7: too long");
    }
}

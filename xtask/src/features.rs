//! `features`: every library crate builds with no feature, with each one alone, and with all of them.
//!
//! Cargo unifies features, so a combination that only builds next to another crate's features is a defect that a
//! workspace build hides. This must never build two crates in one command.

use std::io::{self, Write};
use std::time::Instant;

use crate::tally::Tally;
use crate::workspace::{Member, Workspace};
use crate::{Result, run};

/// Checks them all, prints a line a command, and counts the commands.
pub(crate) fn run(workspace: &Workspace) -> Result<Tally> {
    let mut tally = Tally::default();
    for member in workspace.members.iter().filter(|member| member.library && !member.features.is_empty()) {
        for chosen in combinations(member) {
            tally += Tally::one(check(workspace, member, &chosen)?);
        }
    }
    if tally == Tally::default() {
        println!("skipped: features: no library crate has any yet");
        tally = Tally::skip();
    }
    Ok(tally)
}

/// The feature arguments to try for `member`.
fn combinations(member: &Member) -> Vec<Vec<&str>> {
    let mut all = vec![vec!["--no-default-features"]];
    all.extend(member.features.keys().map(|one| vec!["--no-default-features", "--features", one.as_str()]));
    all.push(vec!["--all-features"]);
    all
}

fn check(workspace: &Workspace, member: &Member, chosen: &[&str]) -> Result<bool> {
    let mut command = run::cargo(&workspace.root, ["check", "--quiet", "-p", &member.name, "--lib"]);
    command.args(chosen);
    let start = Instant::now();
    let output = command.output()?;
    let word = if output.status.success() { "ok    " } else { "FAILED" };
    let mut out = io::stdout().lock();
    writeln!(out, "{word} {} ({:.1}s)", run::spelled(&command), start.elapsed().as_secs_f32())?;
    // Warnings too: a feature that leaves code unused shows here and nowhere else.
    out.write_all(&output.stderr)?;
    out.flush()?;
    Ok(output.status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_each_and_all() {
        let features = ["chat", "gemini"].map(|name| (name.to_owned(), Vec::new())).into();
        let member = Member { name: "throughline".to_owned(), features, library: true, ..Member::default() };
        let spelled: Vec<String> = combinations(&member).iter().map(|one| one.join(" ")).collect();
        assert_eq!(
            spelled,
            [
                "--no-default-features",
                "--no-default-features --features chat",
                "--no-default-features --features gemini",
                "--all-features",
            ]
        );
    }
}

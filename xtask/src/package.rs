//! `package`: every crate that a registry is to have, packed as it will lie there and built from what was packed.
//!
//! It must never publish: that is a person's step, and `RELEASING.md` says when.

use crate::tally::Tally;
use crate::workspace::Workspace;
use crate::{Result, run};

/// Packs all, in the order of their dependencies, and builds each from its package.
pub(crate) fn run(workspace: &Workspace) -> Result<bool> {
    run::passes(run::cargo(&workspace.root, ["package", "--workspace"]).args(left_out(workspace)))
}

/// The same of what is not committed yet.
pub(crate) fn check(workspace: &Workspace) -> Result<Tally> {
    let mut command = run::cargo(&workspace.root, ["package", "--workspace", "--allow-dirty"]);
    Ok(Tally::one(run::passes(command.args(left_out(workspace)))?))
}

/// What keeps crates out of a command that are not published.
pub(crate) fn left_out(workspace: &Workspace) -> impl Iterator<Item = &str> {
    let unpublished = workspace.members.iter().filter(|member| !member.published);
    unpublished.flat_map(|member| ["--exclude", &member.name])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_here_is_left_out() {
        let out: Vec<String> = left_out(&Workspace::open().unwrap()).map(str::to_owned).collect();
        let names: Vec<&str> = out.chunks(2).map(|pair| pair[1].as_str()).collect();
        assert!(out.chunks(2).all(|pair| pair[0] == "--exclude"), "{out:?}");
        assert!(names.contains(&"xtask") && names.contains(&"throughline-fuzz"), "{names:?}");
        assert!(!names.contains(&"throughline") && !names.contains(&"throughline-conformance"), "{names:?}");
    }
}

//! Core stays pure: whatever its features, no runtime, network or cloud crate is in its tree.
//!
//! It must never look at dev-dependencies: tests may do what core may not.

use super::{Checked, Finding};
use crate::workspace::Workspace;
use crate::{Result, run};

const CORE: &str = "throughline-core";

/// A crate named so, or named so and then `-`, does IO.
const IMPURE: &[&str] = &[
    "tokio",
    "async-std",
    "smol",
    "mio",
    "socket2",
    "hyper",
    "h2",
    "reqwest",
    "rustls",
    "native-tls",
    "openssl",
    "aws",
];

/// Looks at core's tree.
pub(super) fn run(workspace: &Workspace) -> Result<Checked> {
    if workspace.member(CORE).is_none() {
        return Ok(Checked::Skipped("the core crate is not there yet"));
    }
    let arguments = ["tree", "-p", CORE, "-e", "normal", "--prefix", "none", "--all-features"];
    Ok(Checked::Ran(check(&run::reads(&mut run::cargo(&workspace.root, arguments))?)))
}

fn check(tree: &str) -> Vec<Finding> {
    let mut names: Vec<&str> = tree.lines().filter_map(|line| line.split_whitespace().next()).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| IMPURE.iter().any(|impure| begins(name, impure)));
    names.iter().map(|name| Finding::new("core/Cargo.toml", 1, format!("core reaches `{name}`"))).collect()
}

fn begins(name: &str, impure: &str) -> bool {
    name.strip_prefix(impure).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runtime_is_found() {
        let tree = "throughline-core v0.1.0 (/house/core)\nserde v1.0.1\ntokio-util v0.7.0\naws-config v1.0.0 (*)\nh2 v0.4.0\n";
        let messages: Vec<String> = check(tree).into_iter().map(|finding| finding.message).collect();
        assert_eq!(messages, ["core reaches `aws-config`", "core reaches `h2`", "core reaches `tokio-util`"]);
    }

    #[test]
    fn plain_crates_are_fine() {
        assert_eq!(check("serde v1.0.1\nserde_json v1.0.1\nawsome v1.0.0\nhyperloglog v1.0.0\n"), []);
    }
}

//! What stays pure: no runtime, network or cloud crate is in the tree of core, whatever its features, nor in that of Bedrock's adapter
//! without them.
//!
//! It must never look at dev-dependencies: tests may do what these may not.

use super::{Checked, Finding};
use crate::workspace::Workspace;
use crate::{Result, run};

/// The packages that stay pure, and under which features.
const PURE: &[(&str, &str)] =
    &[("throughline-core", "--all-features"), ("throughline-bedrock", "--no-default-features")];

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

/// Looks at their trees.
pub(super) fn run(workspace: &Workspace) -> Result<Checked> {
    let there = PURE.iter().filter_map(|(name, features)| Some((workspace.member(name)?, features)));
    let mut findings = Vec::new();
    for (member, features) in there {
        let arguments = ["tree", "-p", &member.name, "-e", "normal", "--prefix", "none", features];
        let tree = run::reads(&mut run::cargo(&workspace.root, arguments))?;
        findings.extend(check(&member.folder, &tree));
    }
    Ok(Checked::Ran(findings))
}

fn check(folder: &str, tree: &str) -> Vec<Finding> {
    let mut names: Vec<&str> = tree.lines().filter_map(|line| line.split_whitespace().next()).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| IMPURE.iter().any(|impure| begins(name, impure)));
    let found = |name: &&str| Finding::new(format!("{folder}/Cargo.toml"), 1, format!("{folder} reaches `{name}`"));
    names.iter().map(found).collect()
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
        let messages: Vec<String> = check("core", tree).into_iter().map(|finding| finding.message).collect();
        assert_eq!(messages, ["core reaches `aws-config`", "core reaches `h2`", "core reaches `tokio-util`"]);
    }

    #[test]
    fn plain_crates_are_fine() {
        assert_eq!(check("core", "serde v1.0.1\nserde_json v1.0.1\nawsome v1.0.0\nhyperloglog v1.0.0\n"), []);
    }
}

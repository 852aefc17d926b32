//! `conformance --path DIR` and `--crate NAME[@VERSION]`: a crate from outside, under a harness that is made for it.
//!
//! The harness names the crate in one `use` and nothing else of it, as any program would; it must never be a member of our workspace, nor
//! change a file of the crate.
mod graph;
mod harness;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use crate::workspace::Workspace;
use crate::{Result, run};
use harness::Harness;

/// Where a crate comes from.
pub(crate) enum Origin {
    /// A folder.
    Path(PathBuf),
    /// The registry, by `NAME` or `NAME@VERSION`.
    Registry(String),
}

/// Features of an outside crate that a harness turns on where there are any: its cases, and its registration.
const FEATURES: &[&str] = &["conformance", "discover"];

/// Makes the harness and runs it; its arguments are those of the table.
pub(crate) fn run(workspace: &Workspace, origin: &Origin, arguments: &[OsString]) -> Result<bool> {
    let mut harness = Harness::new(workspace, origin)?;
    harness.write()?;
    let metadata = harness.metadata()?;
    graph::one_core(&metadata, &harness.name)?;
    let (package, library) = graph::package(&metadata, &harness.package)?;
    (harness.library, harness.features) = (library, features(package));
    harness.write()?;
    // A feature may bring more.
    graph::one_core(&harness.metadata()?, &harness.name)?;
    let mut command = run::cargo(&harness.folder, ["run", "--quiet", "--"]);
    // Most of what it builds is built already.
    command.args(arguments).env("CARGO_TARGET_DIR", workspace.target());
    // Not announced: what the harness prints may be read by another program.
    let output = command.stderr(Stdio::inherit()).output()?;
    io::stdout().write_all(&output.stdout)?;
    if output.status.success() && output.stdout.is_empty() {
        return Err(
            format!("`{}` ends the program before there is a report: an adapter never exits", harness.package).into()
        );
    }
    Ok(output.status.success())
}

/// Those of [`FEATURES`] that the package has.
fn features(package: &Value) -> Vec<&'static str> {
    let has = |name: &&&str| package.get("features").and_then(|all| all.get(**name)).is_some();
    FEATURES.iter().filter(has).copied().collect()
}

/// The name of the package in `folder`.
fn package_in(folder: &Path) -> Result<String> {
    let manifest = folder.join("Cargo.toml");
    if !manifest.is_file() {
        return Err(format!("{} is no crate: it has no Cargo.toml", folder.display()).into());
    }
    let answer = run::reads(&mut run::cargo(folder, ["metadata", "--no-deps", "--format-version", "1"]))?;
    let answer: Value = serde_json::from_str(&answer)?;
    let manifest = fs::canonicalize(manifest)?;
    let packages = answer.get("packages").and_then(Value::as_array).into_iter().flatten();
    let is_here = |package: &&Value| {
        let path = package.get("manifest_path").and_then(Value::as_str).unwrap_or_default();
        fs::canonicalize(path).is_ok_and(|path| path == manifest)
    };
    let name = packages.into_iter().find(is_here).and_then(|package| package.get("name")).and_then(Value::as_str);
    name.map(str::to_owned).ok_or_else(|| format!("{} holds no package, but a workspace", folder.display()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_that_a_crate_has_are_turned_on_and_no_others() {
        let of = |json: &str| features(&serde_json::from_str(json).unwrap());
        assert_eq!(of(r#"{"features":{"default":[],"discover":[],"conformance":[]}}"#), ["conformance", "discover"]);
        assert_eq!(of(r#"{"features":{"discover":[]}}"#), ["discover"]);
        assert_eq!(of(r#"{"features":{"sdk":[]}}"#), Vec::<&str>::new());
    }
}

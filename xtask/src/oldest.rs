//! `oldest`: every published crate builds with the oldest Rust that it names.
//!
//! A newer compiler takes what an older one refuses, so nothing else here would see it. It must never fetch a toolchain by itself.

use crate::tally::Tally;
use crate::workspace::Workspace;
use crate::{Result, package, run};

/// Checks them, in a target folder of their own: two compilers in one would build everything anew each time.
pub(crate) fn run(workspace: &Workspace) -> Result<Tally> {
    let published = workspace.members.iter().filter(|member| member.published);
    let Some(version) = published.map(|member| member.oldest.as_str()).max_by_key(|version| numbers(version)) else {
        println!("skipped: oldest: no crate is published");
        return Ok(Tally::skip());
    };
    if run::reads(&mut run::toolchain(&workspace.root, version, ["--version"])).is_err() {
        println!("skipped: oldest: no Rust {version}: `rustup toolchain install {version} --profile minimal`");
        return Ok(Tally::skip());
    }
    let mut command = run::toolchain(&workspace.root, version, ["check", "--workspace"]);
    command.args(package::left_out(workspace)).env("CARGO_TARGET_DIR", workspace.target().join("oldest"));
    Ok(Tally::one(run::passes(&mut command)?))
}

/// `1.89` as numbers: as text it would stand behind `1.100`.
fn numbers(version: &str) -> Vec<u32> {
    version.split('.').filter_map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(numbers("1.100") > numbers("1.89") && numbers("1.94.1") > numbers("1.94"));
    }
}

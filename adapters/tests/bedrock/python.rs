//! The judges' Python.
use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// The Python and the folder of the judges, where they are; else `test` is skipped by name.
pub(crate) fn judges(test: &str) -> Option<(PathBuf, PathBuf)> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/judges");
    let folder = env::var_os("THROUGHLINE_JUDGES_DIR").map_or(beside, PathBuf::from);
    let python = env::var_os("THROUGHLINE_JUDGES").map(PathBuf::from);
    let found = python.filter(|_| folder.join("bedrock_fake.py").is_file()).map(|python| (python, folder));
    if found.is_none() {
        let required =
            env::var("THROUGHLINE_REQUIRE").is_ok_and(|list| list.split(',').any(|name| name.trim() == "judges"));
        assert!(!required, "{test}: the judges are required and absent");
        println!("skipped: {test}: no judges");
    }
    found
}

/// A program in Python that sees no credentials and no proxy of this machine, and leaves nothing behind.
pub(crate) fn python(python: &Path) -> Command {
    let mut command = Command::new(python);
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if name.starts_with("AWS_") || name.to_ascii_uppercase().ends_with("_PROXY") {
            command.env_remove(name);
        }
    }
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("AWS_EC2_METADATA_DISABLED", "true");
    command
}

//! Runs other programs: the same cargo that started us, from the workspace's root.
//!
//! It must never decide what an exit status means for a run; it only says which one came.

use std::env;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::Result;

/// The cargo that runs this program, in `root`.
pub(crate) fn cargo<I>(root: &Path, arguments: I) -> Command
where
    I: IntoIterator<Item: AsRef<OsStr>>,
{
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root).args(arguments);
    // `cargo run` describes this package to us in the environment. Some build scripts watch those variables, so
    // handing them on would build their crates anew at each change between `cargo test` and `cargo xtask test`.
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command
}

/// The cargo of another toolchain, as rustup finds it, in `root`.
pub(crate) fn toolchain<'a>(root: &Path, name: &str, arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new("rustup");
    command.current_dir(root).args(["run", name, "cargo"]).args(arguments);
    // What told this program of its own toolchain.
    for name in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(name);
    }
    command
}

/// Runs with our own output streams; `true` on success.
pub(crate) fn passes(command: &mut Command) -> Result<bool> {
    announce(command, &mut io::stdout())?;
    let status = command.status().map_err(|error| started(command, &error))?;
    Ok(status.success())
}

/// Runs, copies its standard output to `out` as it comes, and shows each line to `see`; `true` on success.
pub(crate) fn streams(command: &mut Command, out: &mut impl Write, mut see: impl FnMut(&str)) -> Result<bool> {
    announce(command, out)?;
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| started(command, &error))?;
    if let Some(stdout) = child.stdout.take() {
        let mut reader = BufReader::new(stdout);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line)? > 0 {
            out.write_all(&line)?;
            out.flush()?;
            see(String::from_utf8_lossy(&line).trim_end());
            line.clear();
        }
    }
    Ok(child.wait()?.success())
}

/// Runs in silence and returns standard output; a failure carries standard error.
pub(crate) fn reads(command: &mut Command) -> Result<String> {
    let output = command.output().map_err(|error| started(command, &error))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("`{}` failed: {}", spelled(command), said.trim()).into())
    }
}

/// The command as one would type it.
pub(crate) fn spelled(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_stem().unwrap_or(program.as_os_str());
    let mut text = name.to_string_lossy().into_owned();
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}

fn announce(command: &Command, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "$ {}", spelled(command))?;
    out.flush()
}

fn started(command: &Command, error: &io::Error) -> String {
    format!("`{}` could not be started: {error}", spelled(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn here() -> &'static Path {
        Path::new(".")
    }

    #[test]
    fn a_command_is_spelled_as_typed() {
        assert!(spelled(&cargo(here(), ["test", "-p", "xtask"])).ends_with("cargo test -p xtask"));
    }

    #[test]
    fn output_is_read_and_a_failure_says_why() {
        assert!(reads(&mut cargo(here(), ["--version"])).is_ok_and(|text| text.starts_with("cargo ")));
        let error = reads(&mut cargo(here(), ["no-such-command"])).unwrap_err();
        assert!(error.to_string().contains("no-such-command"), "{error}");
    }

    #[test]
    fn lines_are_seen_while_they_are_copied() {
        let (mut copy, mut lines) = (Vec::new(), Vec::new());
        let fine = streams(&mut cargo(here(), ["--version"]), &mut copy, |line| lines.push(line.to_owned()));
        assert!(fine.unwrap());
        assert_eq!(lines.len(), 1);
        assert!(String::from_utf8(copy).unwrap().ends_with(&format!("cargo --version\n{}\n", lines[0])));
    }
}

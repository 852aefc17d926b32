//! `cargo xtask`: the project's own commands, each of which a person and CI run alike.
//!
//! This crate looks at the workspace from outside: through cargo, git and the text of files. It must never link one
//! of the workspace's crates, so that it still builds, and says what is wrong, when one of them does not.

mod conformance;
mod examples;
mod features;
mod forward;
mod fuzz;
mod new_adapter;
mod oldest;
mod outside;
mod package;
mod run;
mod source;
mod tally;
mod test;
mod tidy;
mod workspace;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::new_adapter::Source;
use crate::workspace::Workspace;

/// What goes wrong in a command, as a sentence for the person who ran it.
type Error = Box<dyn std::error::Error + Send + Sync>;
type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Parser)]
#[command(bin_name = "cargo xtask", about = "The project's own commands")]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run everything that must hold: format, lints, tests, docs, tidy, features, packages, outside crates, conformance, corpus
    Test,
    /// Check the structure: rooms, lists of adapters, what is published, file lengths, docs, vendor names, README's route table
    Tidy {
        /// Rewrite what can be rewritten: README's route table
        #[arg(long)]
        fix: bool,
    },
    /// Check every library crate with no feature, each feature alone, and all of them
    Features,
    /// Run the laws, the simulator and the recordings against every adapter, or the laws against a crate from outside
    Conformance(conformance::Arguments),
    /// Write a crate for a new provider that compiles, registers itself and keeps every law
    NewAdapter {
        /// The crate's name, such as `throughline-acme`
        name: String,
        /// The folder to write it into; without it, one of its name below the current folder
        #[arg(long)]
        path: Option<PathBuf>,
        /// Take throughline's crates from the registry, not from this checkout
        #[arg(long)]
        registry: bool,
    },
    /// Pack every crate that is published, and build each from its package
    Package,
    /// Replay a folder of recorded exchanges
    Corpus {
        /// The folder; without it, the one that the tests find
        dir: Option<PathBuf>,
        /// Print the report as JSON
        #[arg(long)]
        json: bool,
        /// Compare estimates with recorded usage instead
        #[arg(long)]
        price: bool,
        /// Handed on as they are
        #[arg(last = true)]
        rest: Vec<OsString>,
    },
    /// Look for bytes from outside that break what should hold
    Fuzz {
        /// The target; without it, each in turn
        target: Option<String>,
        /// How long each target runs
        #[arg(long, default_value_t = 10)]
        seconds: u64,
    },
    /// Measure; every argument is handed on
    Bench {
        /// Handed on as they are
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    match dispatch(Arguments::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one command; `false` when it ran and something did not hold.
fn dispatch(task: Task) -> Result<bool> {
    let workspace = Workspace::open()?;
    match task {
        Task::Test => test::run(&workspace),
        Task::Tidy { fix } => Ok(tidy::run(&workspace, fix)?.holds()),
        Task::Features => Ok(features::run(&workspace)?.holds()),
        Task::Conformance(arguments) => conformance::run(&workspace, arguments),
        Task::NewAdapter { name, path, registry } => {
            new_adapter::run(&workspace, &name, path, if registry { Source::Registry } else { Source::Checkout })
        }
        Task::Package => package::run(&workspace),
        Task::Corpus { dir, json, price, rest } => {
            let flags = [(json, "--json"), (price, "--price")];
            let flags = flags.into_iter().filter(|(on, _)| *on).map(|(_, flag)| OsString::from(flag));
            forward::corpus(&workspace, dir, flags.chain(rest))
        }
        Task::Fuzz { target, seconds } => fuzz::run(&workspace, target.as_deref(), seconds),
        Task::Bench { arguments } => forward::bench(&workspace, &arguments),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Arguments;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}

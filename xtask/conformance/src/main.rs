//! `cargo xtask conformance`: every adapter over the laws, the simulator over HTTP, and the recordings that were replayed, as one report.
//!
//! It must never pass what it did not look at: a skip has a reason, and one that nobody declared fails the run.
mod corpus;
mod ours;
mod simulated;
mod table;

use clap::Parser;
use std::{error::Error, io, path::PathBuf, process::ExitCode};
use throughline_conformance::report::{Report, Show, laws};

#[derive(Parser)]
#[command(bin_name = "cargo xtask conformance", about = "Run the laws against every adapter")]
struct Arguments {
    /// This adapter alone
    #[arg(long, value_name = "ID")]
    adapter: Option<String>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Also write it as a JUnit file
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// What `cargo xtask corpus --json` printed
    #[arg(long, value_name = "FILE")]
    corpus: Option<PathBuf>,
}

/// Exit status of a run that could not even begin.
const UNUSABLE: u8 = 2;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(UNUSABLE)
        }
    }
}

fn run(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let suites = ours::suites(arguments.adapter.as_deref())?;
    let tables = vec![
        laws(&suites),
        simulated::table(&suites)?,
        corpus::table(&suites, arguments.adapter.is_none(), arguments.corpus.as_deref())?,
    ];
    let report = Report { tables };
    let show = Show { json: arguments.json, junit: arguments.junit.clone() };
    report.show(&show, &mut io::stdout().lock())?;
    Ok(report.holds())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}

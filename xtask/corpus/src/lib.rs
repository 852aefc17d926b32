//! `cargo xtask corpus DIR`: replays a folder of recorded exchanges with reasoning models.
//!
//! Every reply is captured, every request read, and every conversation replayed from exchange to exchange; what we would have sent
//! is compared with what the provider answered with success. Where the two differ, the difference must be one of a closed list of
//! explanations, each of which is checked. It must never print or keep more of a recording than a short excerpt.
//!
//! The recordings themselves are read by public modules, for whoever needs exchanges as they were.
mod carriers;
mod check;
mod compare;
mod converse;
pub mod exchange;
mod explain;
pub mod folder;
mod message;
mod minted;
mod parts;
pub mod place;
mod price;
mod replay;
pub mod reply;
mod report;
mod run;
mod subject;
mod table;
mod tree;

#[cfg(test)]
mod judged;
#[cfg(test)]
mod planted;

use clap::Parser;
use serde::Serialize;
use std::{fmt::Display, path::PathBuf, process::ExitCode};

#[derive(Parser)]
#[command(bin_name = "cargo xtask corpus", about = "Replay a folder of recorded exchanges")]
struct Arguments {
    /// The folder: one JSON file an exchange
    dir: PathBuf,
    /// Only exchanges whose id holds this
    #[arg(long)]
    filter: Option<String>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Compare what requests were estimated to cost with what their providers counted
    #[arg(long)]
    price: bool,
    /// Print what each explanation was about
    #[arg(long, short)]
    verbose: bool,
}

/// Exit status of a run that could not even begin.
const UNUSABLE: u8 = 2;

/// The command.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let (folder, registry) = match (folder::Folder::read(&arguments.dir), throughline::registry()) {
        (Ok(folder), Ok(registry)) => (folder, registry),
        (Err(error), _) => return unusable(&error),
        (_, Err(error)) => return unusable(&error.to_string()),
    };
    let filter = arguments.filter.as_deref();
    match arguments.price {
        true => {
            let report = price::run(&registry, &folder, filter);
            show(&report, arguments.json, report.holds())
        }
        false => {
            let report = run::run(&registry, &folder, filter, arguments.verbose);
            show(&report, arguments.json, report.holds())
        }
    }
}

fn show(report: &(impl Serialize + Display), json: bool, holds: bool) -> ExitCode {
    match json {
        true => match serde_json::to_string_pretty(report) {
            Ok(text) => println!("{text}"),
            Err(error) => return unusable(&error.to_string()),
        },
        false => println!("{report}"),
    }
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn unusable(error: &str) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::from(UNUSABLE)
}

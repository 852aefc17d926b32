//! The command line of `rejections`.
use crate::failure::CODES;
use clap::{Args as Group, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct RejectionsArgs {
    #[command(subcommand)]
    pub(crate) command: RejectionsCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RejectionsCommand {
    /// All verdicts, the newest first.
    List {
        /// One JSON array in place of a table
        #[arg(long)]
        json: bool,
    },
    /// All that is known of one verdict.
    Why {
        /// Its number in the list
        #[arg(value_name = "N")]
        number: i64,
    },
    /// Forget verdicts, in every session too: the route is asked again.
    Forget(ForgetArgs),
    /// Write all verdicts, one JSON line each.
    Export,
    /// Read verdicts: lines of `export`, or `[[provider, host, model, [fields]]]` of other programs.
    Import {
        /// The verdicts; `-` is standard input
        #[arg(value_name = "FILE", default_value = "-")]
        file: PathBuf,
    },
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct ForgetArgs {
    /// Their numbers in the list
    #[arg(value_name = "N", required_unless_present = "all")]
    pub(crate) numbers: Vec<i64>,
    /// Every verdict
    #[arg(long, conflicts_with = "numbers")]
    pub(crate) all: bool,
}

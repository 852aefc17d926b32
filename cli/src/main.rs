//! The command line of throughline: what travels on a route and why, for people and for scripts.
//!
//! Only `ask` and `chat` dial anybody but this machine. Nothing here prints what a conversation says unless it was asked to write exactly that.
mod args;
mod ask;
mod capture;
mod chat;
mod demo;
mod dial;
mod explain;
mod failure;
mod ingest;
mod input;
mod keys;
mod logs;
mod output;
mod place;
mod project;
mod rejections;
mod routes;
mod rules;
mod runtime;
mod said;
mod screen;
mod sessions;
mod shell;
mod sim;
mod simulate;
mod stop;
mod store;
mod words;

use args::{Args, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match &args.command {
        Command::Capture(command) => capture::run(command, &args.rules),
        Command::Ingest(command) => ingest::run(command, &args.rules),
        Command::Project(command) => project::run(command, &args.rules),
        Command::Explain(command) => explain::run(command, &args.rules),
        Command::Routes(command) => routes::run(command, &args.rules),
        Command::Demo(command) => demo::run(command, &args.rules),
        Command::Ask(command) => ask::run(command, &args.rules),
        Command::Chat(command) => chat::run(command, &args.rules),
        Command::Sessions(command) => sessions::run(command, &args.rules),
        Command::Rejections(command) => rejections::run(command),
        Command::Logs(command) => logs::run(command),
        Command::Simulate(command) => simulate::run(command),
        Command::Completions(command) => shell::completions(command),
        Command::Man(command) => shell::man(command),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(text) = failure.text() {
                output::complain(&text);
            }
            ExitCode::from(failure.code())
        }
    }
}

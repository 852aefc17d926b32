//! `sessions`: looking at what is stored, moving it, examining it. One module a command.
//!
//! It never prints a blob, and of what a conversation says only short cuts, unless it was asked to write exactly that.
mod branch;
mod delete;
mod doctor;
mod export;
mod import;
mod list;
pub(crate) mod price;
mod rename;
pub(crate) mod show;

use crate::{
    args::{RulesArgs, SessionsArgs, SessionsCommand},
    failure::Failure,
    runtime,
};

pub(crate) fn run(args: &SessionsArgs, rules: &RulesArgs) -> Result<(), Failure> {
    runtime::run(async {
        match &args.command {
            SessionsCommand::List(args) => list::run(args).await,
            SessionsCommand::Show(args) => show::run(args).await,
            SessionsCommand::Export(args) => export::run(args).await,
            SessionsCommand::Import(args) => import::run(args, rules).await,
            SessionsCommand::Rename(args) => rename::run(args).await,
            SessionsCommand::Delete(args) => delete::run(args).await,
            SessionsCommand::Doctor(args) => doctor::run(args).await,
            SessionsCommand::Branch(args) => branch::run(args).await,
            SessionsCommand::Price(args) => price::run(args, rules).await,
        }
    })?
}

//! `chat`: a conversation that outlives its process.
//!
//! What is said is on the disk before a request goes out, and a reply as it comes. No prompt is written anywhere else.
mod command;
mod repl;
mod talk;
mod tool;

use crate::{
    args::{ChatArgs, RulesArgs},
    failure::Failure,
    input, output, runtime,
};
use std::io::{self, IsTerminal};
use talk::Talk;

/// Whom somebody talks with who does not say.
const DEFAULT: &str = "sim/deepseek";

pub(crate) fn run(args: &ChatArgs, rules: &RulesArgs) -> Result<(), Failure> {
    runtime::run(async {
        // A session that is not there is told before anybody types; one that is not needed is not made.
        let resumed = if args.resume.is_some() { Some(Talk::open(args, rules).await?) } else { None };
        let given = args.prompt.as_deref().or_else(|| (!io::stdin().is_terminal()).then_some("-"));
        let prompt = given.map(input::prompt).transpose()?;
        let mut talk = match resumed {
            Some(talk) => talk,
            None => Talk::open(args, rules).await?,
        };
        let Some(prompt) = prompt else { return repl::run(&mut talk).await };
        output::complain(&format!("session {0}; go on with `throughline chat --resume {0}`", talk.id()));
        talk.ask(&prompt).await
    })?
}

//! `chat`: a conversation that outlives its process.
//!
//! What is said is on the disk before a request goes out, and a reply as it comes. No prompt is written anywhere else.
mod command;
mod obey;
mod repl;
mod talk;
mod tool;

use crate::{
    args::{ChatArgs, RulesArgs},
    failure::Failure,
    input, output, runtime,
};
use command::Command;
use std::io::{self, IsTerminal};
use talk::Talk;

/// Whom somebody talks with who does not say.
const DEFAULT: &str = "sim/deepseek";

pub(crate) fn run(args: &ChatArgs, rules: &RulesArgs) -> Result<(), Failure> {
    runtime::run(async {
        // A session that is not there is told before anybody types; one that is not needed is not made.
        let resumed = if args.resume.is_some() { Some(Talk::open(args, rules).await?) } else { None };
        let ask = Ask::of(args.prompt.as_deref())?;
        let mut talk = match resumed {
            Some(talk) => talk,
            None => Talk::open(args, rules).await?,
        };
        let done = ask.run(&mut talk).await;
        talk.leave().await?;
        done
    })?
}

/// What somebody wants of a session.
enum Ask {
    Prompt(String),
    Command(Command),
    /// Not said yet: there is a person at a terminal.
    Lines,
}

impl Ask {
    fn of(given: Option<&str>) -> Result<Self, Failure> {
        match given {
            None if io::stdin().is_terminal() => Ok(Self::Lines),
            None | Some("-") => input::prompt("-").map(Self::Prompt),
            Some(given) => Ok(match command::read(given).map_err(Failure::Usage)? {
                Some(command) => Self::Command(command),
                None => Self::Prompt(given.to_owned()),
            }),
        }
    }
    async fn run(self, talk: &mut Talk<'_>) -> Result<(), Failure> {
        match self {
            Self::Lines => repl::run(talk).await,
            Self::Command(command) => obey::run(talk, command).await,
            Self::Prompt(prompt) => {
                output::complain(&format!("session {0}; go on with `throughline chat --resume {0}`", talk.id()));
                talk.ask(&prompt).await
            }
        }
    }
}

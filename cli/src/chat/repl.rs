//! Lines from a person at a terminal. What was typed is kept in this process, and in the session where it was said.
use super::{
    command::{self, Command, HELP},
    talk::Talk,
};
use crate::{
    explain::{self, Report},
    failure::Failure,
    output,
    sessions::{price, show},
    words,
};
use rustyline::{DefaultEditor, error::ReadlineError};
use throughline::Role;
use tokio::task;

/// Reads, asks and shows until the person leaves.
pub(super) async fn run(talk: &mut Talk<'_>) -> Result<(), Failure> {
    let mut editor = DefaultEditor::new().map_err(unreadable)?;
    let said = talk.session.history().turns().iter().filter(|turn| turn.role == Role::User);
    for turn in said {
        let _ = editor.add_history_entry(turn.text());
    }
    greet(talk)?;
    loop {
        let line = match task::block_in_place(|| editor.readline("› ")) {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => {
                output::complain("Ctrl-D or /quit leaves");
                continue;
            }
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(unreadable(error)),
        };
        if line.trim().is_empty() {
            continue;
        }
        let _ = editor.add_history_entry(&line);
        let done = match command::read(&line) {
            Err(advice) => Err(Failure::Usage(advice)),
            Ok(Some(Command::Quit)) => break,
            Ok(Some(command)) => obey(talk, command).await,
            Ok(None) => talk.ask(line.trim()).await,
        };
        match done {
            Ok(()) => {}
            Err(failure @ (Failure::Closed | Failure::Output(_))) => return Err(failure),
            // Whatever went wrong, the session is as it was, and the person decides.
            Err(failure) => failure.text().iter().for_each(|text| output::complain(text)),
        }
    }
    farewell(talk).await
}

fn greet(talk: &Talk<'_>) -> Result<(), Failure> {
    let turns = talk.session.history().turns().len();
    let so_far = if turns == 0 { String::new() } else { format!(", {} so far", words::count(turns, "turn")) };
    let text = format!("{} with {}{so_far}; /help lists commands\n", talk.id(), talk.session.route());
    output::write(talk.paint.faint(&output::plain(&text)).as_bytes())
}

/// A session in which nothing was said is none.
async fn farewell(talk: &Talk<'_>) -> Result<(), Failure> {
    if talk.session.history().turns().is_empty() {
        return Ok(talk.store.delete(talk.id()).await?);
    }
    output::write(format!("go on with `throughline chat --resume {}`\n", talk.id()).as_bytes())
}

async fn obey(talk: &mut Talk<'_>, command: Command) -> Result<(), Failure> {
    let text = match command {
        Command::Quit => return Ok(()),
        Command::Again => return talk.again().await,
        Command::Help => HELP.to_owned(),
        Command::Model(None) => format!("{}\n", talk.session.route()),
        Command::Model(Some(spec)) => {
            talk.go(&spec).await?;
            format!("going on with {}\n", talk.session.route())
        }
        Command::Branch(title) => {
            let left = talk.session.branch(None, title.as_deref()).await?;
            format!("going on in {}; {left} stays as it is\n", talk.id())
        }
        Command::Compact => talk.compact().await?,
        Command::Explain => explained(talk),
        Command::Show => show::text(&talk.store, talk.store.session(talk.id().as_str()).await?, talk.paint).await?,
        Command::Price => talk.session.planned(|plan, _| price::text(&price::Report::new(plan), talk.paint)),
    };
    output::write(text.as_bytes())
}

/// What the next request would hold.
fn explained(talk: &Talk<'_>) -> String {
    let report = talk.session.planned(|plan, body| {
        let mut report = Report::new(plan);
        if let Ok(body) = body {
            report.weigh(&body);
        }
        report
    });
    explain::text(&report, talk.paint)
}

fn unreadable(error: ReadlineError) -> Failure {
    Failure::Usage(format!("cannot read from this terminal: {error}; give the prompt as an argument"))
}

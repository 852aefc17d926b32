//! Lines from a person at a terminal. What was typed is kept in this process, and in the session where it was said.
use super::{
    command::{self, Command},
    obey,
    talk::Talk,
};
use crate::{failure::Failure, output, words};
use rustyline::{
    Config, Editor,
    error::ReadlineError,
    history::{History, MemHistory},
};
use std::mem;
use throughline::Role;
use tokio::task;

/// Reads, asks and shows until the person leaves.
pub(super) async fn run(talk: &mut Talk<'_>) -> Result<(), Failure> {
    let mut typed = MemHistory::new();
    for turn in talk.session.history().turns().iter().filter(|turn| turn.role == Role::User) {
        let _ = typed.add(&turn.text());
    }
    greet(talk)?;
    loop {
        let line = match task::block_in_place(|| read(&mut typed)) {
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
        let done = match command::read(&line) {
            Err(advice) => Err(Failure::Usage(advice)),
            Ok(Some(Command::Quit)) => break,
            Ok(Some(command)) => obey::run(talk, command).await,
            Ok(None) => talk.ask(line.trim()).await.and_then(|()| output::write(b"\n")),
        };
        match done {
            Ok(()) => {}
            Err(failure @ (Failure::Closed | Failure::Output(_))) => return Err(failure),
            // Whatever went wrong, the session is as it was, and the person decides.
            Err(failure) => failure.text().iter().for_each(|text| output::complain(text)),
        }
    }
    if talk.session.history().turns().is_empty() {
        return Ok(());
    }
    output::write(format!("go on with `throughline chat --resume {}`\n", talk.id()).as_bytes())
}

/// One line. An editor keeps Ctrl-C to itself as long as it lives: no answer could be stopped while there is one.
fn read(typed: &mut MemHistory) -> Result<String, ReadlineError> {
    let mut editor = Editor::<(), _>::with_history(Config::default(), mem::take(typed))?;
    let line = editor.readline("› ");
    if let Ok(line) = &line {
        let _ = editor.add_history_entry(line);
    }
    *typed = mem::take(editor.history_mut());
    line
}

fn greet(talk: &Talk<'_>) -> Result<(), Failure> {
    let turns = talk.session.history().turns().len();
    let so_far = if turns == 0 { String::new() } else { format!(", {} so far", words::count(turns, "turn")) };
    let text = format!("{} with {}{so_far}; /help lists commands\n", talk.id(), talk.session.route());
    output::write(talk.paint.faint(&output::plain(&text)).as_bytes())
}

fn unreadable(error: ReadlineError) -> Failure {
    Failure::Usage(format!("cannot read from this terminal: {error}; give the prompt as an argument"))
}

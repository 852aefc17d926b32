//! Sessions as text: our own lines, and the message form of the Hermes agent, which other programs read and write too.
//!
//! What is exported comes back equal. What somebody else wrote is read as far as it can be told, and nothing of it is dropped: what no
//! turn has a place for is kept beside it and never sent.
mod claim;
mod document;
mod head;
mod lines;
mod message;
mod object;
mod record;
mod table;
#[cfg(test)]
mod tests;

pub use claim::Claim;
pub use lines::is_head;

use crate::{Error, ErrorKind, Loaded, NewSession};
use throughline_core::{Turn, Verbatim, WireError};

/// In which form a session is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A line for the session, one for its request, one for each turn.
    Lines,
    /// One JSON document: what is known of the session, and its messages.
    Messages,
}

/// A session that was read, to be begun.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Imported {
    /// Its name, title, route and request, as far as the text says.
    pub new: NewSession,
    /// Its settings; under `imported` what the text says of the session and no store has a place for.
    pub settings: Vec<(String, Verbatim)>,
    /// Its turns.
    pub turns: Vec<Turn>,
    /// What the reader should know: where a message was taken in place of the turn beside it, and why.
    pub notes: Vec<String>,
}

/// Writes a session.
///
/// # Errors
/// Usage, where `session` has another number of lines than of turns.
pub fn export(form: Form, session: &Loaded) -> Result<String, Error> {
    if session.lines.len() != session.turns.len() {
        return Err(Error::new(ErrorKind::Usage, "a session with another number of lines than of turns"));
    }
    match form {
        Form::Lines => lines::write(session),
        Form::Messages => document::write(session),
    }
}

/// Reads a session in either form. Carriers that nobody vouches for are claimed by nobody, so that no route gets what is sealed.
///
/// # Errors
/// Unreadable, with the line, or the message and its member.
pub fn import(text: &str) -> Result<Imported, Error> {
    import_as(text, &Claim::default())
}

/// Reads a session whose carriers come from where `claim` says, save those that say it themselves.
///
/// # Errors
/// Unreadable, with the line, or the message and its member.
pub fn import_as(text: &str, claim: &Claim) -> Result<Imported, Error> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if lines::are(text) { lines::read(text) } else { document::read(text, claim).map_err(unreadable) }
}

fn unreadable(error: WireError) -> Error {
    Error::new(ErrorKind::Unreadable, error.to_string())
}

/// What a serializer says of our own types, which it never does.
fn unwritable(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::caused(ErrorKind::Usage, "the session cannot be written", error)
}

//! The message form: one document, or a bare list of messages.
use super::{
    Claim, Imported, head,
    message::{Reader, Writer},
    object::elements,
};
use crate::{Error, Loaded};
use throughline_core::{WireError, json::Object};

/// The document, a message a line.
pub(super) fn write(session: &Loaded) -> Result<String, Error> {
    let mut writer = Writer::default();
    let turns = session.turns.iter().zip(&session.lines);
    let messages: Vec<_> = turns.flat_map(|(turn, line)| writer.write(turn, line)).collect();
    let mut document = head::write(&session.session, session.request.as_ref())?;
    document.push("messages", &format!("[\n{}\n]", messages.join(",\n")));
    Ok(document.finish() + "\n")
}

/// Reads a document.
pub(super) fn read(text: &str, claim: &Claim) -> Result<Imported, WireError> {
    if text.is_empty() {
        return Err(WireError::Empty { place: "session".into() });
    }
    let (head, messages) = match text.starts_with('[') {
        true => (Object::default(), text),
        false => {
            let mut head = Object::strict(text, "session").map_err(|error| several(text, error))?;
            let messages = head.take("messages").map_or("", |messages| messages.get());
            (head, messages)
        }
    };
    elements(messages, "session.messages")?;
    let (mut imported, model) = head::read(head)?;
    let mut reader = Reader { claimed: claim.on(&model), turns: vec![], notes: vec![] };
    reader.read(messages)?;
    imported.turns = reader.turns;
    imported.notes.extend(reader.notes);
    Ok(imported)
}

/// A file of many sessions, one a line, is told from one that is broken.
fn several(text: &str, error: WireError) -> WireError {
    let mut lines = text.lines();
    match lines.next().is_some_and(|first| Object::read(first).is_ok()) && lines.next().is_some() {
        true => WireError::Shape {
            place: "session".into(),
            expected: "one session a file",
            found: "several, one a line: split the file".to_owned(),
        },
        false => error,
    }
}

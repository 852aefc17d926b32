//! Our own lines: one for the session, one for its request, one for each turn. Plain stored lines are a session without a name.
use super::{Imported, head, unreadable, unwritable};
use crate::{Error, ErrorKind, Loaded, NewSession};
use throughline_core::{
    SCHEMA, Stored,
    json::{self, Object},
};

/// True where the first line is one of ours.
pub(super) fn are(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    json::member(first, "throughline").is_some_and(|schema| schema.get().parse::<u64>().is_ok())
}

/// The lines; those of turns as they stand in the store.
pub(super) fn write(session: &Loaded) -> Result<String, Error> {
    let head = head::write(&session.session, None)?.finish();
    let mut text = format!("{{\"throughline\":{SCHEMA},\"session\":{head}}}\n");
    if let Some(request) = &session.request {
        text.push_str(&Stored::Request(request.clone()).line().map_err(unwritable)?);
        text.push('\n');
    }
    for line in &session.lines {
        text.push_str(line);
        text.push('\n');
    }
    Ok(text)
}

/// Reads lines.
pub(super) fn read(text: &str) -> Result<Imported, Error> {
    let mut imported = Imported { new: NewSession::default(), settings: vec![], turns: vec![], notes: vec![] };
    let mut request = None;
    for (n, line) in text.lines().enumerate().map(|(n, line)| (n + 1, line.trim())).filter(|(_, line)| !line.is_empty())
    {
        let wrong = |what: &str| Error::new(ErrorKind::Unreadable, format!("line {n}: {what}"));
        if let Some(session) = session(line) {
            if n > 1 {
                return Err(wrong("a second session line: split the file"));
            }
            let session = Object::strict(session, "session").map_err(unreadable)?;
            (imported, _) = head::read(session).map_err(unreadable)?;
            continue;
        }
        match Stored::read(line) {
            Ok(Stored::Turn(turn)) => imported.turns.push(turn),
            Ok(Stored::Request(next)) => {
                if let Some((first, _)) = request.replace((n, next)) {
                    return Err(wrong(&format!("a second request line, the first is line {first}")));
                }
            }
            Err(error) => {
                return Err(Error::caused(ErrorKind::Unreadable, format!("line {n} is no line of a session"), error));
            }
        }
    }
    imported.new.request = request.map(|(_, request)| request).or(imported.new.request);
    Ok(imported)
}

/// True for the line about a session that opens its lines.
pub fn is_head(line: &str) -> bool {
    session(line).is_some()
}

/// What a session line says; none for any other line. A newer schema is told by the line's other reader.
fn session(line: &str) -> Option<&str> {
    let ours = json::member(line, "throughline").is_some_and(|schema| schema.get() == SCHEMA.to_string());
    json::member(line, "session").filter(|_| ours).map(|session| session.get())
}

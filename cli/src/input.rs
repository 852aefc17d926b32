//! Reading files, standard input and stored lines. Tolerant of byte order marks, carriage returns and blank lines.
//!
//! An error names the line; nothing is skipped in silence.
use crate::failure::Failure;
use std::{
    fs,
    io::{self, Read},
    path::Path,
};
use throughline::{Api, History, Request, Stored, StoredError};
use throughline_sessions::form;

/// The bytes of `file`; `-` is standard input. A byte order mark is left out.
pub(crate) fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = vec![];
    let read = if file == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
    } else {
        fs::read(file).map(|read| bytes = read)
    };
    read.map_err(|error| Failure::unreadable(file, &error))?;
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    Ok(bytes)
}

/// A prompt as it was given; `-` is standard input.
pub(crate) fn prompt(given: &str) -> Result<String, Failure> {
    if given != "-" {
        return Ok(given.to_owned());
    }
    let text = text(Path::new("-"), "the prompt")?;
    if text.trim().is_empty() { Err(Failure::Input("the prompt is empty".to_owned())) } else { Ok(text) }
}

/// A file of text, which an error calls `what`.
pub(crate) fn text(file: &Path, what: &str) -> Result<String, Failure> {
    String::from_utf8(read(file)?)
        .map_err(|error| Failure::Input(format!("{what} is not utf-8 at byte {}", error.utf8_error().valid_up_to())))
}

/// Stored lines.
pub(crate) struct Lines {
    /// The request's other members; nothing but a model where there was no such line.
    pub(crate) request: Request,
    /// The turns.
    pub(crate) history: History,
}

/// Reads stored lines; `api` is the wire of a request that no line describes.
pub(crate) fn lines(file: &Path, api: &Api) -> Result<Lines, Failure> {
    let bytes = read(file)?;
    let (mut request, mut history) = (None, History::new());
    for (n, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let wrong = |what: String| {
            let name = if file == Path::new("-") { String::new() } else { format!("{}: ", file.display()) };
            Failure::Input(format!("{name}line {}: {what}", n + 1))
        };
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        let text = str::from_utf8(line).map_err(|error| wrong(format!("not utf-8 at byte {}", error.valid_up_to())))?;
        // An exported session opens with a line about itself, which no request needs.
        if n == 0 && form::is_head(text) {
            continue;
        }
        match Stored::read(text).map_err(|error| wrong(advised(&error)))? {
            Stored::Turn(turn) => history.push(turn),
            Stored::Request(next) => {
                if let Some((first, _)) = request.replace((n + 1, next)) {
                    return Err(wrong(format!("a second request line, the first is line {first}")));
                }
            }
        }
    }
    if request.is_none() && history.turns().is_empty() {
        return Err(Failure::Input("no lines: expected a request line, or a line a turn".to_owned()));
    }
    let request = request.map_or_else(|| Request::new(api.clone()), |(_, request)| request);
    Ok(Lines { request, history })
}

/// The error, with what to do about it.
fn advised(error: &StoredError) -> String {
    match error {
        StoredError::NotOurs => format!("{error}; `throughline ingest` reads a request, `throughline capture` a reply"),
        _ => error.to_string(),
    }
}

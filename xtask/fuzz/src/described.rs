//! An event stream as text, so that a mutator can change what a frame says without breaking its checksum: a line a frame, its name, a
//! space, its payload.
use base64::{Engine, engine::general_purpose::STANDARD};
use throughline::{Literal, frames::Frames, json};
use throughline_conformance::frame;

/// The name of frames that hold an event of another wire as bytes.
const CHUNK: &str = "chunk";
/// Stands before the name of a frame that is an exception.
const EXCEPTION: char = '!';
/// The longest name; a header's length is told in a byte, and `:exception-type` stands beside it.
const NAME: usize = 100;

/// The frames that a text describes.
pub(crate) fn write(text: &str) -> Vec<u8> {
    let frames = text.split('\n').filter(|line| !line.is_empty()).map(|line| {
        let (name, payload) = line.split_once(' ').unwrap_or((line, ""));
        let (kind, name) = name.strip_prefix(EXCEPTION).map_or(("event", name), |name| ("exception", name));
        let name = start(name, NAME);
        match name {
            CHUNK => frame(kind, name, format!(r#"{{"bytes":"{}"}}"#, STANDARD.encode(payload)).as_bytes()),
            _ => frame(kind, name, payload.as_bytes()),
        }
    });
    frames.flatten().collect()
}

/// The first bytes of `text`, at most so many.
pub(crate) fn start(text: &str, most: usize) -> &str {
    (0..=most).rev().find_map(|end| text.get(..end)).unwrap_or(text)
}

/// The text of frames.
pub(crate) fn read(bytes: &[u8]) -> String {
    let mut text = String::new();
    let _ = Frames::new().feed(bytes, &mut |frame| {
        let payload = String::from_utf8_lossy(frame.payload);
        let inner = json::member(&payload, "bytes").and_then(Literal::read).filter(|_| frame.name == CHUNK);
        let inner = inner.and_then(|inner| STANDARD.decode(inner.decode().as_bytes()).ok());
        let payload = inner.map_or(payload.replace('\n', " "), |inner| String::from_utf8_lossy(&inner).into_owned());
        let mark = if frame.message_type == "exception" { EXCEPTION.to_string() } else { String::new() };
        text.push_str(&format!("{mark}{} {payload}\n", frame.name));
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_described_reads_back() {
        let text = "messageStart {\"role\":\"assistant\"}\nchunk {\"type\":\"ping\"}\n!throttlingException {}\n";
        assert_eq!(read(&write(text)), text);
    }
}

//! Event streams as a host would frame them, for cases and for the laws that bend them.
//!
//! Never uses the reader's own arithmetic: a mistake there would be the same mistake here.
use base64::{Engine, engine::general_purpose::STANDARD};
use throughline_core::{Literal, frames::Frames, json};

/// Frames of `application/vnd.amazon.eventstream`: the name and the payload of each event, in order.
pub fn frames<'a>(events: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<u8> {
    events.into_iter().flat_map(|(name, payload)| frame("event", name, payload.as_bytes())).collect()
}

/// One frame. `kind` is `event` or `exception`.
pub fn frame(kind: &str, name: &str, payload: &[u8]) -> Vec<u8> {
    let mut headers = vec![];
    let of_name = format!(":{kind}-type");
    for (key, value) in [(&*of_name, name), (":content-type", "application/json"), (":message-type", kind)] {
        headers.push(byte(key.len()));
        headers.extend_from_slice(key.as_bytes());
        headers.extend_from_slice(&[7, 0, byte(value.len())]);
        headers.extend_from_slice(value.as_bytes());
    }
    let mut frame = [word(16 + headers.len() + payload.len()), word(headers.len())].concat();
    frame.extend(crc32(&frame).to_be_bytes());
    frame.extend(headers);
    frame.extend_from_slice(payload);
    frame.extend(crc32(&frame).to_be_bytes());
    frame
}

/// The names and payloads of a stream's events.
pub(crate) fn events(stream: &[u8]) -> Vec<(String, String)> {
    let mut all = vec![];
    let _ = Frames::new().feed(stream, &mut |frame| {
        all.push((frame.name.to_owned(), String::from_utf8_lossy(frame.payload).into_owned()));
    });
    all
}

/// What the payloads of a stream say, those that are bytes once more decoded.
pub(crate) fn told(stream: &[u8]) -> Vec<u8> {
    let inner = |payload: &str| {
        let bytes = Literal::read(json::member(payload, "bytes")?)?;
        STANDARD.decode(bytes.decode().as_bytes()).ok()
    };
    events(stream)
        .into_iter()
        .flat_map(|(_, payload)| inner(&payload).unwrap_or_else(|| payload.into_bytes()))
        .collect()
}

fn byte(length: usize) -> u8 {
    u8::try_from(length).unwrap_or(u8::MAX)
}
fn word(length: usize) -> [u8; 4] {
    u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes()
}
/// Bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), |sum, _| step(sum)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_reads_back() {
        let all = [("messageStart", r#"{"role":"assistant"}"#), ("messageStop", "{}")];
        let want = all.map(|(name, payload)| (name.to_owned(), payload.to_owned()));
        assert_eq!(events(&frames(all)), want);
    }
}

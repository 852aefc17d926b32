//! Messages of `application/vnd.amazon.eventstream`: a prelude that says how long the message and its headers are, the headers, a
//! payload, and a checksum behind the prelude and behind the whole. What stands in a payload is not known here.

/// The payload's type, as every event says it.
const JSON: &str = "application/json";
/// The type of a header's value: a string.
const STRING: u8 = 7;

/// An event.
pub(crate) fn event(name: &str, payload: &str) -> Vec<u8> {
    message(&[(":event-type", name), (":content-type", JSON), (":message-type", "event")], payload)
}

/// What went wrong behind a stream that began well.
pub(crate) fn exception(name: &str, payload: &str) -> Vec<u8> {
    message(&[(":exception-type", name), (":content-type", JSON), (":message-type", "exception")], payload)
}

/// What went wrong, where the service has no type for it: all of it stands in the headers.
pub(crate) fn error(code: &str, text: &str) -> Vec<u8> {
    message(&[(":error-code", code), (":error-message", text), (":message-type", "error")], "")
}

fn message(headers: &[(&str, &str)], payload: &str) -> Vec<u8> {
    let mut named = Vec::new();
    for (name, value) in headers {
        named.extend(u8::try_from(name.len()).unwrap_or_default().to_be_bytes());
        named.extend(name.as_bytes());
        named.push(STRING);
        named.extend(u16::try_from(value.len()).unwrap_or_default().to_be_bytes());
        named.extend(value.as_bytes());
    }
    let long = |length: usize| u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes();
    // Two lengths and two checksums of four bytes each.
    let mut out = [long(named.len() + payload.len() + 16), long(named.len())].concat();
    out.extend(checksum(&out).to_be_bytes());
    out.extend(named);
    out.extend(payload.as_bytes());
    out.extend(checksum(&out).to_be_bytes());
    out
}

/// CRC-32 as gzip has it, bit by bit: messages are short here.
fn checksum(bytes: &[u8]) -> u32 {
    const POLYNOMIAL: u32 = 0xedb8_8320;
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| sum >> 1 ^ if sum & 1 == 1 { POLYNOMIAL } else { 0 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!((checksum(b"123456789"), checksum(b"")), (0xcbf4_3926, 0));
    }

    #[test]
    fn an_event_is_these_bytes() {
        let want = b"\x00\x00\x00\x71\x00\x00\x00\x52\x24\xf5\x26\xce\x0b:event-type\x07\x00\x0cmessageStart\
            \x0d:content-type\x07\x00\x10application/json\x0d:message-type\x07\x00\x05event{\"role\":\"user\"}\xba\x04\x8b\x84";
        assert_eq!(event("messageStart", r#"{"role":"user"}"#), want);
    }
}

//! The name of a model in the path of a URL.
//!
//! Never lets a name change the path around it, however it is spelled.
use std::{borrow::Cow, fmt::Write};

/// Between what is asked for and the id of the model behind it, where a route's model says both: `arn:…/abc123#anthropic.claude-opus-5`.
const BEHIND: char = '#';

/// What a host is asked for by the name of `model`, escapes read: what stands behind a `#` is for rules alone.
pub fn asked(model: &str) -> Cow<'_, str> {
    let asked = model.split(BEHIND).next().unwrap_or(model);
    if asked.contains('%') { Cow::Owned(unescaped(asked)) } else { Cow::Borrowed(asked) }
}

/// What rules know of a model whose name says both; none where it says one thing.
pub fn behind(model: &str) -> Option<&str> {
    model.split_once(BEHIND).map(|(_, behind)| behind)
}

/// A name as one segment of a path: what is no plain letter is spelled as its bytes.
pub fn segment(name: &str) -> String {
    // URL parsers take these for steps, also where their dots are escaped: https://url.spec.whatwg.org/#double-dot-path-segment
    if matches!(name, "." | "..") {
        return name.replace('.', "%252E");
    }
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        let _ = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'@' => out.write_char(byte.into()),
            _ => write!(out, "%{byte:02X}"),
        };
    }
    out
}

/// The text that percent escapes spell; one that spells none stays.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let digits = behind.get(..2).filter(|digits| *first == b'%' && digits.iter().all(u8::is_ascii_hexdigit));
        match digits.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = behind.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_segment_and_no_step() {
        for (name, want) in [
            ("us.anthropic.claude-opus-4-8-v1:0", "us.anthropic.claude-opus-4-8-v1%3A0"),
            ("claude-haiku-4-5@20251001", "claude-haiku-4-5@20251001"),
            ("a/../b?c#é\r\n", "a%2F..%2Fb%3Fc%23%C3%A9%0D%0A"),
            ("..", "%252E%252E"),
            (".", "%252E"),
            ("...", "..."),
            ("%2e%2e", "%252e%252e"),
        ] {
            assert_eq!(segment(name), want);
        }
    }
    #[test]
    fn what_is_asked_for_is_escaped_once_and_ends_before_the_sign() {
        for (model, want, known) in [
            ("anthropic.claude-v1%3A0", "anthropic.claude-v1:0", None),
            ("arn:aws:bedrock#us.anthropic.claude", "arn:aws:bedrock", Some("us.anthropic.claude")),
            ("a%zz%4%+5", "a%zz%4%+5", None),
            ("%ff", "\u{fffd}", None),
            ("#", "", Some("")),
        ] {
            assert_eq!((asked(model).as_ref(), behind(model)), (want, known), "{model}");
        }
        assert_eq!(segment(&asked("%2e%2E")), "%252E%252E");
    }
}

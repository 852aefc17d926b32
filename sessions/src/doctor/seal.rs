//! Whether a signature or blob can be whole, judged by its length alone.
use serde_json::value::RawValue;
use throughline_core::{Carrier, Literal, json};

/// Members that hold a seal.
const SEALS: [&str; 6] =
    ["signature", "data", "encrypted_content", "thought_signature", "thoughtSignature", "reasoning_opaque"];

/// How deep a seal may stand in a payload; no wire puts one deeper.
const DEPTH: usize = 4;

/// Anything shorter may be a word that happens to look like base64.
const SHORT: usize = 32;

/// True where a seal of `carrier` cannot be whole.
pub(super) fn is_truncated(carrier: &Carrier) -> bool {
    let payload = carrier.payload.raw();
    if carrier.sealed && carrier.text.is_none() && payload.get().starts_with('"') {
        return is_impossible(payload);
    }
    any(payload.get(), DEPTH)
}

/// True where the carrier has a place for a signature, and nothing in it.
pub(super) fn is_vacant(carrier: &Carrier) -> bool {
    json::member(carrier.payload.get(), "signature").is_some_and(|value| value.get() == "\"\"")
}

fn any(value: &str, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let mut found = false;
    match value.bytes().next() {
        Some(b'{') => {
            let _ = json::members(value, |key, value| {
                found |= if SEALS.contains(&key) { is_impossible(value) } else { any(value.get(), depth) };
            });
        }
        Some(b'[') => {
            let _ = json::elements(value, |value| found |= any(value.get(), depth));
        }
        _ => {}
    }
    found
}

/// True for a string that is base64, of either alphabet, and has a length that no bytes encode to.
fn is_impossible(value: &RawValue) -> bool {
    let Some(literal) = Literal::read(value) else { return false };
    let text = literal.decode();
    let digits = text.trim_end_matches('=');
    let encoded = digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte));
    let padded = digits.len() < text.len();
    encoded && text.len() >= SHORT && (digits.len() % 4 == 1 || (padded && text.len() % 4 != 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use throughline_core::Verbatim;

    #[test]
    fn a_length_says_whether_an_end_is_missing() {
        let whole = "A".repeat(40);
        for (text, want) in [
            (whole.clone(), false),
            (format!("{whole}A"), true),
            (format!("{whole}AA"), false),
            (format!("{whole}AAA="), false),
            (format!("{whole}AA="), true),
            (format!("{whole}_A-"), false),
            (format!("{whole}.A-_A"), false),
            ("AAAAA".to_owned(), false),
            (String::new(), false),
        ] {
            let payload = |json: String| Carrier::sealed("k", "i", Verbatim::parse(&json).unwrap(), None);
            assert_eq!(is_truncated(&payload(format!("\"{text}\""))), want, "{text}");
            let nested = format!(r#"{{"google":{{"thought_signature":"{text}"}}}}"#);
            assert_eq!(is_truncated(&payload(nested)), want, "{text}");
            assert_eq!(is_truncated(&payload(format!(r#"{{"thinking":[{{"signature":"{text}"}}]}}"#))), want, "{text}");
            assert!(!is_truncated(&payload(format!(r#"{{"text":"{text}"}}"#))));
        }
    }
}

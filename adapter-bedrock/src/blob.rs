//! A thought that only its issuer can read, on this wire and in the shape of Anthropic's.
//!
//! This wire says bytes in base64. Those bytes are the `data` that Claude has on Messages, a text, and the same text is one seal at both
//! doors. What looks otherwise is kept as it stands here. Never changes what was sealed.
use crate::block::{decode, encode};
use throughline_core::Literal;

/// The first byte of everything that Claude seals.
const CLAUDES: u8 = 0x12;

/// The `data` of a block for what this wire said.
pub(crate) fn data(wire: &Literal) -> Literal {
    let text = decode(wire).and_then(|bytes| String::from_utf8(bytes).ok()).map(|text| Literal::of(&text));
    text.filter(is_claudes).unwrap_or_else(|| wire.clone())
}

/// What this wire says for the `data` of a block; none where that is no base64, and this wire can say nothing else.
pub(crate) fn wire(data: &Literal) -> Option<Literal> {
    if is_claudes(data) {
        return Some(encode(data.decode().as_bytes()));
    }
    decode(data).filter(|bytes| !bytes.is_empty()).map(|_| data.clone())
}

fn is_claudes(data: &Literal) -> bool {
    decode(data).is_some_and(|bytes| bytes.first() == Some(&CLAUDES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claudes_seal_is_one_text_at_both_doors_and_any_other_stays_as_it_stands() {
        for (here, there) in [
            ("RW1zQ0FRPT0=", "EmsCAQ=="),
            ("cmVkYWN0ZWQtYnl0ZXM=", "cmVkYWN0ZWQtYnl0ZXM="),
            ("AAFyZWRhY3RlZA==", "AAFyZWRhY3RlZA=="),
            ("cnNfMDE=", "cnNfMDE="),
        ] {
            assert_eq!(data(&Literal::of(here)), Literal::of(there), "{here}");
            assert_eq!(wire(&Literal::of(there)), Some(Literal::of(here)), "{there}");
        }
        for odd in ["", "not base64!", "abc", "cnNfMDE"] {
            assert_eq!((wire(&Literal::of(odd)), data(&Literal::of(odd))), (None, Literal::of(odd)));
        }
    }
}

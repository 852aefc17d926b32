//! Finding a sign in a long text: eight bytes are looked at together.
//!
//! It must never look at a text twice, nor decide what the sign means.

/// The place of the first byte that is one of `signs`.
pub fn find(bytes: &[u8], signs: [u8; 2]) -> Option<usize> {
    let [one, other] = signs;
    let (words, _) = bytes.as_chunks::<8>();
    let plain = |word: &&[u8; 8]| !holds(**word, one) && !holds(**word, other);
    let start = 8 * words.iter().take_while(plain).count();
    let rest = bytes.get(start..).unwrap_or_default();
    rest.iter().position(|byte| signs.contains(byte)).map(|ahead| start + ahead)
}

/// True where one of eight bytes is `sign`: then the exclusive or has a zero byte, and only behind a zero byte does taking one from
/// each byte set a high bit that was not set before.
fn holds(word: [u8; 8], sign: u8) -> bool {
    let word = u64::from_ne_bytes(word) ^ u64::from_ne_bytes([sign; 8]);
    let (low, high) = (u64::from_ne_bytes([0x01; 8]), u64::from_ne_bytes([0x80; 8]));
    word.wrapping_sub(low) & !word & high != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_found_at_every_place() {
        for sign in 0..=255_u8 {
            for place in 0..20 {
                let mut text = vec![sign.wrapping_add(1); 20];
                assert_eq!(find(&text, [sign, sign]), None);
                text[place] = sign;
                assert_eq!(find(&text, [sign, sign]), Some(place));
                assert_eq!(find(&text, [sign.wrapping_add(2), sign]), Some(place));
                assert_eq!(find(&text, [sign, sign.wrapping_add(1)]), Some(0));
            }
        }
        assert_eq!(find(b"", [0, 1]), None);
    }
}

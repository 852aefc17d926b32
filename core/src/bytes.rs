//! Finding a sign in a long text: eight bytes are looked at together.
//!
//! It must never look at a text twice, nor decide what the sign means.

/// The place of the first byte that is one of `signs`.
pub fn find(bytes: &[u8], signs: [u8; 2]) -> Option<usize> {
    let [one, other] = signs;
    let (words, rest) = bytes.as_chunks::<8>();
    for (n, word) in words.iter().enumerate() {
        let found = marks(*word, one) | marks(*word, other);
        if found != 0 {
            return Some(8 * n + found.trailing_zeros() as usize / 8);
        }
    }
    let ahead = rest.iter().position(|byte| signs.contains(byte))?;
    Some(bytes.len() - rest.len() + ahead)
}

/// The high bit of each of eight bytes that is `sign`, the first of them lowest. There the exclusive or has a zero byte, and taking
/// one from each byte sets a high bit that was not set before. Above the first it may set one more: nobody looks there.
fn marks(word: [u8; 8], sign: u8) -> u64 {
    let word = u64::from_le_bytes(word) ^ u64::from_le_bytes([sign; 8]);
    let (low, high) = (u64::from_le_bytes([0x01; 8]), u64::from_le_bytes([0x80; 8]));
    word.wrapping_sub(low) & !word & high
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

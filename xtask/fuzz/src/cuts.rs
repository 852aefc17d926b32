//! A small generator of numbers, and bytes cut into pieces by it: the same in every run.

/// Knuth's MMIX generator; its high bits are good enough to cut and to mutate with.
#[derive(Clone, Debug)]
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        let mut numbers = Self(seed);
        numbers.below(1);
        numbers
    }
    /// A number below `end`, which is at least 1.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let end = u64::try_from(end.max(1)).unwrap_or(u64::MAX);
        usize::try_from((self.0 >> 33) % end).unwrap_or_default()
    }
    /// One of `all`.
    pub(crate) fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        let at = self.below(all.len());
        all.get(at)
    }
}

/// The most bytes of a piece; a seed picks one of these.
const MOST: [usize; 4] = [1, 3, 40, 700];

/// `bytes` in pieces.
pub(crate) fn pieces(bytes: &[u8], seed: u8) -> Vec<&[u8]> {
    let mut numbers = Numbers::new(u64::from(seed));
    let most = MOST.get(usize::from(seed) % MOST.len()).copied().unwrap_or(1);
    let (mut all, mut rest) = (vec![], bytes);
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at((1 + numbers.below(most)).min(rest.len()));
        all.push(piece);
        rest = behind;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_between_pieces() {
        let bytes: Vec<u8> = (0..2000_u16).map(|n| n.to_le_bytes()[0]).collect();
        for seed in 0..=255 {
            assert_eq!(pieces(&bytes, seed).concat(), bytes);
        }
        assert_eq!(pieces(&bytes, 0).len(), 2000);
    }
}

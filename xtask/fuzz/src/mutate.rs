//! A mutator of our own: it bends seeds, always in the same order for the same number.
//!
//! It knows of JSON and of lines just enough to change a value or a line and leave the rest whole.
use crate::{cuts::Numbers, table::WORDS};
use std::ops::Range;

/// Never makes an input longer than this.
const LONGEST: usize = 64 * 1024;

/// Bends seeds.
pub(crate) struct Mutator<'a> {
    seeds: &'a [Vec<u8>],
    numbers: Numbers,
}

impl<'a> Mutator<'a> {
    pub(crate) fn new(seeds: &'a [Vec<u8>], number: u64) -> Self {
        Self { seeds, numbers: Numbers::new(number) }
    }
    /// The next input.
    pub(crate) fn next(&mut self) -> Vec<u8> {
        let mut input = self.seed().to_vec();
        for _ in 0..=self.numbers.below(4) {
            self.bend(&mut input);
        }
        // The bytes before a sample say how it is cut.
        for at in 0..3 {
            if let Some(byte) = input.get_mut(at).filter(|_| self.numbers.below(2) == 0) {
                *byte = self.byte();
            }
        }
        input.truncate(LONGEST);
        input
    }
    /// Short ones more often: they stand first.
    fn seed(&mut self) -> &'a [u8] {
        let end = 1 + self.numbers.below(self.seeds.len());
        let at = self.numbers.below(end);
        self.seeds.get(at).map_or(&[], Vec::as_slice)
    }
    fn bend(&mut self, input: &mut Vec<u8>) {
        let at = self.numbers.below(input.len() + 1);
        match self.numbers.below(9) {
            0 => put(input, at..at + 1, &[self.byte()]),
            1 => put(input, at..at + 1 + self.numbers.below(40), b""),
            2 => put(input, at..at, &copy(input, at..at + 1 + self.numbers.below(200))),
            3 => put(input, at..at, self.word()),
            4 => {
                let value = value(input, at);
                put(input, value, self.word());
            }
            5 => {
                let value = value(input, at);
                put(input, value.end..value.end, &[b",", &*copy(input, value.clone())].concat());
            }
            6 => {
                let other = self.seed();
                let from = self.numbers.below(other.len() + 1);
                let piece = copy(other, value(other, from));
                let value = value(input, at);
                put(input, value, &piece);
            }
            7 => {
                let line = line(input, at);
                let moved = copy(input, line.clone());
                if self.numbers.below(2) == 0 {
                    put(input, line, b"");
                }
                let to = self.numbers.below(input.len() + 1);
                let to = line_start(input, to);
                put(input, to..to, &moved);
            }
            _ => put(input, at..input.len(), b""),
        }
    }
    fn word(&mut self) -> &'static [u8] {
        self.numbers.pick(WORDS).map_or(b"", |word| word.as_bytes())
    }
    fn byte(&mut self) -> u8 {
        u8::try_from(self.numbers.below(256)).unwrap_or_default()
    }
}

fn put(input: &mut Vec<u8>, place: Range<usize>, new: &[u8]) {
    let end = place.end.min(input.len());
    input.splice(place.start.min(end)..end, new.iter().copied());
}
fn copy(input: &[u8], place: Range<usize>) -> Vec<u8> {
    let end = place.end.min(input.len());
    input.get(place.start.min(end)..end).unwrap_or_default().to_vec()
}

/// The value behind the next colon, or in the next place of a list.
fn value(input: &[u8], from: usize) -> Range<usize> {
    let rest = input.get(from..).unwrap_or_default();
    let start = from + rest.iter().position(|byte| b":[,".contains(byte)).map_or(rest.len(), |at| at + 1);
    let (mut depth, mut text, mut escaped) = (0_usize, false, false);
    let ends = |byte: &u8| {
        match (text, byte) {
            (true, b'"') if !escaped => text = false,
            (true, _) => {}
            (false, b'"') => text = true,
            (false, b'{' | b'[') => depth += 1,
            (false, b'}' | b']' | b',') if depth == 0 => return true,
            (false, b'}' | b']') => depth -= 1,
            _ => {}
        }
        escaped = text && *byte == b'\\' && !escaped;
        false
    };
    let rest = input.get(start..).unwrap_or_default();
    start..start + rest.iter().position(ends).unwrap_or(rest.len())
}

fn line_start(input: &[u8], at: usize) -> usize {
    input.get(..at).unwrap_or_default().iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)
}
/// The line around a place, its end included.
fn line(input: &[u8], at: usize) -> Range<usize> {
    let rest = input.get(at..).unwrap_or_default();
    line_start(input, at)..at + rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_lines_are_found() {
        let json = br#"{"a":{"b":"x,\"}"},"c":[1,2]}"#;
        let shown = |from| String::from_utf8_lossy(&json[value(json, from)]).into_owned();
        assert_eq!([shown(1), shown(6), shown(20), shown(24)], [r#"{"b":"x,\"}"}"#, r#""x,\"}""#, "[1,2]", "2"]);
        assert_eq!(line(b"a\nbc\nd", 3), 2..5);
        assert_eq!(line(b"a\nbc\nd", 5), 5..6);
    }
    #[test]
    fn the_same_number_gives_the_same_inputs() {
        let seeds = [b"000{\"a\":1}".to_vec(), b"000data: x\n\n".to_vec()];
        let inputs = |number| {
            let mut mutator = Mutator::new(&seeds, number);
            (0..200).map(|_| mutator.next()).collect::<Vec<_>>()
        };
        assert_eq!(inputs(1), inputs(1));
        assert_ne!(inputs(1), inputs(2));
        let mut distinct = inputs(1);
        distinct.sort();
        distinct.dedup();
        assert!(distinct.len() > 150, "{}", distinct.len());
    }
}

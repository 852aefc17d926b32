//! The prompt cache: how much of a request's beginning this provider has read before. It remembers bytes, never meaning.

use axum::body::Bytes;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// Bodies that are remembered of a provider, the oldest forgotten first.
const BODIES: usize = 256;
const BYTES: usize = 64 << 20;

/// What every provider has read. Providers know nothing of each other.
#[derive(Default)]
pub(crate) struct Cache(Mutex<HashMap<&'static str, Seen>>);

#[derive(Default)]
struct Seen {
    bodies: VecDeque<Bytes>,
    bytes: usize,
}

impl Cache {
    /// How long a beginning of `body` was read before. It is remembered from now on.
    pub(crate) fn read(&self, provider: &'static str, body: &Bytes) -> usize {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = all.entry(provider).or_default();
        let known = seen.bodies.iter().map(|old| common(old, body)).max().unwrap_or(0);
        seen.keep(body.clone());
        known
    }
}

impl Seen {
    fn keep(&mut self, body: Bytes) {
        self.bytes += body.len();
        self.bodies.push_back(body);
        while self.bodies.len() > BODIES || (self.bytes > BYTES && self.bodies.len() > 1) {
            self.bytes -= self.bodies.pop_front().map_or(0, |old| old.len());
        }
    }
}

/// The length of the common beginning: in blocks as long as they are equal, then byte by byte.
fn common(a: &[u8], b: &[u8]) -> usize {
    const BLOCK: usize = 1 << 12;
    let blocks = a.chunks_exact(BLOCK).zip(b.chunks_exact(BLOCK)).take_while(|(a, b)| a == b).count() * BLOCK;
    let (a, b) = (a.get(blocks..).unwrap_or_default(), b.get(blocks..).unwrap_or_default());
    blocks + a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(text: &'static str) -> Bytes {
        Bytes::from_static(text.as_bytes())
    }

    #[test]
    fn the_longest_beginning_counts() {
        let cache = Cache::default();
        assert_eq!(cache.read("a", &body("one two")), 0);
        assert_eq!(cache.read("a", &body("one two three")), 7);
        assert_eq!(cache.read("a", &body("one 2")), 4);
        assert_eq!(cache.read("a", &body("one two three")), 13);
        assert_eq!(cache.read("b", &body("one two")), 0);
    }

    #[test]
    fn every_length_is_counted_right() {
        for length in [0, 1, 4095, 4096, 4097, 9000] {
            let (a, b) = ([vec![1; length], vec![2; 5000]].concat(), vec![1; length]);
            assert_eq!((common(&a, &b), common(&b, &a)), (length, length));
        }
    }

    #[test]
    fn old_bodies_are_forgotten() {
        let cache = Cache::default();
        cache.read("a", &body("xyz"));
        for _ in 0..BODIES {
            cache.read("a", &body("other"));
        }
        assert_eq!(cache.read("a", &body("xyz")), 0);
    }
}

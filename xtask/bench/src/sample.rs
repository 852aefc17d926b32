//! Samples of times and of ratios: the least, the middle, the most.
use serde::Serialize;
use std::{fmt, time::Duration};

/// Some numbers in order.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Sample {
    /// The least.
    pub(crate) min: f64,
    /// The middle one.
    pub(crate) median: f64,
    /// The most.
    pub(crate) max: f64,
}

impl Sample {
    /// Sorts what was measured.
    pub(crate) fn of(mut all: Vec<f64>) -> Self {
        all.sort_by(f64::total_cmp);
        let at = |n: usize| all.get(n).copied().unwrap_or(f64::NAN);
        Self { min: at(0), median: at(all.len() / 2), max: at(all.len().saturating_sub(1)) }
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&[self.min, self.median, self.max].map(short).join(" / "))
    }
}

fn short(value: f64) -> String {
    let digits = match value {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{value:.digits$}")
}

/// Two things that were measured in turns.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Pair {
    /// Microseconds of ours.
    pub(crate) ours: Sample,
    /// Microseconds of what it is compared with.
    pub(crate) base: Sample,
    /// Ours to the base, repetition by repetition.
    pub(crate) ratio: Sample,
}

impl Pair {
    /// Measures both, one after the other, `reps` times. Each closure times itself.
    pub(crate) fn measure(reps: usize, mut ours: impl FnMut() -> Duration, mut base: impl FnMut() -> Duration) -> Self {
        let (mut a, mut b) = (vec![], vec![]);
        // The first of each warms caches and allocator.
        ours();
        base();
        for _ in 0..reps.max(1) {
            a.push(ours().as_secs_f64() * 1e6);
            b.push(base().as_secs_f64() * 1e6);
        }
        let ratio = a.iter().zip(&b).map(|(a, b)| a / b).collect();
        Self { ours: Sample::of(a), base: Sample::of(b), ratio: Sample::of(ratio) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_sorted_and_a_ratio_is_of_one_repetition() {
        let sample = Sample::of(vec![3.0, 1.0, 2.0]);
        assert_eq!(sample.to_string(), "1.00 / 2.00 / 3.00");
        let two = || Duration::from_micros(20);
        let pair = Pair::measure(3, two, || Duration::from_micros(10));
        assert_eq!(pair.ratio.to_string(), "2.00 / 2.00 / 2.00");
    }
}

//! Runs a target on mutated seeds, for a number of inputs or for a time.
use crate::{Looked, Target, mutate::Mutator};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

/// When a run ends.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// After so many inputs.
    Inputs(usize),
    /// After so long.
    Time(Duration),
}

/// What a run looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The inputs.
    pub inputs: usize,
    /// Those that were accepted as what the target reads.
    pub accepted: usize,
}

/// An input for which something does not hold.
#[derive(Clone, Debug)]
pub struct Found {
    /// What.
    pub what: String,
    /// The input.
    pub input: Vec<u8>,
}

/// Looks at the seeds as they are, and then bent, from `number` on.
///
/// # Errors
/// The first input for which something does not hold.
pub fn run(target: &Target, seeds: &[Vec<u8>], number: u64, until: Until) -> Result<Count, Box<Found>> {
    each(|input| target.look(input), seeds, number, until)
}

fn each(look: impl Fn(&[u8]) -> Looked, seeds: &[Vec<u8>], number: u64, until: Until) -> Result<Count, Box<Found>> {
    let (start, mut count, mut mutator) = (Instant::now(), Count::default(), Mutator::new(seeds, number));
    let goes_on = |count: &Count| match until {
        Until::Inputs(inputs) => count.inputs < inputs,
        Until::Time(time) => start.elapsed() < time,
    };
    let mut plain = seeds.iter().cloned();
    while goes_on(&count) {
        let input = plain.next().unwrap_or_else(|| mutator.next());
        // A panic is a finding like any other: its message is on the terminal already.
        let looked = catch_unwind(AssertUnwindSafe(|| look(&input)));
        match looked.unwrap_or_else(|_| Err("it panics".to_owned())) {
            Ok(accepted) => {
                count = Count { inputs: count.inputs + 1, accepted: count.accepted + usize::from(accepted) }
            }
            Err(what) => return Err(Box::new(Found { what, input })),
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_come_first_and_what_does_not_hold_ends_a_run_with_its_input() {
        let seeds = [b"a".to_vec(), b"bad".to_vec()];
        let ran = |look: fn(&[u8]) -> Looked, inputs| each(look, &seeds, 1, Until::Inputs(inputs));
        assert_eq!(ran(|input| Ok(input == b"a"), 2).unwrap(), Count { inputs: 2, accepted: 1 });
        let found = |look| ran(look, 9).map(|count| count.inputs).unwrap_err();
        let told = found(|input| if input == b"bad" { Err("it is bad".to_owned()) } else { Ok(true) });
        assert_eq!((told.what.as_str(), told.input.as_slice()), ("it is bad", &b"bad"[..]));
        let told = found(|input| if input == b"bad" { unreachable!("bad") } else { Ok(true) });
        assert_eq!((told.what.as_str(), told.input.as_slice()), ("it panics", &b"bad"[..]));
    }
}

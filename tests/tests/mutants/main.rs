//! The laws tried on mutants: an honest adapter keeps them all, and each mutant breaks its own and no other.
mod all;
mod bent;
mod cases;
mod lumen;

use all::*;
use cases::cases;
use throughline_conformance::{LAWS, Outcome, Subject};
use throughline_core::Registration;

/// Fewer than for a real adapter: there are many of them.
const HISTORIES: u32 = 32;

/// The laws that `registration` does not keep, with what is told of them.
fn broken(registration: Registration) -> Vec<(&'static str, String)> {
    let subject =
        Subject::new(registration, cases()).unwrap_or_else(|error| unreachable!("{error}")).histories(HISTORIES);
    let all = LAWS.iter().filter_map(|law| match (law.look)(&subject) {
        Outcome::Held { .. } => None,
        Outcome::Skipped { reason } => Some((law.name, format!("skipped: {reason}"))),
        Outcome::Broke(breach) => Some((law.name, format!("{breach:#}"))),
    });
    all.collect()
}

mod honest {
    throughline_conformance::conformance!(crate::lumen::ADAPTER, crate::cases());
}

macro_rules! mutants {
    ($($test:ident $mutant:ident)*) => {
        $(#[test]
        fn $test() {
            let broken = broken($mutant.registration());
            let laws: Vec<&str> = broken.iter().map(|(law, _)| *law).collect();
            assert_eq!(laws, [$mutant.law], "{broken:#?}");
        })*
        #[test]
        fn every_law_has_a_mutant() {
            let laws: Vec<&str> = LAWS.iter().map(|law| law.name).collect();
            assert_eq!([$($mutant.law),*], *laws);
        }
    };
}
mutants! {
    verbatim VERBATIM
    split SPLIT
    cut CUT
    round ROUND
    foreign FOREIGN
    strict STRICT
    omit OMIT
    pure PURE
    prefix PREFIX
    refusal REFUSAL
    required REQUIRED
    once ONCE
    compact COMPACT
    unknown UNKNOWN
    ingest INGEST
    found FOUND
    total TOTAL
}

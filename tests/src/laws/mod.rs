//! The laws, one file each. Every function looks at one law alone and says what became of it.
mod compact;
mod cut;
mod foreign;
mod found;
mod ingest;
mod omit;
mod once;
mod prefix;
mod pure;
mod refusal;
mod required;
mod round;
mod said;
mod split;
mod strange;
mod strict;
mod total;
mod unknown;
mod verbatim;

pub use compact::compact;
pub use cut::cut;
pub use foreign::foreign;
pub use found::found;
pub use ingest::ingest;
pub use omit::omit;
pub use once::once;
pub use prefix::prefix;
pub use pure::pure;
pub use refusal::refusal;
pub use required::required;
pub use round::round;
pub use split::split;
pub use strict::strict;
pub use total::total;
pub use unknown::unknown;
pub use verbatim::verbatim;

use crate::{Outcome, Subject};

/// A law.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Law {
    /// Its number.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// Looks whether a subject keeps it.
    pub look: fn(&Subject) -> Outcome,
}

/// All laws that there are, in order.
pub const LAWS: &[Law] = &[
    Law { number: 1, name: "verbatim", look: verbatim },
    Law { number: 2, name: "split", look: split },
    Law { number: 3, name: "cut", look: cut },
    Law { number: 4, name: "round", look: round },
    Law { number: 5, name: "foreign", look: foreign },
    Law { number: 6, name: "strict", look: strict },
    Law { number: 7, name: "omit", look: omit },
    Law { number: 8, name: "pure", look: pure },
    Law { number: 9, name: "prefix", look: prefix },
    Law { number: 10, name: "refusal", look: refusal },
    Law { number: 11, name: "required", look: required },
    Law { number: 12, name: "once", look: once },
    Law { number: 13, name: "compact", look: compact },
    Law { number: 14, name: "unknown", look: unknown },
    Law { number: 15, name: "ingest", look: ingest },
    Law { number: 16, name: "found", look: found },
    Law { number: 17, name: "total", look: total },
];

#[cfg(test)]
mod tests {
    use super::LAWS;
    use std::{fs, path::Path};

    #[test]
    fn the_page_of_each_law_says_what_it_demands() {
        for law in LAWS {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/laws/{}.rs", law.name));
            let text = fs::read_to_string(file).unwrap();
            let signature = format!("pub fn {}(", law.name);
            let (above, _) = text.split_once(&signature).unwrap();
            let page = above.rsplit("\n\n").next().unwrap();
            let demand = format!("/// Law {}, *{}*: ", law.number, law.name);
            assert!(page.starts_with(&demand), "{}: {page}", law.name);
        }
    }
}

//! What a prefix-bound seal was minted under: a digest of everything before it, and enough of its pieces to name what changed.
//!
//! It is of what was said, not of bytes: one conversation has one digest on every wire. One that this version cannot read is unknown,
//! and never an error.
mod canon;

pub(crate) use canon::{Canon, Hash, hash, is_marker, marks};

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A digest of the canonical prefix that a seal is bound to.
///
/// `1:<chain>:<system>:<tools>:<turns>` in hex: the chain over all of it, the instructions that open the conversation, the tools, and
/// each turn from the model's last one on, joined by dots. Another number in front is another version's.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PrefixDigest(pub String);

impl PrefixDigest {
    /// True where both are known to be of the same prefix.
    pub fn same(&self, other: &Self) -> bool {
        self.read().zip(other.read()).is_some_and(|(a, b)| a.chain == b.chain)
    }
    /// The digest; none where another version wrote it, or nobody did.
    pub(crate) fn read(&self) -> Option<Prefix> {
        self.0.parse().ok()
    }
}

/// A digest, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prefix {
    pub(crate) chain: Hash<16>,
    pub(crate) system: Hash<4>,
    pub(crate) tools: Hash<4>,
    /// The turns from the model's last one on, as far as they were sent.
    pub(crate) turns: Vec<Hash<4>>,
}

/// The first piece in which two prefixes differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    System,
    Tools,
    /// The n-th of the turns from the model's last one on.
    Turn(usize),
    /// One of these is there that was not, or the other way round.
    Number,
    /// Something before them.
    Earlier,
}

impl Prefix {
    /// Where this prefix first differs from `other`, whose chain is another one.
    pub(crate) fn changed(&self, other: &Self) -> Changed {
        if self.system != other.system {
            return Changed::System;
        }
        if self.tools != other.tools {
            return Changed::Tools;
        }
        if self.turns.len() != other.turns.len() {
            return Changed::Number;
        }
        self.turns.iter().zip(&other.turns).position(|(a, b)| a != b).map_or(Changed::Earlier, Changed::Turn)
    }
    /// The form that is stored.
    pub(crate) fn digest(&self) -> PrefixDigest {
        PrefixDigest(self.to_string())
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}:{}:{}:{}:", self.chain, self.system, self.tools)?;
        for (n, turn) in self.turns.iter().enumerate() {
            write!(f, "{}{turn}", if n == 0 { "" } else { "." })?;
        }
        Ok(())
    }
}

/// The version of the canonical form.
const VERSION: &str = "1";

impl FromStr for Prefix {
    type Err = Unknown;
    fn from_str(text: &str) -> Result<Self, Unknown> {
        let mut pieces = text.split(':');
        let mut next = || pieces.next().ok_or(Unknown);
        if next()? != VERSION {
            return Err(Unknown);
        }
        let (chain, system, tools, turns) = (next()?.parse()?, next()?.parse()?, next()?.parse()?, next()?);
        let turns = turns.split('.').filter(|turn| !turn.is_empty()).map(str::parse).collect::<Result<_, _>>()?;
        Ok(Self { chain, system, tools, turns })
    }
}

/// Not a digest of this version.
#[derive(Debug)]
pub(crate) struct Unknown;

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "1:00112233445566778899aabbccddeeff:01020304:05060708:aabbccdd.00000001";

    #[test]
    fn the_stored_form_reads_back() {
        let prefix = PrefixDigest(ONE.to_owned()).read().unwrap();
        assert_eq!((prefix.turns.len(), prefix.to_string()), (2, ONE.to_owned()));
        let bare = "1:00112233445566778899aabbccddeeff:01020304:05060708:";
        assert_eq!(PrefixDigest(bare.to_owned()).read().unwrap().digest().0, bare);
    }
    #[test]
    fn what_is_no_digest_of_ours_is_unknown() {
        for text in [
            "",
            "1",
            "1:",
            ":::::",
            "2:00112233445566778899aabbccddeeff:01020304:05060708:",
            "1:00112233445566778899aabbccddeef:01020304:05060708:",
            "1:00112233445566778899aabbccddeefé:01020304:05060708:",
            "1:00112233445566778899aabbccddeeff:01020304:05060708",
            "1:00112233445566778899aabbccddeeff:01020304:05060708:zz",
            "sha256-anything",
        ] {
            let digest = PrefixDigest(text.to_owned());
            assert_eq!(digest.read(), None, "{text}");
            assert!(!digest.same(&digest), "{text}");
        }
    }
    #[test]
    fn the_first_difference_has_a_name() {
        let one = PrefixDigest(ONE.to_owned()).read().unwrap();
        let other = |from: &str, to: &str| PrefixDigest(ONE.replacen(from, to, 1)).read().unwrap();
        for (changed, other) in [
            (Changed::System, other("01020304", "ffffffff")),
            (Changed::Tools, other("05060708", "ffffffff")),
            (Changed::Turn(1), other(".00000001", ".00000002")),
            (Changed::Number, other(".00000001", "")),
            (Changed::Earlier, other("0011", "1100")),
        ] {
            assert_eq!(one.changed(&other), changed);
        }
    }
}

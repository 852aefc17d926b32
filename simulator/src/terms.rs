//! The terms on which one request is answered: the simulator's keys and leniency, and the faults that hold.

use crate::fault::Fault;
use crate::provider::{Provider, Schema, Speak, Words};
use crate::seal::Keys;
use crate::table;

pub(crate) struct Terms<'a> {
    pub(crate) keys: &'a Keys,
    /// Signatures of others pass, unread.
    pub(crate) lenient: bool,
    pub(crate) faults: &'a [Fault],
    /// Seconds since 1970, as replies tell them.
    pub(crate) now: u64,
}

impl Terms<'_> {
    /// Fields that are refused at the moment, and in which words.
    pub(crate) fn refused(&self, provider: &Provider) -> impl Iterator<Item = (&str, &'static Words)> {
        let own = match provider.schema {
            Schema::Closed { words, .. } => words,
            Schema::Open => table::UNKNOWN_FIELD,
        };
        self.faults.iter().filter_map(move |fault| match fault {
            Fault::Refuse { field, wording } => {
                let words = wording.as_ref().and_then(|name| table::WORDINGS.iter().find(|words| words.name == name));
                Some((field.as_str(), words.copied().unwrap_or(own)))
            }
            _ => None,
        })
    }

    /// Fields that tool turns must have at the moment.
    pub(crate) fn required(&self) -> impl Iterator<Item = &str> {
        self.faults.iter().filter_map(|fault| match fault {
            Fault::Require { field } => Some(field.as_str()),
            _ => None,
        })
    }

    /// Who serves what `speak` says: the second upstream after a swap.
    pub(crate) fn upstream(&self, speak: &Speak) -> &'static str {
        let at = usize::from(self.faults.contains(&Fault::Swap));
        speak.upstreams.get(at).map_or("", |upstream| upstream.name)
    }
}

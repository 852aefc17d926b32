//! What a refusal means for our table: the closed list of verdicts, and how one is read from a provider's 4xx.
//!
//! A verdict never names a field that the request did not carry, and never learns from a refusal that is about something else.
mod echo;
mod grammar;
mod literal;
mod prose;
mod python;
mod read;
mod table;
mod words;

pub use read::{classify, read};

use crate::{Key, Verbatim};
use std::fmt;

/// A refusal as it came.
#[derive(Clone, Copy, Debug)]
pub struct Refusal<'a> {
    /// The HTTP status.
    pub status: u16,
    /// The body; text that is not JSON stands in a string.
    pub body: &'a Verbatim,
}

/// What a refusal means.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// The route does not know these fields, which the request carried.
    UnknownField {
        /// The fields.
        fields: Vec<Key>,
    },
    /// The route demands this field on turns that came without it.
    MissingField {
        /// The field.
        field: Key,
    },
    /// A turn must start with its thinking.
    ThinkingRequired {
        /// The place, where the refusal names one.
        place: Option<Spot>,
    },
    /// These signed or sealed pieces are not valid here.
    BadSignature {
        /// The places; empty where the refusal names none.
        places: Vec<Spot>,
    },
    /// What stands sealed under these fields cannot be read here; the refusal names no place.
    Unreadable {
        /// The fields.
        fields: Vec<Key>,
    },
    /// A sealed item was issued to somebody else, or by somebody else.
    WrongIssuer,
    /// A signed block is bound to another prefix; every later one of the conversation is suspect too.
    PrefixBound {
        /// The place, where the refusal names one.
        place: Option<Spot>,
    },
    /// The latest signed turn was changed: our fault or the client's. It can only go without its thinking.
    Frozen {
        /// The place, where the refusal names one.
        place: Option<Spot>,
    },
    /// An item came without the one that it belongs to. Nothing is learned.
    Pairing,
    /// Not about reasoning: hand it on untouched.
    NotOurs,
}

impl Verdict {
    /// A short name for tables and logs.
    pub fn class(&self) -> &'static str {
        match self {
            Self::UnknownField { .. } => "unknown field",
            Self::MissingField { .. } => "missing field",
            Self::ThinkingRequired { .. } => "thinking required",
            Self::BadSignature { .. } => "bad signature",
            Self::Unreadable { .. } => "unreadable",
            Self::WrongIssuer => "wrong issuer",
            Self::PrefixBound { .. } => "prefix bound",
            Self::Frozen { .. } => "frozen turn",
            Self::Pairing => "broken pairing",
            Self::NotOurs => "not ours",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.class())?;
        match self {
            Self::UnknownField { fields } | Self::Unreadable { fields } => {
                for (n, field) in fields.iter().enumerate() {
                    write!(f, "{} `{field}`", if n == 0 { ":" } else { "," })?;
                }
                Ok(())
            }
            Self::MissingField { field } => write!(f, ": `{field}`"),
            Self::BadSignature { places } => {
                for (n, spot) in places.iter().enumerate() {
                    write!(f, "{} {spot}", if n == 0 { " at" } else { "," })?;
                }
                Ok(())
            }
            Self::ThinkingRequired { place: Some(spot) }
            | Self::PrefixBound { place: Some(spot) }
            | Self::Frozen { place: Some(spot) } => write!(f, " at {spot}"),
            _ => Ok(()),
        }
    }
}

/// A place in a request as a refusal counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The message.
    pub message: usize,
    /// The block of its content.
    pub content: usize,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "messages.{}.content.{}", self.message, self.content)
    }
}

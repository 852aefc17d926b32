//! One request as a structured line: for logs, for bug reports, for a person at night. It holds kinds, numbers and hashes; never text, a
//! blob or a key.
use crate::{Millis, SessionId};
use serde::{Deserialize, Serialize};

/// What a request carried and what became of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct RequestRecord {
    /// When it was sent.
    pub at: Millis,
    /// The session, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionId>,
    /// The place that its reply takes among the turns.
    pub turn: usize,
    /// Who was asked.
    pub provider: String,
    /// Host, with its port where the URL named one.
    pub host: String,
    /// The wire.
    pub api: String,
    /// The model.
    pub model: String,
    /// 1, or 2 for the one retry.
    pub attempt: u8,
    /// The HTTP status of the answer; none where no answer came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Bytes of the body.
    pub bytes: usize,
    /// The first 16 hex digits of its SHA-256.
    pub hash: String,
    /// The reasoning fields and blocks on it, with how many turns carried each.
    pub carried: Vec<Carried>,
    /// What stayed, by kind and reason.
    pub withheld: Vec<Kept>,
    /// What the refusal meant, where it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// What was learned from it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub learned: Vec<String>,
    /// How much of the last request of the session this one begins with; none where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefix: Option<Prefix>,
    /// What the provider reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Spent>,
    /// How the reply ended: `stop`, `cut`, `refused`; none where none came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
}

/// A field or block type that carried reasoning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Carried {
    /// Its key on the wire.
    pub key: String,
    /// Turns that carried it.
    pub turns: usize,
    /// Of these, turns that carried a placeholder.
    #[serde(skip_serializing_if = "is_zero")]
    pub padded: usize,
    /// Bytes of its carriers.
    pub bytes: usize,
    /// The first 16 hex digits of the SHA-256 of each carrier, oldest first, at most sixteen of them: the newest.
    pub hashes: Vec<String>,
}

/// Carriers that stayed for one reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Kept {
    /// The kind of carrier.
    pub kind: String,
    /// How many.
    pub carriers: usize,
    /// Why.
    pub why: String,
    /// The row that decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// How much of the last request this one repeats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Prefix {
    /// Bytes that both begin with.
    pub same: usize,
    /// Bytes of the last request up to the end of its messages.
    pub of: usize,
    /// The first turn that differs, where one of the old ones does, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broke: Option<(usize, String)>,
}

/// Tokens as the provider counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Spent {
    /// Of the request.
    pub input: Option<u64>,
    /// Of the reply.
    pub output: Option<u64>,
    /// Of its reasoning.
    pub reasoning: Option<u64>,
    /// Of the request, read from the prompt cache.
    pub cached: Option<u64>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

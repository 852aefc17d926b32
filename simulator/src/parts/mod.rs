//! Ordered parts, some of them signed: what two wires of one host have in common. A signature hides a thought and holds for the
//! part that it came on. Each wire reads its requests into contents; what those must be is checked here, and said in the host's
//! words, so that a signature means the same on both.

mod order;
mod seal;
mod think;

use crate::provider::{Provider, Words};
use crate::refusal::{Fills, Refusal, fills};
use crate::seal::Form;
use crate::table::Gemini;
use crate::terms::Terms;
use serde_json::Value;

pub(crate) use seal::{of_call, of_text, standard};
pub(crate) use think::check as thinks_right;

/// What stands behind both wires: a key, what it takes for one, and words.
pub(crate) struct Backend {
    pub(crate) issuer: &'static str,
    pub(crate) form: Form,
    /// What may stand on a call instead of a signature.
    pub(crate) stand_ins: &'static [&'static str],
    /// Members of `extra_content` in which a signature is looked for.
    pub(crate) spaces: &'static [&'static str],
    /// The generation of models from which on calls and results may have ids.
    pub(crate) ids_since: u32,
    /// Members that ride along in a reply, and in its usage.
    pub(crate) top: &'static str,
    pub(crate) usage: &'static str,
    pub(crate) said: Said,
}

/// Its words. Each stands for a whole message; the envelope goes around it.
pub(crate) struct Said {
    /// The first call of a step has no signature: `{id}`, `{position}`.
    pub(crate) missing: &'static Words,
    /// A signature of others, or one that was changed, moved or put where nobody signs.
    pub(crate) foreign: &'static Words,
    pub(crate) after_user: &'static Words,
    pub(crate) after_call: &'static Words,
    pub(crate) count: &'static Words,
    /// A result whose call has another name, or another id: `{at}`, `{id}`.
    pub(crate) mismatch: &'static Words,
    pub(crate) level: &'static Words,
    /// One level that this model does not have: `{id}`.
    pub(crate) that_level: &'static Words,
    pub(crate) budget: &'static Words,
    pub(crate) both: &'static Words,
    /// Thinking cannot be switched off: `{id}`.
    pub(crate) never_off: &'static Words,
}

/// What one side said.
pub(crate) struct Content {
    pub(crate) model: bool,
    pub(crate) parts: Vec<Part>,
    /// The message that it comes from.
    pub(crate) from: usize,
}

/// One part.
pub(crate) struct Part {
    pub(crate) data: Data,
    /// In the standard alphabet.
    pub(crate) signature: Option<String>,
    pub(crate) thought: bool,
    /// All texts of the turn in one, as a wire without parts brings them.
    pub(crate) joined: bool,
}

/// What a part is.
pub(crate) enum Data {
    None,
    Text(String),
    Call { name: String, id: Option<String>, arguments: Value },
    Result { name: String, id: Option<String>, text: String },
    Other,
}

/// A request, read.
pub(crate) struct Talk<'a> {
    pub(crate) provider: &'static Provider,
    pub(crate) backend: &'static Backend,
    pub(crate) gemini: &'a Gemini,
    pub(crate) contents: &'a [Content],
}

/// Thoughts that came.
pub(crate) struct Thoughts {
    pub(crate) came: usize,
    /// Those that this model reads, by content.
    pub(crate) read: Vec<Vec<String>>,
}

/// Checks order, pairs and signatures, and opens these.
pub(crate) fn hear(terms: &Terms<'_>, talk: &Talk<'_>) -> Result<Thoughts, Box<Refusal>> {
    order::check(talk)?;
    seal::present(talk)?;
    seal::read(terms, talk)
}

impl Talk<'_> {
    fn refuse(&self, words: &Words, fills: &Fills) -> Box<Refusal> {
        // What is told inside of a reply that is no error is a reply already.
        Box::new(match words.status {
            200 => words.say(fills),
            _ => Refusal::worded(self.provider, words, fills),
        })
    }
    /// Where the running turn begins: behind the last thing that is the user's own.
    fn running(&self) -> usize {
        let own = |content: &Content| !content.model && content.parts.iter().any(|part| !part.data.is_result());
        self.contents.iter().rposition(own).map_or(0, |at| at + 1)
    }
}

impl Content {
    pub(crate) fn calls(&self) -> impl Iterator<Item = (&Part, &str, Option<&str>)> {
        self.parts.iter().filter_map(|part| match &part.data {
            Data::Call { name, id, .. } => Some((part, name.as_str(), id.as_deref())),
            _ => None,
        })
    }
    pub(crate) fn results(&self) -> impl Iterator<Item = (&str, Option<&str>, &str)> {
        self.parts.iter().filter_map(|part| match &part.data {
            Data::Result { name, id, text } => Some((name.as_str(), id.as_deref(), text.as_str())),
            _ => None,
        })
    }
}

impl Part {
    pub(crate) fn of(data: Data, signature: Option<String>) -> Self {
        Self { data, signature, thought: false, joined: false }
    }
}

impl Data {
    pub(crate) fn is_result(&self) -> bool {
        matches!(self, Self::Result { .. })
    }
}

/// The fills of a call without a signature.
fn unsigned(name: &str, position: usize) -> Fills {
    fills! { "id": name, "position": position }
}

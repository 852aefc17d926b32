//! What Claude's signatures hold: the thought itself, whose it is, and what stood before it. So a changed text is told from a
//! signature that was never made, and a block knows its own conversation.

use crate::seal::{Broken, Keys};
use crate::table::SIGNED;

/// The key that all of this service's blobs are made with, at every door that Claude has.
const ISSUER: &str = "messages";
const BETWEEN: char = '\u{1}';

/// What is known of a thought that was vouched for.
pub(super) struct Seal {
    /// The generation of the model that thought it.
    pub(super) model: String,
    /// Who pays where it was thought.
    pub(super) account: String,
    /// What stood before it.
    pub(super) prefix: String,
    /// It came with its text.
    pub(super) shown: bool,
}

impl Seal {
    /// A signature, or the data of a block without text.
    pub(super) fn close(&self, keys: &Keys, thought: &str) -> String {
        let shown = if self.shown { "shown" } else { "" };
        let label = [&self.model, &self.account, &self.prefix, shown].map(|part| part.replace(BETWEEN, " "));
        keys.seal(ISSUER, &SIGNED, &label.join("\u{1}"), thought)
    }

    /// What was closed, and the thought.
    pub(super) fn open(keys: &Keys, blob: &str) -> Result<(Self, String), Broken> {
        let (label, thought) = keys.open(ISSUER, &SIGNED, blob)?;
        let mut parts = label.split(BETWEEN).map(str::to_owned);
        let mut next = || parts.next().unwrap_or_default();
        Ok((Self { model: next(), account: next(), prefix: next(), shown: next() == "shown" }, thought))
    }
}

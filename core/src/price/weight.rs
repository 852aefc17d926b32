//! What pieces of a request weigh before a session's correction, and where that is remembered.
use std::sync::OnceLock;

/// Thousandths: text is weighed in them, so that rounding happens once a turn.
pub(super) const MILLI: u64 = 1000;

/// A weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bulk {
    /// Text and framing, in thousandths of a token.
    pub(super) text: u64,
    /// What no tokenizer is asked about: the provider counted it, or its price is flat. In tokens.
    pub(super) known: u64,
}

impl Bulk {
    pub(super) fn text(text: u64) -> Self {
        Self { text, known: 0 }
    }
    pub(super) fn known(known: u64) -> Self {
        Self { text: 0, known }
    }
    pub(super) fn add(&mut self, more: Self) {
        self.text = self.text.saturating_add(more.text);
        self.known = self.known.saturating_add(more.known);
    }
    /// The tokens, where text and known figures are multiplied.
    pub(super) fn tokens(self, text: f64, known: f64) -> u64 {
        // Casts to integers saturate; factors are finite and not negative.
        let text = (self.text as f64 * text / MILLI as f64).ceil() as u64;
        let known = if known == 1.0 { self.known } else { (self.known as f64 * known).ceil() as u64 };
        text.saturating_add(known)
    }
    /// The tokens before rounding.
    pub(super) fn exact(self) -> f64 {
        self.text as f64 / MILLI as f64 + self.known as f64
    }
}

/// A turn as the plan sends it. What later turns report about it is not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Weight {
    /// Its text, calls, media and framing.
    pub(super) body: Bulk,
    /// Each carrier that goes, checkpoints aside.
    pub(super) carriers: Vec<Bulk>,
}

/// Where a turn's weight is written down once it was asked for. Two of them are always equal: they say nothing that the turn does not.
#[derive(Debug, Default)]
pub(crate) struct Scale(OnceLock<Weight>);

impl Scale {
    pub(super) fn weigh(&self, weigh: impl FnOnce() -> Weight) -> &Weight {
        self.0.get_or_init(weigh)
    }
}

impl Clone for Scale {
    /// Empty: what is cloned is about to be changed.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Scale {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

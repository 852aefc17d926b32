//! What pieces of a request weigh before a session's correction, and where that is remembered.
use std::sync::OnceLock;

/// Thousandths: text is weighed in them, so that rounding happens once a turn.
pub(super) const MILLI: u64 = 1000;

/// A weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bulk {
    /// Text and framing, in thousandths of a token.
    pub(super) text: u64,
    /// More than that it is by no tokenizer, in thousandths: a token is never shorter than a byte.
    most: u64,
    /// What no tokenizer is asked about: the provider counted it, or its price is flat. In tokens.
    pub(super) known: u64,
}

impl Bulk {
    /// Text of this weight in so many bytes.
    pub(super) fn text(text: u64, bytes: usize) -> Self {
        let most = (bytes as u64).saturating_mul(MILLI);
        Self { text: text.min(most), most, known: 0 }
    }
    /// Marks that a host writes around text.
    pub(super) fn frame(frame: u64) -> Self {
        Self { text: frame, most: frame.saturating_mul(2), known: 0 }
    }
    pub(super) fn known(known: u64) -> Self {
        Self { known, ..Self::default() }
    }
    pub(super) fn add(&mut self, more: Self) {
        self.text = self.text.saturating_add(more.text);
        self.most = self.most.saturating_add(more.most);
        self.known = self.known.saturating_add(more.known);
    }
    /// The same text, of which so many tokens are made for a hundred.
    pub(super) fn dense(self, percent: u64) -> Self {
        Self { text: (self.text.saturating_mul(percent) / 100).min(self.most), ..self }
    }
    /// One of so many equal shares.
    pub(super) fn share(self, ways: u64) -> Self {
        let share = |all: u64| all.div_ceil(ways.max(1));
        Self { text: share(self.text), most: share(self.most), known: share(self.known) }
    }
    /// The tokens, where text and known figures are multiplied.
    pub(super) fn tokens(self, text: f64, known: f64) -> u64 {
        // Casts to integers saturate; factors are finite and not negative.
        let text = ((self.text as f64 * text).min(self.most as f64) / MILLI as f64).ceil() as u64;
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

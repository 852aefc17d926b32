//! The figures of the tariff, in thousandths of a token unless they say otherwise.

use super::text::Script;
use crate::Api;

/// A message: its role and the marks around it.
pub(super) const MESSAGE: u64 = 4000;
/// A call of a tool, beside its name and arguments.
pub(super) const CALL: u64 = 8000;
/// A tool's answer, beside its content.
pub(super) const RESULT: u64 = 5000;
/// A tool on offer, beside its declaration.
pub(super) const TOOL: u64 = 6000;
/// What a host writes around any conversation.
pub(super) const REQUEST: u64 = 3000;

/// An image, audio or document, in whole tokens, by the wire.
pub(super) const MEDIA: &[(&str, u64)] =
    &[("anthropic_messages", 1600), ("gemini_generate", 258), ("chat_completions", 1100), ("openai_responses", 1100)];
/// The same on a wire without a figure.
pub(super) const MEDIA_ELSEWHERE: u64 = 1100;

/// A server's checkpoint whose reply reported nothing, in whole tokens.
pub(super) const CHECKPOINT: u64 = 2000;

/// Bytes of a blob a thousand hidden tokens, where a row says nothing.
pub(super) const BLOB: u64 = 4900;

/// What a run of one script costs: something for being there, and something a character.
#[derive(Clone, Copy)]
pub(super) struct Rate {
    pub(super) run: u64,
    pub(super) letter: u64,
}

impl Rate {
    pub(super) const NONE: Self = Self { run: 0, letter: 0 };
    const fn of(run: u64, letter: u64) -> Self {
        Self { run, letter }
    }
}

/// The rates by script.
pub(super) const RATES: &[(Script, Rate)] = &[
    (Script::Word, Rate::of(700, 90)),
    (Script::Capital, Rate::of(400, 350)),
    (Script::Blank, Rate::of(600, 20)),
    (Script::Mark, Rate::of(500, 250)),
    (Script::Digit, Rate::of(200, 450)),
    (Script::Accented, Rate::of(300, 500)),
    (Script::Cyrillic, Rate::of(400, 280)),
    (Script::Arabic, Rate::of(400, 400)),
    (Script::Indic, Rate::of(300, 600)),
    (Script::Han, Rate::of(0, 900)),
    (Script::Kana, Rate::of(0, 700)),
    (Script::Hangul, Rate::of(0, 750)),
    (Script::Emoji, Rate::of(0, 2000)),
    (Script::Other, Rate::of(300, 800)),
];

/// Request members whose JSON the model reads.
pub(super) const SCHEMAS: &[&str] = &["response_format", "output_config", "output_format", "text", "generationConfig"];

/// What media costs on a wire.
pub(super) fn media(api: &Api) -> u64 {
    MEDIA.iter().find(|(name, _)| *api == **name).map_or(MEDIA_ELSEWHERE, |(_, tokens)| *tokens)
}

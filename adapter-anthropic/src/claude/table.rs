//! What each generation of Claude does, a row a generation, with its evidence. Nothing here decides.
use super::{
    Effort::{self, High, Low, Max, Medium, Xhigh},
    Forced, LATEST, Off, Thinking, Version,
};

/// The name that every id of these models holds.
pub(super) const NAME: &str = "claude";

/// Words that stand for a version.
const WORDS: &[(&str, Version)] = &[("latest", LATEST), ("preview", (5, 0))];

pub(super) fn lookup(word: &str) -> Option<Version> {
    crate::table::lookup(WORDS, word)
}

/// A generation of one or more families, from a version on.
pub(super) struct Generation {
    /// The families; `""` is any that has no rows of its own.
    pub(super) families: &'static [&'static str],
    pub(super) from: Version,
    pub(super) keeps: bool,
    pub(super) binds: bool,
    pub(super) prefill: bool,
    pub(super) max_tokens: u32,
    pub(super) thinking: Thinking,
    pub(super) evidence: &'static str,
    pub(super) since: &'static str,
}

const THREE: &[Effort] = &[Low, Medium, High];
const FOUR: &[Effort] = &[Low, Medium, High, Max];
const FIVE: &[Effort] = &[Low, Medium, High, Xhigh, Max];

const NONE: Thinking = Thinking {
    manual: false,
    adaptive: false,
    off: Off::Disabled,
    unasked: false,
    efforts: &[],
    samples: true,
    forced: Forced::Unthinking,
    interleaved: None,
};
const MANUAL: Thinking = Thinking { manual: true, ..NONE };
const INTERLEAVED: Thinking = Thinking { interleaved: Some("interleaved-thinking-2025-05-14"), ..MANUAL };
const BOTH: Thinking = Thinking { adaptive: true, efforts: FOUR, ..MANUAL };
const ADAPTIVE: Thinking = Thinking { adaptive: true, efforts: FIVE, samples: false, ..NONE };
/// From Opus 4.8 on: <https://github.com/langchain-ai/langchain-aws/pull/1141>.
const FORCED: Thinking = Thinking { forced: Forced::Always, ..ADAPTIVE };
const UNASKED: Thinking = Thinking { unasked: true, ..FORCED };
const ALWAYS: Thinking = Thinking { off: Off::Never, ..UNASKED };

const OLD: Generation = Generation {
    families: &["", "opus", "sonnet", "haiku"],
    from: (0, 0),
    keeps: false,
    binds: false,
    prefill: true,
    max_tokens: 4096,
    thinking: NONE,
    evidence: "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
    since: "2026-11",
};
const FOURTH: Generation = Generation { from: (4, 0), max_tokens: 64_000, thinking: INTERLEAVED, ..OLD };
const SIXTH: Generation = Generation {
    from: (4, 6),
    keeps: true,
    prefill: false,
    max_tokens: 128_000,
    thinking: BOTH,
    evidence: "https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking",
    ..OLD
};
const FIFTH: Generation = Generation { from: (5, 0), thinking: UNASKED, ..SIXTH };
const BOUND: Generation = Generation {
    binds: true,
    evidence: "https://platform.claude.com/docs/en/build-with-claude/preserved-thinking/prefix-checks",
    ..FIFTH
};

/// The rows.
pub(super) static GENERATIONS: &[Generation] = &[
    OLD,
    Generation { from: (3, 5), max_tokens: 8192, ..OLD },
    // 64,000, and twice that with its beta.
    Generation { from: (3, 7), max_tokens: 128_000, thinking: MANUAL, ..OLD },
    Generation { families: &["opus"], max_tokens: 32_000, ..FOURTH },
    Generation { families: &["sonnet", "haiku", ""], ..FOURTH },
    Generation {
        families: &["opus"],
        from: (4, 5),
        keeps: true,
        thinking: Thinking { efforts: THREE, ..INTERLEAVED },
        evidence: "https://platform.claude.com/docs/en/build-with-claude/effort",
        ..FOURTH
    },
    Generation { families: &["opus", "sonnet"], ..SIXTH },
    Generation {
        families: &["opus"],
        from: (4, 7),
        thinking: ADAPTIVE,
        evidence: "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
        ..SIXTH
    },
    Generation { families: &["opus"], from: (4, 8), thinking: FORCED, ..SIXTH },
    Generation {
        families: &["opus"],
        thinking: Thinking { off: Off::DisabledTo(High), ..UNASKED },
        evidence: "https://platform.claude.com/docs/en/about-claude/models/whats-new-opus-5",
        ..FIFTH
    },
    Generation {
        families: &["sonnet"],
        evidence: "https://platform.claude.com/docs/en/models/sonnet-5-5/whats-new-sonnet-5-5",
        ..FIFTH
    },
    Generation { families: &["haiku"], keeps: false, evidence: "unverified: no such model is published", ..FIFTH },
    Generation {
        families: &["fable", "mythos"],
        from: (0, 0),
        thinking: ALWAYS,
        evidence: "https://platform.claude.com/docs/en/models/fable-5/migration-guide",
        ..FIFTH
    },
    Generation { families: &[""], evidence: "unverified: a family that nobody knows yet", ..FIFTH },
    Generation {
        families: &["fable", "mythos"],
        from: (5, 1),
        thinking: Thinking { forced: Forced::Never, ..ALWAYS },
        ..BOUND
    },
    Generation {
        families: &["opus"],
        from: (5, 5),
        thinking: Thinking { forced: Forced::Never, ..ALWAYS },
        evidence: "https://platform.claude.com/docs/en/models/opus-5-5/whats-new-opus-5-5",
        ..BOUND
    },
    Generation {
        families: &["sonnet"],
        from: (5, 5),
        thinking: Thinking { off: Off::BetweenTools(High), forced: Forced::Never, ..UNASKED },
        evidence: "https://platform.claude.com/docs/en/models/sonnet-5-5/whats-new-sonnet-5-5",
        ..BOUND
    },
    Generation {
        families: &["haiku"],
        from: (5, 5),
        thinking: Thinking { off: Off::DisabledTo(High), ..UNASKED },
        evidence: "https://platform.claude.com/docs/en/models/haiku-5-5/whats-new-haiku-5-5",
        ..BOUND
    },
    Generation { families: &[""], from: (5, 5), ..BOUND },
];

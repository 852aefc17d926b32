//! Claude's generations: which model an id names, and what that model does with thinking.
//!
//! Never guesses about a model that no row knows: what nobody knows is left as the caller wrote it.
mod table;

use std::fmt;

/// A Claude model, however its id is spelled.
///
/// ```
/// use throughline_anthropic::claude::Claude;
///
/// let one = Claude::of("us.anthropic.claude-opus-4-5-20251101-v1:0");
/// assert_eq!(one, Claude::of("anthropic/claude-opus-4.5"));
/// assert!(one.is_some_and(|claude| claude.keeps_earlier() && !claude.binds()));
/// assert_eq!(Claude::of("hermes-4-405b"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claude {
    family: String,
    version: Option<Version>,
}

/// A generation: major and minor number.
pub type Version = (u8, u8);

/// What ids and hosts of regions for the government hold.
pub(crate) const GOVERNMENT: &str = "us-gov";

/// The newest of a family, whichever that is.
const LATEST: Version = (u8::MAX, u8::MAX);

/// What a model does with a thinking request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// It takes `enabled` with a budget of tokens.
    pub manual: bool,
    /// It takes `adaptive`.
    pub adaptive: bool,
    /// How thinking is turned off.
    pub off: Off,
    /// It thinks where the request does not say.
    pub unasked: bool,
    /// The levels of `output_config.effort`; empty where the member is refused.
    pub efforts: &'static [Effort],
    /// It takes `temperature`, `top_p` and `top_k` of any value while it does not think.
    pub samples: bool,
    /// When it can be forced to call a tool.
    pub forced: Forced,
    /// The beta without which it does not think between calls.
    pub interleaved: Option<&'static str>,
}

/// How thinking is turned off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Off {
    /// With `disabled`, at any effort.
    Disabled,
    /// With `disabled`, up to this effort.
    DisabledTo(Effort),
    /// With `between_tools`, up to this effort; `disabled` is refused.
    BetweenTools(Effort),
    /// Not at all.
    Never,
}

/// When a model can be forced to call a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    /// Whether it thinks or not.
    Always,
    /// While it does not think.
    Unthinking,
    /// Not at all.
    Never,
}

/// How much a model is to think. Greater is more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// `low`
    Low,
    /// `medium`
    Medium,
    /// `high`
    High,
    /// `xhigh`
    Xhigh,
    /// `max`
    Max,
}

/// The least budget of tokens that the API takes: <https://platform.claude.com/docs/en/build-with-claude/extended-thinking>.
pub const LEAST_BUDGET: u64 = 1024;

impl Claude {
    /// The model that `id` names: a bare id, one of a marketplace or a region, dated or not, with dots or dashes. None for other models.
    pub fn of(id: &str) -> Option<Self> {
        let id = id.to_lowercase();
        let (_, tail) = id.match_indices(table::NAME).find_map(|(at, name)| {
            let tail = id.get(at + name.len()..)?;
            let begins = !id.get(..at)?.ends_with(|before: char| before.is_ascii_alphanumeric());
            (begins && !tail.starts_with(|next: char| next.is_ascii_alphabetic())).then_some((at, tail))
        })?;
        Some(Self::read(tail))
    }
    /// What stands behind the name: numbers before the family or behind it. A date is no number of a version, and neither is `1m`.
    fn read(tail: &str) -> Self {
        let (mut family, mut numbers) = (None, vec![]);
        for word in tail.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
            match number(word) {
                Some(n) if numbers.len() < 2 => numbers.push(n),
                None if family.is_none() && word.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                    family = Some(word.to_owned());
                    if !numbers.is_empty() {
                        break;
                    }
                }
                None if numbers.is_empty() => {
                    let version = table::lookup(word);
                    return Self { family: family.unwrap_or_default(), version };
                }
                _ => break,
            }
        }
        let version = match numbers.as_slice() {
            // Said without a dot: `claude-opus-41`.
            [n] if *n >= 30 => Some((n / 10, n % 10)),
            [major] => Some((*major, 0)),
            [major, minor] => Some((*major, *minor)),
            _ => None,
        };
        Self { family: family.unwrap_or_default(), version }
    }

    /// Its version; none where the id does not show it.
    pub fn version(&self) -> Option<Version> {
        self.version.filter(|version| *version != LATEST)
    }
    /// True where the API keeps the thinking of earlier turns in context; else that of the tool loop in flight alone. An id without a
    /// version keeps: a block that nobody needs is free, one that is missing breaks the cached prefix.
    pub fn keeps_earlier(&self) -> bool {
        self.row().is_none_or(|row| row.keeps)
    }
    /// True where a signature holds under the prefix alone that it was minted under.
    pub fn binds(&self) -> bool {
        self.row().is_some_and(|row| row.binds)
    }
    /// What it does with a thinking request; none where no row knows the model.
    pub fn thinking(&self) -> Option<&'static Thinking> {
        self.row().map(|row| &row.thinking)
    }
    /// True where the conversation may end in a turn of the model, which it continues.
    pub fn takes_prefill(&self) -> bool {
        self.row().is_none_or(|row| row.prefill)
    }
    /// The most tokens of a reply; none where no row knows the model.
    pub fn max_tokens(&self) -> Option<u32> {
        self.row().map(|row| row.max_tokens)
    }
    /// Where the facts are from: a public URL, and the day.
    pub fn evidence(&self) -> Option<(&'static str, &'static str)> {
        self.row().map(|row| (row.evidence, row.since))
    }

    /// The last row of the family that its version has reached; that of any family where it has none of its own.
    fn row(&self) -> Option<&'static table::Generation> {
        let version = self.version?;
        let known = table::GENERATIONS.iter().any(|row| row.families.contains(&self.family.as_str()));
        let family = if known { self.family.as_str() } else { "" };
        let rows = table::GENERATIONS.iter().filter(|row| row.families.contains(&family) && row.from <= version);
        rows.max_by_key(|row| row.from)
    }
}

impl fmt::Display for Claude {
    /// `opus 4.5`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.family)?;
        match self.version() {
            Some((major, minor)) => write!(f, " {major}.{minor}"),
            None => Ok(()),
        }
    }
}

impl Effort {
    const NAMES: &[(&str, Self)] = &[
        ("minimal", Self::Low),
        ("low", Self::Low),
        ("medium", Self::Medium),
        ("high", Self::High),
        ("xhigh", Self::Xhigh),
        ("max", Self::Max),
        ("ultra", Self::Max),
    ];

    /// The level that `name` means, also where it is another wire's; none for an unknown name.
    pub fn of(name: &str) -> Option<Self> {
        crate::table::lookup(Self::NAMES, &name.to_lowercase())
    }
    /// The level's name on this wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Xhigh => "xhigh",
            Self::Max => "max",
        }
    }
    /// The budget of tokens that says as much to a model that knows budgets alone. No client asks for more than 32000.
    pub fn budget(self) -> u64 {
        match self {
            Self::Low => 4000,
            Self::Medium => 8000,
            Self::High => 16000,
            Self::Xhigh | Self::Max => 32000,
        }
    }
    /// The level that says as much as a budget of tokens.
    pub fn of_budget(tokens: u64) -> Self {
        match tokens {
            0..=4000 => Self::Low,
            4001..=8000 => Self::Medium,
            8001..=16000 => Self::High,
            16001..=32000 => Self::Xhigh,
            _ => Self::Max,
        }
    }
    /// The level nearest to this one that a model takes: a lesser one only where no greater one is known.
    pub fn among(self, levels: &[Self]) -> Option<Self> {
        levels.iter().find(|level| **level >= self).or(levels.last()).copied()
    }
}

/// A number of a version: one or two digits, behind a `v` where one is.
fn number(word: &str) -> Option<u8> {
    let digits = word.strip_prefix('v').unwrap_or(word);
    (digits.len() <= 2 && digits.bytes().all(|digit| digit.is_ascii_digit())).then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claude(id: &str) -> Claude {
        Claude::of(id).unwrap_or_else(|| panic!("{id}"))
    }

    #[test]
    fn every_spelling_names_its_model() {
        for (id, family, version) in [
            ("claude-opus-4-5-20251101", "opus", (4, 5)),
            ("claude-opus-4-20250514", "opus", (4, 0)),
            ("claude-sonnet-4-5@20250929", "sonnet", (4, 5)),
            ("anthropic/claude-sonnet-4.5", "sonnet", (4, 5)),
            ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "sonnet", (4, 5)),
            ("global.anthropic.claude-opus-4-6-v1", "opus", (4, 6)),
            ("us-gov.anthropic.claude-3-7-sonnet-20250219-v1:0", "sonnet", (3, 7)),
            ("anthropic.claude-3-5-sonnet-20241022-v2:0", "sonnet", (3, 5)),
            ("arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-opus-4-8-v1:0", "opus", (4, 8)),
            ("claude-opus-4.5", "opus", (4, 5)),
            ("claude-opus-41", "opus", (4, 1)),
            ("Claude-Haiku-5.5", "haiku", (5, 5)),
            ("claude-3-5-haiku-latest", "haiku", (3, 5)),
            ("claude-4.5-sonnet", "sonnet", (4, 5)),
            ("databricks-claude-sonnet-4", "sonnet", (4, 0)),
            ("claude-sonnet-4-1m", "sonnet", (4, 0)),
            ("claude-opus-4-6[1m]", "opus", (4, 6)),
            ("claude_sonnet_5", "sonnet", (5, 0)),
            ("claude-mythos-preview", "mythos", (5, 0)),
            ("claude-fable-5-1", "fable", (5, 1)),
            ("claude-newfamily-7", "newfamily", (7, 0)),
            ("claude-2.1", "", (2, 1)),
            ("claude-instant-1.2", "instant", (1, 2)),
        ] {
            let found = claude(id);
            assert_eq!((found.family.as_str(), found.version), (family, Some(version)), "{id}");
        }
        for (id, family) in [("~anthropic/claude-opus-latest", "opus"), ("claude-sonnet", "sonnet"), ("claude", "")] {
            assert_eq!((claude(id).family.as_str(), claude(id).version()), (family, None), "{id}");
        }
        for id in ["", "hermes-4-405b", "gpt-5.6", "claudette-7b", "notclaude-4", "anthropic/", "claud\u{e9}-4"] {
            assert_eq!(Claude::of(id), None, "{id}");
        }
    }

    /// Ids of one kind in a row.
    fn each(ids: &str, holds: impl Fn(&Claude) -> bool) {
        ids.split_whitespace().for_each(|id| assert!(holds(&claude(id)), "{id}"));
    }
    #[test]
    fn newer_models_keep_the_thinking_of_earlier_turns() {
        each(
            "claude-opus-4-5 claude-opus-4-6 claude-opus-4-5-20251101 claude-opus-4-6-20250414 claude-sonnet-4-6 claude-opus-5
             claude-sonnet-5 claude-sonnet-5-5 claude-fable-5 claude-fable-5-1 claude-fable-5-2 claude-mythos-5 claude-mythos-6
             claude-mythos-preview claude-newfamily-7 claude-haiku-5-5 us.anthropic.claude-opus-4-8-v1:0 claude-opus-latest
             claude-novel anthropic.claude-opus-4-8",
            Claude::keeps_earlier,
        );
        each(
            "claude-opus-4-4 claude-sonnet-4-5 claude-sonnet-4-5-20250929 claude-opus-4-20250514 claude-opus-4-1 claude-sonnet-4-20250514
             claude-sonnet-4 claude-haiku-4-5 claude-haiku-5 claude-3-7-sonnet-20250219 claude-3-opus-20240229 claude-newfamily-4
             us.anthropic.claude-sonnet-4-5-20250929-v1:0 claude-sonnet-4.5",
            |claude| !claude.keeps_earlier(),
        );
    }
    #[test]
    fn a_signature_is_bound_to_its_prefix_from_a_version_on() {
        each(
            "claude-fable-5-1 claude-fable-5-2 claude-mythos-5-1 claude-mythos-5-2 claude-opus-5-5 claude-sonnet-5-5 claude-haiku-5-5
             claude-opus-6 claude-haiku-6-1 claude-mythos-6 claude-newfamily-7 claude-fable-latest us.anthropic.claude-opus-5-5",
            Claude::binds,
        );
        each(
            "claude-fable-5 claude-mythos-5 claude-mythos-preview claude-opus-5 claude-opus-5-4 claude-sonnet-5 claude-haiku-4-5
             claude-opus-4-8 claude-newfamily-5 claude-novel claude-3-7-sonnet",
            |claude| !claude.binds(),
        );
    }
    #[test]
    fn budgets_end_where_models_size_their_thinking() {
        let is = |claude: &Claude, manual, adaptive| {
            claude.thinking().is_some_and(|facts| (facts.manual, facts.adaptive) == (manual, adaptive))
        };
        each(
            "claude-3-7-sonnet-20250219 claude-opus-4-0 claude-opus-4.0 claude-opus-4-1 claude-opus-4.1 claude-sonnet-4-0
             claude-sonnet-4.0 claude-opus-4-20250514 claude-sonnet-4-20250514 claude-opus-4-5 claude-opus-4.5 claude-sonnet-4-5
             claude-sonnet-4.5 claude-haiku-4-5 claude-haiku-4.5 claude-opus-41",
            |claude| is(claude, true, false),
        );
        each("claude-opus-4-6 claude-opus-4.6 claude-sonnet-4-6 claude-sonnet-4.6", |claude| is(claude, true, true));
        each(
            "claude-opus-4-7 claude-opus-4-8 claude-opus-5 claude-sonnet-5 claude-fable-5 claude-mythos-5 claude-mythos-preview
             claude-haiku-5-5 claude-opus-5-5 claude-sonnet-5-5 claude-newfamily-7",
            |claude| is(claude, false, true),
        );
        each("claude-3-5-sonnet-20241022 claude-3-opus claude-2.1", |claude| is(claude, false, false));
        each("claude-novel claude-sonnet claude", |claude| claude.thinking().is_none());
    }
    #[test]
    fn what_else_differs_between_generations() {
        let facts = |id: &str| claude(id).thinking().unwrap();
        each("claude-opus-4-6 claude-sonnet-4-6", |claude| {
            Effort::Xhigh.among(claude.thinking().unwrap().efforts) == Some(Effort::Max)
        });
        each("claude-sonnet-4-5 claude-haiku-4-5 claude-3-7-sonnet", |claude| {
            Effort::Low.among(claude.thinking().unwrap().efforts).is_none()
        });
        for (id, off, samples) in [
            ("claude-sonnet-4-5", Off::Disabled, true),
            ("claude-opus-4-6", Off::Disabled, true),
            ("claude-opus-4-7", Off::Disabled, false),
            ("claude-opus-5", Off::DisabledTo(Effort::High), false),
            ("claude-haiku-5-5", Off::DisabledTo(Effort::High), false),
            ("claude-sonnet-5-5", Off::BetweenTools(Effort::High), false),
            ("claude-fable-5", Off::Never, false),
            ("claude-opus-5-5", Off::Never, false),
        ] {
            assert_eq!((facts(id).off, facts(id).samples), (off, samples), "{id}");
        }
        each("claude-opus-4-6 claude-sonnet-4-6 claude-sonnet-5 claude-fable-5-1 claude-haiku-5-5", |claude| {
            !claude.takes_prefill()
        });
        each("claude-opus-4-5 claude-sonnet-4-5 claude-haiku-4-5 claude-3-opus claude-novel", Claude::takes_prefill);
        let beta = Some("interleaved-thinking-2025-05-14");
        each("claude-opus-4 claude-opus-4-5 claude-haiku-4-5", |claude| claude.thinking().unwrap().interleaved == beta);
        each("claude-3-7-sonnet claude-opus-4-6 claude-opus-5", |claude| {
            claude.thinking().unwrap().interleaved.is_none()
        });
    }
    #[test]
    fn every_row_has_its_evidence() {
        for row in table::GENERATIONS {
            let public = row.evidence.starts_with("https://") || row.evidence.starts_with("unverified");
            assert!(
                public && row.since.starts_with("20") && !row.families.is_empty(),
                "{:?} {:?}",
                row.families,
                row.from
            );
        }
    }
}

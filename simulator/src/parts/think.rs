//! How much to think: each generation is told in its own way, and refuses that of the other.

use super::Backend;
use crate::generate::member;
use crate::provider::{Provider, Words};
use crate::refusal::{Refusal, fills};
use crate::table::Gemini;
use serde_json::Value;

/// Whether the model thinks, where `config` says how much.
pub(crate) fn check(
    provider: &'static Provider,
    backend: &Backend,
    gemini: &Gemini,
    config: Option<&Value>,
) -> Result<bool, Box<Refusal>> {
    let Some(config) = config else { return Ok(gemini.thinks) };
    let said = &backend.said;
    let refuse = |words: &Words, id: &str| Err(Box::new(Refusal::worded(provider, words, &fills! { "id": id })));
    let level = member(config, "thinkingLevel").and_then(Value::as_str).map(str::to_ascii_uppercase);
    let budget = member(config, "thinkingBudget").and_then(Value::as_i64);
    match (level, budget) {
        (Some(_), Some(_)) => refuse(said.both, ""),
        (Some(_), None) if gemini.levels.is_empty() => refuse(said.level, ""),
        (Some(level), None) if !gemini.levels.contains(&level.as_str()) => refuse(said.that_level, &level),
        (None, Some(_)) if !gemini.budget => refuse(said.budget, ""),
        (None, Some(0)) if gemini.always => refuse(said.never_off, "0"),
        (None, Some(0)) => Ok(false),
        _ => Ok(gemini.thinks),
    }
}

//! What a request wants of the model's thinking, and whether that model can be asked for it: each generation has its own words for
//! the same wish.

use super::Asked;
use crate::provider::{Body, Vouch, Words};
use crate::refusal::{Fills, Refusal, fills};
use crate::table::{CLAUDE, Claude};
use serde_json::Value;

/// The beta without which nobody says what is to become of a block of another conversation.
const BINDING: &str = "thinking-binding-controls-2026-08-01";
/// The beta under which a budget is for a whole loop.
const INTERLEAVED: &str = "interleaved-thinking-2025-05-14";
const LEAST_BUDGET: u64 = 1024;

/// How the model is to think.
pub(super) struct Thinking {
    pub(super) mode: Mode,
    /// The text is left out.
    pub(super) omits: bool,
    /// A block of another conversation is left out, and no error.
    pub(super) drops: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Mode {
    Off,
    /// With a budget: then a running tool turn must start with its thinking.
    Enabled,
    Adaptive,
    /// Only between calls of tools.
    BetweenTools,
}

type Wrong = (&'static Words, Fills);

/// What `body` wants, of a model that `claude` is.
pub(super) fn read(asked: &Asked, claude: &Claude, body: &Body) -> Result<Thinking, Box<Refusal>> {
    let wanted = body.get("thinking").and_then(Value::as_object);
    let word = wanted.and_then(|wanted| wanted.get("type")).and_then(Value::as_str);
    let mode = match word {
        Some("disabled") => Mode::Off,
        Some("enabled") => Mode::Enabled,
        Some("between_tools") => Mode::BetweenTools,
        Some(_) => Mode::Adaptive,
        None if claude.thinks => Mode::Adaptive,
        None => Mode::Off,
    };
    let behaviour = wanted.and_then(|wanted| wanted.get("block_binding")?.get("prefix_mismatch_behavior")?.as_str());
    let display = wanted.and_then(|wanted| wanted.get("display")?.as_str());
    let thinking = Thinking {
        mode,
        omits: display.map_or(claude.omits, |display| display != "summarized"),
        drops: behaviour == Some("drop_block"),
    };
    if !matches!(asked.manner().vouches, Vouch::Claude) {
        let on = word != Some("disabled");
        return Ok(Thinking { mode: if on { Mode::Adaptive } else { Mode::Off }, omits: false, drops: false });
    }
    let told = |(words, fills): Wrong| Err(asked.refuse(words, &fills));
    if let Some(wrong) = wanted.and_then(|wanted| illegal(asked, claude, body, wanted)) {
        return told(wrong);
    }
    if let Some(wrong) = beside(claude, body, mode, wanted.is_some()) {
        return told(wrong);
    }
    Ok(thinking)
}

/// What is wrong with `thinking` itself.
fn illegal(asked: &Asked, claude: &Claude, body: &Body, wanted: &Body) -> Option<Wrong> {
    let Some(kind) = wanted.get("type").and_then(Value::as_str) else {
        return Some((&CLAUDE.required, fills! { "path": "thinking.type" }));
    };
    let extra = |name: &str| Some((&CLAUDE.extra, fills! { "path": format!("thinking.{kind}.{name}") }));
    let members: &[&str] = match kind {
        "enabled" => &["type", "budget_tokens", "display", "block_binding"],
        "adaptive" => &["type", "display", "block_binding"],
        "disabled" | "between_tools" => &["type"],
        _ => return Some((&CLAUDE.thinking_type, fills! { "kind": kind.chars().take(40).collect::<String>() })),
    };
    if let Some(name) = wanted.keys().find(|name| !members.contains(&name.as_str())) {
        return extra(name);
    }
    if !claude.types.contains(&kind) {
        let words = match kind {
            "enabled" => &CLAUDE.not_enabled,
            "adaptive" => &CLAUDE.not_adaptive,
            _ => &CLAUDE.not_off,
        };
        return Some((words, fills! { "kind": kind }));
    }
    let effort = body.get("output_config").and_then(|config| config.get("effort")?.as_str());
    if kind == "disabled"
        && claude.types.contains(&"adaptive")
        && claude.thinks
        && matches!(effort, Some("xhigh" | "max"))
    {
        return Some((&CLAUDE.not_off_at, fills! { "effort": effort.unwrap_or_default() }));
    }
    if wanted.contains_key("block_binding") && !asked.has(BINDING) {
        return extra("block_binding");
    }
    let budget = wanted.get("budget_tokens").and_then(Value::as_u64);
    match (kind, budget) {
        ("enabled", None) => Some((&CLAUDE.required, fills! { "path": "thinking.enabled.budget_tokens" })),
        ("enabled", Some(budget)) if budget < LEAST_BUDGET => Some((&CLAUDE.budget, Vec::new())),
        ("enabled", Some(budget)) => {
            let longest = body.get("max_tokens").and_then(Value::as_u64).unwrap_or_default();
            (budget >= longest && !asked.has(INTERLEAVED)).then(|| (&CLAUDE.max_tokens, Vec::new()))
        }
        _ => None,
    }
}

/// What is wrong with members that have to do with thinking.
fn beside(claude: &Claude, body: &Body, mode: Mode, said: bool) -> Option<Wrong> {
    if let Some(effort) = body.get("output_config").and_then(|config| config.get("effort")) {
        let effort = effort.as_str().unwrap_or_default();
        if claude.efforts.is_empty() {
            return Some((&CLAUDE.extra, fills! { "path": "output_config.effort" }));
        }
        if !claude.efforts.contains(&effort) {
            let known = claude.efforts.iter().map(|effort| format!("'{effort}'")).collect::<Vec<_>>().join(", ");
            return Some((&CLAUDE.effort, fills! { "known": known }));
        }
    }
    let on = mode != Mode::Off;
    let one = body.get("temperature").is_none_or(|value| value.as_f64() == Some(1.0));
    if on && said && !one {
        return Some((&CLAUDE.temperature, Vec::new()));
    }
    let choice = body.get("tool_choice").and_then(|choice| choice.get("type")?.as_str());
    let forces = matches!(choice, Some("any" | "tool"));
    (forces && on && (mode == Mode::Enabled || claude.binds)).then(|| (&CLAUDE.forced, Vec::new()))
}

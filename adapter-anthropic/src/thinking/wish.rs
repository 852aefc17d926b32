//! What a request of any wire wishes of thinking, and how each generation is told.
//!
//! Never asks for thinking where the request does not.
use crate::claude::{Claude, Effort, Off};
use throughline_core::{Request, Verbatim, json};

/// A wish: on or off, how much, and whether it is to be seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// The members that say it.
    pub keys: Vec<String>,
    /// True where thinking is to be off.
    pub off: bool,
    /// How much, in a word.
    pub effort: Option<Effort>,
    /// How much, in tokens.
    pub tokens: Option<u64>,
    /// True where it is not to be shown.
    pub hidden: bool,
}

/// The members that tell a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// `thinking`
    pub thinking: Option<String>,
    /// `output_config`
    pub output_config: Option<String>,
    /// Why the model cannot be told all of it.
    pub lost: Option<&'static str>,
}

/// Members of requests that hold a wish, whichever the wire.
const MEMBERS: &[&str] = &[
    "reasoning_effort",
    "reasoning",
    "thinking",
    "reasoning_config",
    "reasoningConfig",
    "thinkingConfig",
    "thinking_config",
    "enable_thinking",
    "thinking_budget",
    "think",
];

/// Members of requests that hold such members among others.
const NESTED: &[&str] = &["chat_template_kwargs", "generationConfig", "additionalModelRequestFields"];

impl Wish {
    /// The wish of a request; none where it says nothing of thinking.
    pub fn read(request: &Request) -> Option<Self> {
        let mut wish = Self::default();
        for (key, value) in &request.members {
            wish.take(key.as_str(), value);
            if NESTED.contains(&key.as_str()) {
                let _ = json::members(value.get(), |key, value| wish.take(key, &value.into()));
            }
        }
        // Alone it says how much to answer, and nothing of thinking.
        if let Some(effort) = request.get("output_config").and_then(|config| json::member(config.get(), "effort")) {
            wish.word(&effort.into());
        }
        (!wish.keys.is_empty()).then_some(wish)
    }
    /// The wish as `claude` is told it; `shows` where the host knows `display`.
    pub fn tell(&self, claude: &Claude, shows: bool) -> Told {
        let facts = claude.thinking();
        let level = self.effort.or(self.tokens.map(Effort::of_budget));
        if self.off {
            return match facts.map_or(Off::Disabled, |facts| facts.off) {
                Off::Disabled | Off::DisabledTo(_) => Told { thinking: Some(DISABLED.to_owned()), ..Told::default() },
                Off::BetweenTools(_) => {
                    let lost = Some("this model thinks between its calls at least");
                    Told { thinking: Some(BETWEEN.to_owned()), lost, ..Told::default() }
                }
                Off::Never => Told { lost: Some("this model always thinks"), ..Told::default() },
            };
        }
        match facts {
            Some(facts) if facts.manual && (self.tokens.is_some() || !facts.adaptive) => {
                let tokens = self.tokens.unwrap_or_else(|| self.effort.unwrap_or(Effort::Medium).budget());
                let hidden = if self.hidden && shows { r#","display":"omitted""# } else { "" };
                let thinking = format!(r#"{{"type":"enabled","budget_tokens":{tokens}{hidden}}}"#);
                Told { thinking: Some(thinking), ..Told::default() }
            }
            Some(facts) if !facts.adaptive => Told { lost: Some("this model does not think"), ..Told::default() },
            _ => {
                let known = |level: Effort| facts.map_or(Some(level), |facts| level.among(facts.efforts));
                let display = if self.hidden { "omitted" } else { "summarized" };
                let thinking = Some(adaptive(shows.then_some(display)));
                Told { thinking, output_config: level.and_then(known).map(config), lost: None }
            }
        }
    }

    /// Takes what a member of the request says.
    fn take(&mut self, key: &str, value: &Verbatim) {
        if MEMBERS.contains(&key) && self.say(key, value) {
            self.keys.push(key.to_owned());
        }
    }
    /// True where the member says anything.
    fn say(&mut self, key: &str, value: &Verbatim) -> bool {
        match key {
            "type" => {
                let kind = value.literal().map(|kind| kind.decode().into_owned()).unwrap_or_default();
                self.off |= matches!(kind.as_str(), "disabled" | "between_tools");
                self.off || matches!(kind.as_str(), "enabled" | "adaptive" | "auto")
            }
            "max_tokens" | "budget_tokens" | "thinkingBudget" | "thinking_budget" => self.count(value),
            "includeThoughts" | "include_thoughts" => {
                self.hidden |= value.get() == "false";
                value.get() == "true"
            }
            "exclude" => {
                self.hidden |= value.get() == "true";
                false
            }
            "display" => {
                self.hidden |= value.get() == "\"omitted\"";
                false
            }
            "keep" | "clear_thinking" | "summary" => false,
            _ if value.is_object() => {
                let mut said = false;
                let _ = json::members(value.get(), |key, value| said |= self.say(key, &value.into()));
                said
            }
            _ => {
                self.off |= value.get() == "false";
                matches!(value.get(), "true" | "false") || self.word(value)
            }
        }
    }
    /// A level, or the word for none of it.
    fn word(&mut self, value: &Verbatim) -> bool {
        let Some(level) = value.literal() else { return false };
        let (none, effort) = (level.decode().eq_ignore_ascii_case("none"), Effort::of(&level.decode()));
        self.off |= none;
        self.effort = self.effort.or(effort);
        none || effort.is_some()
    }
    /// So many tokens; zero is off, less is as many as the model likes.
    fn count(&mut self, value: &Verbatim) -> bool {
        let Ok(count) = value.get().parse::<i64>() else { return false };
        self.off |= count == 0;
        self.tokens = self.tokens.or(u64::try_from(count).ok().filter(|count| *count > 0));
        true
    }
}

pub(super) const DISABLED: &str = r#"{"type":"disabled"}"#;
pub(super) const BETWEEN: &str = r#"{"type":"between_tools"}"#;

/// Thinking that its model sizes by itself. Newer models hide it unless they are asked to sum it up.
pub(super) fn adaptive(display: Option<&str>) -> String {
    let display = display.map(|display| format!(r#","display":"{display}""#)).unwrap_or_default();
    format!(r#"{{"type":"adaptive"{display}}}"#)
}

fn config(effort: Effort) -> String {
    format!(r#"{{"effort":"{}"}}"#, effort.name())
}

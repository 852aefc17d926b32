//! One request, changed step by step into what its model takes.
//!
//! Never changes a member without a note, and no byte of what the model takes.
use super::{
    Around, BETAS, betas, object,
    wish::{BETWEEN, DISABLED, adaptive},
};
use crate::{
    claude::{Claude, Effort, Forced, LEAST_BUDGET, Off, Thinking},
    table::{MAX_TOKENS, lookup},
};
use std::borrow::Cow;
use throughline_core::{Key, Literal, Note, Request, Verbatim, json};

/// What `thinking.type` says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Unsaid,
    Enabled,
    Adaptive,
    Disabled,
    Between,
}

const THINKING: &str = "thinking";
const CONFIG: &str = "output_config";

/// A request on its way.
pub(super) struct Fitting<'a> {
    request: Cow<'a, Request>,
    around: &'a Around,
    notes: &'a mut Vec<Note>,
}

impl<'a> Fitting<'a> {
    pub(super) fn new(request: &'a Request, around: &'a Around, notes: &'a mut Vec<Note>) -> Self {
        Self { request: Cow::Borrowed(request), around, notes }
    }
    /// The request where it was changed.
    pub(super) fn end(self) -> Option<Request> {
        match self.request {
            Cow::Owned(request) => Some(request),
            Cow::Borrowed(_) => None,
        }
    }
    pub(super) fn note(&mut self, what: impl Into<String>, why: &'static str) {
        self.notes.push(Note::plain(what.into(), why));
    }
    fn get(&self, key: &str) -> Option<String> {
        self.request.get(key).map(|value| value.get().to_owned())
    }
    fn set(&mut self, key: &'static str, value: Verbatim, why: &'static str) {
        let was = self.get(key).map_or(String::new(), |was| format!("{was} → "));
        self.note(format!("request member `{key}`: {was}{}", value.get()), why);
        self.request.to_mut().set(Key::new(key), value);
    }
    fn json(&mut self, key: &'static str, json: &str, why: &'static str) {
        Verbatim::parse(json).into_iter().for_each(|value| self.set(key, value, why));
    }
    fn leave(&mut self, key: &'static str, why: &'static str) {
        if let Some(was) = self.get(key) {
            self.note(format!("request member `{key}`: {was} is left out"), why);
            self.request.to_mut().members.retain(|(name, _)| name != key);
        }
    }

    /// None for a type that nobody knows: it is the caller's.
    fn said(&self) -> Option<Mode> {
        let Some(thinking) = self.request.get(THINKING).filter(|thinking| !thinking.is_null()) else {
            return Some(Mode::Unsaid);
        };
        let kind = json::member(thinking.get(), "type").and_then(Literal::read)?;
        lookup(
            &[
                ("enabled", Mode::Enabled),
                ("adaptive", Mode::Adaptive),
                ("disabled", Mode::Disabled),
                ("between_tools", Mode::Between),
            ],
            &kind.decode(),
        )
    }
    pub(super) fn thinks(&self) -> bool {
        matches!(self.said(), Some(Mode::Enabled | Mode::Adaptive))
    }
    pub(super) fn interleaves(&self, facts: &Thinking) -> bool {
        let tools = self.request.tools.as_ref().is_some_and(|tools| !tools.is_empty());
        facts.interleaved.is_some() && tools && self.said() == Some(Mode::Enabled)
    }
    fn level(&self) -> Option<Effort> {
        let effort = json::member(self.request.get(CONFIG)?.get(), "effort").and_then(Literal::read)?;
        Effort::of(&effort.decode())
    }
    fn number(&self, key: &str) -> Option<f64> {
        self.request.get(key)?.get().parse().ok()
    }
    fn asked(&self) -> Option<u64> {
        json::member(self.request.get(THINKING)?.get(), "budget_tokens")?.get().parse().ok()
    }

    /// No reply is longer than the model allows.
    pub(super) fn shorten(&mut self, claude: &Claude) {
        let Some(most) = claude.max_tokens().map(u64::from) else { return };
        let asked = self.get("max_tokens");
        let wanted: Option<u64> = asked.as_deref().unwrap_or(MAX_TOKENS).parse().ok();
        if wanted.is_some_and(|wanted| wanted > most) {
            self.json("max_tokens", &most.to_string(), "this model allows no longer reply");
        }
    }

    /// The kind of thinking, as this generation names it.
    pub(super) fn rename(&mut self, facts: &Thinking) {
        let Some(mode) = self.said() else { return };
        match (mode, facts.off) {
            (Mode::Unsaid, _) | (Mode::Disabled, Off::Disabled) => {}
            (Mode::Enabled, _) if facts.manual => {}
            (Mode::Adaptive, _) if facts.adaptive => {}
            (Mode::Enabled, _) if facts.adaptive => self.size_itself(facts),
            (Mode::Adaptive, _) if facts.manual => self.budgeted(),
            (Mode::Enabled | Mode::Adaptive, _) => self.unthink("this model does not think"),
            (Mode::Disabled, Off::DisabledTo(most)) | (Mode::Between, Off::BetweenTools(most)) => self.lower(most),
            (Mode::Disabled, Off::BetweenTools(most)) => {
                self.json(THINKING, BETWEEN, "this model takes no `disabled`: it thinks between its calls at least");
                self.lower(most);
            }
            (Mode::Between, Off::Disabled | Off::DisabledTo(_)) => {
                self.json(THINKING, DISABLED, "this model takes no `between_tools`");
                if let Off::DisabledTo(most) = facts.off {
                    self.lower(most);
                }
            }
            (Mode::Disabled | Mode::Between, Off::Never) => self.leave(THINKING, "this model always thinks"),
        }
    }
    /// A budget becomes an effort.
    fn size_itself(&mut self, facts: &Thinking) {
        let budget = self.asked();
        let shown = self.request.get(THINKING).and_then(|old| json::member(old.get(), "display")).is_some();
        let summed = (!shown && self.around.shows).then_some(r#""summarized""#);
        let mut changes = vec![("type", Some(r#""adaptive""#)), ("budget_tokens", None)];
        changes.extend(summed.map(|display| ("display", Some(display))));
        let new = self.request.get(THINKING).and_then(|old| object::rebuilt(old.get(), &changes));
        new.into_iter().for_each(|new| self.set(THINKING, new, "this model sizes its thinking by itself"));
        if let (None, Some(level)) =
            (self.level(), budget.and_then(|budget| Effort::of_budget(budget).among(facts.efforts)))
        {
            self.put(level, "the effort that says as much as the budget");
        }
    }
    /// An effort becomes a budget.
    fn budgeted(&mut self) {
        let budget = self.level().unwrap_or(Effort::High).budget().to_string();
        let mut changes = vec![("type", Some(r#""enabled""#)), ("budget_tokens", Some(budget.as_str()))];
        let display = self.request.get(THINKING).and_then(|old| json::member(old.get(), "display"));
        if display.is_some_and(|display| display.get() == r#""updates""#) {
            changes.push(("display", None));
        }
        let new = self.request.get(THINKING).and_then(|old| object::rebuilt(old.get(), &changes));
        new.into_iter().for_each(|new| self.set(THINKING, new, "this model thinks by a budget alone"));
    }
    /// Turning thinking off holds up to an effort.
    fn lower(&mut self, most: Effort) {
        if self.level().is_some_and(|level| level > most) {
            self.put(most, "above it this model cannot be told not to think");
        }
    }
    fn put(&mut self, level: Effort, why: &'static str) {
        let old = self.get(CONFIG).unwrap_or_else(|| "{}".to_owned());
        let new = object::with(&old, "effort", &format!("\"{}\"", level.name()));
        new.into_iter().for_each(|new| self.set(CONFIG, new, why));
    }
    /// Leaves thinking out, and what is refused without it.
    fn unthink(&mut self, why: &'static str) {
        self.leave(THINKING, why);
        let Some(management) = self.get("context_management") else { return };
        let Some(edits) = json::member(&management, "edits") else { return };
        let mut kept = vec![];
        let mut gone = false;
        let _ = json::elements(edits.get(), |edit| {
            let kind = json::member(edit.get(), "type").and_then(Literal::read);
            let clears = kind.is_some_and(|kind| kind.decode().starts_with("clear_thinking"));
            gone |= clears;
            kept.extend((!clears).then_some(edit.get()));
        });
        let why = "an edit that clears thinking needs thinking";
        match object::with(&management, "edits", &format!("[{}]", kept.join(","))) {
            Some(new) if gone && !kept.is_empty() => self.set("context_management", new, why),
            Some(_) if gone => self.leave("context_management", why),
            _ => {}
        }
    }

    /// A tool that must be called. Where it cannot be beside thinking, the choice is what was asked of this one request:
    /// <https://platform.claude.com/docs/en/build-with-claude/extended-thinking>.
    pub(super) fn force(&mut self, facts: &Thinking) {
        let Some(choice) = self.get("tool_choice") else { return };
        let kind = json::member(&choice, "type").and_then(Literal::read);
        if !kind.is_some_and(|kind| matches!(kind.decode().as_ref(), "any" | "tool")) {
            return;
        }
        match facts.forced {
            Forced::Unthinking if self.thinks() => self.unthink("a tool cannot be forced while this model thinks"),
            Forced::Never => {
                let auto = object::rebuilt(&choice, &[("type", Some(r#""auto""#)), ("name", None)]);
                auto.into_iter()
                    .for_each(|auto| self.set("tool_choice", auto, "this model cannot be forced to call a tool"));
            }
            Forced::Unthinking | Forced::Always => {}
        }
    }

    /// With a budget the turn that opens the tool loop must begin with a thought: `Expected thinking or redacted_thinking, but found …`.
    pub(super) fn begin(&mut self) {
        let Some(turn) = self.around.unthought.filter(|_| self.thinks()) else { return };
        if self.said() == Some(Mode::Enabled) {
            self.unthink("the tool loop in flight does not begin with a thought: with a budget the API demands one");
        }
        self.note(format!("turn {turn}"), "it opens the tool loop in flight and goes without a thought in front");
    }

    /// The effort, as far as this generation knows efforts.
    pub(super) fn level_off(&mut self, facts: &Thinking) {
        let Some(level) = self.level() else { return };
        match level.among(facts.efforts) {
            Some(nearest) if nearest != level => self.put(nearest, "this model does not know the level"),
            Some(_) => {}
            None => {
                let why = "this model knows no effort";
                let left = self.request.get(CONFIG).and_then(|old| object::without(old.get(), "effort"));
                match left {
                    Some(left) => self.set(CONFIG, left, why),
                    None => self.leave(CONFIG, why),
                }
            }
        }
    }

    /// A budget is at least 1024 and less than the longest reply, which is the caller's word on what it may cost. Between calls it is
    /// that of the whole turn, and may be more.
    pub(super) fn budget(&mut self, facts: &Thinking) {
        if self.said() != Some(Mode::Enabled) {
            return;
        }
        let most = self.get("max_tokens").unwrap_or_else(|| MAX_TOKENS.to_owned()).parse().unwrap_or(u64::MAX);
        if most <= LEAST_BUDGET {
            return self.unthink("the least budget is 1024 tokens, and the reply may not be longer");
        }
        let asked = self.asked().unwrap_or_else(|| self.level().unwrap_or(Effort::High).budget());
        let fits = asked < most || self.interleaves(facts);
        // A fifth is left for the answer, as others leave it: <https://openrouter.ai/docs/use-cases/reasoning-tokens>.
        let budget = if fits { asked } else { most / 5 * 4 }.max(LEAST_BUDGET);
        if Some(budget) != self.asked() {
            let old = self.request.get(THINKING).map(|old| old.get().to_owned()).unwrap_or_default();
            let new = object::with(&old, "budget_tokens", &budget.to_string());
            let why = "a budget is at least 1024 tokens and less than `max_tokens`";
            new.into_iter().for_each(|new| self.set(THINKING, new, why));
        }
    }

    /// What thinking allows of sampling: <https://platform.claude.com/docs/en/build-with-claude/extended-thinking>.
    pub(super) fn sample(&mut self, facts: &Thinking) {
        if !facts.samples {
            for key in ["temperature", "top_p", "top_k"] {
                self.leave(key, "this model takes no sampling parameters");
            }
        } else if self.thinks() {
            let why = "thinking allows no other";
            if self.number("temperature").is_some_and(|degree| degree != 1.0) {
                self.leave("temperature", why);
            }
            if self.number("top_p").is_some_and(|share| !(0.95..=1.0).contains(&share)) {
                self.leave("top_p", why);
            }
            self.leave("top_k", why);
        }
    }

    /// Asks the server to drop what does not hold, unless the caller says what it is to do:
    /// <https://platform.claude.com/docs/en/build-with-claude/preserved-thinking/prefix-checks>.
    pub(super) fn bind(&mut self) {
        const DROP: &str = r#"{"prefix_mismatch_behavior":"drop_block"}"#;
        let thinking = match self.said() {
            Some(Mode::Unsaid) => adaptive(None),
            Some(Mode::Enabled | Mode::Adaptive) => self.get(THINKING).unwrap_or_default(),
            Some(Mode::Disabled | Mode::Between) => {
                return self
                    .note("request member `thinking`", "without thinking the server cannot be asked to drop blocks");
            }
            None => return,
        };
        let binding = json::member(&thinking, "block_binding").filter(|old| old.get() != "null");
        let said = |binding: &str| {
            json::member(binding, "prefix_mismatch_behavior").is_some_and(|behavior| behavior.get() != "null")
        };
        let binding = match binding {
            Some(old) if said(old.get()) => return,
            Some(old) => object::with(old.get(), "prefix_mismatch_behavior", r#""drop_block""#),
            None => Verbatim::parse(DROP).ok(),
        };
        let new = binding.and_then(|binding| object::with(&thinking, "block_binding", binding.get()));
        new.into_iter().for_each(|new| self.set(THINKING, new, "the server drops blocks whose prefix changed"));
    }

    /// Names the betas that the request needs, behind those that the caller named.
    pub(super) fn name(&mut self, interleaved: Option<&'static str>) {
        let list = betas::list(&self.request, self.around, interleaved);
        if let Some(list) = list.filter(|list| self.request.get(BETAS) != Some(list)) {
            let request = self.request.to_mut();
            request.members.retain(|(key, _)| !betas::CALLERS.contains(&key.as_str()));
            request.set(BETAS, list);
        }
    }
}

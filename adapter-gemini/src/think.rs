//! How much to think, as each generation of models is told.
//!
//! Never asks for what a generation does not know: a note says what becomes of the wish.
use crate::table::{BUDGETS, EFFORTS, FROM_THIRD, MOST, THINKS_IN_TOKENS, lookup};
use throughline_core::{Literal, Note, Request, Route, json};

/// The `thinkingConfig` for what a request of another wire wishes; none where it says nothing, or nothing that this model knows.
pub(crate) fn config(route: &Route, request: &Request, notes: &mut Vec<Note>) -> Option<String> {
    let (key, wish) = wish(request)?;
    let mut note = |why: &'static str| notes.push(Note::plain(format!("request member `{key}`"), why));
    let shown = if wish.shown { r#","includeThoughts":true"# } else { "" };
    let effort = wish.effort.as_deref().and_then(|effort| lookup(EFFORTS, effort));
    if FROM_THIRD.takes(&route.model) {
        if wish.effort.as_deref() == Some(NONE) {
            note("from Gemini 3 on thinking cannot be switched off: the lowest level goes");
        }
        let by_size = || {
            let (_, effort) = BUDGETS.iter().find(|(most, _)| wish.tokens.is_some_and(|tokens| tokens <= *most))?;
            lookup(EFFORTS, effort)
        };
        return match effort.or_else(by_size) {
            Some((level, _)) => Some(format!(r#"{{"thinkingLevel":"{level}"{shown}}}"#)),
            None if wish.shown => Some(r#"{"includeThoughts":true}"#.to_owned()),
            None => {
                note("not a level that this wire knows");
                None
            }
        };
    }
    if THINKS_IN_TOKENS.takes(&route.model) {
        let most = |tokens: u64| {
            if tokens > MOST {
                note("more tokens than every model of this generation may think: the most goes");
            }
            tokens.min(MOST).to_string()
        };
        let tokens = wish.tokens.map(most).or(effort.map(|(_, tokens)| tokens.to_owned()));
        return match tokens {
            Some(tokens) => Some(format!(r#"{{"thinkingBudget":{tokens}{shown}}}"#)),
            None if wish.shown => Some(r#"{"includeThoughts":true}"#.to_owned()),
            None => {
                note("not an amount that this wire knows");
                None
            }
        };
    }
    note("this model is not known to think on demand");
    None
}

/// The word for no thinking.
const NONE: &str = "none";

struct Wish {
    effort: Option<String>,
    tokens: Option<u64>,
    shown: bool,
}

/// What a request of another wire wishes, and the member that says so.
fn wish(request: &Request) -> Option<(&'static str, Wish)> {
    let word = |json: &str, key| json::member(json, key).and_then(Literal::read).map(|word| word.decode().into_owned());
    let effort = |effort: Option<String>| Wish { effort, tokens: None, shown: false };
    if let Some(level) = request.get("reasoning_effort").and_then(|level| level.literal()) {
        return Some(("reasoning_effort", effort(Some(level.decode().into_owned()))));
    }
    if let Some(reasoning) = request.get("reasoning").filter(|reasoning| reasoning.is_object()) {
        return Some(("reasoning", effort(word(reasoning.get(), "effort"))));
    }
    let config = request.get("output_config").and_then(|config| word(config.get(), "effort"));
    let thinking = request.get("thinking").filter(|thinking| thinking.is_object());
    let Some(thinking) = thinking else { return config.map(|level| ("output_config", effort(Some(level)))) };
    let kind = word(thinking.get(), "type").unwrap_or_default();
    if kind == "disabled" {
        return Some(("thinking", effort(Some(NONE.to_owned()))));
    }
    let tokens = json::member(thinking.get(), "budget_tokens").and_then(|tokens| tokens.get().parse().ok());
    Some(("thinking", Wish { effort: config, tokens, shown: true }))
}

//! Thinking that must come back: tool turns without it are refused, by those who ask for it.

use super::{Request, calls};
use crate::provider::{Body, Words};
use crate::refusal::{Refusal, fills};
use crate::terms::Terms;
use serde_json::Value;

pub(super) fn check(terms: &Terms<'_>, request: &Request<'_>) -> Result<(), Box<Refusal>> {
    if !request.thinks {
        return Ok(());
    }
    let tool_turns = || request.own().filter(|(_, message)| !calls(message).is_empty());
    let refuse = |words: &Words, at: usize, field: &str| {
        let refusal = words.say(&fills! { "at": at, "field": field });
        Err(Box::new(refusal.behind(request.provider, terms.upstream(request.speak))))
    };
    if let Some(echo) = request.provider.echo(request.model, request.body) {
        let missing =
            tool_turns().find(|(_, message)| !echo.fields.iter().any(|field| has(message, field, echo.empty)));
        if let Some((at, _)) = missing {
            let streams = request.body.get("stream") == Some(&Value::Bool(true));
            return refuse(
                echo.streamed.filter(|_| streams).unwrap_or(echo.words),
                at,
                echo.fields.first().unwrap_or(&""),
            );
        }
    }
    for field in terms.required() {
        if let Some((at, _)) = tool_turns().find(|(_, message)| !has(message, field, false)) {
            return refuse(request.provider.required, at, field);
        }
    }
    Ok(())
}

/// `message` has `field`; where `empty` is not enough there must be something in it, and a space is something.
fn has(message: &Body, field: &str, empty: bool) -> bool {
    match message.get(field) {
        None | Some(Value::Null) => false,
        Some(Value::String(text)) => empty || !text.is_empty(),
        Some(Value::Array(list)) => empty || !list.is_empty(),
        Some(_) => true,
    }
}

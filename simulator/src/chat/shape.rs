//! The types that every chat host insists on. What they mean is checked elsewhere.

use super::{Request, role};
use crate::provider::{Body, Provider};
use crate::refusal::Refusal;
use serde_json::Value;

const ROLES: &[&str] = &["system", "developer", "user", "assistant", "tool", "function", "latest_reminder"];
const LONGEST_MODEL: usize = 256;

/// The request in `body`.
pub(super) fn read<'a>(provider: &'static Provider, body: &'a Body) -> Result<Request<'a>, Box<Refusal>> {
    let wrong = |message: String| Box::new(Refusal::plain(provider, 400, &message));
    let model = match body.get("model") {
        Some(Value::String(model)) if !model.is_empty() && model.len() <= LONGEST_MODEL => model.as_str(),
        // A server with one model asks for no name.
        None | Some(Value::Null) => "default",
        Some(_) => return Err(wrong("model: expected a name".to_owned())),
    };
    let list = match body.get("messages") {
        Some(Value::Array(list)) if !list.is_empty() => list,
        Some(Value::Array(_)) => return Err(wrong("messages: expected at least one message".to_owned())),
        Some(_) => return Err(wrong("messages: expected a list".to_owned())),
        None => return Err(wrong("messages: field required".to_owned())),
    };
    let mut messages = Vec::with_capacity(list.len());
    for (at, message) in list.iter().enumerate() {
        let Value::Object(message) = message else {
            return Err(wrong(format!("messages[{at}]: expected an object")));
        };
        check(message).map_err(|complaint| wrong(format!("messages[{at}]{complaint}")))?;
        messages.push(message);
    }
    if !matches!(body.get("tools"), None | Some(Value::Null | Value::Array(_))) {
        return Err(wrong("tools: expected a list".to_owned()));
    }
    if !matches!(body.get("stream"), None | Some(Value::Null | Value::Bool(_))) {
        return Err(wrong("stream: expected true or false".to_owned()));
    }
    let speak = provider.speak(model, body).ok_or_else(|| wrong("model: unknown".to_owned()))?;
    Ok(Request { provider, body, model, messages, speak, thinks: provider.thinks(model, body) })
}

/// The complaint about one message, from its path on.
fn check(message: &Body) -> Result<(), String> {
    let role = role(message);
    if !ROLES.contains(&role) {
        return Err(match message.get("role") {
            Some(Value::String(role)) => format!(".role: unknown role `{}`", role.chars().take(40).collect::<String>()),
            Some(_) => ".role: expected a string".to_owned(),
            None => ".role: field required".to_owned(),
        });
    }
    match message.get("content") {
        None | Some(Value::Null | Value::String(_)) => {}
        Some(Value::Array(parts)) => {
            if let Some(at) = parts.iter().position(|part| !part.is_object()) {
                return Err(format!(".content[{at}]: expected an object"));
            }
        }
        Some(_) => return Err(".content: expected a string or a list".to_owned()),
    }
    match message.get("tool_calls") {
        None | Some(Value::Null) => Ok(()),
        Some(Value::Array(calls)) => calls.iter().enumerate().try_for_each(|(at, call)| {
            let named = call.get("function").or_else(|| call.get("custom")).and_then(|function| function.get("name"));
            if named.is_some_and(Value::is_string) && call.get("id").is_none_or(Value::is_string) {
                Ok(())
            } else {
                Err(format!(".tool_calls[{at}]: expected an id and a function with a name"))
            }
        }),
        Some(_) => Err(".tool_calls: expected a list".to_owned()),
    }
}

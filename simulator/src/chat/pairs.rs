//! Calls and their results: every call has a result, every result a call, and ids have the host's form.

use super::{Request, calls, member, role};
use crate::provider::Words;
use crate::refusal::{Refusal, fills};
use serde_json::Value;

pub(super) fn check(request: &Request<'_>) -> Result<(), Box<Refusal>> {
    let rules = &request.provider.pairing;
    let refuse = |words: &Words, at: usize, next: usize, id: &str| {
        Err(Box::new(words.say(&fills! { "at": at, "next": next, "id": id })))
    };
    // Ids that are called and not answered yet, and who called.
    let mut waiting: Vec<&str> = Vec::new();
    let mut caller = 0;
    let mut before = "";
    for (at, message) in request.messages.iter().enumerate() {
        let role = role(message);
        if role == "tool" {
            let id = message.get("tool_call_id").and_then(Value::as_str).unwrap_or_default();
            match (waiting.iter().position(|open| *open == id), rules.orphan) {
                (Some(place), _) => drop(waiting.remove(place)),
                (None, Some(words)) => return refuse(words, at, at, id),
                (None, None) => {}
            }
        } else {
            if let (false, Some(words)) = (waiting.is_empty(), rules.open) {
                return refuse(words, caller, at, &waiting.join(", "));
            }
            if let (true, Some(words)) = (role == "user" && before == "tool", rules.order) {
                return refuse(words, at, at, "");
            }
            waiting = calls(message).iter().map(|call| member(call, "id")).collect();
            caller = at;
        }
        if let Some(form) = &rules.id {
            let own = message.get("tool_call_id").and_then(Value::as_str);
            if let Some(id) = waiting.iter().copied().chain(own).find(|id| !(form.fits)(id)) {
                return refuse(form.words, at, at, id);
            }
        }
        before = role;
    }
    match (waiting.is_empty(), rules.open) {
        (false, Some(words)) => refuse(words, caller, request.messages.len(), &waiting.join(", ")),
        _ => Ok(()),
    }
}

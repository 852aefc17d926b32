//! Fields that this host does not know, or does not want from this model.

use super::{Request, calls};
use crate::generate::stranger;
use crate::provider::{Body, Schema};
use crate::refusal::{Fill, Fills, Refusal, fills};
use crate::terms::Terms;
use serde_json::Value;

pub(super) fn check(terms: &Terms<'_>, request: &Request<'_>) -> Result<(), Box<Refusal>> {
    if let Some((names, words)) = request.provider.params {
        let foreign = names.iter().find_map(|&name| Some((name, request.body.get(name)?)));
        if let Some((name, value)) = foreign {
            let input = fills! { "input": Fill::Json(value.to_string()) };
            return Err(Box::new(words.tell(&[[stranger(name, ""), input].concat()])));
        }
    }
    for (field, words) in terms.refused(request.provider) {
        refuse(words, &having(request, field))?;
    }
    if let Schema::Closed { message, call, words } = request.provider.schema {
        refuse(words, &unknown(request, message, call))?;
    }
    for (when, field, words) in request.provider.refuses {
        if when.holds(request.model, request.body) {
            refuse(words, &having(request, field))?;
        }
    }
    Ok(())
}

fn refuse(words: &crate::provider::Words, findings: &[Fills]) -> Result<(), Box<Refusal>> {
    if findings.is_empty() { Ok(()) } else { Err(Box::new(words.tell(findings))) }
}

/// Own messages that have `field`.
fn having(request: &Request<'_>, field: &str) -> Vec<Fills> {
    let with = request.own().filter_map(|(at, message)| Some((at, message.get(field)?)));
    with.map(|(at, value)| finding(at, None, field, value)).collect()
}

/// Members that own messages and their calls must not have.
fn unknown(request: &Request<'_>, in_message: &[&str], in_call: &[&str]) -> Vec<Fills> {
    let mut findings = Vec::new();
    for (at, message) in request.own() {
        let strange = |known: &[&str], key: &str| !known.contains(&key);
        let here = message.iter().filter(|(key, _)| strange(in_message, key));
        findings.extend(here.map(|(key, value)| finding(at, None, key, value)));
        for (number, call) in calls(message).iter().enumerate() {
            let empty = Body::new();
            let members = call.as_object().unwrap_or(&empty).iter().filter(|(key, _)| strange(in_call, key));
            findings.extend(members.map(|(key, value)| finding(at, Some(number), key, value)));
        }
    }
    findings
}

/// A field of message `at`, or of its call of that number.
fn finding(at: usize, call: Option<usize>, field: &str, value: &Value) -> Fills {
    let quoted = Value::from(field).to_string();
    let (dotted, bracketed, loc, place) = match call {
        None => (field.to_owned(), field.to_owned(), quoted, format!("messages.{at}")),
        Some(call) => (
            format!("tool_calls.{call}.{field}"),
            format!("tool_calls[{call}].{field}"),
            format!("\"tool_calls\",{call},{quoted}"),
            format!("messages.{at}.tool_calls.{call}"),
        ),
    };
    let plain = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let path = match call {
        None => format!("messages[{at}]"),
        Some(call) => format!("messages[{at}].tool_calls[{call}]"),
    };
    let fills = fills! {
        "at": at, "dotted": dotted, "bracketed": bracketed, "loc": Fill::Json(loc), "where": place,
        "value": plain, "input": Fill::Json(value.to_string()),
    };
    [stranger(field, &path), fills].concat()
}

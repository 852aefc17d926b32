//! Text beside a blob that hides the thought. The text is nothing without its blob; a blob opens in the key of the family that
//! minted it, and holds for the text that came with it.

use super::{Request, calls, member};
use crate::provider::{Body, Opaque, Words};
use crate::refusal::{Refusal, fills};
use crate::seal::{Broken, Keys};
use crate::terms::Terms;
use serde_json::Value;

/// The blob of `thought`, which people read as `text`.
pub(super) fn seal(keys: &Keys, host: &str, opaque: &Opaque, model: &str, text: &str, thought: &str) -> String {
    let sealed = format!("{}\n{thought}", mark(keys, &["text", text]));
    keys.seal(&issuer(host, opaque), &opaque.form, model, &sealed)
}

/// The signature of a call.
pub(super) fn sign(
    keys: &Keys,
    host: &str,
    opaque: &Opaque,
    model: &str,
    (name, arguments): (&str, &Value),
    thought: &str,
) -> String {
    let sealed = format!("{}\n{thought}", mark(keys, &["call", name, &arguments.to_string()]));
    keys.seal(&issuer(host, opaque), &opaque.form, model, &sealed)
}

/// The thoughts of a message.
pub(super) fn read(
    terms: &Terms<'_>,
    request: &Request<'_>,
    opaque: &Opaque,
    at: usize,
    message: &Body,
) -> Result<Vec<String>, Box<Refusal>> {
    let host = request.provider.name;
    let refuse = |words: &Words| Err(Box::new(words.say(&fills! { "at": at, "part": 0usize })));
    let string = |key: &str| message.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    let mut thoughts = Vec::new();
    match (string(opaque.text), string(opaque.blob)) {
        (None, None) => {}
        (Some(_), None) => return refuse(opaque.bad),
        (text, Some(blob)) => {
            let mark = text.map(|text| mark(terms.keys, &["text", text]));
            match open(terms.keys, host, opaque, blob, mark.as_deref()) {
                Ok(thought) => thoughts.push(thought),
                Err(Broken) if terms.lenient => {}
                Err(Broken) => return refuse(opaque.bad),
            }
        }
    }
    for call in calls(message).iter().filter(|_| opaque.calls) {
        let Some(function) = call.get("function") else { continue };
        let Some(signature) = function.get("thought_signature").filter(|signature| !signature.is_null()) else {
            continue;
        };
        let arguments = serde_json::from_str(member(function, "arguments")).unwrap_or(Value::Null);
        let mark = mark(terms.keys, &["call", member(function, "name"), &arguments.to_string()]);
        match open(terms.keys, host, opaque, signature.as_str().unwrap_or_default(), Some(&mark)) {
            Ok(thought) if thoughts.contains(&thought) => {}
            Ok(thought) => thoughts.push(thought),
            Err(Broken) if terms.lenient => {}
            Err(Broken) => return refuse(opaque.bad_call),
        }
    }
    Ok(thoughts)
}

/// The thought in `blob`, where that holds for `mark`; a blob without its text holds for itself.
fn open(keys: &Keys, host: &str, opaque: &Opaque, blob: &str, mark: Option<&str>) -> Result<String, Broken> {
    let (_, sealed) = keys.open(&issuer(host, opaque), &opaque.form, blob)?;
    let (of, thought) = sealed.split_once('\n').ok_or(Broken)?;
    if mark.is_none_or(|mark| mark == of) { Ok(thought.to_owned()) } else { Err(Broken) }
}

fn issuer(host: &str, opaque: &Opaque) -> String {
    format!("{host}/{}", opaque.family)
}

fn mark(keys: &Keys, of: &[&str]) -> String {
    keys.token(&[&["opaque"], of].concat(), 20)
}

//! Messages that are read as contents: a signature stands in `extra_content`, on the message or on a call, and what it must be is
//! the same that it must be on the wire with parts.

use super::{Request, calls, member, role, text};
use crate::parts::{self, Backend, Content, Data, Part, Talk, standard, thinks_right};
use crate::provider::Body;
use crate::refusal::Refusal;
use crate::table::gemini;
use crate::terms::Terms;
use serde_json::Value;

/// The thoughts of every message, in order.
pub(super) fn read(
    terms: &Terms<'_>,
    request: &Request<'_>,
    backend: &'static Backend,
) -> Result<Vec<Vec<String>>, Box<Refusal>> {
    let gemini = gemini(request.model);
    let config = request.body.get("extra_body").and_then(|body| body.get("google")?.get("thinking_config"));
    thinks_right(request.provider, backend, &gemini, config)?;
    let contents = contents(request, backend);
    let talk = Talk { provider: request.provider, backend, gemini: &gemini, contents: &contents };
    let read = parts::hear(terms, &talk)?.read;
    let mut thoughts = vec![Vec::new(); request.messages.len()];
    for (content, read) in contents.iter().zip(read) {
        if let Some(thoughts) = thoughts.get_mut(content.from) {
            thoughts.extend(read);
        }
    }
    Ok(thoughts)
}

fn contents(request: &Request<'_>, backend: &Backend) -> Vec<Content> {
    let mut contents: Vec<Content> = Vec::new();
    // Calls whose results are still to come.
    let mut open: Vec<(String, String)> = Vec::new();
    let mut before = "";
    for (from, message) in request.messages.iter().enumerate() {
        let role = role(message);
        match role {
            "user" => contents.push(Content { model: false, parts: vec![said(message)], from }),
            "assistant" => {
                open = calls(message).iter().map(|call| (member(call, "id").to_owned(), name(call))).collect();
                contents.push(Content { model: true, parts: own(message, backend), from });
            }
            "tool" | "function" => {
                let result = Part::of(result(message, &mut open), None);
                match contents.last_mut().filter(|_| before == "tool" || before == "function") {
                    Some(content) => content.parts.push(result),
                    None => contents.push(Content { model: false, parts: vec![result], from }),
                }
            }
            _ => continue,
        }
        before = role;
    }
    contents
}

fn said(message: &Body) -> Part {
    Part::of(Data::Text(text(message)), None)
}

/// The parts of a message of the model's own.
fn own(message: &Body, backend: &Backend) -> Vec<Part> {
    let flat = message.get("thought_signature").and_then(Value::as_str).map(spelled);
    let mut signature = signature(message.get("extra_content"), backend).or(flat);
    let said = untagged(&text(message)).to_owned();
    let mut parts = Vec::new();
    if !said.is_empty() || calls(message).is_empty() {
        parts.push(Part { joined: true, ..Part::of(Data::Text(said), signature.take()) });
    }
    for call in calls(message) {
        let function = call.get("function");
        let arguments = function.map(|function| member(function, "arguments")).unwrap_or_default();
        let arguments = serde_json::from_str(arguments).unwrap_or(Value::Null);
        let data = Data::Call { name: name(call), id: None, arguments };
        // What stands on the message is the first call's, where nothing was said.
        let signed = self::signature(call.get("extra_content"), backend).or(signature.take());
        parts.push(Part::of(data, signed));
    }
    parts
}

/// A result of the call that has its id; of the next one, where ids say nothing.
fn result(message: &Body, open: &mut Vec<(String, String)>) -> Data {
    let id = message.get("tool_call_id").and_then(Value::as_str).unwrap_or_default();
    let place = open.iter().position(|(called, _)| called == id);
    let name = place.map(|place| open.remove(place).1).unwrap_or_default();
    Data::Result { name, id: None, text: text(message) }
}

/// The signature in `extra`. One that is empty or no string is one that nobody made.
fn signature(extra: Option<&Value>, backend: &Backend) -> Option<String> {
    let named = backend.spaces.iter().find_map(|space| extra?.get(*space)?.get("thought_signature"));
    let found = named.or_else(|| extra?.get("thought_signature"))?;
    Some(spelled(found.as_str().unwrap_or_default()))
}

/// In the standard alphabet, where it is base64.
fn spelled(text: &str) -> String {
    standard(text).unwrap_or_else(|| text.to_owned())
}

fn name(call: &Value) -> String {
    call.get("function").map(|function| member(function, "name").to_owned()).unwrap_or_default()
}

/// What was said, without the summary before it.
fn untagged(content: &str) -> &str {
    let rest = content.strip_prefix("<thought>").and_then(|rest| rest.split_once("</thought>"));
    rest.map_or(content, |(_, said)| said)
}

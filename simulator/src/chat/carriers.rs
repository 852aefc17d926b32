//! Thinking that came back: what of it this model can read, and what makes the host refuse the request. What is neither is
//! ignored, as real hosts do.

use super::{Request, calls, contents, member, opaque, role};
use crate::provider::{Body, Details, Kind, Read, Speech, Upstream, Words};
use crate::refusal::{Refusal, fills};
use crate::table::generation;
use crate::terms::Terms;
use serde_json::Value;
use std::collections::HashSet;

/// The thoughts of every message, in order.
pub(super) fn read(terms: &Terms<'_>, request: &Request<'_>) -> Result<Vec<Vec<String>>, Box<Refusal>> {
    if let Some(backend) = request.provider.backend {
        return contents::read(terms, request, backend);
    }
    let details = match request.speak.speech {
        Speech::Details(details) if details.kind != Kind::Plain => Some(details),
        _ => None,
    };
    if let Some(details) = details {
        whole(terms, request, details)?;
    }
    let mut thoughts = Vec::with_capacity(request.messages.len());
    // The place of a message as an upstream counts: no system message, results of one turn together.
    let mut place = 0;
    let mut before = "";
    for message in &request.messages {
        let role = role(message);
        let counted = match role {
            "system" | "developer" => false,
            "tool" => before != "tool",
            _ => true,
        };
        thoughts.push(match (role, details, &request.speak.speech) {
            ("assistant", Some(details), _) => minted(terms, request, details, message, place)?,
            ("assistant", None, Speech::Opaque(opaque) | Speech::Blocks(opaque)) => {
                opaque::read(terms, request, opaque, place, message)?
            }
            ("assistant", None, _) => plain(request.provider.reads, message),
            _ => Vec::new(),
        });
        place += usize::from(counted);
        before = role;
    }
    Ok(thoughts)
}

/// Text that anybody may have written.
fn plain(reads: &[Read], message: &Body) -> Vec<String> {
    let mut thoughts = Vec::new();
    for read in reads {
        match read {
            Read::Text(key) => thoughts.extend(message.get(*key).and_then(Value::as_str).map(str::to_owned)),
            Read::Details => thoughts.extend(entries(message).map(|entry| member(entry, "text").to_owned())),
            Read::Chunks => {
                thoughts.extend(parts(message).filter(|part| member(part, "type") == "thinking").map(|part| {
                    let inner = part.get("thinking").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
                    inner.iter().map(|text| member(text, "text")).collect()
                }))
            }
            Read::Inline => thoughts.extend(tagged(message)),
        }
    }
    thoughts.retain(|thought| !thought.trim().is_empty());
    thoughts
}

/// Text that this host vouches for, and blobs that it can open. Whatever else came is not for this model.
fn minted(
    terms: &Terms<'_>,
    request: &Request<'_>,
    details: &Details,
    message: &Body,
    place: usize,
) -> Result<Vec<String>, Box<Refusal>> {
    let mut thoughts = Vec::new();
    let Some(upstream) = serving(terms, request) else { return Ok(thoughts) };
    let issuer = format!("{}/{}", request.provider.name, upstream.name);
    for (part, entry) in entries(message).filter(|entry| ours(entry, details)).enumerate() {
        let opened = match (details.kind, member(entry, "type")) {
            (Kind::Signed, "reasoning.text") => {
                let text = member(entry, "text");
                let model = terms.keys.verify(&issuer, &details.form, member(entry, "signature"), text);
                model.map(|model| (model, text.to_owned()))
            }
            // A blob without its data is no blob.
            (Kind::Sealed { .. }, "reasoning.encrypted") if entry.get("data").is_some() => {
                terms.keys.open(&issuer, &details.form, member(entry, "data"))
            }
            _ => continue,
        };
        match opened {
            // A signed thought is for the model that thought it; others are not shown it, and no error is made of that.
            Ok((model, _)) if details.kind == Kind::Signed && generation(&model) != generation(request.model) => {}
            Ok((_, thought)) => thoughts.push(thought),
            Err(_) if terms.lenient => {}
            Err(_) => {
                let fills = fills! { "at": place, "part": part, "id": member(entry, "id") };
                return Err(nested(upstream.bad, &fills, request, upstream));
            }
        }
    }
    Ok(thoughts)
}

/// What a request must be as a whole: no entry twice, none missing where the tool loop runs.
fn whole(terms: &Terms<'_>, request: &Request<'_>, details: &Details) -> Result<(), Box<Refusal>> {
    let Some(upstream) = serving(terms, request) else { return Ok(()) };
    if let Some(words) = details.twice {
        let mut seen = HashSet::new();
        let sealed = request.own().flat_map(|(_, message)| entries(message));
        let ids =
            sealed.filter(|entry| member(entry, "type") == "reasoning.encrypted").map(|entry| member(entry, "id"));
        if let Some(id) = ids.filter(|id| !id.is_empty()).find(|id| !seen.insert(*id)) {
            return Err(nested(words, &fills! { "id": id }, request, upstream));
        }
    }
    if let Some(words) = details.missing {
        let running = request.own().filter(|(at, _)| request.last_user().is_none_or(|last| *at > last));
        for (at, message) in running {
            let Some(call) = calls(message).first() else { continue };
            let signed = entries(message).any(|entry| {
                let id = member(entry, "id");
                entry.get("data").is_some() && (id.is_empty() || id == member(call, "id"))
            });
            if !signed {
                let name = call.get("function").map(|function| member(function, "name")).unwrap_or_default();
                return Err(nested(words, &fills! { "id": name, "position": at + 1 }, request, upstream));
            }
        }
    }
    Ok(())
}

fn nested(words: &Words, fills: &crate::refusal::Fills, request: &Request<'_>, upstream: &Upstream) -> Box<Refusal> {
    Box::new(words.say(fills).behind(request.provider, upstream.name))
}

fn serving(terms: &Terms<'_>, request: &Request<'_>) -> Option<&'static Upstream> {
    let name = terms.upstream(request.speak);
    request.speak.upstreams.iter().find(|upstream| upstream.name == name)
}

/// An entry of this family: it says so, or it says nothing.
fn ours(entry: &Value, details: &Details) -> bool {
    match entry.get("format") {
        None | Some(Value::Null) => true,
        Some(format) => format.as_str() == details.format,
    }
}

fn entries(message: &Body) -> impl Iterator<Item = &Value> {
    message.get("reasoning_details").and_then(Value::as_array).into_iter().flatten()
}

fn parts(message: &Body) -> impl Iterator<Item = &Value> {
    message.get("content").and_then(Value::as_array).into_iter().flatten()
}

/// What stands between the tags in the content.
fn tagged(message: &Body) -> Option<String> {
    let content = message.get("content")?.as_str()?;
    let (_, rest) = content.split_once("<think>")?;
    Some(rest.split_once("</think>")?.0.to_owned())
}

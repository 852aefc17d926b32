//! A request of another wire in this one's parameters.
//!
//! Never drops a member in silence: what has no counterpart here becomes a note that names it.
use crate::{
    API, foreign,
    table::{OPTIONS, THINK},
};
use throughline_core::{
    Key, Note, Request, Tool, Verbatim,
    json::{self, Extras},
    write,
};

pub(crate) fn request(request: &Request, notes: &mut Vec<Note>) -> Request {
    let mut new = Request { api: API, tools: tools(request, notes), members: vec![] };
    let mut options: Extras = vec![];
    for (key, value) in &request.members {
        let raw = value.get();
        let option = OPTIONS.iter().find(|(theirs, _)| *key == *theirs).map(|(_, ours)| *ours);
        let kept = match (key.as_str(), option) {
            _ if raw == "null" => true,
            ("model" | "stream", _) => set(&mut new, key.as_str(), raw),
            ("reasoning_effort", _) => think(&mut new, raw, notes),
            ("thinking", _) => json::member(raw, "type").is_some_and(|kind| think(&mut new, kind.get(), notes)),
            ("response_format", _) => format(&mut new, raw),
            (_, Some(name)) if options.iter().all(|(known, _)| known != name) => {
                options.push((Key::new(name), value.clone()));
                true
            }
            _ => false,
        };
        if !kept {
            notes.push(Note::plain(format!("request member `{key}`"), "this wire has no counterpart"));
        }
    }
    if !options.is_empty() {
        let mut all = b"{".to_vec();
        options.iter().for_each(|(key, value)| write::member(&mut all, key.as_str(), value.get()));
        all.push(b'}');
        set(&mut new, "options", &String::from_utf8_lossy(&all));
    }
    new
}

fn set(request: &mut Request, key: &str, json: &str) -> bool {
    let value = Verbatim::parse(json).ok();
    value.map(|value| request.set(key.to_owned(), value)).is_some()
}

/// How hard to think; false for a word that nobody knows.
fn think(request: &mut Request, effort: &str, notes: &mut Vec<Note>) -> bool {
    let Some((_, ours, same)) = THINK.iter().find(|(theirs, ..)| *theirs == effort) else { return false };
    if !same {
        notes.push(Note::plain(format!("thinking {effort} → {ours}"), "the nearest that this wire has a word for"));
    }
    set(request, "think", ours)
}

/// `format` is `"json"` or the schema itself.
fn format(request: &mut Request, raw: &str) -> bool {
    let member = |json: &str, key: &str| json::member(json, key).map(|value| value.get().to_owned());
    match member(raw, "type").as_deref() {
        Some("\"text\"") => true,
        Some("\"json_object\"") => set(request, "format", "\"json\""),
        Some("\"json_schema\"") => {
            let schema = member(raw, "json_schema").and_then(|outer| member(&outer, "schema"));
            schema.is_some_and(|schema| set(request, "format", &schema))
        }
        _ => false,
    }
}

fn tools(request: &Request, notes: &mut Vec<Note>) -> Option<Vec<Tool>> {
    let declare = |tool: &Tool| {
        let payload = foreign::tool(tool).and_then(|json| Verbatim::parse(&json).ok());
        if payload.is_none() {
            notes.push(Note::plain("a tool", "its own host's, and unknown to this wire"));
        }
        payload.map(|payload| Tool { payload, api: API, ..tool.clone() })
    };
    request.tools.as_ref().map(|tools| tools.iter().filter_map(declare).collect())
}

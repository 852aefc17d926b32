//! A request of another wire in this one's parameters.
//!
//! Never drops a member in silence: what has no counterpart here becomes a note that names it.
use crate::{
    API, foreign,
    table::{CHOICES, RENAMED, SAME, THINK},
};
use throughline_core::{Note, Request, Tool, Verbatim, json, verbatim};

pub(crate) fn request(request: &Request, notes: &mut Vec<Note>) -> Request {
    let mut new = Request { api: API, tools: tools(request, notes), members: vec![] };
    for (key, value) in &request.members {
        let (key, raw) = (key.as_str(), value.get());
        let renamed = RENAMED.iter().find(|(theirs, _)| *theirs == key).map(|(_, ours)| *ours);
        let kept = match renamed.or(SAME.iter().find(|same| **same == key).copied()) {
            _ if raw == "null" => true,
            Some("stop_sequences") if raw.starts_with('"') => set(&mut new, "stop_sequences", &format!("[{raw}]")),
            Some(ours) => new.get(ours).is_none() && set(&mut new, ours, raw),
            None => match key {
                "tool_choice" => choice(&mut new, raw),
                "reasoning_effort" | "thinking" => think(&mut new, raw, notes),
                "response_format" => format(&mut new, raw),
                _ => false,
            },
        };
        if !kept {
            notes.push(Note::plain(format!("request member `{key}`"), "this wire has no counterpart"));
        }
    }
    new
}

fn set(request: &mut Request, key: &'static str, json: &str) -> bool {
    let value = Verbatim::parse(json).ok();
    value.map(|value| request.set(key, value)).is_some()
}

/// A word, or the word under `type` of an object.
fn word(raw: &str) -> &str {
    let inner = if raw.starts_with('{') { json::member(raw, "type").map_or("", |kind| kind.get()) } else { raw };
    verbatim::inner(inner)
}

/// How a tool is chosen; false where one of them is named.
fn choice(request: &mut Request, raw: &str) -> bool {
    let word = word(raw);
    let ours = CHOICES.iter().find(|(theirs, _)| *theirs == word).map(|(_, ours)| *ours);
    ours.is_some_and(|ours| ours.is_none_or(|ours| set(request, "tool_choice", ours)))
}

/// Whether to think, and how much; false for a word that nobody knows.
fn think(request: &mut Request, raw: &str, notes: &mut Vec<Note>) -> bool {
    let word = word(raw);
    let Some((theirs, on, same)) = THINK.iter().find(|(theirs, ..)| *theirs == word) else { return false };
    if !same {
        notes.push(Note::plain(format!("thinking `{theirs}` → enabled"), "this wire knows a budget, and no effort"));
    }
    let budget = json::member(raw, "budget_tokens").filter(|_| *on);
    let budget = budget.map(|budget| format!(r#","token_budget":{}"#, budget.get())).unwrap_or_default();
    let kind = if *on { "enabled" } else { "disabled" };
    set(request, "thinking", &format!(r#"{{"type":"{kind}"{budget}}}"#))
}

/// A schema stands bare under `json_schema`.
fn format(request: &mut Request, raw: &str) -> bool {
    let schema = || json::member(json::member(raw, "json_schema")?.get(), "schema");
    match word(raw) {
        "text" => true,
        "json_object" => set(request, "response_format", r#"{"type":"json_object"}"#),
        "json_schema" => schema().is_some_and(|schema| {
            let format = format!(r#"{{"type":"json_object","json_schema":{}}}"#, schema.get());
            set(request, "response_format", &format)
        }),
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

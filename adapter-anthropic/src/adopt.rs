//! A request of another wire in this one's parameters.
//!
//! Never drops a member in silence: what has no counterpart here becomes a note that names it.
use crate::foreign;
use throughline_core::{Api, Key, Literal, Note, Request, Tool, Verbatim, json};

/// Why `max_tokens` is added where a request has none.
pub(crate) const UNBOUNDED: &str = "added: the API demands it and the request does not say";

pub(crate) fn request(request: &Request, notes: &mut Vec<Note>) -> Request {
    let mut new = Request { api: Api::MESSAGES, tools: tools(request, notes), members: vec![] };
    let (mut choice, mut single) = (None, false);
    for (key, value) in &request.members {
        let raw = value.get();
        let kept = match key.as_str() {
            _ if raw == "null" => true,
            "model" | "max_tokens" | "top_p" | "stream" => set(&mut new, key.as_str(), raw),
            "max_completion_tokens" => new.get("max_tokens").is_some() || set(&mut new, "max_tokens", raw),
            "temperature" => temperature(&mut new, raw, notes),
            "stop" if value.is_array() => set(&mut new, "stop_sequences", raw),
            "stop" if value.literal().is_some() => set(&mut new, "stop_sequences", &format!("[{raw}]")),
            "tool_choice" => {
                choice = tool_choice(value);
                choice.is_some()
            }
            "parallel_tool_calls" => {
                single = raw == "false";
                matches!(raw, "true" | "false")
            }
            _ => false,
        };
        if !kept {
            notes.push(Note::plain(format!("request member `{key}`"), "this wire has no counterpart"));
        }
    }
    if new.tools.as_ref().is_some_and(|tools| !tools.is_empty()) {
        if single && choice.as_deref() != Some(NONE) {
            let object = choice.as_deref().unwrap_or(AUTO).trim_end_matches('}');
            choice = Some(format!(r#"{object},"disable_parallel_tool_use":true}}"#));
        }
        if let Some(choice) = choice {
            set(&mut new, "tool_choice", &choice);
        }
    }
    if new.get("max_tokens").is_none() {
        notes.push(Note::plain("request member `max_tokens`", UNBOUNDED));
    }
    new
}

const AUTO: &str = r#"{"type":"auto"}"#;
const NONE: &str = r#"{"type":"none"}"#;

fn set(request: &mut Request, key: &str, json: &str) -> bool {
    let value = Verbatim::parse(json).ok();
    value.map(|value| request.set(Key::from(key.to_owned()), value)).is_some()
}

/// This wire ends at 1 where others go on to 2.
fn temperature(request: &mut Request, raw: &str, notes: &mut Vec<Note>) -> bool {
    match raw.parse::<f64>() {
        Ok(degree) if degree > 1.0 => {
            notes.push(Note::plain(
                format!("request member `temperature`: {raw} → 1"),
                "this wire allows no more than 1",
            ));
            set(request, "temperature", "1")
        }
        Ok(_) => set(request, "temperature", raw),
        Err(_) => false,
    }
}

fn tool_choice(value: &Verbatim) -> Option<String> {
    let named = || json::member(json::member(value.get(), "function")?.get(), "name").and_then(Literal::read);
    match value.get() {
        "\"auto\"" => Some(AUTO.to_owned()),
        "\"none\"" => Some(NONE.to_owned()),
        "\"required\"" => Some(r#"{"type":"any"}"#.to_owned()),
        _ => named().map(|name| format!(r#"{{"type":"tool","name":{}}}"#, name.raw())),
    }
}

fn tools(request: &Request, notes: &mut Vec<Note>) -> Option<Vec<Tool>> {
    let declare = |tool: &Tool| {
        let payload = foreign::tool(tool).and_then(|json| Verbatim::parse(&json).ok());
        if payload.is_none() {
            notes.push(Note::plain("a tool", "its own host's, and unknown to this wire"));
        }
        payload.map(|payload| Tool { payload, api: Api::MESSAGES, ..tool.clone() })
    };
    request.tools.as_ref().map(|tools| tools.iter().filter_map(declare).collect())
}

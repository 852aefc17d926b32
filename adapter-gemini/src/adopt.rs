//! A request of another wire in this one's parameters.
//!
//! Never drops a member in silence: what has no counterpart here becomes a note that names it.
use crate::{
    foreign,
    json::object,
    table::{API, MODES, PARAMETERS, lookup},
    think,
};
use throughline_core::{Key, Literal, Note, Request, Route, Tool, Verbatim, json};

pub(crate) fn request(route: &Route, request: &Request, notes: &mut Vec<Note>) -> Request {
    let mut new = Request { api: API, tools: tools(request, notes), members: vec![] };
    let mut config: Vec<(&str, String)> = vec![];
    let mut choice = None;
    let mut set = |name: &'static str, json: String| {
        config.retain(|(old, _)| *old != name);
        config.push((name, json));
        true
    };
    for (key, value) in &request.members {
        let raw = value.get();
        let kept = match key.as_str() {
            _ if raw == "null" => true,
            "model" | "stream" => {
                new.set(key.clone(), value.clone());
                true
            }
            // A word on how to stream, whatever it is, is said by the path here.
            "stream_options" => true,
            "reasoning_effort" | "reasoning" | "thinking" | "output_config" => true,
            "stop" | "stop_sequences" if value.is_array() => set("stopSequences", raw.to_owned()),
            "stop" if value.literal().is_some() => set("stopSequences", format!("[{raw}]")),
            "response_format" => {
                format(value).is_some_and(|format| format.into_iter().all(|(name, json)| set(name, json)))
            }
            "tool_choice" => {
                choice = self::choice(value);
                choice.is_some()
            }
            "parallel_tool_calls" => raw == "true",
            name => lookup(PARAMETERS, name).is_some_and(|name| set(name, raw.to_owned())),
        };
        if !kept {
            notes.push(Note::plain(format!("request member `{key}`"), "this wire has no counterpart"));
        }
    }
    if let Some(thinking) = think::config(route, request, notes) {
        set("thinkingConfig", thinking);
    }
    if let (Some(choice), true) = (choice, new.tools.as_ref().is_some_and(|tools| !tools.is_empty())) {
        new.set(Key::new("toolConfig"), choice);
    }
    if !config.is_empty() {
        new.set(Key::new("generationConfig"), object(config));
    }
    new
}

/// What a reply is to look like: JSON, and perhaps by which schema.
fn format(value: &Verbatim) -> Option<Vec<(&'static str, String)>> {
    let json = || ("responseMimeType", r#""application/json""#.to_owned());
    match json::member(value.get(), "type")?.get() {
        "\"text\"" => Some(vec![]),
        "\"json_object\"" => Some(vec![json()]),
        "\"json_schema\"" => {
            let schema = json::member(json::member(value.get(), "json_schema")?.get(), "schema")?;
            Some(vec![json(), ("responseJsonSchema", schema.get().to_owned())])
        }
        _ => None,
    }
}

/// A word, or an object whose type is one, or one that names a tool.
fn choice(value: &Verbatim) -> Option<Verbatim> {
    let kind = value.literal().or_else(|| Literal::read(json::member(value.get(), "type")?));
    let named = || {
        let function = json::member(value.get(), "function").map_or(value.get(), |function| function.get());
        json::member(function, "name").and_then(Literal::read)
    };
    let config = match (lookup(MODES, &kind?.decode()), named()) {
        (Some(mode), _) => format!(r#"{{"mode":"{mode}"}}"#),
        (None, name) => format!(r#"{{"mode":"ANY","allowedFunctionNames":[{}]}}"#, name?.raw()),
    };
    Verbatim::parse(&format!(r#"{{"functionCallingConfig":{config}}}"#)).ok()
}

fn tools(request: &Request, notes: &mut Vec<Note>) -> Option<Vec<Tool>> {
    let declare = |tool: &Tool| {
        let payload = foreign::tool(tool);
        if payload.is_none() {
            notes.push(Note::plain("a tool", "its own host's, and unknown to this wire"));
        }
        payload.map(|payload| Tool { payload, api: API, ..tool.clone() })
    };
    request.tools.as_ref().map(|tools| tools.iter().filter_map(declare).collect())
}

//! A request of another wire in this one's parameters.
//!
//! Never drops a member in silence: what has no counterpart here becomes a note that names it.
use crate::{
    foreign,
    object::{Members, members, object, set},
    table::{API, PARAMETERS, claude, dial, lookup},
};
use throughline_anthropic::thinking::{Wish, shows};
use throughline_core::{Api, Key, Literal, Note, Request, Route, Tool, Verbatim, json};

/// Members of Messages that Claude's own API takes, and that go on to it as they are.
const CLAUDES: &[&str] = &["thinking", "output_config", "context_management", "anthropic_beta", "betas", "top_k"];

pub(crate) fn request(route: &Route, request: &Request, notes: &mut Vec<Note>) -> Request {
    let (claude, wish) = (claude(&route.model), Wish::read(request));
    let wishes = |key: &str| wish.iter().any(|wish| wish.keys.iter().any(|said| said == key));
    let own = |key: &str| claude.is_some() && request.api == Api::MESSAGES && CLAUDES.contains(&key);
    let mut new = Request { api: API, tools: tools(request, notes), members: vec![] };
    let (mut config, mut more, mut choice) = (Members::new(), Members::new(), None);
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
            key if own(key) => {
                set(&mut more, key, Some(raw.to_owned()));
                true
            }
            "output_config" => json::member(raw, "effort").is_some(),
            key if wishes(key) => true,
            "tool_choice" => {
                choice = self::choice(value);
                choice.is_some()
            }
            "parallel_tool_calls" => raw == "true",
            "generationConfig" => {
                for (key, value) in members(Some(value)) {
                    if !wishes(&key) && !parameter(&mut config, &key, &value, notes) {
                        notes.push(Note::plain(format!("request member `generationConfig.{key}`"), NOTHING));
                    }
                }
                true
            }
            "top_k" if claude.is_some() => {
                set(&mut more, "top_k", Some(raw.to_owned()));
                true
            }
            key => parameter(&mut config, key, raw, notes),
        };
        if !kept {
            notes.push(Note::plain(format!("request member `{key}`"), NOTHING));
        }
    }
    if !more.iter().any(|(key, _)| key == "thinking") {
        wish.iter().for_each(|wish| think(route, wish, &mut more, notes));
    }
    if let (Some(choice), true) = (choice, new.tools.as_ref().is_some_and(|tools| !tools.is_empty())) {
        new.set(Key::new("toolConfig"), object(&vec![("toolChoice".to_owned(), choice)]));
    }
    for (key, members) in [("inferenceConfig", config), ("additionalModelRequestFields", more)] {
        if !members.is_empty() {
            new.set(Key::new(key), object(&members));
        }
    }
    new
}

const NOTHING: &str = "this wire has no counterpart";

/// A parameter that stands in `inferenceConfig`; false where it is none.
fn parameter(config: &mut Members, key: &str, raw: &str, notes: &mut Vec<Note>) -> bool {
    let stops = matches!(key, "stop" | "stop_sequences" | "stopSequences");
    match lookup(PARAMETERS, key) {
        Some("temperature") if raw.parse::<f64>().is_ok_and(|degree| degree > 1.0) => {
            notes.push(Note::plain(
                format!("request member `temperature`: {raw} → 1"),
                "this wire allows no more than 1",
            ));
            set(config, "temperature", Some("1".to_owned()));
        }
        Some(name) if raw.parse::<f64>().is_ok() => set(config, name, Some(raw.to_owned())),
        None if stops && raw.starts_with('[') => set(config, "stopSequences", Some(raw.to_owned())),
        None if stops && raw.starts_with('"') => set(config, "stopSequences", Some(format!("[{raw}]"))),
        _ => return false,
    }
    true
}

/// What the request wishes of thinking, in the words of the model's family.
fn think(route: &Route, wish: &Wish, more: &mut Members, notes: &mut Vec<Note>) {
    let key = wish.keys.first().map_or("", String::as_str);
    let mut lose = |why: &'static str| notes.push(Note::plain(format!("request member `{key}`"), why));
    if let Some(claude) = claude(&route.model) {
        let told = wish.tell(&claude, shows(route));
        set(more, "thinking", told.thinking);
        if let Some(config) = told.output_config {
            set(more, "output_config", Some(config));
        }
        told.lost.into_iter().for_each(lose);
        return;
    }
    match dial(&route.model).and_then(|dial| Some((dial.member, dial.told(wish)?))) {
        Some((member, value)) => set(more, member, Some(value)),
        None => lose("this model is not known to be told so"),
    }
}

/// A word, an object whose type is one, or one that names a tool.
fn choice(value: &Verbatim) -> Option<String> {
    let kind = value.literal().or_else(|| Literal::read(json::member(value.get(), "type")?));
    let function = json::member(value.get(), "function").map_or(value.get(), |function| function.get());
    let named = json::member(function, "name").and_then(Literal::read);
    match (kind?.decode().as_ref(), named) {
        ("auto", _) => Some(r#"{"auto":{}}"#.to_owned()),
        ("required" | "any", _) => Some(r#"{"any":{}}"#.to_owned()),
        ("function" | "tool", Some(name)) => Some(format!(r#"{{"tool":{{"name":{}}}}}"#, name.raw())),
        _ => None,
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

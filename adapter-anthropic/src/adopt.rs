//! A request of another wire in this one's parameters.
//!
//! Never drops a member in silence: what has no counterpart here becomes a note that names it.
use crate::{
    claude::Claude,
    foreign,
    table::lookup,
    thinking::{BETAS, Wish, shows},
};
use throughline_core::{Api, Key, Literal, Note, Request, Route, Tool, Verbatim, json};

/// Why `max_tokens` is added where a request has none.
pub(crate) const UNBOUNDED: &str = "added: the API demands it and the request does not say";

/// Members that mean the same here, by their names on other wires.
const NAMES: &[(&str, &str)] = &[
    ("model", "model"),
    ("stream", "stream"),
    ("top_p", "top_p"),
    ("topP", "top_p"),
    ("top_k", "top_k"),
    ("topK", "top_k"),
    ("max_completion_tokens", "max_tokens"),
    ("max_output_tokens", "max_tokens"),
    ("maxOutputTokens", "max_tokens"),
    ("maxTokens", "max_tokens"),
    ("output_config", "output_config"),
    (BETAS, BETAS),
];

/// Objects of other wires whose members are parameters like those above.
const NESTED: &[&str] =
    &["generationConfig", "inferenceConfig", "chat_template_kwargs", "additionalModelRequestFields"];

const AUTO: &str = r#"{"type":"auto"}"#;
const NONE: &str = r#"{"type":"none"}"#;
/// Choices of tools, by their names on other wires.
const CHOICES: &[(&str, &str)] =
    &[("auto", AUTO), ("none", NONE), ("required", r#"{"type":"any"}"#), ("any", r#"{"type":"any"}"#)];

pub(crate) fn request(route: &Route, request: &Request, notes: &mut Vec<Note>) -> Request {
    let new = Request { api: Api::MESSAGES, tools: tools(request, notes), members: vec![] };
    let (claude, wish) = (Claude::of(&route.model), Wish::read(request));
    let mut adopting = Adopting { new, claude: claude.is_some(), said: vec![], choice: None, single: false, notes };
    if let (Some(claude), Some(wish)) = (&claude, wish) {
        adopting.wish(claude, wish, shows(route));
    }
    for (key, value) in &request.members {
        adopting.member(key.as_str(), value);
    }
    adopting.end()
}

struct Adopting<'a> {
    new: Request,
    /// True where the model is known to be told of thinking in this wire's own way.
    claude: bool,
    /// Members whose wish is told.
    said: Vec<String>,
    choice: Option<String>,
    single: bool,
    notes: &'a mut Vec<Note>,
}

impl Adopting<'_> {
    /// What the request wishes of thinking, as the model is told it.
    fn wish(&mut self, claude: &Claude, wish: Wish, shows: bool) {
        let told = wish.tell(claude, shows);
        let key = wish.keys.first().cloned().unwrap_or_default();
        self.notes.extend(told.lost.map(|why| Note::plain(format!("request member `{key}`"), why)));
        for (key, json) in [("thinking", told.thinking), ("output_config", told.output_config)] {
            json.iter().for_each(|json| _ = self.set(key, json));
        }
        self.said = wish.keys;
    }
    fn member(&mut self, key: &str, value: &Verbatim) {
        let raw = value.get();
        if NESTED.contains(&key) && json::members(raw, |key, value| self.member(key, &value.into())).is_ok() {
            return;
        }
        let kept = match key {
            _ if raw == "null" || self.said.iter().any(|said| said == key) => true,
            "max_tokens" => self.set(key, raw),
            "temperature" => self.temperature(raw),
            "stop" | "stop_sequences" | "stopSequences" if value.is_array() => self.set("stop_sequences", raw),
            "stop" if value.literal().is_some() => self.set("stop_sequences", &format!("[{raw}]")),
            "tool_choice" | "toolConfig" => {
                self.choice = choice(raw);
                self.choice.is_some()
            }
            "parallel_tool_calls" => {
                self.single = raw == "false";
                matches!(raw, "true" | "false")
            }
            // Hosts of other models that speak this wire name their own kinds.
            "thinking" if !self.claude && value.is_object() => self.set(key, raw),
            _ => match lookup(NAMES, key) {
                Some(name) => self.new.get(name).is_some() || self.set(name, raw),
                None => false,
            },
        };
        if !kept {
            self.notes.push(Note::plain(format!("request member `{key}`"), "this wire has no counterpart"));
        }
    }
    fn end(mut self) -> Request {
        if self.new.tools.as_ref().is_some_and(|tools| !tools.is_empty()) {
            let mut choice = self.choice.take();
            if self.single && choice.as_deref() != Some(NONE) {
                let object = choice.as_deref().unwrap_or(AUTO).trim_end_matches('}');
                choice = Some(format!(r#"{object},"disable_parallel_tool_use":true}}"#));
            }
            choice.iter().for_each(|choice| _ = self.set("tool_choice", choice));
        }
        if self.new.get("max_tokens").is_none() {
            self.notes.push(Note::plain("request member `max_tokens`", UNBOUNDED));
        }
        self.new
    }

    fn set(&mut self, key: &str, json: &str) -> bool {
        let value = Verbatim::parse(json).ok();
        value.map(|value| self.new.set(Key::from(key.to_owned()), value)).is_some()
    }
    /// This wire ends at 1 where others go on to 2.
    fn temperature(&mut self, raw: &str) -> bool {
        match raw.parse::<f64>() {
            Ok(degree) if degree > 1.0 => {
                self.notes.push(Note::plain(
                    format!("request member `temperature`: {raw} → 1"),
                    "this wire allows no more than 1",
                ));
                self.set("temperature", "1")
            }
            Ok(_) => self.set("temperature", raw),
            Err(_) => false,
        }
    }
}

/// A choice of tools: a word, or an object around one, or around the name of the one tool that is to be called.
fn choice(value: &str) -> Option<String> {
    let inside = |key| json::member(value, key).map(|inner| inner.get());
    if let Some(inner) = ["functionCallingConfig", "toolChoice", "function", "tool"].into_iter().find_map(inside) {
        return choice(inner);
    }
    let word = |json: &str| {
        let word = Literal::read(Verbatim::parse(json).ok()?.raw())?.decode().to_ascii_lowercase();
        lookup(CHOICES, &word).map(str::to_owned)
    };
    let named = |name: &str| {
        let name = Literal::read(Verbatim::parse(name).ok()?.raw())?;
        Some(format!(r#"{{"type":"tool","name":{}}}"#, name.raw()))
    };
    let mut allowed = vec![];
    inside("allowedFunctionNames").map(|names| json::elements(names, |name| allowed.push(name.get())));
    match (inside("name"), allowed.as_slice()) {
        (Some(name), _) => named(name),
        (None, [name]) => named(name),
        _ => {
            let key = CHOICES.iter().find(|(key, _)| inside(key).is_some()).map(|(_, choice)| (*choice).to_owned());
            word(value).or_else(|| word(inside("type").or(inside("mode"))?)).or(key)
        }
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

//! The request as the route's model takes it: thinking asked for in the words of its generation.
//!
//! Never changes a member in silence: what is changed becomes a note.
use crate::{
    object::{members, object, set},
    table::{API, SAMPLES_NOT, claude, dial},
};
use throughline_anthropic::{
    Anthropic,
    thinking::{self, Around},
};
use throughline_core::{Api, Key, Literal, Note, Plan, ReasoningCarrier, Request, Strictness, Verbatim, json};

const CONFIG: &str = "inferenceConfig";
const MORE: &str = "additionalModelRequestFields";
const TOOLS: &str = "toolConfig";

/// Members of `inferenceConfig`, and what Messages calls them.
const CALLED: &[(&str, &str)] = &[("maxTokens", "max_tokens"), ("temperature", "temperature"), ("topP", "top_p")];
/// What thinking was called on this wire at first: <https://docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-extended-thinking.html>.
const OLD: &str = "reasoning_config";

pub(crate) fn request(plan: &Plan<'_>, notes: &mut Vec<Note>) -> Option<Request> {
    match claude(&plan.route.model) {
        Some(claude) => {
            let before = messages(&plan.request);
            let after = thinking::fit(&claude, &before, &Around::of(plan), notes)?;
            Some(written(&plan.request, &before, &after))
        }
        None => others(plan, notes),
    }
}

/// What the caller asks to be done with a block whose prefix is another one: Claude's own member says it, wherever it stands.
pub(crate) fn strictness(request: &Request) -> Option<Strictness> {
    if request.api == API { Anthropic.strictness(&messages(request)) } else { Anthropic.strictness(request) }
}

/// The members that Claude's API has, as it calls them.
fn messages(request: &Request) -> Request {
    let mut new = Request { api: Api::MESSAGES, tools: request.tools.clone(), members: vec![] };
    for (key, value) in members(request.get(MORE)) {
        let key = if key == OLD && value.starts_with('{') { "thinking" } else { key.as_str() };
        put(&mut new, key, &value);
    }
    for (key, value) in members(request.get(CONFIG)) {
        if let Some((_, called)) = CALLED.iter().find(|(name, _)| *name == key) {
            put(&mut new, called, &value);
        }
    }
    let choice = request.get(TOOLS).and_then(|config| json::member(config.get(), "toolChoice"));
    if let Some(choice) = choice.and_then(|choice| theirs(choice.get())) {
        put(&mut new, "tool_choice", &choice);
    }
    new
}

/// The request with what changed between two forms of it.
fn written(request: &Request, before: &Request, after: &Request) -> Request {
    let mut new = request.clone();
    let (mut config, mut more) = (members(request.get(CONFIG)), members(request.get(MORE)));
    let mut keys: Vec<&Key> = before.members.iter().chain(&after.members).map(|(key, _)| key).collect();
    keys.dedup();
    for key in keys.into_iter().filter(|key| before.get(key.as_str()) != after.get(key.as_str())) {
        let value = after.get(key.as_str()).map(|value| value.get().to_owned());
        match (CALLED.iter().find(|(_, called)| key == *called), key.as_str()) {
            (Some((name, _)), _) => set(&mut config, name, value),
            (None, "tool_choice") => {
                let mut tools = members(request.get(TOOLS));
                set(&mut tools, "toolChoice", value.and_then(|choice| ours(&choice)));
                new.set(Key::new(TOOLS), object(&tools));
            }
            (None, key) => {
                if key == "thinking" {
                    set(&mut more, OLD, None);
                }
                set(&mut more, key, value);
            }
        }
    }
    for (key, members) in [(CONFIG, config), (MORE, more)] {
        if !members.is_empty() || new.get(key).is_some() {
            new.set(Key::new(key), object(&members));
        }
    }
    new
}

fn put(request: &mut Request, key: &str, json: &str) {
    Verbatim::parse(json).into_iter().for_each(|value| request.set(key.to_owned(), value));
}

/// `{"any":{}}` as `{"type":"any"}`.
fn theirs(choice: &str) -> Option<String> {
    let mut found = None;
    let _ = json::members(choice, |kind, inside| {
        let name = json::member(inside.get(), "name").and_then(Literal::read);
        let name = name.map(|name| format!(r#","name":{}"#, name.raw())).unwrap_or_default();
        found = Some(format!(r#"{{"type":{}{name}}}"#, Literal::of(kind).raw()));
    });
    found
}

/// `{"type":"any"}` as `{"any":{}}`.
fn ours(choice: &str) -> Option<String> {
    let string = |key| json::member(choice, key).and_then(Literal::read);
    let name = string("name").map(|name| format!(r#""name":{}"#, name.raw())).unwrap_or_default();
    Some(format!(r#"{{{}:{{{name}}}}}"#, string("type")?.raw()))
}

/// What other families refuse beside their thinking.
fn others(plan: &Plan<'_>, notes: &mut Vec<Note>) -> Option<Request> {
    let request = &plan.request;
    let level = |dial: &crate::table::Dial| dial.level(&members(request.get(MORE)));
    let alone =
        dial(&plan.route.model).is_some_and(|dial| dial.alone.is_some() && level(dial).as_deref() == dial.alone);
    let (refused, why): (&[&str], _) = if alone {
        (&["maxTokens", "temperature", "topP"], "this model refuses it beside its highest effort")
    } else if SAMPLES_NOT.takes(&plan.route.model) {
        (&["temperature", "topP"], "this model takes no sampling parameters")
    } else {
        return None;
    };
    let mut config = members(request.get(CONFIG));
    let gone: Vec<_> = config.extract_if(.., |(key, _)| refused.contains(&key.as_str())).collect();
    if gone.is_empty() {
        return None;
    }
    for (key, value) in gone {
        notes.push(Note::plain(format!("request member `{CONFIG}.{key}`: {value} is left out"), why));
    }
    let mut new = request.as_ref().clone();
    new.set(Key::new(CONFIG), object(&config));
    Some(new)
}

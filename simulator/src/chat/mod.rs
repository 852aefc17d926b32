//! Chat completions: a request is heard, checked against the provider's row, and answered. Requests are read here from the
//! ground up; no adapter's reading is trusted.

mod carriers;
mod contents;
mod echo;
mod mint;
mod opaque;
mod pairs;
mod reply;
mod schema;
mod shape;
mod stream;

use crate::answer::{Content, Usage};
use crate::door::Door;
use crate::messages;
use crate::mind::{Act, Ask, Choice, Said, Tool};
use crate::provider::{Body, Keep, Provider, Speak, Speech};
use crate::refusal::Refusal;
use crate::terms::Terms;
use serde_json::Value;

pub(crate) use stream::pieces;

/// A request whose members have the types that they must have.
struct Request<'a> {
    provider: &'static Provider,
    body: &'a Body,
    model: &'a str,
    messages: Vec<&'a Body>,
    speak: &'static Speak,
    thinks: bool,
}

/// A request that was accepted, and what the model does about it.
pub(crate) struct Heard {
    provider: &'static Provider,
    model: String,
    speak: &'static Speak,
    upstream: &'static str,
    pub(crate) act: Act,
    stream: bool,
    wants_usage: bool,
    /// Thoughts that came, and those that reached the model.
    pub(crate) thoughts: (usize, usize),
}

/// Hears a request, or refuses it.
pub(crate) fn hear(
    terms: &Terms<'_>,
    provider: &'static Provider,
    door: &Door,
    body: &Body,
) -> Result<Heard, Box<Refusal>> {
    let request = shape::read(provider, body)?;
    schema::check(terms, &request)?;
    pairs::check(&request)?;
    echo::check(terms, &request)?;
    let thoughts = carriers::read(terms, &request)?;
    let came = thoughts.iter().map(Vec::len).sum();
    let keep = provider.keep(door, request.model, body);
    let said = request.said(thoughts, keep);
    let choice = request.choice();
    let forced = provider.forced.filter(|_| request.thinks && !matches!(choice, Choice::Free | Choice::Never));
    if let Some(words) = forced {
        return Err(Box::new(words.say(&Vec::new())));
    }
    let ask = Ask { provider: provider.name, said, tools: request.tools(), choice, thinks: request.thinks };
    Ok(Heard {
        provider,
        model: request.model.to_owned(),
        speak: request.speak,
        upstream: terms.upstream(request.speak),
        thoughts: (came, ask.thoughts().count()),
        act: ask.answer(terms.keys),
        stream: body.get("stream") == Some(&Value::Bool(true)),
        wants_usage: body.get("stream_options").and_then(|options| options.get("include_usage"))
            == Some(&Value::Bool(true)),
    })
}

impl Heard {
    /// The reply, in the form that was asked for.
    pub(crate) fn reply(&self, terms: &Terms<'_>, id: &str, usage: &Usage) -> Content {
        if let Speech::Blocks(_) = self.speak.speech {
            let heard =
                messages::Heard::elsewhere(self.provider, &self.model, self.act.clone(), self.stream, self.thoughts);
            return heard.reply(terms, id, usage);
        }
        let reply = reply::Reply::new(self, terms, id, usage);
        if self.stream { Content::Events(reply.events(self.wants_usage)) } else { Content::Whole(reply.whole()) }
    }
}

impl<'a> Request<'a> {
    /// Messages of the model's own, with their places.
    fn own(&self) -> impl Iterator<Item = (usize, &'a Body)> {
        self.messages.iter().enumerate().filter(|(_, message)| role(message) == "assistant").map(|(at, &m)| (at, m))
    }
    fn last_user(&self) -> Option<usize> {
        self.messages.iter().rposition(|message| role(message) == "user")
    }

    /// What was said, with the thoughts that reach the model.
    fn said(&self, thoughts: Vec<Vec<String>>, keep: Keep) -> Vec<Said> {
        let last = self.last_user();
        let told = self.messages.iter().zip(thoughts).enumerate();
        let said = told.filter_map(|(at, (message, thoughts))| match role(message) {
            "user" => Some(Said::User(text(message))),
            "tool" | "function" => Some(Said::Result(text(message))),
            "assistant" => {
                let calls = !calls(message).is_empty();
                let running = last.is_none_or(|last| at > last);
                let kept = running || keep == Keep::All || (keep == Keep::ToolTurns && calls);
                Some(Said::Model { thoughts: if kept { thoughts } else { Vec::new() }, calls })
            }
            _ => None,
        });
        said.collect()
    }

    fn tools(&self) -> Vec<Tool> {
        let tools = self.body.get("tools").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let functions = tools.iter().filter_map(|tool| tool.get("function"));
        let known = functions.filter_map(|function| {
            let name = function.get("name")?.as_str()?.to_owned();
            Some(Tool { name, schema: function.get("parameters").cloned().unwrap_or_default() })
        });
        known.collect()
    }

    fn choice(&self) -> Choice {
        match self.body.get("tool_choice") {
            Some(Value::String(word)) if word == "none" => Choice::Never,
            Some(Value::String(word)) if word == "required" || word == "any" => Choice::Any,
            Some(Value::Object(one)) => {
                let name = one.get("function").and_then(|function| function.get("name")).or_else(|| one.get("name"));
                Choice::This(name.and_then(Value::as_str).unwrap_or_default().to_owned())
            }
            _ => Choice::Free,
        }
    }
}

fn role(message: &Body) -> &str {
    message.get("role").and_then(Value::as_str).unwrap_or_default()
}

fn calls(message: &Body) -> &[Value] {
    message.get("tool_calls").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn member<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The text of a message: a string, or the text parts of a list.
fn text(message: &Body) -> String {
    match message.get("content") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => parts.iter().map(|part| member(part, "text")).collect(),
        _ => String::new(),
    }
}

/// Readable names of the thinking, where it is text.
fn spoken(speech: &Speech) -> &'static [&'static str] {
    match speech {
        Speech::Text(keys) => keys,
        Speech::Details(details) => details.beside,
        Speech::Opaque(opaque) => std::slice::from_ref(&opaque.text),
        _ => &[],
    }
}

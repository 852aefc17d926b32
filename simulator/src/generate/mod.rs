//! Contents and parts, as the vendor of this API speaks them at its own doors: the model stands in the path, and a stream is a list
//! of whole replies. Requests are read here from the ground up, and what is wrong is named by its path.

mod names;
mod reply;
mod shape;

use crate::answer::{Content, Usage};
use crate::door::Entry;
use crate::mind::{Act, Ask, Choice, Said, Tool};
use crate::parts::{self, Backend, Data, Talk, Thoughts};
use crate::provider::{Body, Provider};
use crate::refusal::Refusal;
use crate::table::Gemini;
use crate::terms::Terms;
use serde_json::Value;

pub(crate) use names::{Message, member, stranger};

/// A request whose members have the types that they must have.
struct Request<'a> {
    body: &'a Body,
    gemini: Gemini,
    contents: Vec<parts::Content>,
    thinks: bool,
    shows: bool,
}

/// A request that was accepted, and what the model does about it.
pub(crate) struct Heard {
    backend: &'static Backend,
    model: String,
    gemini: Gemini,
    pub(crate) act: Act,
    /// Summaries of thoughts were asked for.
    shows: bool,
    pub(crate) thoughts: (usize, usize),
}

/// Hears a request, or refuses it.
pub(crate) fn hear(
    terms: &Terms<'_>,
    provider: &'static Provider,
    entry: &Entry,
    body: &Body,
) -> Result<Heard, Box<Refusal>> {
    let (Some(backend), Some(model)) = (provider.backend, entry.model.as_deref()) else {
        return Err(Box::new(Refusal::plain(provider, 404, "no model")));
    };
    let request = shape::read(terms, provider, backend, model, body)?;
    let talk = Talk { provider, backend, gemini: &request.gemini, contents: &request.contents };
    let Thoughts { came, read } = parts::hear(terms, &talk)?;
    let said = request.said(read);
    let thinks = request.thinks;
    let ask = Ask { provider: provider.name, said, tools: request.tools(), choice: request.choice(), thinks };
    let (thoughts, act) = ((came, ask.thoughts().count()), ask.answer(terms.keys));
    Ok(Heard { backend, model: model.to_owned(), act, shows: request.shows, thoughts, gemini: request.gemini })
}

impl Heard {
    /// The reply, in the form that the address asks for.
    pub(crate) fn reply(&self, terms: &Terms<'_>, entry: &Entry, id: &str, usage: &Usage) -> Content {
        let reply = reply::Reply::new(self, terms, id, usage);
        match (entry.door.streams, entry.events) {
            (false, _) => Content::Whole(reply.whole()),
            (true, events) => Content::documents(reply.pieces(), events),
        }
    }
}

impl Request<'_> {
    fn said(&self, thoughts: Vec<Vec<String>>) -> Vec<Said> {
        let mut said = Vec::new();
        for (content, thoughts) in self.contents.iter().zip(thoughts) {
            if content.model {
                said.push(Said::Model { thoughts, calls: content.calls().next().is_some() });
                continue;
            }
            said.extend(content.results().map(|(_, _, text)| Said::Result(text.to_owned())));
            let texts = content.parts.iter().filter_map(|part| match &part.data {
                Data::Text(text) => Some(text.as_str()),
                _ => None,
            });
            if content.parts.iter().any(|part| !part.data.is_result()) {
                said.push(Said::User(texts.collect()));
            }
        }
        said
    }

    fn tools(&self) -> Vec<Tool> {
        let declared =
            many(names::named(self.body, "tools")).flat_map(|tool| many(member(tool, "functionDeclarations")));
        let known = declared.filter_map(|function| {
            let schema = member(function, "parametersJsonSchema").or_else(|| member(function, "parameters"));
            Some(Tool { name: function.get("name")?.as_str()?.to_owned(), schema: schema.cloned().unwrap_or_default() })
        });
        known.collect()
    }

    fn choice(&self) -> Choice {
        let config = names::named(self.body, "toolConfig").and_then(|config| member(config, "functionCallingConfig"));
        let mode = config.and_then(|config| member(config, "mode")).and_then(Value::as_str).unwrap_or_default();
        let allowed = many(config.and_then(|config| member(config, "allowedFunctionNames"))).find_map(Value::as_str);
        match (mode.to_ascii_uppercase().as_str(), allowed) {
            ("NONE", _) => Choice::Never,
            ("ANY", Some(name)) => Choice::This(name.to_owned()),
            ("ANY", None) => Choice::Any,
            _ => Choice::Free,
        }
    }
}

/// The members of a list.
fn many(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

//! Bedrock Converse: one shape for the models of many makers. The service checks the conversation by rules of its own; whether
//! thinking may come back is the model's to say, by family. Claude is handed what it would have been sent at its own door.

mod claude;
mod reply;
mod rules;
mod shape;
mod thoughts;

use crate::answer::{Content, Usage};
use crate::door::{Entry, plain};
use crate::messages;
use crate::mind::{Act, Ask, Choice, Said, Tool};
use crate::provider::{Body, Provider, Words};
use crate::refusal::{Fills, Refusal};
use crate::table::{CONVERSE, Family, Replays, Shows, family_of};
use crate::terms::Terms;
use serde_json::Value;

pub(crate) use shape::{Shape, list, map, object, one, union};

/// A request whose members have the types that they must have.
struct Request<'a> {
    provider: &'static Provider,
    model: &'a str,
    family: &'static Family,
    body: &'a Body,
    messages: Vec<Message<'a>>,
}

struct Message<'a> {
    role: &'a str,
    blocks: Vec<Block<'a>>,
}

/// A block: its one member, and the value of that.
struct Block<'a> {
    tag: &'a str,
    value: &'a Value,
}

/// A request that was accepted, and what the model does about it.
pub(crate) struct Heard {
    model: String,
    family: &'static Family,
    /// What Claude heard, where it is Claude that was asked.
    claude: Option<messages::Heard>,
    /// Members of the model's own reply that were asked for.
    wanted: Vec<String>,
    pub(crate) act: Act,
    pub(crate) thoughts: (usize, usize),
}

/// Hears a request, or refuses it.
pub(crate) fn hear(
    terms: &Terms<'_>,
    provider: &'static Provider,
    entry: &Entry,
    body: &Body,
) -> Result<Heard, Box<Refusal>> {
    let model = plain(entry.model.as_deref().unwrap_or_default());
    CONVERSE.check(provider, body)?;
    let request = Request::read(provider, &model, body);
    rules::check(terms, &request)?;
    let family = request.family;
    let wanted = items(body.get("additionalModelResponseFieldPaths")).filter_map(Value::as_str);
    let wanted = wanted.map(str::to_owned).collect();
    if family.replays == Replays::Signed {
        let heard = claude::hear(terms, &request)?;
        let (act, thoughts) = (heard.act.clone(), heard.thoughts);
        return Ok(Heard { model, family, claude: Some(heard), wanted, act, thoughts });
    }
    let read = thoughts::read(terms, &request)?;
    let came = read.iter().map(Vec::len).sum();
    let thinks = !matches!(family.shows, Shows::Nothing);
    let ask = Ask {
        provider: provider.name,
        said: request.said(read),
        tools: request.tools(),
        choice: request.choice(),
        thinks,
    };
    let (thoughts, act) = ((came, ask.thoughts().count()), ask.answer(terms.keys));
    Ok(Heard { model, family, claude: None, wanted, act, thoughts })
}

impl Heard {
    /// The reply, in the form that the address asks for.
    pub(crate) fn reply(&self, terms: &Terms<'_>, entry: &Entry, id: &str, usage: &Usage) -> Content {
        let reply = reply::Reply::new(self, terms, id, usage);
        if entry.door.streams { Content::Frames(reply.frames()) } else { Content::Whole(reply.whole()) }
    }
}

impl<'a> Request<'a> {
    fn read(provider: &'static Provider, model: &'a str, body: &'a Body) -> Self {
        let messages = items(body.get("messages")).map(|message| Message {
            role: text(message, "role"),
            blocks: items(message.get("content")).filter_map(Block::read).collect(),
        });
        Self { provider, model, family: family_of(model), body, messages: messages.collect() }
    }

    /// Every block of the conversation, with its place and whose it is.
    fn blocks(&self) -> impl Iterator<Item = (usize, usize, &'a str, &Block<'a>)> {
        self.messages.iter().enumerate().flat_map(|(at, message)| {
            message.blocks.iter().enumerate().map(move |(part, block)| (at, part, message.role, block))
        })
    }

    /// The last message of the user's own: one that brings results alone runs the loop on.
    fn last_user(&self) -> Option<usize> {
        let own = |message: &Message<'_>| {
            message.role == "user" && message.blocks.iter().any(|block| block.tag != "toolResult")
        };
        self.messages.iter().rposition(own)
    }

    fn said(&self, thoughts: Vec<Vec<String>>) -> Vec<Said> {
        let mut said = Vec::new();
        for (message, thoughts) in self.messages.iter().zip(thoughts) {
            if message.role == "assistant" {
                said.push(Said::Model { thoughts, calls: message.all("toolUse").next().is_some() });
                continue;
            }
            said.extend(message.all("toolResult").map(|block| Said::Result(told(block.value))));
            if message.blocks.iter().any(|block| block.tag != "toolResult") {
                let texts = message.all("text").filter_map(|block| block.value.as_str());
                said.push(Said::User(texts.collect()));
            }
        }
        said
    }

    /// What is declared of tools that have a schema.
    fn specs(&self) -> impl Iterator<Item = &'a Value> {
        let config = self.body.get("toolConfig");
        items(config.and_then(|config| config.get("tools"))).filter_map(|tool| tool.get("toolSpec"))
    }

    fn tools(&self) -> Vec<Tool> {
        let tool = |spec: &Value| Tool {
            name: text(spec, "name").to_owned(),
            schema: spec.pointer("/inputSchema/json").cloned().unwrap_or_default(),
        };
        self.specs().map(tool).collect()
    }

    fn choice(&self) -> Choice {
        let choice = self.body.get("toolConfig").and_then(|config| config.get("toolChoice"));
        match choice.and_then(|choice| choice.as_object()?.iter().next()) {
            Some((kind, named)) if kind == "tool" => Choice::This(text(named, "name").to_owned()),
            Some((kind, _)) if kind == "any" => Choice::Any,
            _ => Choice::Free,
        }
    }

    fn refuse<T>(&self, words: &Words, fills: &Fills) -> Result<T, Box<Refusal>> {
        Err(Box::new(Refusal::worded(self.provider, words, fills)))
    }
}

impl<'a> Message<'a> {
    fn all(&self, tag: &'static str) -> impl Iterator<Item = &Block<'a>> {
        self.blocks.iter().filter(move |block| block.tag == tag)
    }
}

impl<'a> Block<'a> {
    fn read(value: &'a Value) -> Option<Self> {
        value.as_object()?.iter().next().map(|(tag, value)| Self { tag, value })
    }
}

/// The text of a result.
fn told(result: &Value) -> String {
    let parts = items(result.get("content")).filter_map(Block::read);
    let texts = parts.map(|part| match (part.tag, part.value) {
        ("text", Value::String(text)) => text.clone(),
        ("json", value) => value.to_string(),
        _ => String::new(),
    });
    texts.collect()
}

/// The members of a list.
fn items(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

/// A member that is a string.
fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

//! Anthropic Messages: ordered blocks, signatures, pairs. Requests are read here from the ground up, block by block, and what
//! is wrong is named by its path, as the real service names it.

mod blocks;
mod carriers;
mod order;
mod reply;
mod shape;

use crate::answer::{Content, Usage};
use crate::mind::{Act, Ask, Choice, Said, Tool};
use crate::provider::{Body, Provider, Words};
use crate::refusal::{Fills, Refusal};
use crate::table::{self, Claude};
use crate::terms::Terms;
use serde_json::Value;

pub(crate) use reply::Shown;

/// A request whose members have the types that they must have.
struct Request<'a> {
    provider: &'static Provider,
    body: &'a Body,
    model: &'a str,
    claude: Claude,
    thinking: Thinking,
    messages: Vec<Message<'a>>,
}

/// A message, its content always a list.
struct Message<'a> {
    role: &'a str,
    blocks: Vec<Block<'a>>,
}

/// A block of some type; a string is a text block.
struct Block<'a> {
    tag: &'a str,
    members: &'a Body,
    /// The text of a content that was a string.
    string: Option<&'a str>,
}

/// Whether the model thinks.
#[derive(Clone, Copy, PartialEq)]
enum Thinking {
    Off,
    /// With a budget: then a running tool turn must start with its thinking.
    Enabled,
    Adaptive,
}

/// A request that was accepted, and what the model does about it.
pub(crate) struct Heard {
    model: String,
    claude: Claude,
    /// The thinking comes without its text.
    omits: bool,
    pub(crate) act: Act,
    stream: bool,
    /// Paths of blocks that this model is not shown.
    dropped: Vec<String>,
    pub(crate) thoughts: (usize, usize),
}

/// Hears a request, or refuses it.
pub(crate) fn hear(terms: &Terms<'_>, provider: &'static Provider, body: &Body) -> Result<Heard, Box<Refusal>> {
    let request = shape::read(provider, body)?;
    blocks::check(terms, &request)?;
    order::check(&request)?;
    let read = carriers::read(terms, &request)?;
    let came = read.thoughts.iter().map(Vec::len).sum();
    let said = request.said(read.thoughts);
    let thinks = request.thinking != Thinking::Off;
    let ask = Ask { provider: provider.name, said, tools: request.tools(), choice: request.choice(), thinks };
    let display = body.get("thinking").and_then(|thinking| thinking.get("display")).and_then(Value::as_str);
    Ok(Heard {
        model: request.model.to_owned(),
        omits: display.map_or(request.claude.omits, |display| display == "omitted"),
        thoughts: (came, ask.thoughts().count()),
        act: ask.answer(terms.keys),
        stream: body.get("stream") == Some(&Value::Bool(true)),
        dropped: read.dropped,
        claude: request.claude,
    })
}

impl Heard {
    /// What another wire heard, to be told in blocks.
    pub(crate) fn elsewhere(model: &str, act: Act, stream: bool, thoughts: (usize, usize)) -> Self {
        Self { model: model.to_owned(), claude: known(model), omits: false, act, stream, dropped: Vec::new(), thoughts }
    }

    /// The reply, in the form that was asked for.
    pub(crate) fn reply(&self, terms: &Terms<'_>, id: &str, usage: &Usage) -> Content {
        let reply = reply::Reply::new(self, terms, id, usage);
        if self.stream { Content::Events(reply.events()) } else { Content::Whole(reply.whole()) }
    }
}

impl<'a> Request<'a> {
    /// The last message of the user's own: one that brings results alone runs the loop on.
    fn last_user(&self) -> Option<usize> {
        let own = |message: &Message<'_>| {
            message.role == "user" && message.blocks.iter().any(|block| block.tag != "tool_result")
        };
        self.messages.iter().rposition(own)
    }

    fn said(&self, thoughts: Vec<Vec<String>>) -> Vec<Said> {
        let mut said = Vec::new();
        for (message, thoughts) in self.messages.iter().zip(thoughts) {
            if message.role == "assistant" {
                said.push(Said::Model { thoughts, calls: message.blocks.iter().any(|block| block.tag == "tool_use") });
                continue;
            }
            if message.role != "user" {
                continue;
            }
            let results = message.blocks.iter().filter(|block| block.tag == "tool_result");
            said.extend(results.map(|block| Said::Result(content(block.members))));
            let texts: Vec<_> = message.blocks.iter().filter(|block| block.tag == "text").map(Block::text).collect();
            if message.blocks.iter().any(|block| block.tag != "tool_result") {
                said.push(Said::User(texts.concat()));
            }
        }
        said
    }

    fn tools(&self) -> Vec<Tool> {
        let tools = self.body.get("tools").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        // Tools of the service itself have no schema, and the service calls them.
        let known = tools.iter().filter_map(|tool| {
            let name = tool.get("name")?.as_str()?.to_owned();
            Some(Tool { name, schema: tool.get("input_schema")?.clone() })
        });
        known.collect()
    }

    fn choice(&self) -> Choice {
        let Some(choice) = self.body.get("tool_choice") else { return Choice::Free };
        match choice.get("type").and_then(Value::as_str) {
            Some("none") => Choice::Never,
            Some("any") => Choice::Any,
            Some("tool") => Choice::This(choice.get("name").and_then(Value::as_str).unwrap_or_default().to_owned()),
            _ => Choice::Free,
        }
    }

    fn refuse(&self, words: &Words, fills: &Fills) -> Box<Refusal> {
        Box::new(Refusal::worded(self.provider, words, fills))
    }
}

impl<'a> Block<'a> {
    fn text(&self) -> &'a str {
        self.string.unwrap_or_else(|| self.member("text"))
    }
    fn member(&self, key: &str) -> &'a str {
        self.members.get(key).and_then(Value::as_str).unwrap_or_default()
    }
    fn thinks(&self) -> bool {
        matches!(self.tag, "thinking" | "redacted_thinking")
    }
}

/// The text of a result.
fn content(members: &Body) -> String {
    match members.get("content") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)).collect::<Vec<_>>().concat()
        }
        _ => String::new(),
    }
}

/// How the service thinks of `body`'s `thinking`.
fn thinking(body: &Body, claude: &Claude) -> Thinking {
    match body.get("thinking").and_then(|thinking| thinking.get("type")).and_then(Value::as_str) {
        Some("enabled") => Thinking::Enabled,
        Some("disabled") => Thinking::Off,
        Some(_) => Thinking::Adaptive,
        None if claude.thinks => Thinking::Adaptive,
        None => Thinking::Off,
    }
}

/// The model as the table knows it.
fn known(model: &str) -> Claude {
    table::claude(model)
}

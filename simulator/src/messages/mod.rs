//! Anthropic Messages: ordered blocks, signatures, pairs. Requests are read here from the ground up, block by block, and what
//! is wrong is named by its path, as the real service names it.

mod blocks;
mod carriers;
mod marks;
mod order;
mod prefix;
mod reply;
mod seal;
mod shape;
mod thinking;

use crate::answer::{Content, Usage};
use crate::door::{Entry, plain};
use crate::mind::{Act, Ask, Choice, Said, Tool};
use crate::provider::{Body, Manner, Provider, Words};
use crate::refusal::{Fills, Refusal};
use crate::table::{self, Claude};
use crate::terms::Terms;
use prefix::Prefix;
use serde_json::Value;
use thinking::{Mode, Thinking};

pub(crate) use reply::Shown;

/// What was asked for, beside the body.
struct Asked {
    provider: &'static Provider,
    model: String,
    betas: Vec<String>,
}

/// A request whose members have the types that they must have.
struct Request<'a> {
    asked: Asked,
    body: &'a Body,
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

/// A request that was accepted, and what the model does about it.
pub(crate) struct Heard {
    provider: &'static Provider,
    model: String,
    claude: Claude,
    /// The thinking comes without its text.
    omits: bool,
    /// The thinking comes without its text, and in more than one block.
    redacts: bool,
    pub(crate) act: Act,
    stream: bool,
    /// Paths of blocks that this model is not shown, and why.
    dropped: Vec<carriers::Dropped>,
    /// Everything that was said before.
    before: Prefix,
    pub(crate) thoughts: (usize, usize),
}

/// What makes a model hide its thinking, for whoever tests that.
const REDACT: &str = "ANTHROPIC_MAGIC_STRING_TRIGGER_REDACTED_THINKING";

/// Hears a request, or refuses it.
pub(crate) fn hear(
    terms: &Terms<'_>,
    provider: &'static Provider,
    entry: &Entry,
    body: &Body,
) -> Result<Heard, Box<Refusal>> {
    let request = shape::read(provider, entry, body)?;
    blocks::check(terms, &request)?;
    marks::check(&request)?;
    order::check(&request)?;
    let read = carriers::read(terms, &request)?;
    let came = read.thoughts.iter().map(Vec::len).sum();
    let said = request.said(read.thoughts);
    let tools = request.tools();
    let thinks = match request.thinking.mode {
        Mode::Off => false,
        Mode::BetweenTools => !tools.is_empty(),
        Mode::Enabled | Mode::Adaptive => true,
    };
    let ask = Ask { provider: provider.name, said, tools, choice: request.choice(), thinks };
    Ok(Heard {
        provider,
        omits: request.thinking.omits,
        redacts: request.asks_to_redact(),
        thoughts: (came, ask.thoughts().count()),
        act: ask.answer(terms.keys),
        stream: entry.door.streams || body.get("stream") == Some(&Value::Bool(true)),
        dropped: read.dropped,
        before: read.before,
        claude: request.claude,
        model: request.asked.model,
    })
}

impl Heard {
    /// What another wire heard, to be told in blocks.
    pub(crate) fn elsewhere(
        provider: &'static Provider,
        model: &str,
        act: Act,
        stream: bool,
        thoughts: (usize, usize),
    ) -> Self {
        let (claude, model) = (table::claude(model), model.to_owned());
        let (dropped, before) = (Vec::new(), Prefix::new(&Body::new()));
        Self { provider, model, claude, omits: false, redacts: false, act, stream, dropped, before, thoughts }
    }

    /// The reply, in the form that was asked for.
    pub(crate) fn reply(&self, terms: &Terms<'_>, id: &str, usage: &Usage) -> Content {
        let reply = reply::Reply::new(self, terms, id, usage);
        match (self.stream, self.provider.exceptions) {
            (false, _) => Content::Whole(reply.whole()),
            (true, false) => Content::Events(reply.events()),
            (true, true) => Content::Frames(reply.chunks()),
        }
    }
}

impl Asked {
    fn manner(&self) -> &'static Manner {
        self.provider.manner
    }
    /// A beta of that name was asked for.
    fn has(&self, beta: &str) -> bool {
        self.betas.iter().any(|known| known.starts_with(beta))
    }
    fn refuse(&self, words: &Words, fills: &Fills) -> Box<Refusal> {
        Box::new(Refusal::worded(self.provider, words, fills))
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

    /// The last message asks for hidden thinking.
    fn asks_to_redact(&self) -> bool {
        let last = self.messages.iter().rfind(|message| message.role == "user");
        last.is_some_and(|message| message.blocks.iter().any(|block| block.text().starts_with(REDACT)))
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
        self.asked.refuse(words, fills)
    }
}

impl<'a> Block<'a> {
    /// The blocks of a list; what is none is left out.
    fn list(list: Option<&'a Value>) -> Vec<Self> {
        let members = list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object);
        let block = |members: &'a Body| Some(Self { tag: members.get("type")?.as_str()?, members, string: None });
        members.filter_map(block).collect()
    }
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

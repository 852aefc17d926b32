//! A turn: one message of a conversation with everything that came with it; and the history, a list of shared turns.
//!
//! A turn is never changed once it is in a history: replay borrows.
use crate::{Carrier, Key, Literal, Origin, Part, PrefixDigest, Verbatim, json::Extras, verbatim::LiteralBuf};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Who speaks.
    pub role: Role,
    /// The ordered pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// Carriers that stand on the message and not on a piece of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carriers: Vec<Carrier>,
    /// Message members that this version does not know. Sent only where a row lists them, or where the caller wrote them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Extras,
    /// Members whose mere presence or shape is a fact: absent, `null`, `""` and `[]` are four different things to some hosts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub presence: Vec<(Key, Presence)>,
    /// Where it came from; none for what a person or a tool said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Arc<Origin>>,
    /// How it ended; none for what was not captured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// What the provider says it cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// Members of the reply beside the message (`id`, `created`, citations, …). Never sent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meta: Extras,
}

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Role {
    /// Instructions.
    System,
    /// Instructions under OpenAI's newer name.
    Developer,
    /// A person, or tool results on wires where the user brings them.
    User,
    /// The model.
    Assistant,
    /// A tool.
    Tool,
}

impl Role {
    /// The name in `role`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Developer => "developer",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
        }
    }
}

/// The shape in which a member was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// `null`
    Null,
    /// `""`
    Empty,
    /// `[]`
    EmptyList,
    /// A list, where a string would also do.
    List,
    /// The text of a carrier of this turn once more, under another key.
    Echo,
}

impl Presence {
    /// The empty presence that a raw value spells, if it spells one.
    pub fn of(raw: &str) -> Option<Self> {
        match raw {
            "null" => Some(Self::Null),
            "\"\"" => Some(Self::Empty),
            list => {
                let inside = list.strip_prefix('[')?.strip_suffix(']')?;
                inside.trim().is_empty().then_some(Self::EmptyList)
            }
        }
    }
    /// How an empty presence is written; none for a presence that is not empty.
    pub fn json(self) -> Option<&'static str> {
        match self {
            Self::Null => Some("null"),
            Self::Empty => Some("\"\""),
            Self::EmptyList => Some("[]"),
            Self::List | Self::Echo => None,
        }
    }
}

/// How a captured reply ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The provider said so, in its own word (`stop`, `tool_calls`, `end_turn`, `length`, …).
    Stop(Option<Literal>),
    /// The bytes ended before the provider said so. Its calls and unfinished blocks never travel.
    Cut,
    /// The provider broke off with an error, kept as it came. Its calls and unfinished blocks never travel.
    Refused(Verbatim),
}

impl Ending {
    /// True where the reply is not whole.
    pub fn is_cut(&self) -> bool {
        !matches!(self, Self::Stop(_))
    }
}

/// Tokens as the provider counts them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// Of the whole request, what was read from a cache or written to it included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<u64>,
    /// Of the reply, reasoning included where the provider includes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<u64>,
    /// Of the reasoning. Zero is no proof that the model did not think.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<u64>,
    /// Of the request, read from the prompt cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<u64>,
    /// The provider's own object.
    #[serde(default, deserialize_with = "crate::verbatim::present", skip_serializing_if = "Option::is_none")]
    pub raw: Option<Verbatim>,
}

/// The place of a carrier in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum At {
    /// The n-th carrier of the message.
    Message(usize),
    /// The n-th part, with the m-th carrier that it owns.
    Part(usize, usize),
}

impl Turn {
    /// An empty turn.
    pub fn new(role: Role) -> Self {
        Self {
            role,
            parts: vec![],
            carriers: vec![],
            extras: vec![],
            presence: vec![],
            origin: None,
            ending: None,
            usage: None,
            meta: vec![],
        }
    }
    /// What a person said.
    pub fn user(text: &str) -> Self {
        Self { parts: vec![Part::text(text)], ..Self::new(Role::User) }
    }
    /// Instructions.
    pub fn system(text: &str) -> Self {
        Self { parts: vec![Part::text(text)], ..Self::new(Role::System) }
    }
    /// What a tool answered.
    pub fn tool(call: &str, content: &str) -> Self {
        let content = Some(Literal::of(content).verbatim().clone());
        let result = crate::ToolResult { call: Some(Literal::of(call)), content, extras: vec![] };
        Self { parts: vec![Part::Result(result)], ..Self::new(Role::Tool) }
    }
    /// Every carrier with its place: those of the message first, then those of the parts in order.
    pub fn carriers(&self) -> impl Iterator<Item = (At, &Carrier)> {
        let own = self.carriers.iter().enumerate().map(|(n, carrier)| (At::Message(n), carrier));
        own.chain(
            self.parts
                .iter()
                .enumerate()
                .flat_map(|(p, part)| part.carriers().enumerate().map(move |(n, carrier)| (At::Part(p, n), carrier))),
        )
    }
    /// The carrier at a place.
    pub fn carrier(&self, at: At) -> Option<&Carrier> {
        match at {
            At::Message(n) => self.carriers.get(n),
            At::Part(p, n) => self.parts.get(p)?.carriers().nth(n),
        }
    }
    /// True where the carrier at a place is thinking, and not a signature on something else.
    pub(crate) fn is_thought(&self, at: At) -> bool {
        match at {
            At::Message(_) => true,
            At::Part(part, _) => matches!(self.parts.get(part), Some(Part::Reasoning(_))),
        }
    }
    /// Says under which prefix the thinking of a reply was sealed.
    pub fn bind(&mut self, digest: &PrefixDigest) {
        let blocks = self.parts.iter_mut().filter_map(|part| match part {
            Part::Reasoning(carrier) => Some(carrier),
            _ => None,
        });
        for carrier in self.carriers.iter_mut().chain(blocks).filter(|carrier| carrier.sealed) {
            carrier.minted_under = Some(digest.clone());
        }
    }
    /// How `key` was present, where that is a fact of its own.
    pub fn presence(&self, key: &str) -> Option<Presence> {
        self.presence.iter().find(|(name, _)| name == key).map(|(_, presence)| *presence)
    }
    /// The readable reasoning of the turn for display: one text, blocks joined by a blank line. Where no carrier has any, what the host
    /// left between tags at the start of its answer; it stays there.
    pub fn reasoning(&self) -> Option<String> {
        let mut text = LiteralBuf::default();
        for at in crate::plan::voice(self, None) {
            if let Some(carrier) = self.carrier(at) {
                if matches!(at, At::Part(..)) && !text.is_empty() {
                    text.push_text("\n\n");
                }
                carrier.literals(|inner| text.push_inner(inner));
            }
        }
        if text.is_empty() && self.role == Role::Assistant {
            return crate::think::split(&self.text()).0.map(Into::into);
        }
        (!text.is_empty()).then(|| text.finish().decode().into_owned())
    }
    /// The visible text of the turn for display.
    pub fn text(&self) -> String {
        let mut text = LiteralBuf::default();
        for part in self.parts.iter().filter_map(Part::visible) {
            text.push_inner(part.text.inner());
        }
        text.finish().decode().into_owned()
    }
    /// True where a part is half: parts come one after the other, so that it is the last of a reply that broke off.
    pub fn breaks_off_in(&self, part: usize) -> bool {
        part + 1 == self.parts.len() && self.ending.as_ref().is_some_and(Ending::is_cut)
    }
    /// The calls of the turn.
    pub fn calls(&self) -> impl Iterator<Item = &crate::ToolCall> {
        self.parts.iter().filter_map(|part| if let Part::Call(call) = part { Some(call) } else { None })
    }
}

/// A conversation: turns in order, shared and never changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    turns: Vec<Arc<Turn>>,
}

impl History {
    /// An empty conversation.
    pub fn new() -> Self {
        Self::default()
    }
    /// Appends a turn.
    pub fn push(&mut self, turn: impl Into<Arc<Turn>>) {
        self.turns.push(turn.into());
    }
    /// The turns.
    pub fn turns(&self) -> &[Arc<Turn>] {
        &self.turns
    }
    /// A branch: the same turns up to `end`, shared.
    pub fn branch(&self, end: usize) -> Self {
        Self { turns: self.turns.iter().take(end).cloned().collect() }
    }
}

impl<T: Into<Arc<Turn>>> FromIterator<T> for History {
    fn from_iter<I: IntoIterator<Item = T>>(turns: I) -> Self {
        Self { turns: turns.into_iter().map(Into::into).collect() }
    }
}
impl<T: Into<Arc<Turn>>> Extend<T> for History {
    fn extend<I: IntoIterator<Item = T>>(&mut self, turns: I) {
        self.turns.extend(turns.into_iter().map(Into::into));
    }
}

//! What stands before a block: instructions, tools, and everything that was said. It is the same on every wire that the model is
//! spoken to: markers for a cache, the order of members and the spelling of a text do not count. Blocks that the model was not
//! shown do not count either.

use super::{Block, Shown};
use crate::provider::Body;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Everything up to a place in a conversation.
#[derive(Clone)]
pub(super) struct Prefix {
    all: Sha256,
    speaks: String,
}

impl Prefix {
    /// What stands before the first message.
    pub(super) fn new(body: &Body) -> Self {
        let mut prefix = Self { all: Sha256::new(), speaks: String::new() };
        let system = match body.get("system") {
            Some(Value::String(text)) if text.is_empty() => Vec::new(),
            Some(Value::String(text)) => vec![text.as_str()],
            list => list
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(|part| part.get("text")?.as_str())
                .collect(),
        };
        prefix.take(&[&["system"], system.as_slice()].concat());
        for tool in body.get("tools").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object) {
            prefix.take(&["tool", &plain(tool)]);
        }
        prefix
    }

    /// It, in letters.
    pub(super) fn digest(&self) -> String {
        self.all.clone().finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Somebody speaks. Neighbours of one role are one message:
    /// <https://platform.claude.com/docs/en/api/messages/create>.
    pub(super) fn open(&mut self, role: &str) {
        if self.speaks != role {
            role.clone_into(&mut self.speaks);
            self.take(&["message", role]);
        }
    }

    /// One more block.
    pub(super) fn add(&mut self, block: &Block<'_>) {
        match block.tag {
            "text" => self.take(&["text", block.text()]),
            "thinking" => self.take(&["thought", block.member("signature")]),
            "redacted_thinking" => self.take(&["thought", block.member("data")]),
            "tool_use" => self.call(block.member("id"), block.member("name"), &of(block.members.get("input"))),
            "tool_result" => {
                let failed = block.members.get("is_error") == Some(&Value::Bool(true));
                self.take(&["result", block.member("tool_use_id"), if failed { "failed" } else { "" }]);
                match block.members.get("content") {
                    Some(Value::String(text)) => self.take(&["text", text]),
                    list => Block::list(list).iter().for_each(|part| self.add(part)),
                }
                self.take(&["end"]);
            }
            tag => self.take(&[tag, &plain(block.members)]),
        }
    }

    /// A block that the model says itself.
    pub(super) fn say(&mut self, block: &Shown) {
        match block {
            Shown::Thinking { signature, .. } => self.take(&["thought", signature.as_deref().unwrap_or_default()]),
            Shown::Redacted { data } => self.take(&["thought", data]),
            Shown::Text(text) => self.take(&["text", text]),
            Shown::Call { id, name, input } => self.call(id, name, input),
        }
    }

    fn call(&mut self, id: &str, name: &str, input: &str) {
        self.take(&["call", id, name, input]);
    }

    /// Each with its length, so that nothing moves from one to the next.
    fn take(&mut self, parts: &[&str]) {
        for part in parts {
            self.all.update(part.len().to_le_bytes());
            self.all.update(part);
        }
    }
}

/// Members that mean something, sorted.
fn plain(members: &Body) -> String {
    let idle = |name: &str, value: &Value| name == "cache_control" || (name == "type" && value == "custom");
    let kept = members.iter().filter(|(name, value)| !idle(name, value));
    let kept: Body = kept.map(|(name, value)| (name.clone(), value.clone())).collect();
    of(Some(&Value::Object(kept)))
}

fn of(value: Option<&Value>) -> String {
    value.map(Value::to_string).unwrap_or_default()
}

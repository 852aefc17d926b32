//! A message in a form that all wires share: what is said, and whatever stands beside it.
//!
//! It reads the JSON itself and must never use an adapter, so that it cannot share an adapter's mistake.
use crate::{
    converse, parts,
    table::BLOCKS,
    tree::{Tree, Units},
};

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Message {
    /// Who speaks.
    pub(crate) role: String,
    /// Text, calls and results in order. Text that is split is joined; nothing, `null`, `""` and `[]` are all nothing.
    pub(crate) said: Vec<Said>,
    /// Every other member, and every reasoning block.
    pub(crate) beside: Vec<Member>,
}

/// A piece of what is said.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Said {
    /// Visible text.
    Text(Units),
    /// A call of a tool.
    Call {
        /// Its id.
        id: Tree,
        /// The tool.
        name: Tree,
        /// The arguments as they came.
        arguments: Tree,
    },
    /// What a tool answered.
    Result {
        /// The call.
        call: Tree,
        /// Its content.
        content: Vec<Said>,
    },
    /// A block of another kind, such as an image.
    Block(Tree),
}

/// Something that stands beside what is said: here are the carriers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Member {
    /// Where.
    pub(crate) at: At,
    /// Its key, or the type of a block.
    pub(crate) key: String,
    /// What it holds.
    pub(crate) value: Tree,
}

/// A place in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    /// A member of the message.
    Message,
    /// A block of its own, before this piece, or inside it behind so many units of its text.
    Block(usize, usize),
    /// A member of this piece.
    Piece(usize),
}

/// The messages of a request.
pub(crate) fn messages(body: &Tree) -> Vec<Message> {
    match body.get("contents") {
        Some(Tree::List(contents)) => contents.iter().map(parts::message).collect(),
        Some(content) => vec![parts::message(content)],
        None => body.get("messages").map(Tree::elements).unwrap_or_default().iter().map(Message::read).collect(),
    }
}

impl Message {
    /// Reads one message of either wire.
    pub(crate) fn read(tree: &Tree) -> Self {
        let role = tree.get("role").map(Tree::word).unwrap_or_default();
        let mut message = Self { role, said: vec![], beside: vec![] };
        let mut content = vec![];
        if message.role == "tool" {
            if let Some(tree) = tree.get("content") {
                content = answer(tree);
            }
            let call = id(tree.get("tool_call_id"));
            message.said.push(Said::Result { call, content });
        } else if let Some(tree) = tree.get("content") {
            message.content(tree);
        }
        for (key, value) in tree.members() {
            match key.as_str() {
                "role" | "content" => {}
                "tool_call_id" if message.role == "tool" => {}
                "tool_calls" => value.elements().iter().for_each(|call| message.call(call)),
                _ => message.beside.push(Member { at: At::Message, key: key.clone(), value: value.clone() }),
            }
        }
        message
    }
    /// What it says in text.
    pub(crate) fn text(&self) -> Units {
        let mut all = Units::default();
        for piece in &self.said {
            if let Said::Text(text) = piece {
                all.push(text);
            }
        }
        all
    }
    /// Its reasoning blocks in order.
    pub(crate) fn blocks(&self) -> Vec<&Member> {
        self.beside.iter().filter(|member| matches!(member.at, At::Block(..))).collect()
    }

    fn content(&mut self, tree: &Tree) {
        match tree {
            Tree::Text(text) => self.say(text),
            Tree::List(blocks) => blocks.iter().for_each(|block| self.block(block)),
            _ if tree.is_empty() => {}
            other => self.said.push(Said::Block(other.clone())),
        }
    }
    /// Adds visible text.
    pub(crate) fn say(&mut self, text: &Units) {
        match self.said.last_mut() {
            _ if text.is_empty() => {}
            Some(Said::Text(before)) => before.push(text),
            _ => self.said.push(Said::Text(text.clone())),
        }
    }
    /// Adds a reasoning block, behind what is said so far.
    pub(crate) fn think(&mut self, block: Tree) {
        let at = match self.said.last() {
            Some(Said::Text(text)) => At::Block(self.said.len() - 1, text.len()),
            _ => At::Block(self.said.len(), 0),
        };
        let key = block.get("type").map(Tree::word).unwrap_or_default();
        self.beside.push(Member { at, key, value: block });
    }
    fn block(&mut self, block: &Tree) {
        let kind = block.get("type").map(Tree::word).unwrap_or_default();
        let member = |key: &str| block.get(key).cloned().unwrap_or_default();
        let known: &[&str] = match (kind.as_str(), block) {
            (_, Tree::Text(text)) => return self.say(text),
            _ if converse::add(self, block) => return,
            (kind, _) if BLOCKS.contains(&kind) => return self.think(block.clone()),
            ("text", _) => {
                self.say(block.get("text").and_then(Tree::units).unwrap_or(&Units::default()));
                &["type", "text"]
            }
            ("tool_use", _) => {
                self.said.push(Said::Call {
                    id: id(block.get("id")),
                    name: member("name"),
                    arguments: member("input"),
                });
                &["type", "id", "name", "input"]
            }
            ("tool_result", _) => {
                let content = block.get("content").map(answer).unwrap_or_default();
                self.said.push(Said::Result { call: id(block.get("tool_use_id")), content });
                &["type", "tool_use_id", "content"]
            }
            _ => {
                self.said.push(Said::Block(block.clone()));
                return;
            }
        };
        self.rest(block, known);
    }
    fn call(&mut self, call: &Tree) {
        let Some(function) = call.get("function") else { return self.said.push(Said::Block(call.clone())) };
        let member = |tree: &Tree, key: &str| tree.get(key).cloned().unwrap_or_default();
        let (name, arguments) = (member(function, "name"), member(function, "arguments"));
        self.said.push(Said::Call { id: id(call.get("id")), name, arguments });
        // A call's place in its list is said by the list.
        self.rest(call, &["type", "id", "index", "function"]);
        self.rest(function, &["name", "arguments"]);
    }
    /// Goes on with what another message says.
    pub(crate) fn follow(&mut self, next: Self) {
        for piece in next.said {
            match piece {
                Said::Text(text) => self.say(&text),
                other => self.said.push(other),
            }
        }
        self.beside.extend(next.beside);
    }
    /// The members of a piece that nobody knows.
    pub(crate) fn rest(&mut self, tree: &Tree, known: &[&str]) {
        let at = At::Piece(self.said.len().saturating_sub(1));
        let unknown = tree.members().iter().filter(|(key, _)| !known.contains(&key.as_str()));
        self.beside.extend(unknown.map(|(key, value)| Member { at, key: key.clone(), value: value.clone() }));
    }
}

/// The id of a call. `""`, `null` and none are all none.
pub(crate) fn id(tree: Option<&Tree>) -> Tree {
    tree.filter(|tree| !tree.is_empty()).cloned().unwrap_or_default()
}

/// The content of a tool's answer.
fn answer(tree: &Tree) -> Vec<Said> {
    let mut inner = Message { role: String::new(), said: vec![], beside: vec![] };
    inner.content(tree);
    inner.said
}

impl Said {
    /// True where both say the same: arguments also where they are equal as JSON.
    pub(crate) fn says(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Call { id, name, arguments }, Self::Call { id: id2, name: name2, arguments: arguments2 }) => {
                id == id2 && name == name2 && (arguments == arguments2 || same_json(arguments, arguments2))
            }
            _ => self == other,
        }
    }
    /// The same without the id of the call.
    pub(crate) fn without_id(&self) -> Self {
        match self.clone() {
            Self::Call { name, arguments, .. } => Self::Call { id: Tree::default(), name, arguments },
            Self::Result { content, .. } => Self::Result { call: Tree::default(), content },
            other => other,
        }
    }
    /// True for a call whose arguments never became JSON.
    pub(crate) fn is_unfinished(&self) -> bool {
        matches!(self, Self::Call { arguments, .. } if decoded(arguments).is_none())
    }
}

fn same_json(a: &Tree, b: &Tree) -> bool {
    matches!((decoded(a), decoded(b)), (Some(a), Some(b)) if a == b)
}

/// Arguments as JSON; none where the model broke off or wrote something else.
fn decoded(arguments: &Tree) -> Option<Tree> {
    match arguments {
        Tree::Text(text) => Tree::parse(&text.to_string()).ok(),
        other => Some(other.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> Message {
        Message::read(&Tree::parse(text).unwrap())
    }
    #[test]
    fn one_text_in_any_form_is_the_same() {
        let list = r#"{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#;
        assert_eq!(message(r#"{"role":"user","content":"ab"}"#), message(list));
        for nothing in [r#""content":null"#, r#""content":"""#, r#""content":[]"#, r#""x":1"#] {
            assert_eq!(message(&format!(r#"{{"role":"user",{nothing}}}"#)).said, []);
        }
    }
    #[test]
    fn calls_of_both_wires_are_calls() {
        let chat = message(
            r#"{"role":"assistant","tool_calls":[{"id":"c","index":0,"type":"function",
            "function":{"name":"f","arguments":"{\"b\":1, \"a\":2}"},"extra_content":{"s":1}}]}"#,
        );
        let blocks = message(
            r#"{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":{"a":2,"b":1}}]}"#,
        );
        assert!(chat.said[0].says(&blocks.said[0]));
        assert_eq!(
            (chat.beside.len(), chat.beside[0].key.as_str(), chat.beside[0].at),
            (1, "extra_content", At::Piece(0))
        );
    }
    #[test]
    fn a_reasoning_block_knows_its_place() {
        let at = |text: &str| message(text).blocks().iter().map(|block| block.at).collect::<Vec<_>>();
        let thought = r#"{"type":"thinking","thinking":"t"}"#;
        let (text, call) = (r#"{"type":"text","text":"ab"}"#, r#"{"type":"tool_use","id":"c","name":"f","input":{}}"#);
        let content = |blocks: &[&str]| format!(r#"{{"role":"assistant","content":[{}]}}"#, blocks.join(","));
        assert_eq!(at(&content(&[thought, text, call])), [At::Block(0, 0)]);
        assert_eq!(at(&content(&[text, thought, text])), [At::Block(0, 2)]);
        assert_eq!(at(&content(&[text, call, thought])), [At::Block(2, 0)]);
    }
}

//! The blocks of Bedrock's Converse as pieces of a message; reasoning in the shape of Anthropic's blocks, as turns keep it.
//!
//! It reads the JSON itself and must never use an adapter, so that it cannot share an adapter's mistake.
use crate::{
    exchange::Stream,
    message::{Message, Said, id},
    tree::{Tree, Units},
};
use base64::{Engine, engine::general_purpose::STANDARD};

/// The names of events, under which a recorder may have wrapped their payloads.
const EVENTS: &[&str] =
    &["messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop", "metadata"];

/// The member by which a block of this wire is known; other wires' blocks say a `type`.
fn kind(block: &Tree) -> Option<(&str, &Tree)> {
    const KINDS: &[&str] = &["text", "toolUse", "toolResult", "reasoningContent", "json"];
    let (name, value) = block.members().first().filter(|_| block.get("type").is_none())?;
    (KINDS.contains(&name.as_str()) && block.members().len() == 1).then_some((name.as_str(), value))
}

/// Adds a block to a message; false where it is no block of this wire.
pub(crate) fn add(message: &mut Message, block: &Tree) -> bool {
    let Some((name, value)) = kind(block) else { return false };
    let member = |key: &str| value.get(key).cloned().unwrap_or_default();
    match name {
        "text" => message.say(value.units().unwrap_or(&Units::default())),
        "toolUse" => {
            message.said.push(Said::Call {
                id: id(value.get("toolUseId")),
                name: member("name"),
                arguments: member("input"),
            });
            message.rest(value, &["toolUseId", "name", "input"]);
        }
        "toolResult" => {
            let mut inner = Message { role: String::new(), said: vec![], beside: vec![] };
            for block in value.get("content").map(Tree::elements).unwrap_or_default() {
                if !add(&mut inner, block) {
                    inner.said.push(Said::Block(block.clone()));
                }
            }
            message.said.push(Said::Result { call: id(value.get("toolUseId")), content: inner.said });
            message.rest(value, &["toolUseId", "content"]);
        }
        "reasoningContent" => thoughts(value).into_iter().for_each(|thought| message.think(thought)),
        _ => message.said.push(Said::Block(block.clone())),
    }
    true
}

/// What is thought, as blocks of Anthropic's.
fn thoughts(reasoning: &Tree) -> Vec<Tree> {
    let object = |kind: &str, rest: Vec<(&str, Tree)>| {
        let own = [("type", Tree::text(kind))].into_iter().chain(rest);
        Tree::Object(own.map(|(key, value)| (key.to_owned(), value)).collect())
    };
    let thought = |text: &Tree| {
        let signature = text.get("signature").map(|signature| ("signature", signature.clone()));
        let thinking = ("thinking", text.get("text").cloned().unwrap_or_else(|| Tree::text("")));
        object("thinking", [thinking].into_iter().chain(signature).collect())
    };
    let readable = reasoning.get("reasoningText").map(thought);
    let sealed = reasoning.get("redactedContent").map(|data| object("redacted_thinking", vec![("data", blob(data))]));
    readable.into_iter().chain(sealed).collect()
}

/// Bytes that are themselves a text in base64 are that text: so Claude's are at every other door.
fn blob(data: &Tree) -> Tree {
    let bytes = STANDARD.decode(data.word()).ok();
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    text.filter(|text| text.len() > 16 && STANDARD.decode(text).is_ok())
        .map_or_else(|| data.clone(), |text| Tree::text(&text))
}

/// The message of a streamed reply: pieces by the index of their block, put together as a whole reply has them.
pub(crate) fn reply(stream: &Stream) -> Option<Message> {
    let mut blocks: Vec<(String, Block)> = vec![];
    let mut any = false;
    for (n, event) in stream.events.iter().enumerate() {
        let (name, event) = named(stream, n, event);
        let Ok(event) = Tree::parse(event) else { continue };
        any |= EVENTS.contains(&name.as_str());
        let index = event.get("contentBlockIndex").map(Tree::to_string).unwrap_or_default();
        let Some(piece) = event.get("start").or_else(|| event.get("delta")) else { continue };
        let at = blocks.iter().position(|(known, _)| *known == index).unwrap_or(blocks.len());
        if at == blocks.len() {
            blocks.push((index, Block::default()));
        }
        if let Some((_, block)) = blocks.get_mut(at) {
            block.grow(piece);
        }
    }
    let mut message = Message { role: "assistant".to_owned(), said: vec![], beside: vec![] };
    for (_, block) in blocks {
        block.trees().iter().for_each(|block| {
            add(&mut message, block);
        });
    }
    any.then_some(message)
}

/// The n-th event with its name: that of its frame, or of its only member.
pub(crate) fn named<'a>(stream: &Stream, n: usize, event: &'a str) -> (String, &'a str) {
    if let Some(name) = stream.event_names.as_ref().and_then(|names| names.get(n)?.clone()) {
        return (name, event);
    }
    let within = |name: &&&str| throughline::json::member(event, name).is_some();
    match EVENTS.iter().find(within) {
        Some(name) => {
            let payload = throughline::json::member(event, name).map_or(event, |payload| payload.get());
            ((*name).to_owned(), payload)
        }
        None => (String::new(), event),
    }
}

/// The strings of a block so far, each by the members that lead to it.
#[derive(Default)]
struct Block {
    strings: Vec<(Vec<String>, Units)>,
}

impl Block {
    fn grow(&mut self, piece: &Tree) {
        let mut found = vec![];
        paths(piece, &mut vec![], &mut found);
        for (path, text) in found {
            match self.strings.iter_mut().find(|(known, _)| *known == path) {
                Some((_, all)) => all.push(&text),
                None => self.strings.push((path, text)),
            }
        }
    }
    fn trees(&self) -> Vec<Tree> {
        let text = |path: &[&str]| {
            let found = self.strings.iter().find(|(known, _)| known == path);
            found.map(|(_, text)| Tree::Text(text.clone()))
        };
        let object = |members: Vec<(&str, Option<Tree>)>| {
            let there = members.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
            Tree::Object(there.collect())
        };
        let one = |key: &str, value: Tree| Tree::Object(vec![(key.to_owned(), value)]);
        let thinks = |key| text(&["reasoningContent", key]);
        let thought = thinks("text").or_else(|| thinks("signature")).map(|_| {
            let inner = object(vec![("text", thinks("text")), ("signature", thinks("signature"))]);
            one("reasoningContent", one("reasoningText", inner))
        });
        let sealed = thinks("redactedContent").map(|data| one("reasoningContent", one("redactedContent", data)));
        let call = text(&["toolUse", "name"]).map(|name| {
            let input = text(&["toolUse", "input"]).map(|input| input.word());
            let input = input.filter(|input| !input.is_empty()).unwrap_or_else(|| "{}".to_owned());
            let input = Tree::parse(&input).unwrap_or_default();
            let all =
                vec![("toolUseId", text(&["toolUse", "toolUseId"])), ("name", Some(name)), ("input", Some(input))];
            one("toolUse", object(all))
        });
        let said = text(&["text"]).map(|said| one("text", said));
        said.into_iter().chain(thought).chain(sealed).chain(call).collect()
    }
}

fn paths(tree: &Tree, path: &mut Vec<String>, found: &mut Vec<(Vec<String>, Units)>) {
    for (key, value) in tree.members() {
        path.push(key.clone());
        if let Tree::Text(text) = value {
            found.push((path.clone(), text.clone()));
        }
        paths(value, path, found);
        path.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> Message {
        Message::read(&Tree::parse(text).unwrap())
    }
    #[test]
    fn blocks_of_both_wires_say_the_same() {
        let converse = r#"{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"t","signature":"s"}}},
            {"text":"a"},{"toolUse":{"toolUseId":"c","name":"f","input":{"x":1}}}]}"#;
        let messages = r#"{"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"s"},
            {"type":"text","text":"a"},{"type":"tool_use","id":"c","name":"f","input":{"x":1}}]}"#;
        assert_eq!(message(converse), message(messages));
    }
    #[test]
    fn a_stream_is_the_message_of_the_whole_reply() {
        let stream: Stream = serde_json::from_str(
            r#"{"events":["{\"contentBlockDelta\":{\"contentBlockIndex\":0,\"delta\":{\"reasoningContent\":{\"text\":\"a\"}}}}",
            "{\"contentBlockIndex\":0,\"delta\":{\"reasoningContent\":{\"text\":\"b\"}}}",
            "{\"contentBlockIndex\":0,\"delta\":{\"reasoningContent\":{\"signature\":\"s\"}}}",
            "{\"contentBlockIndex\":1,\"start\":{\"toolUse\":{\"toolUseId\":\"c\",\"name\":\"f\"}}}"],
            "event_names":[null,"contentBlockDelta","contentBlockDelta","contentBlockStart"]}"#,
        )
        .unwrap();
        let whole = r#"{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"signature":"s","text":"ab"}}},
            {"toolUse":{"toolUseId":"c","name":"f","input":{}}}]}"#;
        assert_eq!(reply(&stream), Some(message(whole)));
    }
    #[test]
    fn claudes_seal_is_the_text_that_it_is_elsewhere() {
        let seal = |data: &str| blob(&Tree::text(data)).word();
        assert_eq!(seal(&STANDARD.encode("EmwKAhgBEgy3va3pzix/")), "EmwKAhgBEgy3va3pzix/");
        assert_eq!(seal("AAECA/8EBQYH"), "AAECA/8EBQYH");
    }
}

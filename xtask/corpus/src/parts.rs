//! The contents of Gemini's own wire as messages. Members in snake case are the ones in camel case, as the service reads them.
//!
//! It reads the JSON itself and must never use an adapter, so that it cannot share an adapter's mistake.
use crate::{
    message::{At, Member, Message, Said, id},
    table::STAND_INS,
    tree::{Tree, Units},
};

/// The member that signs a part.
pub(crate) const SIGNATURE: &str = "thoughtSignature";
/// What a part that is a thought is called.
pub(crate) const THOUGHT: &str = "thought_part";
/// Members whose inside belongs to a tool.
const FREE: &[&str] = &["args", "response"];

/// A content as a message.
pub(crate) fn message(content: &Tree) -> Message {
    let role = match content.get("role").map(Tree::word).as_deref() {
        Some("model") => "assistant",
        // A person and a tool speak as one on this wire.
        _ => "user",
    };
    let mut message = Message { role: role.to_owned(), said: vec![], beside: vec![] };
    let parts = content.get("parts");
    let one = parts.filter(|parts| !parts.members().is_empty());
    one.into_iter().chain(parts.map(Tree::elements).unwrap_or_default()).for_each(|part| add(&mut message, part));
    let rest = content.members().iter().filter(|(key, _)| key != "role" && key != "parts");
    message.beside.extend(rest.map(|(key, value)| Member { at: At::Message, key: key.clone(), value: value.clone() }));
    message
}

/// The parts of a reply, whole or streamed, as one message.
pub(crate) fn reply<'a>(events: impl Iterator<Item = &'a Tree>) -> Option<Message> {
    let first = |event: &'a Tree| event.get("candidates").and_then(|all| all.elements().first());
    let mut found = None;
    for candidate in events.filter_map(first) {
        let message =
            found.get_or_insert_with(|| Message { role: "assistant".to_owned(), said: vec![], beside: vec![] });
        let parts = candidate.get("content").and_then(|content| content.get("parts"));
        parts.map(Tree::elements).unwrap_or_default().iter().for_each(|part| add(message, part));
    }
    found
}

/// What a block is called that has no `type`.
pub(crate) fn kind(block: &Tree) -> &'static str {
    match block.get("thought") {
        Some(_) => THOUGHT,
        None if block.get(SIGNATURE).is_some() => SIGNATURE,
        None => "",
    }
}

/// A signed thought as the thought and its signature.
pub(crate) fn parted(block: &Tree) -> Option<(Tree, Tree)> {
    let signature = block.get("thought").and(block.get(SIGNATURE))?;
    let rest = block.members().iter().filter(|(key, _)| key != SIGNATURE).cloned().collect();
    Some((Tree::Object(rest), Tree::Object(vec![(SIGNATURE.to_owned(), signature.clone())])))
}

/// True for a signature that only stands in for one.
pub(crate) fn stands_in(block: &Tree) -> bool {
    let word = |signature: &Tree| STAND_INS.contains(&signature.word().as_str());
    block.members().len() == 1 && block.get(SIGNATURE).is_some_and(word)
}

fn add(message: &mut Message, part: &Tree) {
    let part = camel(part);
    let thought = part.get("thought").is_some_and(|thought| thought.to_string() == "true");
    if thought && part.get("functionCall").is_none() {
        let at = place(message);
        return message.beside.push(Member { at, key: THOUGHT.to_owned(), value: part });
    }
    let member = |tree: &Tree, key: &str| tree.get(key).cloned().unwrap_or_default();
    let (mut known, mut inner) = (vec![SIGNATURE], None);
    match (part.get("text"), part.get("functionCall"), part.get("functionResponse")) {
        (Some(text), ..) => {
            known.push("text");
            message.say(text.units().unwrap_or(&Units::default()));
        }
        (_, Some(call), _) => {
            known.push("functionCall");
            inner = Some((call, ["id", "name", "args"].as_slice()));
            let arguments = call.get("args").cloned().unwrap_or(Tree::Object(vec![]));
            message.said.push(Said::Call { id: id(call.get("id")), name: member(call, "name"), arguments });
        }
        (.., Some(answer)) => {
            known.push("functionResponse");
            let all = answer.members().iter().filter(|(key, _)| key != "id");
            let content = vec![Said::Block(Tree::Object(all.cloned().collect()))];
            message.said.push(Said::Result { call: id(answer.get("id")), content });
        }
        _ => {
            let all: Vec<_> = part.members().iter().filter(|(key, _)| key != SIGNATURE).cloned().collect();
            known.extend(part.members().iter().map(|(key, _)| key.as_str()));
            message.said.push(Said::Block(Tree::Object(all)));
        }
    }
    if let Some((call, known)) = inner {
        message.rest(call, known);
    }
    message.rest(&part, &known);
    if let Some(signature) = part.get(SIGNATURE).filter(|signature| !signature.is_empty()) {
        let value = Tree::Object(vec![(SIGNATURE.to_owned(), signature.clone())]);
        let at = place(message);
        message.beside.push(Member { at, key: SIGNATURE.to_owned(), value });
    }
}

/// Behind what is said so far.
fn place(message: &Message) -> At {
    match message.said.last() {
        Some(Said::Text(text)) => At::Block(message.said.len() - 1, text.len()),
        _ => At::Block(message.said.len(), 0),
    }
}

/// The same with the names of members in camel case, but for what is a tool's.
pub(crate) fn camel(tree: &Tree) -> Tree {
    match tree {
        Tree::List(all) => Tree::List(all.iter().map(camel).collect()),
        Tree::Object(all) => {
            let member = |(key, value): &(String, Tree)| {
                let name = spelled(key);
                let value = if FREE.contains(&name.as_str()) { value.clone() } else { camel(value) };
                (name, value)
            };
            Tree::Object(all.iter().map(member).collect())
        }
        other => other.clone(),
    }
}

/// A name in camel case.
pub(crate) fn spelled(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |mut name, word| {
        let mut letters = word.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name.push_str(letters.as_str());
        name
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content: &str) -> Message {
        message(&Tree::parse(content).unwrap())
    }
    #[test]
    fn both_spellings_are_one() {
        let camel =
            r#"{"role":"model","parts":[{"functionCall":{"name":"f","args":{"a_b":1}},"thoughtSignature":"s"}]}"#;
        let snake =
            r#"{"role":"model","parts":[{"thought_signature":"s","function_call":{"args":{"a_b":1},"name":"f"}}]}"#;
        assert_eq!(read(camel), read(snake));
        assert_ne!(read(camel), read(&camel.replace("a_b", "aB")));
    }
    #[test]
    fn a_signature_knows_its_place() {
        let places = |parts: &str| {
            let message = read(&format!(r#"{{"role":"model","parts":[{parts}]}}"#));
            message.blocks().iter().map(|block| (block.key.clone(), block.at)).collect::<Vec<_>>()
        };
        let signed = |at| vec![(SIGNATURE.to_owned(), at)];
        assert_eq!(places(r#"{"text":"ab"},{"text":"","thoughtSignature":"s"}"#), signed(At::Block(0, 2)));
        assert_eq!(places(r#"{"text":"ab","thoughtSignature":"s"},{"text":"c"}"#), signed(At::Block(0, 2)));
        assert_eq!(places(r#"{"functionCall":{"name":"f"},"thoughtSignature":"s"}"#), signed(At::Block(1, 0)));
        let thought = places(r#"{"text":"hm","thought":true,"thoughtSignature":"s"},{"text":"c"}"#);
        assert_eq!(thought, [(THOUGHT.to_owned(), At::Block(0, 0))]);
    }
}

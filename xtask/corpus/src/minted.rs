//! What a provider minted in one reply, read from the recording alone: the measure that captures and replays are held to.
//!
//! It must never use an adapter, so that it cannot share an adapter's mistake.
use crate::{
    converse,
    exchange::{Exchange, bytes},
    message::{At, Message, Said, id},
    parts,
    table::{CARRIERS, LABELS, READABLE},
    tree::{Tree, Units},
};

/// The strings of a reply that are not what it says, and what it says.
#[derive(Debug, Default)]
pub(crate) struct Minted {
    /// The visible text.
    pub(crate) text: Units,
    /// The calls.
    pub(crate) calls: Vec<Said>,
    /// Strings and other leaves with the name of the member that each stands in; those of a stream also joined in every way that
    /// one could join them.
    leaves: Vec<(String, Tree)>,
    /// The blocks of a whole reply, each with its place.
    blocks: Vec<(At, Tree)>,
    /// Strings that must be in the captured turn, each as the pieces in which it came.
    pub(crate) strings: Vec<(String, Vec<Units>)>,
}

impl Minted {
    /// Reads the reply of an exchange; none where there is no message in it.
    pub(crate) fn read(exchange: &Exchange) -> Option<Self> {
        let mut minted = Self::default();
        match (&exchange.response.stream, exchange.response.body.as_deref().and_then(bytes)) {
            (Some(stream), _) => {
                let mut join = Joined::default();
                let events: Vec<Tree> = stream.events.iter().filter_map(|event| Tree::parse(event).ok()).collect();
                if let Some(message) = parts::reply(events.iter()) {
                    minted.message(&message);
                    return Some(minted);
                }
                if let Some(message) = converse::reply(stream) {
                    minted.message(&message);
                    return Some(minted);
                }
                events.iter().for_each(|event| join.event(event, &mut minted));
                join.finish(&mut minted);
                join.any.then_some(minted)
            }
            (None, Some(body)) => {
                let body = Tree::parse(&String::from_utf8_lossy(&body)).ok()?;
                let events = if body.elements().is_empty() { std::slice::from_ref(&body) } else { body.elements() };
                if let Some(message) = parts::reply(events.iter()) {
                    minted.message(&message);
                    return Some(minted);
                }
                let choice = body.get("choices").and_then(|choices| choices.elements().first()?.get("message"));
                let output = || body.get("output").and_then(|output| output.get("message"));
                let message = choice.or_else(output).or_else(|| body.get("content").map(|_| &body))?;
                minted.message(&Message::read(message));
                Some(minted)
            }
            (None, None) => None,
        }
    }
    /// True where the provider minted this value in a member of this name.
    pub(crate) fn holds(&self, key: &str, value: &Tree) -> bool {
        self.leaves.iter().any(|(name, leaf)| name == key && leaf == value)
    }
    /// True where the provider had this block at this place.
    pub(crate) fn has_at(&self, at: At, block: &Tree) -> bool {
        self.blocks.iter().any(|own| *own == (at, block.clone()))
    }
    /// True where the provider had this block at some place.
    pub(crate) fn has(&self, block: &Tree) -> bool {
        self.blocks.iter().any(|(_, own)| own == block)
    }
    /// True where the provider minted this text as readable reasoning, whatever its key.
    pub(crate) fn reads(&self, text: &Tree) -> bool {
        READABLE.iter().any(|key| self.holds(key, text))
    }
    /// The strings that the provider minted in members of this name.
    pub(crate) fn under<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a Units> {
        self.leaves.iter().filter(move |(name, _)| name == key).filter_map(|(_, leaf)| leaf.units())
    }
    /// True where any leaf of `value` that is more than a label was minted.
    pub(crate) fn touches(&self, key: &str, value: &Tree) -> bool {
        let mut any = false;
        value.leaves(key, &mut |name, leaf| {
            any |= !LABELS.contains(&name) && !leaf.is_empty() && self.holds(name, leaf);
        });
        any
    }

    fn message(&mut self, message: &Message) {
        self.text = message.text();
        self.calls = message.said.iter().filter(|piece| matches!(piece, Said::Call { .. })).cloned().collect();
        self.blocks = message.blocks().iter().map(|block| (block.at, block.value.clone())).collect();
        for member in &message.beside {
            let named = |names: &[&str]| names.contains(&member.key.as_str());
            let carrier =
                named(CARRIERS) || named(&[parts::SIGNATURE, parts::THOUGHT]) || member.value.get("type").is_some();
            member.value.leaves(&member.key, &mut |name, leaf| {
                self.leaves.push((name.to_owned(), leaf.clone()));
                if let Some(text) = leaf.units().filter(|text| carrier && !text.is_empty()) {
                    self.strings.push((name.to_owned(), vec![text.clone()]));
                }
            });
        }
    }
}

/// The pieces of a stream, joined.
#[derive(Default)]
struct Joined {
    any: bool,
    /// Whether calls are blocks, whose arguments begin as an object.
    blocks: bool,
    /// The pieces of each string: by message member or block number, by the labels of an entry, and by the member of it.
    strings: Vec<(Vec<String>, String, Vec<Units>)>,
    calls: Vec<(String, Said)>,
}

impl Joined {
    fn event(&mut self, event: &Tree, minted: &mut Minted) {
        let number = event.get("index").map(Tree::to_string).unwrap_or_default();
        if let Some(choice) = event.get("choices").and_then(|choices| choices.elements().first()) {
            self.any |= choice.get("delta").is_some();
            choice.get("delta").map(Tree::members).unwrap_or_default().iter().for_each(|(key, value)| {
                self.member(key, value, minted);
            });
        } else if let Some(block) = event.get("content_block") {
            self.any = true;
            self.block(&number, block, minted);
        } else if let Some(delta) = event.get("delta") {
            self.delta(&number, delta, minted);
        }
    }
    fn member(&mut self, key: &str, value: &Tree, minted: &mut Minted) {
        match (key, value) {
            ("role", _) => {}
            ("content", Tree::Text(text)) => minted.text.push(text),
            ("content", Tree::List(parts)) => parts.iter().for_each(|part| match part.get("text") {
                Some(Tree::Text(text)) => minted.text.push(text),
                _ => self.entry(key, part, minted),
            }),
            ("tool_calls", calls) => calls.elements().iter().for_each(|call| self.call(call)),
            (_, Tree::Text(text)) => self.push(vec![key.to_owned()], key, text, minted),
            (_, Tree::List(entries)) => entries.iter().for_each(|entry| self.entry(key, entry, minted)),
            _ => value.leaves(key, &mut |name, leaf| minted.leaves.push((name.to_owned(), leaf.clone()))),
        }
    }
    /// An entry, sorted by its labels: providers number and name them in different ways.
    fn entry(&mut self, key: &str, entry: &Tree, minted: &mut Minted) {
        let label = |name: &str| entry.get(name).map(Tree::to_string).unwrap_or_default();
        let place = vec![key.to_owned(), label("type"), label("index")];
        entry.leaves(key, &mut |name, leaf| match leaf {
            Tree::Text(text) if !LABELS.contains(&name) => self.push(place.clone(), name, text, minted),
            _ => minted.leaves.push((name.to_owned(), leaf.clone())),
        });
    }
    fn block(&mut self, number: &str, block: &Tree, minted: &mut Minted) {
        let member = |key: &str| block.get(key).cloned().unwrap_or_default();
        match block.get("type").map(Tree::word).as_deref() {
            Some("text") => minted.text.push(block.get("text").and_then(Tree::units).unwrap_or(&Units::default())),
            Some("tool_use") => {
                self.blocks = true;
                let arguments = Tree::text("");
                self.calls.push((number.to_owned(), Said::Call { id: member("id"), name: member("name"), arguments }));
            }
            _ => block.leaves("", &mut |name, leaf| match leaf {
                Tree::Text(text) if !LABELS.contains(&name) => self.push(vec![number.to_owned()], name, text, minted),
                _ => minted.leaves.push((name.to_owned(), leaf.clone())),
            }),
        }
    }
    fn delta(&mut self, number: &str, delta: &Tree, minted: &mut Minted) {
        for (key, value) in delta.members() {
            match (key.as_str(), value) {
                ("text", Tree::Text(text)) => minted.text.push(text),
                ("partial_json", Tree::Text(text)) => self.arguments(number, text),
                ("thinking" | "signature" | "data", Tree::Text(text)) => {
                    self.push(vec![number.to_owned()], key, text, minted);
                }
                _ => {}
            }
        }
    }
    fn push(&mut self, place: Vec<String>, key: &str, text: &Units, minted: &mut Minted) {
        minted.leaves.push((key.to_owned(), Tree::Text(text.clone())));
        match self.strings.iter_mut().find(|(old, name, _)| *old == place && name == key) {
            Some((_, _, pieces)) => pieces.push(text.clone()),
            None => self.strings.push((place, key.to_owned(), vec![text.clone()])),
        }
    }
    fn call(&mut self, call: &Tree) {
        let number = call.get("index").map(Tree::to_string).unwrap_or_default();
        let function = |key: &str| call.get("function").and_then(|function| function.get(key)).cloned();
        let fresh = call.get("id").filter(|id| !id.is_empty());
        let old = self.calls.iter().any(|(n, piece)| {
            *n == number && matches!(piece, Said::Call { id, .. } if fresh.is_none_or(|fresh| fresh == id))
        });
        if !old {
            let (id, name) = (id(call.get("id")), function("name").unwrap_or_default());
            self.calls.push((number.clone(), Said::Call { id, name, arguments: Tree::text("") }));
        }
        if let Some(Tree::Text(text)) = function("arguments") {
            self.arguments(&number, &text);
        }
    }
    fn arguments(&mut self, number: &str, more: &Units) {
        let last = self.calls.iter_mut().rfind(|(n, _)| n == number);
        if let Some((_, Said::Call { arguments: Tree::Text(text), .. })) = last {
            text.push(more);
        }
    }
    fn finish(&mut self, minted: &mut Minted) {
        minted.calls = self.calls.drain(..).map(|(_, call)| call).collect();
        for call in minted.calls.iter_mut().filter(|_| self.blocks) {
            if let Said::Call { arguments, .. } = call
                && arguments.is_empty()
            {
                *arguments = Tree::Object(vec![]);
            }
        }
        for (place, key, pieces) in &self.strings {
            minted.leaves.push((key.clone(), Tree::Text(joined(pieces))));
            // However entries are sorted, their text is the same in order.
            let same = self.strings.iter().filter(|(other, name, _)| name == key && other.first() == place.first());
            let all: Vec<Units> = same.flat_map(|(_, _, pieces)| pieces).cloned().collect();
            minted.leaves.push((key.clone(), Tree::Text(joined(&all))));
            let home = place.first().map(String::as_str).unwrap_or_default();
            let carrier = CARRIERS.contains(&home) || home == "content" || home.parse::<u32>().is_ok();
            if carrier && pieces.iter().any(|piece| !piece.is_empty()) {
                minted.strings.push((key.clone(), pieces.clone()));
            }
        }
    }
}

/// Pieces in one.
pub(crate) fn joined(pieces: &[Units]) -> Units {
    let mut all = Units::default();
    pieces.iter().for_each(|piece| all.push(piece));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minted(response: &str) -> Minted {
        let text = format!(r#"{{"id":"x","provider":"p","api":"a","request":{{}},"response":{response}}}"#);
        Minted::read(&serde_json::from_str(&text).unwrap()).unwrap()
    }
    #[test]
    fn a_stream_and_a_whole_reply_mint_the_same() {
        let whole = minted(
            r#"{"body":{"choices":[{"message":{"role":"assistant","content":"hi","reasoning_details":
            [{"type":"reasoning.text","text":"ab","signature":"s","index":0}]}}]}}"#,
        );
        let event = |delta: &str| format!(r#"{{"choices":[{{"delta":{delta}}}]}}"#);
        let events = [
            event(r#"{"reasoning_details":[{"type":"reasoning.text","text":"a","index":0}]}"#),
            event(r#"{"reasoning_details":[{"type":"reasoning.text","text":"b","index":0}]}"#),
            event(r#"{"reasoning_details":[{"type":"reasoning.text","signature":"s","index":0}]}"#),
            event(r#"{"content":"hi"}"#),
        ];
        let stream = minted(&format!(r#"{{"stream":{{"events":{}}}}}"#, serde_json::to_string(&events).unwrap()));
        for reply in [whole, stream] {
            assert_eq!(reply.text, Units::of("hi"));
            for (key, value) in [("text", "ab"), ("signature", "s"), ("type", "reasoning.text")] {
                assert!(reply.holds(key, &Tree::text(value)), "{key}");
            }
            assert!(!reply.holds("signature", &Tree::text("ab")));
            let made_up = Tree::parse(r#"{"type":"reasoning.text","text":"c"}"#).unwrap();
            assert!(!reply.touches("reasoning_details", &made_up));
        }
    }
    #[test]
    fn calls_are_joined_by_their_numbers() {
        let call = |call: &str| format!(r#"{{"choices":[{{"delta":{{"tool_calls":[{call}]}}}}]}}"#);
        let events = [
            call(r#"{"index":0,"id":"a","function":{"name":"f","arguments":""}}"#),
            call(r#"{"index":1,"id":"b","function":{"name":"g","arguments":"{}"}}"#),
            call(r#"{"index":0,"function":{"arguments":"{\"x\":1}"}}"#),
        ];
        let stream = minted(&format!(r#"{{"stream":{{"events":{}}}}}"#, serde_json::to_string(&events).unwrap()));
        let text = |piece: &Said| match piece {
            Said::Call { id, name, arguments } => format!("{} {} {}", id.word(), name.word(), arguments.word()),
            _ => String::new(),
        };
        assert_eq!(stream.calls.iter().map(text).collect::<Vec<_>>(), [r#"a f {"x":1}"#, "b g {}"]);
    }
}

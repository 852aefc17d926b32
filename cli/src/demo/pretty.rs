//! A request's assistant messages for reading: a member a line, long strings shortened, carriers marked.
//!
//! It shows and never writes a request; what it shortens is whole in the body.
use crate::output::WIDTH;
use throughline::{Literal, Verbatim, json};

/// The most characters of a string that are shown.
const STRING: usize = 52;
/// What a vendor documents for history that has no signature.
const STAND_IN: &str = "skip_thought_signature_validator";
/// The columns that a line may fill, marks and margin aside.
const COLUMNS: usize = WIDTH as usize - 8;

/// One assistant message.
pub(super) struct Message {
    pub(super) lines: Vec<Line>,
    /// Bytes of the members and blocks that are carriers.
    pub(super) reasoning_bytes: usize,
}

/// One line of a message.
pub(super) struct Line {
    pub(super) mark: Mark,
    pub(super) text: String,
}

/// What a line is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// The rest of the message.
    Nothing,
    Carrier,
    /// A member that holds nothing but white space, or what stands in for something.
    Placeholder,
}

/// The assistant messages of a body; `keys` are the members and block types that carry reasoning.
pub(super) fn messages(body: &str, keys: &[String]) -> Vec<Message> {
    let mut found = vec![];
    let Some(list) = list(body) else { return found };
    let _ = json::elements(list, |message| {
        let own = ["\"assistant\"", "\"model\""];
        if json::member(message.get(), "role").is_some_and(|role| own.contains(&role.get())) {
            let mut shown = Message { lines: vec![], reasoning_bytes: 0 };
            shown.members(message.get(), keys);
            found.push(shown);
        }
    });
    found
}

/// The list of messages, or what a wire has instead.
pub(super) fn list(body: &str) -> Option<&str> {
    ["messages", "contents"].into_iter().find_map(|name| json::member(body, name)).map(|list| list.get())
}

impl Message {
    fn push(&mut self, mark: Mark, depth: usize, text: &str) {
        self.lines.push(Line { mark, text: format!("{}{text}", "  ".repeat(depth)) });
    }
    fn members(&mut self, message: &str, keys: &[String]) {
        self.push(Mark::Nothing, 0, "{");
        for (name, value, last) in members(message) {
            let start = format!("{}: ", Literal::of(&name).raw());
            let end = if last { "" } else { "," };
            let blocks = elements(value);
            if keys.contains(&name) {
                self.reasoning_bytes += weight(&name, value);
                self.carrier(of(value), 1, &start, value, end);
            } else if blocks.iter().any(|block| block.starts_with('{')) {
                self.push(Mark::Nothing, 1, &format!("{start}["));
                for (n, block) in blocks.iter().enumerate() {
                    self.block(block, keys, if n + 1 < blocks.len() { "," } else { "" });
                }
                self.push(Mark::Nothing, 1, &format!("]{end}"));
            } else {
                self.other(1, &start, value, end);
            }
        }
        self.push(Mark::Nothing, 0, "}");
    }
    fn block(&mut self, block: &str, keys: &[String], end: &str) {
        let kind = json::member(block, "type").and_then(Literal::read);
        let carried = match kind.is_some_and(|kind| keys.iter().any(|key| *key == kind.decode())) {
            true => Some(block.len()),
            false => carried(block, keys),
        };
        self.reasoning_bytes += carried.unwrap_or_default();
        match carried {
            None => self.other(2, "", block, end),
            Some(0) => self.carrier(Mark::Placeholder, 2, "", block, end),
            Some(_) => self.carrier(Mark::Carrier, 2, "", block, end),
        }
    }
    /// What carries no reasoning: one line, cut where it is longer.
    fn other(&mut self, depth: usize, start: &str, value: &str, end: &str) {
        let line = format!("{start}{}{end}", short(value));
        let room = COLUMNS - 2 * depth;
        let cut: String = line.chars().take(room - 1).collect();
        self.push(Mark::Nothing, depth, &if line.chars().count() > room { format!("{cut}…") } else { line });
    }
    /// A carrier: on one line where it fits, else a member or an element a line.
    fn carrier(&mut self, mark: Mark, depth: usize, start: &str, value: &str, end: &str) {
        let line = format!("{start}{}{end}", short(value));
        let (open, close) = match value.get(..1) {
            Some("{") => ("{", "}"),
            Some("[") => ("[", "]"),
            _ => return self.push(mark, depth, &line),
        };
        if line.chars().count() + 2 * depth <= COLUMNS {
            return self.push(mark, depth, &line);
        }
        self.push(mark, depth, &format!("{start}{open}"));
        let comma = |last: bool| if last { "" } else { "," };
        for (name, value, last) in members(value) {
            self.carrier(mark, depth + 1, &format!("{}: ", Literal::of(&name).raw()), value, comma(last));
        }
        let elements = elements(value);
        for (n, element) in elements.iter().enumerate() {
            self.carrier(mark, depth + 1, "", element, comma(n + 1 == elements.len()));
        }
        self.push(mark, depth, &format!("{close}{end}"));
    }
}

/// Bytes of the carriers inside, placeholders aside; none where none is.
fn carried(value: &str, keys: &[String]) -> Option<usize> {
    let members = members(value).into_iter().map(|(name, value, _)| match keys.contains(&name) {
        true => Some(weight(&name, value)),
        false => carried(value, keys),
    });
    let elements = elements(value).into_iter().map(|element| carried(element, keys));
    members.chain(elements).flatten().reduce(|all, one| all + one)
}

/// Bytes of a member that is a carrier.
fn weight(name: &str, value: &str) -> usize {
    if of(value) == Mark::Placeholder { 0 } else { Literal::of(name).raw().len() + 1 + value.len() }
}

/// What a carrier's value is: a placeholder where all of it is.
fn of(value: &str) -> Mark {
    let text = Verbatim::parse(value).ok().and_then(|value| value.literal());
    let blank = |text: Literal| text.is_blank() || text.decode() == STAND_IN;
    let mut inside = members(value).into_iter().map(|(_, value, _)| value).chain(elements(value)).peekable();
    let empty = inside.peek().is_some() && inside.all(|value| of(value) == Mark::Placeholder);
    if text.is_some_and(blank) || empty { Mark::Placeholder } else { Mark::Carrier }
}

/// Name, value, and whether it is the last; nothing for a value that is no object.
fn members(object: &str) -> Vec<(String, &str, bool)> {
    let mut all = vec![];
    let _ = json::members(object, |name, value| all.push((name.to_owned(), value.get(), false)));
    if let Some((_, _, last)) = all.last_mut() {
        *last = true;
    }
    all
}

fn elements(array: &str) -> Vec<&str> {
    let mut all = vec![];
    let _ = json::elements(array, |value| all.push(value.get()));
    all
}

/// A value on one line, its strings shortened.
fn short(value: &str) -> String {
    match value.get(..1) {
        Some("{") => {
            let members = members(value)
                .into_iter()
                .map(|(name, value, _)| format!("{}: {}", Literal::of(&name).raw(), short(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
        Some("[") => format!("[{}]", elements(value).into_iter().map(short).collect::<Vec<_>>().join(", ")),
        Some("\"") => string(value),
        _ => value.to_owned(),
    }
}

fn string(raw: &str) -> String {
    let Some(text) = Verbatim::parse(raw).ok().and_then(|value| value.literal()) else { return raw.to_owned() };
    let text = text.decode();
    if text.chars().count() <= STRING {
        return raw.to_owned();
    }
    let start: String = text.chars().take(STRING - 1).collect();
    Literal::of(&format!("{start}…")).raw().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(body: &str, keys: &[&str]) -> (Vec<String>, usize) {
        let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
        let message = messages(body, &keys).remove(0);
        let mark = |mark| match mark {
            Mark::Nothing => ' ',
            Mark::Carrier => '>',
            Mark::Placeholder => '?',
        };
        let lines = message.lines.iter().map(|line| format!("{}{}", mark(line.mark), line.text));
        (lines.collect(), message.reasoning_bytes)
    }
    #[test]
    fn members_that_carry_are_marked_and_weighed() {
        let body =
            r#"{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":null,"reasoning":"why"}]}"#;
        let (lines, bytes) = shown(body, &["reasoning"]);
        assert_eq!(
            lines,
            [" {", "   \"role\": \"assistant\",", "   \"content\": null,", ">  \"reasoning\": \"why\"", " }"]
        );
        assert_eq!(bytes, r#""reasoning":"why""#.len());
    }
    #[test]
    fn a_placeholder_is_marked_as_one() {
        let (lines, _) = shown(r#"{"messages":[{"role":"assistant","reasoning":" ","content":" "}]}"#, &["reasoning"]);
        assert_eq!(lines[2..4], ["?  \"reasoning\": \" \",", "   \"content\": \" \""]);
    }
    #[test]
    fn blocks_that_carry_are_marked_and_weighed() {
        let block = r#"{"type":"thinking","thinking":"why"}"#;
        let body =
            format!(r#"{{"messages":[{{"role":"assistant","content":[{block},{{"type":"text","text":"a"}}]}}]}}"#);
        let (lines, bytes) = shown(&body, &["thinking"]);
        assert_eq!(
            lines[3..5],
            [">    {\"type\": \"thinking\", \"thinking\": \"why\"},", "     {\"type\": \"text\", \"text\": \"a\"}"]
        );
        assert_eq!(bytes, block.len());
    }
    #[test]
    fn what_carries_inside_a_part_or_a_call_marks_it() {
        let part = r#"{"text":"a","thoughtSignature":"s"}"#;
        let body = format!(r#"{{"contents":[{{"role":"model","parts":[{part},{{"text":"b"}}]}}]}}"#);
        let (lines, bytes) = shown(&body, &["thoughtSignature"]);
        assert_eq!(lines[3..5], [">    {\"text\": \"a\", \"thoughtSignature\": \"s\"},", "     {\"text\": \"b\"}"]);
        assert_eq!(bytes, r#""thoughtSignature":"s""#.len());
        let body = body.replace(r#":"s""#, r#":"skip_thought_signature_validator""#);
        let (lines, bytes) = shown(&body, &["thoughtSignature"]);
        assert_eq!((lines[3].starts_with('?'), bytes), (true, 0), "{lines:?}");
        let call = r#"{"id":"c","function":{"name":"f","thought_signature":"s"}}"#;
        let body = format!(r#"{{"messages":[{{"role":"assistant","tool_calls":[{call}]}}]}}"#);
        assert_eq!(shown(&body, &["thought_signature"]).1, r#""thought_signature":"s""#.len());
    }
    #[test]
    fn long_strings_are_cut_between_characters() {
        let long = format!("\"{}\"", "é\\n".repeat(60));
        let cut = string(&long);
        assert_eq!(cut.matches('é').count(), 26);
        assert!(cut.ends_with("…\"") && cut.contains("\\n"));
    }
}

//! A request's assistant messages for reading: a member a line, long strings shortened, carriers marked.
//!
//! It shows and never writes a request; what it shortens is whole in the body.
use crate::output::WIDTH;
use throughline::{Literal, Verbatim, json};

/// The most characters of a string that are shown.
const STRING: usize = 52;
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
    /// A member that holds nothing but white space.
    Placeholder,
}

/// The assistant messages of a body; `keys` are the members and block types that carry reasoning.
pub(super) fn messages(body: &str, keys: &[String]) -> Vec<Message> {
    let mut found = vec![];
    let Some(list) = json::member(body, "messages") else { return found };
    let _ = json::elements(list.get(), |message| {
        if json::member(message.get(), "role").is_some_and(|role| role.get() == "\"assistant\"") {
            let mut shown = Message { lines: vec![], reasoning_bytes: 0 };
            shown.members(message.get(), keys);
            found.push(shown);
        }
    });
    found
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
                self.reasoning_bytes += start.len() - 1 + value.len();
                self.carrier(1, &start, value, end);
            } else if blocks.iter().any(|block| json::member(block, "type").is_some()) {
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
        if kind.is_some_and(|kind| keys.iter().any(|key| *key == kind.decode())) {
            self.reasoning_bytes += block.len();
            self.carrier(2, "", block, end);
        } else {
            self.other(2, "", block, end);
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
    fn carrier(&mut self, depth: usize, start: &str, value: &str, end: &str) {
        let line = format!("{start}{}{end}", short(value));
        let (open, close) = match value.get(..1) {
            Some("{") => ("{", "}"),
            Some("[") => ("[", "]"),
            _ => return self.push(of(value), depth, &line),
        };
        if line.chars().count() + 2 * depth <= COLUMNS {
            return self.push(Mark::Carrier, depth, &line);
        }
        self.push(Mark::Carrier, depth, &format!("{start}{open}"));
        let comma = |last: bool| if last { "" } else { "," };
        for (name, value, last) in members(value) {
            self.carrier(depth + 1, &format!("{}: ", Literal::of(&name).raw()), value, comma(last));
        }
        let elements = elements(value);
        for (n, element) in elements.iter().enumerate() {
            self.carrier(depth + 1, "", element, comma(n + 1 == elements.len()));
        }
        self.push(Mark::Carrier, depth, &format!("{close}{end}"));
    }
}

fn of(value: &str) -> Mark {
    let text = Verbatim::parse(value).ok().and_then(|value| value.literal());
    if text.is_some_and(|text| text.is_blank()) { Mark::Placeholder } else { Mark::Carrier }
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
    fn long_strings_are_cut_between_characters() {
        let long = format!("\"{}\"", "é\\n".repeat(60));
        let cut = string(&long);
        assert_eq!(cut.matches('é').count(), 26);
        assert!(cut.ends_with("…\"") && cut.contains("\\n"));
    }
}

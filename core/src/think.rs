//! Thinking that a host left inside the answer's text, between tags, shown apart from it.
//!
//! For display alone: the text stays in the turn exactly as it came, and nothing here is ever sent or stored.
use std::mem;

/// The tags that models and servers are known to write, opening and closing.
const TAGS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
];

/// The thinking at the beginning of `text`, and the answer behind it.
///
/// Without a closing tag the reply was cut while it thought. Without an opening one the prompt held it, as some chat
/// templates do.
pub fn split(text: &str) -> (Option<&str>, &str) {
    let start = text.trim_start();
    for (open, close) in TAGS {
        if let Some(inside) = start.strip_prefix(open) {
            let (thinking, answer) = inside.split_once(close).unwrap_or((inside, ""));
            return (Some(thinking), answer);
        }
    }
    let unopened =
        TAGS.iter().filter_map(|(open, close)| text.split_once(close).filter(|(before, _)| !before.contains(open)));
    match unopened.min_by_key(|(before, _)| before.len()) {
        Some((thinking, answer)) => (Some(thinking), answer),
        None => (None, text),
    }
}

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Between the tags.
    Thinking(&'a str),
    /// Outside.
    Answer(&'a str),
}

/// Does to a stream what [`split`] does to a text, save that it cannot know of a closing tag without an opening one before
/// it comes: see [`Scanner::opened`].
///
/// Holds back what may yet become a tag, so a tag that was cut in two is never shown.
#[derive(Clone, Debug, Default)]
pub struct Scanner {
    state: State,
    held: String,
}

#[derive(Clone, Copy, Debug, Default)]
enum State {
    #[default]
    Start,
    /// Behind an opening tag; the closing ones that may end it.
    Inside(&'static [(&'static str, &'static str)]),
    Answer,
}

impl Scanner {
    /// Before the first piece.
    pub fn new() -> Self {
        Self::default()
    }
    /// Where the prompt already held the opening tag.
    pub fn opened() -> Self {
        Self { state: State::Inside(TAGS), held: String::new() }
    }
    /// Takes the next piece of text and hands on what is decided.
    pub fn feed(&mut self, text: &str, mut each: impl FnMut(Piece<'_>)) {
        if let State::Answer = self.state {
            return show(Piece::Answer(text), &mut each);
        }
        self.held.push_str(text);
        if let State::Start = self.state {
            self.open();
        }
        if let State::Inside(tags) = self.state {
            self.inside(tags, &mut each);
        }
        if let State::Answer = self.state {
            show(Piece::Answer(&mem::take(&mut self.held)), &mut each);
        }
    }
    /// The end: what was held back is no tag.
    pub fn finish(self, mut each: impl FnMut(Piece<'_>)) {
        match self.state {
            State::Inside(_) => show(Piece::Thinking(&self.held), &mut each),
            State::Start | State::Answer => show(Piece::Answer(&self.held), &mut each),
        }
    }

    fn open(&mut self) {
        let start = self.held.trim_start();
        for (n, (open, _)) in TAGS.iter().enumerate() {
            if let Some(inside) = start.strip_prefix(open) {
                self.state = State::Inside(TAGS.get(n..=n).unwrap_or_default());
                self.held = inside.to_owned();
                return;
            }
        }
        if !TAGS.iter().any(|(open, _)| open.starts_with(start)) {
            self.state = State::Answer;
        }
    }

    fn inside(&mut self, tags: &[(&str, &str)], each: &mut impl FnMut(Piece<'_>)) {
        let found = tags.iter().filter_map(|(_, close)| self.held.find(close).map(|at| (at, close.len()))).min();
        let (shown, kept) = match found {
            Some((at, length)) => {
                self.state = State::Answer;
                (at, at + length)
            }
            None => {
                let end = self.held.len() - tags.iter().map(|(_, close)| overlap(&self.held, close)).max().unwrap_or(0);
                (end, end)
            }
        };
        show(Piece::Thinking(self.held.get(..shown).unwrap_or_default()), each);
        self.held.drain(..kept);
    }
}

/// The length of the longest end of `text` that begins `tag`.
fn overlap(text: &str, tag: &str) -> usize {
    (1..tag.len()).rev().find(|n| tag.get(..*n).is_some_and(|start| text.ends_with(start))).unwrap_or(0)
}

fn show(piece: Piece<'_>, each: &mut impl FnMut(Piece<'_>)) {
    let (Piece::Thinking(text) | Piece::Answer(text)) = piece;
    if !text.is_empty() {
        each(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 12] = [
        "<think>a < b </thin </think>\n\nanswer with </think> again",
        "\n <think>\nlong",
        "<thinking>x</think>y</thinking>z",
        "◁think▷é◁/think▷ö",
        "[THINK]x[/THINK]y",
        "<seed:think></seed:think>y",
        "<thou",
        "<b>bold</b>",
        "plain <think>late</think>",
        "  ",
        "",
        "<reasoning>secret</reasoning>",
    ];

    fn scan(mut scanner: Scanner, pieces: &[&str]) -> (String, String) {
        let (mut thinking, mut answer) = (String::new(), String::new());
        let mut take = |piece: Piece<'_>| match piece {
            Piece::Thinking(text) => thinking.push_str(text),
            Piece::Answer(text) => answer.push_str(text),
        };
        for piece in pieces {
            scanner.feed(piece, &mut take);
        }
        scanner.finish(&mut take);
        (thinking, answer)
    }

    #[test]
    fn thinking_is_told_from_the_answer() {
        for (text, want) in [
            (TEXTS[0], (Some("a < b </thin "), "\n\nanswer with </think> again")),
            (TEXTS[1], (Some("\nlong"), "")),
            (TEXTS[2], (Some("x</think>y"), "z")),
            (TEXTS[3], (Some("é"), "ö")),
            (TEXTS[5], (Some(""), "y")),
            (TEXTS[6], (None, "<thou")),
            (TEXTS[8], (None, TEXTS[8])),
            ("no opening\n</think>\nanswer", (Some("no opening\n"), "\nanswer")),
            ("a tag is written <think>like this</think>", (None, "a tag is written <think>like this</think>")),
        ] {
            assert_eq!(split(text), want, "{text}");
        }
    }
    #[test]
    fn every_cut_of_a_stream_shows_the_same_and_never_a_tag() {
        for text in TEXTS {
            let (thinking, answer) = split(text);
            let whole = (thinking.unwrap_or_default().to_owned(), answer.to_owned());
            let cuts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            for a in &cuts {
                for b in cuts.iter().filter(|b| *b >= a) {
                    assert_eq!(
                        scan(Scanner::new(), &[&text[..*a], &text[*a..*b], &text[*b..]]),
                        whole,
                        "{text} {a} {b}"
                    );
                }
            }
        }
    }
    #[test]
    fn an_opening_in_the_prompt_is_told_beforehand() {
        let text = "thought\n</think>answer";
        for at in 0..text.len() {
            let whole = ("thought\n".to_owned(), "answer".to_owned());
            assert_eq!(scan(Scanner::opened(), &[&text[..at], &text[at..]]), whole);
        }
        assert_eq!(split(text), (Some("thought\n"), "answer"));
    }
}

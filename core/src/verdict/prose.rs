//! One text of a refusal as words: whatever quotes, brackets, paths and lines its provider put around them, a phrase is a run of words.
//!
//! Never knows what a word means.
use super::Spot;
use std::ops::Range;

/// A text as lower-case words.
#[derive(Debug, Default)]
pub(super) struct Prose {
    /// The words, a space between two.
    flat: String,
    words: Vec<Word>,
}

#[derive(Debug)]
struct Word {
    at: Range<usize>,
    gap: Gap,
}

/// What stands in front of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// Nothing that parts: white space, a colon, a quote.
    Space,
    /// The step of a path: `a.b`, `a[0]`, `a/b`, `a -> b`.
    Step,
    /// Between quoted names: `'a', 'b'`.
    List,
    /// A new line.
    Line,
    /// A new sentence.
    Stop,
}

/// What opens or closes a quotation.
pub(super) const QUOTES: &[char] = &['\'', '"', '`', '‘', '“', '”'];

/// A list of messages, and the list of blocks in each.
const SPOTS: &[(&str, &str)] = &[("messages", "content"), ("contents", "parts")];

/// How web pages and typographers write a quote.
const SPELLINGS: &[(&str, &str)] = &[("’", "'"), ("&#39;", "'"), ("&#x27;", "'"), ("&quot;", "\""), ("&#34;", "\"")];

impl Prose {
    pub(super) fn of(text: &str) -> Self {
        let mut text = text.to_lowercase();
        for (spelled, meant) in SPELLINGS {
            if text.contains(spelled) {
                text = text.replace(spelled, meant);
            }
        }
        let (mut prose, mut end) = (Self::default(), 0);
        let mut chars = text.char_indices().peekable();
        while let Some((start, first)) = chars.next() {
            if !is_word(first) {
                continue;
            }
            let mut stop = start + first.len_utf8();
            let alike = |c: char| is_word(c) && has_case(c) == has_case(first);
            while let Some((at, c)) = chars.next_if(|(at, c)| alike(*c) || joins(&text, *at, *c)) {
                stop = at + c.len_utf8();
            }
            prose.push(text.get(start..stop).unwrap_or_default(), Gap::of(text.get(end..start).unwrap_or_default()));
            end = stop;
        }
        prose
    }

    fn push(&mut self, word: &str, gap: Gap) {
        if !self.flat.is_empty() {
            self.flat.push(' ');
        }
        let start = self.flat.len();
        self.flat.push_str(word);
        self.words.push(Word { at: start..self.flat.len(), gap });
    }

    /// True where this run of words stands in it, its last word maybe going on; `*` is any words.
    pub(super) fn has(&self, phrase: &str) -> bool {
        let whole = |at: usize| self.flat.get(..at).is_some_and(|before| before.is_empty() || before.ends_with(' '));
        let mut from = 0;
        phrase.split(" * ").all(|run| {
            let rest = self.flat.get(from..).unwrap_or_default();
            let found = rest.match_indices(run).map(|(at, _)| from + at).find(|at| whole(*at));
            from = found.map_or(from, |at| at + run.len());
            found.is_some()
        })
    }
    /// The n-th word.
    pub(super) fn word(&self, n: usize) -> &str {
        self.words.get(n).and_then(|word| self.flat.get(word.at.clone())).unwrap_or_default()
    }
    /// What stands in front of the n-th word; a stop behind the last one.
    pub(super) fn gap(&self, n: usize) -> Gap {
        self.words.get(n).map_or(Gap::Stop, |word| word.gap)
    }
    /// Everything in front of the n-th word.
    pub(super) fn before(&self, n: usize) -> &str {
        let end = self.words.get(n).map_or(self.flat.len(), |word| word.at.start);
        self.flat.get(..end).unwrap_or_default().trim_end()
    }
    /// The n-th word and all that follow.
    pub(super) fn from(&self, n: usize) -> &str {
        self.words.get(n).and_then(|word| self.flat.get(word.at.start..)).unwrap_or_default()
    }
    /// Where `name` stands as the last step of a path, or alone.
    pub(super) fn mentions<'a>(&'a self, name: &'a str) -> impl Iterator<Item = usize> + 'a {
        (0..self.words.len()).filter(move |n| self.word(*n) == name && self.gap(n + 1) != Gap::Step)
    }
    /// Every `messages.N.content.M` and `contents[N].parts[M]`, once.
    pub(super) fn spots(&self) -> Vec<Spot> {
        let number = |n: usize| self.word(n).parse().ok();
        let mut found = vec![];
        let begins = |n: &usize| SPOTS.contains(&(self.word(*n), self.word(n + 2)));
        for n in (0..self.words.len()).filter(begins) {
            let (Some(message), Some(content)) = (number(n + 1), number(n + 3)) else { continue };
            let spot = Spot { message, content };
            if !found.contains(&spot) {
                found.push(spot);
            }
        }
        found
    }
}

impl Gap {
    fn of(between: &str) -> Self {
        let mut chars = between.chars().peekable();
        let (mut step, mut list, mut line, mut quoted) = (!between.is_empty(), false, false, false);
        while let Some(c) = chars.next() {
            let ends = matches!(c, '.' | '!' | '?') && chars.peek().is_some_and(|next| next.is_whitespace());
            if ends || matches!(c, ';' | '；' | '。') {
                return Self::Stop;
            }
            step &= matches!(c, '.' | '[' | ']' | '/' | '#' | '$');
            line |= c == '\n';
            list |= c == ',';
            quoted |= QUOTES.contains(&c);
        }
        if step || between.trim() == "->" {
            Self::Step
        } else if line {
            Self::Line
        } else if list && quoted && between.chars().all(|c| c == ',' || c == ' ' || QUOTES.contains(&c)) {
            Self::List
        } else {
            Self::Space
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// False for scripts that write no space around a name.
fn has_case(c: char) -> bool {
    c.is_ascii() || c.is_lowercase()
}

/// `-` and the apostrophe inside a word.
fn joins(text: &str, at: usize, c: char) -> bool {
    let next = || text.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
    matches!(c, '-' | '\'') && next().is_some_and(char::is_alphabetic)
}

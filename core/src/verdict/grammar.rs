//! How a wording and a member stand together: `unknown field 'a'`, `property 'a' is unsupported`, `messages.1.a: field required`.
//!
//! Never takes a member for meant because it stands somewhere near: between it and the wording may be its path, other names of one list
//! and words that fill.
use super::{
    prose::{Gap, Prose},
    table,
    words::Report,
};

/// How many words away a list of messages may be named.
const NEAR: usize = 5;
/// How many names of a list are passed over.
const LIST: usize = 8;

/// True where `text` says that the schema does not know `name`.
pub(super) fn unknown(text: &Prose, name: &str) -> bool {
    let last = |n: usize| matches!(text.gap(n + 1), Gap::Stop | Gap::Line);
    text.mentions(name).any(|n| {
        let member = after(text, n, refused) || before(text, n, table::ODD) || before(text, n, table::REFUSES);
        let member = member || (last(n) && before(text, n, table::REFUSES_LAST));
        (member && counts(text, n, name)) || (below(text, n, &["content"]) && before(text, n, table::REFUSES_TYPE))
    })
}

/// True where `text` says it of `name` in other words.
pub(super) fn spoken(text: &Prose, name: &str) -> bool {
    let meant = |members: &[&str]| members.iter().any(|member| member.eq_ignore_ascii_case(name));
    table::SPOKEN.iter().any(|(phrase, members)| meant(members) && text.has(phrase))
}

/// True where `text` says that `name` is missing.
pub(super) fn misses(text: &Prose, name: &str) -> bool {
    text.mentions(name).any(|n| (after(text, n, missed) || before(text, n, table::MISSES)) && counts(text, n, name))
}

impl Report {
    /// The places that are the member `name` of a message.
    pub(super) fn names<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a [String]> {
        let below = |place: &[String]| place.iter().any(|step| table::LISTS.contains(&step.as_str()));
        let alone = move |place: &[String]| place.len() == 1 && !table::PARAMETERS.contains(&name);
        let places = self.places.iter().map(Vec::as_slice);
        places.filter(move |place| place.last().is_some_and(|last| last == name) && (below(place) || alone(place)))
    }
    /// True where it is about the role of the same message, or of the same branch of a union.
    pub(super) fn is_about_role_beside(&self, place: &[String]) -> bool {
        self.places.iter().any(|other| match (other.split_last(), place.split_last()) {
            (Some((role, branch)), Some((_, beside))) => role == "role" && branch == beside,
            _ => false,
        })
    }
    pub(super) fn has(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.says.has(phrase))
    }
    /// True where the schema does not know the places.
    pub(super) fn unknown(&self) -> bool {
        let pair = |odd: &&str| table::MEMBER.iter().any(|member| self.says.has(&format!("{odd} {member}")));
        self.has(table::CODES) || table::ODD.iter().any(pair)
    }
}

/// What follows words that miss a member.
fn missed(rest: &str) -> Option<&str> {
    table::MISSED.iter().find_map(|row| starts(rest, row))
}

/// What follows words that refuse a member.
fn refused(rest: &str) -> Option<&str> {
    let is = ["is", "are", "was", "were"].iter().find_map(|is| starts(rest, is));
    let odd = || is.and_then(|rest| table::ODD.iter().find_map(|odd| starts(rest, odd)));
    table::REFUSED.iter().find_map(|row| starts(is.unwrap_or(rest), row)).or_else(odd)
}

/// True where `wording` follows the n-th word, and is no complaint of its value.
fn after(text: &Prose, n: usize, wording: impl Fn(&str) -> Option<&str>) -> bool {
    let mut at = n + 1;
    for _ in 0..LIST {
        if text.gap(at) == Gap::List {
            at = (at + 1..).find(|next| text.gap(*next) != Gap::Step).unwrap_or(at + 1);
        }
    }
    loop {
        if text.gap(at) == Gap::Stop {
            return false;
        }
        if let Some(rest) = wording(text.from(at)) {
            return starts(rest, table::VALUE).is_none();
        }
        if !fills(text.word(at)) {
            return false;
        }
        at += 1;
    }
}

/// True where one of `rows` stands in front of the n-th word.
fn before(text: &Prose, n: usize, rows: &[&str]) -> bool {
    let start = |n: usize| (0..=n).rev().find(|at| text.gap(*at) != Gap::Step).unwrap_or(0);
    let mut at = start(n);
    for _ in 0..LIST {
        if at > 0 && text.gap(at) == Gap::List {
            at = start(at - 1);
        }
    }
    while at > 0 && !matches!(text.gap(at), Gap::Stop | Gap::Line) {
        if rows.iter().any(|row| ends(text.before(at), row)) {
            return true;
        }
        if !fills(text.word(at - 1)) {
            return false;
        }
        at -= 1;
    }
    false
}

/// A parameter of the request counts only as a member of a message.
fn counts(text: &Prose, n: usize, name: &str) -> bool {
    !table::PARAMETERS.contains(&name) || below(text, n, table::LISTS)
}

/// True where one of `lists` is named with a step, in the same sentence and near the n-th word.
fn below(text: &Prose, n: usize, lists: &[&str]) -> bool {
    let step = |at: usize| text.gap(at + 1) == Gap::Step || text.word(at + 1).parse::<usize>().is_ok();
    let parted = |at: usize| (at.min(n) + 1..=at.max(n)).any(|between| text.gap(between) == Gap::Stop);
    (n.saturating_sub(NEAR)..=n + NEAR).any(|at| lists.contains(&text.word(at)) && step(at) && !parted(at))
}

fn fills(word: &str) -> bool {
    table::MEMBER.contains(&word) || table::FILLER.contains(&word)
}

/// What follows the words `row` at the start of `text`.
fn starts<'a>(text: &'a str, row: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(row)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
}

fn ends(text: &str, row: &str) -> bool {
    text.strip_suffix(row).is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
}

//! The salvage pass: old tool results become a line that says what was left out. No model is asked, and no thought is touched.
use super::{Lot, Why, lots::FRAME};
use crate::{History, Literal, Part, Priced, ToolResult, Turn, Verbatim, json};
use std::collections::BTreeMap;

/// The newest results stay whole.
const WHOLE: usize = 2;
/// Shorter ones are not worth it, in characters.
const SHORT: usize = 200;
/// What the line in their place costs at most.
const LINE: u64 = 32;

/// The parts of each turn that are results to shorten.
pub(super) type Old = BTreeMap<usize, Vec<usize>>;

/// The tool results that may be shortened.
pub(super) fn old(history: &History, lots: &[Lot]) -> Old {
    let turns = history.turns().iter().enumerate();
    let all = turns.flat_map(|(n, turn)| results(turn).map(move |(part, result)| (n, part, result)));
    let mut all: Vec<_> = all.collect();
    all.truncate(all.len().saturating_sub(WHOLE));
    let free = |n: usize| !matches!(lots.get(n), None | Some(Lot::Head | Lot::Kept(Why::Loop)));
    let mut old = Old::new();
    for (n, part, _) in all.into_iter().filter(|(n, _, result)| free(*n) && length(result) > SHORT) {
        old.entry(n).or_default().push(part);
    }
    old
}

/// What turns cost at most when their old results are short: a token is never shorter than a byte.
pub(super) fn bounds(history: &History, priced: &Priced, old: &Old) -> Priced {
    let mut bounds = priced.clone();
    for (n, parts) in old {
        let bound = history.turns().get(*n).and_then(|turn| bound(turn, parts));
        if let (Some(bound), Some(price)) = (bound, bounds.turns.get_mut(*n)) {
            *price = (*price).min(bound);
        }
    }
    bounds
}

/// The turn with these of its results short.
pub(super) fn shorten(turn: &mut Turn, parts: &[usize]) {
    for part in parts {
        if let Some(Part::Result(result)) = turn.parts.get_mut(*part) {
            let line = format!("[{} characters of this old result were left out]", length(result));
            result.content = Some(Literal::of(&line).verbatim().clone());
        }
    }
}

fn results(turn: &Turn) -> impl Iterator<Item = (usize, &ToolResult)> {
    turn.parts.iter().enumerate().filter_map(|(n, part)| match part {
        Part::Result(result) => Some((n, result)),
        _ => None,
    })
}

/// The characters of a result.
fn length(result: &ToolResult) -> usize {
    result.content.as_ref().map_or(0, |content| text(content).chars().count())
}

/// What a tool answered as text: a string, the texts of a list, or the JSON itself.
pub(super) fn text(content: &Verbatim) -> String {
    if let Some(text) = content.literal() {
        return text.decode().into_owned();
    }
    let mut texts = vec![];
    let read = json::elements(content.get(), |piece| {
        let text = json::member(piece.get(), "text").and_then(Literal::read);
        texts.push(text.map_or_else(|| piece.get().to_owned(), |text| text.decode().into_owned()));
    });
    if read.is_ok() { texts.join("\n") } else { content.get().to_owned() }
}

/// What a turn costs at most, where `short` of its parts are short results; none where it holds what has a price of its own.
fn bound(turn: &Turn, short: &[usize]) -> Option<u64> {
    turn.parts.iter().enumerate().try_fold(FRAME, |sum, (n, part)| {
        let bytes = match part {
            Part::Result(_) if short.contains(&n) => LINE,
            Part::Result(ToolResult { content: None, .. }) => 0,
            Part::Result(ToolResult { content: Some(content), .. }) if !content.is_array() => {
                content.get().len() as u64
            }
            Part::Text(text) => text.text.raw().len() as u64,
            _ => return None,
        };
        Some(sum.saturating_add(bytes).saturating_add(FRAME))
    })
}

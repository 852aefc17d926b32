//! The salvage pass: old tool results become a line that says what was left out. No model is asked, and no thought is touched.
use super::{Lot, Why, lots::FRAME};
use crate::{History, Literal, Part, Priced, ToolResult, Turn, Verbatim, json};

/// The newest results stay whole.
const WHOLE: usize = 2;
/// Shorter ones are not worth it, in characters.
const SHORT: usize = 200;

/// The tool results that may be shortened, in order: the turn and the part.
pub(super) fn old(history: &History, lots: &[Lot]) -> Vec<(usize, usize)> {
    let turns = history.turns().iter().enumerate();
    let all = turns.flat_map(|(n, turn)| results(turn).map(move |(part, result)| (n, part, result)));
    let mut all: Vec<_> = all.collect();
    all.truncate(all.len().saturating_sub(WHOLE));
    let free = |n: usize| !matches!(lots.get(n), None | Some(Lot::Head | Lot::Kept(Why::Loop)));
    let old = all.into_iter().filter(|(n, _, result)| free(*n) && length(result) > SHORT);
    old.map(|(n, part, _)| (n, part)).collect()
}

/// What turns cost at most when their `old` results are short: a token is never shorter than a byte.
pub(super) fn bounds(history: &History, priced: &Priced, old: &[(usize, usize)]) -> Priced {
    let mut bounds = priced.clone();
    for n in turns(old) {
        if let (Some(turn), Some(price)) = (history.turns().get(n), bounds.turns.get_mut(n)) {
            *price = (*price).min(bytes(&shortened(turn, n, old)));
        }
    }
    bounds
}

/// The turn with its `old` results short.
pub(super) fn shortened(turn: &Turn, n: usize, old: &[(usize, usize)]) -> Turn {
    let mut turn = turn.clone();
    for (_, part) in old.iter().filter(|(turn, _)| *turn == n) {
        if let Some(Part::Result(result)) = turn.parts.get_mut(*part) {
            let line = format!("[{} characters of this old result were left out]", length(result));
            result.content = Some(Literal::of(&line).verbatim().clone());
        }
    }
    turn
}

/// The turns that have old results, each once.
fn turns(old: &[(usize, usize)]) -> impl Iterator<Item = usize> {
    old.chunk_by(|a, b| a.0 == b.0).filter_map(|same| same.first()).map(|(n, _)| *n)
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

/// What is written of a turn of results at most. What is shown rather than written has a price of its own.
fn bytes(turn: &Turn) -> u64 {
    let shown = |part: &Part| match part {
        Part::Result(result) => result.content.as_ref().is_some_and(Verbatim::is_array),
        part => matches!(part, Part::Media(_)),
    };
    if turn.parts.iter().any(shown) {
        return u64::MAX;
    }
    serde_json::to_vec(&turn.parts).map_or(u64::MAX, |parts| parts.len() as u64).saturating_add(FRAME)
}

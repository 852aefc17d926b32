//! What is odd about calls and their results.
use super::{Finding, What};
use std::{collections::BTreeMap, sync::Arc};
use throughline_core::{Arguments, At, Ending, Literal, Part, Role, Turn};

pub(super) fn examine(turns: &[Arc<Turn>], found: &mut Vec<Finding>) {
    let mut open: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
    for (n, turn) in turns.iter().enumerate() {
        for (place, part) in turn.parts.iter().enumerate() {
            match part {
                Part::Call(call) => {
                    if ends_early(&call.arguments) {
                        found.push(Finding::new(What::Unfinished, n).at(At::Part(place, 0)));
                    }
                    // The calls of a reply that is not whole never travel, so nothing needs to answer them.
                    if let Some(id) =
                        named(call.id.as_ref()).filter(|_| !turn.ending.as_ref().is_some_and(Ending::is_cut))
                    {
                        open.entry(id).or_default().push((n, place));
                    }
                }
                Part::Result(result) => {
                    let Some(id) = named(result.call.as_ref()) else { continue };
                    if open.get_mut(&id).and_then(Vec::pop).is_none() {
                        found.push(Finding::new(What::Unasked, n).at(At::Part(place, 0)));
                    }
                }
                _ => {}
            }
        }
    }
    let live = live(turns);
    for (n, place) in open.into_values().flatten().filter(|(n, _)| Some(*n) != live) {
        found.push(Finding::new(What::Unanswered, n).at(At::Part(place, 0)));
    }
}

/// The turn whose calls are still at work: the model's last one, while nothing but results stands behind it.
fn live(turns: &[Arc<Turn>]) -> Option<usize> {
    let last = turns.iter().rposition(|turn| turn.role == Role::Assistant)?;
    let results = |turn: &Arc<Turn>| turn.parts.iter().all(|part| matches!(part, Part::Result(_)));
    turns.iter().skip(last + 1).all(results).then_some(last)
}

/// An id that tells calls apart. Hosts that send none pair calls and results by their order.
fn named(id: Option<&Literal>) -> Option<String> {
    id.filter(|id| !id.is_empty()).map(|id| id.decode().into_owned())
}

fn ends_early(arguments: &Arguments) -> bool {
    let Arguments::Text(text) = arguments else { return false };
    !text.is_blank() && serde_json::from_str::<serde::de::IgnoredAny>(&text.decode()).is_err_and(|error| error.is_eof())
}

//! The doctor: what is odd about a session's turns, found by looking at them alone.
//!
//! It reports and never heals: what becomes of an odd piece is the plan's decision on each route, and every finding says which. It
//! never shows content: kinds, lengths and hashes.
mod blocks;
mod finding;
mod pairs;
mod seal;
mod table;
#[cfg(test)]
mod tests;

pub use finding::{Finding, Piece, Severity, What};

use std::sync::Arc;
use throughline_core::{At, Ending, Part, Role, Turn};

/// What is odd about `turns`, in their order.
pub fn examine(turns: &[Arc<Turn>]) -> Vec<Finding> {
    let mut found = vec![];
    for (n, turn) in turns.iter().enumerate() {
        match &turn.ending {
            Some(Ending::Cut) => found.push(Finding::new(What::Cut, n)),
            Some(Ending::Refused(_)) => found.push(Finding::new(What::Refused, n)),
            _ if is_empty(turn) => found.push(Finding::new(What::Empty, n)),
            _ => {}
        }
    }
    blocks::examine(turns, &mut found);
    pairs::examine(turns, &mut found);
    shadowed(turns, &mut found);
    found.sort_by_key(|finding| (finding.turn, finding.at));
    found
}

/// True for a turn that says nothing: no carrier, no part but blank text.
fn is_empty(turn: &Turn) -> bool {
    let mut parts = turn.parts.iter();
    matches!(turn.role, Role::Assistant | Role::User)
        && turn.carriers().next().is_none()
        && turn.extras.is_empty()
        && parts.all(|part| matches!(part, Part::Text(text) if text.text.is_blank()))
}

/// Checkpoints with a newer one behind them.
fn shadowed(turns: &[Arc<Turn>], found: &mut Vec<Finding>) {
    let parts = turns.iter().enumerate().flat_map(|(n, turn)| turn.parts.iter().enumerate().map(move |at| (n, at)));
    let places: Vec<_> = parts.filter(|(_, (_, part))| matches!(part, Part::Checkpoint(_))).collect();
    let Some(((newest, _), older)) = places.split_last() else { return };
    for (n, (part, _)) in older {
        found.push(Finding::new(What::Shadowed, *n).at(At::Part(*part, 0)).beside(*newest));
    }
}

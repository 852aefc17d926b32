//! What refusals mean: every answer of a provider that we know of, and every hostile one that we could think of.
//!
//! Never asks the network.
mod hostile;
mod means;
mod properties;
mod quoted;
mod table;
mod wordings;

use means::ask;
use table::{EVERYTHING, ROWS};
use throughline_core::verdict::Verdict;

#[test]
fn every_row_means_what_it_says() {
    let wrong: Vec<String> = ROWS
        .iter()
        .filter_map(|row| {
            let (found, expected) = (ask(row.status, row.body, row.sent), row.means.verdict());
            (found != expected).then(|| format!("{} {}: {found:?}, expected {expected:?}", row.n, row.who))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), ROWS.len(), wrong.join("\n"));
}

#[test]
fn more_that_was_sent_changes_nothing() {
    for row in ROWS.iter().filter(|row| !row.who.ends_with("not sent")) {
        let sent = [EVERYTHING, row.sent].concat();
        assert_eq!(ask(row.status, row.body, &sent), row.means.verdict(), "{} {}", row.n, row.who);
    }
}

#[test]
fn what_was_not_sent_is_never_named() {
    for row in ROWS {
        let verdict = ask(row.status, row.body, &["annotations"]);
        assert!(!matches!(verdict, Verdict::UnknownField { .. }), "{} {}: {verdict:?}", row.n, row.who);
    }
}

#[test]
fn no_row_is_left_out() {
    let mut numbers: Vec<u32> = ROWS.iter().map(|row| row.n).collect();
    numbers.dedup();
    assert_eq!(numbers, (1..=135).collect::<Vec<_>>());
}

//! Looks at every law of every adapter, on all cores.
use super::{Cell, Seen, Table};
use crate::{Breach, LAWS, Subject, Suite};
use std::{
    num::NonZero,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// The table of laws, a column for each of `suites`.
pub fn laws(suites: &[Suite]) -> Table {
    let mut table = Table::new("laws", "law", "adapter");
    let mut subjects = vec![];
    for suite in suites {
        let broke = |what: String| Seen::Broke(Breach::of("found", format!("adapter `{}`", suite.id()), what));
        match (Subject::new(suite.registration, suite.cases.clone()), suite.misdeclared()) {
            (Err(error), _) => table.push("found", suite.id(), broke(error.to_string())),
            (Ok(_), Some(skip)) => table.push("found", suite.id(), broke(format!("`{skip}` declares no law's skip"))),
            (Ok(subject), None) => subjects.push((suite, subject)),
        }
    }
    // Law by law, so that the slow ones of one adapter do not come together at the end.
    let all: Vec<_> = LAWS.iter().flat_map(|law| subjects.iter().map(move |subject| (law, subject))).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut seen = vec![];
        while let Some((n, (law, (suite, subject)))) = take(&all, &next) {
            let look = || Cell { row: law.name.to_owned(), column: suite.id(), seen: suite.look(subject, law) };
            // What panics, or overflows its stack, names its thread.
            let name = format!("{} of {}", law.name, suite.id());
            let cell = thread::scope(|scope| {
                thread::Builder::new().name(name).spawn_scoped(scope, look).ok().and_then(|thread| thread.join().ok())
            });
            seen.push((n, cell.unwrap_or_else(look)));
        }
        seen
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let mut cells = thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect::<Vec<_>>()
    });
    cells.sort_by_key(|(n, _)| *n);
    table.cells.extend(cells.into_iter().map(|(_, cell)| cell));
    table
}

/// The next that no other thread took.
fn take<'a, T>(all: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let n = next.fetch_add(1, Ordering::Relaxed);
    Some((n, all.get(n)?))
}

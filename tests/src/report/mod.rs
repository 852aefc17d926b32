//! What came of looking at many laws of many adapters: tables, and how they are shown.
//!
//! It must never count as held what was not looked at: an undeclared skip fails a run as a broken law does.
mod json;
mod junit;
mod run;
mod text;

pub use run::laws;

use crate::Breach;
use std::{fs, io, path::PathBuf};

/// Tables of what was looked at.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// In the order in which they are shown.
    pub tables: Vec<Table>,
}

/// One table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Table {
    /// What it shows: `laws`.
    pub name: &'static str,
    /// What a row is: `law`.
    pub row: &'static str,
    /// What a column is: `adapter`.
    pub column: &'static str,
    /// The cells that there are, in any order; rows and columns stand in that of their first.
    pub cells: Vec<Cell>,
}

/// One cell of a table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Cell {
    /// The row.
    pub row: String,
    /// The column.
    pub column: String,
    /// What was seen.
    pub seen: Seen,
}

/// What was seen of one law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// It held, each time that it was looked at.
    Held {
        /// How often.
        times: usize,
    },
    /// Nothing was looked at, and that is declared.
    Skipped {
        /// Why.
        reason: String,
    },
    /// Nothing was looked at, and nobody said so before.
    Undeclared {
        /// What is missing.
        reason: String,
    },
    /// It was broken.
    Broke(Box<Breach>),
}

/// How many cells of each kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// What held.
    pub held: usize,
    /// What broke, and what was skipped without being declared.
    pub broke: usize,
    /// What is declared as skipped.
    pub skipped: usize,
}

/// How a report is shown.
#[derive(Clone, Debug, Default)]
pub struct Show {
    /// As JSON, in the place of tables.
    pub json: bool,
    /// Also as a JUnit file, for those who collect them.
    pub junit: Option<PathBuf>,
}

impl Table {
    /// An empty table.
    pub fn new(name: &'static str, row: &'static str, column: &'static str) -> Self {
        Self { name, row, column, cells: vec![] }
    }
    /// Adds a cell.
    pub fn push(&mut self, row: impl Into<String>, column: impl Into<String>, seen: Seen) {
        self.cells.push(Cell { row: row.into(), column: column.into(), seen });
    }
    fn rows(&self) -> Vec<&str> {
        first(self.cells.iter().map(|cell| cell.row.as_str()))
    }
    fn columns(&self) -> Vec<&str> {
        first(self.cells.iter().map(|cell| cell.column.as_str()))
    }
}

impl Report {
    /// How many cells of each kind there are.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for cell in self.tables.iter().flat_map(|table| &table.cells) {
            *match cell.seen {
                Seen::Held { .. } => &mut counts.held,
                Seen::Skipped { .. } => &mut counts.skipped,
                Seen::Undeclared { .. } | Seen::Broke(_) => &mut counts.broke,
            } += 1;
        }
        counts
    }
    /// Whether everything held, or was skipped as declared. Nothing looked at holds nothing.
    pub fn holds(&self) -> bool {
        let counts = self.counts();
        counts.broke == 0 && counts.held > 0
    }
    /// Writes it to `out` and where else `show` says.
    ///
    /// # Errors
    /// Where that cannot be written.
    pub fn show(&self, show: &Show, out: &mut impl io::Write) -> io::Result<()> {
        // First, so that what took its time is not lost where the file cannot be written.
        if show.json { writeln!(out, "{}", self.json()) } else { writeln!(out, "{self}") }?;
        if let Some(file) = &show.junit {
            let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
            fs::write(file, self.junit()).map_err(named)?;
        }
        Ok(())
    }
}

/// Each once, in the order in which they come.
fn first<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut once = vec![];
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One cell of each kind.
    pub(super) fn report() -> Report {
        let differs = Breach::unless_equal("case `c`", "bodies <differ>", "ab", "a\u{1}");
        let breach = Box::new(Breach { law: "pure", ..*differs.unwrap_err() });
        let mut laws = Table::new("laws", "law", "adapter");
        laws.push("pure", "lumen", Seen::Held { times: 7 });
        laws.push("strict", "lumen", Seen::Skipped { reason: "no \"strict\" host".to_owned() });
        laws.push("pure", "umbra", Seen::Broke(breach));
        laws.push("strict", "umbra", Seen::Undeclared { reason: "no case names a strict route".to_owned() });
        Report { tables: vec![laws] }
    }

    #[test]
    fn an_undeclared_skip_fails_a_run_and_so_does_nothing_at_all() {
        assert_eq!(report().counts(), Counts { held: 1, broke: 2, skipped: 1 });
        assert!(!report().holds() && !Report::default().holds());
        let mut table = Table::new("laws", "law", "adapter");
        table.push("pure", "lumen", Seen::Held { times: 1 });
        assert!(Report { tables: vec![table.clone()] }.holds());
        table.push("strict", "lumen", Seen::Undeclared { reason: String::new() });
        assert!(!Report { tables: vec![table] }.holds());
    }
    #[test]
    fn a_file_that_cannot_be_written_is_named_and_the_report_is_shown_all_the_same() {
        let show = Show { json: true, junit: Some("no/such/folder/laws.xml".into()) };
        let mut out = vec![];
        let error = report().show(&show, &mut out).unwrap_err().to_string();
        assert!(error.starts_with("no/such/folder/laws.xml: "), "{error}");
        assert_eq!(String::from_utf8(out).unwrap(), report().json() + "\n");
    }
}

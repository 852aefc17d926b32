//! A report for people: a table that fits a terminal, then every skip with its reason and every breach with both bodies.
use super::{Counts, Report, Seen, Table};
use std::fmt::{self, Write};

impl fmt::Display for Report {
    /// The last line is the sum.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for table in &self.tables {
            grid(table, f)?;
            skips(table, f)?;
            table.cells.iter().try_for_each(|cell| breach(&cell.row, &cell.column, &cell.seen, f))?;
            f.write_char('\n')?;
        }
        let Counts { held, broke, skipped } = self.counts();
        write!(f, "{held} held, {broke} broke, {skipped} skipped")
    }
}

/// Rows by columns; what is missing is a dash.
fn grid(table: &Table, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (rows, columns) = (table.rows(), table.columns());
    let word = |row: &str, column: &str| {
        let cell = table.cells.iter().find(|cell| cell.row == row && cell.column == column);
        cell.map_or("–".to_owned(), |cell| word(&cell.seen))
    };
    let head = [table.name].iter().chain(&columns).map(|&name| name.to_owned()).collect();
    let mut lines: Vec<Vec<String>> = vec![head];
    for row in rows {
        let cells = columns.iter().map(|column| word(row, column));
        lines.push([row.to_owned()].into_iter().chain(cells).collect());
    }
    let width = |n: usize| lines.iter().filter_map(|line| line.get(n)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..=columns.len()).filter_map(width).collect();
    for line in &lines {
        let padded = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        writeln!(f, "{}", padded.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

fn word(seen: &Seen) -> String {
    match seen {
        Seen::Held { times } => format!("held {times}"),
        Seen::Skipped { .. } => "skipped".to_owned(),
        Seen::Undeclared { .. } => "UNDECLARED".to_owned(),
        Seen::Broke(_) => "BROKE".to_owned(),
    }
}

/// Each reason once, with all that it is given for.
fn skips(table: &Table, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut reasons: Vec<(String, Vec<String>)> = vec![];
    for cell in &table.cells {
        let reason = match &cell.seen {
            Seen::Skipped { reason } => reason.clone(),
            Seen::Undeclared { reason } => format!("{reason}: bring a case for it, or declare the skip"),
            Seen::Held { .. } | Seen::Broke(_) => continue,
        };
        let of = format!("{} {}", cell.column, cell.row);
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, all)) => all.push(of),
            None => reasons.push((reason, vec![of])),
        }
    }
    if !reasons.is_empty() {
        f.write_char('\n')?;
    }
    reasons.iter().try_for_each(|(reason, of)| writeln!(f, "skipped: {}: {reason}", of.join(", ")))
}

fn breach(row: &str, column: &str, seen: &Seen, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Seen::Broke(breach) = seen else { return Ok(()) };
    write!(f, "\nBROKE: {column} {row}\n  {breach}")?;
    if let Some([expected, found]) = breach.differs.as_ref().map(|differs| &differs.bodies) {
        write!(f, "\n  expected body {}\n  found body    {}", expected.escape_default(), found.escape_default())?;
    }
    breach.input.iter().try_for_each(|line| write!(f, "\n  input {line}"))?;
    f.write_char('\n')
}

#[cfg(test)]
mod tests {
    use super::super::tests::report;

    #[test]
    fn a_report_is_a_table_its_reasons_its_breaches_and_a_sum() {
        let want = r#"laws    lumen    umbra
pure    held 7   BROKE
strict  skipped  UNDECLARED

skipped: lumen strict: no "strict" host
skipped: umbra strict: no case names a strict route: bring a case for it, or declare the skip

BROKE: umbra pure
  law `pure` is broken by case `c`: bodies <differ>
  first difference at byte 1
  expected …ab
  found    …a␁
  expected body ab
  found body    a\u{1}

1 held, 2 broke, 1 skipped"#;
        assert_eq!(report().to_string().replace('\u{1}', "␁"), want);
    }
}

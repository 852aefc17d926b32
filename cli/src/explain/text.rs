//! What `explain` says, for a person: rows first, then carriers, then the rest.
use super::report::{Carrier, Columns, First, Previous, Report, Row, Said};
use crate::output::{self, Paint};
use comfy_table::CellAlignment;
use std::fmt::Write;

pub(crate) fn of(report: &Report, paint: Paint) -> String {
    let mut out = format!("{}\n\n", paint.title(&output::line(&report.route.to_string())));
    let Columns { reads, required, flags } = &report.columns;
    for (column, row) in [("reads", reads), ("required", required), ("flags", flags)] {
        match row {
            Some(row) => rule(&mut out, column, row, paint),
            None => line(&mut out, column, "nothing: no row speaks"),
        }
    }
    carriers(&mut out, &report.carriers);
    for Said { turn, what, why, rule } in &report.notes {
        let place = turn.map(|turn| format!("turn {turn}: ")).unwrap_or_default();
        let rule = rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
        let _ = writeln!(out, "{}", output::line(&format!("{place}{what}: {why}{rule}")));
    }
    if !report.notes.is_empty() {
        out.push('\n');
    }
    line(&mut out, "keys", &output::line(&keys(report)));
    let weight = report.body.as_ref().map(|body| format!("{} bytes, sha-256 {}…", body.bytes, body.hash));
    line(&mut out, "request", weight.as_deref().unwrap_or("cannot be written"));
    if let Some(previous) = &report.previous {
        line(&mut out, "previous", &self::previous(previous));
    }
    out
}

fn line(out: &mut String, name: &str, text: &str) {
    let _ = writeln!(out, "{name:<10}{text}");
}

fn rule(out: &mut String, column: &str, row: &Row, paint: Paint) {
    line(out, column, &output::line(&format!("{}: {} [{}]", row.name, row.says, row.layer)));
    line(out, "", &paint.faint(&output::line(&row.why)));
    line(out, "", &paint.faint(&output::line(&format!("{}, {}", row.evidence, row.since))));
}

fn carriers(out: &mut String, carriers: &[Carrier]) {
    if carriers.is_empty() {
        out.push_str("\nno carriers\n\n");
        return;
    }
    let mut table = output::table(&["turn", "place", "carrier", "fate", "why", "bytes", "tokens", "sha-256"]);
    for carrier in carriers {
        table.add_row([
            carrier.turn.to_string(),
            carrier.at.clone().unwrap_or_else(|| "-".to_owned()),
            output::line(&carrier.kind),
            output::line(&carrier.words()),
            output::line(&carrier.why()),
            carrier.bytes.to_string(),
            carrier.tokens.to_string(),
            carrier.hash.as_deref().map_or("-", |hash| hash.get(..8).unwrap_or(hash)).to_owned(),
        ]);
    }
    for number in [0, 5, 6] {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let _ = writeln!(out, "\n{}\n", table.trim_fmt());
}

fn keys(report: &Report) -> String {
    let words: Vec<String> = report
        .fields
        .iter()
        .map(|field| format!("{} in {} of {} turns", field.key, field.turns, report.turns))
        .collect();
    if words.is_empty() { "none carries reasoning".to_owned() } else { words.join(", ") }
}

fn previous(previous: &Previous) -> String {
    match &previous.first_difference {
        None => "prefix kept: the earlier messages are a byte prefix of these".to_owned(),
        Some(First { byte, place, turn, why }) => {
            let place = turn.map_or_else(|| (*place).to_owned(), |turn| format!("turn {turn}"));
            format!("differs at byte {byte}, {place}: {why}")
        }
    }
}

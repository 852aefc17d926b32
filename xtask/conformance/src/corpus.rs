//! What became of the recordings, as `cargo xtask corpus --json` says it: a row for each wire.
//!
//! Nothing is replayed here. Where nothing was, one cell says so.
use serde_json::Value;
use std::{collections::BTreeMap, error::Error, fs, path::Path};
use throughline_conformance::{
    Breach, Suite,
    report::{Seen, Table},
};

/// What of one wire passed, failed and was skipped, and why.
#[derive(Default)]
struct Row {
    passed: usize,
    failed: Vec<String>,
    failures: usize,
    skipped: usize,
    reasons: Vec<String>,
}

/// The table; of the wires of `suites` alone, unless they are `all` that there are.
///
/// # Errors
/// Where the file is no report.
pub(crate) fn table(suites: &[Suite], all: bool, file: Option<&Path>) -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new("corpus", "api", "exchanges");
    let Some(file) = file else {
        let reason = "no folder of recorded exchanges in THROUGHLINE_CORPUS, none at ../shared/corpus/dev".to_owned();
        table.push("any", "passed", Seen::Skipped { reason });
        return Ok(table);
    };
    let spoken: Vec<&str> = suites.iter().flat_map(|suite| &suite.cases).map(|case| case.home.api.as_str()).collect();
    let report: Value = serde_json::from_str(&fs::read_to_string(file)?)?;
    for (api, row) in rows(&report).into_iter().filter(|(api, _)| all || spoken.contains(&api.as_str())) {
        if row.passed > 0 {
            table.push(&api, "passed", Seen::Held { times: row.passed });
        }
        if row.failures > 0 {
            let what = format!("{} exchanges: `cargo xtask corpus` tells more", row.failures);
            table.push(&api, "failed", Seen::Broke(Breach::of("corpus", format!("api `{api}`"), what).on(row.failed)));
        }
        if row.skipped > 0 {
            let reason = format!("{} exchanges: {}", row.skipped, row.reasons.join(", "));
            table.push(&api, "skipped", Seen::Skipped { reason });
        }
    }
    // Files that are no exchange at all stand in no row.
    let told: usize = rows(&report).values().map(|row| row.failures).sum();
    if let Some(unread) = number(&report, "failed").checked_sub(told).filter(|unread| *unread > 0) {
        let what = format!("{unread} files are no exchanges: `cargo xtask corpus` tells more");
        table.push("any", "failed", Seen::Broke(Breach::of("corpus", "the folder", what)));
    }
    if table.cells.is_empty() {
        table.push("any", "passed", Seen::Skipped { reason: "no exchange of these adapters was recorded".to_owned() });
    }
    Ok(table)
}

fn number(value: &Value, key: &str) -> usize {
    value.get(key).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
}

fn rows(report: &Value) -> BTreeMap<String, Row> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for (name, row) in report.get("rows").and_then(Value::as_object).into_iter().flatten() {
        let api = name.rsplit(' ').next().unwrap_or(name);
        let sum = rows.entry(api.to_owned()).or_default();
        sum.passed += number(row, "passed");
        sum.failures += number(row, "failed");
        sum.skipped += number(row, "skipped");
        let reasons = row.get("reasons").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        for reason in reasons.map(str::to_owned) {
            if !sum.reasons.contains(&reason) {
                sum.reasons.push(reason);
            }
        }
    }
    for failure in report.get("failures").and_then(Value::as_array).into_iter().flatten() {
        let exchange = failure.get("exchange").and_then(Value::as_str).unwrap_or_default();
        let row = rows.iter_mut().find(|(api, _)| exchange.contains(&format!("--{api}--")));
        if let Some((_, row)) = row {
            row.failed.push(failure.to_string());
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use throughline_conformance::report::Report;

    const REPORT: &str = r#"{"passed":5,"failed":3,"skipped":4,
        "rows":{"acme chat_completions":{"passed":3,"failed":1,"skipped":0,"reasons":[]},
            "omni chat_completions":{"passed":2,"failed":1,"skipped":1,"reasons":["feature x is off"]},
            "acme acme_chat":{"passed":0,"failed":0,"skipped":3,"reasons":["api acme_chat"]}},
        "failures":[{"exchange":"acme--chat_completions--one","check":"split","message":null,"field":"text","fault":"Other","excerpt":"a"}]}"#;

    fn read(report: &str, suites: &[Suite], all: bool) -> Table {
        // A file a call: tests run side by side.
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("throughline-corpus-{}-{}.json", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let file = std::env::temp_dir().join(name);
        fs::write(&file, report).unwrap();
        let table = table(suites, all, Some(&file)).unwrap();
        fs::remove_file(&file).unwrap();
        table
    }

    #[test]
    fn one_adapter_is_shown_its_own_wires_alone() {
        let report = r#"{"passed":5,"failed":0,"skipped":0,
            "rows":{"google gemini_generate":{"passed":3,"failed":0,"skipped":0,"reasons":[]},
                "acme chat_completions":{"passed":2,"failed":0,"skipped":0,"reasons":[]}},"failures":[]}"#;
        let cells = |suites: &[Suite]| {
            let table = read(report, suites, false);
            table.cells.into_iter().map(|cell| (cell.row, cell.seen)).collect::<Vec<_>>()
        };
        let gemini = crate::ours::suites(Some("gemini")).unwrap();
        assert_eq!(cells(&gemini), [("gemini_generate".to_owned(), Seen::Held { times: 3 })]);
        let none = Seen::Skipped { reason: "no exchange of these adapters was recorded".to_owned() };
        assert_eq!(cells(&[]), [("any".to_owned(), none)]);
    }
    #[test]
    fn a_row_is_a_wire_and_unreadable_files_are_not_lost() {
        let table = read(REPORT, &[], true);
        let cells: Vec<(&str, &str)> =
            table.cells.iter().map(|cell| (cell.row.as_str(), cell.column.as_str())).collect();
        let chat = "chat_completions";
        let want = [("acme_chat", "skipped"), (chat, "passed"), (chat, "failed"), (chat, "skipped"), ("any", "failed")];
        assert_eq!(cells, want);
        assert_eq!(table.cells.get(1).map(|cell| &cell.seen), Some(&Seen::Held { times: 5 }));
        let Some(Seen::Broke(breach)) = table.cells.get(2).map(|cell| &cell.seen) else { unreachable!() };
        assert!(breach.what.starts_with("2 exchanges") && breach.input.len() == 1, "{breach:?}");
        assert!(!Report { tables: vec![table] }.holds());
    }
    #[test]
    fn no_recordings_are_a_skip_with_a_reason() {
        let table = table(&[], true, None).unwrap();
        assert!(matches!(table.cells.as_slice(), [cell] if matches!(cell.seen, Seen::Skipped { .. })));
    }
}

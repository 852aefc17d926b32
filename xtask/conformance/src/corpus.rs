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
    Ok(table)
}

fn rows(report: &Value) -> BTreeMap<String, Row> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let number = |value: &Value, key: &str| value[key].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    for (name, row) in report["rows"].as_object().into_iter().flatten() {
        let api = name.rsplit(' ').next().unwrap_or(name);
        let sum = rows.entry(api.to_owned()).or_default();
        sum.passed += number(row, "passed");
        sum.failures += number(row, "failed");
        sum.skipped += number(row, "skipped");
        let reasons = row["reasons"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for reason in reasons.map(str::to_owned) {
            if !sum.reasons.contains(&reason) {
                sum.reasons.push(reason);
            }
        }
    }
    for failure in report["failures"].as_array().into_iter().flatten() {
        let exchange = failure["exchange"].as_str().unwrap_or_default();
        let row = rows.iter_mut().find(|(api, _)| exchange.contains(&format!("--{api}--")));
        if let Some((_, row)) = row {
            row.failed.push(failure.to_string());
        }
    }
    rows
}

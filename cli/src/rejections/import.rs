//! `rejections import`: verdicts of another store, or the refused fields of other programs.
use super::verdict::Verdict;
use crate::{failure::Failure, input, output, store};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::path::Path;
use throughline::RejectionMemory;
use throughline_sessions::Evidence;

pub(super) async fn run(file: &Path) -> Result<(), Failure> {
    let text = input::text(file, "the list of verdicts")?;
    let evidence = match folded(&text) {
        Some(rows) => unfold(rows.get())?,
        None => lines(&text)?,
    };
    if evidence.is_empty() {
        return Err(Failure::Input("no verdicts: expected lines of `rejections export`, or a folded list".to_owned()));
    }
    store::open().await?.learned(&evidence).await?;
    output::write(format!("learned {}\n", evidence.len()).as_bytes())
}

/// The list of other programs, alone or under its key in a model config.
fn folded(text: &str) -> Option<Box<RawValue>> {
    #[derive(Deserialize)]
    struct Config {
        reasoning_rejected_carriers: Box<RawValue>,
    }
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).ok();
    }
    serde_json::from_str::<Config>(text).ok().map(|config| config.reasoning_rejected_carriers)
}

fn unfold(rows: &str) -> Result<Vec<Evidence>, Failure> {
    let mut memory = RejectionMemory::new();
    let strange = memory.unfold(rows).map_err(|error| Failure::Input(format!("not a folded list: {error}")))?;
    if let Some((row, why)) = strange.first() {
        return Err(Failure::Input(format!("row {}: {why}: expected [provider, host, model, [fields]]", row + 1)));
    }
    let now = store::now();
    // Who sends such a list sends no error text: the lesson is what there is.
    let evidence = |lesson| Evidence::new(lesson, "unknown_field", 400, String::new(), now);
    Ok(memory.lessons().iter().cloned().map(evidence).collect())
}

fn lines(text: &str) -> Result<Vec<Evidence>, Failure> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = lines.map(|(n, line)| {
        let verdict = serde_json::from_str::<Verdict>(line);
        // What the parser says may quote the line.
        verdict
            .map(Evidence::from)
            .map_err(|error| Failure::Input(format!("line {}: no verdict from column {} on", n + 1, error.column())))
    });
    read.collect()
}

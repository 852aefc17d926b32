//! `routes`: the table, as this build and the user's file have it.
use crate::{
    args::{RoutesArgs, RulesArgs},
    failure::Failure,
    output, rules, words,
};
use serde::Serialize;
use std::fmt::Write;
use throughline::{Entry, Preset};

pub(crate) fn run(args: &RoutesArgs, rules: &RulesArgs) -> Result<(), Failure> {
    let registry = if args.markdown { rules::plain(rules)? } else { rules::registry(rules)? };
    let takes =
        |entry: &&std::sync::Arc<Entry>| args.model.as_ref().is_none_or(|model| entry.rule.pattern.takes(model));
    let rows: Vec<Row> = registry.rules().entries().iter().filter(takes).map(|entry| Row::new(entry)).collect();
    if args.json {
        return match args.all {
            true => output::json(&All { rows, providers: providers() }),
            false => output::json(&rows),
        };
    }
    let mut text = if args.markdown { markdown(&rows) } else { table(&rows) };
    if args.all {
        let _ = write!(text, "\n{}", known());
    }
    output::write(text.as_bytes())
}

#[derive(Serialize)]
struct All {
    rows: Vec<Row>,
    providers: Vec<Known>,
}

/// One row in words.
#[derive(Serialize)]
struct Row {
    name: String,
    layer: &'static str,
    routes: String,
    apis: Vec<String>,
    reads: Option<String>,
    required: Option<String>,
    flags: Option<String>,
    why: String,
    since: String,
    evidence: String,
}

impl Row {
    fn new(entry: &Entry) -> Self {
        let rule = &entry.rule;
        Self {
            name: rule.name.to_string(),
            layer: words::layer(entry.layer),
            routes: words::place(&rule.pattern),
            apis: rule.pattern.apis.iter().map(ToString::to_string).collect(),
            reads: words::reads(rule),
            required: words::required(rule),
            flags: words::flags(rule),
            why: rule.why.to_string(),
            since: rule.since.to_string(),
            evidence: rule.evidence.to_string(),
        }
    }
}

fn table(rows: &[Row]) -> String {
    let mut table = output::list(&["row", "routes", "reads", "required", "flags", "since", "evidence"]);
    for row in rows {
        let cell = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        table.add_row([
            row.name.clone(),
            row.routes.clone(),
            cell(&row.reads),
            cell(&row.required),
            cell(&row.flags),
            row.since.clone(),
            row.evidence.clone(),
        ]);
    }
    format!("{}\n", table.trim_fmt())
}

fn markdown(rows: &[Row]) -> String {
    let mut text =
        "| row | routes | reads | required | flags | since | evidence |\n|---|---|---|---|---|---|---|\n".to_owned();
    for row in rows {
        let cell = |text: &Option<String>| text.as_deref().map(code).unwrap_or_default();
        let evidence =
            if row.evidence.contains("://") { format!("[source]({})", row.evidence) } else { row.evidence.clone() };
        let cells = [
            row.name.clone(),
            code(&row.routes),
            cell(&row.reads),
            cell(&row.required),
            cell(&row.flags),
            row.since.clone(),
            evidence,
        ];
        let _ = writeln!(text, "| {} |", cells.map(|cell| cell.replace('|', "\\|")).join(" | "));
    }
    text
}

/// Stars and underscores mean something to a document.
fn code(text: &str) -> String {
    text.replace('*', "\\*").replace('_', "\\_")
}

#[derive(Serialize)]
struct Known {
    id: &'static str,
    aliases: &'static [&'static str],
    bases: Vec<(String, &'static str)>,
    key: Option<&'static str>,
}

fn providers() -> Vec<Known> {
    let bases = |preset: &Preset| preset.bases.iter().map(|(api, url)| (api.to_string(), *url)).collect();
    Preset::all()
        .iter()
        .map(|preset| Known { id: preset.id, aliases: preset.aliases, bases: bases(preset), key: preset.key })
        .collect()
}

fn known() -> String {
    let mut table = output::list(&["provider", "also", "api and base url", "key variable"]);
    for Known { id, aliases, bases, key } in providers() {
        let bases: Vec<String> = bases.into_iter().map(|(api, url)| format!("{api} {url}")).collect();
        table.add_row([id.to_owned(), aliases.join(", "), bases.join(", "), key.unwrap_or("-").to_owned()]);
    }
    format!("{}\n", table.trim_fmt())
}

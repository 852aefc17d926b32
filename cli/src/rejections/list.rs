//! `rejections list` and `why`: the verdicts in a table, and one of them in full.
use super::verdict::Verdict;
use crate::{failure::Failure, output, store, words};
use comfy_table::CellAlignment;
use std::fmt::Write;
use throughline::Lesson;
use throughline_sessions::Evidence;

pub(super) async fn run(json: bool) -> Result<(), Failure> {
    let all = match store::look().await? {
        Some(store) => super::all(&store).await?,
        None => vec![],
    };
    if json {
        return output::json(&all.into_iter().map(Verdict::from).collect::<Vec<_>>());
    }
    if all.is_empty() {
        output::complain("no route has refused anything yet");
        return Ok(());
    }
    output::write(table(&all).as_bytes())
}

pub(super) async fn why(number: i64) -> Result<(), Failure> {
    let all = super::all(&store::need().await?).await?;
    let found = all.iter().find(|evidence| evidence.id == number);
    let none = || Failure::Usage(format!("no verdict {number}; `throughline rejections list` has their numbers"));
    output::write(full(found.ok_or_else(none)?).as_bytes())
}

fn table(all: &[Evidence]) -> String {
    let mut table = output::list(&["n", "route", "verdict", "status", "times", "last", "until"]);
    for evidence in all {
        table.add_row([
            evidence.id.to_string(),
            output::cut(&route(&evidence.lesson), 80),
            output::cut(&taught(evidence), 60),
            evidence.status.to_string(),
            evidence.times.to_string(),
            words::time(evidence.last_at),
            until(evidence),
        ]);
    }
    for number in [0, 3, 4] {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    format!("{}\n", table.trim_fmt())
}

fn full(evidence: &Evidence) -> String {
    let mut out = String::new();
    let mut line = |name: &str, text: &str| _ = writeln!(out, "{name:<10}{}", output::cut(text, 200));
    line("verdict", &taught(evidence));
    line("route", &format!("{}, {}", route(&evidence.lesson), evidence.lesson.api));
    line("class", &format!("{}, status {}", evidence.class, evidence.status));
    line("evidence", &format!("the refusal's text has the sha-256 {}", evidence.error_hash));
    line(
        "seen",
        &format!(
            "{} times, first {}, last {}",
            evidence.times,
            words::time(evidence.first_at),
            words::time(evidence.last_at)
        ),
    );
    line("until", &until(evidence));
    if let Some(session) = &evidence.session {
        line("session", session.as_str());
    }
    out
}

fn route(Lesson { provider, host, model, upstream, .. }: &Lesson) -> String {
    let upstream = upstream.as_ref().map(|upstream| format!(" ({upstream})")).unwrap_or_default();
    format!("{provider}/{model} at {host}{upstream}")
}

fn taught(evidence: &Evidence) -> String {
    words::taught(&evidence.lesson.taught).unwrap_or_else(|| evidence.class.clone())
}

/// From when on new sessions ask the route again.
fn until(evidence: &Evidence) -> String {
    let time = words::time(evidence.expires_at);
    if evidence.expires_at <= store::now() { format!("{time}, over") } else { time }
}

//! `test`: everything that must hold, in one command, with one line of counts at the end.
//!
//! A failed step never stops the run: all failures are seen at once. A step that cannot run is skipped by name, or
//! failed where `THROUGHLINE_REQUIRE` asks for it; it must never vanish.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::forward::{self, CORPUS};
use crate::tally::Tally;
use crate::workspace::{Workspace, required};
use crate::{Result, conformance, examples, features, new_adapter, oldest, package, run, tidy};

struct Step {
    name: &'static str,
    run: fn(&Workspace) -> Result<Tally>,
}

const STEPS: &[Step] = &[
    Step { name: "fmt", run: |w| cargo(w, &["fmt", "--all", "--check"]) },
    Step { name: "clippy", run: clippy },
    Step { name: "test", run: tests },
    Step { name: "doc", run: doc },
    Step { name: "tidy", run: |w| tidy::run(w, false) },
    Step { name: "features", run: features::run },
    Step { name: "oldest", run: oldest::run },
    Step { name: "package", run: package::check },
    Step { name: "examples", run: examples::run },
    Step { name: "new-adapter", run: new_adapter::check },
    Step { name: "conformance", run: conformance::tally },
    Step { name: "corpus", run: corpus },
];

struct Row {
    name: &'static str,
    tally: Tally,
    time: Duration,
}

/// Runs every step; `true` when nothing failed.
pub(crate) fn run(workspace: &Workspace) -> Result<bool> {
    let mut rows = Vec::new();
    for step in STEPS {
        println!("\n=== {} ===", step.name);
        let start = Instant::now();
        let tally = (step.run)(workspace).unwrap_or_else(|error| {
            eprintln!("error: {error}");
            Tally::one(false)
        });
        rows.push(Row { name: step.name, tally, time: start.elapsed() });
    }
    let mut out = io::stdout().lock();
    out.write_all(table(&rows).as_bytes())?;
    out.flush()?;
    Ok(rows.iter().all(|row| row.tally.holds()))
}

/// The table of steps and, as the last line, the sum.
fn table(rows: &[Row]) -> String {
    let mut text =
        format!("\n{:<12} {:<8} {:>7} {:>7} {:>8} {:>7}\n", "step", "", "passed", "failed", "skipped", "time");
    let mut sum = Tally::default();
    for Row { name, tally, time } in rows {
        let word = match tally {
            Tally { failed: 1.., .. } => "FAILED",
            Tally { passed: 0, .. } => "skipped",
            _ => "ok",
        };
        let Tally { passed, failed, skipped } = *tally;
        let time = format!("{:.1}s", time.as_secs_f32());
        text.push_str(&format!("{name:<12} {word:<8} {passed:>7} {failed:>7} {skipped:>8} {time:>7}\n"));
        sum += *tally;
    }
    text.push_str(&format!("\n{sum}\n"));
    text
}

fn cargo(workspace: &Workspace, arguments: &[&str]) -> Result<Tally> {
    Ok(Tally::one(run::passes(&mut run::cargo(&workspace.root, arguments))?))
}

fn clippy(workspace: &Workspace) -> Result<Tally> {
    cargo(workspace, &["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"])
}

/// Unit, integration and doc tests. `--no-fail-fast`, so that one red crate does not hide another.
fn tests(workspace: &Workspace) -> Result<Tally> {
    let mut sum = Tally::default();
    let mut command = run::cargo(&workspace.root, ["test", "--workspace", "--all-features", "--no-fail-fast"]);
    let passed = run::streams(&mut command, &mut io::stdout(), |line| sum += Tally::of_line(line).unwrap_or_default())?;
    Ok(sum.with_run(passed))
}

fn doc(workspace: &Workspace) -> Result<Tally> {
    let mut command = run::cargo(&workspace.root, ["doc", "--workspace", "--no-deps", "--all-features"]);
    Ok(Tally::one(run::passes(command.env("RUSTDOCFLAGS", "-D warnings"))?))
}

fn corpus(workspace: &Workspace) -> Result<Tally> {
    let Some(folder) = workspace.corpus() else {
        let needed = required("corpus");
        let word = if needed { "FAILED" } else { "skipped" };
        println!("{word}: corpus: no folder in THROUGHLINE_CORPUS, none at ../shared/corpus/dev");
        return Ok(if needed { Tally::one(false) } else { Tally::skip() });
    };
    if workspace.member(CORPUS).is_none() {
        println!("{}", forward::missing("corpus", CORPUS));
        return Ok(Tally::skip());
    }
    Ok(Tally::one(forward::corpus(workspace, Some(folder), std::iter::empty())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &'static str, passed: usize, failed: usize, skipped: usize) -> Row {
        Row { name, tally: Tally { passed, failed, skipped }, time: Duration::from_millis(1234) }
    }

    #[test]
    fn the_sum_is_the_last_line_alone() {
        let text = table(&[row("fmt", 1, 0, 0), row("test", 40, 2, 3), row("corpus", 0, 0, 1)]);
        assert_eq!(text.lines().last(), Some("41 passed, 2 failed, 4 skipped"));
        assert!(text.ends_with("\n\n41 passed, 2 failed, 4 skipped\n"));
    }

    #[test]
    fn each_step_says_how_it_went() {
        let text = table(&[row("fmt", 1, 0, 0), row("test", 40, 2, 3), row("corpus", 0, 0, 1)]);
        let words = |line: &str| line.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>();
        let rows: Vec<_> = text.lines().map(words).collect();
        for expected in [["fmt", "ok"], ["test", "FAILED"], ["corpus", "skipped"]] {
            assert!(rows.iter().any(|row| *row == expected), "{text}");
        }
    }
}

//! `cargo xtask bench`: what projecting, capturing and storing cost, as ratios to work that nobody can avoid.
//!
//! Everything is measured in one process, ours and the base in turns, so that a slow machine changes neither ratio nor verdict. It
//! must never fail because of a figure: goals are shown, not asserted.
mod convo;
mod counting;
mod rows;
mod sample;
mod session;
mod stored;

use clap::Parser;
use rows::Row;
use serde::Serialize;
use session::Failed;
use std::process::ExitCode;

#[derive(Parser)]
#[command(bin_name = "cargo xtask bench", about = "Measure, as ratios to work that nobody can avoid")]
struct Arguments {
    /// Rounds of the conversation
    #[arg(long, value_delimiter = ',', default_values_t = [50, 500, 5000])]
    rounds: Vec<usize>,
    /// Repetitions of each measurement
    #[arg(long, default_value_t = 15)]
    reps: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How a cost grows with the conversation.
#[derive(Serialize)]
struct Growth {
    wire: &'static str,
    what: &'static str,
    against: &'static str,
    from: usize,
    to: usize,
    /// What a round costs at the end, to what it cost at the beginning.
    ours: f64,
    /// The same of what it is compared with: memory is slower than a cache.
    base: f64,
}

#[derive(Serialize)]
struct Report {
    rows: Vec<Row>,
    growth: Vec<Growth>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match measure(&arguments).and_then(|report| print(&report, arguments.json)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(arguments: &Arguments) -> Result<Report, Failed> {
    let registry = throughline::registry()?;
    let mut rows = vec![];
    for wire in convo::Wire::ALL {
        for rounds in &arguments.rounds {
            rows.extend(rows::requests(&registry, wire, *rounds, arguments.reps)?);
        }
        rows.extend(rows::streams(&registry, wire, arguments.reps)?);
        rows.extend(rows::lines(&registry, wire, arguments.reps)?);
        rows.extend(stored::stored(&registry, wire, arguments.reps)?);
    }
    let growth = growth(&rows);
    Ok(Report { rows, growth })
}

fn growth(rows: &[Row]) -> Vec<Growth> {
    let mut found = vec![];
    for (n, last) in rows.iter().enumerate() {
        let same = |row: &&Row| {
            row.rounds.is_some() && (row.wire, row.what, row.against) == (last.wire, last.what, last.against)
        };
        let Some(first) = rows.iter().take(n).rfind(same) else { continue };
        let (Some(from), Some(to)) = (first.rounds, last.rounds) else { continue };
        let grown = |cost: fn(&Row) -> f64| (cost(last) / to as f64) / (cost(first) / from as f64);
        // The least of each: a busy machine makes only the others worse.
        let (ours, base) = (grown(|row| row.pair.ours.min), grown(|row| row.pair.base.min));
        found.push(Growth { wire: last.wire, what: last.what, against: last.against, from, to, ours, base });
    }
    found
}

impl Growth {
    /// Halfway, on a scale of powers, between a cost that grows with the conversation and one that grows with its square.
    fn is_linear(&self) -> bool {
        self.ours / self.base < (self.to as f64 / self.from as f64).sqrt()
    }
}

fn print(report: &Report, json: bool) -> Result<(), Failed> {
    if json {
        println!("{}", serde_json::to_string_pretty(report)?);
        return Ok(());
    }
    println!("microseconds and ratios: least / median / most\n");
    for row in &report.rows {
        let rounds = row.rounds.map(|n| format!("{n} rounds")).unwrap_or_default();
        println!("{:<10} {rounds:>11}  {} ÷ {}", row.wire, row.what, row.against);
        print!("{:>23}  {:<26} ÷ {:<26} = {}", "", row.pair.ours, row.pair.base, row.pair.ratio);
        print!("{}", row.goal.map(|goal| verdict(row.pair.ratio.median, goal)).unwrap_or_default());
        println!("{}", row.allocations.map(|(n, by)| format!("; {n:.2} allocations {by}")).unwrap_or_default());
    }
    println!("\ncost of a round as the conversation grows: ours, and what it is compared with");
    for growth in &report.growth {
        let Growth { wire, what, against, from, to, ours, base } = growth;
        let word = if growth.is_linear() { "linear" } else { "MORE THAN LINEAR" };
        println!("{wire:<10} {from:>5} → {to:<5} × {ours:<5.2} × {base:<5.2} {word}: {what} ÷ {against}");
    }
    Ok(())
}

fn verdict(ratio: f64, goal: f64) -> String {
    let word = match ratio / goal {
        ..=1.0 => "met",
        ..=3.0 => "within 3×",
        _ => "MISSED by more than 3×",
    };
    format!("; goal {goal}: {word}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sample::{Pair, Sample};

    #[test]
    fn a_verdict_is_relative_to_its_goal() {
        assert_eq!(verdict(0.5, 0.5), "; goal 0.5: met");
        assert_eq!(verdict(1.5, 0.5), "; goal 0.5: within 3×");
        assert_eq!(verdict(1.6, 0.5), "; goal 0.5: MISSED by more than 3×");
    }
    #[test]
    fn growth_compares_one_thing_with_itself() {
        let row = |rounds: Option<usize>, time| {
            let sample = |min| Sample { min, ..Sample::default() };
            let base = rounds.unwrap_or_default() as f64;
            let pair = Pair { ours: sample(time), base: sample(base), ratio: Sample::default() };
            Row { wire: "w", rounds, what: "a", against: "b", pair, goal: None, allocations: None }
        };
        let grown = |last| growth(&[row(Some(10), 10.0), row(None, 1.0), row(Some(100), last)]).pop().unwrap();
        let linear = grown(120.0);
        assert_eq!((linear.from, linear.to, linear.base, linear.is_linear()), (10, 100, 1.0, true));
        assert!(!grown(1000.0).is_linear());
    }
}

//! `sessions price`: what the next request of a session costs on a route, before it is sent.
use crate::{
    args::{PriceArgs, RulesArgs},
    failure::Failure,
    output::{self, Paint},
    rules, store,
};
use comfy_table::CellAlignment;
use serde::Serialize;
use std::fmt::Write;
use throughline::{Fragments, History, Outcome, Plan, Request, Route, Tariff};

pub(super) async fn run(args: &PriceArgs, rules: &RulesArgs) -> Result<(), Failure> {
    let projection = rules::projection(rules, &args.route)?;
    let store = store::need().await?;
    let id = store.session(&args.id).await?.id;
    let (loaded, memory) = (store.load(&id).await?, store.memory(&id).await?);
    let request = loaded.request.unwrap_or_else(|| Request::new(projection.route().api.clone()));
    let history: History = loaded.turns.into_iter().collect();
    let plan = projection.plan(&request, &history, &memory, &mut Fragments::new());
    let mut report = Report::new(&plan);
    report.threshold = args.threshold;
    report.passed = args.threshold.map(|threshold| report.total > threshold);
    if args.json { output::json(&report) } else { output::write(text(&report, Paint::stdout()).as_bytes()) }
}

/// Tokens of a request.
#[derive(Serialize)]
pub(crate) struct Report {
    route: Route,
    total: u64,
    /// Tools, members and what the host adds itself.
    head: u64,
    /// Of the total, the carriers.
    carriers: u64,
    turns: Vec<Priced>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threshold: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    passed: Option<bool>,
}

#[derive(Serialize)]
struct Priced {
    turn: usize,
    role: &'static str,
    tokens: u64,
    carriers: u64,
}

impl Report {
    pub(crate) fn new(plan: &Plan<'_>) -> Self {
        Self::by(plan, Tariff::learned(plan))
    }
    /// By rates that are known.
    pub(crate) fn by(plan: &Plan<'_>, tariff: Tariff) -> Self {
        let priced = plan.price(&tariff);
        let mut carriers = vec![0; plan.len()];
        for line in plan.priced_ledger(&tariff).iter().filter(|line| line.outcome != Outcome::Withheld) {
            carriers.get_mut(line.turn).into_iter().for_each(|sum: &mut u64| *sum = sum.saturating_add(line.tokens));
        }
        let roles = plan.history.turns().iter().map(|turn| turn.role.as_str());
        let turns = roles.zip(&priced.turns).zip(&carriers).enumerate();
        Self {
            route: plan.route.clone(),
            total: priced.total(),
            head: priced.head,
            carriers: carriers.iter().copied().fold(0, u64::saturating_add),
            turns: turns.map(|(turn, ((role, &tokens), &carriers))| Priced { turn, role, tokens, carriers }).collect(),
            threshold: None,
            passed: None,
        }
    }
}

pub(crate) fn text(report: &Report, paint: Paint) -> String {
    let mut out = format!("{}\n\n", paint.title(&output::line(&report.route.to_string())));
    let mut table = output::list(&["turn", "role", "tokens", "of these carriers"]);
    table.add_row(["-", "head", &report.head.to_string(), "-"]);
    for Priced { turn, role, tokens, carriers } in &report.turns {
        table.add_row([turn.to_string(), (*role).to_owned(), tokens.to_string(), carriers.to_string()]);
    }
    table.add_row(["", "total", &report.total.to_string(), &report.carriers.to_string()]);
    for number in [0, 2, 3] {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let _ = writeln!(out, "{}", table.trim_fmt());
    if let (Some(threshold), Some(passed)) = (report.threshold, report.passed) {
        let _ =
            writeln!(out, "\nthe threshold of {threshold} tokens is {}", if passed { "passed" } else { "not passed" });
    }
    out
}

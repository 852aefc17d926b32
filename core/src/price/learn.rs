//! What a session's own replies say about the rates.
use super::{MILLI, Tariff, turn};
use crate::Plan;

/// How far a correction goes at most; what is beyond is what the host adds itself.
const LEAST: f64 = 0.5;
const MOST: f64 = 2.0;

/// What one reply reported about the request before it.
struct Report {
    own: bool,
    text: f64,
    known: f64,
    input: f64,
}

pub(super) fn learn(plan: &Plan<'_>) -> Tariff {
    let reports = reports(plan);
    let own = reports.iter().any(|report| report.own);
    let Some(last) = reports.iter().rfind(|report| report.own == own) else { return Tariff::new() };
    let ratio = (last.input - last.known).max(0.0) / last.text.max(1.0);
    let scale = ratio.clamp(LEAST, MOST);
    if !own {
        return Tariff { scale, hidden: 0 };
    }
    let hidden = last.input - last.known - last.text * scale;
    Tariff { scale, hidden: hidden.round() as i64 }
}

/// What the replies of the history reported, in order.
fn reports(plan: &Plan<'_>) -> Vec<Report> {
    let head = turn::weigh_head(plan);
    let (mut text, mut known) = (head.text as f64 / MILLI as f64, head.known as f64);
    let mut reports = vec![];
    for (n, said) in plan.history.turns().iter().enumerate() {
        let input = said.usage.as_ref().and_then(|usage| usage.input).filter(|input| *input > 0);
        if let Some(input) = input {
            let own = said.origin.as_ref().is_some_and(|o| o.is_home(plan.route) && o.model == plan.route.model);
            reports.push(Report { own, text, known, input: input as f64 });
        }
        let weight = turn::weigh(plan, n);
        for bulk in weight.carriers.iter().chain([&weight.body]) {
            text += bulk.text as f64 / MILLI as f64;
            known += bulk.known as f64;
        }
    }
    reports
}

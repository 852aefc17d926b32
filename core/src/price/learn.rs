//! What a session's own replies say about the rates.
//!
//! Three things are told apart: how dense the text is, how much of the thoughts the host reads, and what it writes itself. The last
//! report anchors: whatever it says beyond the rates is the host's own, so that an error does not grow with the session. One report
//! that contradicts those around it, or that cannot be of a whole prompt, moves nothing.
use super::{
    Tariff, carrier, table, turn,
    weight::{Bulk, MILLI, Weight},
};
use crate::{Plan, Turn, Usage, compact};

/// How far text is corrected; what is beyond is what the host adds itself.
const LEAST: f64 = 0.5;
const MOST: f64 = 2.0;
/// How far rates are off from one tokenizer to another, as a share of the text.
const DENSITY: f64 = 0.2;
/// How much hosts write of their own, in tokens, beyond what the table knows; some write much more.
const HIDDEN: f64 = 250.0;
/// For how many tokens of evidence what was believed before counts.
const BELIEF: f64 = 150.0;
/// By what a reply's own count is believed to exceed its text at most: thoughts that nobody reports may be in it.
const WROTE: f64 = 1.6;
/// By what share of itself a report is off that is not believed.
const ALONE: f64 = 0.25;
/// More than any model reads at once.
const MOST_EVER: u64 = 20_000_000;
/// The reports that are looked at: the latest.
const REPORTS: usize = 64;

/// What one reply reported about the request before it, beside what that request weighs.
#[derive(Clone, Copy)]
struct Report {
    turn: usize,
    text: f64,
    thought: f64,
    known: f64,
    input: f64,
    /// What the reply said it wrote, thoughts aside, and what that weighs; nothing where it cannot be told.
    wrote: f64,
    written: f64,
}

impl Report {
    fn since(self, before: Self) -> Self {
        Self {
            text: self.text - before.text,
            thought: self.thought - before.thought,
            known: self.known - before.known,
            input: self.input - before.input,
            ..self
        }
    }
    /// What is left for the host itself.
    fn rest(self, tariff: &Tariff) -> f64 {
        self.input - self.known - self.text * tariff.text - self.thought * tariff.thought
    }
}

pub(super) fn learn(plan: &Plan<'_>) -> Tariff {
    let (own, others) = reports(plan);
    let mut tariff = Tariff::new();
    let reports = if own.is_empty() { &others } else { &own };
    let Some(last) = reports.last() else { return tariff };

    // What a reply wrote is text of which nothing is hidden; what a request was charged more than the one before is nearly so.
    let mut text = Belief::default();
    for report in reports {
        text.weigh(report.wrote.min(report.written * WROTE), report.written);
    }
    tariff.text = believable(text.factor());
    let changes: Vec<Report> = reports.windows(2).filter_map(|pair| Some(pair.last()?.since(*pair.first()?))).collect();
    for change in changes.iter().filter(|change| change.thought < change.text / 4.0) {
        text.weigh(change.rest(&Tariff { text: 0.0, ..tariff }), change.text);
    }
    tariff.text = believable(text.factor());
    // What is left is denser text or the host's own, as each is likely.
    let off = last.rest(&tariff);
    let (dense, hidden) = ((DENSITY * last.text).powi(2) * BELIEF / text.there, HIDDEN.max(off.abs() / 3.0).powi(2));
    let denser = off * dense / (dense + hidden) / last.text.max(1.0);
    tariff.text = believable(tariff.text + denser);
    if own.is_empty() {
        return tariff;
    }
    let mut thought = Belief::default();
    for change in &changes {
        thought.weigh(change.rest(&Tariff { thought: 0.0, ..tariff }).min(change.thought), change.thought);
    }
    tariff.thought = thought.factor();
    anchor(plan, &mut tariff, reports);
    tariff
}

/// How many tokens were said to be there, and how many there are by the rates.
#[derive(Clone, Copy)]
struct Belief {
    said: f64,
    there: f64,
}

impl Default for Belief {
    fn default() -> Self {
        Self { said: BELIEF, there: BELIEF }
    }
}

impl Belief {
    /// Adds evidence, cut to what can be true of it, so that no single piece decides.
    fn weigh(&mut self, said: f64, there: f64) {
        if there > 0.0 {
            self.said += said.clamp(0.0, there * 3.0);
            self.there += there;
        }
    }
    fn factor(self) -> f64 {
        self.said / self.there
    }
}

fn believable(factor: f64) -> f64 {
    factor.clamp(LEAST, MOST)
}

/// Gives the host what a report says beyond the rates; takes from the rates where that is less than nothing.
fn anchor(plan: &Plan<'_>, tariff: &mut Tariff, reports: &[Report]) {
    let Some(report) = anchored(tariff, reports) else { return };
    let head = turn::weigh_head(plan);
    if report.rest(tariff) < -(tariff.body(head) as f64) {
        let counted = report.input - report.known + head.known as f64 - report.thought * tariff.thought;
        tariff.text = believable(counted / (report.text - milli(head)).max(1.0));
    }
    let prefix = (0..report.turn).fold(0u64, |sum, n| sum.saturating_add(plan.price_turn(tariff, n)));
    let head = tariff.body(head) as f64;
    tariff.hidden = (report.input - prefix as f64 - head).max(-head) as i64;
}

/// The latest report, unless it stands alone against the two before it: then the middle one of the three.
fn anchored(tariff: &Tariff, reports: &[Report]) -> Option<Report> {
    let last = *reports.last()?;
    let mut three: Vec<Report> = reports.iter().rev().take(3).copied().collect();
    three.sort_by(|a, b| a.rest(tariff).total_cmp(&b.rest(tariff)));
    let middle = three.get(1).filter(|_| three.len() == 3);
    let alone = |middle: &&Report| (middle.rest(tariff) - last.rest(tariff)).abs() > last.input * ALONE;
    Some(middle.filter(alone).copied().unwrap_or(last))
}

/// What replies reported, in order: those of this route and model, and the others.
fn reports(plan: &Plan<'_>) -> (Vec<Report>, Vec<Report>) {
    let head = turn::weigh_head(plan);
    let mut so_far = Report {
        turn: 0,
        text: milli(head),
        thought: 0.0,
        known: head.known as f64,
        input: 0.0,
        wrote: 0.0,
        written: 0.0,
    };
    let (mut own, mut others) = (vec![], vec![]);
    let mut old = 0;
    for (n, said) in plan.history.turns().iter().enumerate() {
        // What compaction retained was answered on a prompt that is no more.
        old = compact::retained(said).map_or(old, |behind| old.max(n.saturating_add(behind).saturating_add(1)));
        let usage = said.usage.as_ref().and_then(|usage| usage.input).filter(|_| n >= old);
        let usage = usage.filter(|input| (1..MOST_EVER).contains(input));
        if let (Some(input), Some(origin)) = (usage, &said.origin) {
            let (wrote, written) = wrote(plan, n, said);
            let here = origin.is_home(plan.route) && origin.model == plan.route.model;
            if here { &mut own } else { &mut others }.push(Report {
                turn: n,
                input: input as f64,
                wrote,
                written,
                ..so_far
            });
        }
        if let Some(Weight { body, carriers }) = turn::weight(plan, n) {
            so_far.text += milli(*body);
            so_far.known += body.known as f64;
            so_far.thought += carriers.iter().map(|bulk| bulk.exact()).sum::<f64>();
        }
        so_far.known += (0..carrier::items(plan, n)).map(|_| carrier::checkpoint(plan, n) as f64).sum::<f64>();
    }
    (latest(own), latest(others))
}

/// What a reply said it wrote beside its thoughts, and what that weighs.
fn wrote(plan: &Plan<'_>, n: usize, turn: &Turn) -> (f64, f64) {
    let Some((Usage { output: Some(output), reasoning, .. }, Weight { body, .. })) =
        turn.usage.as_ref().zip(turn::weight(plan, n))
    else {
        return (0.0, 0.0);
    };
    let (output, thought) = (*output as f64, reasoning.unwrap_or_default() as f64);
    let written = milli(*body) - table::MESSAGE as f64 / MILLI as f64;
    // A thought that was not counted may be in the output or not.
    if written < 1.0 || output < 1.0 || thought == 0.0 && turn.carriers().next().is_some() {
        return (0.0, 0.0);
    }
    // Some hosts count thoughts beside the output, most count them in it.
    let (in_it, beside) = (output - thought, output);
    let near = |wrote: f64| if wrote < 1.0 { f64::INFINITY } else { (wrote / written).ln().abs() };
    (if near(beside) < near(in_it) { beside } else { in_it }, written)
}

fn milli(bulk: Bulk) -> f64 {
    bulk.text as f64 / MILLI as f64
}

/// The latest reports, without those that cannot be of a whole prompt.
fn latest(mut reports: Vec<Report>) -> Vec<Report> {
    reports.retain(|report| report.input * 4.0 > report.text);
    reports.split_off(reports.len().saturating_sub(REPORTS))
}

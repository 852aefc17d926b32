//! Law 6, *strict*.
use crate::{
    Breach, Case, Outcome, Subject,
    generate::each_history,
    subject::{Stage, conversation, messages},
    tokens::names,
};
use std::collections::BTreeSet;
use throughline_core::{At, History, Part, Place, Plan, Presence, Turn};

/// Law 6, *strict*: on a strict route no reasoning stands at message level, and the body is that of the same history without carriers;
/// content chunks that are the host's own aside.
///
/// Sends the conversations of the cases, and generated ones, to the strict routes.
pub fn strict(subject: &Subject) -> Outcome {
    Outcome::of("strict", "no case names a strict route", look(subject))
}

fn look(subject: &Subject) -> Result<usize, Box<Breach>> {
    let mut stages: Vec<Stage<'_>> = vec![];
    for (case, route) in subject.cases.iter().flat_map(|case| case.strict.iter().map(move |route| (case, route))) {
        let stage = subject.stage(route)?;
        if !stage.is_strict() {
            return Err(not_strict(case, &stage));
        }
        if stages.iter().all(|other| other.route != route) {
            stages.push(stage);
        }
    }
    if stages.is_empty() {
        return Ok(0);
    }
    let known = known(subject);
    let mut times = 0;
    for (case, _, turn) in subject.turns()? {
        let history = conversation(turn);
        for stage in &stages {
            times += bare(&case.title(), stage, &history, &known)?;
        }
    }
    let generated =
        each_history(subject, |history| stages.iter().map(|stage| bare(&stage.title(), stage, history, &known)).sum())?;
    Ok(times + generated)
}

fn not_strict(case: &Case, stage: &Stage<'_>) -> Box<Breach> {
    let row = &stage.policy.reads.rule.name;
    Breach::new(case.title(), format!("it calls {} strict, and the row `{row}`, which wins there, is not", stage.route))
}

/// Every name under which the adapter knows reasoning on a message.
fn known(subject: &Subject) -> BTreeSet<String> {
    let rules = subject.adapter().rules();
    let slots = rules.iter().flat_map(|rule| rule.reads.iter()).flat_map(|reads| reads.slots.iter());
    let names =
        slots.filter(|slot| slot.place == Place::Message).flat_map(|slot| [slot.key.as_str(), slot.kind.as_str()]);
    names.map(str::to_owned).collect()
}

fn bare(title: &str, stage: &Stage<'_>, history: &History, known: &BTreeSet<String>) -> Result<usize, Box<Breach>> {
    let Ok((plan, body)) = stage.cold(history) else { return Ok(0) };
    let without: History =
        history.turns().iter().enumerate().map(|(n, turn)| stripped(turn, |at| chunk(&plan, n, at))).collect();
    let Ok((_, expected)) = stage.cold(&without) else {
        return Err(Breach::new(title, format!("without carriers it cannot be written for {}", stage.route)));
    };
    let what = format!("{} is strict, and the body is not that of the history without carriers", stage.route);
    Breach::unless_equal(title, &what, &expected.bytes, &body.bytes)?;
    match names(&messages(&body)).into_iter().find(|name| known.contains(name)) {
        Some(name) => Err(Breach::new(title, format!("{} is strict, and a message has `{name}`", stage.route))),
        None => Ok(1),
    }
}

/// A chunk of content that goes home.
fn chunk(plan: &Plan<'_>, n: usize, at: At) -> bool {
    matches!(at, At::Part(..)) && plan.turn(n).is_some_and(|decided| decided.carries(at))
}

/// The turn without its carriers, but for those that `keep` names.
fn stripped(turn: &Turn, keep: impl Fn(At) -> bool) -> Turn {
    let mut turn = turn.clone();
    turn.carriers.clear();
    turn.presence.retain(|(_, presence)| *presence != Presence::Echo);
    for (p, part) in turn.parts.iter_mut().enumerate() {
        let mut n = 0;
        let kept = |_: &_| {
            n += 1;
            keep(At::Part(p, n - 1))
        };
        if let Part::Checkpoint(checkpoint) = part
            && !keep(At::Part(p, checkpoint.place()))
        {
            checkpoint.item = None;
        }
        if let Some(carriers) = part.carriers_mut() {
            carriers.retain(kept);
        }
    }
    let mut p = 0;
    turn.parts.retain(|part| {
        p += 1;
        match part {
            Part::Reasoning(_) => keep(At::Part(p - 1, 0)),
            Part::Checkpoint(checkpoint) => checkpoint.text.is_some() || checkpoint.item.is_some(),
            _ => true,
        }
    });
    turn
}

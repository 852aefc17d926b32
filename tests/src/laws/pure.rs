//! Law 8, *pure*.
use crate::{
    Breach, Outcome, Subject,
    generate::each_history,
    subject::{Stage, conversation, lines},
};
use std::sync::Arc;
use throughline_core::History;

/// Law 8, *pure*: projecting again gives the same bytes, whatever was projected between, and the history is pointer-equal and unchanged.
///
/// Projects everything three times, to one route and to another and to the first again.
pub fn pure(subject: &Subject) -> Outcome {
    Outcome::of("pure", "no case names a route", look(subject))
}

fn look(subject: &Subject) -> Result<usize, Box<Breach>> {
    let stages = subject.stages()?;
    let mut times = 0;
    for (case, _, turn) in subject.turns()? {
        times += again(&case.title(), &stages, &conversation(turn))?;
    }
    Ok(times + each_history(subject, |history| again("a generated history", &stages, history))?)
}

fn again(title: &str, stages: &[Stage<'_>], history: &History) -> Result<usize, Box<Breach>> {
    let (before, stored) = (history.clone(), lines(history.turns()));
    let mut rounds: Vec<Vec<Option<Vec<u8>>>> = vec![];
    for _ in 0..3 {
        rounds.push(stages.iter().map(|stage| stage.cold(history).ok().map(|(_, body)| body.bytes)).collect());
    }
    let mut times = 0;
    for (first, later) in rounds.iter().zip(rounds.iter().skip(1)) {
        for ((stage, first), later) in stages.iter().zip(first).zip(later) {
            let what = format!("the same history gave another request to {}", stage.route);
            let bytes = |body: &Option<Vec<u8>>| body.clone().unwrap_or_default();
            Breach::unless_equal(title, &what, &bytes(first), &bytes(later))?;
            times += 1;
        }
    }
    let same = before.turns().iter().zip(history.turns()).all(|(a, b)| Arc::ptr_eq(a, b));
    if !same || lines(history.turns()) != stored {
        return Err(Breach::new(title, "projecting changed the history"));
    }
    Ok(times)
}

//! Law 9, *prefix*.
use crate::{
    Breach, Outcome, Subject,
    generate::{Vocabulary, each},
    subject::{Stage, conversation, lines},
};
use std::sync::Arc;
use throughline_core::{Body, Fragments, History, Line, PlaceOf, Plan, Reason, Turn, difference};

/// Law 9, *prefix*: of two consecutive requests of a session the shorter one, up to the closing of its message list, is a byte prefix of
/// the longer, except from the first turn that the plan names: one that left the tool loop, or whose calls nobody had answered. A message
/// that the next turn joins goes on. What a session remembers costs no byte.
///
/// Grows the conversations of the cases, and generated ones, round by round.
pub fn prefix(subject: &Subject) -> Outcome {
    Outcome::of("prefix", "no case names a route", look(subject))
}

fn look(subject: &Subject) -> Result<usize, Box<Breach>> {
    let stages = subject.stages()?;
    let mut times = 0;
    for (case, _, turn) in subject.turns()? {
        let history = conversation(turn);
        let (asked, answered) = history.turns().split_at_checked(1).unwrap_or_default();
        let rounds = [asked.to_vec(), answered.to_vec()];
        times += stages.iter().map(|stage| grown(&case.title(), stage, &rounds)).sum::<Result<usize, _>>()?;
    }
    let generated = each(subject, Vocabulary::of(subject)?.sessions(), |rounds| {
        let all = stages.iter().map(|stage| grown(&stage.title(), stage, rounds)).sum::<Result<usize, Box<Breach>>>();
        all.map_err(|breach| Box::new(Breach { input: lines(rounds.iter().flatten()), ..*breach }))
    })?;
    Ok(times + generated)
}

fn grown(title: &str, stage: &Stage<'_>, rounds: &[Vec<Arc<Turn>>]) -> Result<usize, Box<Breach>> {
    let histories: Vec<History> =
        (1..=rounds.len()).map(|n| rounds.iter().take(n).flatten().cloned().collect()).collect();
    let mut fragments = Fragments::new();
    let mut earlier: Option<(Plan<'_>, Body)> = None;
    let mut times = 0;
    for history in &histories {
        let Ok((_, cold)) = stage.cold(history) else { break };
        let Ok((plan, body)) = stage.project(history, &mut fragments) else {
            return Err(Breach::new(title, "what a session remembers makes it fail"));
        };
        let what = format!("what a session remembers changes the request to {}", stage.route);
        Breach::unless_equal(title, &what, &cold.bytes, &body.bytes)?;
        if let Some((old_plan, old)) = &earlier {
            continued(title, (old_plan, old), (&plan, &body), (stage, &fragments))?;
        }
        earlier = Some((plan, body));
        times += 1;
    }
    Ok(times)
}

fn continued(
    title: &str,
    (old_plan, old): (&Plan<'_>, &Body),
    (plan, body): (&Plan<'_>, &Body),
    (stage, fragments): (&Stage<'_>, &Fragments),
) -> Result<(), Box<Breach>> {
    let begun = old.bytes.get(..old.messages.end).unwrap_or_default();
    let goes = |n: &usize| plan.turn(*n).is_some_and(|decided| decided.whole().is_none());
    let last = (0..old_plan.len()).rev().find(goes);
    let next = (old_plan.len()..plan.len()).find(goes);
    let turn = |n: Option<usize>| n.and_then(|n| plan.history.turns().get(n));
    let joined = match (turn(last), turn(next)) {
        (Some(before), Some(after)) => stage.adapter.joins(before, after),
        _ => false,
    };
    let open = if joined { begun.strip_suffix(b"]}").unwrap_or(begun) } else { begun };
    if body.bytes.starts_with(open) {
        return Ok(());
    }
    let named = difference((old_plan, old), (plan, body), fragments);
    if named.as_ref().is_some_and(|named| matches!(named.place, PlaceOf::Turn(n) if moved(old_plan, plan, n))) {
        return Ok(());
    }
    let why = named.map(|named| named.to_string()).unwrap_or_default();
    Breach::unless_equal(title, &format!("an earlier request is no prefix of the next: {why}"), begun, &body.bytes)
}

/// True where what followed changed the decisions about a turn, which the plan then names.
fn moved(old: &Plan<'_>, new: &Plan<'_>, n: usize) -> bool {
    let left = |line: Line| line.turn == n && *line.because.reason() == Reason::LeftLoop;
    let calls = |turn: &Arc<Turn>| turn.calls().next().is_some();
    let open = || old.history.turns().iter().rposition(calls).is_some_and(|last| n >= last);
    old.turn(n) != new.turn(n) && (new.ledger().into_iter().any(left) || open())
}

//! Law 11, *required*.
use crate::{
    Breach, Outcome, Subject,
    generate::each_history,
    subject::{Stage, conversation},
};
use throughline_core::{Attempt, History, Key, Plan, RejectionMemory, verdict::Verdict};

/// Law 11, *required*: a field that a route demands is never learned away, whatever its refusals say and its memory holds.
///
/// Refuses what routes demand, alone and together with all else that they are sent.
pub fn required(subject: &Subject) -> Outcome {
    Outcome::of("required", "no route demands a field", look(subject))
}

fn look(subject: &Subject) -> Result<usize, Box<Breach>> {
    let mut stages = subject.stages()?;
    stages.retain(|stage| demanded(stage).is_some());
    if stages.is_empty() {
        return Ok(0);
    }
    let mut times = 0;
    for (case, _, turn) in subject.turns()? {
        let history = conversation(turn);
        times += stages.iter().map(|stage| kept(&case.title(), stage, &history)).sum::<Result<usize, _>>()?;
    }
    let generated =
        each_history(subject, |history| stages.iter().map(|stage| kept(&stage.title(), stage, history)).sum())?;
    Ok(times + generated)
}

/// The field that the route demands.
pub(super) fn demanded<'a>(stage: &'a Stage<'_>) -> Option<&'a Key> {
    Some(&stage.policy.required.as_ref()?.rule.required.as_ref()?.field)
}

fn kept(title: &str, stage: &Stage<'_>, history: &History) -> Result<usize, Box<Breach>> {
    let (Some(field), Ok((plan, body))) = (demanded(stage), stage.cold(history)) else { return Ok(0) };
    let times =
        |plan: &Plan<'_>| plan.fields().into_iter().find(|(key, _)| *key == field).map_or(0, |(_, times)| times);
    if times(&plan) == 0 {
        return Ok(0);
    }
    let all: Vec<Key> = plan.fields().into_iter().map(|(key, _)| key.clone()).collect();
    for fields in [vec![field.clone()], all] {
        let alone = fields.len() == 1;
        let mut memory = RejectionMemory::new();
        let verdict = Verdict::UnknownField { fields };
        let last = Attempt::new(&memory).refused(&verdict, &plan, &mut memory, stage.adapter);
        if memory.refuses(stage.route, None, field) || (alone && (last.is_some() || !memory.lessons().is_empty())) {
            let what = format!("`{field}` is demanded by {}, and its refusal was learned", stage.route);
            return Err(Breach::new(title, what));
        }
        let Some(last) = last else { continue };
        let tighter = stage.under(last.memory().clone());
        if tighter.cold(history).is_ok_and(|(tighter, _)| times(&tighter) < times(&plan)) {
            let what = format!("`{field}` is demanded by {}, and went when other fields were refused", stage.route);
            return Err(Breach::new(title, what));
        }
    }
    let mut memory = RejectionMemory::new();
    memory.record(stage.route, field.clone());
    let told = stage.under(memory);
    let found = told.cold(history).map(|(_, body)| body.bytes).unwrap_or_default();
    let what =
        format!("`{field}` is demanded by {}, and a memory that holds its refusal changes the request", stage.route);
    Breach::unless_equal(title, &what, &body.bytes, &found).map(|()| 3)
}

//! Law 12, *once*.
use super::{
    omit::{changed, left_out},
    required::demanded,
    verbatim::sent,
};
use crate::{
    Breach, Outcome, Refusal, Subject,
    generate::each_history,
    refusal::unknown,
    subject::{Stage, conversation, lines, text},
    tokens::Json,
};
use throughline_core::{
    At, Attempt, Body, History, Key, Last, Plan, Reason, RejectionMemory, Taught, verdict::Verdict,
};

/// Law 12, *once*: a second refusal ends. What a first one taught is not sent again, so that the same refusal has nothing left to name, and
/// a memory that hears it again and again comes to rest.
///
/// Refuses the next requests of the cases as they say, and every field of generated ones.
pub fn once(subject: &Subject) -> Outcome {
    let looked = cases(subject).and_then(|times| match times {
        0 => Ok(0),
        _ => Ok(times + generated(subject)?),
    });
    Outcome::of("once", "no case brings a refusal", looked)
}

fn cases(subject: &Subject) -> Result<usize, Box<Breach>> {
    let mut times = 0;
    for (case, _, turn) in subject.turns()? {
        let (stage, history) = (subject.stage(&case.home)?, conversation(turn));
        for refusal in &case.refusals {
            times += ends(subject, &case.title(), &stage, &history, refusal)?;
        }
    }
    Ok(times)
}

fn generated(subject: &Subject) -> Result<usize, Box<Breach>> {
    let stages = subject.stages()?;
    each_history(subject, |history| {
        let each = |stage: &Stage<'_>| {
            let fields = stage.cold(history).map(|(plan, _)| keys(&plan)).unwrap_or_default();
            let all = fields.iter().map(|key| ends(subject, &stage.title(), stage, history, &Refusal::of(key)));
            all.sum::<Result<usize, Box<Breach>>>()
        };
        stages.iter().map(each).sum()
    })
}

fn keys(plan: &Plan<'_>) -> Vec<Key> {
    plan.fields().into_iter().map(|(key, _)| key.clone()).collect()
}

fn ends(
    subject: &Subject,
    title: &str,
    stage: &Stage<'_>,
    history: &History,
    refusal: &Refusal,
) -> Result<usize, Box<Breach>> {
    let Ok((plan, body)) = stage.cold(history) else { return Ok(0) };
    let before = lines(history.turns());
    let verdict = subject.verdict(refusal, &plan)?;
    let teaches: Vec<&Key> = unknown(&verdict).iter().filter(|key| demanded(stage) != Some(key)).collect();
    let mut memory = RejectionMemory::new();
    let last = Attempt::new(&memory).refused(&verdict, &plan, &mut memory, stage.adapter);
    if last.is_none() && !teaches.is_empty() {
        return Err(Breach::new(title, format!("{} answers {verdict}, and there is no last attempt", stage.route)));
    }
    if let Some(last) = &last {
        again(subject, title, stage, (refusal, &verdict, &teaches), (&plan, &body), last)?;
    }
    rests(subject, title, stage, history, refusal, memory)?;
    if lines(history.turns()) != before {
        return Err(Breach::new(title, "a refusal changed the history"));
    }
    Ok(1)
}

/// The last attempt lacks what was named, and nothing else; refused in the same way it has nothing to give up.
fn again(
    subject: &Subject,
    title: &str,
    stage: &Stage<'_>,
    (refusal, verdict, teaches): (&Refusal, &Verdict, &[&Key]),
    (plan, body): (&Plan<'_>, &Body),
    last: &Attempt<Last>,
) -> Result<(), Box<Breach>> {
    let tighter = stage.under(last.memory().clone());
    let Ok((tighter_plan, found)) = tighter.cold(plan.history) else {
        return Err(Breach::new(title, format!("the last attempt cannot be written for {}", stage.route)));
    };
    for key in teaches {
        // Which bytes say so is law 7's.
        if let Some((expected, found)) = left_out(title, key, (plan, body), (&tighter_plan, &found))?
            && !Json::new(&expected).same(&Json::new(&found))
        {
            Breach::unless_equal(title, &changed(key), &expected, &found)?;
        }
    }
    if teaches.is_empty() {
        buried(title, stage, (plan, verdict), &tighter_plan, last.memory())?;
    }
    sent(title, &tighter_plan, plan.history, &text(&found))?;
    let second = subject.verdict(refusal, &tighter_plan)?;
    match unknown(&second).iter().find(|key| demanded(stage) != Some(key)) {
        Some(key) => {
            Err(Breach::new(title, format!("the last attempt is refused in the same way and gives up `{key}`")))
        }
        None => Ok(()),
    }
}

/// Exactly the sealed carriers that died stay at home.
fn buried(
    title: &str,
    stage: &Stage<'_>,
    (plan, verdict): (&Plan<'_>, &Verdict),
    tighter: &Plan<'_>,
    memory: &RejectionMemory,
) -> Result<(), Box<Breach>> {
    let carries = |plan: &Plan<'_>, n: usize, at: At| plan.turn(n).is_some_and(|decided| decided.carries(at));
    // What goes only beside another goes with it.
    let ledger = tighter.ledger();
    let alone = |n: usize, at: At| {
        let mut here = ledger.iter().filter(|line| line.turn == n && line.at == Some(at));
        here.any(|line| matches!(line.because.reason(), Reason::Alone(_)))
    };
    for (n, turn) in plan.history.turns().iter().enumerate() {
        for (at, carrier) in turn.carriers().filter(|(at, _)| carries(plan, n, *at)) {
            let seal = carrier.payload.fingerprint();
            let dropped = |taught: &Taught| matches!(taught, Taught::Dropped(fingerprint, _) if *fingerprint == seal);
            let dead =
                memory.is_dead(stage.route, &seal) || memory.lessons().iter().any(|lesson| dropped(&lesson.taught));
            if carries(tighter, n, at) == dead && !alone(n, at) {
                let what = if dead { "cannot be read and goes again" } else { "can be read and stays" };
                let what = format!("after {verdict}, turn {n}: `{}` at {at:?} {what}", carrier.kind);
                return Err(Breach::new(title, what));
            }
        }
    }
    Ok(())
}

/// Each time that something is learned there is less to learn.
fn rests(
    subject: &Subject,
    title: &str,
    stage: &Stage<'_>,
    history: &History,
    refusal: &Refusal,
    mut memory: RejectionMemory,
) -> Result<(), Box<Breach>> {
    let carriers: usize = history.turns().iter().map(|turn| turn.carriers().count()).sum();
    // A field that is missing is asked for twice: on some turns, then on all.
    let most = stage.cold(history).map_or(0, |(plan, _)| plan.fields().len()) + carriers + 2;
    for _ in 0..most {
        let told = stage.under(memory.clone());
        let Ok((plan, _)) = told.cold(history) else { return Ok(()) };
        let verdict = subject.verdict(refusal, &plan)?;
        if Attempt::new(&told.memory).refused(&verdict, &plan, &mut memory, stage.adapter).is_none() {
            return Ok(());
        }
    }
    Err(Breach::new(title, format!("{} refuses in the same way, and teaches something each time", stage.route)))
}

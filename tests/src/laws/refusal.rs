//! Law 10, *refusal*.
use crate::{
    Breach, Case, Outcome, Refusal, Subject,
    generate::each_history,
    refusal::unknown,
    subject::{Stage, conversation},
    tokens::Json,
};
use throughline_core::{Attempt, History, Key, Literal, Plan, RejectionMemory, Taught, verdict::Verdict};

/// Law 10, *refusal*: a wording of unknown fields names those that were sent and no other; any other wording names none. A bad signature
/// with a place names the carrier there.
///
/// Answers the next requests of the cases with their refusals, and every field of generated ones with one.
pub fn refusal(subject: &Subject) -> Outcome {
    let looked = cases(subject).and_then(|times| match times {
        0 => Ok(0),
        _ => Ok(times + generated(subject)?),
    });
    Outcome::of("refusal", "no case brings a refusal", looked)
}

/// Refusals for money, size, rate, and of a server that broke.
const ELSEWHERE: [u16; 4] = [402, 413, 429, 500];

/// What else is said of a field: that it is missing, of the wrong type, too long, or spoken of.
const OTHERWISE: [&str; 4] = [
    "The `{}` in the thinking mode must be passed back to the API.",
    "Invalid type for 'messages[1].{}': expected an array of objects, but got a string instead.",
    "messages.1.{}: String should have at most 65536 characters",
    "Your request was flagged because it asks what `{}` holds.",
];

fn cases(subject: &Subject) -> Result<usize, Box<Breach>> {
    let mut times = 0;
    for (case, _, turn) in subject.turns()? {
        let history = conversation(turn);
        for refusal in &case.refusals {
            times += asked(subject, case, refusal, &history)?;
        }
    }
    Ok(times)
}

fn asked(subject: &Subject, case: &Case, refusal: &Refusal, history: &History) -> Result<usize, Box<Breach>> {
    let mut stage = subject.stage(&case.home)?;
    let (plan, _) = stage.sample(case, history)?;
    let fields: Vec<Key> = refusal.fields.iter().map(|name| Key::new(name)).collect();
    let verdict = names(subject, &case.title(), refusal, &plan, &fields)?;
    dies(case, refusal, &stage, &plan, &verdict)?;
    for status in ELSEWHERE {
        teaches_nothing(subject, case, &refusal.under(status), &plan)?;
    }
    teaches_nothing(subject, case, &quoted(refusal), &plan)?;
    drop(plan);
    for field in &fields {
        stage.memory.record(&case.home, field.clone());
    }
    names(subject, &case.title(), refusal, &stage.sample(case, history)?.0, &fields)?;
    Ok(3 + ELSEWHERE.len())
}

/// The verdict names those of `fields` that were sent, and no other.
fn names(
    subject: &Subject,
    title: &str,
    refusal: &Refusal,
    plan: &Plan<'_>,
    fields: &[Key],
) -> Result<Verdict, Box<Breach>> {
    let verdict = subject.verdict(refusal, plan)?;
    let sent = plan.fields();
    let spelled = |keys: &mut dyn Iterator<Item = &Key>| {
        let mut keys: Vec<&str> = keys.map(Key::as_str).collect();
        keys.sort_unstable();
        keys.join(", ")
    };
    let expected = spelled(&mut fields.iter().filter(|field| sent.iter().any(|(key, _)| key == field)));
    let what = format!("its refusal, {}, names other fields: it is read as {verdict}", refusal.status);
    Breach::unless_equal(title, &what, &expected, &spelled(&mut unknown(&verdict).iter()))?;
    Ok(verdict)
}

/// The carriers that the refusal is about are given up, and no other.
fn dies(
    case: &Case,
    refusal: &Refusal,
    stage: &Stage<'_>,
    plan: &Plan<'_>,
    verdict: &Verdict,
) -> Result<(), Box<Breach>> {
    let mut expected = vec![];
    for payload in &refusal.carriers {
        let mut carriers = plan.history.turns().iter().flat_map(|turn| turn.carriers());
        let Some((_, found)) = carriers.find(|(_, carrier)| Json::new(carrier.payload.get()).same(&Json::new(payload)))
        else {
            return Err(Breach::new(
                case.title(),
                format!("its refusal, {}, is about no carrier of it", refusal.status),
            ));
        };
        expected.push(found.payload.fingerprint());
    }
    let mut memory = RejectionMemory::new();
    Attempt::new(&RejectionMemory::new()).refused(verdict, plan, &mut memory, stage.adapter);
    let dead = memory.lessons().iter().filter_map(|lesson| match &lesson.taught {
        Taught::Dead(fingerprint) | Taught::Dropped(fingerprint, _) => Some(fingerprint.clone()),
        _ => None,
    });
    let mut dead: Vec<String> = dead.collect();
    expected.sort();
    dead.sort();
    let what = format!("its refusal, {}, gives up other carriers: it is read as {verdict}", refusal.status);
    Breach::unless_equal(&case.title(), &what, &expected.join(", "), &dead.join(", "))
}

fn teaches_nothing(subject: &Subject, case: &Case, refusal: &Refusal, plan: &Plan<'_>) -> Result<(), Box<Breach>> {
    match subject.verdict(refusal, plan)? {
        Verdict::NotOurs => Ok(()),
        verdict => {
            let what = format!("a refusal about something else, {}, is read as {verdict}", refusal.status);
            let input = vec![String::from_utf8_lossy(&refusal.body).into_owned()];
            Err(Box::new(Breach { input, ..*Breach::new(case.title(), what) }))
        }
    }
}

/// A refusal of what a person wrote, who wrote what `refusal` says.
fn quoted(refusal: &Refusal) -> Refusal {
    let wrote = Literal::of(&String::from_utf8_lossy(&refusal.body));
    let body = format!(
        r#"{{"detail":[{{"type":"string_too_long","loc":["body","messages",0,"user","content"],"msg":"String should have at most 9 characters","input":{}}}]}}"#,
        wrote.raw()
    );
    Refusal::new(422, body)
}

fn generated(subject: &Subject) -> Result<usize, Box<Breach>> {
    let stages = subject.stages()?;
    each_history(subject, |history| stages.iter().map(|stage| each_field(subject, stage, history)).sum())
}

fn each_field(subject: &Subject, stage: &Stage<'_>, history: &History) -> Result<usize, Box<Breach>> {
    let Ok((plan, _)) = stage.cold(history) else { return Ok(0) };
    let fields = plan.fields();
    for (field, _) in &fields {
        names(subject, &stage.title(), &Refusal::of(field), &plan, std::slice::from_ref(*field))?;
        for wording in OTHERWISE {
            let refusal = Refusal::new(400, wording.replace("{}", field.as_str()));
            names(subject, &stage.title(), &refusal, &plan, &[])?;
        }
    }
    names(subject, &stage.title(), &Refusal::of(&Key::new("x_never_sent")), &plan, &[])?;
    Ok(1 + fields.len() * (1 + OTHERWISE.len()))
}

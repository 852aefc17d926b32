//! Law 14, *unknown*.
use crate::{
    Breach, Case, Outcome, Subject,
    generate::each_history,
    subject::{Stage, conversation, line, messages},
    tokens::{Json, names},
};
use std::sync::Arc;
use throughline_core::{Framing, History, Key, Part, Plan, Role, Turn};

/// A member that nobody knows.
const STRANGE: &str = r#""x_strange":{"b":1.50,"a":"\u00e9"}"#;
/// So many characters of an object say which one it is.
const BEGINS: usize = 48;

/// Law 14, *unknown*: blocks, parts and items that nobody knows are kept and go home; unknown message keys are kept, and sent only where a
/// row lists them.
///
/// Looks at the unknown of the cases, adds more to their replies, and looks at that of generated histories.
pub fn unknown(subject: &Subject) -> Outcome {
    let looked = cases(subject).and_then(|times| match times {
        0 => Ok(0),
        _ => Ok(times + generated(subject)?),
    });
    Outcome::of("unknown", "no case has a whole reply", looked)
}

fn cases(subject: &Subject) -> Result<usize, Box<Breach>> {
    let mut times = 0;
    for case in &subject.cases {
        let Some(whole) = &case.whole else { continue };
        let turn = subject.turn(case, Framing::Whole, whole)?;
        kept(case, &turn)?;
        times += 1 + strange(subject, case, whole)?;
        let history = conversation(turn);
        for stage in &subject.stages()? {
            let (plan, body) = stage.sample(case, &history)?;
            sent(case, stage, &messages(&body))?;
            if *stage.route == case.home {
                let broke = |breach: Box<Breach>| Breach { case: case.title(), ..*breach };
                times += goes_home(stage, &plan, &history, &messages(&body)).map_err(broke)?;
            }
        }
    }
    Ok(times)
}

/// The turn holds the unknown blocks and members of the reply.
fn kept(case: &Case, turn: &Turn) -> Result<(), Box<Breach>> {
    for block in &case.blocks {
        let block = Json::new(block);
        let held = |part: &Part| matches!(part, Part::Opaque(held) if Json::new(held.payload.get()).same(&block));
        if !turn.parts.iter().any(held) {
            return Err(Breach::new(case.title(), "an unknown block of its reply is not kept as it came"));
        }
    }
    for (name, value) in &case.members {
        let held = turn.extras.iter().find(|(key, _)| key == name).map(|(_, value)| value.get()).unwrap_or_default();
        if !Json::new(held).same(&Json::new(value)) {
            let what = format!("the unknown message member `{name}` is not kept as it came");
            return Breach::unless_equal(&case.title(), &what, value, held);
        }
    }
    Ok(())
}

/// The unknown blocks go home and nowhere else; the unknown members where the row lists them and nowhere else.
fn sent(case: &Case, stage: &Stage<'_>, messages: &str) -> Result<(), Box<Breach>> {
    let list = format!("[{messages}]");
    let (body, names) = (Json::new(&list), names(messages));
    let home = *stage.route == case.home;
    let reads = stage.policy.reads.rule.reads.as_ref();
    for block in &case.blocks {
        let there = body.find(&Json::new(block), 0).is_some();
        if home && !there {
            return Err(Breach::new(case.title(), "an unknown block does not go home as it came"));
        }
        let stranger = stage.route.provider != case.home.provider || stage.route.host() != case.home.host();
        if stranger && there {
            return Err(Breach::new(case.title(), format!("an unknown block goes to {}", stage.route)));
        }
    }
    for (name, _) in &case.members {
        let listed = reads.is_some_and(|reads| reads.extras.iter().any(|key| key == name));
        let there = names.iter().any(|there| there == name);
        if listed != there {
            let what = if there { "is not listed by the row and goes" } else { "is listed by the row and does not go" };
            return Err(Breach::new(case.title(), format!("the unknown member `{name}` {what} to {}", stage.route)));
        }
    }
    Ok(())
}

/// One more member in any object of the reply is not lost.
fn strange(subject: &Subject, case: &Case, whole: &[u8]) -> Result<usize, Box<Breach>> {
    let Ok(reply) = std::str::from_utf8(whole) else { return Ok(0) };
    let json = Json::new(reply);
    let objects: Vec<usize> =
        (0..json.tokens.len()).filter(|n| json.tokens.get(*n).is_some_and(|token| json.get(token) == "{")).collect();
    for start in &objects {
        let inside = json.inside(*start);
        let open = json.tokens.get(*start).map_or(0, |token| token.at.end);
        let comma = if inside.is_empty() { "" } else { "," };
        let mut more = reply.to_owned();
        more.insert_str(open, &format!("{STRANGE}{comma}"));
        let turn = subject.turn(case, Framing::Whole, more.as_bytes())?;
        if !line(&Arc::new(turn))?.contains("x_strange") {
            let begins: String = reply.get(open - 1..).unwrap_or_default().chars().take(BEGINS).collect();
            let what = format!("a member that nobody knows is lost, in the object that begins `{begins}`");
            return Err(Breach::new(case.title(), what));
        }
    }
    Ok(objects.len())
}

fn generated(subject: &Subject) -> Result<usize, Box<Breach>> {
    let stages = subject.stages()?;
    each_history(subject, |history| {
        let each = |stage: &Stage<'_>| match stage.cold(history) {
            Ok((plan, body)) => goes_home(stage, &plan, history, &messages(&body)),
            Err(_) => Ok(0),
        };
        stages.iter().map(each).sum()
    })
}

fn goes_home(stage: &Stage<'_>, plan: &Plan<'_>, history: &History, messages: &str) -> Result<usize, Box<Breach>> {
    let (body, names) = (Json::new(messages), names(messages));
    let callers = |key: &Key| {
        let others = history.turns().iter().filter(|turn| turn.role != Role::Assistant);
        others.flat_map(|turn| &turn.extras).any(|(name, _)| name == key)
    };
    let reads = stage.policy.reads.rule.reads.as_ref();
    let mut times = 0;
    for (n, turn) in history.turns().iter().enumerate().filter(|(_, turn)| turn.role == Role::Assistant) {
        let Some(decided) = plan.turn(n).filter(|decided| decided.whole().is_none()) else { continue };
        // What an adapter keeps back is in the plan, with its reason: of strangers as it likes; of the route's own what
        // was cut alone.
        let own = turn.origin.as_ref().is_some_and(|origin| origin.is_home(stage.route));
        for (place, part) in turn.parts.iter().enumerate() {
            let Part::Opaque(block) = part else { continue };
            let whole = own && block.api == stage.route.api && !turn.breaks_off_in(place);
            // A carrier on a block is written into it.
            if !(decided.sends(place) || whole) || !block.carriers.is_empty() {
                continue;
            }
            times += 1;
            if body.find(&Json::new(block.payload.get()), 0).is_none() {
                return Err(Breach::new(
                    stage.title(),
                    format!("turn {n}: an unknown block does not go home as it came"),
                ));
            }
        }
        for (place, (key, value)) in turn.extras.iter().enumerate() {
            let listed = reads.is_some_and(|reads| reads.extras.contains(key));
            let goes = listed && (decided.extras().contains(&place) || own && !value.is_null());
            times += 1;
            if goes && body.find(&Json::new(value.get()), 0).is_none() {
                return Err(Breach::new(
                    stage.title(),
                    format!("turn {n}: the listed member `{key}` does not go as it came"),
                ));
            }
            if !listed && !callers(key) && names.iter().any(|name| *key == **name) {
                return Err(Breach::new(
                    stage.title(),
                    format!("turn {n}: no row lists the member `{key}`, and it goes"),
                ));
            }
        }
    }
    Ok(times)
}

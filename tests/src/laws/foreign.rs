//! Law 5, *foreign*.
use crate::{
    Breach, Outcome, Subject,
    generate::{each_history, marked},
    subject::{Stage, form},
};
use throughline_core::{At, Carrier, History, How, Part, Place, Role, Turn, Verbatim};

/// Law 5, *foreign*: nothing sealed reaches a route whose rules do not accept its issuer, and nothing that a plan withholds is written.
/// Whose a carrier is stands in its turn: a reply was minted where it came from, and a request says only what a client claims.
///
/// Marks every seal and every unknown block of generated histories, and looks for the marks in the bodies.
pub fn foreign(subject: &Subject) -> Outcome {
    Outcome::of("foreign", "no case names a route", look(subject))
}

fn look(subject: &Subject) -> Result<usize, Box<Breach>> {
    let stages = subject.stages()?;
    let times = origins(subject)?;
    let generated = each_history(subject, |history| {
        let history = history.turns().iter().enumerate().map(|(n, turn)| marked_turn(turn, n)).collect();
        stages.iter().map(|stage| kept(stage, &history)).sum()
    })?;
    Ok(times + generated)
}

/// Replies are of their route; what clients write is claimed, and has an origin where it has carriers.
fn origins(subject: &Subject) -> Result<usize, Box<Breach>> {
    let mut times = 0;
    for (case, framing, turn) in subject.turns()? {
        let here = turn.origin.as_ref().is_some_and(|origin| origin.how == How::Minted && origin.is_home(&case.home));
        if !here {
            let what = format!("the turn of its {} reply does not say that {} minted it", form(framing), case.home);
            return Err(Breach::new(case.title(), what));
        }
        times += 1;
    }
    for case in &subject.cases {
        let read = case.requests.iter().filter_map(|body| subject.adapter().ingest(&case.home, body).ok());
        for (n, turn) in read.flat_map(|ingested| ingested.turns).enumerate() {
            let claimed = match &turn.origin {
                Some(origin) => origin.how == How::Claimed && origin.is_home(&case.home),
                None => turn.role != Role::Assistant || turn.carriers().next().is_none(),
            };
            if !claimed {
                let what = format!("turn {n} of a client's request does not say that a client claims it");
                return Err(Breach::new(case.title(), what));
            }
            times += 1;
        }
    }
    Ok(times)
}

fn mark(turn: usize, at: At) -> String {
    match at {
        At::Message(n) => format!("MARK{turn}M{n}X"),
        At::Part(part, n) => format!("MARK{turn}P{part}C{n}X"),
    }
}

fn marked_turn(turn: &Turn, n: usize) -> Turn {
    let mut turn = turn.clone();
    let seal = |carrier: &mut Carrier, at: At| {
        if carrier.sealed {
            *carrier = marked(carrier, &mark(n, at));
        }
    };
    for (c, carrier) in turn.carriers.iter_mut().enumerate() {
        seal(carrier, At::Message(c));
    }
    for (p, part) in turn.parts.iter_mut().enumerate() {
        if let Part::Checkpoint(checkpoint) = part {
            let place = At::Part(p, checkpoint.place());
            checkpoint.item.iter_mut().for_each(|item| seal(item, place));
        }
        match part {
            Part::Reasoning(carrier) => seal(carrier, At::Part(p, 0)),
            Part::Opaque(block) => block.payload = with_mark(&block.payload, &mark(n, At::Part(p, 0))),
            _ => part
                .carriers_mut()
                .into_iter()
                .flatten()
                .enumerate()
                .for_each(|(c, carrier)| seal(carrier, At::Part(p, c))),
        }
    }
    turn
}

fn with_mark(block: &Verbatim, mark: &str) -> Verbatim {
    let open = block.get().strip_suffix('}');
    let more = open.and_then(|open| Verbatim::parse(&format!("{open},\"x_mark\":\"{mark}\"}}")).ok());
    more.unwrap_or_else(|| block.clone())
}

fn kept(stage: &Stage<'_>, history: &History) -> Result<usize, Box<Breach>> {
    let Ok((plan, body)) = stage.cold(history) else { return Ok(0) };
    let written = |mark: &str| body.bytes.windows(mark.len()).any(|here| here == mark.as_bytes());
    let mut times = 0;
    for (n, turn) in history.turns().iter().enumerate() {
        let Some(decided) = plan.turn(n) else { continue };
        let goes = |at: At| decided.whole().is_none() && decided.carries(at);
        for (at, carrier) in turn.carriers().filter(|(_, carrier)| carrier.sealed) {
            times += 1;
            let why = match (accepts(stage, turn, at, carrier), goes(at)) {
                (false, _) => "whose issuer the route does not read",
                (true, false) => "that the plan withholds",
                (true, true) => continue,
            };
            if written(&mark(n, at)) {
                let what = format!("turn {n}: a sealed `{}` of `{}`, {why}, was sent", carrier.kind, carrier.issuer);
                return Err(Breach::new(stage.title(), what));
            }
        }
        for (p, part) in turn.parts.iter().enumerate() {
            let Part::Opaque(block) = part else { continue };
            times += 1;
            let stranger = turn.origin.as_ref().is_some_and(|origin| !origin.is_home(stage.route));
            if (stranger || block.api != stage.route.api) && written(&mark(n, At::Part(p, 0))) {
                return Err(Breach::new(stage.title(), format!("turn {n}: an unknown block left its home")));
            }
        }
    }
    Ok(times)
}

/// The rules alone, without the plan: some slot of the winning row reads this kind, at this place, from this issuer.
fn accepts(stage: &Stage<'_>, turn: &Turn, at: At, carrier: &Carrier) -> bool {
    let place = if matches!(at, At::Message(_)) { Place::Message } else { Place::Parts };
    let slots = stage.policy.reads.rule.reads.iter().flat_map(|reads| reads.slots.iter());
    let mut fitting = slots.filter(|slot| slot.place == place && slot.kind == carrier.kind);
    fitting.any(|slot| slot.reads(carrier, turn.origin.as_deref(), stage.route))
}

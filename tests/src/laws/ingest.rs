//! Law 15, *ingest*.
use super::said;
use crate::{
    Breach, Outcome, Subject,
    generate::each_history,
    subject::{Stage, conversation, lines, messages},
    tokens::Json,
};
use std::sync::Arc;
use throughline_core::{
    Arguments, Body, Carrier, Form, History, How, Ingested, Literal, Origin, Part, Place, RenderError, Request, Role,
    TextAt, ToolCall, Turn,
};

/// Law 15, *ingest*: what is read from a request and projected again is that request; of what somebody said nothing is lost in silence; a
/// placeholder is never read as reasoning; one text under several keys is one carrier.
///
/// Reads back what the cases, and generated histories, are sent as; and what clients wrote.
pub fn ingest(subject: &Subject) -> Outcome {
    Outcome::of("ingest", "no case names a route", look(subject))
}

fn look(subject: &Subject) -> Result<usize, Box<Breach>> {
    let stages = subject.stages()?;
    let mut times = 0;
    for (case, _, turn) in subject.turns()? {
        let history = conversation(turn);
        for stage in &stages {
            let (_, body) = stage.sample(case, &history)?;
            times += again(&case.title(), stage, &body)?;
        }
    }
    for case in &subject.cases {
        for request in &case.requests {
            times += written(&case.title(), &subject.stage(&case.home)?, request)?;
        }
    }
    for stage in &stages {
        times += placeholder(stage)? + once(stage)? + said::adopted(stage)?;
    }
    let generated = each_history(subject, |history| {
        let each = |stage: &Stage<'_>| match stage.cold(history) {
            Ok((plan, body)) => Ok(again(&stage.title(), stage, &body)? + said::turns(stage, &plan, history, &body)?),
            Err(_) => Ok(0),
        };
        stages.iter().map(each).sum()
    })?;
    Ok(times + generated)
}

fn read(title: &str, stage: &Stage<'_>, body: &[u8]) -> Result<Ingested, Box<Breach>> {
    let failed = |error| Breach::new(title, format!("a request to {} was not read: {error}", stage.route));
    stage.adapter.ingest(stage.route, body).map_err(failed)
}

fn rewritten(title: &str, stage: &Stage<'_>, ingested: Ingested) -> Result<Body, Box<Breach>> {
    let history: History = ingested.turns.into_iter().collect();
    let stage = with(stage, ingested.request);
    let (plan, body) = stage.cold(&history).map_err(|error| unwritten(title, &stage, &error))?;
    said::turns(&stage, &plan, &history, &body)?;
    said::request(&stage, &plan, &body)?;
    Ok(body)
}

fn with<'a>(stage: &Stage<'a>, request: Request) -> Stage<'a> {
    Stage { request, policy: stage.policy.clone(), memory: stage.memory.clone(), ..*stage }
}

fn unwritten(title: &str, stage: &Stage<'_>, error: &RenderError) -> Box<Breach> {
    Breach::new(title, format!("a request to {} was read and not written: {error}", stage.route))
}

fn again(title: &str, stage: &Stage<'_>, body: &Body) -> Result<usize, Box<Breach>> {
    let found = rewritten(title, stage, read(title, stage, &body.bytes)?)?;
    let what = format!("a request to {}, read and projected again, is another one", stage.route);
    Breach::unless_equal(title, &what, &body.bytes, &found.bytes).map(|()| 1)
}

/// What a client wrote may be mended once; from then on it stays as it is.
fn written(title: &str, stage: &Stage<'_>, request: &[u8]) -> Result<usize, Box<Breach>> {
    let ingested = read(title, stage, request)?;
    let history: History = ingested.turns.into_iter().collect();
    let stage = with(stage, ingested.request);
    let (plan, first) = stage.cold(&history).map_err(|error| unwritten(title, &stage, &error))?;
    said::turns(&stage, &plan, &history, &first)?;
    said::request(&stage, &plan, &first)?;
    said::written(title, &plan, request, &first)?;
    again(title, &stage, &first)
}

/// A conversation without a thought, in which tools are called, is read without a thought.
fn placeholder(stage: &Stage<'_>) -> Result<usize, Box<Breach>> {
    let history = conversation(Turn { parts: vec![call()], ..Turn::new(Role::Assistant) });
    let Ok((_, body)) = stage.cold(&history) else { return Ok(0) };
    let read = read(&stage.title(), stage, &body.bytes)?;
    match read.turns.iter().flat_map(|turn| turn.carriers()).next() {
        Some((_, carrier)) => {
            Err(Breach::new(stage.title(), format!("nobody thought, and `{}` was read as a thought", carrier.kind)))
        }
        None => Ok(1),
    }
}

/// Readable text that goes under several keys comes back as one carrier, and a blank in its place as none.
fn once(stage: &Stage<'_>) -> Result<usize, Box<Breach>> {
    const THOUGHT: &str = "One thought, said once.";
    let slots = stage.policy.reads.rule.reads.iter().flat_map(|reads| reads.slots.iter());
    let Some(slot) = slots
        .into_iter()
        .find(|slot| slot.place == Place::Message && slot.form == Form::Text && !slot.opaque && slot.with.is_none())
    else {
        return Ok(0);
    };
    let payload = Literal::of(THOUGHT).verbatim().clone();
    let carrier = Carrier::plain(slot.kind.clone(), stage.route.provider.to_string(), payload, TextAt::WHOLE);
    let mut written = false;
    // A thought may have its place beside an answer, or beside calls alone.
    for parts in [vec![Part::text("so")], vec![Part::text("so"), call()]] {
        let mut turn = Turn { carriers: vec![carrier.clone()], parts, ..Turn::new(Role::Assistant) };
        turn.origin = Some(Arc::new(Origin::of(stage.route, How::Minted)));
        let history = conversation(turn);
        let Ok((plan, body)) = stage.cold(&history) else { continue };
        written = true;
        if plan.fields().is_empty() {
            continue;
        }
        // A blank member is a placeholder; a block is the model's own, whatever it says.
        if is_member(&body, THOUGHT) {
            let blank = String::from_utf8_lossy(&body.bytes).replace(THOUGHT, " ");
            let blank = read(&stage.title(), stage, blank.as_bytes())?;
            if let Some((_, carrier)) = blank.turns.iter().flat_map(|turn| turn.carriers()).next() {
                return Err(Breach::new(stage.title(), format!("a blank `{}` was read as a thought", carrier.kind)));
            }
        }
        let read = read(&stage.title(), stage, &body.bytes)?;
        let all = read.turns.iter().flat_map(|turn| turn.carriers());
        let times = all.filter(|(_, carrier)| carrier.readable().as_deref() == Some(THOUGHT)).count();
        if times == 1 {
            return Ok(1);
        }
        let breach = Breach::new(stage.title(), format!("one thought was read as {times} carriers"));
        return Err(breach.on(lines(history.turns())));
    }
    match written {
        true => Err(Breach::new(stage.title(), format!("the row reads `{}`, and no turn carries it there", slot.key))),
        false => Ok(0),
    }
}

/// A call of a tool.
fn call() -> Part {
    Part::Call(ToolCall {
        id: Some(Literal::of("call_1")),
        name: Literal::of("look_up"),
        arguments: Arguments::Text(Literal::of("{}")),
        extras: vec![],
        inner: vec![],
        carriers: vec![],
    })
}

/// Whether a message has a member whose value is `text`.
fn is_member(body: &Body, text: &str) -> bool {
    let list = format!("[{}]", messages(body));
    let json = Json::new(&list);
    let mut members = json.inside(0).into_iter().flat_map(|(_, message)| json.inside(message.start));
    members.any(|(_, value)| json.tokens.get(value.start).is_some_and(|token| json.get(token) == format!("\"{text}\"")))
}

//! What is measured: the next request of a session, a streamed reply, a stored line.
use crate::{
    convo::{Round, Wire, events, framed},
    counting::count,
    sample::Pair,
    session::{Failed, Session},
};
use serde::Serialize;
use serde_json::Value;
use std::{
    hint::black_box,
    time::{Duration, Instant},
};
use throughline::{Fragments, Framing, Registry, Stored};

/// One line of the table.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// The wire.
    pub(crate) wire: &'static str,
    /// Rounds of the conversation; none where there are none.
    pub(crate) rounds: Option<usize>,
    /// What was measured.
    pub(crate) what: &'static str,
    /// What it was compared with.
    pub(crate) against: &'static str,
    /// The times.
    pub(crate) pair: Pair,
    /// The ratio to be reached; none where there is no goal.
    pub(crate) goal: Option<f64>,
    /// Allocations of one run, and what they are counted by.
    pub(crate) allocations: Option<(f64, &'static str)>,
}

/// How much of a stream is thinking, and how much answer.
const THOUGHTS: usize = 5000;
const WORDS: usize = 2000;

/// The next request: warm, cold, and the noise of the measurement.
///
/// Warm, both sides write into memory at hand: what new memory costs is the allocator's and the kernel's doing.
pub(crate) fn requests(registry: &Registry, wire: Wire, rounds: usize, reps: usize) -> Result<Vec<Row>, Failed> {
    let mut session = Session::new(registry, wire, rounds)?;
    let before = session.history.clone();
    session.grow(wire, rounds)?;
    let (after, last) = (session.history.clone(), session.history.turns().len());
    let latest = session.history.turns().iter().skip(last.saturating_sub(3)).cloned().collect();
    let mut body = vec![];
    session.project(&after, &mut Fragments::new(), &mut body)?;
    let mut copy = copier(&body);
    let mut fragments = Fragments::new();
    let mut next = |body: &mut Vec<u8>| {
        // Back to what the last request of the session left.
        black_box(session.project(&before, &mut fragments, body)).ok();
        timed(|| black_box(session.project(&after, &mut fragments, body)).ok())
    };
    let mut hand = body.clone();
    let mut rows = vec![];
    let mut row = |what, against, pair, goal| {
        rows.push(Row { wire: wire.as_str(), rounds: Some(rounds), what, against, pair, goal, allocations: None });
    };
    let pair = Pair::measure(reps, || next(&mut hand), &mut copy);
    row("next request, warm", "one copy of its bytes", pair, None);
    let alone = || timed(|| black_box(session.project(&latest, &mut Fragments::new(), &mut vec![])).ok());
    let pair = Pair::measure(reps, || next(&mut hand), || copy() + alone());
    row("next request, warm", "one copy and the new turns alone", pair, Some(1.0));
    let tree: Value = serde_json::from_slice(&body)?;
    let cold = Pair::measure(
        reps,
        || timed(|| black_box(session.project(&after, &mut Fragments::new(), &mut vec![])).ok()),
        || timed(|| black_box(serde_json::to_vec(&tree))),
    );
    row("next request, cold", "serde_json::to_vec of its Value", cold, Some(1.0));
    row("A/A: one copy", "one copy", Pair::measure(reps, copier(&body), copy), None);
    Ok(rows)
}

/// A streamed reply, event by event.
pub(crate) fn streams(registry: &Registry, wire: Wire, reps: usize) -> Result<Vec<Row>, Failed> {
    let session = Session::new(registry, wire, 0)?;
    let data = events(wire, THOUGHTS, WORDS);
    let framed: Vec<Vec<u8>> = data.iter().map(|data| framed(wire, data)).collect();
    let capture = || session.capture(Framing::Sse, framed.iter().map(Vec::as_slice));
    capture()?;
    let parse = || {
        for data in data.iter().filter(|data| *data != "[DONE]") {
            black_box(serde_json::from_str::<Value>(black_box(data)).ok());
        }
    };
    let pair = Pair::measure(reps, || timed(|| black_box(capture())), || timed(parse));
    let (calls, turn) = count(capture);
    turn?;
    let per_token = f64::from(u32::try_from(calls)?) / f64::from(u32::try_from(THOUGHTS + WORDS)?);
    Ok(vec![Row {
        wire: wire.as_str(),
        rounds: None,
        what: "streamed reply",
        against: "each chunk parsed to Value",
        pair,
        goal: Some(0.5),
        allocations: Some((per_token, "a token")),
    }])
}

/// A turn as a stored line.
pub(crate) fn lines(registry: &Registry, wire: Wire, reps: usize) -> Result<Vec<Row>, Failed> {
    let session = Session::new(registry, wire, 0)?;
    let reply = Round::new(1).reply(wire);
    let turn = Stored::Turn(session.capture(Framing::Whole, [reply.as_bytes()].into_iter())?);
    let line = turn.line()?;
    let tree: Value = serde_json::from_str(&line)?;
    let write = Pair::measure(
        reps,
        || often(|| drop(black_box(turn.line()))),
        || often(|| drop(black_box(serde_json::to_string(&tree)))),
    );
    let read = Pair::measure(
        reps,
        || often(|| drop(black_box(Stored::read(&line)))),
        || often(|| drop(black_box(serde_json::from_str::<Value>(&line)))),
    );
    let row = |what, against, pair, calls: usize| Row {
        wire: wire.as_str(),
        rounds: None,
        what,
        against,
        pair,
        goal: None,
        allocations: u32::try_from(calls).ok().map(|calls| (f64::from(calls), "a line")),
    };
    Ok(vec![
        row("100 stored lines, written", "serde_json::to_string of their Values", write, count(|| turn.line()).0),
        row("100 stored lines, read", "parsed to Values", read, count(|| Stored::read(&line)).0),
    ])
}

/// A hundred times, so that the clock can see it.
fn often(mut work: impl FnMut()) -> Duration {
    timed(|| (0..100).for_each(|_| work()))
}

/// Copies bytes into a buffer at hand.
pub(crate) fn copier(bytes: &[u8]) -> impl FnMut() -> Duration {
    let mut buffer = bytes.to_vec();
    move || {
        timed(|| {
            buffer.clear();
            buffer.extend_from_slice(black_box(bytes));
            black_box(buffer.as_slice());
        })
    }
}

/// How long it takes, without the time to drop its result.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let result = work();
    let time = start.elapsed();
    drop(result);
    time
}

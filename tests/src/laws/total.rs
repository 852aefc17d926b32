//! Law 17, *total*.
use super::strange::strange;
use crate::{
    Breach, Case, Outcome, Subject,
    frames::{events, frames},
    generate::each,
    outcome::snippet,
    subject::{conversation, line},
    tokens::{Is, Json, airy},
};
use proptest::{collection::vec, prelude::*, sample::Index};
use std::{
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};
use throughline_core::{Captured, Framing, History, ReplyHead, Route, Stored, Turn};

/// Law 17, *total*: no input panics. Whatever comes gives a turn, a refusal or an error, and a turn can be stored and projected.
///
/// Feeds garbage, mutilated samples and monsters to capture and ingest, and media, tools and parameters of other wires to render.
pub fn total(subject: &Subject) -> Outcome {
    Outcome::of("total", "no case names a route", look(subject))
}

fn look(subject: &Subject) -> Result<usize, Box<Breach>> {
    let mut times = 0;
    for case in &subject.cases {
        for monster in monsters() {
            times += everywhere(subject, &case.home, monster.as_bytes())?;
        }
        for (door, sample) in samples(case) {
            let all = bent(door, sample);
            // A long sample has more places than there is time for.
            let step = 1 + all.len() / (8 * subject.histories.max(1) as usize);
            for bytes in all.into_iter().step_by(step) {
                times += survives(subject, &case.home, door, &bytes)?;
            }
        }
    }
    Ok(times + garbage(subject)? + flipped(subject)? + strange(subject)?)
}

/// Where bytes come in.
#[derive(Clone, Copy, Debug)]
enum Door {
    Reply(Framing),
    /// A refusal's body.
    Refusal,
    Request,
}

const DOORS: [Door; 6] = [
    Door::Reply(Framing::Whole),
    Door::Reply(Framing::Sse),
    Door::Reply(Framing::EventStream),
    Door::Reply(Framing::Lines),
    Door::Refusal,
    Door::Request,
];

fn samples(case: &Case) -> Vec<(Door, &[u8])> {
    let replies = case.samples().map(|(framing, bytes)| (Door::Reply(framing), bytes));
    let all = replies.chain(case.requests.iter().map(|bytes| (Door::Request, bytes.as_slice())));
    all.collect()
}

/// What becomes of a sample where its values are not what they should be. Those of frames are bent one payload at a time, and framed anew.
fn bent(door: Door, sample: &[u8]) -> Vec<Vec<u8>> {
    if !matches!(door, Door::Reply(Framing::EventStream)) {
        return mutilated(&String::from_utf8_lossy(sample)).into_iter().map(String::into_bytes).collect();
    }
    let events = events(sample);
    let with = |n: usize, payload: &str| {
        frames(events.iter().enumerate().map(|(m, (name, own))| (&**name, if n == m { payload } else { own })))
    };
    let each = events.iter().enumerate();
    each.flat_map(|(n, (_, payload))| mutilated(payload).into_iter().map(move |new| (n, new)))
        .map(|(n, new)| with(n, &new))
        .collect()
}

/// What is no reply of any wire.
fn monsters() -> Vec<String> {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(10_000), close.repeat(10_000));
    let mut all: Vec<String> = [
        "",
        " ",
        "\n\n",
        "null",
        "true",
        "7",
        "1e999",
        "\"\"",
        "\"\\ud800\"",
        "[]",
        "{}",
        "[null]",
        "{",
        "[",
        "\"",
        "{\"a\":",
        "data:",
        "data: {}\n\n",
        "data: [DONE]\n\n",
        "data: null\n\n",
        "event: error\ndata: {\"error\":7}\n\n",
        "<html>502</html>",
        "{\"error\":null}",
        "{\"error\":\"no\"}",
        "{\"error\":{\"code\":\"x\",\"message\":7}}",
        "\u{feff}{}",
        "{}{}",
        "[{\"error\":{}}]",
    ]
    .map(str::to_owned)
    .to_vec();
    let events: Vec<String> = all.iter().map(|monster| format!("data: {monster}\n\n")).collect();
    all.extend(events);
    all.extend([deep("[", "]"), deep("{\"a\":", "}"), deep("[", ""), format!("data: {}\n\n", deep("[", "]"))]);
    all
}

/// The sample with each of its values in turn replaced by values that should not be there, removed, and named twice; printed with space.
fn mutilated(sample: &str) -> Vec<String> {
    let (deep, long) =
        (format!("{}{}", "[".repeat(2_000), "]".repeat(2_000)), format!("\"{}\"", "ab\\n\\ud800".repeat(2_000)));
    let json = Json::new(sample);
    let mut all = vec![airy(sample), sample.replace(':', " :\n "), sample.repeat(2)];
    let values: Vec<usize> = (0..json.tokens.len())
        .filter(|n| json.tokens.get(*n).is_some_and(|token| matches!(token.is, Is::Open | Is::Text | Is::Word)))
        .collect();
    for (turn, start) in values.into_iter().enumerate() {
        let value = json.value(start);
        let put = |span: Range<usize>, new: &str| {
            let mut text = sample.to_owned();
            text.replace_range(span, new);
            text
        };
        let span = json.span(&value);
        let short =
            ["null", "0", "-1.5e3", "\"\"", "\" \"", "[]", "{}", "[[]]", "[{}]", "true", "\"\\ud83d\"", "[null]"];
        all.extend(short.iter().map(|new| put(span.clone(), new)));
        // The large ones take their time; each goes to some of the places.
        all.extend((turn % 8 == 0).then(|| put(span.clone(), &deep)));
        all.extend((turn % 8 == 4).then(|| put(span.clone(), &long)));
        all.push(put(json.cut(&value), ""));
        let twice = sample.get(json.cut(&value)).unwrap_or_default().trim_matches(',').to_owned();
        all.push(put(span.end..span.end, &format!(",{twice}")));
    }
    all
}

/// Bytes without any sense.
fn garbage(subject: &Subject) -> Result<usize, Box<Breach>> {
    let Some(case) = subject.cases.first() else { return Ok(0) };
    each(subject, vec(any::<u8>(), 0..200), |bytes| everywhere(subject, &case.home, bytes))
}

/// Samples with some bytes changed.
fn flipped(subject: &Subject) -> Result<usize, Box<Breach>> {
    let all = |case| samples(case).into_iter().map(|(door, sample)| (&case.home, door, sample));
    let samples: Vec<(&Route, Door, &[u8])> = subject.cases.iter().flat_map(all).collect();
    if samples.is_empty() {
        return Ok(0);
    }
    each(subject, (any::<Index>(), vec((any::<Index>(), any::<u8>()), 1..6)), |(which, flips)| {
        let Some((route, door, sample)) = samples.get(which.index(samples.len())) else { return Ok(0) };
        let mut bytes = sample.to_vec();
        for (at, new) in flips {
            let at = at.index(bytes.len().max(1));
            if let Some(byte) = bytes.get_mut(at) {
                *byte = *new;
            }
        }
        survives(subject, route, *door, &bytes)
    })
}

fn everywhere(subject: &Subject, route: &Route, bytes: &[u8]) -> Result<usize, Box<Breach>> {
    DOORS.into_iter().map(|door| survives(subject, route, door, bytes)).sum()
}

/// Reads `bytes`. An error is an answer.
fn survives(subject: &Subject, route: &Route, door: Door, bytes: &[u8]) -> Result<usize, Box<Breach>> {
    let read = AssertUnwindSafe(|| match door {
        Door::Reply(framing) => captured(subject, route, &ReplyHead::ok(framing), bytes),
        Door::Refusal => {
            let head = ReplyHead { status: 400, framing: Framing::Whole, served_by: None };
            captured(subject, route, &head, bytes)
        }
        Door::Request => ingested(subject, route, bytes),
    });
    let breach = match catch_unwind(read) {
        Ok(Ok(())) => return Ok(1),
        Ok(Err(breach)) => breach,
        Err(_) => Breach::new("", "it panics"),
    };
    let shown = snippet(bytes, 0);
    let case = format!("{door:?} with the input `{}`", shown.escape_debug());
    Err(Box::new(Breach { case, input: vec![String::from_utf8_lossy(bytes).into_owned()], ..*breach }))
}

fn ingested(subject: &Subject, route: &Route, bytes: &[u8]) -> Result<(), Box<Breach>> {
    let Ok(ingested) = subject.adapter().ingest(route, bytes) else { return Ok(()) };
    let mut stage = subject.stage(route)?;
    stage.request = ingested.request;
    let turns: History = ingested.turns.into_iter().collect();
    turns.turns().iter().try_for_each(stored)?;
    let _ = stage.cold(&turns);
    Ok(())
}

fn captured(subject: &Subject, route: &Route, head: &ReplyHead, bytes: &[u8]) -> Result<(), Box<Breach>> {
    let mut capture = subject.adapter().capture(route, head);
    // After an error the rest is fed all the same: a caller may not look.
    for piece in bytes.chunks(1 + bytes.len() / 3) {
        let _ = capture.feed(piece, &mut |delta| drop(delta.text()));
    }
    let Ok(Captured::Turn(turn)) = capture.finish() else { return Ok(()) };
    let turn = Arc::new(turn);
    stored(&turn)?;
    let _ = (turn.reasoning(), turn.text());
    let _ = subject.stage(route)?.cold(&conversation(turn.as_ref().clone()));
    Ok(())
}

fn stored(turn: &Arc<Turn>) -> Result<(), Box<Breach>> {
    match Stored::read(&line(turn)?) {
        Ok(Stored::Turn(loaded)) if loaded == **turn => Ok(()),
        _ => Err(Breach::new("", "it gives a turn that does not read back from its stored line")),
    }
}

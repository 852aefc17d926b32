//! What is asked of each exchange by itself: its reply is captured whole, in any pieces, and stored; its request is read.
use crate::{
    explain::{Fault, excerpt},
    message::{self, Said},
    minted::{Minted, joined},
    reply::Reply,
    subject::Subject,
    tree::{Tree, Units},
};
use throughline::{Arguments, Captured, Ingested, Part, Stored, Turn};

/// Captures the reply; the turn, where it is one.
pub(crate) fn reply(subject: &mut Subject<'_>, reply: &Reply, minted: Option<&Minted>) -> Option<Turn> {
    let captured = match reply.capture(subject.adapter, &subject.route) {
        Ok(captured) => captured,
        Err(error) => {
            subject.fail("capture", Fault::Error, "reply", error.to_string());
            return None;
        }
    };
    let cuts: Vec<_> = match reply.streamed() {
        true => reply.cut(subject.adapter, &subject.route).collect(),
        false => vec![],
    };
    for (name, other) in cuts {
        match other {
            Ok(other) if same(&captured, &other) => {}
            Ok(_) => subject.fail("split", Fault::Unequal, "reply", name),
            Err(error) => subject.fail("split", Fault::Error, "reply", format!("{name}: {error}")),
        }
    }
    match captured {
        Captured::Turn(_) if subject.exchange.refused() => {
            subject.fail("capture", Fault::Unequal, "reply", "a refusal was captured as a turn");
            None
        }
        Captured::Refusal(_) if !subject.exchange.refused() && minted.is_some() => {
            subject.fail("capture", Fault::Unequal, "reply", "a reply was captured as a refusal");
            None
        }
        Captured::Refusal(_) => None,
        Captured::Turn(turn) => {
            stored(subject, &turn);
            if let Some(minted) = minted {
                holds(subject, &turn, minted);
            }
            Some(turn)
        }
    }
}

/// Reads the request.
pub(crate) fn request(subject: &mut Subject<'_>, bytes: &[u8]) -> Option<Ingested> {
    match subject.adapter.ingest(&subject.route, bytes) {
        Ok(ingested) => Some(ingested),
        Err(error) => {
            subject.fail("ingest", Fault::Error, "request", error.to_string());
            None
        }
    }
}

/// Reads the request, writes it for its own route, and does both once more.
pub(crate) fn stable(subject: &mut Subject<'_>, ingested: &Ingested, recorded: &Tree) {
    let history = ingested.turns.iter().cloned().collect();
    let Some(once) = subject.project("request", &ingested.request, &history, &[], recorded) else { return };
    let Some(again) = request(subject, &once) else { return };
    let history = again.turns.into_iter().collect();
    let tree = Tree::parse(&String::from_utf8_lossy(&once)).unwrap_or_default();
    // What the second writing explains was explained by the first.
    let known = subject.explained.len();
    let twice = subject.project("stable", &again.request, &history, &[], &tree);
    subject.explained.truncate(known);
    if let Some(twice) = twice.filter(|twice| *twice != once) {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        subject.fail("stable", Fault::Unequal, "body", excerpt(&text(&twice), &text(&once)));
    }
}

fn same(a: &Captured, b: &Captured) -> bool {
    match (a, b) {
        (Captured::Turn(a), Captured::Turn(b)) => a == b,
        (Captured::Refusal(a), Captured::Refusal(b)) => a == b,
        _ => false,
    }
}

fn stored(subject: &mut Subject<'_>, turn: &Turn) {
    let line = match Stored::Turn(turn.clone()).line() {
        Ok(line) => line,
        Err(error) => return subject.fail("store", Fault::Error, "line", error.to_string()),
    };
    match Stored::read(&line) {
        Ok(read) if read == Stored::Turn(turn.clone()) && read.line().is_ok_and(|again| again == line) => {}
        Ok(_) => subject.fail("store", Fault::Unequal, "line", "a turn does not read back as it was"),
        Err(error) => subject.fail("store", Fault::Error, "line", error.to_string()),
    }
}

/// Everything that the provider minted is in the turn.
fn holds(subject: &mut Subject<'_>, turn: &Turn, minted: &Minted) {
    let mut text = Units::default();
    let mut calls = vec![];
    for part in &turn.parts {
        if let Some(part) = part.visible() {
            text.push(&Units::inner(part.text.inner()));
        }
        if let Part::Call(call) = part {
            let tree = |raw: &str| Tree::parse(raw).unwrap_or_default();
            let arguments = match &call.arguments {
                Arguments::Text(text) => tree(text.raw()),
                Arguments::Json(json) => tree(json.get()),
            };
            let id = message::id(call.id.as_ref().map(|id| tree(id.raw())).as_ref());
            calls.push(Said::Call { id, name: tree(call.name.raw()), arguments });
        }
    }
    if text != minted.text {
        subject.fail("capture", Fault::Said, "text", excerpt(&text.to_string(), &minted.text.to_string()));
    }
    if calls.len() != minted.calls.len() || !calls.iter().zip(&minted.calls).all(|(a, b)| a.says(b)) {
        subject.fail("capture", Fault::Said, "calls", excerpt(&format!("{calls:?}"), &format!("{:?}", minted.calls)));
    }
    let line = Stored::Turn(turn.clone()).line().unwrap_or_default();
    let mut found: Vec<(String, Units)> = vec![];
    Tree::parse(&line).unwrap_or_default().leaves("", &mut |key, leaf| {
        found.extend(leaf.units().map(|text| (key.to_owned(), text.clone())));
    });
    let there = |text: &Units| text.is_empty() || found.iter().any(|(_, own)| own == text);
    for (key, pieces) in &minted.strings {
        // Either joined, or each piece whole, as blobs are that share their labels; or joined with what stands beside it.
        let whole = joined(pieces);
        let within =
            || found.iter().any(|(name, own)| name == key && own.windows(whole.len()).any(|part| part == &whole[..]));
        if !there(&whole) && !pieces.iter().all(there) && !within() {
            subject.fail("capture", Fault::Lost, key, excerpt("", &whole.to_string()));
        }
    }
}

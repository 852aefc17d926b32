//! Law 2, *split*.
use super::cut::{lacks, packed};
use crate::{
    Aspect, Breach, Case, Outcome, Subject,
    generate::{each, minted},
    subject::{form, line},
};
use proptest::{collection::vec, prelude::*};
use std::sync::Arc;
use throughline_core::{
    Captured, Delta, Framing, Literal, ReplyHead, Turn, WireError,
    verbatim::{LiteralBuf, units},
};

/// Replies up to this length are cut at every byte.
const SMALL: usize = 4096;

/// Law 2, *split*: any cutting of the same bytes gives the same turn, and a whole reply agrees with its stream in text, calls, readable
/// reasoning and minted strings in order. Each difference that the wire itself makes is named in the case. What a display has shown of a
/// stream is what its turn says.
///
/// Cuts every reply of the cases, and compares each whole one with its stream.
pub fn split(subject: &Subject) -> Outcome {
    Outcome::of("split", "no case has a reply", look(subject))
}

fn look(subject: &Subject) -> Result<usize, Box<Breach>> {
    let mut times = 0;
    for case in &subject.cases {
        for (framing, bytes) in case.samples() {
            times += cuts(subject, case, framing, bytes)?;
        }
        if let (Some(whole), Some(stream)) = (&case.whole, &case.stream) {
            let whole = subject.turn(case, Framing::Whole, whole)?;
            let stream = subject.turn(case, case.framing, stream)?;
            times += agree(case, &whole, &stream)?;
        }
    }
    Ok(times)
}

fn cuts(subject: &Subject, case: &Case, framing: Framing, bytes: &[u8]) -> Result<usize, Box<Breach>> {
    let once = seen(subject, case, framing, &[bytes])?;
    let same = |pieces: &[&[u8]], how: &str| {
        let what = format!("its {} reply gives another turn {how}", form(framing));
        Breach::unless_equal(&case.title(), &what, &once, &seen(subject, case, framing, pieces)?).map(|()| 1)
    };
    let mut times = same(&bytes.chunks(1).collect::<Vec<_>>(), "byte by byte")?;
    if bytes.len() <= SMALL {
        for at in 0..=bytes.len() {
            let (head, tail) = bytes.split_at(at);
            times += same(&[head, tail], &format!("cut at byte {at}"))?;
        }
    }
    let places = vec(any::<prop::sample::Index>(), 1..12);
    Ok(times + each(subject, places, |places| same(&pieces(bytes, places), "cut at several places"))?)
}

fn pieces<'a>(bytes: &'a [u8], places: &[prop::sample::Index]) -> Vec<&'a [u8]> {
    let mut places: Vec<usize> = places.iter().map(|place| place.index(bytes.len() + 1)).collect();
    places.extend([0, bytes.len()]);
    places.sort_unstable();
    let all = places.iter().zip(places.iter().skip(1));
    all.filter_map(|(from, to)| bytes.get(*from..*to)).collect()
}

/// The turn in its stored form, and what a display had to show of each sort.
fn seen(subject: &Subject, case: &Case, framing: Framing, pieces: &[&[u8]]) -> Result<String, Box<Breach>> {
    let mut capture = subject.adapter().capture(&case.home, &ReplyHead::ok(framing));
    let mut shown = [LiteralBuf::default(), LiteralBuf::default(), LiteralBuf::default()];
    let mut sink = |delta: Delta<'_>| {
        let [thought, text, calls] = &mut shown;
        match delta {
            Delta::Reasoning(inner) => thought.push_inner(inner),
            Delta::Text(inner) => text.push_inner(inner),
            Delta::Call(inner) => calls.push_inner(inner),
            _ => {}
        }
    };
    let fail = |error: WireError| {
        Breach::new(case.title(), format!("its {} reply, cut, was not read: {error}", form(framing)))
    };
    for piece in pieces {
        capture.feed(piece, &mut sink).map_err(fail)?;
    }
    match capture.finish().map_err(fail)? {
        Captured::Turn(turn) => {
            let [thought, text, calls] = shown.map(|all| all.finish());
            if framing != Framing::Whole {
                displayed(case, &turn, &thought, &text)?;
            }
            let [thought, text, calls] = [thought, text, calls].map(|all| all.raw().to_owned());
            Ok(format!("{}\n{thought}\n{text}\n{calls}", line(&Arc::new(turn))?))
        }
        Captured::Refusal(refused) => Ok(format!("refusal {} {}", refused.status, refused.body.get())),
    }
}

/// A display had all that the turn says to show, and nothing else.
fn displayed(case: &Case, turn: &Turn, thought: &Literal, text: &Literal) -> Result<(), Box<Breach>> {
    let what = "the text that its stream gave a display is not that of its turn";
    Breach::unless_equal(&case.title(), what, &of(Aspect::Text, turn), &spelled(text))?;
    let shown = packed(&thought.decode());
    if lacks(turn, &shown) || turn.reasoning().is_some_and(|kept| packed(&kept) != shown) {
        let (what, kept) = ("the thought that its stream gave a display is not that of its turn", turn.reasoning());
        Breach::unless_equal(&case.title(), what, &kept.unwrap_or_default(), thought.decode().as_ref())?;
    }
    Ok(())
}

fn agree(case: &Case, whole: &Turn, stream: &Turn) -> Result<usize, Box<Breach>> {
    let mut times = 0;
    for (aspect, what) in [
        (Aspect::Text, "the text"),
        (Aspect::Calls, "the tool calls"),
        (Aspect::Reasoning, "the readable reasoning"),
        (Aspect::Minted, "the minted strings"),
    ] {
        if case.apart.iter().any(|(named, _)| *named == aspect) {
            continue;
        }
        let what = format!("{what} of its whole reply and of its stream differ");
        Breach::unless_equal(&case.title(), &what, &of(aspect, whole), &of(aspect, stream))?;
        times += 1;
    }
    Ok(times)
}

/// A text as one reads it; code units that are no characters, and what they would be taken for, are escaped.
fn spelled(text: &Literal) -> String {
    let units = units(text.inner());
    let said = char::decode_utf16(units.iter().copied()).map(|unit| match unit {
        Ok('\\') => "\\\\".to_owned(),
        Ok(c) => c.to_string(),
        Err(half) => format!("\\u{:04x}", half.unpaired_surrogate()),
    });
    said.collect()
}

/// One aspect of a turn, spelled in one way. Code units that are no characters stay apart from those that are.
fn of(aspect: Aspect, turn: &Turn) -> String {
    match aspect {
        Aspect::Text => {
            let texts = turn.parts.iter().filter_map(|part| part.visible().map(|part| spelled(&part.text)));
            texts.collect()
        }
        Aspect::Calls => {
            let calls = turn.calls().map(|call| {
                let mut arguments = String::new();
                call.arguments.write_text(&mut arguments);
                format!("{:?} {} {arguments}", call.id.as_ref().map(Literal::decode), call.name.decode())
            });
            calls.collect::<Vec<_>>().join("\n")
        }
        Aspect::Reasoning => turn.reasoning().unwrap_or_default(),
        Aspect::Minted => {
            let sealed = turn.carriers().map(|(_, carrier)| carrier).filter(|carrier| carrier.sealed);
            sealed.map(|carrier| minted(carrier).join(" ")).collect::<Vec<_>>().join("\n")
        }
    }
}

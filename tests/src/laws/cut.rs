//! Law 3, *cut*.
use crate::{Breach, Case, Outcome, Subject, frames::told, subject::form, tokens::Json};
use throughline_core::{
    Captured, Carrier, Delta, Ending, Framing, Literal, Part, ReplyHead, Turn,
    verbatim::{LiteralBuf, units},
};

/// Replies up to this length are cut at every byte, longer ones at this many places.
const CUTS: usize = 4096;

/// Law 3, *cut*: bytes that end early never gain an ending, a text or a signature that was not there, and their turn says that it is cut;
/// an error inside of a reply is said as well. What a display has shown by then is in the turn.
///
/// Cuts every reply of the cases short.
pub fn cut(subject: &Subject) -> Outcome {
    Outcome::of("cut", "no case has a reply", look(subject))
}

fn look(subject: &Subject) -> Result<usize, Box<Breach>> {
    let mut times = 0;
    for case in &subject.cases {
        for (framing, bytes) in case.samples() {
            let full = subject.turn(case, framing, bytes)?;
            for at in (0..bytes.len()).step_by(1 + bytes.len() / CUTS) {
                times += short(subject, case, framing, bytes, at, &full).map_err(|breach| {
                    let what = format!("its {} reply, cut at byte {at}: {}", form(framing), breach.what);
                    Box::new(Breach { what, ..*breach })
                })?;
            }
        }
    }
    Ok(times + errors(subject)?)
}

/// An error inside of a reply is its ending, and none that the model gave it; or it is a refusal.
fn errors(subject: &Subject) -> Result<usize, Box<Breach>> {
    let all = subject.cases.iter().flat_map(|case| case.errors.iter().map(move |error| (case, error)));
    let mut times = 0;
    for (case, (framing, reply)) in all {
        let breach =
            |what: String| Breach::new(case.title(), format!("its {} reply with an error {what}", form(*framing)));
        match subject.read(&case.home, *framing, [reply.as_slice()]) {
            Ok(Captured::Refusal(_)) => times += 1,
            Ok(Captured::Turn(Turn { ending: Some(Ending::Refused(_)), .. })) => times += 1,
            Ok(Captured::Turn(turn)) => {
                return Err(breach(format!("is read as a turn that ended otherwise: {:?}", turn.ending)));
            }
            Err(error) => return Err(breach(format!("was not read: {error}"))),
        }
    }
    Ok(times)
}

fn short(
    subject: &Subject,
    case: &Case,
    framing: Framing,
    bytes: &[u8],
    at: usize,
    full: &Turn,
) -> Result<usize, Box<Breach>> {
    let begun = bytes.get(..at).unwrap_or_default();
    let mut capture = subject.adapter().capture(&case.home, &ReplyHead::ok(framing));
    let (mut thought, mut text) = (LiteralBuf::default(), LiteralBuf::default());
    let mut sink = |delta: Delta<'_>| match delta {
        Delta::Reasoning(more) => thought.push_inner(more),
        Delta::Text(more) => text.push_inner(more),
        _ => {}
    };
    // An error in what came is said by `feed`; `finish` still gives what came before.
    let _ = capture.feed(begun, &mut sink);
    let breach = |what: String| Err(Breach::new(case.title(), what));
    let turn = match capture.finish() {
        Ok(Captured::Turn(turn)) => turn,
        Ok(Captured::Refusal(_)) => return breach("it is read as a refusal".to_owned()),
        Err(error) if !(thought.is_empty() && text.is_empty()) => {
            return breach(format!("a display has shown some of it, and it gives no turn: {error}"));
        }
        Err(_) => return Ok(1),
    };
    match &turn.ending {
        None => return breach("its turn does not say how it ended".to_owned()),
        Some(Ending::Stop(word))
            if !was_said(word.as_ref().map(Literal::raw), framing, (begun, bytes), &turn, full) =>
        {
            return breach("its turn has an ending that was not there".to_owned());
        }
        Some(_) => {}
    }
    if !visible(full).starts_with(&visible(&turn)) {
        return breach("its turn has a text that was not there".to_owned());
    }
    let thought = packed(&thought.finish().decode());
    if !visible(&turn).starts_with(&units(text.finish().inner())) {
        return breach("a display has shown a text that its turn has lost".to_owned());
    }
    // A host may take back what it showed, as a whole: all of it is hidden then.
    if turn.reasoning().is_some_and(|kept| !packed(&kept).starts_with(&thought)) || lacks(&turn, &thought) {
        return breach("a display has shown a thought that its turn has lost".to_owned());
    }
    for (at, carrier) in turn.carriers() {
        if !full.carriers().any(|(_, whole)| is_begun(carrier, whole)) {
            let what = if carrier.sealed { "a sealed carrier that is not whole" } else { "a text that was not there" };
            return breach(format!("`{}` at {at:?} is {what}", carrier.kind));
        }
    }
    Ok(1)
}

/// A thought without the white space that blocks are joined by, and without the half of a character that its end may be.
pub(super) fn packed(thought: &str) -> String {
    let half = |c| c == char::REPLACEMENT_CHARACTER;
    thought.trim_end_matches(half).split_whitespace().collect()
}

/// True where the turn has nothing of a thought, not even hidden.
pub(super) fn lacks(turn: &Turn, thought: &str) -> bool {
    !thought.is_empty() && turn.reasoning().is_none() && turn.carriers().next().is_none()
}

/// The provider's word for the ending came, and does not come again; or all else came too. It may still break off with an error.
fn was_said(word: Option<&str>, framing: Framing, (begun, bytes): (&[u8], &[u8]), turn: &Turn, full: &Turn) -> bool {
    // Frames may hold their events as bytes once more.
    let plain = |bytes: &[u8]| if framing == Framing::EventStream { told(bytes) } else { bytes.to_vec() };
    let (begun, bytes) = (plain(begun), plain(bytes));
    let holds = |text: &[u8], word: &str| text.windows(word.len()).any(|here| here == word.as_bytes());
    let came = word.is_none_or(|word| holds(&begun, word));
    let rest = bytes.get(begun.len()..).unwrap_or_default();
    let last = word.is_some_and(|word| !holds(rest, word));
    let all = turn.parts == full.parts && turn.carriers == full.carriers;
    match &full.ending {
        Some(Ending::Refused(_)) => came && word.is_some(),
        ending => turn.ending == *ending && came && (last || all),
    }
}

fn visible(turn: &Turn) -> Vec<u16> {
    turn.parts.iter().filter_map(Part::visible).flat_map(|part| units(part.text.inner())).collect()
}

/// A sealed carrier is the whole one; an unsealed one is its beginning.
fn is_begun(carrier: &Carrier, whole: &Carrier) -> bool {
    let readable = |carrier: &Carrier| {
        let mut all = vec![];
        carrier.literals(|inner| all.extend(units(inner)));
        all
    };
    carrier.kind == whole.kind
        && if carrier.sealed {
            whole.sealed && Json::new(carrier.payload.get()).same(&Json::new(whole.payload.get()))
        } else {
            readable(whole).starts_with(&readable(carrier))
        }
}

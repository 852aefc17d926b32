//! Signatures that the backend made on its other wire, chat completions: there one stands in a wrapper, on a call or on the message.
//!
//! Never changes the string, and puts that of a message where it would have come here: on the last text, else on an empty one.
use crate::table::{EXTRA, PATHS, SIGNATURE, SIGNED};
use serde_json::value::RawValue;
use throughline_core::{
    At, Carrier, Part, Turn, TurnPlan, Value, json,
    verbatim::{blank, inner},
};

/// True for a carrier that is the signature of a part.
pub(crate) fn signs(carrier: &Carrier) -> bool {
    [SIGNATURE, EXTRA, SIGNED].iter().any(|kind| carrier.kind == *kind)
}

/// The signature itself, as it was spelled.
pub(crate) fn string(carrier: &Carrier) -> &str {
    let payload = carrier.payload.get();
    let found = |path: &&str| {
        let found = path.split('/').try_fold(payload, |json, step| json::member(json, step).map(RawValue::get))?;
        Some(found).filter(|found| !blank(inner(found)))
    };
    if payload.starts_with('"') { payload } else { PATHS.iter().find_map(found).unwrap_or("\"\"") }
}

/// The signature that stands on the message as a whole, where it goes.
pub(crate) fn of_message<'t>(turn: &'t Turn, decided: &TurnPlan) -> Option<&'t str> {
    let mut fields = decided.fields().filter(|(key, _)| **key == *SIGNED);
    fields.find_map(|(_, value)| if let Value::Whole(at) = value { turn.carrier(*at) } else { None }).map(string)
}

/// The part that it goes on: the last one that goes as text, unless that is signed itself.
pub(crate) fn bearer(turn: &Turn, decided: &TurnPlan) -> Option<usize> {
    let texts =
        turn.parts.iter().enumerate().filter(|(n, part)| decided.sends(*n) && decided.visible(*n, part).is_some());
    let (n, part) = texts.last()?;
    let signed = |m: usize| decided.carries(At::Part(n, m));
    (!(0..part.carriers().count()).any(signed) && !matches!(part, Part::Checkpoint(_))).then_some(n)
}

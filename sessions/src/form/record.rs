//! Carriers as entries of `reasoning_details`, the private record among them, and back.
use super::{
    claim::Claimed,
    object::{Members, elements, list},
    table::{BLOCKS, DETAILS, HOLDER, NATIVE, PART, PLAIN, PRIVATE, READABLE, RECORD, SIGNATURES},
};
use serde_json::value::RawValue;
use throughline_core::{Carrier, Issuer, Kind, Part, TextAt, Turn, Verbatim, WireError, json, verbatim};

/// The list that holds the carriers of `turn`; none where it has none for it.
pub(super) fn write(turn: &Turn) -> Option<String> {
    let mut entries: Vec<&str> = vec![];
    entries
        .extend(turn.carriers.iter().filter(|carrier| carrier.kind == *DETAILS).map(|carrier| carrier.payload.get()));
    entries.extend(turn.parts.iter().filter_map(|part| match part {
        Part::Reasoning(block) if BLOCKS.iter().any(|(_, kind, ..)| block.kind == **kind) => Some(block.payload.get()),
        _ => None,
    }));
    let native = |carrier: &Carrier| carrier.kind.as_str().ends_with(NATIVE);
    entries.extend(turn.private().filter(|(_, carrier)| native(carrier)).map(|(_, carrier)| carrier.payload.get()));
    let record = record(turn);
    entries.extend(record.as_deref());
    (!entries.is_empty()).then(|| list(entries))
}

/// What stands on the message, or on its text, for one host alone. Of the signatures of several texts the last stands for the message.
fn record(turn: &Turn) -> Option<String> {
    let mut record = Members::default();
    record.push("type", &format!("\"{RECORD}\""));
    let on_text = turn.parts.iter().rev().filter_map(Part::visible).flat_map(|text| &text.carriers);
    let mut some = false;
    for carrier in turn.private().map(|(_, carrier)| carrier).chain(on_text) {
        if let Some(held) = held(carrier) {
            some |= record.push(HOLDER.0, &held);
        } else if PRIVATE.iter().any(|(key, _)| carrier.kind == **key) {
            some |= record.push(carrier.kind.as_str(), carrier.payload.get());
        }
    }
    some.then(|| record.finish())
}

/// The signature that a carrier is or holds, in the one wrapper that readers of the form look into.
pub(super) fn held(carrier: &Carrier) -> Option<String> {
    let payload = carrier.payload.get();
    let found = match carrier.kind.as_str() {
        PART if is_blob(payload) => payload,
        holder if holder == HOLDER.0 => SIGNATURES.iter().find_map(|path| signature(payload, path))?,
        _ => return None,
    };
    Some(format!("{}{found}{}", HOLDER.1, HOLDER.2))
}

/// The carriers of the list `json`, which go to the message and to the blocks of `turn`. Where the record is also said live, that counts.
pub(super) fn read(json: &str, claimed: &Claimed, turn: &mut Turn, place: &str) -> Result<(), WireError> {
    for entry in elements(json, place)? {
        let name = json::member(entry.get(), "type").map_or("", |name| verbatim::inner(name.get()));
        let block = BLOCKS.iter().find(|(block, ..)| block.eq_ignore_ascii_case(name));
        if let Some((_, kind, text, seal)) = block {
            let sealed = json::member(entry.get(), seal).is_some_and(|seal| is_blob(seal.get()));
            let text = text.map(TextAt::path);
            turn.parts.push(Part::Reasoning(carrier(*kind, claimed.block(), entry, text, sealed)));
        } else if name == RECORD {
            let mut members = vec![];
            let _ = json::members(entry.get(), |key, value| members.push((key.to_owned(), value)));
            for (key, value) in members.into_iter().filter(|(key, _)| key != "type") {
                if private(&key, value, claimed, turn).is_none() {
                    turn.meta.push((format!("{RECORD}/{key}").into(), value.into()));
                }
            }
        } else if name.ends_with(NATIVE) {
            turn.carriers.push(carrier(name.to_owned(), claimed.issuer.clone(), entry, None, true));
        } else {
            turn.carriers.push(self::entry(entry, name, claimed));
        }
    }
    Ok(())
}

/// Adds a member of the record as a carrier, in place of an earlier one; none where it is no carrier.
pub(super) fn private(key: &str, value: &RawValue, claimed: &Claimed, turn: &mut Turn) -> Option<()> {
    let (key, text) = PRIVATE.iter().find(|(name, _)| *name == key)?;
    let holds = if value.get().starts_with('{') { is_signed(value) } else { is_blob(value.get()) };
    if !holds {
        return None;
    }
    let carrier = carrier(*key, claimed.issuer.clone(), value, text.then_some(TextAt::WHOLE), !text);
    match turn.carriers.iter_mut().find(|earlier| earlier.kind == **key) {
        Some(earlier) => *earlier = carrier,
        None => turn.carriers.push(carrier),
    }
    Some(())
}

/// True where `value` holds a signature at `path`.
pub(super) fn is_signed(value: &RawValue) -> bool {
    SIGNATURES.iter().any(|path| signature(value.get(), path).is_some())
}

fn signature<'a>(json: &'a str, path: &[&str]) -> Option<&'a str> {
    let found = path.iter().try_fold(json, |json, step| json::member(json, step).map(RawValue::get))?;
    is_blob(found).then_some(found)
}

/// True for a string that holds more than white space.
pub(super) fn is_blob(json: &str) -> bool {
    json.starts_with('"') && !verbatim::blank(verbatim::inner(json))
}

/// An entry of an open type: readable where it is nothing but text, for its issuer alone where anything in it may be a seal.
fn entry(entry: &RawValue, name: &str, claimed: &Claimed) -> Carrier {
    let (mut format, mut plain) = ("-", true);
    let _ = json::members(entry.get(), |key, value| match key {
        "format" if is_blob(value.get()) => format = verbatim::inner(value.get()),
        _ if PLAIN.contains(&key) => {}
        _ => plain &= matches!(value.get(), "null" | "\"\"" | "[]" | "{}"),
    });
    let readable = READABLE.iter().find(|(kind, _)| *kind == name);
    let text = readable.map(|(_, text)| TextAt::path(text));
    carrier(DETAILS, claimed.entry(format), entry, text, !(plain && readable.is_some()))
}

pub(super) fn carrier(
    kind: impl Into<Kind>,
    issuer: Issuer,
    payload: &RawValue,
    text: Option<TextAt>,
    sealed: bool,
) -> Carrier {
    Carrier { kind: kind.into(), issuer, payload: Verbatim::from(payload), text, sealed, minted_under: None }
}

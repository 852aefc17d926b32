//! The table: every provider that is simulated, a row each, and every answer that one gives when it refuses. Whatever depends
//! on a vendor's name stands in this folder.

mod bedrock;
mod claude;
mod converse;
mod copilot;
mod doors;
mod envelopes;
mod gateways;
mod gemini;
mod hosts;
mod local;
mod request;
mod styles;
mod told;
mod vendors;
mod words;

use crate::door::{Door, Entry};
use crate::pattern::means;
use crate::provider::{Pairing, Provider, Schema, When, Wire, Words};

pub(crate) use bedrock::{BEDROCK, Family, Replays, Shows, family_of};
pub(crate) use claude::{BLOCKS, CLAUDE, Claude, SIGNED, TOP, claude, reads};
pub(crate) use converse::REQUEST as CONVERSE;
pub(crate) use gemini::{Gemini, Signs, gemini};
pub(crate) use request::{DATA as GENERATE_DATA, REQUEST};
#[cfg(test)]
pub(crate) use told::UNAUTHENTICATED;
pub(crate) use told::{EMPTY_PART, INVALID_VALUE, ONEOF, ROLE, UNKNOWN_NAME};

/// Every provider.
pub(crate) fn providers() -> impl Iterator<Item = &'static Provider> {
    [
        gateways::ROWS,
        vendors::ROWS,
        hosts::ROWS,
        local::ROWS,
        claude::ROWS,
        gemini::ROWS,
        copilot::ROWS,
        bedrock::ROWS,
        doors::ROWS,
    ]
    .into_iter()
    .flatten()
}

/// The provider of that name.
pub(crate) fn provider(name: &str) -> Option<&'static Provider> {
    providers().find(|row| row.names().any(|known| known.eq_ignore_ascii_case(name)))
}

/// The provider whose paths begin with `folder`, and its door that `path` leads to. Where several wires are there, one whose door
/// it is; where it is nobody's, the first.
pub(crate) fn at(folder: &str, path: &str, query: &str) -> Option<(&'static Provider, Option<Entry>)> {
    let named = provider(folder)?;
    let mut here = providers().filter(|row| row.folder() == named.folder());
    let found = here.find_map(|row| Some((row, Some(row.open(path, query)?))));
    found.or(Some((named, None)))
}

/// Words in which any provider may be made to refuse a field.
pub(crate) static WORDINGS: &[&Words] = &[
    &words::GROQ,
    &words::GROQ_MODEL,
    &words::CEREBRAS,
    &words::MISTRAL,
    &words::MISTRAL_BARE,
    &words::FIREWORKS,
    &words::OPENAI,
    &words::OPENAI_OLD,
    &words::SAMBANOVA,
    &words::HUNYUAN,
    &words::GO,
    &words::SERDE,
    &words::VLLM,
    &words::AZURE,
    &words::RELAY,
    &words::R1,
    &words::PROXY,
    &told::UNKNOWN_NAME,
    &told::UNKNOWN_NAME_LISTED,
];

/// The words of a host that closes its schema without a wording of its own.
pub(crate) static UNKNOWN_FIELD: &Words = &words::FIREWORKS;
/// The words of a host that is made to require a field, where it has none of its own.
const MISSING_FIELD: &Words = &words::KIMI;

/// A row to start from: open, forgetful of nothing, asking for nothing.
const PLAIN: Provider = Provider {
    name: "",
    aliases: &[],
    host: None,
    base: "",
    doors: &[],
    wire: Wire::Chat,
    speaks: &[],
    thinks: &[],
    reads: &[],
    keeps: &[],
    schema: Schema::Open,
    params: None,
    refuses: &[],
    echoes: &[],
    required: MISSING_FIELD,
    backend: None,
    pairing: UNPAIRED,
    forced: None,
    envelope: &envelopes::COMMON,
    manner: &doors::DIRECT,
    exceptions: false,
    nest: None,
    style: &styles::COMMON,
    about: "",
};
const UNPAIRED: Pairing = Pairing { open: None, orphan: None, order: None, id: None };

const ANY: When = of("*");
/// Request members that switch thinking off at most vendors.
const DISABLED: When = flagged("*", "/thinking/type", r#""disabled""#);

const fn of(model: &'static str) -> When {
    When { model, flag: None }
}
const fn flagged(model: &'static str, at: &'static str, is: &'static str) -> When {
    When { model, flag: Some(crate::provider::Flag { at, is }) }
}
const fn door(path: &'static str) -> Door {
    Door { path, keep: None, streams: false, locks: None }
}

/// How `model` is called where dates, dots, regions and versions do not matter: `us.anthropic.claude-opus-4-5-20251101-v1:0` is
/// `claude-opus-4-5`, and so is `claude-opus-4.5`.
pub(crate) fn generation(model: &str) -> String {
    let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
    let name = name.rfind("anthropic.").and_then(|at| name.get(at + "anthropic.".len()..)).unwrap_or(&name);
    let name = name.split(':').next().unwrap_or(name).replace(['.', '@'], "-");
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let name = match name.rsplit_once("-v") {
        Some((rest, version)) if number(version) => rest.to_owned(),
        _ => name,
    };
    match name.rsplit_once('-') {
        Some((rest, date)) if date.len() == 8 && number(date) => rest.to_owned(),
        _ => name,
    }
}

#[cfg(test)]
mod tests;

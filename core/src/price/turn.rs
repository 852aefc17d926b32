//! What of a turn, and of what stands beside the turns, costs anything.
use super::{Bulk, carrier, table, text};
use crate::{Api, At, Fate, Part, Plan, ToolResult, TurnPlan, Verbatim, json};

/// A turn as the plan sends it.
#[derive(Clone, Debug, Default)]
pub(super) struct Weight {
    /// Its text, calls, media and framing.
    pub(super) body: Bulk,
    /// Each carrier that goes.
    pub(super) carriers: Vec<Bulk>,
}

/// Weighs the n-th turn: nothing where it stays.
pub(super) fn weigh(plan: &Plan<'_>, n: usize) -> Weight {
    let mut weight = Weight::default();
    for (turn, decided) in plan.sent(n..n.saturating_add(1)) {
        weight.body.text = table::MESSAGE;
        for (at, part) in turn.parts.iter().enumerate().filter(|(at, _)| decided.sends(*at)) {
            weight.body.add(weigh_part(&plan.route.api, decided, at, part));
        }
        for (at, fate) in decided.fates().filter(|(_, fate)| **fate != Fate::Withheld) {
            weight.carriers.push(carrier::weigh(plan, n, turn, decided, at, fate));
        }
    }
    weight
}

fn weigh_part(api: &Api, decided: &TurnPlan, at: usize, part: &Part) -> Bulk {
    let text = |text: u64| Bulk { text, known: 0 };
    match part {
        Part::Call(call) => {
            let mut bulk = text(table::CALL.saturating_add(text::weigh(call.name.inner())));
            bulk.add(text(match &call.arguments {
                crate::Arguments::Text(arguments) => text::weigh(arguments.inner()),
                crate::Arguments::Json(arguments) => text::weigh_plain(arguments.get()),
            }));
            bulk
        }
        Part::Result(ToolResult { content, .. }) => {
            let mut bulk = text(table::RESULT);
            bulk.add(content.as_ref().map_or(Bulk::default(), |content| weigh_content(api, content.get())));
            bulk
        }
        Part::Media(_) => Bulk { text: 0, known: table::media(api) },
        Part::Opaque(block) => text(weigh_opaque(&block.payload)),
        Part::Text(_) | Part::Reasoning(_) | Part::Checkpoint(_) => {
            text(decided.visible(at, part).map_or(0, |visible| text::weigh(visible.text.inner())))
        }
    }
}

/// A string, or a list of parts of which each says something or shows something.
fn weigh_content(api: &Api, json: &str) -> Bulk {
    if json.starts_with('"') {
        return Bulk { text: text::weigh(crate::verbatim::inner(json)), known: 0 };
    }
    let mut bulk = Bulk::default();
    let listed = json::elements(json, |part| {
        bulk.add(match json::member(part.get(), "text").filter(|text| text.get().starts_with('"')) {
            Some(text) => Bulk { text: text::weigh(crate::verbatim::inner(text.get())), known: 0 },
            None if part.get().starts_with('{') => Bulk { text: 0, known: table::media(api) },
            None => Bulk { text: text::weigh_plain(part.get()), known: 0 },
        });
    });
    match listed {
        Ok(()) => bulk,
        Err(_) => Bulk { text: text::weigh_plain(json), known: 0 },
    }
}

/// A block that nobody knows: as text, unless it is too long to be read and is a blob.
fn weigh_opaque(payload: &Verbatim) -> u64 {
    let bytes = payload.get().len() as u64;
    text::weigh_plain(payload.get()).min(bytes.saturating_mul(super::MILLI * super::MILLI) / table::BLOB)
}

/// What stands beside the turns: tools on offer and schemas of answers.
pub(super) fn weigh_head(plan: &Plan<'_>) -> Bulk {
    let mut text = table::REQUEST;
    for tool in plan.request.tools.iter().flatten() {
        text = text.saturating_add(table::TOOL).saturating_add(text::weigh_plain(tool.payload.get()));
    }
    for (_, value) in plan.request.members.iter().filter(|(key, _)| table::SCHEMAS.contains(&key.as_str())) {
        text = text.saturating_add(text::weigh_plain(value.get()));
    }
    Bulk { text, known: 0 }
}

/// The place of the checkpoint item in a turn, where the plan sends one.
pub(super) fn item(turn: &crate::Turn, at: At) -> bool {
    let At::Part(part, place) = at else { return false };
    matches!(turn.parts.get(part), Some(Part::Checkpoint(checkpoint)) if checkpoint.item.is_some() && checkpoint.place() == place)
}

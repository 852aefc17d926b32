//! What of a turn, and of what stands beside the turns, costs anything.
use super::{
    carrier, table, text,
    weight::{Bulk, MILLI, Weight},
};
use crate::{Api, Arguments, Fate, Part, Plan, Slot, ToolResult, Turn, TurnPlan, Verbatim, json, verbatim};

/// What the n-th turn weighs: nothing where it stays.
pub(super) fn weight<'p>(plan: &'p Plan<'_>, n: usize) -> Option<&'p Weight> {
    let (turn, decided) = (plan.history.turns().get(n)?, plan.turn(n)?);
    Some(
        decided
            .scale()
            .weigh(|| if decided.whole().is_some() { Weight::default() } else { weigh(plan, turn, decided) }),
    )
}

fn weigh(plan: &Plan<'_>, turn: &Turn, decided: &TurnPlan) -> Weight {
    let mut body = Bulk::frame(table::MESSAGE);
    for (at, part) in turn.parts.iter().enumerate().filter(|(at, _)| decided.sends(*at)) {
        body.add(weigh_part(&plan.route.api, decided, at, part));
    }
    let sent = carrier::weigh(plan, turn, decided).filter(|(_, fate, _)| **fate != Fate::Withheld);
    let body = body.dense(table::model(&plan.route.model).dense);
    Weight { body, carriers: sent.filter_map(|(_, _, bulk)| bulk).collect() }
}

fn weigh_part(api: &Api, decided: &TurnPlan, at: usize, part: &Part) -> Bulk {
    match part {
        Part::Call(call) => {
            let mut bulk = Bulk::frame(table::CALL);
            bulk.add(text::weigh(call.name.inner()));
            bulk.add(match &call.arguments {
                Arguments::Text(arguments) => text::weigh(arguments.inner()),
                Arguments::Json(arguments) => text::weigh_plain(arguments.get()),
            });
            bulk
        }
        Part::Result(ToolResult { content, .. }) => {
            let mut bulk = Bulk::frame(table::RESULT);
            bulk.add(content.as_ref().map_or(Bulk::default(), |content| weigh_content(api, content.get())));
            bulk
        }
        Part::Media(_) => Bulk::known(table::media(api)),
        Part::Opaque(block) => weigh_opaque(&block.payload),
        Part::Text(_) | Part::Reasoning(_) | Part::Checkpoint(_) => {
            decided.visible(at, part).map_or(Bulk::default(), |visible| text::weigh(visible.text.inner()))
        }
    }
}

/// A string, or a list of parts of which each says something or shows something.
fn weigh_content(api: &Api, json: &str) -> Bulk {
    if json.starts_with('"') {
        return text::weigh(verbatim::inner(json));
    }
    let mut bulk = Bulk::default();
    let listed = json::elements(json, |part| {
        let part = part.get();
        bulk.add(match json::member(part, "text").filter(|text| text.get().starts_with('"')) {
            Some(text) => text::weigh(verbatim::inner(text.get())),
            None if part.starts_with('{') => Bulk::known(table::media(api)),
            None => text::weigh_plain(part),
        });
    });
    if listed.is_ok() { bulk } else { text::weigh_plain(json) }
}

/// A block that nobody knows: as text, or as a blob where that is less. Text is never so dense.
fn weigh_opaque(payload: &Verbatim) -> Bulk {
    let (text, bytes) = (text::weigh_plain(payload.get()), payload.get().len() as u64);
    let blob = bytes.saturating_mul(MILLI) / u64::from(Slot::BLOB);
    if blob.saturating_mul(MILLI) < text.text { Bulk::known(blob) } else { text }
}

/// What stands beside the turns: what hosts write of their own, tools on offer, schemas of answers.
pub(super) fn weigh_head(plan: &Plan<'_>) -> Bulk {
    let tools = plan.request.tools.as_deref().unwrap_or_default();
    let model = table::model(&plan.route.model);
    let mut bulk = Bulk::known(model.prompt(!tools.is_empty()));
    for tool in tools {
        bulk.add(text::weigh_plain(tool.payload.get()));
    }
    for (_, value) in plan.request.members.iter().filter(|(key, _)| table::SCHEMAS.contains(&key.as_str())) {
        bulk.add(text::weigh_plain(value.get()));
    }
    bulk.dense(model.dense)
}

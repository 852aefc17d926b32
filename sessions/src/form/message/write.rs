//! What the form says of a turn.
use super::{ABOVE, LINE, calls, content};
use crate::form::{
    object::{Members, list},
    record,
    table::{DETAILS, ITEMS, TEXTS},
};
use std::collections::BTreeMap;
use throughline_core::{Carrier, Ending, Literal, Part, Presence, Role, ToolResult, Turn};

/// Writes the turns of a session one after the other.
#[derive(Default)]
pub(in crate::form) struct Writer {
    /// The tools that were called, by the id of the call.
    tools: BTreeMap<String, Literal>,
}

impl Writer {
    /// The messages of a turn, with its line.
    pub(in crate::form) fn write(&mut self, turn: &Turn, line: &str) -> Vec<String> {
        let mut beside = line;
        let messages = self.messages(turn).into_iter().map(|mut message| {
            message.push(LINE, std::mem::replace(&mut beside, ABOVE));
            message.finish()
        });
        messages.collect()
    }
    /// The same without it.
    pub(super) fn messages(&mut self, turn: &Turn) -> Vec<Members> {
        let results =
            turn.parts.iter().filter_map(|part| if let Part::Result(result) = part { Some(result) } else { None });
        let mut messages: Vec<_> = results.map(|result| self.result(result)).collect();
        let alone = turn.role == Role::Tool || turn.parts.iter().all(|part| matches!(part, Part::Result(_)));
        if messages.is_empty() || !alone {
            messages.push(self.message(turn));
        }
        messages
    }
    fn result(&self, result: &ToolResult) -> Members {
        let mut message = Members::default();
        message.push("role", "\"tool\"");
        message.push("content", result.content.as_ref().map_or("null", |content| content.get()));
        let id = result.call.as_ref();
        if let Some(id) = id {
            message.push("tool_call_id", id.raw());
        }
        if let Some(name) = id.and_then(|id| self.tools.get(id.decode().as_ref())) {
            message.push("tool_name", name.raw());
        }
        message
    }
    fn message(&mut self, turn: &Turn) -> Members {
        let mut message = Members::default();
        message.push("role", &format!("\"{}\"", turn.role.as_str()));
        message.push("content", &content::write(turn));
        let calls: Vec<_> = turn.calls().map(calls::write).collect();
        if !calls.is_empty() {
            message.push("tool_calls", &list(calls.iter().map(String::as_str)));
        }
        for call in turn.calls() {
            self.tools.extend(call.id.as_ref().map(|id| (id.decode().into_owned(), call.name.clone())));
        }
        reasoning(turn, &mut message);
        if let Some(Ending::Stop(Some(word))) = &turn.ending {
            message.push("finish_reason", word.raw());
        }
        if let Some(output) = turn.usage.as_ref().and_then(|usage| usage.output) {
            message.push("token_count", &output.to_string());
        }
        for (key, value) in turn.extras.iter().filter(|(key, _)| *key != *LINE) {
            message.push(key.as_str(), value.get());
        }
        message
    }
}

/// The columns of reasoning. The text for display stands under `reasoning` where no host said it there.
fn reasoning(turn: &Turn, message: &mut Members) {
    let strings = || turn.carriers.iter().filter(|carrier| carrier.payload.get().starts_with('"'));
    let display = speaks(turn).then(|| turn.reasoning()).flatten().map(|text| Literal::of(&text));
    for key in TEXTS {
        let own = strings().find(|carrier| carrier.kind == *key).map(|carrier| carrier.payload.get());
        let shown =
            || (key == "reasoning" || turn.presence(key) == Some(Presence::Echo)).then_some(display.as_ref()?.raw());
        let empty = || turn.presence(key).and_then(Presence::json);
        if let Some(text) = own.or_else(empty).or_else(shown) {
            message.push(key, text);
        }
    }
    if let Some(details) = record::write(turn) {
        message.push(DETAILS, &details);
    }
    let items: Vec<_> =
        turn.carriers().filter(|(_, carrier)| is_item(carrier)).map(|(_, item)| item.payload.get()).collect();
    if !items.is_empty() {
        message.push(ITEMS.0, &list(items));
    }
}

fn is_item(carrier: &Carrier) -> bool {
    carrier.kind == *ITEMS.1 || carrier.kind == *ITEMS.3
}

/// True where a carrier, and not a tag in the answer, holds readable reasoning.
fn speaks(turn: &Turn) -> bool {
    turn.carriers().any(|(_, carrier)| carrier.text.is_some() && !carrier.is_blank())
}

//! What the model reads of turns and tools, as pieces that are hashed: everything that goes, and nothing of how a wire spells it.
use super::{
    TurnPlan,
    medium::{is_medium, medium},
};
use crate::{
    At, Carrier, Part, Request, ToolResult, Turn,
    digest::{Canon, Hash, hash, is_marker, marks},
    json, verbatim,
};

/// What of a turn goes, piece by piece.
pub(super) fn sent(turn: &Turn, decided: &TurnPlan) -> Vec<Hash<16>> {
    let mut pieces = vec![];
    if decided.whole.is_some() {
        return pieces;
    }
    let mut piece = |tag: u8, write: &dyn Fn(&mut Canon)| {
        pieces.push(hash(|canon| {
            canon.tag(tag);
            write(canon);
        }));
    };
    for (key, value) in decided.fields() {
        let mut json = vec![];
        value.write(turn, &mut json);
        piece(b'f', &|canon| {
            canon.plain(key.as_str());
            canon.unmarked(str::from_utf8(&json).unwrap_or_default());
        });
    }
    for (n, part) in turn.parts.iter().enumerate().filter(|(n, _)| decided.sends(*n)) {
        if let Some(text) = decided.visible(n, part) {
            piece(b't', &|canon| canon.text(text.text.inner()));
        }
        match part {
            Part::Call(call) => piece(b'k', &|canon| {
                canon.text(decided.id(n).or(call.id.as_ref()).map_or("", |id| id.inner()));
                canon.text(call.name.inner());
                match call.arguments.object() {
                    Some(object) => canon.json(object.get()),
                    None => {
                        let mut text = String::new();
                        call.arguments.write_text(&mut text);
                        canon.tag(b'"');
                        canon.text(&text);
                    }
                }
            }),
            Part::Result(result) => piece(b'a', &|canon| {
                canon.text(decided.id(n).or(result.call.as_ref()).map_or("", |id| id.inner()));
                answer(canon, result);
            }),
            Part::Media(block) => piece(b'm', &|canon| medium(canon, block.payload.get())),
            Part::Opaque(block) if !is_marker(block.payload.get()) => {
                piece(b'o', &|canon| canon.unmarked(block.payload.get()));
            }
            Part::Text(_) | Part::Reasoning(_) | Part::Checkpoint(_) | Part::Opaque(_) => {}
        }
        for (_, carrier) in part.carriers().enumerate().filter(|(m, _)| decided.carries(At::Part(n, *m))) {
            piece(b'r', &|canon| seal(canon, carrier));
        }
        if let Some((key, text)) = decided.pad(n) {
            piece(b'p', &|canon| {
                canon.plain(key.as_str());
                canon.plain(text);
            });
        }
    }
    pieces
}

fn seal(canon: &mut Canon, carrier: &Carrier) {
    canon.plain(carrier.kind.as_str());
    canon.unmarked(carrier.payload.get());
}

/// What a tool answered: a string, or a list that says the same, and whether it failed.
fn answer(canon: &mut Canon, result: &ToolResult) {
    let content = result.content.as_ref().map_or("", |content| content.get());
    if content.starts_with('[') {
        let _ = json::elements(content, |element| piece_of_answer(canon, element.get()));
    } else {
        piece_of_answer(canon, content);
    }
    let failed = |(key, value): &(crate::Key, crate::Verbatim)| {
        matches!((key.as_str(), value.get()), ("is_error", "true") | ("status", "\"error\""))
    };
    canon.tag(if result.extras.iter().any(failed) { b'!' } else { b'.' });
}

fn piece_of_answer(canon: &mut Canon, raw: &str) {
    let text = text(raw).unwrap_or(raw);
    if is_marker(raw) || matches!(text, "" | "null" | "\"\"") {
    } else if text.starts_with('"') {
        canon.tag(b't');
        canon.text(verbatim::inner(text));
    } else if is_medium(raw) {
        canon.tag(b'm');
        canon.hash::<16>(hash(|canon| medium(canon, raw)));
    } else {
        canon.tag(b'j');
        canon.unmarked(raw);
    }
}

/// The string of a block that is nothing but a text, whatever its wire calls it.
fn text(raw: &str) -> Option<&str> {
    let (mut found, mut alone) = (None, true);
    json::members(raw, |key, value| match (key, value.get()) {
        ("text", text) if text.starts_with('"') => found = Some(text),
        ("type", kind) if kind.starts_with('"') => {}
        (_, "null") => {}
        (key, _) => alone &= marks(key),
    })
    .ok()?;
    found.filter(|_| alone)
}

/// A tool is its name, what it says of itself, and its schema; one without a name is a server's, whole, on its own wire.
pub(super) fn tools(canon: &mut Canon, request: &Request) {
    for tool in request.tools.iter().flatten() {
        match &tool.name {
            Some(name) => {
                canon.tag(b'n');
                canon.text(name.inner());
                for value in [&tool.description, &tool.schema] {
                    canon.json(value.as_ref().map_or("null", |value| value.get()));
                }
            }
            None if tool.api == request.api => {
                canon.tag(b'o');
                canon.unmarked(tool.payload.get());
            }
            None => {}
        }
    }
}

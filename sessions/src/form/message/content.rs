//! `content`: a string, a list of parts, or nothing.
use crate::form::{
    object::{Members, elements, list},
    table::MEDIA,
};
use throughline_core::{
    Api, Foreign, Literal, LiteralBuf, Part, Presence, Text, Turn, Verbatim, WireError, json::Object,
};

/// What the message says; a list where a string cannot say it.
pub(super) fn write(turn: &Turn) -> String {
    let shown = || turn.parts.iter().filter_map(said);
    let plain = turn.presence("content") != Some(Presence::List)
        && shown().all(|said| matches!(said, Said::Text(text) if text.extras.is_empty()));
    if !plain {
        let parts: Vec<_> = shown().map(|said| said.write()).collect();
        return list(parts.iter().map(String::as_str));
    }
    let mut text = LiteralBuf::default();
    for said in shown() {
        if let Said::Text(part) = said {
            text.push_inner(part.text.inner());
        }
    }
    let nothing = turn.presence("content").and_then(Presence::json).unwrap_or("null");
    if text.is_empty() { nothing.to_owned() } else { text.finish().raw().to_owned() }
}

enum Said<'a> {
    Text(&'a Text),
    Block(&'a Foreign),
}

/// What of a part the form can say as content. A block that no other wire knows is not content there.
fn said(part: &Part) -> Option<Said<'_>> {
    match part {
        Part::Media(block) => Some(Said::Block(block)),
        Part::Opaque(block) if block.api == Api::CHAT => Some(Said::Block(block)),
        _ => part.visible().map(Said::Text),
    }
}

impl Said<'_> {
    fn write(self) -> String {
        match self {
            Self::Block(block) => block.payload.get().to_owned(),
            Self::Text(text) => {
                let mut part = Members::default();
                part.push("type", "\"text\"");
                part.push("text", text.text.raw());
                text.extras.iter().for_each(|(key, value)| {
                    part.push(key.as_str(), value.get());
                });
                part.finish()
            }
        }
    }
}

/// Reads what a message says into `turn`.
pub(super) fn read(json: &str, turn: &mut Turn, place: &str) -> Result<(), WireError> {
    if let Some(presence) = Presence::of(json) {
        turn.presence.push(("content".into(), presence));
        return Ok(());
    }
    if let Some(text) = Verbatim::parse(json).ok().and_then(|value| value.literal()) {
        turn.parts.push(Part::Text(Text { text, extras: vec![], carriers: vec![] }));
        return Ok(());
    }
    if !json.starts_with('[') {
        return Err(WireError::shape(place.to_owned(), "a string, a list or null", json));
    }
    for (n, part) in elements(json, place)?.into_iter().enumerate() {
        let mut members = Object::strict(part.get(), &format!("{place}[{n}]"))?;
        let kind =
            members.get("type").and_then(Literal::read).map(|kind| kind.decode().into_owned()).unwrap_or_default();
        if kind == "text" && members.get("text").is_some_and(|text| text.get().starts_with('"')) {
            members.take("type");
            let Some(text) = members.take_str("text") else { continue };
            turn.parts.push(Part::Text(Text { text, extras: members.rest(), carriers: vec![] }));
            continue;
        }
        let block = Foreign { payload: part.into(), api: Api::CHAT, carriers: vec![] };
        turn.parts.push(if MEDIA.contains(&kind.as_str()) { Part::Media(block) } else { Part::Opaque(block) });
    }
    turn.presence.push(("content".into(), Presence::List));
    Ok(())
}

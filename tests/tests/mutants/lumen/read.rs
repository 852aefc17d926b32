//! From Lumen's JSON to turns: one message of a reply or of a request, and a whole request.
use super::{API, THOUGHT};
use std::sync::Arc;
use throughline_core::{
    Arguments, Carrier, Foreign, How, Ingested, Key, Literal, Origin, Part, Presence, Request, Role, Route, Text,
    TextAt, ToolCall, ToolResult, Turn, Verbatim, WireError, WirePlace, json, json::Object,
};

/// The text keys of a message, the newer one first.
const TEXTS: [&str; 2] = ["musing", "muse"];

/// Reads a message. Members that nobody knows are kept in order.
pub(super) fn message(text: &str, place: &str, origin: &Arc<Origin>) -> Result<Turn, WireError> {
    let mut object = Object::read(text).map_err(|_| WireError::shape(place.to_owned(), "an object", text))?;
    let who = object.take_str("who").map(|who| who.decode().into_owned());
    let mut turn = Turn::new(match who.as_deref() {
        Some("system") => Role::System,
        Some("developer") => Role::Developer,
        Some("human") => Role::User,
        Some("tool") => Role::Tool,
        _ => Role::Assistant,
    });
    if turn.role == Role::Assistant {
        turn.origin = Some(origin.clone());
        for key in TEXTS {
            if let Some(text) = object.take_str(key) {
                muse(&mut turn, key, &text);
            }
        }
    }
    let blocks = object.take("blocks").map_or("[]", |blocks| blocks.get());
    let read = json::elements(blocks, |raw| turn.parts.push(block(raw.get())));
    read.map_err(|_| WireError::shape(format!("{place}.blocks"), "an array", blocks))?;
    turn.extras = object.rest();
    Ok(turn)
}

/// Blank text is a placeholder, and the same text under a second key is said once.
pub(super) fn muse(turn: &mut Turn, key: &'static str, text: &Literal) {
    let payload = text.verbatim().clone();
    if turn.carriers.iter().any(|carrier| carrier.payload.literal().as_ref() == Some(text)) {
        turn.presence.push((Key::new(key), Presence::Echo));
    } else if !text.is_blank() {
        turn.carriers.push(Carrier::plain(key, "lumen", payload, TextAt::WHOLE));
    }
}

/// Reads a block. One that is not what it says it is stays as it came.
pub(super) fn block(raw: &str) -> Part {
    let opaque = || {
        let payload = Verbatim::parse(raw).unwrap_or_else(|_| Literal::of(raw).verbatim().clone());
        Part::Opaque(Foreign { payload, api: API, carriers: vec![] })
    };
    known(raw).unwrap_or_else(opaque)
}

fn known(raw: &str) -> Option<Part> {
    let mut block = Object::read(raw).ok()?;
    let kind = block.take_str("kind")?;
    Some(match kind.decode().as_ref() {
        "say" => Part::Text(Text { text: block.take_str("text")?, extras: block.rest(), carriers: vec![] }),
        "thought" => {
            let payload = Verbatim::parse(raw).ok()?;
            let sealed = block.take_str("seal").is_some_and(|seal| !seal.is_empty());
            let text = block.take_str("text").map(|_| TextAt::path("text"));
            Part::Reasoning(match (sealed, text) {
                (true, text) => Carrier::sealed(THOUGHT, "lumen", payload, text),
                (false, text) => Carrier::plain(THOUGHT, "lumen", payload, text?),
            })
        }
        "call" => {
            let (id, name, input) = (block.take_str("id"), block.take_str("tool")?, block.take("input")?);
            let arguments = Literal::read(input).map_or_else(|| Arguments::Json(input.into()), Arguments::Text);
            Part::Call(ToolCall { id, name, arguments, extras: block.rest(), inner: vec![], carriers: vec![] })
        }
        "result" => {
            let (call, content) = (block.take_str("call"), block.take("output").map(Verbatim::from));
            Part::Result(ToolResult { call, content, extras: block.rest() })
        }
        _ => return None,
    })
}

/// Reads a request.
pub(super) fn request(route: &Route, bytes: &[u8]) -> Result<Ingested, WireError> {
    let text = self::text(bytes, "request")?;
    let place = || WirePlace::from("request");
    let mut object = Object::read(text).map_err(|source| WireError::Json { place: place(), source })?;
    let talk = object.take("talk").map_or("", |talk| talk.get());
    let origin = Arc::new(Origin::of(route, How::Claimed));
    let mut turns = vec![];
    let read = json::elements(talk, |raw| turns.push(message(raw.get(), &format!("talk[{}]", turns.len()), &origin)));
    read.map_err(|_| WireError::shape("request.talk", "an array", talk))?;
    let turns = turns.into_iter().collect::<Result<_, _>>()?;
    Ok(Ingested { request: Request { api: API, tools: None, members: object.rest() }, turns })
}

/// The bytes as text that is not empty.
pub(super) fn text<'a>(bytes: &'a [u8], place: &'static str) -> Result<&'a str, WireError> {
    let text = json::text(bytes, || place.into())?;
    if text.is_empty() { Err(WireError::Empty { place: place.into() }) } else { Ok(text) }
}

//! What another wire or another host wrote, as far as this wire can say it.
//!
//! Never passes on a member whose meaning is known to its own host alone.
use crate::table::{DOCUMENTED, IMAGES};
use std::borrow::Cow;
use throughline_core::{
    Api, Beside, Foreign, Literal, Tool, Verbatim, json,
    medium::{Held, Medium},
};

/// True where a member of this name travels beside the `fields` of its block, which are written already.
pub(crate) fn lets(beside: Beside, key: &str, fields: &[&str]) -> bool {
    !fields.contains(&key) && beside.lets(|| DOCUMENTED.contains(&key))
}

/// A medium as a block of this wire; none where it has no such block.
pub(crate) fn media(block: &Foreign) -> Option<Cow<'_, str>> {
    if block.api == Api::MESSAGES {
        return (!is_shapeless(&block.payload)).then(|| Cow::Borrowed(block.payload.get()));
    }
    image(block.payload.get()).map(Cow::Owned)
}

/// True for what no list of blocks may hold, such as what a stored turn claims to be one.
pub(crate) fn is_shapeless(payload: &Verbatim) -> bool {
    json::member(payload.get(), "type").is_none_or(|kind| !kind.get().starts_with('"'))
}

/// An image that stands in a block of another wire, or lies where everybody can fetch it.
fn image(block: &str) -> Option<String> {
    let medium = Medium::read(block).filter(Medium::is_image)?;
    let source = match medium.held {
        Held::Base64(data) => {
            let kind = IMAGES.iter().find(|known| known.eq_ignore_ascii_case(&medium.kind))?;
            format!(r#"{{"type":"base64","media_type":"{kind}","data":{}}}"#, data.raw())
        }
        Held::Url(url) if ["https://", "http://"].iter().any(|scheme| url.decode().starts_with(scheme)) => {
            format!(r#"{{"type":"url","url":{}}}"#, Literal::of(&url.decode()).raw())
        }
        _ => return None,
    };
    Some(format!(r#"{{"type":"image","source":{source}}}"#))
}

/// What a tool of another wire answered, as the `content` of a result here; and how many of its pieces this wire has no block for.
pub(crate) fn answer(content: &Verbatim) -> (String, usize) {
    if !content.is_array() {
        let text = content.literal().unwrap_or_else(|| Literal::of(content.get()));
        return (text.raw().to_owned(), 0);
    }
    let (mut blocks, mut lost) = (vec![], 0);
    let _ = json::elements(content.get(), |piece| {
        let text = json::member(piece.get(), "text").and_then(Literal::read).or_else(|| Literal::read(piece));
        match text {
            Some(text) if text.is_blank() => {}
            Some(text) => blocks.push(format!(r#"{{"type":"text","text":{}}}"#, text.raw())),
            None => match image(piece.get()) {
                Some(image) => blocks.push(image),
                None => lost += 1,
            },
        }
    });
    (format!("[{}]", blocks.join(",")), lost)
}

/// A tool as this wire declares it; none for another wire's own.
pub(crate) fn tool(tool: &Tool) -> Option<Cow<'_, str>> {
    if tool.api == Api::MESSAGES {
        return Some(Cow::Borrowed(tool.payload.get()));
    }
    let name = tool.name.as_ref()?;
    let description = tool.description.as_ref().filter(|text| text.literal().is_some());
    let description = description.map(|text| format!(r#","description":{}"#, text.get())).unwrap_or_default();
    let schema = tool.schema.as_ref().filter(|schema| schema.is_object());
    let schema = schema.map_or(r#"{"type":"object","properties":{}}"#, Verbatim::get);
    Some(Cow::Owned(format!(r#"{{"name":{}{description},"input_schema":{schema}}}"#, name.raw())))
}

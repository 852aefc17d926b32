//! What another wire or another host wrote, as far as this wire can say it.
//!
//! Never passes on a member whose meaning is known to its own host alone.
use crate::table::{DOCUMENTED, IMAGES};
use std::borrow::Cow;
use throughline_core::{Api, Beside, Foreign, Literal, Tool, Verbatim, json};

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

/// An image that stands as bytes under `inlineData`, or as a URL under `image_url`, itself or in its `url`.
fn image(part: &str) -> Option<String> {
    let bytes = |kind: &str, data: &Literal| {
        let kind = IMAGES.iter().find(|known| known.eq_ignore_ascii_case(kind))?;
        Some(format!(r#"{{"type":"base64","media_type":"{kind}","data":{}}}"#, data.raw()))
    };
    if let Some(blob) = json::member(part, "inlineData") {
        let string = |key| json::member(blob.get(), key).and_then(Literal::read);
        let source = bytes(&string("mimeType")?.decode(), &string("data")?)?;
        return Some(format!(r#"{{"type":"image","source":{source}}}"#));
    }
    let place = json::member(part, "image_url")?;
    let url = Literal::read(place).or_else(|| Literal::read(json::member(place.get(), "url")?))?;
    let url = url.decode();
    let source = match url.strip_prefix("data:") {
        Some(data) => {
            let (kind, data) = data.split_once(";base64,")?;
            bytes(kind, &Literal::of(data))?
        }
        None if url.starts_with("https://") || url.starts_with("http://") => {
            format!(r#"{{"type":"url","url":{}}}"#, Literal::of(&url).raw())
        }
        None => return None,
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

//! What another wire wrote, as far as this one can say it.
//!
//! Never passes on a member whose meaning is known to its own host alone.
use crate::{API, table::DOCUMENTED};
use std::borrow::Cow;
use throughline_core::{Beside, Foreign, Literal, Tool, Verbatim, json, verbatim};

/// True where a member of this name travels beside the `fields` that are written already.
pub(crate) fn lets(beside: Beside, key: &str, fields: &[&str]) -> bool {
    !fields.contains(&key) && beside.lets(|| DOCUMENTED.contains(&key))
}

/// The bytes of an image as base64, in a JSON string; none for any other medium, and for what stands behind a URL.
pub(crate) fn image(block: &Foreign) -> Option<Cow<'_, str>> {
    let payload = block.payload.get();
    if block.api == API {
        return payload.starts_with('"').then_some(Cow::Borrowed(payload));
    }
    let string = |object: &str, key: &str| json::member(object, key).and_then(Literal::read);
    let part = |key| json::member(payload, key).map(serde_json::value::RawValue::get);
    let bytes = |object: &str, kind: &str| {
        let kind = string(object, kind)?;
        let data = string(object, "data")?;
        kind.decode().starts_with("image/").then(|| Cow::Owned(data.raw().to_owned()))
    };
    if let Some(blob) = part("inlineData") {
        return bytes(blob, "mimeType");
    }
    if let Some(source) = part("source") {
        return bytes(source, "media_type");
    }
    let place = part("image_url")?;
    let url = if place.starts_with('"') {
        verbatim::inner(place).to_owned()
    } else {
        string(place, "url")?.inner().to_owned()
    };
    let url = url.replace("\\/", "/");
    let (kind, data) = url.strip_prefix("data:")?.split_once(";base64,")?;
    kind.starts_with("image/").then(|| Cow::Owned(format!("\"{data}\"")))
}

/// What a tool answered, as one JSON string; and how many of its pieces are no text.
pub(crate) fn answer(content: Option<&Verbatim>) -> (String, usize) {
    let Some(content) = content.filter(|content| !content.is_null()) else { return ("\"\"".to_owned(), 0) };
    if !content.is_array() {
        let text = content.literal().unwrap_or_else(|| Literal::of(content.get()));
        return (text.raw().to_owned(), 0);
    }
    let (mut texts, mut lost) = (vec![], 0);
    let _ = json::elements(content.get(), |piece| {
        match json::member(piece.get(), "text").and_then(Literal::read).or_else(|| Literal::read(piece)) {
            Some(text) => texts.push(text),
            None => lost += 1,
        }
    });
    let texts: Vec<&str> = texts.iter().map(Literal::inner).collect();
    (format!("\"{}\"", texts.join("\\n\\n")), lost)
}

/// A tool as this wire declares it; none for another wire's own.
pub(crate) fn tool(tool: &Tool) -> Option<Cow<'_, str>> {
    if tool.api == API {
        return Some(Cow::Borrowed(tool.payload.get()));
    }
    let name = tool.name.as_ref()?.raw();
    let description = tool.description.as_ref().filter(|text| text.literal().is_some());
    let description = description.map(|text| format!(r#","description":{}"#, text.get())).unwrap_or_default();
    let schema = tool.schema.as_ref().filter(|schema| schema.is_object());
    let schema = schema.map_or(r#"{"type":"object","properties":{}}"#, Verbatim::get);
    let function = format!(r#"{{"name":{name}{description},"parameters":{schema}}}"#);
    Some(Cow::Owned(format!(r#"{{"type":"function","function":{function}}}"#)))
}

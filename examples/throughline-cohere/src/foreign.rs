//! What another wire wrote, as far as this one can say it.
//!
//! Never passes on a block that this wire has no type for.
use crate::{API, table::ANSWERS};
use serde_json::value::RawValue;
use std::borrow::Cow;
use throughline_core::{Foreign, Literal, Tool, Verbatim, json, verbatim};

/// A medium as a block of this wire; none where it has no such block.
pub(crate) fn media(block: &Foreign) -> Option<Cow<'_, str>> {
    let payload = block.payload.get();
    if block.api == API {
        return json::member(payload, "type").map(|_| Cow::Borrowed(payload));
    }
    let part = |key| json::member(payload, key).map(RawValue::get);
    let url = |inner: &str| Some(Cow::Owned(format!(r#"{{"type":"image_url","image_url":{{"url":"{inner}"}}}}"#)));
    let data = |object: &str, kind: &str| {
        let string = |key| json::member(object, key).map(|value| verbatim::inner(value.get()));
        let (kind, data) = (string(kind)?, string("data")?);
        kind.starts_with("image/").then(|| url(&format!("data:{kind};base64,{data}")))?
    };
    if let Some(blob) = part("inlineData") {
        return data(blob, "mimeType");
    }
    if let Some(source) = part("source") {
        let linked = json::member(source, "url").and_then(Literal::read);
        return linked.map_or_else(|| data(source, "media_type"), |linked| url(linked.inner()));
    }
    match part("image_url")? {
        object if object.starts_with('{') => {
            Some(Cow::Owned(format!(r#"{{"type":"image_url","image_url":{object}}}"#)))
        }
        text if text.starts_with('"') => url(verbatim::inner(text)),
        _ => None,
    }
}

/// What a tool answered, as `content` of its message; and how many of its pieces this wire has no block for.
pub(crate) fn answer(content: Option<&Verbatim>) -> (Cow<'_, str>, usize) {
    let Some(content) = content.filter(|content| !content.is_null()) else { return (Cow::Borrowed("\"\""), 0) };
    if !content.is_array() {
        let text = content.literal().unwrap_or_else(|| Literal::of(content.get()));
        return (Cow::Owned(text.raw().to_owned()), 0);
    }
    let (mut blocks, mut lost) = (vec![], 0);
    let _ = json::elements(content.get(), |piece| {
        let kind = json::member(piece.get(), "type").map_or("", |kind| verbatim::inner(kind.get()));
        let text = || json::member(piece.get(), "text").and_then(Literal::read).or_else(|| Literal::read(piece));
        match (ANSWERS.contains(&kind), text()) {
            (true, _) => blocks.push(piece.get().to_owned()),
            (false, Some(text)) => blocks.push(format!(r#"{{"type":"text","text":{}}}"#, text.raw())),
            (false, None) => lost += 1,
        }
    });
    (Cow::Owned(format!("[{}]", blocks.join(","))), lost)
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

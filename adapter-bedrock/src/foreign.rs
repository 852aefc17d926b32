//! What another wire wrote, as far as this one can say it.
//!
//! Never passes on a member whose meaning is known to its own host alone.
use crate::{
    block::{decode, encode},
    table::{API, DOCUMENTED, medium},
};
use std::borrow::Cow;
use throughline_core::{
    Beside, Foreign, Literal, Tool, Verbatim, json,
    medium::{Held, Medium},
    verbatim::fingerprint,
    write::{member, name},
};

/// True where a member of this name travels beside the `fields` of its block, which are written already.
pub(crate) fn lets(beside: Beside, key: &str, fields: &[&str]) -> bool {
    !fields.contains(&key) && beside.lets(|| DOCUMENTED.contains(&key))
}

/// A medium as a block of this wire; none where it has no such block.
pub(crate) fn media(block: &Foreign) -> Option<Cow<'_, str>> {
    if block.api == API {
        return is_block(block.payload.get()).then(|| Cow::Borrowed(block.payload.get()));
    }
    blob(block.payload.get()).map(Cow::Owned)
}

/// True for what a list of blocks may hold: an object of one member, which says what it is.
pub(crate) fn is_block(payload: &str) -> bool {
    let mut members = 0;
    json::members(payload, |_, _| members += 1).is_ok() && members == 1
}

/// What stands in a block of another wire.
fn blob(block: &str) -> Option<String> {
    let Medium { kind, held } = Medium::read(block)?;
    let data = match held {
        Held::Base64(data) => data,
        Held::Text(text) => encode(text.decode().as_bytes()),
        Held::Url(_) => return None,
    };
    let (block, format) = medium(&kind)?;
    decode(&data)?;
    let mut out = vec![b'{'];
    name(&mut out, block);
    out.push(b'{');
    member(&mut out, "format", Literal::of(format).raw());
    if block == "document" {
        // A document has a name here, and no two of a request have one.
        member(&mut out, "name", Literal::of(&format!("document-{}", fingerprint(data.inner().as_bytes()))).raw());
    }
    member(&mut out, "source", &format!(r#"{{"bytes":{}}}"#, data.raw()));
    out.extend_from_slice(b"}}");
    String::from_utf8(out).ok()
}

/// What a tool answered, as the `content` of a result here; and how many of its pieces this wire has no block for.
///
/// Each piece says itself whose it is: those of other wires have a type.
pub(crate) fn answer(content: Option<&Verbatim>) -> (String, usize) {
    let (mut blocks, mut lost) = (vec![], 0);
    let said = |text: &Literal| (!text.is_blank()).then(|| format!(r#"{{"text":{}}}"#, text.raw()));
    match content {
        Some(list) if list.is_array() => {
            let _ = json::elements(list.get(), |piece| {
                let text = json::member(piece.get(), "text").and_then(Literal::read).or_else(|| Literal::read(piece));
                let own = || json::member(piece.get(), "type").is_none() && is_block(piece.get());
                match text {
                    Some(text) => blocks.extend(said(&text)),
                    None if own() => blocks.push(Verbatim::from(piece).get().to_owned()),
                    None => match blob(piece.get()) {
                        Some(medium) => blocks.push(medium),
                        None => lost += 1,
                    },
                }
            });
        }
        Some(object) if object.is_object() => blocks.push(format!(r#"{{"json":{}}}"#, object.get())),
        Some(value) if !value.is_null() => {
            blocks.extend(said(&value.literal().unwrap_or_else(|| Literal::of(value.get()))));
        }
        _ => {}
    }
    (format!("[{}]", blocks.join(",")), lost)
}

/// A tool as this wire declares it; none for another wire's own.
pub(crate) fn tool(tool: &Tool) -> Option<Cow<'_, str>> {
    if tool.api == API {
        return Some(Cow::Borrowed(tool.payload.get()));
    }
    let mut out = br#"{"toolSpec":{"#.to_vec();
    member(&mut out, "name", tool.name.as_ref()?.raw());
    let description = tool.description.as_ref().filter(|text| text.literal().is_some_and(|text| !text.is_blank()));
    description.into_iter().for_each(|text| member(&mut out, "description", text.get()));
    let schema = tool.schema.as_ref().filter(|schema| schema.is_object());
    let schema = schema.map_or(r#"{"type":"object","properties":{}}"#, Verbatim::get);
    member(&mut out, "inputSchema", &format!(r#"{{"json":{schema}}}"#));
    out.extend_from_slice(b"}}");
    String::from_utf8(out).ok().map(Cow::Owned)
}

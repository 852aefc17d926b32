//! What another wire or another host wrote, as far as this wire can say it.
//!
//! Never passes on a member whose meaning is known to its own host alone.
use crate::{
    json::is,
    table::{API, DOCUMENTED, FROM_THIRD, SIGNATURE},
};
use std::borrow::Cow;
use throughline_core::{
    Beside, Extras, Foreign, Literal, Part, Route, Tool, ToolResult, Verbatim, json,
    medium::{Held, Medium},
    verbatim,
};

/// True where a member of this name travels beside the `fields` of its part, which are written already. What has the name of a signature
/// and is none never does.
pub(crate) fn lets(beside: Beside, key: &str, fields: &[&str]) -> bool {
    let documented = || DOCUMENTED.iter().any(|known| is(key, known));
    !fields.contains(&key) && !is(key, SIGNATURE) && beside.lets(documented)
}

/// A medium as a part of this wire; none where it has no such part.
pub(crate) fn media(block: &Foreign) -> Option<Cow<'_, str>> {
    if block.api == API {
        return block.payload.is_object().then(|| Cow::Borrowed(block.payload.get()));
    }
    blob(block.payload.get()).map(Cow::Owned)
}

/// What stands in a block of another wire.
fn blob(block: &str) -> Option<String> {
    let Medium { kind, held } = Medium::read(block)?;
    match held {
        Held::Base64(data) => {
            let kind = Literal::of(&kind);
            Some(format!(r#"{{"inlineData":{{"mimeType":{},"data":{}}}}}"#, kind.raw(), data.raw()))
        }
        Held::Text(text) => Some(format!(r#"{{"text":{}}}"#, text.raw())),
        Held::Url(_) => None,
    }
}

/// What a tool answered, as this wire says it.
#[derive(Default)]
pub(crate) struct Answer {
    /// An object.
    pub(crate) response: String,
    /// Media beside it.
    pub(crate) parts: Vec<String>,
    /// Pieces that this wire, or this generation of models, has no place for.
    pub(crate) lost: usize,
}

/// An object goes as it is; text stands under `result`, or under `error` where the tool failed.
pub(crate) fn answer(result: &ToolResult, route: &Route) -> Answer {
    let mut new = Answer::default();
    let failed = result.extras.iter().any(|(key, value)| *key == "is_error" && value.get() == "true");
    let under = |json: &str| format!(r#"{{"{}":{json}}}"#, if failed { "error" } else { "result" });
    new.response = match result.content.as_ref().map(Verbatim::get) {
        None | Some("null") => "{}".to_owned(),
        Some(object) if object.starts_with('{') => object.to_owned(),
        Some(list) if list.starts_with('[') => {
            let mut text = String::new();
            let mut any = false;
            let _ = json::elements(list, |piece| {
                let said = json::member(piece.get(), "text").and_then(Literal::read).or_else(|| Literal::read(piece));
                match (said, blob(piece.get())) {
                    (Some(said), _) => {
                        text.push_str(if std::mem::replace(&mut any, true) { "\\n" } else { "" });
                        text.push_str(said.inner());
                    }
                    (None, Some(medium)) if FROM_THIRD.takes(&route.model) => new.parts.push(medium),
                    (None, _) => new.lost += 1,
                }
            });
            under(&format!("\"{text}\""))
        }
        Some(other) => under(other),
    };
    new
}

/// The name that an answer says by itself.
pub(crate) fn own_name(extras: &Extras) -> Option<Literal> {
    extras.iter().rfind(|(key, _)| *key == "name").and_then(|(_, name)| name.literal()).filter(|name| !name.is_empty())
}

/// A tool as this wire declares it; none for another wire's own.
pub(crate) fn tool(tool: &Tool) -> Option<Verbatim> {
    if tool.api == API {
        return Some(tool.payload.clone());
    }
    let name = tool.name.as_ref()?;
    let mut members = vec![("name", name.raw())];
    members.extend(
        tool.description.as_ref().filter(|text| text.literal().is_some()).map(|text| ("description", text.get())),
    );
    let schema = tool.schema.as_ref().filter(|schema| schema.is_object());
    members.extend(schema.map(|schema| ("parametersJsonSchema", schema.get())));
    Some(crate::json::object(members))
}

/// True for what no list of parts may hold.
pub(crate) fn is_shapeless(part: &Part) -> bool {
    match part {
        Part::Reasoning(carrier) => !carrier.payload.is_object(),
        Part::Opaque(block) => !block.payload.is_object() || block.payload.get() == "{}",
        _ => false,
    }
}

/// An id or a name however it is spelled; none where it is empty.
pub(crate) fn units(literal: Option<&Literal>) -> Option<Vec<u16>> {
    literal.filter(|text| !text.is_empty()).map(|text| verbatim::units(text.inner()))
}

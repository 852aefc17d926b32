//! One element of `reads`: a key alone, or a table that says more.
use super::reader::{Reader, Table};
use std::borrow::Cow;
use throughline_core::{Accept, Form, Key, Kind, Place, Slot, When};
use toml::{Spanned, de::DeValue};

/// What fills a slot, and where it is.
const FORMS: &[(&str, (Form, Place))] = &[
    ("text", (Form::Text, Place::Message)),
    ("entries", (Form::Entries, Place::Message)),
    ("whole", (Form::Whole, Place::Message)),
    ("blocks", (Form::Whole, Place::Parts)),
];

/// The field that holds a list of entries on every wire that has it.
const ENTRIES: &str = "reasoning_details";

/// `own` is what the row's routes are called: a list of entries reads their seals where the row says nothing else.
pub(super) fn slot(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, own: &[Cow<'static, str>]) -> Option<Slot> {
    match value.get_ref() {
        DeValue::String(_) => {
            let field = reader.text(value, "an element of `reads`")?.to_owned();
            let form = usual(&field);
            Some(make(field, form, own))
        }
        DeValue::Table(_) => table(reader, value, own),
        _ => reader.mistyped(value, "an element of `reads`", "a key or a table with `field`"),
    }
}

fn usual(field: &str) -> (Form, Place) {
    (if field == ENTRIES { Form::Entries } else { Form::Text }, Place::Message)
}

fn make(field: String, (form, place): (Form, Place), own: &[Cow<'static, str>]) -> Slot {
    let mut slot = Slot::text("");
    slot.kind = Kind::from(field.clone());
    slot.key = Key::from(field);
    (slot.form, slot.place) = (form, place);
    slot.foreign = place == Place::Message && form != Form::Whole;
    if form == Form::Entries {
        slot.accepts = own.iter().flat_map(|name| [same(name.clone()), same(format!("{name}:*").into())]).collect();
    }
    slot
}

fn table(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, own: &[Cow<'static, str>]) -> Option<Slot> {
    let mut table = Table::of(reader, value, "an element of `reads`")?;
    let field = table.needed(reader, "field", &value.span());
    let form = table.get("form").and_then(|value| reader.word(value, "`form`", FORMS));
    let name = field.clone().unwrap_or_default();
    let form = form.unwrap_or_else(|| usual(&name));
    let mut slot = make(name, form, own);
    if let Some(kind) = table.text(reader, "kind") {
        slot.kind = kind.into();
    }
    if let Some(accepts) = table.list(reader, "accepts") {
        slot.accepts = accepts.into_iter().filter_map(|value| accept(reader, value)).collect();
    }
    slot.opaque = table.boolean(reader, "opaque").unwrap_or_default();
    slot.foreign = table.boolean(reader, "foreign").unwrap_or(slot.foreign && !slot.opaque);
    slot.unsigned = table.boolean(reader, "unsigned").unwrap_or(slot.unsigned);
    slot.empties = table.boolean(reader, "empties").unwrap_or_default();
    slot.echo = table.boolean(reader, "echo").unwrap_or_default();
    slot.with = table.text(reader, "with").map(Key::from);
    table.close(reader);
    if slot.opaque && form != (Form::Text, Place::Message) {
        reader.wrong(value.span(), "`opaque` is for `form = \"text\"` alone");
    }
    field.map(|_| slot)
}

fn same(issuer: Cow<'static, str>) -> Accept {
    Accept { issuer, when: When::SameModel }
}

fn any(issuer: Cow<'static, str>) -> Accept {
    Accept { issuer, when: When::Any }
}

fn accept(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>) -> Option<Accept> {
    if !matches!(value.get_ref(), DeValue::Table(_)) {
        return reader.text(value, "an element of `accepts`").map(|issuer| any(issuer.to_owned().into()));
    }
    let mut table = Table::of(reader, value, "an element of `accepts`")?;
    let issuer = table.needed(reader, "issuer", &value.span());
    let when = match table.text(reader, "model") {
        None => When::Any,
        Some(model) if model == "same" => When::SameModel,
        Some(model) => When::Model(model.to_lowercase().into()),
    };
    table.close(reader);
    Some(Accept { issuer: issuer?.into(), when })
}

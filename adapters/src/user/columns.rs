//! A row of the user's file: its routes, its three columns, and its reasons.
use super::{
    json,
    reader::{Reader, Span, Table},
    routes, slots,
};
use std::borrow::Cow;
use throughline_core::{Flag, Ids, Keeps, Key, Mismatch, Pattern, Reads, Required, RouteRule, Scope, Slot};
use toml::{Spanned, de::DeValue};

pub(super) fn row(reader: &mut Reader<'_>, mut row: Table<'_, '_>, at: Span, source: &str) -> Option<RouteRule> {
    let before = reader.wrong.len();
    let name = row.needed(reader, "name", &at);
    let pattern = routes::pattern(reader, &mut row);
    let any = row.boolean(reader, "any").unwrap_or_default();
    let strict = row.boolean(reader, "strict").unwrap_or_default();
    let reads = reads(reader, &mut row, &pattern);
    let required = row.get("required").and_then(|value| required(reader, value, reads.as_ref()));
    let flags =
        row.list(reader, "flags").map(|flags| flags.into_iter().filter_map(|value| flag(reader, value)).collect());
    let why = row.text(reader, "why").map_or("the user's own row".into(), Cow::Owned);
    let evidence = row.text(reader, "evidence").unwrap_or_else(|| source.to_owned()).into();
    let since = row.get("since").map_or(Some("-".into()), |value| date(reader, value).map(Cow::Owned));
    row.close(reader);
    // What a slip further down already explains is not told twice.
    if reader.wrong.len() == before {
        weigh(reader, &row, any, pattern == Pattern::ANY, at);
    }
    Some(RouteRule { name: name?.into(), pattern, strict, reads, required, flags, why, evidence, since: since? })
}

/// Rows that are for everything by oversight, and rows that say nothing.
fn weigh(reader: &mut Reader<'_>, row: &Table<'_, '_>, any: bool, every: bool, at: Span) {
    let given = |keys: &[&'static str]| keys.iter().copied().find(|key| row.has(key));
    if let (true, Some(key)) = (any, given(&routes::KEYS)) {
        reader.wrong(at.clone(), format!("`any = true` beside `{key}`: leave one of them out"));
    } else if every && !any {
        let keys = routes::KEYS.join("`, `");
        reader.wrong(
            at.clone(),
            format!("the row is for every route: give it one of `{keys}`, or write `any = true` if that is meant"),
        );
    }
    match given(&["strict", "extras", "ids", "keeps", "bound"]) {
        Some(key) if !row.has("reads") => {
            reader.wrong(at, format!("`{key}` without `reads`: say what is read, `reads = []` for nothing"));
        }
        None if given(&["reads", "required", "flags"]).is_none() => {
            reader.wrong(at, "the row says nothing: give it `reads`, `required` or `flags`");
        }
        _ => {}
    }
}

const KEEPS: &[(&str, Keeps)] = &[("all", Keeps::All), ("loop", Keeps::Loop)];
const BOUND: &[(&str, Mismatch)] =
    &[("withhold", Mismatch::Withhold), ("drop", Mismatch::Drop), ("fail", Mismatch::Fail)];
const IDS: &[(&str, Ids)] = &[
    ("any", Ids::Any),
    ("optional", Ids::Optional),
    ("nine", Ids::Nine),
    ("word", Ids::Word),
    ("dotted", Ids::Dotted),
];

fn reads(reader: &mut Reader<'_>, row: &mut Table<'_, '_>, pattern: &Pattern) -> Option<Reads> {
    let extras = row.texts(reader, "extras").into_iter().map(|(_, key)| Key::from(key)).collect();
    let ids = row.get("ids").and_then(|value| reader.word(value, "`ids`", IDS)).unwrap_or_default();
    let keeps = row.get("keeps").and_then(|value| reader.word(value, "`keeps`", KEEPS)).unwrap_or_default();
    let bound = row.get("bound").and_then(|value| reader.word(value, "`bound`", BOUND));
    let values = row.list(reader, "reads")?;
    let own: Vec<_> = pattern.providers.iter().chain(pattern.hosts.iter()).cloned().collect();
    let mut slots: Vec<Slot> = vec![];
    for value in values {
        let Some(slot) = slots::slot(reader, value, &own) else { continue };
        if slots.iter().any(|old| (&old.key, old.place) == (&slot.key, slot.place)) {
            reader.wrong(value.span(), format!("`{}` is read already", slot.key));
        }
        if let Some(with) = slot.with.as_ref().filter(|with| !slots.iter().any(|old| old.key == **with)) {
            reader.wrong(value.span(), format!("`with = \"{with}\"`: no field of that name is read before this one"));
        }
        slots.push(slot);
    }
    Some(Reads { slots: slots.into(), extras, ids, keeps, bound, ..Reads::NOTHING })
}

const SCOPES: &[(&str, Scope)] = &[("tool_calls", Scope::ToolCalls), ("all", Scope::All)];

fn required(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, reads: Option<&Reads>) -> Option<Required> {
    let mut table = Table::of(reader, value, "`required`")?;
    let field = table.needed(reader, "field", &value.span());
    let scope = table.get("scope").and_then(|value| reader.word(value, "`scope`", SCOPES)).unwrap_or(Scope::ToolCalls);
    let placeholder = match table.get("placeholder") {
        None => " ".into(),
        Some(value) => match value.get_ref() {
            DeValue::String(text) => text.clone().into_owned().into(),
            _ => reader.mistyped(value, "`placeholder`", "a string")?,
        },
    };
    table.close(reader);
    let field = Key::from(field?);
    if reads.is_some_and(|reads| !reads.slots.iter().any(|slot| slot.key == field)) {
        reader.wrong(
            value.span(),
            format!("`{field}` is required but not among this row's `reads`: it would never be sent"),
        );
    }
    Some(Required { field, scope, placeholder })
}

fn flag(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>) -> Option<Flag> {
    let mut table = Table::of(reader, value, "a flag")?;
    let member = table.needed(reader, "member", &value.span());
    let inner = table.text(reader, "inner");
    let json = table.get("value").map(json::of);
    let whole = table.get("whole").map(json::of);
    let unless = table.texts(reader, "unless").into_iter().map(|(_, key)| Key::from(key)).collect();
    table.close(reader);
    let Some(json) = json else {
        reader.wrong(value.span(), "a flag without `value`");
        return None;
    };
    let whole = whole.unwrap_or_else(|| {
        inner.as_ref().map_or_else(|| json.clone(), |key| json::object([(key.as_str(), json.clone())]))
    });
    Some(Flag { member: member?.into(), inner: inner.map(Key::from), value: json.into(), whole: whole.into(), unless })
}

/// `2026-11` or `2026-11-30`, as a string or as TOML's own date.
fn date(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>) -> Option<String> {
    let text = match value.get_ref() {
        DeValue::String(text) => text.trim().to_owned(),
        DeValue::Datetime(date) => date.to_string(),
        _ => return reader.mistyped(value, "`since`", "a date such as \"2026-11\" or \"2026-11-30\""),
    };
    if is_date(&text) {
        return Some(text);
    }
    reader.wrong(
        value.span(),
        format!("`since`: `{text}` is no date, expected one such as \"2026-11\" or \"2026-11-30\""),
    );
    None
}

fn is_date(text: &str) -> bool {
    let digits = |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    let number = |part: &str| part.parse::<u16>().unwrap_or_default();
    let mut parts = text.split('-');
    let (Some(year), Some(month), day, None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let days = match number(month) {
        2 if number(year) % 4 == 0 && (number(year) % 100 != 0 || number(year) % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    digits(year, 4)
        && digits(month, 2)
        && days > 0
        && day.is_none_or(|day| digits(day, 2) && (1..=days).contains(&number(day)))
}

//! Which routes a row of the user's file is for.
//!
//! A name that can never match is an error.
use super::reader::{Reader, Span, Table};
use crate::near::{meant, near};
use std::borrow::Cow;
use throughline_core::{Api, Family, Host, Model, Pattern, ProviderId, rule::Version};
use toml::{Spanned, de::DeValue};

/// Wires that have a name. A stranger's wire may have any other, as long as it is not nearly one of these.
const APIS: &[&str] =
    &["chat_completions", "anthropic_messages", "bedrock_converse", "gemini_generate", "openai_responses"];

/// The keys that narrow a row.
pub(super) const KEYS: [&str; 6] = ["providers", "hosts", "local", "apis", "path", "models"];

pub(super) fn pattern(reader: &mut Reader<'_>, row: &mut Table<'_, '_>) -> Pattern {
    let providers: Vec<_> = row.texts(reader, "providers");
    let hosts: Vec<_> =
        row.texts(reader, "hosts").into_iter().filter_map(|(at, name)| host(reader, at, name)).collect();
    let apis: Vec<_> = row.texts(reader, "apis").into_iter().map(|(at, name)| api(reader, at, name)).collect();
    let models = row.list(reader, "models").unwrap_or_default();
    Pattern {
        providers: providers.into_iter().map(|(_, id)| ProviderId::parse(&id).as_str().to_owned().into()).collect(),
        hosts: hosts.into(),
        local: row.boolean(reader, "local").unwrap_or_default(),
        apis: apis.into(),
        path: path(reader, row),
        models: models.into_iter().filter_map(|value| model(reader, value)).collect(),
    }
}

fn host(reader: &mut Reader<'_>, at: Span, name: String) -> Option<Cow<'static, str>> {
    let stars = name.matches('*').count();
    if stars > 1 {
        reader.wrong(at, format!("host `{name}`: one `*` at most, for part of one label"));
        return None;
    }
    if Host::parse(&name.replace('*', "x")).is_none() {
        reader.wrong(at, format!("host `{name}`: expected a host alone, without scheme, port and path"));
        return None;
    }
    Some(name.into())
}

fn api(reader: &mut Reader<'_>, at: Span, name: String) -> Api {
    let meant = meant(&near(&name, APIS.iter().copied()));
    if !APIS.contains(&name.as_str()) && !meant.is_empty() {
        reader.wrong(at, format!("unknown api `{name}`{meant}"));
    }
    name.into()
}

/// Whole segments: a slash at the end says nothing.
fn path(reader: &mut Reader<'_>, row: &mut Table<'_, '_>) -> Option<Cow<'static, str>> {
    let at = row.get("path")?.span();
    let path = row.text(reader, "path")?;
    let whole = path.trim_end_matches('/');
    if !path.starts_with('/') || whole.is_empty() {
        reader.wrong(at, format!("path `{path}`: expected one such as `/api/coding`"));
        return None;
    }
    Some(whole.to_owned().into())
}

fn model(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>) -> Option<Model> {
    if let DeValue::Table(_) = value.get_ref() {
        return family(reader, value).map(Model::Family);
    }
    let name = reader.text(value, "an element of `models`")?.to_owned();
    Some(match name.strip_suffix('*') {
        Some(prefix) if !prefix.contains('*') && !prefix.is_empty() => Model::Prefix(prefix.to_owned().into()),
        None if !name.contains('*') => Model::Exact(name.into()),
        _ => Model::Glob(name.into()),
    })
}

fn family(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>) -> Option<Family> {
    let mut table = Table::of(reader, value, "a model family")?;
    let stem = table.needed(reader, "family", &value.span());
    let since = table.get("since").and_then(|value| version(reader, value));
    let before = table.get("before").and_then(|value| version(reader, value));
    let not = table.texts(reader, "not").into_iter().map(|(_, word)| word.to_lowercase().into()).collect();
    table.close(reader);
    Some(Family { stem: stem?.to_lowercase().into(), since, before, not })
}

/// `"4.7"`, `4.7`, `5`: a number is read as it is written, so that 4.10 is not 4.1.
fn version(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>) -> Option<Version> {
    let text = match value.get_ref() {
        DeValue::String(text) => text.as_ref(),
        DeValue::Integer(number) => number.as_str(),
        DeValue::Float(number) => number.as_str(),
        _ => return reader.mistyped(value, "a generation", "a number such as 4.7"),
    };
    let (major, minor) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    match (major.parse(), minor.parse()) {
        (Ok(major), Ok(minor)) => Some((major, minor)),
        _ => {
            reader.wrong(value.span(), format!("generation `{text}`: expected a number such as 4.7"));
            None
        }
    }
}

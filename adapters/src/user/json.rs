//! A TOML value as the JSON that a request carries: keys in the order of the file, numbers as they are written.
use throughline_core::Literal;
use toml::{Spanned, de::DeValue};

pub(super) fn of(value: &Spanned<DeValue<'_>>) -> String {
    match value.get_ref() {
        DeValue::String(text) => Literal::of(text).raw().to_owned(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Integer(number) if number.radix() == 10 => plain(number.as_str()),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).unwrap_or_default().to_string()
        }
        DeValue::Float(number) => number_or_text(&plain(number.as_str())),
        DeValue::Datetime(date) => Literal::of(&date.to_string()).raw().to_owned(),
        DeValue::Array(list) => format!("[{}]", list.iter().map(of).collect::<Vec<_>>().join(",")),
        DeValue::Table(table) => {
            let mut members: Vec<_> = table.iter().collect();
            members.sort_by_key(|(key, _)| key.span().start);
            object(members.into_iter().map(|(key, value)| (key.get_ref().as_ref(), of(value))))
        }
    }
}

pub(super) fn object<'a>(members: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let members = members.into_iter().map(|(key, value)| format!("{}:{value}", Literal::of(key).raw()));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// TOML's sign and separators, which JSON has not.
fn plain(number: &str) -> String {
    number.trim_start_matches('+').replace('_', "")
}

/// JSON has no infinity: such a number goes as text.
fn number_or_text(number: &str) -> String {
    if number.bytes().any(|byte| byte.is_ascii_digit()) {
        number.to_owned()
    } else {
        Literal::of(number).raw().to_owned()
    }
}

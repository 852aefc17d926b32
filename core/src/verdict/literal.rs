//! A value that stands in prose: `failed: {"error": …}`, `400 - [{'loc': …}]`, `raw: "{\"error\": …}"`.
//!
//! Never takes a quotation for one: a quoted name has no escapes.
use super::python;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Where a value may begin: an object, a list of objects, or a string with escapes.
pub(super) fn opening(text: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + text.get(from..)?.find(['{', '"'])?;
        let (before, rest) = (text.get(..at)?, text.get(at + 1..)?);
        from = at + 1;
        if text.get(at..from)? == "{" {
            if rest.trim_start().starts_with(['"', '\'']) {
                let list = before.trim_end();
                return Some(if list.ends_with('[') { list.trim_end_matches('[').len() } else { at });
            }
        } else if !before.ends_with('\\')
            && let Some((string, escapes)) = string(rest)
        {
            if escapes {
                return Some(at);
            }
            if !string.contains('{') {
                from += string.len() + 1;
            }
        }
    }
}

/// What stands up to the closing quote, and whether escapes are in it.
fn string(text: &str) -> Option<(&str, bool)> {
    let (mut escaped, mut escapes) = (false, false);
    let end = text.find(|c| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        escapes |= escaped;
        closes
    });
    Some((text.get(..end?)?, escapes))
}

/// The value at the start of `text`, as JSON, and what stands behind it.
pub(super) fn read(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let first = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '[' | '{')).chars().next()?;
    let (json, length) = if first == '\'' {
        let (json, length) = python::json(text)?;
        let json: Box<RawValue> = RawValue::from_string(json).ok()?;
        (Cow::Owned(json.get().to_owned()), length)
    } else {
        let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
        (Cow::Borrowed(values.next()?.ok()?.get()), values.byte_offset())
    };
    Some((json, text.get(length..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_where_it_begins() {
        for (text, opens) in [
            (r#"failed: {"a":1}"#, Some(r#"{"a":1}"#)),
            (r#"failed: [ {"a":1}]"#, Some(r#"[ {"a":1}]"#)),
            (r#"400 - [[{'a': 1}]]"#, Some(r#"[[{'a': 1}]]"#)),
            (r#"raw: "{\"a\":1}""#, Some(r#""{\"a\":1}""#)),
            (r#""a", "b": "c {'d': 1}""#, Some(r#"{'d': 1}""#)),
            (r#"{a} {"#, None),
            (r#"messages[2].a: unknown "b" \"c\" d"#, None),
            (r#"unclosed "a\n"#, None),
        ] {
            assert_eq!(opening(text).map(|at| &text[at..]), opens, "{text}");
        }
    }
    #[test]
    fn a_value_ends_where_it_ends() {
        assert_eq!(read(r#"{"a":1} b"#), Some((r#"{"a":1}"#.into(), " b")));
        assert_eq!(read("[{'a': None}] b"), Some((r#"[{"a":null}]"#.into(), " b")));
        assert_eq!((read(r#"{"a":"#), read("{'a': b}"), read("")), (None, None, None));
    }
}

//! Paths into raw JSON: member names and `*` (every element), joined by `/`.
use super::scan;
use throughline_core::verbatim;

/// The first string at `path` that is not empty, still escaped.
pub(crate) fn string<'a>(json: &'a str, path: &str) -> Option<&'a str> {
    let (step, rest) = path.split_once('/').unwrap_or((path, ""));
    match step {
        "" => Some(verbatim::inner(json)).filter(|inner| !inner.is_empty()),
        "*" => {
            let mut found = None;
            scan::elements(json, |value| found = found.or_else(|| string(value, rest)));
            found
        }
        name => string(scan::member(json, name)?, rest),
    }
}

/// The whole number at `path`.
pub(crate) fn number(json: &str, path: &str) -> Option<u64> {
    let (step, rest) = path.split_once('/').unwrap_or((path, ""));
    let value = scan::member(json, step)?;
    if rest.is_empty() { value.parse().ok() } else { number(value, rest) }
}

/// True where `true` stands at `path`.
pub(crate) fn is_true(json: &str, path: &str) -> bool {
    let (step, rest) = path.split_once('/').unwrap_or((path, ""));
    let value = scan::member(json, step).unwrap_or_default();
    if rest.is_empty() { value == "true" } else { is_true(value, rest) }
}

/// A whole number that counts, however it is spelled: `0`, `0.0`, `"0"`.
pub(crate) fn whole(value: &str) -> Option<u64> {
    let spelled = if value.starts_with('"') { verbatim::inner(value) } else { value };
    spelled.parse().ok().or_else(|| spelled.strip_suffix(".0")?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_has_many_spellings() {
        let read = ["0", "0.0", "\"0\"", "\"12\"", "1.5", "-1", "\"a\"", "{}", "false", "\"\""].map(whole);
        assert_eq!(read, [Some(0), Some(0), Some(0), Some(12), None, None, None, None, None, None]);
    }
    #[test]
    fn values_are_found_and_empty_strings_are_none() {
        let json = r#"{"a":{"b":[{"s":""},{"s":"x"}],"n":7},"s":7}"#;
        assert_eq!(string(json, "a/b/*/s"), Some("x"));
        assert_eq!((string(json, "s"), string(json, "a/c"), string("[", "*")), (None, None, None));
        assert_eq!((number(json, "a/n"), number(json, "s"), number(json, "a/b")), (Some(7), Some(7), None));
    }
}

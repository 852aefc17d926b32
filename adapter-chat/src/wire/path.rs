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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_and_empty_strings_are_none() {
        let json = r#"{"a":{"b":[{"s":""},{"s":"x"}],"n":7},"s":7}"#;
        assert_eq!(string(json, "a/b/*/s"), Some("x"));
        assert_eq!((string(json, "s"), string(json, "a/c"), string("[", "*")), (None, None, None));
        assert_eq!((number(json, "a/n"), number(json, "s"), number(json, "a/b")), (Some(7), Some(7), None));
    }
}

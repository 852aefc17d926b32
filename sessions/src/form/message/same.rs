//! Whether two JSON values say the same, however they are spelled: other programs write strings and numbers their own
//! way, and members in their own order.
use throughline_core::{Literal, Verbatim, json, verbatim};

/// Deeper values must be spelled the same.
const DEPTH: usize = 16;

/// True where both say the same.
pub(super) fn same(a: &str, b: &str) -> bool {
    equal(a, b, DEPTH)
}

fn equal(a: &str, b: &str, depth: usize) -> bool {
    if a == b {
        return true;
    }
    let Some(depth) = depth.checked_sub(1) else { return false };
    match (a.bytes().next(), b.bytes().next()) {
        (Some(b'"'), Some(b'"')) => {
            verbatim::same_units(verbatim::inner(a), verbatim::inner(b))
                || matches!((held(a), held(b)), (Some(a), Some(b)) if equal(a.get(), b.get(), depth))
        }
        // A column of a database holds JSON as text.
        (Some(b'"'), Some(b'{' | b'[')) => held(a).is_some_and(|a| equal(a.get(), b, depth)),
        (Some(b'{' | b'['), Some(b'"')) => equal(b, a, depth),
        (Some(b'{'), Some(b'{')) => {
            let members = |json: &str| {
                let mut all = vec![];
                let _ = json::members(json, |key, value| all.push((key.to_owned(), Verbatim::from(value))));
                all.sort_by(|(a, _), (b, _)| a.cmp(b));
                all
            };
            let (a, b) = (members(a), members(b));
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a.0 == b.0 && equal(a.1.get(), b.1.get(), depth))
        }
        (Some(b'['), Some(b'[')) => {
            let elements = |json: &str| {
                let mut all = vec![];
                let _ = json::elements(json, |value| all.push(Verbatim::from(value)));
                all
            };
            let (a, b) = (elements(a), elements(b));
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| equal(a.get(), b.get(), depth))
        }
        (Some(_), Some(_)) => matches!((number(a), number(b)), (Some(a), Some(b)) if a == b),
        _ => false,
    }
}

/// The object or list that a string holds.
fn held(string: &str) -> Option<Verbatim> {
    let text = Verbatim::parse(string).ok()?.literal()?;
    let text: &str = &Literal::decode(&text);
    text.trim_start().starts_with(['{', '[']).then(|| Verbatim::parse(text).ok()).flatten()
}

fn number(json: &str) -> Option<f64> {
    json.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_is_not_saying() {
        for (a, b, want) in [
            (r#""é\/""#, r#""\u00e9/""#, true),
            (r#""é""#, r#""e""#, false),
            ("1.50", "1.5", true),
            ("1", "2", false),
            ("true", "false", false),
            ("null", "0", false),
            (r#"{"a":"é","b":[1.0]}"#, r#"{"a":"\u00e9","b":[1]}"#, true),
            (r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#, true),
            (r#"{"a":1,"b":2}"#, r#"{"b":1,"a":2}"#, false),
            ("[1]", "[1,2]", false),
            (r#""{\"a\": \"é\"}""#, r#""{\"a\":\"\\u00e9\"}""#, true),
            (r#""[{\"a\": 1}]""#, r#"[{"a":1}]"#, true),
            (r#""{""#, r#""[""#, false),
        ] {
            assert_eq!((same(a, b), same(b, a)), (want, want), "{a} {b}");
        }
        let deep = |inner: &str| "[".repeat(100_000) + inner + &"]".repeat(100_000);
        assert!(same(&deep("1"), &deep("1")) && !same(&deep("1"), &deep("2")));
    }
}

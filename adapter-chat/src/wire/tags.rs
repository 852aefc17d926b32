//! Thinking between tags at the start of the content, where another member of the reply says that it stands there.
//!
//! Without that word tags are text, for a model may write them. What stands between them is kept in its own spelling.
use super::{
    dialect::Tags,
    out::{member, name},
    path, scan,
};
use std::iter;
use throughline_core::{Part, json::Extras, verbatim::LiteralBuf};

impl Tags {
    /// True where a member of the message says that there is thinking in its content.
    pub(super) fn marks(&self, key: &str, value: &str) -> bool {
        key == self.marker.0 && self.marker.1.iter().any(|path| path::is_true(value, path))
    }
    /// That member without the word, which goes with the thinking; none where nothing else is in it.
    pub(super) fn unmarked(&self, value: &str) -> Option<String> {
        let paths: Vec<&str> = self.marker.1.iter().copied().filter(|path| path::is_true(value, path)).collect();
        without(value, &paths)
    }
    /// The texts between tags at the start of `inner`, and the answer behind them, all still escaped. A text that does not end was cut.
    pub(super) fn split<'a>(&self, inner: &'a str) -> (Vec<&'a str>, &'a str) {
        let (mut thoughts, mut rest) = (vec![], inner);
        while let Some(inside) = behind(blank(rest), self.open) {
            let ends = || iter::successors(Some(inside), |rest| Some(first(rest)?.1));
            let end = ends().find_map(|rest| Some((rest, behind(rest, self.close)?)));
            let (closing, answer) = end.unwrap_or(("", ""));
            thoughts.extend(inside.get(..inside.len() - closing.len()));
            rest = answer;
        }
        (thoughts, rest)
    }
}

/// The text that a part is, where it is nothing but text.
pub(super) fn plain(part: &Part) -> Option<&str> {
    match part {
        Part::Text(text) if text.extras.is_empty() => Some(text.text.inner()),
        _ => None,
    }
}

/// A literal of an escaped inside.
pub(super) fn literal(inner: &str) -> throughline_core::Literal {
    let mut buffer = LiteralBuf::default();
    buffer.push_inner(inner);
    buffer.finish()
}

/// Takes the word out of members that nobody else knows.
pub(super) fn unmark(tags: &Tags, extras: &mut Extras) {
    extras.retain_mut(|(key, value)| {
        if !tags.marks(key.as_str(), value.get()) {
            return true;
        }
        let rest = tags.unmarked(value.get()).and_then(|rest| throughline_core::Verbatim::parse(&rest).ok());
        rest.map(|rest| *value = rest).is_some()
    });
}

/// An object without the members at `paths`; none where nothing is left.
fn without(object: &str, paths: &[&str]) -> Option<String> {
    let mut out = vec![b'{'];
    scan::members(object, |key, value| {
        let here = || paths.iter().filter_map(|path| path.split_once('/').or(Some((path, ""))));
        let inside: Vec<&str> = here().filter(|(step, _)| *step == key).map(|(_, rest)| rest).collect();
        if inside.is_empty() {
            member(&mut out, key, value);
        } else if let Some(rest) = Some(inside).filter(|all| !all.contains(&"")).and_then(|all| without(value, &all)) {
            name(&mut out, key);
            out.extend_from_slice(rest.as_bytes());
        }
    });
    out.push(b'}');
    String::from_utf8(out).ok().filter(|object| object != "{}")
}

/// What stands behind `tag`, where `inner` begins with it in whatever spelling: some hosts escape angle brackets.
fn behind<'a>(inner: &'a str, tag: &str) -> Option<&'a str> {
    let step = |rest, want| first(rest).filter(|(got, _)| *got == want).map(|(_, rest)| rest);
    tag.chars().try_fold(inner, step)
}

/// `inner` from its first character on that is no white space.
fn blank(inner: &str) -> &str {
    let mut rest = inner;
    while let Some((_, next)) = first(rest).filter(|(c, _)| c.is_whitespace()) {
        rest = next;
    }
    rest
}

/// The first character that an escaped text spells, half of a pair as U+FFFD, and what follows it.
fn first(inner: &str) -> Option<(char, &str)> {
    let mut chars = inner.chars();
    let spelled = match chars.next()? {
        '\\' => match chars.next()? {
            'u' => {
                let code = u32::from_str_radix(chars.as_str().get(..4)?, 16).ok()?;
                return Some((char::from_u32(code).unwrap_or('\u{fffd}'), chars.as_str().get(4..)?));
            }
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            other => other,
        },
        plain => plain,
    };
    Some((spelled, chars.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAGS: Tags =
        Tags { kind: "thought", open: "<thought>", close: "</thought>", marker: ("extra", &["a/thought", "thought"]) };

    #[test]
    fn thinking_is_told_from_the_answer_in_every_spelling() {
        for (inner, thoughts, answer) in [
            ("<thought>a</thought>b", vec!["a"], "b"),
            (r"\n \u003cthought\u003ea\n<\/thought>\nb", vec![r"a\n"], r"\nb"),
            ("<thought>a</thought>\\n<thought>b</thought> c", vec!["a", "b"], " c"),
            ("<thought>cut </thou", vec!["cut </thou"], ""),
            ("<thought></thought>", vec![""], ""),
            ("say <thought>", vec![], "say <thought>"),
            (r"\ud83d<thought>", vec![], r"\ud83d<thought>"),
            (" b", vec![], " b"),
            ("", vec![], ""),
        ] {
            assert_eq!(TAGS.split(inner), (thoughts, answer), "{inner}");
        }
    }
    #[test]
    fn the_word_goes_and_all_else_stays() {
        for (value, marks, rest) in [
            (r#"{"a":{"thought":true,"s":"S","n":1.0}}"#, true, Some(r#"{"a":{"s":"S","n":1.0}}"#)),
            (r#"{"a":{"thought":true},"b":{}}"#, true, Some(r#"{"b":{}}"#)),
            (r#"{"thought":true}"#, true, None),
            (r#"{"a":{"thought":false}}"#, false, Some(r#"{"a":{"thought":false}}"#)),
            (r#"{"b":{"thought":true}}"#, false, Some(r#"{"b":{"thought":true}}"#)),
        ] {
            assert_eq!((TAGS.marks("extra", value), TAGS.unmarked(value).as_deref()), (marks, rest), "{value}");
        }
        assert!(!TAGS.marks("other", r#"{"thought":true}"#));
    }
}

//! Python's spelling of a value (`{'loc': ('body', 1), 'ctx': None}`) as JSON's: servers print their errors so.
//!
//! Never runs or guesses anything: what is no plain literal stays text.
use crate::verbatim;
use std::{iter::Peekable, str::CharIndices};

/// The literal at the start of `text` as JSON, with its length in `text`.
pub(super) fn json(text: &str) -> Option<(String, usize)> {
    let (mut out, mut open) = (String::new(), vec![]);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '{' | '[' | '(' => {
                open.push(c);
                out.push(if c == '{' { '{' } else { '[' });
            }
            '}' | ']' | ')' => {
                let opened = open.pop()?;
                if out.ends_with(',') {
                    out.pop();
                }
                out.push(if opened == '{' { '}' } else { ']' });
                if open.is_empty() {
                    return Some((out, at + 1));
                }
            }
            '\'' | '"' => {
                out.push('"');
                verbatim::escape(&string(c, &mut chars)?, &mut out);
                out.push('"');
            }
            _ if c.is_whitespace() => {}
            _ if c.is_alphabetic() => {
                let mut word = String::from(c);
                while let Some((_, c)) = chars.next_if(|(_, c)| c.is_alphanumeric() || *c == '_') {
                    word.push(c);
                }
                out.push_str(match word.as_str() {
                    "None" => "null",
                    "True" => "true",
                    "False" => "false",
                    _ => return None,
                });
            }
            _ => out.push(c),
        }
    }
    None
}

/// What stands up to the closing `quote`.
fn string(quote: char, chars: &mut Peekable<CharIndices<'_>>) -> Option<String> {
    let mut text = String::new();
    loop {
        text.push(match chars.next()?.1 {
            c if c == quote => return Some(text),
            '\\' => match chars.next()?.1 {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'x' => code(chars, 2)?,
                'u' => code(chars, 4)?,
                'U' => code(chars, 8)?,
                c => c,
            },
            c => c,
        });
    }
}

fn code(chars: &mut Peekable<CharIndices<'_>>, digits: usize) -> Option<char> {
    let mut number = 0;
    for _ in 0..digits {
        number = number * 16 + chars.next()?.1.to_digit(16)?;
    }
    Some(char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_become_json() {
        let text = r#"[{'loc': ('body', 1, 'a\'b'), "msg": "it's \"so\"", 'ctx': None, 'on': True, 'x': 'é\n\x41\u00e9\ud800', 'one': (2,)}] and more"#;
        let (json, length) = json(text).unwrap();
        assert_eq!(
            json,
            "[{\"loc\":[\"body\",1,\"a'b\"],\"msg\":\"it's \\\"so\\\"\",\"ctx\":null,\"on\":true,\"x\":\"é\\nAé\u{fffd}\",\"one\":[2]}]"
        );
        assert_eq!(text.get(length..), Some(" and more"));
    }
    #[test]
    fn what_is_no_literal_stays_text() {
        for text in ["{'a': open('b')}", "{'a", "{'a': '\\u12", "]", "{'a': <nil>", "", "{'a': b'c'}"] {
            assert_eq!(json(text), None, "{text}");
        }
    }
}

//! What a refusal shows again of the request or the reply: it is no word of the provider and must never teach.
use super::prose::QUOTES;

/// Members, and words in front of a quotation, whose value is the client's own or the model's.
const OWN: &[&str] = &["input", "input_value", "value", "received", "flagged_input", "failed_generation"];
/// The same, but in prose only at the end of a path, since the words have other uses.
const ENDS: &[&str] =
    &["content", "prompt", "arguments", "request", "thinking", "reasoning", "reasoning_content", "reasoning_details"];
/// How many words a quoted name may have.
const MOST_WORDS: usize = 3;

/// True for a member whose value is an echo.
pub(super) fn holds(member: &str) -> bool {
    OWN.contains(&member) || ENDS.contains(&member)
}

/// How far an echo goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// To the end of its line: Python escapes line breaks.
    Line,
    /// Nobody can say.
    End,
}

impl Until {
    /// What follows an echo that begins `text`.
    pub(super) fn behind(self, text: &str) -> &str {
        let line = text.find('\n').filter(|_| self == Self::Line);
        line.and_then(|line| text.get(line..)).unwrap_or_default()
    }
}

/// Where the first echo of `prose` begins: `value: '…`, `input_value='…`, `messages[0].content: '…`.
pub(super) fn begins(prose: &str) -> Option<(usize, Until)> {
    let lower = prose.to_ascii_lowercase();
    let words = OWN.iter().map(|word| (*word, false)).chain(ENDS.iter().map(|word| (*word, true)));
    let found = words.flat_map(|(word, end)| lower.match_indices(word).map(move |(at, _)| (at, word, end)));
    let opens = |(at, word, end): (usize, &str, bool)| {
        let before = lower.get(..at)?;
        let whole = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if !whole || (end && !before.ends_with(['.', ']', '/'])) {
            return None;
        }
        let after = lower.get(at + word.len()..)?;
        let bare = after.trim_start_matches('\\').trim_start_matches(QUOTES).trim_start();
        let (until, rest) = match bare.strip_prefix(':') {
            Some(rest) => (Until::End, rest),
            None => (Until::Line, bare.strip_prefix('=')?),
        };
        let rest = rest.trim_start_matches([' ', '\\']);
        let quotes = rest.is_empty() || rest.starts_with(QUOTES) || rest.starts_with(['[', '{', '(']);
        quotes.then_some((at + word.len(), until))
    };
    found.filter_map(opens).min_by_key(|(at, _)| *at)
}

/// `prose` without the sentences that it quotes in the midst of its own: `decoding failed for "…"`, `from String "…"`. What a colon
/// or a dash introduces may be another server's answer and stays.
pub(super) fn without_quotations(prose: &str) -> String {
    let (mut kept, mut rest, mut unclosed) = (String::with_capacity(prose.len()), prose, vec![]);
    while let Some((before, quote, inside)) = quote(rest) {
        kept.push_str(before);
        let end = if unclosed.contains(&quote) { None } else { closing(inside, quote) };
        let Some((quoted, behind)) = end else {
            unclosed.push(quote);
            kept.push(quote);
            rest = inside;
            continue;
        };
        if !follows(&kept) || quoted.split_whitespace().count() <= MOST_WORDS {
            kept.push(quote);
            kept.push_str(quoted);
            kept.push(quote);
        }
        rest = behind;
    }
    kept + rest
}

/// The first quote, with what stands on both sides.
fn quote(text: &str) -> Option<(&str, char, &str)> {
    let (before, rest) = text.split_at_checked(text.find(QUOTES)?)?;
    let mut chars = rest.chars();
    Some((before, chars.next()?, chars.as_str()))
}

/// What stands up to the closing quote and behind it. Inside a word it closes nothing.
fn closing(inside: &str, quote: char) -> Option<(&str, &str)> {
    let close = match quote {
        '“' => '”',
        '‘' => '’',
        quote => quote,
    };
    inside.match_indices(close).find_map(|(at, mark)| {
        let behind = inside.get(at + mark.len()..).filter(|behind| !behind.starts_with(char::is_alphanumeric))?;
        Some((inside.get(..at)?, behind))
    })
}

/// True where a quotation behind `before` stands in the midst of a sentence.
pub(super) fn follows(before: &str) -> bool {
    before.strip_suffix(' ').is_some_and(|before| before.ends_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_after_such_a_word_is_an_echo() {
        let cut = |text: &str| begins(text).map(|(at, until)| (text[..at].to_owned(), until));
        assert_eq!(cut("field: 'a', value: 'b'"), Some(("field: 'a', value".to_owned(), Until::End)));
        assert_eq!(cut("[type=x, input_value='b', value: 'c'"), Some(("[type=x, input_value".to_owned(), Until::Line)));
        assert_eq!(cut("messages[0].content: \"b\""), Some(("messages[0].content".to_owned(), Until::End)));
        assert_eq!(cut("{\"input\": "), Some(("{\"input".to_owned(), Until::End)));
        for text in
            ["invalid input: expected a string", "the values: 'a'", "content: 'a'", "my_value: 'a'", "value is 'a'"]
        {
            assert_eq!(cut(text), None, "{text}");
        }
    }
    #[test]
    fn a_sentence_quoted_in_the_midst_of_another_goes() {
        for (text, kept) in [
            ("failed for \"a b c 'd' e\"", "failed for "),
            ("String “a b c d”: not a number", "String : not a number"),
            ("property 'a' is unsupported in 'messages.1'", "property 'a' is unsupported in 'messages.1'"),
            ("Upstream said: \"a b c d e\"", "Upstream said: \"a b c d e\""),
            ("users' a b c 'd' it's", "users' a b c 'd' it's"),
            ("open 'a b c d e", "open 'a b c d e"),
        ] {
            assert_eq!(without_quotations(text), kept);
        }
    }
}

//! What somebody may have meant: the names nearest to one that is not there.
//!
//! It only ever suggests; nothing is corrected in silence.

/// Up to three of `names` that `word` may have been meant to be, the nearest first. Case does not matter.
pub fn near<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let word = word.trim().to_lowercase();
    let mut found: Vec<(usize, &str)> = names.into_iter().filter_map(|name| Some((miss(&word, name)?, name))).collect();
    found.sort();
    found.dedup();
    found.into_iter().take(3).map(|(_, name)| name).collect()
}

/// ``; did you mean `a`?``, or nothing where nothing is near.
pub(crate) fn meant(near: &[&str]) -> String {
    let names: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    if names.is_empty() { String::new() } else { format!("; did you mean {}?", names.join(" or ")) }
}

/// How far `name` is from `word`; none where too far. One that begins with the other, or ends with it behind a `_` or `-`,
/// counts as a slip of one.
fn miss(word: &str, name: &str) -> Option<usize> {
    let ends = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|front| front.ends_with(['_', '-']));
    let holds = |long: &str, short: &str| short.len() >= 3 && (long.starts_with(short) || ends(long, short));
    let distance = if holds(name, word) || holds(word, name) { 1 } else { distance(word, name) };
    (distance <= (word.chars().count() / 3).max(1) && distance < word.chars().count()).then_some(distance)
}

/// The fewest insertions, deletions, replacements and swaps of neighbours that lead from one to the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut before: Vec<usize> = vec![];
    let mut last: Vec<usize> = (0..=to.len()).collect();
    let mut previous = None;
    for (n, a) in from.chars().enumerate() {
        let mut row = vec![n + 1];
        for (m, b) in to.iter().enumerate() {
            let at = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX - 1);
            let mut best = (at(&last, m + 1) + 1).min(at(&row, m) + 1).min(at(&last, m) + usize::from(a != *b));
            let swapped = m > 0 && previous == Some(*b) && to.get(m - 1) == Some(&a);
            if swapped {
                best = best.min(at(&before, m - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
        previous = Some(a);
    }
    last.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (from, to, want) in [
            ("", "", 0),
            ("", "ab", 2),
            ("read", "reads", 1),
            ("raeds", "reads", 1),
            ("kitten", "sitting", 3),
            ("é", "e", 1),
        ] {
            assert_eq!(distance(from, to), want, "{from} {to}");
            assert_eq!(distance(to, from), want, "{to} {from}");
        }
    }
    #[test]
    fn only_what_is_near() {
        let names = ["openrouter", "deepseek", "groq", "grok"];
        assert_eq!(near("OpnRouter", names), ["openrouter"]);
        assert_eq!(near("deep", names), ["deepseek"]);
        assert_eq!(near("messages", ["anthropic_messages", "chat_completions"]), ["anthropic_messages"]);
        assert_eq!(near("grog", names), ["grok", "groq"]);
        assert!(near("x", names).is_empty() && near("", names).is_empty() && near("elsewhere", names).is_empty());
        assert_eq!(meant(&near("grog", names)), "; did you mean `grok` or `groq`?");
    }
}

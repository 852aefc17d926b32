//! Model names in tables: `*` stands for any text, `|` parts alternatives, and case does not matter.

/// True where `name` is one of the names that `pattern` means.
pub(crate) fn means(pattern: &str, name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    pattern.split('|').any(|one| glob(one, &name))
}

fn glob(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(name) = name.strip_prefix(start) else { return false };
    // Whatever the star stands for, the rest must follow: try every place.
    let mut places = name.char_indices().map(|(at, _)| at).chain([name.len()]);
    places.any(|at| name.get(at..).is_some_and(|name| glob(rest, name)))
}

#[cfg(test)]
mod tests {
    use super::means;

    #[test]
    fn patterns_mean_what_they_say() {
        for (pattern, name) in [
            ("*", ""),
            ("*", "x"),
            ("a*c", "abbc"),
            ("a|b*", "Bx"),
            ("*/glm-*", "z-ai/GLM-5"),
            ("a**b", "ab"),
            ("a", "A"),
        ] {
            assert!(means(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("a", "ab"), ("a*", "ba"), ("a*b", "abc"), ("a|b", "ab"), ("", "a")] {
            assert!(!means(pattern, name), "{pattern} {name}");
        }
    }
}

//! Every module opens by saying what it is for.
//!
//! It must never judge what the words say: that is for a reader.

use super::Finding;
use crate::workspace::File;

/// A file whose first line of text is not `//!`.
pub(super) fn check(file: &File) -> Vec<Finding> {
    let first = file.text.lines().map(str::trim).find(|line| !line.is_empty());
    if first.is_some_and(|line| line.strip_prefix("//!").is_some_and(|words| !words.trim().is_empty())) {
        return Vec::new();
    }
    vec![Finding::new(file.path.clone(), 1, "a module opens with `//!` docs: what it is for, what it must never do")]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(text: &str) -> usize {
        check(&File { path: "a.rs".to_owned(), text: text.to_owned() }).len()
    }

    #[test]
    fn a_silent_module_is_found() {
        assert_eq!(findings("use std::io;\n\n//! Late.\n"), 1);
        assert_eq!(findings("//!\nuse std::io;\n"), 1);
        assert_eq!(findings(""), 1);
    }

    #[test]
    fn a_module_that_speaks_is_fine() {
        assert_eq!(findings("//! Names.\n"), 0);
        assert_eq!(findings("\n//! Names.\n"), 0);
    }
}

//! No file names a machine or folder that it was written on: such words help no reader.
//!
//! The words are put together from halves, so that this file must never find itself.

use super::Finding;
use crate::workspace::File;

const WORDS: &[&str] = &[concat!("/wo", "rk/"), concat!(".lib", "rary"), concat!("far", "m-")];

/// Every line with one of the words.
pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files {
        for (at, line) in file.text.lines().enumerate() {
            for word in WORDS.iter().filter(|word| names(line, word)) {
                findings.push(Finding::new(file.path.clone(), at + 1, format!("names where it was written: `{word}`")));
            }
        }
    }
    findings
}

/// `line` has `word`, and not as the end of another one (`member.name`, `wharf-`): a path may begin anywhere.
fn names(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        word.starts_with('/') || !before.is_some_and(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_found() {
        for word in WORDS {
            let file = File { path: "a.md".to_owned(), text: format!("one\nsee {word}x\n") };
            assert_eq!(check(&[file]).first().map(|finding| finding.line), Some(2));
        }
    }

    #[test]
    fn other_words_are_fine() {
        let joined = WORDS.iter().skip(1).map(|word| format!("a{word}")).collect::<Vec<_>>().join(" ");
        let file = File { path: "a.md".to_owned(), text: format!("the network library works\n{joined}\n") };
        assert_eq!(check(&[file]), []);
    }
}

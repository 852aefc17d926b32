//! No lint is switched off for good: `#[expect(.., reason)]` goes away with its cause, `allow` stays.
//!
//! It must never read comments or strings as code.

use super::Finding;
use crate::source;
use crate::workspace::File;

/// Every `allow` attribute.
pub(super) fn check(file: &File) -> Vec<Finding> {
    let lines = source::read(&file.text);
    let found = lines.iter().enumerate().filter(|(_, line)| allows(&line.code));
    found
        .map(|(at, _)| Finding::new(file.path.clone(), at + 1, "`allow`: use `#[expect(.., reason = \"..\")]`"))
        .collect()
}

fn allows(code: &str) -> bool {
    let code: String = code.split_whitespace().collect();
    let conditional = code.contains("cfg_attr(") && code.contains(",allow(");
    code.contains("#[allow(") || code.contains("#![allow(") || conditional
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        let file = File { path: "a.rs".to_owned(), text: text.to_owned() };
        check(&file).into_iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn attributes_are_found() {
        assert_eq!(lines("#![allow(dead_code)]\n\n#[allow(unused)]\nfn a() {}\n"), [1, 3]);
        assert_eq!(lines("#[cfg_attr(test, allow(unused))]\n"), [1]);
    }

    #[test]
    fn prose_and_expect_are_fine() {
        assert_eq!(lines("// never #[allow(unused)]\nlet a = \"#[allow(unused)]\";\n#[expect(unused)]\n"), [0; 0]);
    }
}

//! The name of a new crate, in every spelling that the crate needs.
//!
//! It must never let a name through that cargo or rustc would refuse later, in other words.

use crate::Result;

/// A valid name.
#[derive(Debug)]
pub(super) struct Name {
    /// As cargo says it: `throughline-acme`.
    pub(super) package: String,
}

/// What rustc keeps for itself, names of crates that a crate of yours would hide, and modules of the template that would hide yours.
const KEPT: &[&str] = &[
    "abstract",
    "adopt",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "capture",
    "cases",
    "const",
    "continue",
    "core",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "ingest",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc-macro",
    "pub",
    "ref",
    "render",
    "return",
    "self",
    "serde-json",
    "static",
    "std",
    "struct",
    "super",
    "table",
    "test",
    "throughline",
    "tighten",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

const PREFIX: &str = "throughline-";

impl Name {
    /// Reads what a person typed.
    pub(super) fn read(text: &str) -> Result<Self> {
        let refuse = |why: &str| Err(format!("`{text}` is no name for a crate: {why}").into());
        let word = text.strip_prefix(PREFIX).unwrap_or(text);
        if !text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-') {
            return refuse("use lower-case letters, digits and `-`");
        }
        if !word.bytes().next().is_some_and(|first| first.is_ascii_lowercase()) {
            return refuse("begin it with a letter, behind `throughline-` too");
        }
        if word.ends_with('-') || word.contains("--") {
            return refuse("put one `-` between words, and none at the end");
        }
        if text.len() > 64 {
            return refuse("a registry takes 64 letters at most");
        }
        if KEPT.contains(&text) {
            return refuse("the word is taken: try `throughline-` in front of it");
        }
        Ok(Self { package: text.to_owned() })
    }

    /// What the provider, the adapter and the issuer are called: the name without what all such crates begin with.
    pub(super) fn word(&self) -> &str {
        self.package.strip_prefix(PREFIX).unwrap_or(&self.package)
    }

    /// The template's text with this name in place of its own.
    pub(super) fn put_into(&self, text: &str) -> String {
        let snake = |text: &str| text.replace('-', "_");
        // The longer ones first: each holds those behind it.
        text.replace("throughline-acme", &self.package)
            .replace("throughline_acme", &snake(&self.package))
            .replace("acme_", &format!("{}_", snake(self.word())))
            .replace("acme", self.word())
            .replace("Acme", &self.title())
    }

    /// As a sentence says it: `Big Model`.
    fn title(&self) -> String {
        let capital = |word: &str| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
        };
        self.word().split('-').map(capital).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_spelling_has_its_place() {
        let text = "throughline-acme throughline_acme acme_chat acme-1 Acme's";
        let put = |name: &str| Name::read(name).unwrap().put_into(text);
        assert_eq!(
            put("throughline-big-model"),
            "throughline-big-model throughline_big_model big_model_chat big-model-1 Big Model's"
        );
        assert_eq!(put("zed9"), "zed9 zed9 zed9_chat zed9-1 Zed9's");
    }

    #[test]
    fn a_name_that_cannot_be_is_refused_with_the_reason() {
        let told = |name: &str| Name::read(name).unwrap_err().to_string();
        for (name, why) in [
            ("", "begin it with a letter"),
            ("Acme", "lower-case letters"),
            ("my_model", "lower-case letters"),
            ("../model", "lower-case letters"),
            ("9th", "begin it with a letter"),
            ("throughline-", "begin it with a letter"),
            ("throughline-9th", "begin it with a letter"),
            ("-model", "begin it with a letter"),
            ("model-", "one `-` between words"),
            ("my--model", "one `-` between words"),
            ("async", "taken"),
            ("throughline", "taken"),
            ("serde-json", "taken"),
            ("cases", "taken"),
            ("table", "taken"),
            (&"a".repeat(65), "64 letters"),
        ] {
            assert!(told(name).contains(why), "{name}: {}", told(name));
        }
    }
}

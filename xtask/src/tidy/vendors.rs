//! A vendor's name decides something only in a table: an `if` on it elsewhere is a defect, because no user can
//! override it and `explain` cannot name it.
//!
//! The check looks for a string literal with a vendor's name on a line that compares. It must never object to prose,
//! to tests, or to a wire's own words.

use super::Finding;
use crate::source::{self, Line};
use crate::workspace::File;

/// Whole words inside a literal. `google` is missing on purpose: the Gemini compatible wire has a key of that name.
const VENDORS: &[&str] = &[
    "alibaba",
    "anthropic",
    "avian",
    "azure",
    "baidu",
    "baseten",
    "bedrock",
    "cerebras",
    "chutes",
    "claude",
    "cohere",
    "copilot",
    "dashscope",
    "databricks",
    "deepinfra",
    "deepseek",
    "doubao",
    "fireworks",
    "gemini",
    "glm",
    "gpt",
    "grok",
    "groq",
    "huggingface",
    "hunyuan",
    "kilo",
    "kilocode",
    "kimi",
    "lmstudio",
    "magistral",
    "mimo",
    "minimax",
    "mistral",
    "mistralai",
    "moonshot",
    "moonshotai",
    "nous",
    "nousresearch",
    "novita",
    "nvidia",
    "ollama",
    "openai",
    "openrouter",
    "perplexity",
    "qwen",
    "sambanova",
    "sglang",
    "siliconflow",
    "stepfun",
    "tencent",
    "together",
    "togetherai",
    "vercel",
    "vertex",
    "vllm",
    "volcengine",
    "xai",
    "xiaomi",
    "zai",
    "zhipu",
];

/// Words of a wire that hold a vendor's name and say nothing about who is at the other end.
const WIRE: &[&str] = &["anthropic-version", "anthropic-beta", "bedrock-2023-05-31", "vertex-2023-10-16"];

/// Code that compares with what stands anywhere on its line.
const COMPARES: &[&str] = &[
    "==",
    "!=",
    "contains(",
    "starts_with(",
    "ends_with(",
    "strip_prefix(",
    "strip_suffix(",
    "eq_ignore_ascii_case(",
    "matches!",
    "if let ",
];

/// Every decision on a vendor's name in `file`.
pub(super) fn check(file: &File) -> Vec<Finding> {
    if exempt(&file.path) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let mut matching = 0;
    for (at, line) in source::read(&file.text).iter().enumerate() {
        let inside = matching > 0;
        matching = still_matching(matching, &line.code);
        if line.test {
            continue;
        }
        let decides = inside || COMPARES.iter().any(|word| line.code.contains(word));
        // In a match arm what stands before the arrow decides.
        let arrow = line.code.rfind("=>");
        let found = vendors(line).find(|(literal, _)| decides || arrow.is_some_and(|arrow| *literal < arrow));
        if let Some((_, vendor)) = found {
            let message = format!("a decision on the name `{vendor}`: make it a row of a table");
            findings.push(Finding::new(file.path.clone(), at + 1, message));
        }
    }
    findings
}

/// Tables, presets, tests, examples and demo data are where such names belong.
fn exempt(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = |folder: &str| matches!(folder, "table" | "presets" | "tests" | "examples" | "benches" | "demo");
    folders.split('/').any(folder)
        || ["table", "presets", "demo"].iter().any(|start| name.starts_with(start))
        || name == "tests.rs"
        || name.ends_with("_tests.rs")
}

/// The literals of `line` with a vendor's name: where each stands, and the name.
fn vendors(line: &Line) -> impl Iterator<Item = (usize, &'static str)> {
    line.literals.iter().filter_map(|literal| Some((literal.at, vendor(&literal.text)?)))
}

fn vendor(text: &str) -> Option<&'static str> {
    let mut text = text.to_ascii_lowercase();
    for word in WIRE {
        text = text.replace(word, "");
    }
    VENDORS.iter().copied().find(|name| {
        text.match_indices(name).any(|(at, _)| {
            let before = text.get(..at).and_then(|before| before.chars().next_back());
            let after = text.get(at + name.len()..).and_then(|after| after.chars().next());
            // `anthropic_messages` is one word; `qwen3` is the name and a number.
            let joined = |c: char| c.is_alphabetic() || c == '_';
            !before.is_some_and(|c| joined(c) || c.is_numeric()) && !after.is_some_and(joined)
        })
    })
}

/// How many parentheses of a `matches!(` stand open after `code`, when `open` did before it.
fn still_matching(open: usize, code: &str) -> usize {
    let code = match code.find("matches!(") {
        Some(at) if open == 0 => code.get(at..).unwrap_or_default(),
        _ if open == 0 => return 0,
        _ => code,
    };
    let mut open = open;
    for c in code.chars() {
        match c {
            '(' => open += 1,
            ')' if open == 1 => return 0,
            ')' => open = open.saturating_sub(1),
            _ => {}
        }
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        check(&file).into_iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn decisions_are_found() {
        let planted = [
            "if provider == \"groq\" {}",
            "if host.ends_with(\".deepseek.com\") {}",
            "    \"openrouter\" => 1,",
            "    Some(\"kimi\") | None if loose => 1,",
            "if model.contains(\"qwen3-coder\") {}",
            "let strict = [\"mistral\", \"groq\"].contains(&provider);",
            "if let Some(row) = rows.get(\"xai\") {}",
            "let a = matches!(provider, \"Azure\");",
        ];
        for text in planted {
            assert_eq!(lines("core/src/plan.rs", text), [1], "{text}");
        }
        assert_eq!(
            lines("core/src/plan.rs", "let a = matches!(\n    p,\n    \"groq\" | \"zai\"\n);\nf(\"zai\");"),
            [3]
        );
    }

    #[test]
    fn other_names_are_fine() {
        let clean = [
            "// if provider == \"groq\" {}",
            "/// assert!(route == \"groq\");",
            "let a = Provider::new(\"openrouter\");",
            "    Kind::Minted => \"claude\",",
            "    \"anthropic_version\" => 1,",
            "    \"anthropic-beta\" => 1,",
            "if text.contains(\"ambiguous metadata\") {}",
            "const GROQ: &str = \"groq\";",
        ];
        for text in clean {
            assert_eq!(lines("core/src/plan.rs", text), [0; 0], "{text}");
        }
    }

    #[test]
    fn tables_and_tests_are_where_names_belong() {
        let text = "if provider == \"groq\" {}";
        for path in [
            "adapter-chat/src/table.rs",
            "adapter-chat/src/table/hosts.rs",
            "cli/src/presets.rs",
            "tests/src/laws.rs",
            "core/tests/plan.rs",
            "core/src/plan/tests.rs",
            "adapters/examples/chat.rs",
        ] {
            assert_eq!(lines(path, text), [0; 0], "{path}");
        }
        assert_eq!(lines("core/src/plan.rs", &format!("#[cfg(test)]\nmod tests {{\n    {text}\n}}\n{text}\n")), [5]);
    }
}

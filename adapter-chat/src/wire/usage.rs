//! Tokens as hosts count them: everyone has the same numbers under other names.
use super::path::number;
use throughline_core::{Usage, Verbatim};

const INPUT: [&str; 2] = ["prompt_tokens", "input_tokens"];
const OUTPUT: [&str; 2] = ["completion_tokens", "output_tokens"];
const REASONING: [&str; 3] =
    ["completion_tokens_details/reasoning_tokens", "output_tokens_details/reasoning_tokens", "reasoning_tokens"];
const CACHED: [&str; 4] = [
    "prompt_tokens_details/cached_tokens",
    "input_tokens_details/cached_tokens",
    "cached_tokens",
    "prompt_cache_hit_tokens",
];

/// Reads a `usage` object; the object itself is kept beside the numbers.
pub(super) fn read(json: &str) -> Usage {
    let first = |paths: &[&str]| paths.iter().find_map(|path| number(json, path));
    Usage {
        input: first(&INPUT),
        output: first(&OUTPUT),
        reasoning: first(&REASONING),
        cached: first(&CACHED),
        raw: Verbatim::parse(json).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_under_many_names() {
        let numbers = |json| {
            let usage = read(json);
            [usage.input, usage.output, usage.reasoning, usage.cached]
        };
        assert_eq!(
            numbers(
                r#"{"prompt_tokens":1,"completion_tokens":2,"completion_tokens_details":{"reasoning_tokens":3},"prompt_tokens_details":{"cached_tokens":4}}"#
            ),
            [Some(1), Some(2), Some(3), Some(4)]
        );
        assert_eq!(
            numbers(r#"{"input_tokens":1,"cached_tokens":4,"reasoning_tokens":0,"prompt_tokens_details":null}"#),
            [Some(1), None, Some(0), Some(4)]
        );
        assert_eq!(numbers(r#"{"prompt_cache_hit_tokens":4,"prompt_tokens":-1}"#), [None, None, None, Some(4)]);
        assert_eq!(read("{}").raw.unwrap().get(), "{}");
    }
}

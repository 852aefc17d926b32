//! Servers on one's own machine.

use super::vendors::{CONTENT, READS_CONTENT, says};
use super::{ANY, PLAIN, door, envelopes, flagged, styles};
use crate::provider::{Provider, Read, Speech};

const REASONING: Speech = Speech::Text(&["reasoning"]);

pub(super) static ROWS: &[Provider] = &[
    Provider {
        name: "llamacpp",
        aliases: &["llama-cpp", "llama.cpp", "sglang"],
        base: "/v1",
        doors: &[door("/v1/chat/completions"), door("/chat/completions")],
        speaks: &[says(ANY, CONTENT, "{32}")],
        thinks: &[(flagged("*", "/chat_template_kwargs/enable_thinking", "false"), false)],
        reads: READS_CONTENT,
        envelope: &envelopes::LLAMACPP,
        style: &styles::LLAMACPP,
        about: "reads `reasoning_content` and ignores `reasoning`",
        ..PLAIN
    },
    Provider {
        name: "vllm",
        base: "/v1",
        doors: &[door("/v1/chat/completions")],
        speaks: &[says(ANY, REASONING, "chatcmpl-tool-{32}")],
        thinks: &[(flagged("*", "/chat_template_kwargs/enable_thinking", "false"), false)],
        reads: &[Read::Text("reasoning")],
        envelope: &envelopes::VLLM,
        style: &styles::VLLM,
        about: "reads `reasoning` and ignores `reasoning_content`",
        ..PLAIN
    },
    Provider {
        name: "ollama",
        aliases: &["ollama-cloud"],
        base: "/v1",
        doors: &[door("/v1/chat/completions")],
        speaks: &[says(ANY, REASONING, "call_{8}")],
        thinks: &[(flagged("*", "/reasoning_effort", r#""none""#), false)],
        reads: &[Read::Text("reasoning")],
        style: &styles::OLLAMA,
        about: "reads `reasoning` and ignores `reasoning_content`",
        ..PLAIN
    },
];

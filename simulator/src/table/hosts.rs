//! Hosts of other people's models.

use super::vendors::{CONTENT, FOREIGN, READS_CONTENT, says};
use super::{ANY, DISABLED, PLAIN, door, envelopes, flagged, of, styles, words};
use crate::provider::{Details, Echo, EntryId, Keep, Kind, Provider, Read, Schema, Speech};
use crate::seal::Form;

const REASONING: Speech = Speech::Text(&["reasoning"]);
/// What gpt-oss and its like cannot take: a model that does not think has no `reasoning`.
const THOUGHTLESS: &str = "*llama-3*|*llama-4*|*kimi-k2-instruct*|*gemma*";

static DETAILS_AND_CONTENT: Details = Details {
    beside: &["reasoning_content"],
    kind: Kind::Plain,
    format: Some("openai-responses-v1"),
    id: EntryId::None,
    blank: false,
    form: Form { magic: &[], url: false },
    missing: None,
    twice: None,
};

pub(super) static ROWS: &[Provider] = &[
    Provider {
        name: "groq",
        base: "/openai/v1",
        doors: &[door("/openai/v1/chat/completions")],
        speaks: &[
            says(of(THOUGHTLESS), Speech::Silent, "call_{24}"),
            says(flagged("*", "/reasoning_format", r#""raw""#), Speech::Inline, "call_{24}"),
            says(flagged("*", "/reasoning_format", r#""hidden""#), Speech::Silent, "call_{24}"),
            says(flagged("*", "/include_reasoning", "false"), Speech::Silent, "call_{24}"),
            says(ANY, REASONING, "fc_{24}"),
        ],
        thinks: &[(flagged("*", "/reasoning_effort", r#""none""#), false), (of(THOUGHTLESS), false)],
        reads: &[Read::Text("reasoning"), Read::Inline],
        schema: Schema::Closed {
            message: &["role", "content", "tool_calls", "reasoning", "name", "function_call"],
            call: &["id", "type", "function"],
            words: &words::GROQ,
        },
        params: Some((FOREIGN, &words::GROQ_PARAM)),
        refuses: &[(of(THOUGHTLESS), "reasoning", &words::GROQ_MODEL)],
        style: &styles::GROQ,
        about: "reads `reasoning` on models that think; refuses `reasoning_content` and `reasoning_details`",
        ..PLAIN
    },
    Provider {
        name: "cerebras",
        base: "/v1",
        doors: &[door("/v1/chat/completions")],
        speaks: &[says(ANY, REASONING, "{9}")],
        thinks: &[(flagged("*", "/disable_reasoning", "true"), false)],
        reads: &[Read::Text("reasoning"), Read::Inline],
        keeps: &[(flagged("*glm*", "/clear_thinking", "false"), Keep::All), (of("*glm*"), Keep::Loop)],
        schema: Schema::Closed {
            message: &["role", "content", "tool_calls", "reasoning", "name"],
            call: &["id", "type", "function", "index"],
            words: &words::CEREBRAS,
        },
        params: Some((FOREIGN, &words::CEREBRAS_PARAM)),
        envelope: &envelopes::FLAT,
        style: &styles::CEREBRAS,
        about: "reads `reasoning`, on GLM that of earlier turns with `clear_thinking: false`; refuses `reasoning_content` and `reasoning_details`",
        ..PLAIN
    },
    Provider {
        name: "sambanova",
        base: "/v1",
        doors: &[door("/v1/chat/completions")],
        speaks: &[says(of("*gpt-oss*"), REASONING, "call_{24}"), says(ANY, Speech::Inline, "call_{24}")],
        refuses: &[
            (ANY, "reasoning_content", &words::SAMBANOVA),
            (ANY, "reasoning", &words::SAMBANOVA),
            (ANY, "reasoning_details", &words::SAMBANOVA),
        ],
        about: "reads none and refuses all three fields (its words are made up)",
        ..PLAIN
    },
    Provider {
        name: "fireworks",
        aliases: &["fireworks-ai"],
        base: "/inference/v1",
        doors: &[door("/inference/v1/chat/completions")],
        speaks: &[says(ANY, CONTENT, "call_{24}")],
        thinks: &[(DISABLED, false)],
        reads: READS_CONTENT,
        keeps: &[
            (flagged("*", "/reasoning_history", r#""preserved""#), Keep::All),
            (flagged("*", "/reasoning_history", r#""interleaved""#), Keep::Loop),
            (of("*minimax-m2*|*glm-4*"), Keep::Loop),
        ],
        schema: Schema::Closed {
            message: &["role", "content", "tool_calls", "reasoning_content", "name", "tool_call_id", "function_call"],
            call: &["id", "type", "function", "index"],
            words: &words::FIREWORKS,
        },
        params: Some((
            &["reasoning", "preserve_thinking", "enable_thinking", "reasoning_split"],
            &words::FIREWORKS_PARAM,
        )),
        about: "reads `reasoning_content`, on GLM 4 and MiniMax M2 that of earlier turns with `reasoning_history: \"preserved\"`; refuses every other field",
        ..PLAIN
    },
    Provider {
        name: "together",
        aliases: &["togetherai", "together-ai"],
        base: "/v1",
        doors: &[door("/v1/chat/completions")],
        speaks: &[says(of("*glm-5*"), CONTENT, "call_{24}"), says(ANY, REASONING, "call_{24}")],
        thinks: &[(flagged("*", "/reasoning/enabled", "false"), false)],
        reads: &[Read::Text("reasoning"), Read::Text("reasoning_content")],
        keeps: &[
            (flagged("*glm*", "/chat_template_kwargs/clear_thinking", "false"), Keep::All),
            (of("*glm*"), Keep::Loop),
        ],
        style: &styles::TOGETHER,
        about: "reads `reasoning` and `reasoning_content`, on GLM those of earlier turns with `chat_template_kwargs.clear_thinking: false`",
        ..PLAIN
    },
    Provider {
        name: "novita",
        base: "/openai/v1",
        doors: &[
            door("/openai/v1/chat/completions"),
            door("/openai/chat/completions"),
            door("/v3/openai/chat/completions"),
        ],
        speaks: &[
            says(of("*minimax*"), Speech::Details(&DETAILS_AND_CONTENT), "call_function_{12}_1"),
            says(ANY, CONTENT, "call_{24}"),
        ],
        reads: &[Read::Details, Read::Text("reasoning_content")],
        echoes: &[(
            of("deepseek/deepseek-v4*|moonshotai/kimi-k2*"),
            Some(Echo { fields: &["reasoning_content"], empty: true, words: &words::NOVITA, streamed: None }),
        )],
        about: "reads `reasoning_content` and `reasoning_details`; requires `reasoning_content` on tool turns of DeepSeek V4 and Kimi K2 (its words are made up)",
        ..PLAIN
    },
    Provider {
        name: "tencent-tokenhub",
        aliases: &["tokenhub", "tencent"],
        base: "/v1",
        doors: &[door("/v1/chat/completions"), door("/plan/v3/chat/completions")],
        speaks: &[says(ANY, CONTENT, "call_{24}")],
        thinks: &[(DISABLED, false)],
        reads: &[Read::Details, Read::Text("reasoning_content")],
        about: "reads `reasoning_content` and `reasoning_details`",
        ..PLAIN
    },
];

//! Makers of models, at their own doors.

use super::{ANY, DISABLED, PLAIN, UNPAIRED, door, envelopes, flagged, of, styles, words};
use crate::door::Door;
use crate::provider::{
    Details, Echo, EntryId, IdForm, Keep, Kind, Pairing, Provider, Read, Schema, Speak, Speech, Upstream, When,
};
use crate::seal::Form;

const NOBODY: &[Upstream] = &[];
pub(super) const CONTENT: Speech = Speech::Text(&["reasoning_content"]);
pub(super) const READS_CONTENT: &[Read] = &[Read::Text("reasoning_content")];
const ECHO: Echo = Echo { fields: &["reasoning_content"], empty: false, words: &words::KIMI, streamed: None };

pub(super) const fn says(when: When, speech: Speech, call: &'static str) -> Speak {
    Speak { when, speech, call, upstreams: NOBODY }
}

static SPLIT: Details = Details {
    beside: &["reasoning_content"],
    kind: Kind::Plain,
    format: Some("MiniMax-response-v1"),
    id: EntryId::Is("reasoning-text-1"),
    blank: false,
    form: Form { magic: &[], url: false },
    missing: None,
    twice: None,
};

/// Parameters that belong to others, as strict hosts are sent them by mistake.
pub(super) const FOREIGN: &[&str] = &[
    "reasoning",
    "thinking",
    "preserve_thinking",
    "enable_thinking",
    "chat_template_kwargs",
    "reasoning_history",
    "reasoning_split",
];

pub(super) static ROWS: &[Provider] = &[
    Provider {
        name: "deepseek",
        doors: &[door("/chat/completions"), door("/v1/chat/completions"), door("/beta/chat/completions")],
        speaks: &[says(ANY, CONTENT, "call_00_{24}")],
        thinks: &[
            (DISABLED, false),
            (flagged("*", "/thinking/type", r#""enabled""#), true),
            (of("deepseek-chat*"), false),
        ],
        reads: READS_CONTENT,
        keeps: &[(ANY, Keep::ToolTurns)],
        refuses: &[(of("deepseek-r1*"), "reasoning_content", &words::R1)],
        echoes: &[
            (of("deepseek-r1*"), None),
            // Three generations stood behind this name; recorded ones take the field, and none is known to ask for it.
            (of("deepseek-reasoner"), None),
            (of("deepseek-v3*"), Some(Echo { empty: true, words: &words::DEEPSEEK_V3, ..ECHO })),
            (ANY, Some(Echo { empty: true, words: &words::DEEPSEEK_V4, ..ECHO })),
        ],
        pairing: Pairing { open: Some(&words::DEEPSEEK_OPEN), orphan: Some(&words::DEEPSEEK_ORPHAN), ..UNPAIRED },
        forced: Some(&words::DEEPSEEK_FORCED),
        envelope: &envelopes::CODED,
        style: &styles::DEEPSEEK,
        about: "reads `reasoning_content` of tool turns, in all later requests; requires the field there (`\"\"` will do) unless thinking is disabled; `deepseek-r1` refuses it",
        ..PLAIN
    },
    Provider {
        name: "moonshot",
        aliases: &["kimi", "moonshotai", "moonshot-cn", "kimi-coding"],
        base: "/v1",
        doors: &[door("/v1/chat/completions"), door("/coding/v1/chat/completions")],
        speaks: &[says(ANY, CONTENT, "functions.{name}:{n}")],
        thinks: &[(DISABLED, false)],
        reads: READS_CONTENT,
        keeps: &[
            (flagged("kimi-k2.6*", "/thinking/keep", r#""all""#), Keep::All),
            (of("kimi-k2.6*|kimi-k2.5*|kimi-k2-thinking*"), Keep::Loop),
        ],
        echoes: &[(ANY, Some(ECHO))],
        style: &styles::KIMI,
        about: "reads `reasoning_content`, that of earlier turns from K2.7 on, on K2.6 with `thinking.keep: \"all\"`; requires text there on tool turns (one space will do) unless thinking is disabled",
        ..PLAIN
    },
    Provider {
        name: "xiaomi",
        aliases: &["mimo"],
        base: "/v1",
        doors: &[door("/v1/chat/completions")],
        speaks: &[says(ANY, CONTENT, "call_{24}")],
        thinks: &[(DISABLED, false)],
        reads: READS_CONTENT,
        echoes: &[(ANY, Some(Echo { words: &words::MIMO, streamed: Some(&words::MIMO_STREAMED), ..ECHO }))],
        envelope: &envelopes::MIMO,
        style: &styles::MIMO,
        about: "reads `reasoning_content`; requires text there on tool turns (one space will do) unless thinking is disabled; the reason stands in `error.param`",
        ..PLAIN
    },
    Provider {
        name: "zai",
        aliases: &["glm", "z-ai", "z.ai", "zhipu"],
        base: "/api/paas/v4",
        doors: &[
            door("/api/paas/v4/chat/completions"),
            Door { keep: Some(Keep::All), ..door("/api/coding/paas/v4/chat/completions") },
        ],
        speaks: &[says(ANY, CONTENT, "call_{24}")],
        thinks: &[(DISABLED, false)],
        reads: READS_CONTENT,
        keeps: &[(flagged("*", "/thinking/clear_thinking", "false"), Keep::All), (ANY, Keep::Loop)],
        style: &styles::ZAI,
        about: "reads `reasoning_content`, that of earlier turns with `thinking.clear_thinking: false` and at /api/coding/paas/v4",
        ..PLAIN
    },
    Provider {
        name: "alibaba",
        aliases: &["dashscope", "qwen", "alibaba-cn", "alibaba-us"],
        base: "/compatible-mode/v1",
        doors: &[door("/compatible-mode/v1/chat/completions")],
        speaks: &[says(ANY, CONTENT, "call_{24}")],
        thinks: &[(flagged("*", "/enable_thinking", "false"), false)],
        reads: READS_CONTENT,
        keeps: &[
            (flagged("qwen3.6*|qwen3.7*|qwen3.8*|kimi-k2.6*|kimi-k2.7*", "/preserve_thinking", "true"), Keep::All),
            (flagged("glm-*", "/clear_thinking", "false"), Keep::All),
            (ANY, Keep::Loop),
        ],
        pairing: Pairing { open: Some(&words::ALIBABA_OPEN), orphan: Some(&words::ALIBABA_ORPHAN), ..UNPAIRED },
        forced: Some(&words::ALIBABA_FORCED),
        envelope: &envelopes::ALIBABA,
        style: &styles::ALIBABA,
        about: "reads `reasoning_content`, that of earlier turns with `preserve_thinking: true` (Qwen 3.6 and later) or `clear_thinking: false` (GLM)",
        ..PLAIN
    },
    Provider {
        name: "minimax",
        aliases: &["minimax-cn"],
        base: "/v1",
        doors: &[door("/v1/chat/completions"), door("/v1/text/chatcompletion_v2")],
        speaks: &[
            says(flagged("*", "/reasoning_split", "true"), Speech::Details(&SPLIT), "call_function_{12}_1"),
            says(ANY, Speech::Inline, "call_function_{12}_1"),
        ],
        thinks: &[(DISABLED, false)],
        reads: &[Read::Details, Read::Text("reasoning_content"), Read::Inline],
        style: &styles::MINIMAX,
        about: "reads `reasoning_details`, `reasoning_content` and `<think>` in content; answers with details where `reasoning_split` is true and with `<think>` elsewhere",
        ..PLAIN
    },
    Provider {
        name: "mistral",
        aliases: &["mistralai"],
        base: "/v1",
        doors: &[door("/v1/chat/completions")],
        speaks: &[says(ANY, Speech::Chunks, "{9}")],
        thinks: &[(flagged("*", "/reasoning_effort", r#""none""#), false)],
        reads: &[Read::Chunks],
        schema: Schema::Closed {
            message: &["role", "content", "tool_calls", "prefix"],
            call: &["function", "id", "type", "index"],
            words: &words::MISTRAL,
        },
        params: Some((FOREIGN, &words::MISTRAL_PARAM)),
        pairing: Pairing {
            open: Some(&words::MISTRAL_OPEN),
            orphan: Some(&words::MISTRAL_OPEN),
            order: Some(&words::MISTRAL_ORDER),
            id: Some(IdForm { fits: nine_letters, words: &words::MISTRAL_ID }),
        },
        envelope: &envelopes::MISTRAL,
        style: &styles::MISTRAL,
        about: "reads its own `thinking` chunks in content; refuses every other field; call ids have nine letters or digits",
        ..PLAIN
    },
    Provider {
        name: "openai",
        aliases: &["openai-api"],
        base: "/v1",
        doors: &[door("/v1/chat/completions")],
        speaks: &[says(ANY, Speech::Silent, "call_{24}")],
        thinks: &[(flagged("*", "/reasoning_effort", r#""none""#), false)],
        schema: Schema::Closed {
            message: &["role", "content", "tool_calls", "refusal", "name", "audio", "function_call", "annotations"],
            call: &["id", "type", "function", "custom"],
            words: &words::OPENAI,
        },
        params: Some((FOREIGN, &words::OPENAI_PARAM)),
        pairing: Pairing { open: Some(&words::OPENAI_OPEN), orphan: Some(&words::OPENAI_ORPHAN), ..UNPAIRED },
        style: &styles::OPENAI,
        about: "shows no thinking and reads none; refuses unknown fields",
        ..PLAIN
    },
    Provider {
        name: "xai",
        aliases: &["x-ai", "grok"],
        base: "/v1",
        doors: &[door("/v1/chat/completions")],
        speaks: &[says(ANY, CONTENT, "call_{8}")],
        style: &styles::COMMON,
        about: "shows `reasoning_content`, accepts it back and does not read it",
        ..PLAIN
    },
    Provider {
        name: "hunyuan",
        aliases: &["tencent-hunyuan"],
        base: "/v1",
        doors: &[door("/v1/chat/completions")],
        speaks: &[says(ANY, CONTENT, "call_{24}")],
        refuses: &[
            (ANY, "reasoning_content", &words::HUNYUAN),
            (ANY, "reasoning", &words::HUNYUAN),
            (ANY, "reasoning_details", &words::HUNYUAN),
        ],
        about: "shows `reasoning_content` and refuses all three fields (its words are made up)",
        ..PLAIN
    },
];

fn nine_letters(id: &str) -> bool {
    id.len() == 9 && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

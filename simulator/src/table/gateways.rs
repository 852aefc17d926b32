//! Gateways that speak of reasoning in one array: OpenRouter, and those who do as it does.

use super::claude::{KEEPERS, SIGNED};
use super::{ANY, PLAIN, door, envelopes, flagged, of, styles, words};
use crate::provider::{
    Details, Echo, EntryId, Keep, Kind, Provider, Read, SYNTHETIC, Speak, Speech, Upstream, When, Words,
};
use crate::seal::Form;

// How blobs of each family look from outside.
const FERNET: Form = Form { magic: &[0x80, 0, 0, 0, 0], url: true };
const GEMINI: Form = Form { magic: &[0x12, 0x34, 0x0a, 0x32], url: false };
const GROK: Form = Form { magic: &[], url: false };

const PLAIN_TEXT: Details = Details {
    beside: &["reasoning"],
    kind: Kind::Plain,
    format: Some("unknown"),
    id: EntryId::None,
    blank: false,
    form: GROK,
    missing: None,
    twice: None,
};
static UNKNOWN: Details = PLAIN_TEXT;
static NO_FORMAT: Details = Details { format: None, ..PLAIN_TEXT };
static CLAUDE: Details =
    Details { kind: Kind::Signed, format: Some("anthropic-claude-v1"), form: SIGNED, ..PLAIN_TEXT };
static CLAUDE_BLANK: Details =
    Details { kind: Kind::Signed, format: Some("anthropic-claude-v1"), form: SIGNED, blank: true, ..PLAIN_TEXT };
const SEALED_BY_GEMINI: Details = Details {
    kind: Kind::Sealed { summary: false },
    format: Some("google-gemini-v1"),
    id: EntryId::Call,
    form: GEMINI,
    ..PLAIN_TEXT
};
static GEMINI_3: Details = Details { missing: Some(&words::GEMINI_MISSING), ..SEALED_BY_GEMINI };
static GEMINI_2: Details = SEALED_BY_GEMINI;
static GEMINI_NO_ID: Details = Details { id: EntryId::None, ..SEALED_BY_GEMINI };
const SEALED_BY_OPENAI: Details = Details {
    kind: Kind::Sealed { summary: true },
    format: Some("openai-responses-v1"),
    id: EntryId::Item { summary: false },
    form: FERNET,
    twice: Some(&words::OPENAI_TWICE),
    ..PLAIN_TEXT
};
static GPT: Details = SEALED_BY_OPENAI;
static GPT_SHARED_ID: Details = Details { id: EntryId::Item { summary: true }, ..SEALED_BY_OPENAI };
static XAI: Details = Details { format: Some("xai-responses-v1"), form: GROK, twice: None, ..SEALED_BY_OPENAI };

const fn upstream(name: &'static str, bad: &'static Words) -> Upstream {
    Upstream { name, bad }
}
static CLAUDES: &[Upstream] = &[
    upstream("Anthropic", &words::CLAUDE_RAW),
    upstream("Amazon Bedrock", &words::BEDROCK_RAW),
    upstream("Azure", &words::CLAUDE_RAW),
];
static GEMINIS: &[Upstream] =
    &[upstream("Google AI Studio", &words::GEMINI_RAW), upstream("Google", &words::VERTEX_RAW)];
static GPTS: &[Upstream] = &[upstream("OpenAI", &words::OPENAI_RAW), upstream("Azure", &words::OPENAI_RAW)];
static GROKS: &[Upstream] = &[upstream("xAI", &words::XAI_RAW), upstream("Oracle", &words::XAI_RAW)];
// These vouch for nothing, so nothing of theirs can be bad.
static DEEPSEEKS: &[Upstream] = &[upstream("DeepSeek", &words::DEEPSEEK_V4), upstream("Novita", &words::DEEPSEEK_V4)];
static OTHERS: &[Upstream] = &[upstream("Chutes", &words::PROXY), upstream("Novita", &words::PROXY)];

const fn speak(when: When, details: &'static Details, call: &'static str, upstreams: &'static [Upstream]) -> Speak {
    Speak { when, speech: Speech::Details(details), call, upstreams }
}
/// Thinking that nobody wants to see.
const EXCLUDED: Speak = Speak {
    when: flagged("*", "/reasoning/exclude", "true"),
    speech: Speech::Silent,
    call: "call_{24}",
    upstreams: OTHERS,
};

static OPENROUTER: &[Speak] = &[
    EXCLUDED,
    speak(of("anthropic/*|*claude*"), &CLAUDE, "toolu_01{22}", CLAUDES),
    speak(of("google/gemini-3*|gemini-3*"), &GEMINI_3, "tool_{name}_{20}", GEMINIS),
    speak(of("google/gemini*|gemini*"), &GEMINI_2, "tool_{name}_{20}", GEMINIS),
    speak(of("openai/gpt-oss*|gpt-oss*"), &UNKNOWN, "call_{24}", OTHERS),
    speak(of("openai/*|gpt-*|o3*|o4*"), &GPT, "call_{24}", GPTS),
    speak(of("x-ai/*|grok*"), &XAI, "call_{8}", GROKS),
    speak(of("moonshotai/*|kimi*"), &UNKNOWN, "functions.{name}:{n}", OTHERS),
    speak(of("minimax/*"), &NO_FORMAT, "call_function_{12}_1", OTHERS),
    speak(of("deepseek/*|deepseek*"), &UNKNOWN, "call_00_{24}", DEEPSEEKS),
    speak(ANY, &UNKNOWN, "call_{24}", OTHERS),
];
static VERCEL: &[Speak] = &[
    EXCLUDED,
    speak(of("anthropic/*|*claude*"), &CLAUDE_BLANK, "toolu_01{22}", VERCEL_CLAUDES),
    speak(of("google/gemini*"), &GEMINI_NO_ID, "call_{24}", VERCEL_GEMINIS),
    speak(of("openai/gpt-oss*"), &UNKNOWN, "call_{24}", OTHERS),
    speak(of("openai/*"), &GPT_SHARED_ID, "call_{24}", VERCEL_GPTS),
    speak(of("xai/*"), &XAI, "call_{8}", VERCEL_GROKS),
    speak(ANY, &UNKNOWN, "call_{24}", OTHERS),
];
static VERCEL_CLAUDES: &[Upstream] = &[
    upstream("anthropic", &words::CLAUDE_RAW),
    upstream("vertexAnthropic", &words::CLAUDE_RAW),
    upstream("bedrock", &words::BEDROCK_RAW),
];
static VERCEL_GEMINIS: &[Upstream] = &[upstream("vertex", &words::VERTEX_RAW), upstream("google", &words::GEMINI_RAW)];
static VERCEL_GPTS: &[Upstream] = &[upstream("openai", &words::OPENAI_RAW), upstream("azure", &words::OPENAI_RAW)];
static VERCEL_GROKS: &[Upstream] = &[upstream("xai", &words::XAI_RAW), upstream("oracle", &words::XAI_RAW)];

const THINKS: &[(When, bool)] = &[
    (flagged("*", "/reasoning/enabled", "false"), false),
    (flagged("*", "/reasoning/effort", r#""none""#), false),
    (flagged("*", "/reasoning_effort", r#""none""#), false),
];
/// As each model's own maker keeps thinking.
const KEEPS: &[(When, Keep)] = &[
    (of(KEEPERS), Keep::All),
    (of("anthropic/*|*claude*"), Keep::Loop),
    (of("openai/gpt-oss*|openai/gpt-5.6*|openai/gpt-6*"), Keep::All),
    (flagged("openai/*", "/reasoning/context", r#""all_turns""#), Keep::All),
    (of("openai/*"), Keep::Loop),
];
const READS: &[Read] = &[Read::Details, Read::Text("reasoning"), Read::Text("reasoning_content")];
const ANY_OF_THREE: &[&str] = &["reasoning_details", "reasoning", "reasoning_content"];

static MISSINGNO: Words = Words {
    name: "missingno",
    status: 400,
    body: r#"{"error":{"message":"The `reasoning_content` in the thinking mode must be passed back to the API.","type":"invalid_request_error"}}"#,
    each: &[],
    evidence: SYNTHETIC,
};

const LIKE_OPENROUTER: Provider = Provider {
    speaks: OPENROUTER,
    thinks: THINKS,
    reads: READS,
    keeps: KEEPS,
    echoes: &[(
        of("deepseek/deepseek-v4*"),
        Some(Echo { fields: ANY_OF_THREE, empty: true, words: &words::DEEPSEEK_V4, streamed: None }),
    )],
    envelope: &envelopes::NUMBERED,
    nest: Some(&words::PROVIDER_RETURNED),
    style: &styles::OPENROUTER,
    ..PLAIN
};

pub(super) static ROWS: &[Provider] = &[
    Provider {
        name: "openrouter",
        aliases: &["open-router"],
        base: "/api/v1",
        doors: &[door("/api/v1/chat/completions")],
        about: "reads `reasoning_details` (Claude signed, GPT, Grok and Gemini sealed, others as text, `reasoning` and `reasoning_content` too); a changed blob comes back as the upstream's own error; Gemini 3 requires its entry in a running tool loop, DeepSeek V4 any of the three on tool turns",
        ..LIKE_OPENROUTER
    },
    Provider {
        name: "kilocode",
        aliases: &["kilo"],
        base: "/api/gateway",
        doors: &[door("/api/gateway/chat/completions"), door("/api/openrouter/chat/completions")],
        about: "as openrouter",
        ..LIKE_OPENROUTER
    },
    Provider {
        name: "nous",
        aliases: &["nousresearch", "nous-portal"],
        base: "/v1",
        doors: &[door("/v1/chat/completions")],
        echoes: &[(
            of("stealth/missingno"),
            Some(Echo { fields: &["reasoning_content"], empty: false, words: &MISSINGNO, streamed: None }),
        )],
        about: "as openrouter; `stealth/missingno` requires `reasoning_content` on tool turns",
        ..LIKE_OPENROUTER
    },
    Provider {
        name: "ai-gateway",
        aliases: &["vercel", "vercel-gateway", "vercel-ai-gateway"],
        base: "/v1",
        doors: &[door("/v1/chat/completions")],
        speaks: VERCEL,
        echoes: &[],
        envelope: &envelopes::COMMON,
        nest: Some(&words::VERCEL_RETURNED),
        style: &styles::VERCEL,
        about: "as openrouter, save that a missing Gemini entry is repaired",
        ..LIKE_OPENROUTER
    },
];

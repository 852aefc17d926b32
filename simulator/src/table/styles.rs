//! How each host frames a chat reply: which members ride along, how a stream opens and closes, where the usage stands. Read
//! off recorded replies of each.

use crate::style::{Calls, Extra, Style, UsageAt};

const BARE: Style = Style {
    silence: "null",
    top: "",
    choice: "",
    message: "",
    opening: r#"{"role":"assistant","content":""}"#,
    thinking: "",
    saying: "",
    calling: "",
    closing: "{}",
    usage: UsageAt::Own,
    extra: &[],
    indexed: false,
    streams: Calls::Pieces,
    comment: "",
    done: true,
};

pub(crate) static OPENROUTER: Style = Style {
    choice: r#""logprobs":null"#,
    message: r#""refusal":null"#,
    opening: "",
    thinking: r#""role":"assistant","content":"""#,
    saying: r#""role":"assistant","reasoning":null"#,
    calling: r#""role":"assistant","content":null"#,
    closing: r#"{"role":"assistant","content":"","reasoning":null}"#,
    usage: UsageAt::Again,
    extra: &[Extra::Upstream],
    indexed: true,
    comment: "OPENROUTER PROCESSING",
    ..BARE
};
pub(crate) static VERCEL: Style = Style {
    top: r#""system_fingerprint":"fp_simulated""#,
    choice: r#""logprobs":null"#,
    opening: r#"{"role":"assistant"}"#,
    extra: &[Extra::Routing],
    ..BARE
};
pub(crate) static DEEPSEEK: Style = Style {
    silence: r#""""#,
    top: r#""system_fingerprint":"fp_simulated""#,
    choice: r#""logprobs":null"#,
    opening: r#"{"role":"assistant","content":null,"reasoning_content":""}"#,
    thinking: r#""content":null"#,
    saying: r#""reasoning_content":null"#,
    closing: r#"{"content":"","reasoning_content":null}"#,
    usage: UsageAt::Closing,
    extra: &[Extra::HitMiss],
    indexed: true,
    ..BARE
};
pub(crate) static KIMI: Style =
    Style { silence: r#""""#, usage: UsageAt::Closing, extra: &[Extra::Cached], indexed: true, ..BARE };
pub(crate) static MIMO: Style = Style {
    silence: r#""""#,
    opening: r#"{"content":"","role":"assistant","tool_calls":null,"reasoning_content":null}"#,
    thinking: r#""content":null,"role":null,"tool_calls":null"#,
    saying: r#""role":null,"tool_calls":null,"reasoning_content":null"#,
    calling: r#""content":null,"role":null,"reasoning_content":null"#,
    closing: r#"{"content":null,"role":null,"tool_calls":null,"reasoning_content":null}"#,
    ..BARE
};
pub(crate) static ZAI: Style = Style {
    silence: r#""""#,
    top: r#""request_id":"20261130simulated""#,
    opening: "",
    thinking: r#""role":"assistant""#,
    saying: r#""role":"assistant""#,
    closing: r#"{"role":"assistant","content":""}"#,
    usage: UsageAt::Closing,
    indexed: true,
    ..BARE
};
pub(crate) static ALIBABA: Style = Style {
    silence: r#""""#,
    choice: r#""logprobs":null"#,
    opening: r#"{"content":"","reasoning_content":"","role":"assistant"}"#,
    thinking: r#""content":"""#,
    calling: r#""content":"""#,
    indexed: true,
    ..BARE
};
pub(crate) static MINIMAX: Style = Style {
    silence: r#""""#,
    top: r#""input_sensitive":false,"output_sensitive":false"#,
    message: r#""name":"MiniMax AI","audio_content":"""#,
    opening: "",
    thinking: r#""role":"assistant","name":"MiniMax AI","audio_content":"""#,
    saying: r#""role":"assistant","name":"MiniMax AI","audio_content":"""#,
    calling: r#""role":"assistant","name":"MiniMax AI","audio_content":"""#,
    closing: r#"{"role":"assistant","name":"MiniMax AI","audio_content":""}"#,
    extra: &[Extra::BaseResp],
    indexed: true,
    done: false,
    ..BARE
};
pub(crate) static MISTRAL: Style =
    Style { silence: r#""""#, closing: r#"{"content":""}"#, usage: UsageAt::Closing, ..BARE };
pub(crate) static OPENAI: Style = Style {
    top: r#""service_tier":"default","system_fingerprint":"fp_simulated""#,
    choice: r#""logprobs":null"#,
    message: r#""refusal":null,"annotations":[]"#,
    opening: r#"{"role":"assistant","content":"","refusal":null}"#,
    usage: UsageAt::Asked,
    ..BARE
};
pub(crate) static COMMON: Style = Style { indexed: true, ..BARE };
pub(crate) static GROQ: Style = Style {
    silence: "",
    choice: r#""logprobs":null"#,
    thinking: r#""channel":"analysis""#,
    usage: UsageAt::Closing,
    extra: &[Extra::XGroq],
    ..BARE
};
pub(crate) static CEREBRAS: Style = Style {
    silence: "",
    top: r#""system_fingerprint":"fp_simulated""#,
    opening: r#"{"role":"assistant"}"#,
    usage: UsageAt::Closing,
    ..BARE
};
pub(crate) static TOGETHER: Style = Style {
    silence: r#""""#,
    choice: r#""logprobs":null"#,
    opening: r#"{"token_id":null,"role":"assistant","content":"","reasoning":null}"#,
    thinking: r#""token_id":null,"role":"assistant","content":"""#,
    saying: r#""token_id":null,"role":"assistant","reasoning":null"#,
    closing: r#"{"token_id":null,"role":"assistant","content":"","reasoning":null}"#,
    indexed: true,
    ..BARE
};
pub(crate) static LLAMACPP: Style = Style {
    top: r#""system_fingerprint":"b7010-simulated""#,
    opening: r#"{"role":"assistant","content":null}"#,
    extra: &[Extra::Timings],
    ..BARE
};
pub(crate) static VLLM: Style = Style { choice: r#""logprobs":null"#, usage: UsageAt::Asked, ..BARE };
pub(crate) static OLLAMA: Style = Style {
    silence: r#""""#,
    top: r#""system_fingerprint":"fp_ollama""#,
    opening: "",
    thinking: r#""role":"assistant","content":"""#,
    saying: r#""role":"assistant""#,
    calling: r#""role":"assistant","content":"""#,
    closing: r#"{"role":"assistant","content":""}"#,
    usage: UsageAt::Asked,
    indexed: true,
    ..BARE
};
pub(crate) static GEMINI: Style = Style {
    silence: "",
    opening: "",
    thinking: r#""role":"assistant""#,
    saying: r#""role":"assistant""#,
    calling: r#""role":"assistant""#,
    closing: r#"{"role":"assistant"}"#,
    usage: UsageAt::Closing,
    streams: Calls::Unnumbered,
    ..BARE
};
pub(crate) static COPILOT: Style = Style {
    opening: "",
    thinking: r#""content":null,"role":"assistant""#,
    saying: r#""role":"assistant""#,
    calling: r#""content":null,"role":"assistant""#,
    closing: r#"{"content":null,"role":"assistant"}"#,
    usage: UsageAt::Closing,
    indexed: true,
    streams: Calls::Whole,
    ..BARE
};

//! The simulator's providers as they are asked, as data: a model of each, and what opens a conversation on each wire.
use throughline::Api;

/// How one provider of the simulator is asked.
pub(crate) struct Way {
    /// Its name there.
    pub(crate) name: &'static str,
    pub(crate) model: &'static str,
    /// Members that its requests need beside the wire's own, as JSON.
    pub(crate) members: &'static str,
    /// Whether the AWS SDK sends there too.
    pub(crate) aws: bool,
    /// The name that it is dialled by, where nobody would run it on a machine of their own; none for the address.
    pub(crate) host: Option<&'static str>,
    /// Whether it reads the reasoning that it takes.
    pub(crate) reads: bool,
}

const fn way(name: &'static str, model: &'static str) -> Way {
    Way { name, model, members: "", aws: false, host: None, reads: true }
}
/// A provider of Messages, thinking by a budget.
const fn budget(name: &'static str, model: &'static str) -> Way {
    Way { members: r#""max_tokens":4096,"thinking":{"type":"enabled","budget_tokens":2048},"#, ..way(name, model) }
}

pub(crate) const WAYS: &[Way] = &[
    way("openrouter", "anthropic/claude-opus-4.5"),
    way("openrouter", "openai/gpt-5.6"),
    way("openrouter", "z-ai/glm-5"),
    way("kilocode", "anthropic/claude-opus-4.5"),
    way("ai-gateway", "anthropic/claude-opus-4.5"),
    way("nous", "z-ai/glm-5.3"),
    budget("anthropic", "claude-opus-4-5"),
    budget("vertex-anthropic", "claude-opus-4-5@20251101"),
    budget("azure-foundry", "claude-opus-4-5"),
    budget("copilot-anthropic", "claude-opus-4.5"),
    budget("minimax-anthropic", "MiniMax-M2.5"),
    budget("moonshot-anthropic", "kimi-k2.6"),
    budget("deepseek-anthropic", "deepseek-v4-pro"),
    budget("zai-anthropic", "glm-5"),
    Way { host: Some("relay.example"), ..budget("relay", "claude-opus-4-5") },
    Way {
        members: r#""inferenceConfig":{"maxTokens":4096},"additionalModelRequestFields":{"thinking":{"type":"enabled","budget_tokens":1024}},"#,
        aws: true,
        ..way("bedrock", "us.anthropic.claude-sonnet-4-5-20250929-v1:0")
    },
    Way { aws: true, ..way("bedrock", "openai.gpt-oss-120b-1:0") },
    Way { aws: true, ..budget("bedrock-invoke", "us.anthropic.claude-sonnet-4-5-20250929-v1:0") },
    way("gemini", "gemini-3-pro-preview"),
    way("gemini-openai", "gemini-3-pro-preview"),
    way("vertex", "gemini-3-flash-preview"),
    way("vertex-openai", "google/gemini-3-flash-preview"),
    way("copilot", "claude-sonnet-4.5"),
    way("copilot", "gemini-3-pro"),
    way("deepseek", "deepseek-v4-pro"),
    way("moonshot", "kimi-k2.6"),
    way("xiaomi", "mimo-v2.5-pro"),
    way("zai", "glm-5"),
    way("alibaba", "qwen3.8-max"),
    Way { members: r#""reasoning_split":true,"#, ..way("minimax", "MiniMax-M2.5") },
    way("tencent-tokenhub", "hy3"),
    way("novita", "qwen/qwen3.7"),
    way("together", "deepseek-ai/DeepSeek-V4-Pro"),
    way("fireworks", "kimi-k2.6"),
    way("llamacpp", "qwen3"),
    way("vllm", "qwen3"),
    way("ollama", "qwen3"),
    way("mistral", "magistral-medium"),
    way("groq", "openai/gpt-oss-120b"),
    way("cerebras", "gpt-oss-120b"),
    way("sambanova", "gpt-oss-120b"),
    way("hunyuan", "hunyuan-t1"),
    way("openai", "gpt-5"),
    Way { reads: false, ..way("xai", "grok-4.1") },
];

/// What a wire's requests open with: its tool, around whatever `members` hold. The turns come by themselves.
pub(crate) const OPENINGS: &[(Api, &str, &str)] = &[
    (
        Api::CHAT,
        r#"{"model":"m","#,
        r#""tools":[{"type":"function","function":{"name":"look","parameters":{"type":"object","properties":{}}}}],"messages":[]}"#,
    ),
    (
        Api::MESSAGES,
        r#"{"model":"m","#,
        r#""tools":[{"name":"look","input_schema":{"type":"object","properties":{}}}],"messages":[]}"#,
    ),
    (
        Api::new("gemini_generate"),
        "{",
        r#""tools":[{"functionDeclarations":[{"name":"look","parameters":{"type":"OBJECT"}}]}],"contents":[]}"#,
    ),
    (
        Api::new("bedrock_converse"),
        "{",
        r#""toolConfig":{"tools":[{"toolSpec":{"name":"look","inputSchema":{"json":{"type":"object","properties":{}}}}}]},"messages":[]}"#,
    ),
];

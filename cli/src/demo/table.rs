//! Where the demo goes. Data: what a route reads is the table of routes' to say, what it enforces the simulator's.

/// One route: the provider names the policy, the base URL is the simulator's.
pub(crate) struct Way {
    pub(crate) provider: &'static str,
    /// The simulator's name for it, which knows each wire of a provider by its own.
    pub(crate) simulated: &'static str,
    pub(crate) model: &'static str,
    /// Members that every client's request has there, as JSON.
    pub(crate) members: &'static str,
}

const fn way(provider: &'static str, model: &'static str) -> Way {
    Way { provider, simulated: provider, model, members: "" }
}

/// Gemini's own wire beside the compatible one.
const GEMINI: Way = way("gemini", "gemini-3-pro");
const GEMINI_COMPATIBLE: Way = Way { simulated: "gemini-openai", ..way("gemini", "gemini-3-pro") };

/// Where a session that moves comes from.
pub(crate) const ORIGIN: Way = way("openrouter", "anthropic/claude-opus-4.5");

/// Routes that a whole conversation is held on.
pub(crate) const WAYS: &[Way] = &[
    way("openrouter", "anthropic/claude-opus-4.5"),
    way("openrouter", "openai/gpt-5.6"),
    way("openrouter", "google/gemini-3-pro"),
    way("openrouter", "x-ai/grok-4.1"),
    way("openrouter", "z-ai/glm-5"),
    way("kilocode", "anthropic/claude-opus-4.5"),
    way("ai-gateway", "anthropic/claude-opus-4.5"),
    way("nous", "z-ai/glm-5.3"),
    Way {
        members: r#""max_tokens":4096,"thinking":{"type":"enabled","budget_tokens":2048},"#,
        ..way("anthropic", "claude-opus-4-5")
    },
    GEMINI,
    GEMINI_COMPATIBLE,
    way("vertex", "gemini-3-pro"),
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
];

/// Routes that a session moves to, its first turns from [`ORIGIN`].
pub(crate) const MOVES: &[Way] = &[
    GEMINI,
    GEMINI_COMPATIBLE,
    way("vertex", "gemini-3-pro"),
    way("copilot", "claude-sonnet-4.5"),
    way("copilot", "gemini-3-pro"),
    way("deepseek", "deepseek-v4-pro"),
    way("moonshot", "kimi-k3"),
    way("xiaomi", "mimo-v2.5-pro"),
    way("zai", "glm-5"),
    way("alibaba", "qwen3.8-max"),
    way("fireworks", "kimi-k2.6"),
    way("llamacpp", "qwen3"),
    way("vllm", "qwen3"),
    way("mistral", "magistral-medium"),
    way("groq", "openai/gpt-oss-120b"),
    way("cerebras", "gpt-oss-120b"),
    way("openai", "gpt-5"),
];

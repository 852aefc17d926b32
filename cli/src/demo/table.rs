//! Where the demo goes. Data: what a route reads is the table of routes' to say, what it enforces the simulator's.

/// One route: the provider names the policy, the base URL is the simulator's.
pub(crate) struct Way {
    pub(crate) provider: &'static str,
    /// The simulator's name for it, which knows each wire of a provider by its own.
    pub(crate) simulated: &'static str,
    pub(crate) model: &'static str,
    /// Members that every client's request has there, as JSON.
    pub(crate) members: &'static str,
    /// True where the model stands in the address alone.
    pub(crate) addressed: bool,
    /// What the demo calls it; none for the simulator's name and the model's, without its maker.
    pub(crate) called: Option<&'static str>,
}

const fn way(provider: &'static str, model: &'static str) -> Way {
    Way { provider, simulated: provider, model, members: "", addressed: false, called: None }
}

/// What Claude is asked for where it is told how much to think.
macro_rules! budget {
    () => {
        r#""thinking":{"type":"enabled","budget_tokens":2048},"#
    };
}
/// The same of models that see to that themselves.
macro_rules! adaptive {
    () => {
        r#""thinking":{"type":"adaptive","display":"summarized"},"#
    };
}
macro_rules! direct {
    ($thinking:expr) => {
        concat!(r#""max_tokens":4096,"#, $thinking)
    };
}
macro_rules! vertex {
    ($thinking:expr) => {
        concat!(r#""anthropic_version":"vertex-2023-10-16","#, direct!($thinking))
    };
}

/// Claude at the doors of its own wire.
const ANTHROPIC: Way = Way { members: direct!(budget!()), ..way("anthropic", "claude-opus-4-5") };
const FOUNDRY: Way =
    Way { provider: "azure-foundry", simulated: "azure-foundry", called: Some("foundry claude-opus-4-5"), ..ANTHROPIC };
const VERTEX: Way = Way {
    provider: "vertex",
    simulated: "vertex-anthropic",
    members: vertex!(budget!()),
    addressed: true,
    called: Some("vertex claude-opus-4-5"),
    ..ANTHROPIC
};
const INVOKE: Way = Way {
    provider: "bedrock",
    simulated: "bedrock-invoke",
    model: "us.anthropic.claude-opus-4-5-20251101-v1:0",
    members: concat!(r#""anthropic_version":"bedrock-2023-05-31","#, direct!(budget!())),
    called: Some("invoke claude-opus-4-5"),
    ..VERTEX
};
/// Bedrock's own wire.
const BEDROCK: Way = Way {
    simulated: "bedrock",
    members: r#""inferenceConfig":{"maxTokens":4096},"additionalModelRequestFields":{"thinking":{"type":"enabled","budget_tokens":2048}},"#,
    called: Some("bedrock claude-opus-4-5"),
    ..INVOKE
};

/// A model whose signatures are bound to everything before them.
const BOUND_ANTHROPIC: Way = Way { model: "claude-fable-5-1", members: direct!(adaptive!()), ..ANTHROPIC };
const BOUND_BEDROCK: Way = Way {
    model: "global.anthropic.claude-fable-5-1-v1:0",
    members: r#""inferenceConfig":{"maxTokens":4096},"additionalModelRequestFields":{"thinking":{"type":"adaptive","display":"summarized"}},"#,
    ..BEDROCK
};
const BOUND_VERTEX: Way =
    Way { model: "claude-fable-5-1", members: vertex!(adaptive!()), called: Some("vertex claude-fable-5-1"), ..VERTEX };
/// The same with instructions that were not there before: what was signed is bound to another prefix now.
const CHANGED: Way = Way {
    members: concat!(r#""system":"Be brief.","#, vertex!(adaptive!())),
    called: Some("vertex, new instructions"),
    ..BOUND_VERTEX
};

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
    ANTHROPIC,
    BEDROCK,
    INVOKE,
    FOUNDRY,
    VERTEX,
    way("vertex", "gemini-3-pro"),
    GEMINI,
    GEMINI_COMPATIBLE,
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

/// A door of Claude for each request: where the question goes, where the tool's result, and where the last question.
pub(crate) const DOORS: &[[Way; 3]] = &[
    [ANTHROPIC, BEDROCK, VERTEX],
    [BOUND_ANTHROPIC, BOUND_BEDROCK, BOUND_VERTEX],
    [BOUND_ANTHROPIC, BOUND_BEDROCK, CHANGED],
];

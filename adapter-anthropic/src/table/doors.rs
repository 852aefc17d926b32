//! The doors to this wire: which hosts speak it, how each is asked, and what it reads. One entry a door, each with its reason and evidence.
//!
//! Never names a model: what the generations of Claude do is in `claude/table.rs`, and `rows.rs` joins the two.

use super::form::{BEARER, COPILOT, DIRECT, Form, INVOKE, VERTEX};

/// Hosts that speak this wire in one way.
pub(crate) struct Door {
    /// The name of its first row.
    pub name: &'static str,
    /// The providers that it is, by the ids of the presets.
    pub providers: &'static [&'static str],
    /// Its hosts, as patterns have them.
    pub hosts: &'static [&'static str],
    /// What the path of its base URL starts with.
    pub path: Option<&'static str>,
    /// True for machines of ours.
    pub local: bool,
    /// What it reads.
    pub reads: Reading,
    /// How it is asked.
    pub form: &'static Form,
    /// The reason in one sentence.
    pub why: &'static str,
    /// A public URL, or `unverified`.
    pub evidence: &'static str,
}

/// What a door reads of the reasoning.
#[derive(Clone, Copy)]
pub(crate) enum Reading {
    /// What Claude signed, by the generations of Claude.
    Claude(Claude),
    /// What it handed out itself: Claude's by the generations of Claude, any other model's for that model.
    Gateway {
        /// Under which name it issues what its Claude models sign.
        claude: &'static str,
        /// The same for all others.
        others: &'static str,
    },
    /// What it signed itself, on every turn, and nothing else.
    Signed {
        /// Under which name it issues that.
        issuer: &'static str,
    },
    /// Thinking without a signature, of any origin.
    Text(Text),
    /// No thinking at all.
    Nothing,
}

/// A door to Claude.
#[derive(Clone, Copy)]
pub(crate) struct Claude {
    /// Under which name it issues what it signs, and whose signatures it reads.
    pub issuer: &'static str,
    /// True where no other model is behind it, so that a name which says nothing is Claude's.
    pub alone: bool,
}

/// A door to models whose thinking is text.
#[derive(Clone, Copy)]
pub(crate) struct Text {
    /// Under which name it issues what it does seal.
    pub issuer: &'static str,
    /// Whose seals it takes; it checks none of them.
    pub seals: &'static [&'static str],
    /// True where a block without text goes back.
    pub empties: bool,
    /// True where a call without thinking is refused.
    pub demands: bool,
}

const CLAUDE: Claude = Claude { issuer: "claude", alone: false };
const THINKING: &str = "https://platform.claude.com/docs/en/build-with-claude/extended-thinking";
const PRESERVED: &str = "https://platform.claude.com/docs/en/build-with-claude/preserved-thinking";

/// A door to begin another with.
const NOBODY: Door = Door {
    name: "messages-elsewhere",
    providers: &[],
    hosts: &[],
    path: None,
    local: false,
    reads: Reading::Nothing,
    form: &DIRECT,
    why: "an unknown host that speaks this wire cannot check a signature that another host made",
    evidence: "unverified",
};

/// Every door; the last stands open for whoever is at none of the others.
pub(crate) static DOORS: &[Door] = &[
    Door {
        name: "anthropic",
        providers: &["anthropic"],
        hosts: &["anthropic.com"],
        reads: Reading::Claude(Claude { alone: true, ..CLAUDE }),
        why: "signed thinking goes back unmodified and in order; a block without its signature is refused",
        evidence: THINKING,
        ..NOBODY
    },
    Door {
        name: "vertex-claude",
        providers: &["vertex"],
        hosts: &["aiplatform.googleapis.com", "*-aiplatform.googleapis.com", "aiplatform.*.rep.googleapis.com"],
        reads: Reading::Claude(CLAUDE),
        form: &VERTEX,
        why: "signatures are the same on Anthropic's host, Bedrock and Google Cloud",
        evidence: THINKING,
        ..NOBODY
    },
    Door {
        name: "foundry-claude",
        providers: &["azure-foundry", "azure", "azure-openai"],
        hosts: &["*.services.ai.azure.com", "*.openai.azure.com", "*.cognitiveservices.azure.com"],
        path: Some("/anthropic"),
        reads: Reading::Claude(Claude { alone: true, ..CLAUDE }),
        why: "a deployment of Claude reads what Claude signed elsewhere; its name is its owner's to choose",
        evidence: PRESERVED,
        ..NOBODY
    },
    Door {
        name: "foundry-relayed",
        providers: &["azure-foundry", "azure", "azure-openai"],
        reads: Reading::Claude(Claude { alone: true, ..CLAUDE }),
        why: "the provider names the policy: what stands in front of a deployment has a path of its own",
        evidence: PRESERVED,
        ..NOBODY
    },
    Door {
        name: "invoke-claude",
        providers: &["bedrock"],
        hosts: BEDROCK,
        reads: Reading::Claude(CLAUDE),
        form: &INVOKE,
        why: "signatures are the same on Anthropic's host, Bedrock and Google Cloud; another model behind the same host reads none",
        evidence: "https://docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-thinking-block-binding.html",
        ..NOBODY
    },
    Door {
        name: "bedrock-anthropic",
        providers: &["bedrock"],
        hosts: BEDROCK,
        path: Some("/anthropic"),
        reads: Reading::Claude(CLAUDE),
        form: &BEARER,
        why: "below this path Bedrock is asked as Anthropic's own host is",
        evidence: "https://docs.aws.amazon.com/bedrock/latest/userguide/inference-messages-api.html",
        ..NOBODY
    },
    Door {
        name: "mantle-claude",
        providers: &["bedrock-mantle"],
        hosts: &["bedrock-mantle.*.api.aws"],
        reads: Reading::Claude(CLAUDE),
        why: "Bedrock's second host is asked as Anthropic's own is, and reads the same signatures",
        evidence: "https://docs.aws.amazon.com/bedrock/latest/userguide/inference-messages-api.html",
        ..NOBODY
    },
    Door {
        name: "nous-claude",
        providers: &["nous"],
        hosts: &["inference-api.nousresearch.com"],
        reads: Reading::Claude(CLAUDE),
        form: &BEARER,
        why: "the portal hands Claude's own signatures on, both ways",
        evidence: "https://github.com/NousResearch/hermes-agent",
        ..NOBODY
    },
    Door {
        name: "copilot-claude",
        providers: &["copilot", "github-copilot"],
        hosts: &["githubcopilot.com", "copilot-api.*.ghe.com"],
        reads: Reading::Claude(Claude { issuer: "copilot/claude", alone: false }),
        form: &COPILOT,
        why: "blocks go back as they came; whether it reads what Claude signed on another host nobody has shown",
        evidence: "https://github.com/caozhiyuan/copilot-api/issues/145",
        ..NOBODY
    },
    Door {
        name: "openrouter-messages",
        providers: &["openrouter"],
        hosts: &["openrouter.ai"],
        reads: Reading::Gateway { claude: "openrouter/claude", others: "openrouter" },
        form: &BEARER,
        why: "what the gateway handed out goes back to it, for the models that it came from",
        evidence: "https://openrouter.ai/docs/use-cases/reasoning-tokens",
        ..NOBODY
    },
    Door {
        name: "ai-gateway-messages",
        providers: &["ai-gateway", "vercel", "vercel-gateway"],
        hosts: &["ai-gateway.vercel.sh"],
        reads: Reading::Gateway { claude: "ai-gateway/claude", others: "ai-gateway" },
        why: "what the gateway handed out goes back to it, for the models that it came from",
        evidence: "https://vercel.com/docs/ai-gateway",
        ..NOBODY
    },
    Door {
        name: "opencode-messages",
        providers: &["opencode", "opencode-go"],
        hosts: &["opencode.ai"],
        reads: Reading::Gateway { claude: "opencode/claude", others: "opencode" },
        why: "what the gateway handed out goes back to it, for the models that it came from",
        evidence: "https://opencode.ai/docs/zen/",
        ..NOBODY
    },
    Door {
        name: "minimax-messages",
        providers: &["minimax", "minimax-cn"],
        hosts: &["minimax.io", "minimaxi.com", "api.minimax.chat"],
        reads: Reading::Signed { issuer: "minimax" },
        why: "it signs its own thinking and wants it back unchanged on every turn",
        evidence: "https://github.com/NousResearch/hermes-agent/issues/85251",
        ..NOBODY
    },
    Door {
        name: "moonshot-messages",
        providers: &["moonshot", "moonshot-cn", "moonshotai", "moonshotai-cn", "kimi", "kimi-coding", "kimi-coding-cn"],
        hosts: &["moonshot.ai", "moonshot.cn", "kimi.com"],
        reads: Reading::Text(KIMI),
        why: "every thought goes back, signed or not and empty ones too; a call without any is refused",
        evidence: "https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model",
        ..NOBODY
    },
    Door {
        name: "deepseek-messages",
        providers: &["deepseek"],
        hosts: &["api.deepseek.com"],
        reads: Reading::Text(Text { issuer: "deepseek", demands: true, ..TEXT }),
        why: "it wants its thoughts back without a signature and knows no redacted ones; a call without a thought is refused",
        evidence: "https://api-docs.deepseek.com/guides/anthropic_api",
        ..NOBODY
    },
    Door {
        name: "xiaomi-messages",
        providers: &["xiaomi", "mimo"],
        hosts: &["xiaomimimo.com"],
        reads: Reading::Text(Text { issuer: "xiaomi", demands: true, ..TEXT }),
        why: "with thinking on, every turn that calls a tool must carry its thought, on all later requests",
        evidence: "https://platform.xiaomimimo.com/docs/en-US/usage-guide/passing-back-reasoning_content",
        ..NOBODY
    },
    Door {
        name: "zai-messages",
        providers: &["zai", "glm", "z-ai", "z.ai", "zhipu", "bigmodel"],
        hosts: &["api.z.ai", "open.bigmodel.cn"],
        reads: Reading::Text(Text { issuer: "zai", ..TEXT }),
        why: "its models recall thoughts that are sent back on this wire, and not on chat completions",
        evidence: "https://github.com/NousResearch/hermes-agent/pull/86433",
        ..NOBODY
    },
    Door {
        name: "alibaba-messages",
        providers: &[
            "alibaba",
            "alibaba-cn",
            "alibaba-us",
            "alibaba-token-plan",
            "alibaba-token-plan-cn",
            "alibaba-coding-plan",
            "alibaba-coding-plan-cn",
            "dashscope",
            "qwen",
        ],
        hosts: &["dashscope.aliyuncs.com", "dashscope-*.aliyuncs.com", "maas.aliyuncs.com"],
        reads: Reading::Text(Text { issuer: "alibaba", ..TEXT }),
        why: "its models think in text; nothing is said of signatures",
        evidence: "https://help.aliyun.com/en/model-studio/anthropic-api-messages",
        ..NOBODY
    },
    Door {
        name: "volcengine-messages",
        providers: &["volcengine", "ark"],
        hosts: &["ark.*.volces.com"],
        reads: Reading::Text(Text { issuer: "volcengine", seals: &["volcengine"], ..TEXT }),
        why: "newer models sign their thoughts and older ones do not; it takes back both",
        evidence: "unverified",
        ..NOBODY
    },
    Door {
        name: "sambanova-messages",
        providers: &["sambanova"],
        hosts: &["api.sambanova.ai"],
        reads: Reading::Text(Text { issuer: "sambanova", ..TEXT }),
        form: &BEARER,
        why: "every model behind this wire thinks in blocks without a signature",
        evidence: "https://docs.sambanova.ai/docs/en/features/messages",
        ..NOBODY
    },
    Door {
        name: "servers-messages",
        providers: &[
            "ollama",
            "lmstudio",
            "lm-studio",
            "vllm",
            "llamacpp",
            "llama-cpp",
            "llama.cpp",
            "sglang",
            "localai",
            "gpustack",
            "mistralrs",
        ],
        local: true,
        reads: Reading::Text(Text { issuer: "local", ..TEXT }),
        why: "local servers put thoughts into the model's template and sign nothing",
        evidence: "https://docs.ollama.com/api/anthropic-compatibility",
        ..NOBODY
    },
    NOBODY,
];

/// Private endpoints are named below the public name: <https://docs.aws.amazon.com/bedrock/latest/userguide/vpc-interface-endpoints.html>.
const BEDROCK: &[&str] = &[
    "bedrock-runtime.*.amazonaws.com",
    "bedrock-runtime-fips.*.amazonaws.com",
    "bedrock-runtime.*.amazonaws.com.cn",
    "bedrock-runtime.*.api.aws",
    "*.bedrock-runtime.*.vpce.amazonaws.com",
    "*.bedrock-runtime-fips.*.vpce.amazonaws.com",
];

const TEXT: Text = Text { issuer: "", seals: &[], empties: false, demands: false };
const KIMI: Text = Text { issuer: "kimi", seals: &["*"], empties: true, demands: true };

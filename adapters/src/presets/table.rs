//! The presets, as data. URLs and names of variables are the vendors' own, from their documentation.
use super::Preset;
use throughline_core::Api;

const CHAT: Api = Api::CHAT;
const MESSAGES: Api = Api::MESSAGES;
const RESPONSES: Api = Api::new("openai_responses");
const GEMINI: Api = Api::new("gemini_generate");
const CONVERSE: Api = Api::new("bedrock_converse");

/// Id, other names, key variable (`-` for none), and where each wire is spoken, the usual one first.
macro_rules! presets {
    ($($id:literal [$($alias:literal),*] $key:tt { $($api:ident $url:literal),* $(,)? })*) => {
        &[$(Preset { id: $id, aliases: &[$($alias),*], bases: &[$(($api, $url)),*], key: key!($key) }),*]
    };
}
macro_rules! key {
    (-) => {
        None
    };
    ($name:ident) => {
        Some(stringify!($name))
    };
}

pub(super) const PRESETS: &[Preset] = presets! {
    // Gateways.
    "openrouter" ["open-router"] OPENROUTER_API_KEY {
        CHAT "https://openrouter.ai/api/v1",
        MESSAGES "https://openrouter.ai/api",
        RESPONSES "https://openrouter.ai/api/v1",
    }
    "kilocode" ["kilo"] KILO_API_KEY { CHAT "https://api.kilo.ai/api/gateway" }
    "ai-gateway" ["vercel", "vercel-gateway", "vercel-ai-gateway"] AI_GATEWAY_API_KEY {
        CHAT "https://ai-gateway.vercel.sh/v1",
        MESSAGES "https://ai-gateway.vercel.sh",
        RESPONSES "https://ai-gateway.vercel.sh/v1",
    }
    "nous" ["nousresearch", "nous-portal"] NOUS_API_KEY {
        CHAT "https://inference-api.nousresearch.com/v1",
        MESSAGES "https://inference-api.nousresearch.com",
    }
    "huggingface" ["hf", "hugging-face"] HF_TOKEN {
        CHAT "https://router.huggingface.co/v1",
        RESPONSES "https://router.huggingface.co/v1",
    }
    "opencode" ["opencode-zen", "zen"] OPENCODE_API_KEY {
        CHAT "https://opencode.ai/zen/v1",
        MESSAGES "https://opencode.ai/zen",
        RESPONSES "https://opencode.ai/zen/v1",
    }
    "opencode-go" [] OPENCODE_API_KEY {
        CHAT "https://opencode.ai/zen/go/v1",
        MESSAGES "https://opencode.ai/zen/go",
    }
    "cloudflare" ["workers-ai"] CLOUDFLARE_API_TOKEN {
        CHAT "https://api.cloudflare.com/client/v4/accounts/{account}/ai/v1",
    }
    "cloudflare-ai-gateway" [] CLOUDFLARE_API_TOKEN {
        CHAT "https://gateway.ai.cloudflare.com/v1/{account}/{gateway}/compat",
    }
    "copilot" ["github-copilot"] COPILOT_GITHUB_TOKEN {
        CHAT "https://api.githubcopilot.com",
        MESSAGES "https://api.githubcopilot.com",
        RESPONSES "https://api.githubcopilot.com",
    }

    // Makers of models.
    "anthropic" ["claude"] ANTHROPIC_API_KEY { MESSAGES "https://api.anthropic.com" }
    "openai" ["openai-api"] OPENAI_API_KEY {
        CHAT "https://api.openai.com/v1",
        RESPONSES "https://api.openai.com/v1",
    }
    "gemini" ["google"] GEMINI_API_KEY {
        CHAT "https://generativelanguage.googleapis.com/v1beta/openai",
        GEMINI "https://generativelanguage.googleapis.com/v1beta",
    }
    "deepseek" [] DEEPSEEK_API_KEY {
        CHAT "https://api.deepseek.com",
        MESSAGES "https://api.deepseek.com/anthropic",
        RESPONSES "https://api.deepseek.com",
    }
    "moonshot" ["kimi", "moonshotai"] MOONSHOT_API_KEY {
        CHAT "https://api.moonshot.ai/v1",
        MESSAGES "https://api.moonshot.ai/anthropic",
    }
    "moonshot-cn" ["moonshotai-cn", "kimi-coding-cn"] MOONSHOT_API_KEY {
        CHAT "https://api.moonshot.cn/v1",
        MESSAGES "https://api.moonshot.cn/anthropic",
    }
    "kimi-coding" [] KIMI_API_KEY {
        CHAT "https://api.kimi.com/coding/v1",
        MESSAGES "https://api.kimi.com/coding",
    }
    "xiaomi" ["mimo"] MIMO_API_KEY {
        CHAT "https://api.xiaomimimo.com/v1",
        MESSAGES "https://api.xiaomimimo.com/anthropic",
    }
    "zai" ["glm", "z-ai", "z.ai"] ZAI_API_KEY {
        CHAT "https://api.z.ai/api/paas/v4",
        MESSAGES "https://api.z.ai/api/anthropic",
    }
    "zhipu" ["bigmodel", "zhipuai"] ZHIPUAI_API_KEY {
        CHAT "https://open.bigmodel.cn/api/paas/v4",
        MESSAGES "https://open.bigmodel.cn/api/anthropic",
    }
    "alibaba" ["dashscope", "qwen"] DASHSCOPE_API_KEY {
        CHAT "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        MESSAGES "https://dashscope-intl.aliyuncs.com/apps/anthropic",
    }
    "alibaba-cn" ["dashscope-cn"] DASHSCOPE_API_KEY {
        CHAT "https://dashscope.aliyuncs.com/compatible-mode/v1",
        MESSAGES "https://dashscope.aliyuncs.com/apps/anthropic",
    }
    "alibaba-us" ["dashscope-us"] DASHSCOPE_API_KEY {
        CHAT "https://dashscope-us.aliyuncs.com/compatible-mode/v1",
        MESSAGES "https://dashscope-us.aliyuncs.com/apps/anthropic",
    }
    "alibaba-coding-plan" [] DASHSCOPE_API_KEY {
        CHAT "https://coding-intl.dashscope.aliyuncs.com/v1",
        MESSAGES "https://coding-intl.dashscope.aliyuncs.com/apps/anthropic",
    }
    "alibaba-coding-plan-cn" [] DASHSCOPE_API_KEY {
        CHAT "https://coding.dashscope.aliyuncs.com/v1",
        MESSAGES "https://coding.dashscope.aliyuncs.com/apps/anthropic",
    }
    "alibaba-token-plan" [] DASHSCOPE_API_KEY {
        CHAT "https://token-plan.ap-southeast-1.maas.aliyuncs.com/compatible-mode/v1",
        MESSAGES "https://token-plan.ap-southeast-1.maas.aliyuncs.com/apps/anthropic",
    }
    "alibaba-token-plan-cn" [] DASHSCOPE_API_KEY {
        CHAT "https://token-plan.cn-beijing.maas.aliyuncs.com/compatible-mode/v1",
        MESSAGES "https://token-plan.cn-beijing.maas.aliyuncs.com/apps/anthropic",
    }
    "minimax" [] MINIMAX_API_KEY {
        CHAT "https://api.minimax.io/v1",
        MESSAGES "https://api.minimax.io/anthropic",
        RESPONSES "https://api.minimax.io/v1",
    }
    "minimax-cn" [] MINIMAX_API_KEY {
        CHAT "https://api.minimaxi.com/v1",
        MESSAGES "https://api.minimaxi.com/anthropic",
        RESPONSES "https://api.minimaxi.com/v1",
    }
    "hunyuan" ["tencent-hunyuan"] HUNYUAN_API_KEY { CHAT "https://api.hunyuan.cloud.tencent.com/v1" }
    "volcengine" ["ark", "doubao"] ARK_API_KEY {
        CHAT "https://ark.cn-beijing.volces.com/api/v3",
        MESSAGES "https://ark.cn-beijing.volces.com/api/plan",
    }
    "xai" ["x-ai", "x.ai", "grok"] XAI_API_KEY {
        CHAT "https://api.x.ai/v1",
        RESPONSES "https://api.x.ai/v1",
    }
    "mistral" ["mistralai"] MISTRAL_API_KEY { CHAT "https://api.mistral.ai/v1" }
    "cohere" [] CO_API_KEY { CHAT "https://api.cohere.ai/compatibility/v1" }
    "perplexity" [] PERPLEXITY_API_KEY { CHAT "https://api.perplexity.ai" }
    "upstage" [] UPSTAGE_API_KEY { CHAT "https://api.upstage.ai/v1" }
    "stepfun" ["step"] STEPFUN_API_KEY { CHAT "https://api.stepfun.ai/step_plan/v1" }
    "poolside" [] POOLSIDE_API_KEY { CHAT "https://inference.poolside.ai/v1" }

    // Hosts of models.
    "bedrock" ["aws", "amazon-bedrock"] AWS_BEARER_TOKEN_BEDROCK {
        CONVERSE "https://bedrock-runtime.{region}.amazonaws.com",
        MESSAGES "https://bedrock-runtime.{region}.amazonaws.com",
        MESSAGES "https://bedrock-runtime.{region}.amazonaws.com/anthropic",
    }
    "bedrock-mantle" ["mantle"] AWS_BEARER_TOKEN_BEDROCK {
        CHAT "https://bedrock-mantle.{region}.api.aws/v1",
        MESSAGES "https://bedrock-mantle.{region}.api.aws/anthropic",
        RESPONSES "https://bedrock-mantle.{region}.api.aws/v1",
    }
    "vertex" ["vertex-ai"] - {
        CHAT "https://{location}-aiplatform.googleapis.com/v1/projects/{project}/locations/{location}/endpoints/openapi",
        MESSAGES "https://{location}-aiplatform.googleapis.com/v1/projects/{project}/locations/{location}/publishers/anthropic",
        GEMINI "https://{location}-aiplatform.googleapis.com/v1/projects/{project}/locations/{location}/publishers/google",
    }
    "azure" ["azure-openai"] AZURE_OPENAI_API_KEY {
        CHAT "https://{resource}.openai.azure.com/openai/v1",
        RESPONSES "https://{resource}.openai.azure.com/openai/v1",
    }
    "azure-foundry" ["foundry"] AZURE_AI_API_KEY {
        MESSAGES "https://{resource}.services.ai.azure.com/anthropic",
        CHAT "https://{resource}.services.ai.azure.com/models",
        RESPONSES "https://{resource}.services.ai.azure.com/openai/v1",
    }
    "databricks" [] DATABRICKS_TOKEN { CHAT "https://{workspace}.cloud.databricks.com/serving-endpoints" }
    "snowflake" ["cortex"] SNOWFLAKE_PAT { CHAT "https://{account}.snowflakecomputing.com/api/v2/cortex/v1" }
    "tencent-tokenhub" ["tokenhub"] TOKENHUB_API_KEY { CHAT "https://tokenhub.tencentmaas.com/v1" }
    "novita" [] NOVITA_API_KEY { CHAT "https://api.novita.ai/openai/v1" }
    "groq" [] GROQ_API_KEY {
        CHAT "https://api.groq.com/openai/v1",
        RESPONSES "https://api.groq.com/openai/v1",
    }
    "cerebras" [] CEREBRAS_API_KEY { CHAT "https://api.cerebras.ai/v1" }
    "sambanova" [] SAMBANOVA_API_KEY {
        CHAT "https://api.sambanova.ai/v1",
        MESSAGES "https://api.sambanova.ai",
        RESPONSES "https://api.sambanova.ai/v1",
    }
    "fireworks" ["fireworks-ai"] FIREWORKS_API_KEY {
        CHAT "https://api.fireworks.ai/inference/v1",
        MESSAGES "https://api.fireworks.ai/inference",
        RESPONSES "https://api.fireworks.ai/inference/v1",
    }
    "together" ["togetherai", "together-ai"] TOGETHER_API_KEY { CHAT "https://api.together.xyz/v1" }
    "siliconflow" [] SILICONFLOW_API_KEY { CHAT "https://api.siliconflow.com/v1" }
    "siliconflow-cn" [] SILICONFLOW_API_KEY { CHAT "https://api.siliconflow.cn/v1" }
    "nvidia" ["nim"] NVIDIA_API_KEY { CHAT "https://integrate.api.nvidia.com/v1" }
    "baseten" [] BASETEN_API_KEY { CHAT "https://inference.baseten.co/v1" }
    "deepinfra" [] DEEPINFRA_API_KEY { CHAT "https://api.deepinfra.com/v1/openai" }
    "nebius" [] NEBIUS_API_KEY { CHAT "https://api.tokenfactory.nebius.com/v1" }
    "chutes" [] CHUTES_API_KEY { CHAT "https://llm.chutes.ai/v1" }
    "friendli" [] FRIENDLI_TOKEN { CHAT "https://api.friendli.ai/serverless/v1" }
    "venice" [] VENICE_API_KEY { CHAT "https://api.venice.ai/api/v1" }
    "avian" [] AVIAN_API_KEY { CHAT "https://api.avian.io/v1" }
    "crusoe" [] CRUSOE_API_KEY { CHAT "https://api.inference.crusoecloud.com/v1" }
    "doubleword" [] DOUBLEWORD_API_KEY { CHAT "https://api.doubleword.ai/v1" }
    "ollama-cloud" [] OLLAMA_API_KEY { CHAT "https://ollama.com/v1" }

    // This machine, at the port that each server listens on where nobody says otherwise.
    "ollama" [] - {
        CHAT "http://127.0.0.1:11434/v1",
        MESSAGES "http://127.0.0.1:11434",
    }
    "vllm" [] - {
        CHAT "http://127.0.0.1:8000/v1",
        MESSAGES "http://127.0.0.1:8000",
    }
    "sglang" [] - {
        CHAT "http://127.0.0.1:30000/v1",
        MESSAGES "http://127.0.0.1:30000",
    }
    "llamacpp" ["llama-cpp", "llama.cpp"] - {
        CHAT "http://127.0.0.1:8080/v1",
        MESSAGES "http://127.0.0.1:8080",
    }
    "lmstudio" ["lm-studio"] - {
        CHAT "http://127.0.0.1:1234/v1",
        MESSAGES "http://127.0.0.1:1234",
    }
    "localai" [] - { CHAT "http://127.0.0.1:8080/v1" }
    "mistralrs" ["mistral.rs"] - { CHAT "http://127.0.0.1:1234/v1" }
    "gpustack" [] - { CHAT "http://{host}/v1" }

    // Anywhere.
    "custom" [] - {}
};

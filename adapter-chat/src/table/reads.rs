//! The first column: what of the reasoning each route reads. Slots stand in the order of the wire.
use super::{
    places::{DEEPSEEK, KIMI, MIMO, MINIMAX},
    row::{Draft, Place, exact, family, glob, row},
};
use std::borrow::Cow;
use throughline_core::{Accept, Ids, RouteRule, Slot, When};

const CONTENT: Slot = Slot::text("reasoning_content");
const REASONING: Slot = Slot::text("reasoning");

pub(super) fn rows() -> Vec<RouteRule> {
    [gateways(), detailed(), servers(), strict(), refusing(), echoing(), own(), relayed(), vec![otherwise()]].concat()
}

// S1: the gateways of OpenRouter's format read all three fields, signed and encrypted entries verbatim.

fn gateways() -> Vec<RouteRule> {
    vec![
        gateway("openrouter", (&["openrouter"], &["openrouter.ai"])).because(
            "it reads the text under both names and wants its entries back unmodified and in order",
            "https://openrouter.ai/docs/use-cases/reasoning-tokens",
            "2026-11",
        ),
        gateway("kilocode", (&["kilocode", "kilo"], &["kilo.ai"])).because(
            "its own client wraps OpenRouter's, with another base URL",
            "https://github.com/Kilo-Org/kilocode",
            "2026-11",
        ),
        gateway("vercel", (&["ai-gateway", "vercel", "vercel-gateway"], &["ai-gateway.vercel.sh"])).because(
            "it answers and accepts reasoning and reasoning_details in OpenRouter's format",
            "https://vercel.com/docs/ai-gateway/sdks-and-apis/openai-chat-completions/reasoning",
            "2026-10",
        ),
        gateway("nous", (&["nous"], &["nousresearch.com"])).because(
            "hundreds of live replays with all three fields were accepted",
            "https://github.com/NousResearch/hermes-agent",
            "2026-11",
        ),
    ]
}

/// Who can read what a gateway's upstreams sealed: the end of the issuer, which names the format, and its models.
const FORMATS: &[(&str, &[&str])] = &[
    ("/anthropic-claude-v1", &["anthropic/*", "~anthropic/*", "claude*"]),
    // With `azure-` and `bedrock-` before it too.
    ("openai-responses-v1", &["openai/*", "~openai/*", "gpt-*"]),
    ("/google-gemini-v1", &["google/*", "~google/*", "gemini*"]),
    ("xai-responses-v1", &["x-ai/*", "~x-ai/*", "xai/*", "grok*"]),
    ("/meta-responses-v1", &["meta/*", "~meta/*", "meta-llama/*"]),
];

fn gateway(name: &'static str, place: Place) -> Draft {
    let mut accepts = vec![];
    for (format, models) in FORMATS {
        accepts.extend(models.iter().map(|model| Accept {
            issuer: format!("{name}:*{format}").into(),
            when: When::Model(Cow::Borrowed(model)),
        }));
    }
    accepts.extend(home(name));
    row(name).at(place).reads([CONTENT, REASONING, details(accepts)]).extras(STANDARD).issuer(name)
}

// S2: these read the text and the list of entries.

fn detailed() -> Vec<RouteRule> {
    vec![
        row("novita")
            .at((&["novita"], &["novita.ai"]))
            .reads([CONTENT, details(home("novita"))])
            .issuer("novita")
            .because(
                "the whole answer, reasoning_details included, is to be appended to the messages",
                "https://novita.ai/docs/guides/llm-interleaved-thinking",
                "2025-12-03",
            ),
        row("minimax").at(MINIMAX).reads([CONTENT, details(home("minimax"))]).issuer("minimax").because(
            "the whole answer, reasoning_details included, is to be appended to the messages",
            "https://platform.minimax.io/docs/guides/text-m2-function-call",
            "2026-11",
        ),
        row("tencent-tokenhub")
            .at((
                &["tencent-tokenhub", "tokenhub"],
                &["tokenhub.tencentmaas.com", "tokenhub-intl.tencentcloudmaas.com"],
            ))
            .reads([CONTENT, details(home("tencent-tokenhub"))])
            .issuer("tencent-tokenhub")
            .because(
                "reasoning_content is to be filled in again as it came; it keeps thinking across turns by default",
                "https://cloud.tencent.com/document/product/1823/133534",
                "2026-07-06",
            ),
        row("tencent-hy4")
            .at((
                &["tencent-tokenhub", "tokenhub"],
                &["tokenhub.tencentmaas.com", "tokenhub-intl.tencentcloudmaas.com", "api.lkeap.cloud.tencent.com"],
            ))
            .models([family("hy", Some((4, 0)), None, &[])])
            .reads([
                Slot::opaque("reasoning_content", const { &[Accept::same_model("tencent-tokenhub")] }),
                details(home("tencent-tokenhub")),
            ])
            .issuer("tencent-tokenhub")
            .because(
                "from Hy4 on reasoning_content is sealed on turns that call tools, though it looks like text",
                "unverified",
                "2026-11",
            ),
    ]
}

// S3: inference servers read the text under the old name or the new one, and do not say which. What they sent empty goes back
// empty, because their prompt cache compares every token.

fn servers() -> Vec<RouteRule> {
    let both = || [CONTENT.with_empties(), REASONING.with_empties()];
    vec![
        row("local")
            .at((
                &[
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
                &[],
            ))
            .local()
            .reads(both())
            .because(
                "llama.cpp and SGLang read reasoning_content, newer vLLM and Ollama read reasoning, and each ignores the other name",
                "https://github.com/vllm-project/vllm/issues/27755",
                "2026-11",
            ),
        row("ollama-cloud").at((&["ollama-cloud"], &["ollama.com"])).reads(both()).because(
            "it is Ollama's own wire, which reads reasoning and ignores members that it does not know",
            "https://github.com/ollama/ollama/blob/main/openai/openai.go",
            "2026-08-21",
        ),
        row("upstage").at((&["upstage"], &["upstage.ai"])).reads(both()).because(
            "it answers in reasoning and reads both names",
            "https://console.upstage.ai/docs/capabilities/generate/chat",
            "2026-11",
        ),
    ]
}

// S5: strict schemas get none of the three fields, not one byte. Mistral's own thinking chunks are content, and go home.

fn strict() -> Vec<RouteRule> {
    vec![
        row("mistral")
            .at((&["mistral"], &["mistral.ai"]))
            .strict()
            .reads([Slot::blocks("thinking", "thinking_chunk", const { &[Accept::any("mistral")] })])
            .ids(Ids::Nine)
            .extras(&["prefix"])
            .issuer("mistral")
            .because(
                "it answers 422 extra_forbidden to the three fields; its schema has thinking chunks inside content, and ids of nine letters and digits",
                "https://github.com/charmbracelet/crush/issues/1590",
                "2026-11",
            ),
        row("groq").at((&["groq"], &["groq.com"])).strict().reads([]).extras(&["name", "function_call"]).because(
            "it answers 400 to reasoning_content and reasoning_details, and to reasoning on models that do not reason",
            "https://github.com/janhq/jan/issues/8136",
            "2026-11",
        ),
        row("cerebras").at((&["cerebras"], &["cerebras.ai"])).strict().reads([]).extras(&["name"]).because(
            "it answers 400 wrong_api_format to reasoning_content",
            "https://github.com/anomalyco/opencode/issues/33413",
            "2026-11",
        ),
        row("sambanova").at((&["sambanova"], &["sambanova.ai"])).strict().reads([]).because(
            "its chat schema has no field for earlier reasoning",
            "unverified",
            "2026-11",
        ),
        row("hunyuan")
            .at((
                &["hunyuan", "tencent-hunyuan"],
                &["hunyuan.cloud.tencent.com", "hunyuan.tencentcloudapi.com", "hunyuan.*.tencentcloudapi.com"],
            ))
            .strict()
            .reads([])
            .because(
                "the vendor's SDK says that messages with reasoning_content are an error",
                "https://pypi.org/project/tencentcloud-sdk-python-hunyuan/",
                "2026-11",
            ),
    ]
}

// S5, further: vendors whose published schema refuses the three fields, where no row above speaks.

fn refusing() -> Vec<RouteRule> {
    vec![
        row("openai").at((&["openai", "openai-api"], &["api.openai.com"])).strict().reads([]).extras(STANDARD).because(
            "its chat schema has none of the fields and answers 400 unknown_parameter",
            "https://platform.openai.com/docs/api-reference/chat/create",
            "2026-11",
        ),
        row("azure")
            .at((
                &["azure", "azure-openai", "azure-foundry"],
                &[
                    "openai.azure.com",
                    "openai.azure.us",
                    "openai.azure.cn",
                    "cognitiveservices.azure.com",
                    "services.ai.azure.com",
                ],
            ))
            .strict()
            .reads([])
            .extras(STANDARD)
            .because(
                "OpenAI's schema, and model inference with closed schemas: extra inputs are not permitted",
                "https://github.com/BerriAI/litellm/issues/33961",
                "2026-07-20",
            ),
        row("databricks")
            .at((&["databricks"], &["cloud.databricks.com", "gcp.databricks.com", "azuredatabricks.net"]))
            .strict()
            .reads([Slot::blocks(
                "reasoning",
                "reasoning_chunk",
                const { &[Accept::model("databricks", "*claude*"), Accept::same_model("databricks")] },
            )])
            .issuer("databricks")
            .because(
                "message members are refused as extra inputs; its own reasoning part inside content is read",
                "https://github.com/BerriAI/litellm/issues/36931",
                "2026-11",
            ),
        row("perplexity").at((&["perplexity"], &["perplexity.ai"])).reads([]).because(
            "its message types have none of the fields: it thinks inside the content, which goes back as it came",
            "https://pypi.org/project/perplexityai/",
            "2026-11",
        ),
    ]
}

// S6: the must-echo vendors read the field that they require; `required` has the other half.

fn echoing() -> Vec<RouteRule> {
    vec![
        row("deepseek").at(DEEPSEEK).reads([CONTENT]).extras(&["name", "prefix"]).issuer("deepseek").because(
            "from V3.2 on the reasoning of tool turns must go back, that of other turns may",
            "https://api-docs.deepseek.com/guides/thinking_mode",
            "2026-04",
        ),
        row("deepseek-r1").at(DEEPSEEK).models([exact("deepseek-reasoner")]).reads([]).issuer("deepseek").because(
            "R1 answered 400 to input reasoning; V3.2 and V4, which took it, stood behind this name until it was retired on this day",
            "https://api-docs.deepseek.com/guides/reasoning_model",
            "2026-07-24",
        ),
        row("kimi").at(KIMI).reads([CONTENT]).extras(&["name", "partial"]).issuer("kimi").because(
            "the reasoning of the current tool loop is to be sent back, newer models read that of earlier turns too",
            "https://platform.kimi.ai/docs/guide/use-kimi-k2-thinking-model",
            "2026-11",
        ),
        row("mimo").at(MIMO).reads([CONTENT]).issuer("mimo").because(
            "in thinking mode the reasoning must go back once a tool was called",
            "https://github.com/decolua/9router/issues/1210",
            "2026-05-12",
        ),
    ]
}

// Vendors whose documents say more than S4.

fn own() -> Vec<RouteRule> {
    vec![
        row("fireworks").at((&["fireworks"], &["fireworks.ai"])).strict().reads([CONTENT]).issuer("fireworks").because(
            "a closed schema with reasoning_content and no other: extra inputs are not permitted",
            "https://docs.fireworks.ai/guides/reasoning",
            "2026-11",
        ),
        row("volcengine")
            .at((&["volcengine", "ark"], &["ark.*.volces.com"]))
            .reads([CONTENT, Slot::whole("encrypted_content", const { &[Accept::same_model("volcengine")] })])
            .issuer("volcengine")
            .because(
                "reasoning_content is a summary; the chain itself is sealed beside it, and both are wanted back",
                "unverified",
                "2026-09",
            ),
    ]
}

// Where somebody hands Gemini's signatures on: they go back to where they came from, in the namespace that they came in.

fn relayed() -> Vec<RouteRule> {
    let why = "a signature stands in extra_content of the message or of a call, under the name of the vendor or of the gateway, and is wanted back there";
    let evidence = "https://github.com/earendil-works/pi/issues/6733";
    const HOME: &[Accept] = &[Accept::same_host("*")];
    let signed = [Slot::whole(SIGNED, HOME).signed_only(), Slot::blocks(SIGNED, SIGNED, HOME).signed_only()];
    let row = |name, first: &[Slot]| row(name).models([glob("*gemini*")]).reads([first, &signed].concat());
    vec![
        row("gemini-relayed", &[CONTENT.with_echo()]).extras(STANDARD).because(why, evidence, "2026-08"),
        row("gemini-relayed-local", &[CONTENT.with_empties(), REASONING.with_empties()])
            .local()
            .because(why, evidence, "2026-08"),
    ]
}

/// The member that holds such a signature.
const SIGNED: &str = "extra_content";

// S4: every other route reads reasoning_content. A host that answered in reasoning alone gets it back under that name.

/// What OpenAI's schema has on a message of the model's beside content and calls, and most hosts took over.
const STANDARD: &[&str] = &["name", "refusal", "audio", "function_call"];

fn otherwise() -> RouteRule {
    row("otherwise").reads([CONTENT.with_echo()]).extras(STANDARD).because(
        "nine of ten hosts that are known to read reasoning read it here",
        "https://github.com/anomalyco/models.dev",
        "2026-07-02",
    )
}

/// Entries that a host sealed go back to the model that minted them, whatever upstream and format their issuer names.
fn home(issuer: &'static str) -> Vec<Accept> {
    vec![Accept::same_model(issuer), Accept { issuer: format!("{issuer}:*").into(), when: When::SameModel }]
}

/// The list of entries. `[]` goes back where the host had sent it: DeepSeek behind a gateway misses it otherwise.
fn details(accepts: Vec<Accept>) -> Slot {
    Slot { accepts: accepts.into(), ..Slot::entries("reasoning_details", &[]).with_empties() }
}

//! Anthropic: its models, its blocks and its words.

use super::{PLAIN, door, envelopes, generation, means};
use crate::provider::{Keep, Provider, REPORTED, SYNTHETIC, Wire, Words};
use crate::seal::Form;

/// How its signatures begin: `Ev…`, as real ones do.
pub(crate) const SIGNED: Form = Form { magic: &[0x12, 0xf8, 0x02, 0x0a], url: false };
/// Models that keep the thinking of earlier turns in context, by any gateway's spelling.
pub(super) const KEEPERS: &str = "*claude-opus-4-5*|*claude-opus-4.5*|*claude-opus-4-6*|*claude-opus-4.6*|*claude-opus-4-7*|*claude-opus-4.7*|*claude-opus-4-8*|*claude-opus-4.8*|*claude-opus-5*|*claude-sonnet-4-6*|*claude-sonnet-4.6*|*claude-sonnet-5*|*claude-haiku-5-5*|*claude-haiku-5.5*|*claude-fable*|*claude-mythos*";
/// Models that think without being asked.
const THINKERS: &str = "claude-opus-5*|claude-sonnet-5*|claude-haiku-5-5*|claude-fable*|claude-mythos*";
/// Models whose thinking comes without its text unless that is asked for.
const OMITTERS: &str =
    "claude-opus-4-7*|claude-opus-4-8*|claude-opus-5*|claude-sonnet-5*|claude-haiku-5-5*|claude-fable*|claude-mythos*";
/// Models that finish no sentence of the client's.
const NO_PREFILL: &str = "claude-opus-4-6*|claude-opus-4-7*|claude-opus-4-8*|claude-opus-5*|claude-sonnet-4-6*|claude-sonnet-5*|claude-haiku-5-5*|claude-fable*|claude-mythos*";
/// Models whose thinking is redacted. No real model's name says so: it is a switch for tests.
const REDACTED: &str = "*redacted*";
/// Models that ask whether what stood before a thought is what stood there when it was thought, and that cannot be forced to call.
const BINDERS: &str = "claude-fable-5-1*|claude-fable-5-2*|claude-mythos-5-1*|claude-mythos-5-2*|claude-opus-5-5*|claude-sonnet-5-5*|claude-haiku-5-5*";
/// Models whose thoughts belong to an account.
const OWNED: &str = "claude-sonnet-5-5*|claude-haiku-5-5*";

/// The types of `thinking` that a model takes; the first row that fits.
const TYPES: &[(&str, &[&str])] = &[
    ("claude-sonnet-5-5*", &["adaptive", "between_tools"]),
    ("claude-opus-5-5*|claude-fable*|claude-mythos*", &["adaptive"]),
    ("claude-opus-5*|claude-sonnet-5*|claude-haiku-5*|claude-opus-4-7*|claude-opus-4-8*", &["adaptive", "disabled"]),
    ("claude-opus-4-6*|claude-sonnet-4-6*", &["adaptive", "enabled", "disabled"]),
    ("claude-3*|claude-opus-4*|claude-sonnet-4*|claude-haiku-4*", &["enabled", "disabled"]),
    ("*", &["adaptive", "between_tools", "enabled", "disabled"]),
];
/// The levels of effort that a model takes; none where it takes no such member.
const EFFORTS: &[(&str, &[&str])] = &[
    ("claude-opus-4-5*", &["low", "medium", "high"]),
    ("claude-opus-4-6*|claude-sonnet-4-6*", &["low", "medium", "high", "max"]),
    (
        "claude-3*|claude-opus-4|claude-opus-4-0*|claude-opus-4-1*|claude-sonnet-4|claude-sonnet-4-0*|claude-sonnet-4-5*|claude-haiku-4*",
        &[],
    ),
    ("*", &["low", "medium", "high", "xhigh", "max"]),
];
/// Whose thoughts a model reads beside its own.
const READERS: &[(&str, &str)] = &[
    ("claude-fable-5-1*", "claude-opus-5|claude-opus-5-5|claude-haiku-5-5"),
    ("claude-opus-5-5*|claude-sonnet-5-5*|claude-fable-5-2*", "claude-haiku-5-5"),
];

/// What there is to know of a model.
pub(crate) struct Claude {
    /// Its name, without dates and places.
    pub(crate) name: String,
    pub(crate) keep: Keep,
    pub(crate) thinks: bool,
    pub(crate) omits: bool,
    pub(crate) prefills: bool,
    pub(crate) redacts: bool,
    pub(crate) types: &'static [&'static str],
    pub(crate) efforts: &'static [&'static str],
    /// A thought holds behind what it was thought behind, and nowhere else. What is said between calls is one.
    pub(crate) binds: bool,
    /// A thought holds for the account that it was thought for.
    pub(crate) owned: bool,
}

pub(crate) fn claude(model: &str) -> Claude {
    let name = generation(model);
    Claude {
        keep: if means(KEEPERS, &name) { Keep::All } else { Keep::Loop },
        thinks: means(THINKERS, &name),
        omits: means(OMITTERS, &name),
        prefills: !means(NO_PREFILL, &name),
        redacts: means(REDACTED, &name),
        types: row(TYPES, &name),
        efforts: row(EFFORTS, &name),
        binds: means(BINDERS, &name),
        owned: means(OWNED, &name),
        name,
    }
}

/// Whether the model called `reader` is shown what the one called `thinker` thought.
pub(crate) fn reads(reader: &str, thinker: &str) -> bool {
    reader == thinker || READERS.iter().any(|(models, others)| means(models, reader) && means(others, thinker))
}

fn row(rows: &[(&str, &'static [&'static str])], name: &str) -> &'static [&'static str] {
    rows.iter().find(|(models, _)| means(models, name)).map(|(_, words)| *words).unwrap_or_default()
}

pub(super) static ROWS: &[Provider] = &[Provider {
    name: "anthropic",
    aliases: &["claude"],
    base: "",
    doors: &[door("/v1/messages")],
    wire: Wire::Messages,
    envelope: &envelopes::ANTHROPIC,
    about: "reads signed `thinking` and `redacted_thinking` blocks, those of earlier turns from Opus 4.5, Sonnet 4.6 and Haiku 5.5 on; a changed byte, an unsigned block and a broken pair are refused; with `thinking` enabled a tool turn must start with its thinking",
    ..PLAIN
}];

/// The members of a request.
pub(crate) const TOP: &[&str] = &[
    "max_tokens",
    "messages",
    "system",
    "tools",
    "tool_choice",
    "thinking",
    "stream",
    "temperature",
    "top_p",
    "top_k",
    "stop_sequences",
    "metadata",
    "service_tier",
    "container",
    "context_management",
    "mcp_servers",
    "output_config",
    "output_format",
    "cache_control",
    "inference_geo",
    "speed",
    "diagnostics",
    "user_profile_id",
    "workspace_id",
    "fallbacks",
    "fallback_credit_token",
    "compaction",
    "billing_policy",
    "thread",
];

/// A block's members: `None` where the block is left alone.
pub(crate) static BLOCKS: &[(&str, Option<&[&str]>)] = &[
    ("text", Some(&["type", "text", "cache_control", "citations"])),
    ("thinking", Some(&["type", "thinking", "signature"])),
    ("redacted_thinking", Some(&["type", "data"])),
    ("tool_use", Some(&["type", "id", "name", "input", "cache_control", "caller", "toolset_name"])),
    ("tool_result", Some(&["type", "tool_use_id", "content", "is_error", "cache_control", "toolset_name"])),
    ("image", Some(&["type", "source", "cache_control", "transformations"])),
    ("document", Some(&["type", "source", "cache_control", "citations", "context", "title"])),
    ("search_result", None),
    ("server_tool_use", None),
    ("web_search_tool_result", None),
    ("web_fetch_tool_result", None),
    ("code_execution_tool_result", None),
    ("bash_code_execution_tool_result", None),
    ("text_editor_code_execution_tool_result", None),
    ("tool_search_tool_result", None),
    ("advisor_tool_result", None),
    ("mcp_tool_use", None),
    ("mcp_tool_result", None),
    ("container_upload", None),
    ("browser_state", None),
    ("compaction", None),
    ("fallback", None),
];

/// Its words. Each stands for a whole message; the envelope goes around it.
pub(crate) struct Said {
    pub(crate) invalid_signature: Words,
    pub(crate) bound: Words,
    pub(crate) modified: Words,
    pub(crate) invalid_data: Words,
    pub(crate) signature_required: Words,
    pub(crate) signature_string: Words,
    pub(crate) must_contain: Words,
    pub(crate) expected_thinking: Words,
    pub(crate) thinking_off: Words,
    pub(crate) final_thinking: Words,
    pub(crate) extra: Words,
    pub(crate) tag: Words,
    pub(crate) open: Words,
    pub(crate) orphan: Words,
    pub(crate) misplaced: Words,
    pub(crate) id: Words,
    pub(crate) empty_text: Words,
    pub(crate) blank_text: Words,
    pub(crate) empty_message: Words,
    pub(crate) prefill: Words,
    pub(crate) system_role: Words,
    pub(crate) first_user: Words,
    pub(crate) required: Words,
    pub(crate) thinking_type: Words,
    pub(crate) not_enabled: Words,
    pub(crate) not_adaptive: Words,
    pub(crate) not_off: Words,
    pub(crate) not_off_at: Words,
    pub(crate) budget: Words,
    pub(crate) max_tokens: Words,
    pub(crate) effort: Words,
    pub(crate) temperature: Words,
    pub(crate) forced: Words,
    pub(crate) version: Words,
}

const fn said(name: &'static str, body: &'static str, evidence: &'static str) -> Words {
    Words { name, status: 400, body, each: &[], evidence }
}

pub(crate) static CLAUDE: Said = Said {
    invalid_signature: said(
        "anthropic-signature",
        "messages.{at}.content.{part}: Invalid `signature` in `thinking` block",
        "https://github.com/anthropics/claude-code/issues/10627",
    ),
    bound: said(
        "anthropic-bound",
        "messages.{at}.content.{part}: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to \"drop_block\".",
        "https://platform.claude.com/docs/en/build-with-claude/preserved-thinking/fix-bound-to-a-different-conversation",
    ),
    modified: said(
        "anthropic-modified",
        "messages.{at}.content.{part}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.",
        "https://github.com/bastani-inc/atomic/issues/1318",
    ),
    invalid_data: said(
        "anthropic-data",
        "messages.{at}.content.{part}: Invalid `data` in `redacted_thinking` block",
        SYNTHETIC,
    ),
    signature_required: said(
        "anthropic-signature-required",
        "messages.{at}.content.{part}.thinking.signature: Field required",
        "https://github.com/anomalyco/opencode/issues/25005",
    ),
    signature_string: said(
        "anthropic-signature-string",
        "messages.{at}.content.{part}.thinking.signature.str: Input should be a valid string",
        "https://github.com/BerriAI/litellm",
    ),
    must_contain: said(
        "anthropic-must-contain",
        "messages.{at}.content.{part}.thinking: each thinking block must contain thinking",
        "https://github.com/BerriAI/litellm",
    ),
    expected_thinking: said(
        "anthropic-expected-thinking",
        "messages.{at}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{tag}`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable `thinking`. Please consult our documentation at https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking",
        "https://github.com/deepset-ai/haystack-core-integrations/issues/2146",
    ),
    thinking_off: said(
        "anthropic-thinking-off",
        "messages.{at}.content.{part}: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.",
        "https://github.com/tailcallhq/forgecode/issues/1853",
    ),
    final_thinking: said(
        "anthropic-final-thinking",
        "messages.{at}: The final block in an assistant message cannot be `thinking`.",
        REPORTED,
    ),
    extra: said(
        "anthropic-extra",
        "{path}: Extra inputs are not permitted",
        "https://github.com/anthropics/claude-code/issues/4378",
    ),
    tag: said(
        "anthropic-tag",
        "messages.{at}.content.{part}: Input tag '{tag}' found using 'type' does not match any of the expected tags: {tags}",
        SYNTHETIC,
    ),
    open: said(
        "anthropic-open",
        "messages.{at}: `tool_use` ids were found without `tool_result` blocks immediately after: {id}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
        "https://github.com/anthropics/claude-code/issues/2697",
    ),
    orphan: said(
        "anthropic-orphan",
        "messages.{at}.content.{part}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
        "https://github.com/anthropics/claude-code/issues/18947",
    ),
    misplaced: said(
        "anthropic-misplaced",
        "messages.{at}.content.{part}: `{tag}` blocks can only be in `{role}` messages",
        "https://github.com/tghamm/Anthropic.SDK/issues/128",
    ),
    id: said(
        "anthropic-id",
        "messages.{at}.content.{part}.{tag}: String should match pattern '^[a-zA-Z0-9_-]+$'",
        "https://github.com/maximhq/bifrost/issues/5097",
    ),
    empty_text: said(
        "anthropic-empty-text",
        "messages: text content blocks must be non-empty",
        "https://github.com/anthropics/claude-code/issues/59812",
    ),
    blank_text: said(
        "anthropic-blank-text",
        "messages: text content blocks must contain non-whitespace text",
        "https://github.com/TheValkyrja/Anthropic2Vertex/issues/5",
    ),
    empty_message: said(
        "anthropic-empty-message",
        "messages.{at}: all messages must have non-empty content except for the optional final assistant message",
        "https://github.com/anthropics/claude-code/issues/6458",
    ),
    prefill: said(
        "anthropic-prefill",
        "This model does not support assistant message prefill. The conversation must end with a user message.",
        "https://github.com/activeagents/activeagent",
    ),
    system_role: said(
        "anthropic-role",
        "messages: Unexpected role \"{role}\". The Messages API accepts a top-level `system` parameter, not \"system\" as an input message role.",
        "https://github.com/ianarawjo/ChainForge/issues/271",
    ),
    first_user: said("anthropic-first", "messages: first message must use the \"user\" role", SYNTHETIC),
    required: said("anthropic-required", "{path}: Field required", SYNTHETIC),
    thinking_type: said(
        "anthropic-thinking-type",
        "thinking: Input tag '{kind}' found using 'type' does not match any of the expected tags: 'adaptive', 'between_tools', 'disabled', 'enabled'",
        SYNTHETIC,
    ),
    not_enabled: said(
        "anthropic-not-enabled",
        "\"thinking.type.enabled\" is not supported for this model. Use \"thinking.type.adaptive\" and \"output_config.effort\" to control thinking behavior.",
        "https://github.com/zhukunpenglinyutong/jetbrains-cc-gui/issues/1003",
    ),
    not_adaptive: said(
        "anthropic-not-adaptive",
        "adaptive thinking is not supported on this model",
        "https://github.com/vellum-ai/vellum-assistant/pull/37276",
    ),
    not_off: said("anthropic-not-off", "\"thinking.type.{kind}\" is not supported for this model.", SYNTHETIC),
    not_off_at: said(
        "anthropic-not-off-at",
        "\"thinking.type.disabled\" is not supported for this model with \"output_config.effort\" set to \"{effort}\".",
        SYNTHETIC,
    ),
    budget: said(
        "anthropic-budget",
        "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
        REPORTED,
    ),
    max_tokens: said(
        "anthropic-max-tokens",
        "`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size",
        REPORTED,
    ),
    effort: said("anthropic-effort", "output_config.effort: Input should be one of {known}", SYNTHETIC),
    temperature: said(
        "anthropic-temperature",
        "`temperature` may only be set to 1 when thinking is enabled. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking",
        REPORTED,
    ),
    forced: said("anthropic-forced", "Thinking may not be enabled when tool_choice forces tool use.", REPORTED),
    version: said("anthropic-version", "anthropic_version: \"{version}\" is expected", SYNTHETIC),
};

/// All its messages about one place, for tests of the table.
#[cfg(test)]
pub(super) fn messages() -> Vec<String> {
    let Said { invalid_signature, expected_thinking, thinking_off, modified, .. } = &CLAUDE;
    let at = |words: &Words, tag: &str| words.body.replace("{at}", "1").replace("{part}", "0").replace("{tag}", tag);
    vec![at(invalid_signature, ""), at(expected_thinking, "tool_use"), at(thinking_off, ""), at(modified, "")]
}

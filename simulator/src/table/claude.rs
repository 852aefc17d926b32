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

/// What there is to know of a model.
pub(crate) struct Claude {
    pub(crate) keep: Keep,
    pub(crate) thinks: bool,
    pub(crate) omits: bool,
    pub(crate) prefills: bool,
    pub(crate) redacts: bool,
}

pub(crate) fn claude(model: &str) -> Claude {
    let name = generation(model);
    Claude {
        keep: if means(KEEPERS, &name) { Keep::All } else { Keep::Loop },
        thinks: means(THINKERS, &name),
        omits: means(OMITTERS, &name),
        prefills: !means(NO_PREFILL, &name),
        redacts: means(REDACTED, &name),
    }
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

/// Parameters of other wires.
pub(crate) const FOREIGN: &[&str] = &[
    "reasoning",
    "reasoning_effort",
    "reasoning_content",
    "enable_thinking",
    "preserve_thinking",
    "clear_thinking",
    "chat_template_kwargs",
    "reasoning_split",
    "reasoning_history",
    "stream_options",
    "max_completion_tokens",
    "response_format",
    "frequency_penalty",
    "presence_penalty",
    "parallel_tool_calls",
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
};

/// All its messages about one place, for tests of the table.
#[cfg(test)]
pub(super) fn messages() -> Vec<String> {
    let Said { invalid_signature, expected_thinking, thinking_off, .. } = &CLAUDE;
    let at = |words: &Words, tag: &str| words.body.replace("{at}", "1").replace("{part}", "0").replace("{tag}", tag);
    vec![at(invalid_signature, ""), at(expected_thinking, "tool_use"), at(thinking_off, "")]
}

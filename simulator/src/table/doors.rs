//! Doors of Messages beside the first: other platforms of Claude, which vouch with one key, and other makers' models, which do not.

use super::{PLAIN, door, envelopes};
use crate::door::Door;
use crate::provider::{Manner, Provider, REPORTED, SYNTHETIC, Vouch, Wire, Words};

/// Claude, as its maker serves it.
pub(crate) static DIRECT: Manner = CLAUDE;

const CLAUDE: Manner = Manner {
    vouches: Vouch::Claude,
    version: None,
    mark: "",
    betas: None,
    metrics: "",
    edits: &[],
    wants: None,
    orphan: None,
    unreadable: None,
};
static VERTEX: Manner =
    Manner { version: Some("vertex-2023-10-16"), mark: "vrtx_", betas: Some((BETAS, &VERTEX_BETA)), ..CLAUDE };
pub(super) static INVOKE: Manner = Manner {
    version: Some("bedrock-2023-05-31"),
    mark: "bdrk_",
    betas: Some((BETAS, &BEDROCK_BETA)),
    metrics: "amazon-bedrock-invocationMetrics",
    edits: &["clear_thinking_20251015"],
    ..CLAUDE
};
static MINIMAX: Manner =
    Manner { vouches: Vouch::Own("minimax", &MINIMAX_SIGNATURE), orphan: Some(&MINIMAX_ORPHAN), ..CLAUDE };
static RELAY: Manner = Manner { vouches: Vouch::Own("relay", &RELAY_SIGNATURE), ..CLAUDE };
const UNSIGNED: Manner = Manner { vouches: Vouch::Nobody, ..CLAUDE };
static DEEPSEEK: Manner = Manner { wants: Some(&DEEPSEEK_WANTS), unreadable: Some(&DEEPSEEK_REDACTED), ..UNSIGNED };
static KIMI: Manner = Manner { wants: Some(&KIMI_WANTS), ..UNSIGNED };
static OTHERS: Manner = UNSIGNED;

/// Betas that platforms of others know.
const BETAS: &[&str] = &[
    "interleaved-thinking-2025-05-14",
    "context-management-2025-06-27",
    "context-1m-2025-08-07",
    "effort-2025-11-24",
    "fine-grained-tool-streaming-2025-05-14",
    "token-efficient-tools-2025-02-19",
    "output-128k-2025-02-19",
    "tool-examples-2025-10-29",
    "compact-2026-01-12",
    "compact-2026-09-04",
    "thinking-token-count-2026-05-13",
    "mid-conversation-tool-changes-2026-07-01",
    "thinking-binding-controls-2026-08-01",
    "thinking-display-updates-2026-08-18",
];

const fn words(name: &'static str, status: u16, body: &'static str, evidence: &'static str) -> Words {
    Words { name, status, body, each: &[], evidence }
}
// Each stands for a whole message; the envelope goes around it.
static VERTEX_BETA: Words = words(
    "vertex-beta",
    400,
    "Unexpected value(s) `{beta}` for the `anthropic-beta` header. Please consult our documentation at platform.claude.com/docs or try again without the header.",
    "https://github.com/BerriAI/litellm/pull/39597",
);
static BEDROCK_BETA: Words =
    words("bedrock-beta", 400, "invalid beta flag", "https://github.com/anthropics/claude-code/issues/49370");
static MINIMAX_SIGNATURE: Words = words(
    "minimax-signature",
    400,
    "invalid params, messages.{at}.content.{part}: invalid signature in thinking block (2013)",
    SYNTHETIC,
);
static MINIMAX_ORPHAN: Words =
    words("minimax-orphan", 400, "invalid params, tool result's tool id({id}) not found (2013)", REPORTED);
static RELAY_SIGNATURE: Words = words(
    "relay-signature",
    400,
    "***.***.content.{part}: Invalid `signature` in `thinking` block (request id: 20261130120000000000000)",
    REPORTED,
);
static DEEPSEEK_WANTS: Words = words(
    "deepseek-blocks",
    400,
    "The `content[].thinking` in the thinking mode must be passed back to the API.",
    "https://github.com/decolua/9router/issues/2397",
);
static DEEPSEEK_REDACTED: Words = words(
    "deepseek-redacted",
    422,
    "Failed to deserialize the JSON body into the target type: messages[{at}]: unknown variant `redacted_thinking`, expected one of `text`, `thinking`, `tool_use`, `tool_result`",
    SYNTHETIC,
);
static KIMI_WANTS: Words = words(
    "kimi-blocks",
    400,
    "thinking is enabled but reasoning_content is missing in assistant tool call message at index {at}",
    SYNTHETIC,
);

const ROW: Provider = Provider { wire: Wire::Messages, envelope: &envelopes::ANTHROPIC, ..PLAIN };

pub(super) static ROWS: &[Provider] = &[
    Provider {
        name: "vertex-anthropic",
        aliases: &["vertex-claude"],
        host: Some("vertex"),
        base: "/v1/projects/simulated/locations/global/publishers/anthropic",
        doors: &[
            door("/{version}/projects/{project}/locations/{location}/publishers/anthropic/models/{model}:rawPredict"),
            Door {
                streams: true,
                ..door(
                    "/{version}/projects/{project}/locations/{location}/publishers/anthropic/models/{model}:streamRawPredict",
                )
            },
        ],
        manner: &VERTEX,
        envelope: &envelopes::ANTHROPIC_VERTEX,
        about: "Claude as at its own door, with `anthropic_version` and without `model`; unknown betas and members are refused",
        ..ROW
    },
    Provider {
        name: "azure-foundry",
        aliases: &["foundry"],
        base: "/anthropic",
        doors: &[door("/anthropic/v1/messages")],
        about: "Claude as at its own door",
        ..ROW
    },
    Provider {
        name: "copilot-anthropic",
        host: Some("copilot"),
        doors: &[door("/v1/messages")],
        envelope: &envelopes::COPILOT,
        about: "Claude as at its own door, in the errors of this one",
        ..ROW
    },
    Provider {
        name: "minimax-anthropic",
        host: Some("minimax"),
        base: "/anthropic",
        doors: &[door("/anthropic/v1/messages")],
        manner: &MINIMAX,
        about: "signs its own thinking and reads it on every turn; refuses what others signed and results without a call",
        ..ROW
    },
    Provider {
        name: "moonshot-anthropic",
        aliases: &["kimi-anthropic"],
        host: Some("moonshot"),
        base: "/anthropic",
        doors: &[door("/anthropic/v1/messages"), door("/coding/v1/messages")],
        manner: &KIMI,
        about: "thinking without a signature, also at /coding; requires a block of it on turns with calls unless thinking is disabled",
        ..ROW
    },
    Provider {
        name: "deepseek-anthropic",
        host: Some("deepseek"),
        base: "/anthropic",
        doors: &[door("/anthropic/v1/messages")],
        manner: &DEEPSEEK,
        envelope: &envelopes::CODED,
        about: "thinking without a signature; requires a block of it on turns with calls unless thinking is disabled; knows no `redacted_thinking`",
        ..ROW
    },
    Provider {
        name: "zai-anthropic",
        aliases: &["glm-anthropic"],
        host: Some("zai"),
        base: "/api/anthropic",
        doors: &[door("/api/anthropic/v1/messages")],
        manner: &OTHERS,
        about: "thinking without a signature, read where it comes back",
        ..ROW
    },
    Provider {
        name: "relay",
        doors: &[door("/v1/messages")],
        manner: &RELAY,
        envelope: &envelopes::RELAY,
        about: "a relay that nobody knows: it refuses what it did not sign itself, and hides where that stood",
        ..ROW
    },
];

/// What doors of others say, for tests of the table.
#[cfg(test)]
pub(super) fn messages() -> Vec<String> {
    let all = [&VERTEX_BETA, &BEDROCK_BETA, &MINIMAX_SIGNATURE, &MINIMAX_ORPHAN, &RELAY_SIGNATURE];
    let all = all.into_iter().chain([&DEEPSEEK_WANTS, &DEEPSEEK_REDACTED, &KIMI_WANTS]);
    all.map(|words| words.body.replace("{at}", "1").replace("{part}", "0")).collect()
}

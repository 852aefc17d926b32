//! What this family knows about hosts, error types and other wires, as data. Nothing here decides; everything else asks here.
mod doors;
mod form;
mod rows;

pub(crate) use form::Form;
pub(crate) use rows::{ROWS, form, placeholder};

use throughline_core::{Issuer, Route, Strictness, json};

/// Block type of thinking, and the kind of carrier it is.
pub(crate) const THINKING: (&str, &str) = ("thinking", "thinking_block");
/// Block type of thinking that only its issuer can read, and the kind of carrier it is.
pub(crate) const REDACTED: (&str, &str) = ("redacted_thinking", "redacted_thinking");

/// Block type of a server's summary of what stood before it, and the kind of carrier it is: the API reads nothing in front of the newest
/// one. <https://platform.claude.com/docs/en/build-with-claude/compaction>
pub(crate) const COMPACTION: (&str, &str) = ("compaction", "compaction");

/// Under which name a route issues what it seals: its row's, else the provider's own, else the host's.
///
/// A provider that merely calls itself like an issuer of the table answers under its host.
pub(crate) fn issuer(route: &Route) -> Issuer {
    let row = rows::RULES.find(route).ok().map(|policy| policy.reads);
    let named = row.as_ref().and_then(|row| row.rule.reads.as_ref()?.issuer.clone());
    let taken = |name: &str| {
        ROWS.iter().any(|row| row.reads.as_ref().is_some_and(|reads| reads.issuer.as_deref() == Some(name)))
    };
    match named {
        Some(name) => name.into_owned().into(),
        None if route.provider.is_custom() || taken(route.provider.as_str()) => route.origin_host().into(),
        None => route.provider.as_str().to_owned().into(),
    }
}

/// The most that a reply may hold where a request does not say: the API demands the member, and every Claude since 4.0 allows this
/// much: <https://platform.claude.com/docs/en/about-claude/models/overview>.
pub(crate) const MAX_TOKENS: &str = "32000";

/// The status of an error that came inside a 200, by its type: <https://platform.claude.com/docs/en/api/errors>.
pub(crate) const STATUS: &[(&str, u16)] = &[
    ("invalid_request_error", 400),
    ("authentication_error", 401),
    ("billing_error", 402),
    ("permission_error", 403),
    ("not_found_error", 404),
    ("request_too_large", 413),
    ("rate_limit_error", 429),
    ("api_error", 500),
    ("timeout_error", 504),
    ("overloaded_error", 529),
];

/// The status of an exception inside of a stream of frames, by its name: those of
/// <https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html>.
pub(crate) const EXCEPTIONS: &[(&str, u16)] = &[
    ("validationException", 400),
    ("serviceQuotaExceededException", 400),
    ("accessDeniedException", 403),
    ("unrecognizedClientException", 403),
    ("expiredTokenException", 403),
    ("resourceNotFoundException", 404),
    ("modelTimeoutException", 408),
    ("modelErrorException", 424),
    ("modelStreamErrorException", 424),
    ("throttlingException", 429),
    ("modelNotReadyException", 429),
    ("internalServerException", 500),
    ("serviceUnavailableException", 503),
];

/// Members of a message whose later lists add to the earlier ones.
pub(crate) const LISTS: &[&str] = &[DROPPED];

/// Where a reply says which blocks of its request the server left out, and why:
/// <https://platform.claude.com/docs/en/build-with-claude/preserved-thinking/prefix-checks>.
pub(crate) const DROPPED: &str = "input_transformations";
/// The type and the reason of a block that was left out because its prefix is another one.
pub(crate) const UNBOUND: (&str, &str) = ("thinking_dropped", "prefix_binding_mismatch");

/// What a caller may ask to be done with such a block.
pub(crate) const STRICTNESS: &[(&str, Strictness)] = &[("error", Strictness::Refuse), ("drop_block", Strictness::Drop)];

/// The wire that a reply speaks, by a member that no reply of this one has.
const OTHERS: &[(&str, &str)] = &[
    ("choices", "chat_completions"),
    ("candidates", "gemini_generate"),
    ("stopReason", "bedrock_converse"),
    ("output", "openai_responses"),
    ("response", "openai_responses"),
];

/// The wire that an object looks like, where it is one of the others.
pub(crate) fn wire_of(object: &str) -> Option<&'static str> {
    OTHERS.iter().find(|(member, _)| json::member(object, member).is_some()).map(|(_, api)| *api)
}

/// The type of a block whose start never came, by the type of its delta.
pub(crate) const IMPLIED: &[(&str, &str)] = &[
    ("text_delta", "text"),
    ("citations_delta", "text"),
    ("thinking_delta", "thinking"),
    ("signature_delta", "thinking"),
    ("input_json_delta", "tool_use"),
    ("compaction_delta", "compaction"),
];

/// Members that grow piece by piece, by the type of their block. A piece that is no string is none.
pub(crate) const TEXTS: &[(&str, &str)] = &[
    ("text", "text"),
    (THINKING.0, "thinking"),
    (THINKING.0, "signature"),
    (REDACTED.0, "data"),
    (COMPACTION.0, "content"),
];

/// Members of events that end in a block or in the message, by the type of the event. Any others are kept apart.
pub(crate) const EVENTS: &[(&str, &[&str])] = &[
    ("message_start", &["message"]),
    ("content_block_start", &["index", "content_block"]),
    ("content_block_delta", &["index", "delta"]),
    ("content_block_stop", &["index"]),
];

/// Members of a text block that a part has fields for.
pub(crate) const TEXT: &[&str] = &["type", "text"];
/// Those of a call.
pub(crate) const CALL: &[&str] = &["type", "id", "name", "input"];
/// Those of an answer to one.
pub(crate) const RESULT: &[&str] = &["type", "tool_use_id", "content"];

/// Members of blocks that the API documents, beside those that a part has fields for. A host's own others go home alone.
pub(crate) const DOCUMENTED: &[&str] = &["cache_control", "citations", "caller", "toolset_name", "is_error"];

/// Images that the API takes: <https://platform.claude.com/docs/en/build-with-claude/vision>.
pub(crate) const IMAGES: &[&str] = &["image/jpeg", "image/png", "image/gif", "image/webp"];

/// What stands under `key` in a list of pairs.
pub(crate) fn lookup<T: Copy>(list: &[(&str, T)], key: &str) -> Option<T> {
    list.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
}

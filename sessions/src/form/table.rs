//! The names of the message form, as data. Nothing here decides; everything else asks here.
//!
//! The form is the message table of the Hermes agent's `state.db`: <https://github.com/NousResearch/hermes-agent>.

/// The entry that holds what is for one host alone.
pub(super) const RECORD: &str = "hermes.native_assistant";
/// How the types of such entries end; plugins have their own.
pub(super) const NATIVE: &str = ".native_assistant";

/// The list of entries, which stands in the store as JSON text.
pub(super) const DETAILS: &str = "reasoning_details";
/// Fields of readable reasoning, the one that hosts mint first.
pub(super) const TEXTS: [&str; 2] = ["reasoning_content", "reasoning"];
/// Types of entries that are readable text where they are not signed, and where it stands.
pub(super) const READABLE: [(&str, &str); 2] = [("reasoning.text", "text"), ("reasoning.summary", "summary")];
/// Members that such an entry has without being sealed.
pub(super) const PLAIN: [&str; 6] = ["type", "text", "summary", "format", "index", "id"];

/// Types of entries that are blocks of the message itself, the kind of each, and where its readable text stands.
pub(super) const BLOCKS: [(&str, &str, Option<&str>, &str); 2] = [
    ("thinking", "thinking_block", Some("thinking"), "signature"),
    ("redacted_thinking", "redacted_thinking", None, "data"),
];
/// Models whose blocks any model of the family reads.
pub(super) const MODELS: [(&str, &str); 1] = [("*claude*", "claude")];

/// Members of a live message, and of the private record, that are carriers: whether each is readable text.
pub(super) const PRIVATE: [(&str, bool); 6] = [
    ("extra_content", false),
    ("reasoning_opaque", false),
    ("reasoning_text", true),
    ("thinking", true),
    ("thinking_signature", false),
    ("encrypted_content", false),
];
/// The signature of a part on Gemini's own wire, which this form says as the compatible endpoint does.
pub(super) const PART: &str = "thoughtSignature";
/// The member that holds a signature, and what stands around it there.
pub(super) const HOLDER: (&str, &str, &str) = ("extra_content", r#"{"google":{"thought_signature":"#, "}}");
/// Where a signature stands in `extra_content`.
pub(super) const SIGNATURES: [&[&str]; 2] = [&["google", "thought_signature"], &["thought_signature"]];

/// Items of the Responses API: their column, the kind of one, where its readable text stands, and the kind and type of an item that
/// stands for what was compacted away.
pub(super) const ITEMS: (&str, &str, &str, &str) =
    ("codex_reasoning_items", "reasoning_item", "summary/*/text", "compaction");

/// Columns of the table that no message of a wire has: they are kept and never sent.
pub(super) const COLUMNS: [&str; 18] = [
    "id",
    "session_id",
    "tool_name",
    "effect_disposition",
    "timestamp",
    "token_count",
    "finish_reason",
    "codex_message_items",
    "anthropic_content_blocks",
    "bedrock_content_blocks",
    "platform_message_id",
    "observed",
    "active",
    "compacted",
    "api_content",
    "display_kind",
    "display_metadata",
    "message_id",
];

/// Content parts that are media.
pub(super) const MEDIA: [&str; 6] = ["image_url", "input_audio", "file", "video_url", "audio_url", "document_url"];

//! What replies of this wire are known by, as data: exceptions, padding, other wires' members, words that stand for a thought.

/// The kind of a block of reasoning that is neither readable nor redacted, as far as this version can tell: it is kept as it came.
pub(crate) const UNREAD: &str = "converse_reasoning";

/// The events of a stream. A client that decodes frames may hand each payload on under its name.
pub(crate) const EVENTS: &[&str] =
    &["messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop", "metadata"];

/// A member of every event that hides how long the rest is, and says nothing.
pub(crate) const PADDING: &str = "p";

/// The wire that a reply speaks, by a member that no reply of this one has.
pub(crate) const OTHERS: &[(&str, &str)] = &[
    ("choices", "chat_completions"),
    ("candidates", "gemini_generate"),
    ("response", "openai_responses"),
    ("object", "openai_responses"),
    ("content", "anthropic_messages"),
    ("content_block", "anthropic_messages"),
    ("bytes", "bedrock_invoke"),
    ("type", "anthropic_messages"),
];

/// What stands where a model's thought is not shown, behind it maybe a full stop; the model can do as little with it as a reader:
/// <https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html>.
const HIDDEN: &str = "[REDACTED]";

/// True where a text only says that a thought is hidden, or was cut while it said so.
pub(crate) fn hides(text: &str) -> bool {
    let text = text.trim().trim_end_matches('.');
    !text.is_empty() && HIDDEN.starts_with(text)
}

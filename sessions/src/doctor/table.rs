//! What is known of issuers, as data.

/// Kinds of blocks, with the issuer that signs every one of them:
/// <https://platform.claude.com/docs/en/build-with-claude/extended-thinking>.
pub(super) const SIGNED: [(&str, &str); 2] = [("thinking_block", "claude"), ("redacted_thinking", "claude")];

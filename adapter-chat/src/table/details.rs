//! What OpenRouter's own client does to `reasoning_details` before it sends them back, as data. The wire withholds by it.
//!
//! An entry without a format, or of one that is not named here, is left alone.

/// The rules of one issuer's entries.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Details {
    /// Formats whose `reasoning.text` goes only with its signature.
    pub(crate) signed: &'static [&'static str],
    /// Formats whose `reasoning.text` never goes.
    pub(crate) mute: &'static [&'static str],
    /// By type of entry the members that are its identity, the first that holds something. An entry of such a type
    /// without any is dropped, and each identity goes once in a request. Other types have none.
    pub(crate) identity: &'static [(&'static str, &'static [&'static str])],
    /// Models, as globs, on which `reasoning` goes only beside entries.
    pub(crate) beside: &'static [&'static str],
}

/// The rules on routes that seal under this name; none where entries go as they are.
pub(crate) fn details(issuer: &str) -> Option<&'static Details> {
    GATEWAYS.contains(&issuer).then_some(&OPENROUTER)
}

/// Those that run OpenRouter's rules.
const GATEWAYS: &[&str] = &["openrouter", "kilocode"];

/// As in <https://github.com/OpenRouterTeam/ai-sdk-provider>, read 2026-06-25: an unsigned text of these formats is
/// refused upstream, and so is an entry that stands twice in one request.
const OPENROUTER: Details = Details {
    signed: &["anthropic-claude-v1"],
    mute: &["google-gemini-v1"],
    identity: &[
        ("reasoning.summary", &["summary"]),
        ("reasoning.encrypted", &["id", "data"]),
        ("reasoning.text", &["text", "signature"]),
    ],
    beside: &["anthropic/*", "~anthropic/*", "google/gemini*", "~google/gemini*"],
};

//! The Anthropic Messages wire and its rules.

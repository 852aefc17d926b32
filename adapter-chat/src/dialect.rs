//! The dialect of everybody who has no adapter of his own: the fields by which hosts of this wire are known to show reasoning.
use crate::{
    table,
    wire::{Chunk, Dialect, Field, Mint},
};

/// Where a signature of Gemini stands that somebody hands on.
const SIGNATURE: &[&str] = &["google/thought_signature", "vertex/thought_signature", "thought_signature"];

/// The fields, the richest first.
pub(crate) static CHAT: Dialect = Dialect {
    message: &[
        Field::entries("reasoning_details"),
        Field::text("reasoning_content"),
        Field::text("reasoning"),
        Field::text("thinking"),
        Field::text("reasoning_text"),
        Field::blob("thinking_signature"),
        Field::blob("reasoning_opaque"),
        Field::blob("encrypted_content"),
        Field::holding("extra_content", SIGNATURE),
    ],
    call: &[Field::holding("extra_content", SIGNATURE)],
    chunks: &[
        Chunk {
            name: "thinking",
            kind: "thinking_chunk",
            member: "thinking",
            text: "thinking/*/text",
            seal: &["signature", "thinking/*/signature"],
        },
        Chunk {
            name: "reasoning",
            kind: "reasoning_chunk",
            member: "summary",
            text: "summary/*/text",
            seal: &["signature", "summary/*/signature"],
        },
    ],
    upstream: &["provider", "provider_metadata/gateway/routing/finalProvider"],
    mint: |route| Mint { issuer: table::issuer(route), opaque: table::opaque(route) },
    ..Dialect::PLAIN
};

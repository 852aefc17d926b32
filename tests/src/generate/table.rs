//! Carriers that other wires mint: what a conversation may have behind it when it comes to the adapter under test.
use super::carrier::{Spot, Template};
use std::sync::Arc;
use throughline_core::{Api, Carrier, How, Kind, Origin, Route, TextAt, Verbatim};

struct Row {
    provider: &'static str,
    url: &'static str,
    api: Api,
    model: &'static str,
    carriers: &'static [(Spot, &'static str, &'static str, Option<&'static str>, bool, &'static str)],
}

/// Where a carrier stands, its kind, its issuer, where its text is, whether it is sealed, its payload.
const ROWS: &[Row] = &[
    Row {
        provider: "deepseek",
        url: "https://api.deepseek.com",
        api: Api::CHAT,
        model: "deepseek-v4-pro",
        carriers: &[(Spot::Message, "reasoning_content", "deepseek", Some(""), false, r#""Let me see.""#)],
    },
    Row {
        provider: "groq",
        url: "https://api.groq.com/openai/v1",
        api: Api::CHAT,
        model: "qwen/qwen3-32b",
        carriers: &[(Spot::Message, "reasoning", "groq", Some(""), false, r#""Okay.""#)],
    },
    Row {
        provider: "openrouter",
        url: "https://openrouter.ai/api/v1",
        api: Api::CHAT,
        model: "anthropic/claude-sonnet-4.5",
        carriers: &[
            (
                Spot::Message,
                "reasoning_details",
                "openrouter:Amazon Bedrock/anthropic-claude-v1",
                Some("text"),
                true,
                r#"{"type":"reasoning.text","text":"The user","format":"anthropic-claude-v1","index":0,"signature":"EvgCCkYICxgCKkBmZm9vYmFy"}"#,
            ),
            (
                Spot::Message,
                "reasoning_details",
                "openrouter:Google/google-gemini-v1",
                None,
                true,
                r#"{"type":"reasoning.encrypted","data":"EjQKMgG+Pvb7Zm9vYmFyYmF6cXV4","format":"google-gemini-v1","index":1}"#,
            ),
            (
                Spot::Message,
                "reasoning_details",
                "openrouter",
                Some("text"),
                false,
                r#"{"type":"reasoning.text","text":"Plainly.","format":"unknown","index":0}"#,
            ),
        ],
    },
    Row {
        provider: "anthropic",
        url: "https://api.anthropic.com",
        api: Api::MESSAGES,
        model: "claude-opus-4-6",
        carriers: &[
            (
                Spot::Part,
                "thinking_block",
                "claude",
                Some("thinking"),
                true,
                r#"{"type":"thinking","thinking":"First","signature":"EqoBCkgIBxgCIkDxZm9vYmFyYmF6"}"#,
            ),
            (
                Spot::Part,
                "redacted_thinking",
                "claude",
                None,
                true,
                r#"{"type":"redacted_thinking","data":"EmwKAhgBEgy3va3pzix/LafPsn4a"}"#,
            ),
        ],
    },
    Row {
        provider: "gemini",
        url: "https://generativelanguage.googleapis.com/v1beta",
        api: Api::new("gemini_generate"),
        model: "gemini-3-pro",
        carriers: &[
            (Spot::Text, "thought_signature", "gemini/aistudio", None, true, r#""EtACCs0CAdHtim9vYmFyYmF6""#),
            (Spot::Call, "thought_signature", "gemini/aistudio", None, true, r#""EucECuQEAdHtim9vYmFyYmF6""#),
        ],
    },
];

/// The rows as templates.
pub(super) fn templates() -> Vec<Template> {
    let mut all = vec![];
    for row in ROWS {
        let Ok(route) = Route::new(row.provider, row.url, row.api.clone(), row.model) else { continue };
        let origin = Arc::new(Origin::of(&route, How::Minted));
        for (spot, kind, issuer, text, sealed, payload) in row.carriers {
            let Ok(payload) = Verbatim::parse(payload) else { continue };
            let text = text.map(TextAt::path);
            let (kind, issuer) = (Kind::new(kind), throughline_core::Issuer::new(issuer));
            let carrier = Carrier { kind, issuer, payload, text, sealed: *sealed, minted_under: None };
            all.push(Template { spot: *spot, carrier, origin: origin.clone() });
        }
    }
    all
}

//! Carriers that other wires mint: what a conversation may have behind it when it comes to the adapter under test.
use super::carrier::{Spot, Template};
use std::sync::Arc;
use throughline_core::{Api, Carrier, How, Issuer, Kind, Origin, Route, TextAt, Verbatim};

struct Row {
    provider: &'static str,
    url: &'static str,
    api: Api,
    model: &'static str,
    carriers: &'static [Minted],
}

struct Minted {
    spot: Spot,
    kind: &'static str,
    issuer: &'static str,
    /// Where its text is.
    text: Option<&'static str>,
    sealed: bool,
    payload: &'static str,
}

/// Pictures as clients of each wire write them.
pub(super) const MEDIA: &[(Api, &str)] = &[
    (Api::CHAT, r#"{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo=","detail":"low"}}"#),
    (Api::CHAT, r#"{"type":"image_url","image_url":{"url":"https://pictures.example/a.png"}}"#),
    (Api::MESSAGES, r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}"#),
    (Api::new("gemini_generate"), r#"{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}}"#),
    (Api::new("bedrock_converse"), r#"{"image":{"format":"png","source":{"bytes":"iVBORw0KGgo="}}}"#),
];

const ROWS: &[Row] = &[
    Row {
        provider: "deepseek",
        url: "https://api.deepseek.com",
        api: Api::CHAT,
        model: "deepseek-v4-pro",
        carriers: &[Minted {
            spot: Spot::Message,
            kind: "reasoning_content",
            issuer: "deepseek",
            text: Some(""),
            sealed: false,
            payload: r#""Let me see.""#,
        }],
    },
    Row {
        provider: "groq",
        url: "https://api.groq.com/openai/v1",
        api: Api::CHAT,
        model: "qwen/qwen3-32b",
        carriers: &[Minted {
            spot: Spot::Message,
            kind: "reasoning",
            issuer: "groq",
            text: Some(""),
            sealed: false,
            payload: r#""Okay.""#,
        }],
    },
    Row {
        provider: "openrouter",
        url: "https://openrouter.ai/api/v1",
        api: Api::CHAT,
        model: "anthropic/claude-sonnet-4.5",
        carriers: &[
            Minted {
                spot: Spot::Message,
                kind: "reasoning_details",
                issuer: "openrouter:Amazon Bedrock/anthropic-claude-v1",
                text: Some("text"),
                sealed: true,
                payload: r#"{"type":"reasoning.text","text":"The user","format":"anthropic-claude-v1","index":0,"signature":"EvgCCkYICxgCKkBmZm9vYmFy"}"#,
            },
            Minted {
                spot: Spot::Message,
                kind: "reasoning_details",
                issuer: "openrouter:Google/google-gemini-v1",
                text: None,
                sealed: true,
                payload: r#"{"type":"reasoning.encrypted","data":"EjQKMgG+Pvb7Zm9vYmFyYmF6cXV4","format":"google-gemini-v1","index":1}"#,
            },
            Minted {
                spot: Spot::Message,
                kind: "reasoning_details",
                issuer: "openrouter:-/unknown",
                text: Some("text"),
                sealed: false,
                payload: r#"{"type":"reasoning.text","text":"Plainly.","format":"unknown","index":0}"#,
            },
        ],
    },
    Row {
        provider: "anthropic",
        url: "https://api.anthropic.com",
        api: Api::MESSAGES,
        model: "claude-opus-4-6",
        carriers: &[
            Minted {
                spot: Spot::Part,
                kind: "thinking_block",
                issuer: "claude",
                text: Some("thinking"),
                sealed: true,
                payload: r#"{"type":"thinking","thinking":"First","signature":"EqoBCkgIBxgCIkDxZm9vYmFyYmF6"}"#,
            },
            Minted {
                spot: Spot::Part,
                kind: "redacted_thinking",
                issuer: "claude",
                text: None,
                sealed: true,
                payload: r#"{"type":"redacted_thinking","data":"EmwKAhgBEgy3va3pzix/LafPsn4a"}"#,
            },
        ],
    },
    Row {
        provider: "gemini",
        url: "https://generativelanguage.googleapis.com/v1beta",
        api: Api::new("gemini_generate"),
        model: "gemini-3-pro",
        carriers: &[
            Minted {
                spot: Spot::Text,
                kind: "thoughtSignature",
                issuer: "gemini/aistudio",
                text: None,
                sealed: true,
                payload: r#""EtACCs0CAdHtim9vYmFyYmF6""#,
            },
            Minted {
                spot: Spot::Call,
                kind: "thoughtSignature",
                issuer: "gemini/aistudio",
                text: None,
                sealed: true,
                payload: r#""EucECuQEAdHtim9vYmFyYmF6""#,
            },
        ],
    },
    Row {
        provider: "bedrock",
        url: "https://bedrock-runtime.us-east-1.amazonaws.com",
        api: Api::new("bedrock_converse"),
        model: "us.anthropic.claude-opus-4-8-v1:0",
        carriers: &[
            Minted {
                spot: Spot::Part,
                kind: "thinking_block",
                issuer: "claude",
                text: Some("thinking"),
                sealed: true,
                payload: r#"{"type":"thinking","thinking":"Next","signature":"EtoBCkgIDBABGAIqQG5vdCBhIHJlYWwgb25l"}"#,
            },
            Minted {
                spot: Spot::Part,
                kind: "thinking_block",
                issuer: "bedrock/gpt-oss",
                text: Some("thinking"),
                sealed: false,
                payload: r#"{"type":"thinking","thinking":"Openly."}"#,
            },
        ],
    },
];

/// The wire in whose shape a carrier of this kind is kept: the first that mints it.
pub(crate) fn shape_of(carrier: &Carrier) -> Option<Api> {
    let mints = |row: &&Row| row.carriers.iter().any(|minted| carrier.kind == *minted.kind);
    ROWS.iter().find(mints).map(|row| row.api.clone())
}

/// The rows as templates.
pub(super) fn templates() -> Vec<Template> {
    ROWS.iter().flat_map(Row::templates).collect()
}

impl Row {
    fn templates(&self) -> Vec<Template> {
        let Ok(route) = Route::new(self.provider, self.url, self.api.clone(), self.model) else { return vec![] };
        let origin = Arc::new(Origin::of(&route, How::Minted));
        let template = |minted: &Minted| {
            let carrier = Carrier {
                kind: Kind::new(minted.kind),
                issuer: Issuer::new(minted.issuer),
                payload: Verbatim::parse(minted.payload).ok()?,
                text: minted.text.map(TextAt::path),
                sealed: minted.sealed,
                minted_under: None,
            };
            Some(Template { spot: minted.spot, carrier, origin: origin.clone() })
        };
        self.carriers.iter().filter_map(template).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_a_template() {
        assert_eq!(templates().len(), ROWS.iter().map(|row| row.carriers.len()).sum::<usize>());
    }
}

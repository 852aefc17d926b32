//! The ordered pieces of a turn. Each owns its carriers, so that none can be moved, merged or given to another piece.
use crate::{Api, Carrier, Literal, Verbatim, json::Extras};
use serde::{Deserialize, Serialize};

/// One ordered piece of a turn.
///
/// Externally tagged on purpose: raw values survive no other tagging.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Visible text.
    Text(Text),
    /// A reasoning block that stands in order among the others.
    Reasoning(Carrier),
    /// The model calls a tool.
    Call(ToolCall),
    /// A tool answers.
    Result(ToolResult),
    /// An image, audio, a document, in the shape of its wire.
    Media(Foreign),
    /// A block that this version does not know. It goes home to its issuer and nowhere else.
    Opaque(Foreign),
}

/// Visible text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// The text in its own spelling.
    pub text: Literal,
    /// Other members of the block, such as `citations` and `cache_control`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Extras,
    /// Signatures that stand on this piece of text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carriers: Vec<Carrier>,
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolCall {
    /// The id that the result names; some hosts send none, or an empty one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Literal>,
    /// The tool.
    pub name: Literal,
    /// Its arguments, kept as they were sent.
    pub arguments: Arguments,
    /// Other members of the call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Extras,
    /// Other members of its inner `function` object, where the wire has one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inner: Extras,
    /// Signatures that stand on this call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carriers: Vec<Carrier>,
}

/// Arguments as the wire had them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arguments {
    /// A string that should hold JSON (chat completions). A model may write what it likes there.
    Text(Literal),
    /// A JSON value (all other wires).
    Json(Verbatim),
}

impl Arguments {
    /// The arguments as the inside of a string literal.
    pub fn write_text(&self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(text.inner()),
            Self::Json(json) => crate::verbatim::escape(json.get(), out),
        }
    }
    /// The arguments as a JSON object; none where the model wrote something else.
    pub fn object(&self) -> Option<Verbatim> {
        match self {
            Self::Json(json) => json.is_object().then(|| json.clone()),
            Self::Text(text) if text.is_blank() => Verbatim::parse("{}").ok(),
            Self::Text(text) => Verbatim::parse(&text.decode()).ok().filter(Verbatim::is_object),
        }
    }
}

/// What a tool answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolResult {
    /// The call it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<Literal>,
    /// A string, an array of content parts, or nothing.
    #[serde(default, deserialize_with = "crate::verbatim::present", skip_serializing_if = "Option::is_none")]
    pub content: Option<Verbatim>,
    /// Other members, such as `is_error` and `name`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Extras,
}

/// A block that is kept in the shape of its own wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Foreign {
    /// The whole block.
    pub payload: Verbatim,
    /// The wire whose shape it has.
    pub api: Api,
    /// Signatures that stand on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carriers: Vec<Carrier>,
}

impl Part {
    /// Plain text.
    pub fn text(text: &str) -> Self {
        Self::Text(Text { text: Literal::of(text), extras: vec![], carriers: vec![] })
    }
    /// The carriers that this part owns.
    pub fn carriers(&self) -> &[Carrier] {
        match self {
            Self::Text(part) => &part.carriers,
            Self::Reasoning(carrier) => std::slice::from_ref(carrier),
            Self::Call(part) => &part.carriers,
            Self::Result(_) => &[],
            Self::Media(part) | Self::Opaque(part) => &part.carriers,
        }
    }
    /// The same, to build a history without them.
    pub fn carriers_mut(&mut self) -> Option<&mut Vec<Carrier>> {
        match self {
            Self::Text(part) => Some(&mut part.carriers),
            Self::Call(part) => Some(&mut part.carriers),
            Self::Media(part) | Self::Opaque(part) => Some(&mut part.carriers),
            Self::Reasoning(_) | Self::Result(_) => None,
        }
    }
}

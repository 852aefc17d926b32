//! The ordered pieces of a turn. Each owns its carriers, so that none can be moved, merged or given to another piece.
use crate::{
    Api, Carrier, Literal, LiteralBuf, Verbatim,
    json::{self, Extras},
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

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
    /// What stands for turns that were compacted away.
    Checkpoint(Checkpoint),
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

impl From<Literal> for Text {
    fn from(text: Literal) -> Self {
        Self { text, extras: vec![], carriers: vec![] }
    }
}
impl Text {
    /// Plain text.
    pub fn of(text: &str) -> Self {
        Literal::of(text).into()
    }
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

impl ToolResult {
    /// The text of one piece of a list: under `text`, or the piece itself.
    pub fn piece(piece: &RawValue) -> Option<Literal> {
        json::member(piece.get(), "text").and_then(Literal::read).or_else(|| Literal::read(piece))
    }
    /// The one text that an object holds as what a tool answered: <https://ai.google.dev/api/caching#FunctionResponse>.
    pub fn spoken(object: &str) -> Option<Literal> {
        let mut all = vec![];
        json::members(object, |name, value| all.push((name.to_owned(), value))).ok()?;
        match all.as_slice() {
            [(name, text)] if ["result", "output", "error"].contains(&name.as_str()) => Literal::read(text),
            _ => None,
        }
    }
    /// What it says, where a wire has room for text alone; and how many of its pieces are none. A value that is no string is told as its JSON.
    pub fn text(&self) -> (Literal, usize) {
        let Some(content) = self.content.as_ref().filter(|content| !content.is_null()) else {
            return (Literal::of(""), 0);
        };
        if !content.is_array() {
            let text = content.literal().or_else(|| Self::spoken(content.get()));
            return (text.unwrap_or_else(|| Literal::of(content.get())), 0);
        }
        let (mut said, mut any, mut lost) = (LiteralBuf::default(), false, 0);
        let _ = json::elements(content.get(), |piece| match Self::piece(piece) {
            Some(text) => {
                said.push_inner(if std::mem::replace(&mut any, true) { "\\n\\n" } else { "" });
                said.push_inner(text.inner());
            }
            None => lost += 1,
        });
        (said.finish(), lost)
    }
}

/// What stands for turns that were compacted away. A newer one shadows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// A summary. It goes wherever text goes, and stays only where the item goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// A server's compaction item. It goes home to its issuer and nowhere else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<Carrier>,
}

impl Checkpoint {
    /// A summary of ours.
    pub fn summary(text: &str) -> Self {
        Self { text: Some(Text::of(text)), item: None }
    }
    /// The place of the item among the carriers of its part: behind those of the text.
    pub fn place(&self) -> usize {
        self.text.as_ref().map_or(0, |text| text.carriers.len())
    }
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
        Self::Text(Text::of(text))
    }
    /// What of it is visible text: a text, or the summary of a checkpoint.
    pub fn visible(&self) -> Option<&Text> {
        match self {
            Self::Text(text) | Self::Checkpoint(Checkpoint { text: Some(text), .. }) => Some(text),
            _ => None,
        }
    }
    /// True where the part is one carrier and says nothing without it.
    pub(crate) fn is_bare(&self) -> bool {
        matches!(self, Self::Reasoning(_) | Self::Checkpoint(Checkpoint { text: None, .. }))
    }
    /// The carriers that this part owns.
    pub fn carriers(&self) -> impl Iterator<Item = &Carrier> {
        let (listed, alone): (&[Carrier], _) = match self {
            Self::Text(part) => (&part.carriers, None),
            Self::Reasoning(carrier) => (&[], Some(carrier)),
            Self::Call(part) => (&part.carriers, None),
            Self::Result(_) => (&[], None),
            Self::Media(part) | Self::Opaque(part) => (&part.carriers, None),
            Self::Checkpoint(part) => {
                (part.text.as_ref().map_or(&[], |text| text.carriers.as_slice()), part.item.as_ref())
            }
        };
        listed.iter().chain(alone)
    }
    /// The list among them, to build a history without it.
    pub fn carriers_mut(&mut self) -> Option<&mut Vec<Carrier>> {
        match self {
            Self::Text(part) => Some(&mut part.carriers),
            Self::Call(part) => Some(&mut part.carriers),
            Self::Media(part) | Self::Opaque(part) => Some(&mut part.carriers),
            Self::Checkpoint(part) => part.text.as_mut().map(|text| &mut text.carriers),
            Self::Reasoning(_) | Self::Result(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_told_as_text() {
        let told = |content: Option<&str>| {
            let content = content.map(|json| Verbatim::parse(json).unwrap());
            let (text, lost) = ToolResult { call: None, content, extras: vec![] }.text();
            (text.raw().to_owned(), lost)
        };
        for (content, text, lost) in [
            (None, r#""""#, 0),
            (Some("null"), r#""""#, 0),
            (Some(r#""a\u00e9""#), r#""a\u00e9""#, 0),
            (Some(r#"{"result":"a\u00e9\n"}"#), r#""a\u00e9\n""#, 0),
            (Some(r#"{"result":7}"#), r#""{\"result\":7}""#, 0),
            (Some(r#"{"a":1.50}"#), r#""{\"a\":1.50}""#, 0),
            (Some(r#"[{"type":"text","text":"a"},"b",{"image":1},7]"#), r#""a\n\nb""#, 2),
            (Some("[]"), r#""""#, 0),
        ] {
            assert_eq!(told(content), (text.to_owned(), lost));
        }
    }
    use crate::{Role, Stored, Turn};

    #[test]
    fn a_checkpoint_reads_back_and_lines_without_one_are_what_they_were() {
        let item = Carrier::sealed("compaction", "claude", Verbatim::parse(r#"{"b":1.50,"a":"\/"}"#).unwrap(), None);
        let seal = Carrier::sealed("thought_signature", "gemini", Verbatim::parse("\"cw==\"").unwrap(), None);
        let mut whole = Checkpoint { item: Some(item.clone()), ..Checkpoint::summary("They met.") };
        whole.text.as_mut().unwrap().carriers.push(seal.clone());
        let bare = Checkpoint { text: None, item: Some(item.clone()) };
        let parts = vec![Part::Checkpoint(whole.clone()), Part::Checkpoint(bare), Part::text("Go on.")];
        let turn = Turn { parts, ..Turn::new(Role::Assistant) };
        let line = Stored::Turn(turn.clone()).line().unwrap();
        assert_eq!(Stored::read(&line).unwrap(), Stored::Turn(turn.clone()));
        assert!(line.contains(r#"{"checkpoint":{"text":{"text":"They met.","carriers":["#), "{line}");
        let places: Vec<_> = turn.carriers().map(|(at, carrier)| (at, carrier.clone())).collect();
        let at = crate::At::Part;
        assert_eq!(places, [(at(0, 0), seal), (at(0, 1), item.clone()), (at(1, 0), item)]);
        assert!(places.iter().all(|(at, carrier)| turn.carrier(*at) == Some(carrier)) && whole.place() == 1);
        assert_eq!(turn.text(), "They met.Go on.");
        let older = r#"{"throughline":1,"role":"user","parts":[{"text":{"text":"a"}}]}"#;
        assert_eq!(
            Stored::Turn(match Stored::read(older).unwrap() {
                Stored::Turn(turn) => turn,
                _ => unreachable!(),
            })
            .line()
            .unwrap(),
            older
        );
    }
}

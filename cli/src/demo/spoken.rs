//! The two wires as an ordinary client speaks them: what it makes of a reply, and how it writes its own messages.
//!
//! It must never borrow from an adapter: it stands for programs that have none.
use super::script::RESULT;
use serde::{Deserialize, Serialize};
use throughline::{Api, Literal, json};

/// A wire.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spoken {
    Chat,
    Messages,
}

/// A reply as a client takes it.
pub(super) struct Taken {
    /// The message for the next request.
    pub(super) message: String,
    /// The message that answers its tool call, where it made one.
    pub(super) result: Option<String>,
    /// What it says.
    pub(super) text: String,
}

impl Spoken {
    pub(crate) fn of(api: &Api) -> Self {
        if *api == Api::MESSAGES { Self::Messages } else { Self::Chat }
    }
    /// The tool on offer.
    pub(crate) fn tool(self) -> &'static str {
        match self {
            Self::Chat => {
                r#"{"type":"function","function":{"name":"weather","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}}"#
            }
            Self::Messages => {
                r#"{"name":"weather","input_schema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}"#
            }
        }
    }
    /// A reply, with everything that it came with or with what the standard names alone; none where it is no reply.
    pub(super) fn take(self, reply: &str, whole: bool) -> Option<Taken> {
        match self {
            Self::Chat => chat(reply, whole),
            Self::Messages => blocks(reply, whole),
        }
    }
}

/// What a person says.
pub(super) fn user(text: &str) -> String {
    format!(r#"{{"role":"user","content":{}}}"#, Literal::of(text).raw())
}

/// An assistant message of the published standard, and nothing more: what a typed client keeps.
#[derive(Serialize)]
struct Standard {
    role: &'static str,
    content: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<Call>,
}

#[derive(Serialize, Deserialize)]
struct Call {
    id: String,
    r#type: String,
    function: Function,
}

#[derive(Serialize, Deserialize)]
struct Function {
    name: String,
    arguments: String,
}

fn chat(reply: &str, whole: bool) -> Option<Taken> {
    let message = json::member(first(json::member(reply, "choices")?.get())?, "message")?.get();
    let content = json::member(message, "content").map_or("", |content| content.get());
    let text = match content.starts_with('[') {
        true => all(content).filter(|chunk| kind(chunk, &["text"])).filter_map(|chunk| string(chunk, "text")).collect(),
        false => string(message, "content").unwrap_or_default(),
    };
    let calls = json::member(message, "tool_calls").map(|calls| serde_json::from_str::<Vec<Call>>(calls.get()));
    let tool_calls = calls.and_then(Result::ok).unwrap_or_default();
    let result = tool_calls.first().map(|call| {
        let (id, content) = (Literal::of(&call.id), Literal::of(RESULT));
        format!(r#"{{"role":"tool","tool_call_id":{},"content":{}}}"#, id.raw(), content.raw())
    });
    let standard = Standard { role: "assistant", content: text.clone(), tool_calls };
    let message = if whole { message.to_owned() } else { serde_json::to_string(&standard).ok()? };
    Some(Taken { message, result, text })
}

fn blocks(reply: &str, whole: bool) -> Option<Taken> {
    let content = json::member(reply, "content")?.get();
    let kept: Vec<&str> = all(content).filter(|block| whole || kind(block, &["text", "tool_use"])).collect();
    let id = all(content).find(|block| kind(block, &["tool_use"])).and_then(|block| string(block, "id"));
    let result = id.map(|id| {
        let (id, content) = (Literal::of(&id), Literal::of(RESULT));
        format!(
            r#"{{"role":"user","content":[{{"type":"tool_result","tool_use_id":{},"content":{}}}]}}"#,
            id.raw(),
            content.raw()
        )
    });
    let text = all(content).filter_map(|block| string(block, "text")).collect();
    Some(Taken { message: format!(r#"{{"role":"assistant","content":[{}]}}"#, kept.join(",")), result, text })
}

fn all(array: &str) -> impl Iterator<Item = &str> {
    let mut all = vec![];
    let _ = json::elements(array, |value| all.push(value.get()));
    all.into_iter()
}
fn first(array: &str) -> Option<&str> {
    all(array).next()
}
fn string(object: &str, name: &str) -> Option<String> {
    Some(json::member(object, name).and_then(Literal::read)?.decode().into_owned())
}
fn kind(block: &str, kinds: &[&str]) -> bool {
    string(block, "type").is_some_and(|kind| kinds.contains(&kind.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_alone_or_all_of_it() {
        let message = r#"{"role":"assistant","content":null,"reasoning":"why","tool_calls":[{"id":"c","type":"function","index":0,"function":{"name":"f","arguments":"{}"}}]}"#;
        let reply = format!(r#"{{"choices":[{{"message":{message}}}]}}"#);
        let taken = Spoken::Chat.take(&reply, true).unwrap();
        assert_eq!((taken.message.as_str(), taken.text.as_str()), (message, ""));
        assert_eq!(
            Spoken::Chat.take(&reply, false).unwrap().message,
            r#"{"role":"assistant","content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}"#
        );
        assert_eq!(taken.result.unwrap(), r#"{"role":"tool","tool_call_id":"c","content":"18°C and sunny"}"#);
    }
    #[test]
    fn blocks_and_chunks_of_thinking_are_no_text() {
        let reply = r#"{"content":[{"type":"thinking","thinking":"why","signature":"s"},{"type":"text","text":"a"}]}"#;
        let taken = Spoken::Messages.take(reply, false).unwrap();
        assert_eq!(taken.message, r#"{"role":"assistant","content":[{"type":"text","text":"a"}]}"#);
        assert!(Spoken::Messages.take(reply, true).unwrap().message.contains(r#""signature":"s""#));
        let reply =
            r#"{"choices":[{"message":{"content":[{"type":"thinking","thinking":[]},{"type":"text","text":"a"}]}}]}"#;
        assert_eq!(Spoken::Chat.take(reply, false).unwrap().message, r#"{"role":"assistant","content":"a"}"#);
    }
    #[test]
    fn what_is_no_reply_is_none() {
        for reply in ["", "{}", "[]", r#"{"choices":[]}"#, r#"{"choices":7}"#] {
            assert!(
                Spoken::Chat.take(reply, true).is_none() && Spoken::Messages.take(reply, true).is_none(),
                "{reply}"
            );
        }
    }
}

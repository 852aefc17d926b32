//! The wires as an ordinary client speaks them: what it makes of a reply, and how it writes what was said.
//!
//! It must never borrow from an adapter: it stands for programs that have none.
use super::{script::RESULT, table::Way};
use serde_json::value::RawValue;
use throughline::{Api, Literal, json};

/// A wire.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spoken {
    Chat,
    Messages,
    Generate,
    Converse,
}

/// Something that was said.
pub(crate) enum Said {
    User(String),
    Own(Taken),
    /// The answer to a call.
    Result(Call),
}

/// A reply as a client takes it.
pub(crate) struct Taken {
    wire: Spoken,
    /// The message, with everything that it came with.
    message: String,
    /// What it says, and whom it calls: all that a typed client keeps.
    pub(super) text: String,
    pub(super) calls: Vec<Call>,
}

/// A call: id, name and arguments, as JSON each; no id where it has none.
#[derive(Clone)]
pub(crate) struct Call {
    id: Option<String>,
    name: String,
    arguments: String,
}

const SCHEMA: &str = r#"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}"#;

/// The wire with contents and parts.
const GENERATE: Api = Api::new("gemini_generate");
/// Bedrock's.
const CONVERSE: Api = Api::new("bedrock_converse");

impl Spoken {
    pub(crate) fn of(api: &Api) -> Self {
        match () {
            () if *api == Api::MESSAGES => Self::Messages,
            () if *api == GENERATE => Self::Generate,
            () if *api == CONVERSE => Self::Converse,
            () => Self::Chat,
        }
    }
    /// A request of `way`. What others said of this wire goes as it came, where `whole`; else what is standard of it.
    pub(super) fn request(self, way: &Way, said: &[Said], whole: bool) -> String {
        let messages: Vec<String> = said.iter().map(|said| self.write(said, whole)).collect();
        self.asking(Some(way.model).filter(|_| !way.addressed), way.members, &messages)
    }
    /// A request with the tool on offer; without `model` where that stands in the address.
    pub(crate) fn asking(self, model: Option<&str>, members: &str, messages: &[String]) -> String {
        let model = model.map(|model| format!(r#""model":{},"#, raw(model))).unwrap_or_default();
        let (messages, name, about) = (messages.join(","), r#""name":"weather""#, SCHEMA);
        let tool = match self {
            Self::Chat => format!(r#"{{"type":"function","function":{{{name},"parameters":{about}}}}}"#),
            Self::Messages => format!(r#"{{{name},"input_schema":{about}}}"#),
            Self::Generate => format!(r#"{{"functionDeclarations":[{{{name},"parameters":{about}}}]}}"#),
            Self::Converse => format!(r#"{{"toolSpec":{{{name},"inputSchema":{{"json":{about}}}}}}}"#),
        };
        match self {
            Self::Generate => format!(r#"{{{members}"tools":[{tool}],"contents":[{messages}]}}"#),
            Self::Converse => format!(r#"{{{members}"toolConfig":{{"tools":[{tool}]}},"messages":[{messages}]}}"#),
            _ => format!(r#"{{{model}{members}"tools":[{tool}],"messages":[{messages}]}}"#),
        }
    }
    fn write(self, said: &Said, whole: bool) -> String {
        match said {
            Said::User(text) => match self {
                Self::Generate => format!(r#"{{"role":"user","parts":[{{"text":{}}}]}}"#, raw(text)),
                Self::Converse => format!(r#"{{"role":"user","content":[{{"text":{}}}]}}"#, raw(text)),
                _ => format!(r#"{{"role":"user","content":{}}}"#, raw(text)),
            },
            Said::Own(taken) if whole && taken.wire == self => taken.message.clone(),
            Said::Own(taken) => self.standard(taken),
            Said::Result(Call { id, name, .. }) => {
                let (id, result) = (id.as_deref().unwrap_or("\"\""), raw(RESULT));
                match self {
                    Self::Chat => format!(r#"{{"role":"tool","tool_call_id":{id},"content":{result}}}"#),
                    Self::Messages => format!(
                        r#"{{"role":"user","content":[{{"type":"tool_result","tool_use_id":{id},"content":{result}}}]}}"#
                    ),
                    Self::Generate => format!(
                        r#"{{"role":"user","parts":[{{"functionResponse":{{"id":{id},"name":{name},"response":{{"output":{result}}}}}}}]}}"#
                    ),
                    Self::Converse => format!(
                        r#"{{"role":"user","content":[{{"toolResult":{{"toolUseId":{id},"content":[{{"text":{result}}}]}}}}]}}"#
                    ),
                }
            }
        }
    }
    /// A message of the published standard, and nothing more.
    fn standard(self, taken: &Taken) -> String {
        let calls = taken.calls.iter().map(|Call { id, name, arguments }| {
            let id = id.as_deref().unwrap_or("\"\"");
            match self {
                Self::Chat => format!(
                    r#"{{"id":{id},"type":"function","function":{{"name":{name},"arguments":{}}}}}"#,
                    raw(arguments)
                ),
                Self::Messages => format!(r#"{{"type":"tool_use","id":{id},"name":{name},"input":{arguments}}}"#),
                Self::Generate => {
                    format!(r#"{{"functionCall":{{"id":{id},"name":{name},"args":{arguments}}}}}"#)
                }
                Self::Converse => {
                    format!(r#"{{"toolUse":{{"toolUseId":{id},"name":{name},"input":{arguments}}}}}"#)
                }
            }
        });
        let text = raw(&taken.text);
        let said = Some(text.as_str()).filter(|_| !taken.text.is_empty());
        match self {
            Self::Chat => {
                let calls = calls.collect::<Vec<_>>().join(",");
                let calls = if calls.is_empty() { calls } else { format!(r#","tool_calls":[{calls}]"#) };
                format!(r#"{{"role":"assistant","content":{text}{calls}}}"#)
            }
            Self::Messages => {
                let text = said.map(|text| format!(r#"{{"type":"text","text":{text}}}"#));
                let blocks: Vec<_> = text.into_iter().chain(calls).collect();
                format!(r#"{{"role":"assistant","content":[{}]}}"#, blocks.join(","))
            }
            Self::Generate | Self::Converse => {
                let parts: Vec<_> = said.map(|text| format!(r#"{{"text":{text}}}"#)).into_iter().chain(calls).collect();
                let parts = parts.join(",");
                match self {
                    Self::Converse => format!(r#"{{"role":"assistant","content":[{parts}]}}"#),
                    _ => format!(r#"{{"role":"model","parts":[{parts}]}}"#),
                }
            }
        }
    }
    /// A reply; none where it is no reply.
    pub(super) fn take(self, reply: &str) -> Option<Taken> {
        let (message, text, calls) = match self {
            Self::Chat if json::member(reply, "choices").is_some() => chat(reply)?,
            // One host answers so on either path.
            Self::Chat | Self::Messages => blocks(reply)?,
            Self::Generate => parts(reply)?,
            Self::Converse => unions(reply)?,
        };
        Some(Taken { wire: self, message, text, calls })
    }
}

type Read = (String, String, Vec<Call>);

fn chat(reply: &str) -> Option<Read> {
    let message = json::member(first(json::member(reply, "choices")?.get())?, "message")?.get();
    let content = json::member(message, "content").map_or("", |content| content.get());
    let text = match content.starts_with('[') {
        true => all(content).filter(|chunk| kind(chunk, "text")).filter_map(|chunk| string(chunk, "text")).collect(),
        false => string(message, "content").unwrap_or_default(),
    };
    let calls = all(json::member(message, "tool_calls").map_or("", RawValue::get)).filter_map(|call| {
        let function = json::member(call, "function")?.get();
        Call::of("id", call, function, string(function, "arguments")?)
    });
    Some((message.to_owned(), text, calls.collect()))
}

fn blocks(reply: &str) -> Option<Read> {
    let content = json::member(reply, "content")?.get();
    let text = all(content).filter_map(|block| string(block, "text")).collect();
    let calls = all(content).filter(|block| kind(block, "tool_use"));
    let calls = calls.filter_map(|call| Call::of("id", call, call, json::member(call, "input")?.get().to_owned()));
    Some((format!(r#"{{"role":"assistant","content":{content}}}"#), text, calls.collect()))
}

fn parts(reply: &str) -> Option<Read> {
    let content = json::member(first(json::member(reply, "candidates")?.get())?, "content")?.get();
    let parts = json::member(content, "parts")?.get();
    let text = all(parts).filter(|part| json::member(part, "thought").is_none());
    let text = text.filter_map(|part| string(part, "text")).collect();
    let calls = all(parts).filter_map(|part| {
        let call = json::member(part, "functionCall")?.get();
        Call::of("id", call, call, json::member(call, "args").map_or("{}", RawValue::get).to_owned())
    });
    Some((content.to_owned(), text, calls.collect()))
}

/// Blocks that are called by their one member.
fn unions(reply: &str) -> Option<Read> {
    let message = json::member(json::member(reply, "output")?.get(), "message")?.get();
    let content = json::member(message, "content")?.get();
    let text = all(content).filter_map(|block| string(block, "text")).collect();
    let calls = all(content).filter_map(|block| {
        let call = json::member(block, "toolUse")?.get();
        Call::of("toolUseId", call, call, json::member(call, "input")?.get().to_owned())
    });
    Some((message.to_owned(), text, calls.collect()))
}

impl Call {
    fn of(key: &str, call: &str, function: &str, arguments: String) -> Option<Self> {
        let id = json::member(call, key).map(|id| id.get().to_owned());
        Some(Self { id, name: json::member(function, "name")?.get().to_owned(), arguments })
    }
}

fn raw(text: &str) -> String {
    Literal::of(text).raw().to_owned()
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
fn kind(block: &str, wanted: &str) -> bool {
    string(block, "type").is_some_and(|kind| kind == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is sent on `to` of a reply on `from`, and of the answer to its call.
    fn sent(from: Spoken, reply: &str, to: Spoken, whole: bool) -> [String; 2] {
        let taken = from.take(reply).unwrap();
        let result = taken.calls.first().cloned().map(|call| to.write(&Said::Result(call), whole));
        [to.write(&Said::Own(taken), whole), result.unwrap_or_default()]
    }

    #[test]
    fn the_standard_alone_or_all_of_it() {
        let message = r#"{"role":"assistant","content":null,"reasoning":"why","tool_calls":[{"id":"c","type":"function","index":0,"function":{"name":"f","arguments":"{}"}}]}"#;
        let reply = format!(r#"{{"choices":[{{"message":{message}}}]}}"#);
        assert_eq!(sent(Spoken::Chat, &reply, Spoken::Chat, true)[0], message);
        assert_eq!(
            sent(Spoken::Chat, &reply, Spoken::Chat, false),
            [
                r#"{"role":"assistant","content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
                r#"{"role":"tool","tool_call_id":"c","content":"18°C and sunny"}"#
            ]
        );
        assert_eq!(
            sent(Spoken::Chat, &reply, Spoken::Generate, true),
            [
                r#"{"role":"model","parts":[{"functionCall":{"id":"c","name":"f","args":{}}}]}"#,
                r#"{"role":"user","parts":[{"functionResponse":{"id":"c","name":"f","response":{"output":"18°C and sunny"}}}]}"#
            ]
        );
    }
    #[test]
    fn blocks_chunks_and_parts_of_thinking_are_no_text() {
        let reply = r#"{"content":[{"type":"thinking","thinking":"why","signature":"s"},{"type":"text","text":"a"}]}"#;
        let [standard, _] = sent(Spoken::Messages, reply, Spoken::Messages, false);
        assert_eq!(standard, r#"{"role":"assistant","content":[{"type":"text","text":"a"}]}"#);
        assert!(sent(Spoken::Messages, reply, Spoken::Messages, true)[0].contains(r#""signature":"s""#));
        let reply =
            r#"{"choices":[{"message":{"content":[{"type":"thinking","thinking":[]},{"type":"text","text":"a"}]}}]}"#;
        assert_eq!(sent(Spoken::Chat, reply, Spoken::Chat, false)[0], r#"{"role":"assistant","content":"a"}"#);
        let content = r#"{"parts":[{"text":"why","thought":true},{"text":"a","thoughtSignature":"s"}],"role":"model"}"#;
        let reply = format!(r#"{{"candidates":[{{"content":{content}}}]}}"#);
        assert_eq!(sent(Spoken::Generate, &reply, Spoken::Generate, true)[0], content);
        let [standard, _] = sent(Spoken::Generate, &reply, Spoken::Generate, false);
        assert_eq!(standard, r#"{"role":"model","parts":[{"text":"a"}]}"#);
    }
    #[test]
    fn blocks_of_one_member() {
        let call = r#"{"toolUse":{"toolUseId":"c","name":"f","input":{}}}"#;
        let message = format!(
            r#"{{"content":[{{"reasoningContent":{{"reasoningText":{{"text":"why","signature":"s"}}}}}},{{"text":"a"}},{call}],"role":"assistant"}}"#
        );
        let reply = format!(r#"{{"output":{{"message":{message}}},"stopReason":"tool_use"}}"#);
        assert_eq!(sent(Spoken::Converse, &reply, Spoken::Converse, true)[0], message);
        assert_eq!(
            sent(Spoken::Converse, &reply, Spoken::Converse, false),
            [
                format!(r#"{{"role":"assistant","content":[{{"text":"a"}},{call}]}}"#),
                r#"{"role":"user","content":[{"toolResult":{"toolUseId":"c","content":[{"text":"18°C and sunny"}]}}]}"#
                    .to_owned()
            ]
        );
        let [moved, _] = sent(Spoken::Converse, &reply, Spoken::Messages, true);
        assert_eq!(
            moved,
            r#"{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"tool_use","id":"c","name":"f","input":{}}]}"#
        );
    }
    #[test]
    fn what_is_no_reply_is_none() {
        for reply in
            ["", "{}", "[]", r#"{"choices":[]}"#, r#"{"choices":7}"#, r#"{"candidates":[{}]}"#, r#"{"output":{}}"#]
        {
            let wires = [Spoken::Chat, Spoken::Messages, Spoken::Generate, Spoken::Converse];
            assert_eq!(wires.map(|wire| wire.take(reply).is_some()), [false; 4], "{reply}");
        }
    }
}

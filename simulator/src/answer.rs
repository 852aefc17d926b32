//! One request, one answer: from raw bytes to what goes on the wire. No IO happens here.

use crate::cache::Cache;
use crate::door::Entry;
use crate::fault::Fault;
use crate::mind::Act;
use crate::provider::{Body, Provider, Wire};
use crate::refusal::Refusal;
use crate::terms::Terms;
use crate::{chat, converse, generate, messages};
use axum::body::Bytes;
use serde_json::Value;

/// What a provider says, and what a reader of the simulator may want to know of it.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) content: Content,
    /// Bytes of the body, and how many of its first ones were read before.
    pub(crate) bytes: usize,
    pub(crate) cached: usize,
    /// Thoughts that came, and those that reached the model.
    pub(crate) thoughts: (usize, usize),
    /// The row of words that a refusal is, and where they were seen.
    pub(crate) rule: Option<(String, &'static str)>,
}

/// The body of an answer.
#[derive(Clone)]
pub(crate) enum Content {
    Whole(String),
    /// Frames of server-sent events, each with its blank line.
    Events(Vec<String>),
    /// The members of a list, each with what stands before it.
    List(Vec<String>),
    /// Messages of an event stream.
    Frames(Vec<Vec<u8>>),
}

impl Content {
    /// Whole documents one after the other: as events, or as a list.
    pub(crate) fn documents(documents: Vec<String>, events: bool) -> Self {
        if events {
            return Self::Events(documents.iter().map(|document| format!("data: {document}\r\n\r\n")).collect());
        }
        let mut list = Vec::with_capacity(documents.len());
        for document in &documents {
            list.push(format!("{}{document}", Self::before(list.len())));
        }
        if let Some(last) = list.last_mut() {
            last.push_str(Self::END);
        }
        Self::List(list)
    }
    /// What stands before member `at` of a list.
    pub(crate) fn before(at: usize) -> &'static str {
        if at == 0 { "[" } else { ",\r\n" }
    }
    /// What ends a list.
    pub(crate) const END: &str = "\n]\n";
}

/// Tokens, as a reply tells them.
pub(crate) struct Usage {
    pub(crate) prompt: usize,
    pub(crate) cached: usize,
    pub(crate) thought: usize,
    pub(crate) said: usize,
}

/// Bytes that count as one token.
const TOKEN: usize = 4;

/// Answers `body`, which came in at `entry`.
pub(crate) fn answer(
    terms: &Terms<'_>,
    cache: &Cache,
    provider: &'static Provider,
    entry: &Entry,
    body: &Bytes,
) -> Answer {
    let bytes = body.len();
    let refused = |refusal: Refusal| Answer {
        status: refusal.status,
        content: match refusal.status {
            // What went wrong is told as a reply.
            200 if entry.door.streams => Content::documents(vec![refusal.body], entry.events),
            _ => Content::Whole(refusal.body),
        },
        bytes,
        cached: 0,
        thoughts: (0, 0),
        rule: Some((refusal.name, refusal.evidence)),
    };
    if let Some(refusal) = terms.faults.iter().find_map(|fault| failing(provider, fault)) {
        return refused(refusal);
    }
    let parsed: Body = match serde_json::from_slice(body) {
        Ok(Value::Object(parsed)) => parsed,
        Ok(_) => return refused(Refusal::plain(provider, 400, "the body must be a JSON object")),
        Err(error) => return refused(Refusal::plain(provider, 400, &format!("the body is not valid JSON: {error}"))),
    };
    let heard = match provider.wire {
        Wire::Chat => chat::hear(terms, provider, entry.door, &parsed).map(Heard::Chat),
        Wire::Messages => messages::hear(terms, provider, entry, &parsed).map(Heard::Messages),
        Wire::Generate => generate::hear(terms, provider, entry, &parsed).map(Heard::Generate),
        Wire::Converse => converse::hear(terms, provider, entry, &parsed).map(Heard::Converse),
    };
    let heard = match heard {
        Ok(heard) => heard,
        Err(refusal) => return refused(*refusal),
    };
    let cached = cache.read(provider.name, body);
    let (thought, said) = heard.act().tokens();
    let usage = Usage { prompt: bytes.div_ceil(TOKEN), cached: cached / TOKEN, thought, said };
    let content = heard.reply(terms, entry, &reply_id(terms, provider, body), &usage);
    Answer { status: 200, content, bytes, cached, thoughts: heard.thoughts(), rule: None }
}

enum Heard {
    Chat(chat::Heard),
    Messages(messages::Heard),
    Generate(generate::Heard),
    Converse(converse::Heard),
}

impl Heard {
    fn act(&self) -> &Act {
        match self {
            Self::Chat(heard) => &heard.act,
            Self::Messages(heard) => &heard.act,
            Self::Generate(heard) => &heard.act,
            Self::Converse(heard) => &heard.act,
        }
    }
    fn thoughts(&self) -> (usize, usize) {
        match self {
            Self::Chat(heard) => heard.thoughts,
            Self::Messages(heard) => heard.thoughts,
            Self::Generate(heard) => heard.thoughts,
            Self::Converse(heard) => heard.thoughts,
        }
    }
    fn reply(&self, terms: &Terms<'_>, entry: &Entry, id: &str, usage: &Usage) -> Content {
        match self {
            Self::Chat(heard) => heard.reply(terms, id, usage),
            Self::Messages(heard) => heard.reply(terms, id, usage),
            Self::Generate(heard) => heard.reply(terms, entry, id, usage),
            Self::Converse(heard) => heard.reply(terms, entry, id, usage),
        }
    }
}

/// The refusal that a fault is, whatever was asked.
fn failing(provider: &Provider, fault: &Fault) -> Option<Refusal> {
    match fault {
        Fault::Status { code } => {
            let message = match code {
                429 => "Rate limit exceeded, try again later.",
                413 => "Request exceeds the maximum size.",
                529 => "Overloaded",
                _ => "Internal server error",
            };
            Some(Refusal::plain(provider, *code, message))
        }
        Fault::Answer { status, body } => {
            Some(Refusal { status: *status, body: body.clone(), name: "answer".to_owned(), evidence: "a test's own" })
        }
        _ => None,
    }
}

/// Ids follow from what was asked, so that the same request has the same reply.
fn reply_id(terms: &Terms<'_>, provider: &Provider, body: &[u8]) -> String {
    terms.keys.token(&["reply", provider.name, &String::from_utf8_lossy(body)], 24)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seal::Keys;
    use crate::table;

    const CHAT: &str = r#"{"model":"anthropic/claude-opus-4.5","stream":true,"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","required":["a"],"properties":{"a":{"type":["integer"]}}}}}],"messages":[{"role":"system","content":"s"},{"role":"user","content":[{"type":"text","text":"u"}]},{"role":"assistant","content":"<think>t</think>","reasoning":"r","reasoning_content":"rc","reasoning_details":[{"type":"reasoning.text","text":"t","format":"anthropic-claude-v1","signature":"Evg=","index":0},{"type":"reasoning.encrypted","data":"gAAAAA==","id":"rs_1"}],"tool_calls":[{"id":"call_1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"call_1","content":"r"},{"role":"user","content":"code word"}]}"#;
    const MESSAGES: &str = r#"{"model":"claude-opus-4-5","max_tokens":9,"stream":true,"thinking":{"type":"enabled"},"tools":[{"name":"f","input_schema":{"required":["a"]}}],"messages":[{"role":"user","content":"u"},{"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"Evg="},{"type":"redacted_thinking","data":"Evg="},{"type":"tool_use","id":"a","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"r"}]}]}]}"#;

    const GENERATE: &str = r#"{"contents":[{"role":"user","parts":[{"text":"u"}]},{"role":"model","parts":[{"text":"t","thought":true},{"functionCall":{"name":"f","id":"a","args":{"a":1}},"thoughtSignature":"skip_thought_signature_validator"}]},{"role":"user","parts":[{"functionResponse":{"name":"f","id":"a","response":{"r":[7,"r"]}}}]}],"tools":[{"functionDeclarations":[{"name":"f","parameters":{"type":"OBJECT","required":["a"]}}]}],"generationConfig":{"thinkingConfig":{"includeThoughts":true,"thinkingLevel":"low"}}}"#;

    const CONVERSE: &str = r#"{"messages":[{"role":"user","content":[{"text":"u"}]},{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"t","signature":"Evg="}}},{"reasoningContent":{"redactedContent":"RXZnPQ=="}},{"toolUse":{"toolUseId":"a","name":"f","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"a","content":[{"json":{"r":1}}],"status":"success"}},{"cachePoint":{"type":"default"}}]}],"system":[{"text":"s"}],"inferenceConfig":{"maxTokens":9},"toolConfig":{"tools":[{"toolSpec":{"name":"f","inputSchema":{"json":{"required":["a"]}}}}],"toolChoice":{"auto":{}}},"additionalModelRequestFields":{"thinking":{"type":"adaptive"}}}"#;

    /// Numbers that look random and are always the same.
    struct Numbers(u64);
    impl Numbers {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(self.0 >> 33).unwrap() % end
        }
    }

    #[test]
    fn no_bytes_panic() {
        let keys = Keys::new(7);
        let mut numbers = Numbers(1);
        let scraps: [&[u8]; 12] =
            [b"null", b"[", b"]", b"{}", b"\"\"", b",", b":", b"7", b"\\ud800", b"true", b"\"role\":", &[0xff, 0xc3]];
        let mut answered = 0;
        for provider in table::providers() {
            let whole = match provider.wire {
                Wire::Chat => CHAT,
                Wire::Messages => MESSAGES,
                Wire::Generate => GENERATE,
                Wire::Converse => CONVERSE,
            };
            let door = provider.doors.last().unwrap();
            let model =
                if provider.wire == Wire::Generate { "gemini-3-pro" } else { "us.anthropic.claude-sonnet-4-6-v1%3A0" };
            let entry = Entry { door, model: Some(model.to_owned()), events: true, betas: Vec::new() };
            for round in 0..400 {
                let terms = Terms { keys: &keys, lenient: round % 2 == 0, faults: &[], now: 0 };
                let mut body = whole.as_bytes().to_vec();
                for _ in 0..=round % 3 {
                    let at = numbers.below(body.len());
                    let end = (at + numbers.below(6)).min(body.len());
                    body.splice(at..end, scraps[numbers.below(scraps.len())].iter().copied());
                }
                let answer = answer(&terms, &Cache::default(), provider, &entry, &body.into());
                answered += usize::from(answer.status == 200);
                assert!(matches!(answer.status, 200 | 400 | 422), "{} {}", provider.name, answer.status);
            }
        }
        assert!(answered > 100, "some changes are harmless: {answered}");
    }
}

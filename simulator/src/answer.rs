//! One request, one answer: from raw bytes to what goes on the wire. No IO happens here.

use crate::cache::Cache;
use crate::fault::Fault;
use crate::mind::Act;
use crate::provider::{Body, Door, Provider, Wire};
use crate::refusal::Refusal;
use crate::terms::Terms;
use crate::{chat, messages};
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

/// Answers `body`, which came in at `door`.
pub(crate) fn answer(
    terms: &Terms<'_>,
    cache: &Cache,
    provider: &'static Provider,
    door: &Door,
    body: &Bytes,
) -> Answer {
    let bytes = body.len();
    let refused = |refusal: Refusal| Answer {
        status: refusal.status,
        content: Content::Whole(refusal.body),
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
        Wire::Chat => chat::hear(terms, provider, door, &parsed).map(Heard::Chat),
        Wire::Messages => messages::hear(terms, provider, &parsed).map(Heard::Messages),
    };
    let heard = match heard {
        Ok(heard) => heard,
        Err(refusal) => return refused(*refusal),
    };
    let cached = cache.read(provider.name, body);
    let (thought, said) = heard.act().tokens();
    let usage = Usage { prompt: bytes.div_ceil(TOKEN), cached: cached / TOKEN, thought, said };
    let content = heard.reply(terms, &reply_id(terms, provider, body), &usage);
    Answer { status: 200, content, bytes, cached, thoughts: heard.thoughts(), rule: None }
}

enum Heard {
    Chat(chat::Heard),
    Messages(messages::Heard),
}

impl Heard {
    fn act(&self) -> &Act {
        match self {
            Self::Chat(heard) => &heard.act,
            Self::Messages(heard) => &heard.act,
        }
    }
    fn thoughts(&self) -> (usize, usize) {
        match self {
            Self::Chat(heard) => heard.thoughts,
            Self::Messages(heard) => heard.thoughts,
        }
    }
    fn reply(&self, terms: &Terms<'_>, id: &str, usage: &Usage) -> Content {
        match self {
            Self::Chat(heard) => heard.reply(terms, id, usage),
            Self::Messages(heard) => heard.reply(terms, id, usage),
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
            let whole = if provider.wire == Wire::Chat { CHAT } else { MESSAGES };
            for round in 0..400 {
                let terms = Terms { keys: &keys, lenient: round % 2 == 0, faults: &[], now: 0 };
                let mut body = whole.as_bytes().to_vec();
                for _ in 0..=round % 3 {
                    let at = numbers.below(body.len());
                    let end = (at + numbers.below(6)).min(body.len());
                    body.splice(at..end, scraps[numbers.below(scraps.len())].iter().copied());
                }
                let answer = answer(&terms, &Cache::default(), provider, &provider.doors[0], &body.into());
                answered += usize::from(answer.status == 200);
                assert!(matches!(answer.status, 200 | 400 | 422), "{} {}", provider.name, answer.status);
            }
        }
        assert!(answered > 100, "some changes are harmless: {answered}");
    }
}

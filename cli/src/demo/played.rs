//! What came of a conversation with one client: answers, refusals, bytes.
use super::pretty::{self, Message};
use serde::Serialize;
use serde_json::value::RawValue;
use throughline::{
    Key, as_json,
    verdict::{Refusal, classify},
};

/// Members and block types that carry reasoning on any wire.
const KEYS: [&str; 11] = [
    "reasoning_content",
    "reasoning",
    "reasoning_details",
    "thinking",
    "redacted_thinking",
    "thoughtSignature",
    "thought_signature",
    "extra_content",
    "reasoning_text",
    "reasoning_opaque",
    "reasoningContent",
];
/// What the model says before the word, where it remembers it.
const NAMED: &str = "The code word was ";

/// One client's conversation.
#[derive(Default, Serialize)]
pub(super) struct Played {
    /// Refusals, those that were learned from among them.
    pub(super) errors: Vec<Met>,
    /// Whether the model named the code word at the end.
    pub(super) recalled: bool,
    /// What share of each request's beginning, up to the end of its messages, the next one found in the provider's prompt
    /// cache; none where there was no next one.
    pub(super) cached: Option<f64>,
    /// Bytes of reasoning in the last request.
    pub(super) reasoning_bytes: usize,
    pub(super) requests: Vec<Sent>,
    /// The last answer, where the last request was answered.
    pub(super) answer: Option<String>,
    /// The last request.
    pub(super) body: Option<Box<RawValue>>,
}

/// A refusal.
#[derive(Serialize)]
pub(super) struct Met {
    pub(super) status: u16,
    /// What it means for the request that was refused.
    pub(super) class: &'static str,
    /// The provider's own words.
    pub(super) body: Box<RawValue>,
}

/// A request that was sent.
#[derive(Serialize)]
pub(super) struct Sent {
    provider: &'static str,
    status: u16,
    bytes: usize,
    /// Of these, up to the end of the messages: what a later request can begin with.
    prefix: usize,
    /// Of these, read before.
    cached: usize,
}

impl Played {
    /// Takes down a request and the head of its answer.
    pub(super) fn sent(&mut self, provider: &'static str, status: u16, body: &[u8], headers: &[(String, String)]) {
        let number = |name: &str| {
            let value = headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.parse());
            value.and_then(Result::ok).unwrap_or(0)
        };
        let cached = number("x-simulator-cached-bytes");
        let prefix = prefix(&String::from_utf8_lossy(body));
        self.requests.push(Sent { provider, status, bytes: body.len(), prefix, cached });
        self.body = serde_json::from_slice(body).ok();
        self.reasoning_bytes = self.messages().iter().map(|message| message.reasoning_bytes).sum();
        self.answer = None;
    }
    pub(super) fn refused(&mut self, status: u16, answer: &[u8]) {
        let sent: Vec<Key> = KEYS.iter().filter(|key| self.holds(key)).map(|key| Key::new(key)).collect();
        let body = as_json(answer);
        let class = classify(&Refusal { status, body: &body }, &sent.iter().collect::<Vec<_>>()).class();
        self.errors.push(Met { status, class, body: body.raw().to_owned() });
    }
    pub(super) fn answered(&mut self, text: String) {
        self.answer = Some(text);
    }
    /// After the last answer.
    pub(super) fn end(mut self) -> Self {
        self.recalled = self.answer.as_ref().is_some_and(|answer| answer.contains(NAMED));
        let pairs = self.requests.iter().zip(self.requests.iter().skip(1));
        let pairs = pairs.filter(|(before, next)| next.status < 400 && before.provider == next.provider);
        let (all, found) = pairs
            .fold((0, 0), |(all, found), (before, next)| (all + before.prefix, found + next.cached.min(before.prefix)));
        self.cached = (all > 0).then(|| found as f64 / all as f64);
        self
    }
    /// The last request's assistant messages.
    pub(super) fn messages(&self) -> Vec<Message> {
        let body = self.body.as_ref().map_or("", |body| body.get());
        pretty::messages(body, &KEYS.map(str::to_owned))
    }
    fn holds(&self, key: &str) -> bool {
        self.body.as_ref().is_some_and(|body| body.get().contains(&format!("\"{key}\":")))
    }
}

/// The length up to the bracket that closes the messages.
fn prefix(body: &str) -> usize {
    let messages = pretty::list(body).unwrap_or_default();
    let start = (messages.as_ptr() as usize).checked_sub(body.as_ptr() as usize).filter(|start| *start < body.len());
    start.map_or(0, |start| start + messages.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_with_the_last_message() {
        assert_eq!(prefix(r#"{"a":1,"messages":[{"b":2}],"c":3}"#), r#"{"a":1,"messages":[{"b":2}"#.len());
        assert_eq!((prefix("{}"), prefix("")), (0, 0));
    }
    #[test]
    fn a_hit_is_what_the_next_request_found_of_the_one_before() {
        let mut played = Played::default();
        let body = br#"{"messages":[{"role":"user"}],"stream":true}"#;
        let cached = |bytes: &str| vec![("x-simulator-cached-bytes".to_owned(), bytes.to_owned())];
        played.sent("p", 200, body, &cached("9"));
        played.sent("p", 200, body, &cached("14"));
        played.sent("q", 200, body, &cached("0"));
        assert_eq!(played.end().cached, Some(0.5));
    }
    #[test]
    fn an_answer_after_a_refusal_is_an_answer() {
        let mut played = Played::default();
        played.sent("p", 400, br#"{"messages":[{"role":"assistant","reasoning_content":"x"}]}"#, &[]);
        played.refused(400, br#"{"error":{"message":"property 'reasoning_content' is unsupported"}}"#);
        played.sent("p", 200, b"{}", &[]);
        played.answered(format!("{NAMED}AMBER-0001."));
        let played = played.end();
        assert_eq!((played.errors[0].class, played.recalled, played.reasoning_bytes), ("unknown field", true, 0));
    }
}

//! The conversation that everything is measured on: rounds of question, thinking, answer with one tool call, and result.
//!
//! A round holds about 550 characters of question, 1.9 kB of thinking with a signature of 650, 400 of text and a result of 490. It
//! must never be random.
use throughline::Literal;

/// One round.
pub(crate) struct Round {
    /// What the person says.
    pub(crate) user: String,
    thinking: String,
    signature: String,
    text: String,
    /// The id of the call.
    pub(crate) call: String,
    arguments: String,
    /// What the tool answers.
    pub(crate) result: String,
}

/// A wire to measure.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wire {
    /// Chat completions with `reasoning_details`.
    Chat,
    /// Messages with signed blocks.
    Messages,
}

impl Wire {
    /// Both.
    pub(crate) const ALL: [Self; 2] = [Self::Chat, Self::Messages];
    /// Its name in the output.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Chat => "openrouter",
            Self::Messages => "anthropic",
        }
    }
}

impl Round {
    /// The n-th round.
    pub(crate) fn new(n: usize) -> Self {
        Self {
            user: format!("Question {n}: {}", "what becomes of it when the wind turns? ".repeat(13)),
            thinking: format!("Thought {n}: {}", "first this, then that, and then the other. ".repeat(43)),
            signature: format!("Sig{n}/{}", "QmFzZTY0K2lz/opaque+bytes".repeat(26)),
            text: format!("Answer {n}: {}", "it turns too, as far as I can see. ".repeat(11)),
            call: format!("toolu_{n:08}"),
            arguments: format!(r#"{{"command":"ls -la /some/folder","n":{n}}}"#),
            result: format!("{}the last line", "one line of the listing\n".repeat(20)),
        }
    }
    /// The reply in which the model's turn of this round came.
    pub(crate) fn reply(&self, wire: Wire) -> String {
        let [thinking, signature, text, call] =
            [&self.thinking, &self.signature, &self.text, &self.call].map(|s| quoted(s));
        match wire {
            Wire::Chat => {
                let details = entry(&format!(r#""text":{thinking},"signature":{signature}"#));
                let arguments = quoted(&self.arguments);
                format!(
                    r#"{{"id":"gen-1","object":"chat.completion","created":1,"provider":"Anthropic","model":"{CHAT_MODEL}","choices":[{{"index":0,"finish_reason":"tool_calls","native_finish_reason":"tool_use","logprobs":null,"message":{{"role":"assistant","content":{text},"refusal":null,"reasoning":{thinking},"reasoning_details":[{details}],"tool_calls":[{{"index":0,"id":{call},"type":"function","function":{{"name":"run","arguments":{arguments}}}}}]}}}}],"usage":{{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}}}"#
                )
            }
            Wire::Messages => {
                let arguments = &self.arguments;
                format!(
                    r#"{{"id":"msg_1","type":"message","role":"assistant","model":"{MESSAGES_MODEL}","content":[{{"type":"thinking","thinking":{thinking},"signature":{signature}}},{{"type":"text","text":{text}}},{{"type":"tool_use","id":{call},"name":"run","input":{arguments}}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{{"input_tokens":10,"output_tokens":5}}}}"#
                )
            }
        }
    }
}

/// The model on chat completions.
pub(crate) const CHAT_MODEL: &str = "anthropic/claude-sonnet-4.5";
/// The model on Messages.
pub(crate) const MESSAGES_MODEL: &str = "claude-sonnet-4-5";

/// A request without messages: its tools and parameters.
pub(crate) fn request(wire: Wire) -> String {
    const SCHEMA: &str =
        r#"{"type":"object","properties":{"command":{"type":"string"},"n":{"type":"integer"}},"required":["command"]}"#;
    const ABOUT: &str = "Run a shell command and return its output.";
    match wire {
        Wire::Chat => format!(
            r#"{{"model":"{CHAT_MODEL}","messages":[],"stream":false,"tools":[{{"type":"function","function":{{"name":"run","description":"{ABOUT}","parameters":{SCHEMA}}}}}]}}"#
        ),
        Wire::Messages => format!(
            r#"{{"model":"{MESSAGES_MODEL}","max_tokens":1000,"messages":[],"tools":[{{"name":"run","description":"{ABOUT}","input_schema":{SCHEMA}}}]}}"#
        ),
    }
}

/// The data of a streamed reply's events.
pub(crate) fn events(wire: Wire, thoughts: usize, words: usize) -> Vec<String> {
    let thought = |n: usize| quoted(&format!(" step {n}, thought"));
    let word = |n: usize| quoted(&format!(" word {n} of it"));
    let signature = quoted(&format!("Sig0/{}", "QmFzZTY0K2lz/opaque+bytes".repeat(26)));
    match wire {
        Wire::Chat => {
            const HEAD: &str = r#""id":"gen-1760000000-AbCdEf","model":"anthropic/claude-sonnet-4.5","object":"chat.completion.chunk","created":1760000000"#;
            let chunk = |delta: String, finish: &str| {
                format!(
                    r#"{{{HEAD},"choices":[{{"index":0,"delta":{delta},"finish_reason":{finish},"native_finish_reason":{finish}}}]}}"#
                )
            };
            let thinking = (0..thoughts).map(thought).map(|text| {
                let details = entry(&format!(r#""text":{text}"#));
                chunk(
                    format!(
                        r#"{{"role":"assistant","content":"","reasoning":{text},"reasoning_details":[{details}]}}"#
                    ),
                    "null",
                )
            });
            let sealed = entry(&format!(r#""signature":{signature}"#));
            let sealed = chunk(
                format!(r#"{{"role":"assistant","content":"","reasoning":null,"reasoning_details":[{sealed}]}}"#),
                "null",
            );
            let answer = (0..words).map(|n| chunk(format!(r#"{{"role":"assistant","content":{}}}"#, word(n)), "null"));
            let end = [
                chunk(r#"{"role":"assistant","content":""}"#.to_owned(), r#""stop""#),
                format!(
                    r#"{{{HEAD},"choices":[],"usage":{{"prompt_tokens":10,"completion_tokens":7000,"total_tokens":7010}}}}"#
                ),
                "[DONE]".to_owned(),
            ];
            thinking.chain([sealed]).chain(answer).chain(end).collect()
        }
        Wire::Messages => {
            let delta = |n: usize, kind: &str, key: &str, text: &str| {
                format!(r#"{{"type":"content_block_delta","index":{n},"delta":{{"type":"{kind}","{key}":{text}}}}}"#)
            };
            let start = [
                format!(
                    r#"{{"type":"message_start","message":{{"id":"msg_01AbCdEfGhIjKlMnOpQrStUv","type":"message","role":"assistant","model":"{MESSAGES_MODEL}","content":[],"stop_reason":null,"stop_sequence":null,"usage":{{"input_tokens":10,"output_tokens":1}}}}}}"#
                ),
                r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}"#.to_owned(),
            ];
            let thinking = (0..thoughts).map(|n| delta(0, "thinking_delta", "thinking", &thought(n)));
            let turn = [
                delta(0, "signature_delta", "signature", &signature),
                r#"{"type":"content_block_stop","index":0}"#.to_owned(),
                r#"{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}"#.to_owned(),
            ];
            let answer = (0..words).map(|n| delta(1, "text_delta", "text", &word(n)));
            let end = [
                r#"{"type":"content_block_stop","index":1}"#.to_owned(),
                r#"{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":7000}}"#.to_owned(),
                r#"{"type":"message_stop"}"#.to_owned(),
            ];
            start.into_iter().chain(thinking).chain(turn).chain(answer).chain(end).collect()
        }
    }
}

/// An event as it stands on the wire.
pub(crate) fn framed(wire: Wire, data: &str) -> Vec<u8> {
    let name = throughline::json::member(data, "type").map(|name| name.get().trim_matches('"'));
    match (wire, name) {
        (Wire::Messages, Some(name)) => format!("event: {name}\ndata: {data}\n\n").into_bytes(),
        _ => format!("data: {data}\n\n").into_bytes(),
    }
}

fn entry(members: &str) -> String {
    format!(r#"{{"type":"reasoning.text",{members},"format":"anthropic-claude-v1","index":0}}"#)
}

fn quoted(text: &str) -> String {
    Literal::of(text).raw().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_has_the_size_that_is_said() {
        let round = Round::new(7);
        let sizes = [&round.user, &round.thinking, &round.signature, &round.text, &round.result].map(|text| text.len());
        for (size, want) in sizes.into_iter().zip([550, 1870, 650, 405, 490]) {
            assert!(size.abs_diff(want) < want / 15, "{sizes:?}");
        }
    }
    #[test]
    fn all_of_it_is_json() {
        for wire in Wire::ALL {
            let all = events(wire, 3, 2);
            let chunks = all.iter().map(String::as_str).filter(|data| *data != "[DONE]");
            for text in chunks.chain([Round::new(1).reply(wire).as_str(), &request(wire)]) {
                serde_json::from_str::<serde_json::Value>(text).unwrap();
            }
        }
    }
}

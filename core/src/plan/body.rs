//! Writing the body: head, messages, tail.
use super::{Fragments, Plan};
use crate::{Key, ReasoningCarrier, RenderError, Verbatim};
use std::{fmt, ops::Range};

/// The exact bytes of a request.
///
/// `Debug` prints their length: they hold a conversation.
#[derive(Clone, PartialEq, Eq)]
pub struct Body {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Where the messages stand in them, without the brackets of their list.
    pub messages: Range<usize>,
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Body({} bytes)", self.bytes.len())
    }
}

impl Plan<'_> {
    /// Writes the request. What `fragments` holds from the last request of the session is copied once; only new turns are written.
    ///
    /// # Errors
    /// Where the wire cannot say what the history holds; the error names the turn.
    pub fn render(&self, adapter: &dyn ReasoningCarrier, fragments: &mut Fragments) -> Result<Body, RenderError> {
        let mut bytes = vec![];
        let messages = self.render_into(adapter, fragments, &mut bytes)?;
        Ok(Body { bytes, messages })
    }
    /// The same into a buffer at hand, over what it held; returns where the messages stand in it. New memory for a long request costs
    /// more than the copy.
    ///
    /// # Errors
    /// Where the wire cannot say what the history holds; the error names the turn.
    pub fn render_into(
        &self,
        adapter: &dyn ReasoningCarrier,
        fragments: &mut Fragments,
        bytes: &mut Vec<u8>,
    ) -> Result<Range<usize>, RenderError> {
        if let Some(fault) = self.fault() {
            return Err(fault);
        }
        let turns = self.history.turns();
        let mut start = fragments.written();
        while start < turns.len() {
            let end = self.group_end(adapter, start);
            fragments.append(end, |out| adapter.group(self, start..end, out))?;
            start = end;
        }
        let messages = fragments.bytes();
        bytes.clear();
        bytes.reserve(messages.len() + 4096);
        adapter.head(self, bytes)?;
        let from = bytes.len();
        bytes.extend_from_slice(messages);
        let messages = from..bytes.len();
        adapter.tail(self, bytes)?;
        Ok(messages)
    }

    /// The request's members for the head (`false`) or the tail (`true`), flags included, in order. Tools are not among them.
    ///
    /// What may change between two requests of a session stands in the tail, so that the head and the messages stay a byte prefix.
    pub fn members(&self, tail: bool) -> impl Iterator<Item = (&Key, &str)> {
        let own = self.request.members.iter().map(|(key, value)| (key, value.get()));
        let flagged = own.map(|(key, value)| (key, self.flag(key).unwrap_or(value)));
        let missing = self.flags.iter().filter(|flag| self.request.get(flag.member.as_str()).is_none());
        flagged
            .chain(missing.map(|flag| (&flag.member, flag.json.as_str())))
            .filter(move |(key, _)| is_tail(key.as_str()) == tail)
    }
    fn flag(&self, key: &Key) -> Option<&str> {
        self.flags.iter().find(|flag| flag.member == *key).map(|flag| flag.json.as_str())
    }
    /// The route's model as the request's `model` member. A request that was written without one goes without: some hosts have it in
    /// their path, some serve one model alone.
    pub fn model(&self) -> Option<Verbatim> {
        self.request.get("model").map(|_| crate::Literal::of(&self.route.model).verbatim().clone())
    }
}

/// Members that may change from one request of a session to the next.
fn is_tail(key: &str) -> bool {
    matches!(
        key,
        "stream"
            | "stream_options"
            | "max_tokens"
            | "max_completion_tokens"
            | "temperature"
            | "top_p"
            | "top_k"
            | "stop"
            | "stop_sequences"
            | "seed"
            | "n"
            | "user"
            | "metadata"
            | "service_tier"
            | "logprobs"
            | "top_logprobs"
            | "logit_bias"
            | "presence_penalty"
            | "frequency_penalty"
            | "tool_choice"
            | "parallel_tool_calls"
            | "reasoning_effort"
            | "response_format"
            | "usage"
    )
}

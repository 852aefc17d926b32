//! A reply on a terminal: thinking dimmed while it comes, then the answer.
//!
//! What a provider sends is text and nothing else: it must never move a cursor.
use crate::{
    failure::Failure,
    output::{self, Paint},
};
use throughline::{Delta, Turn};

/// What was shown so far.
pub(crate) struct Screen {
    shown: Shown,
    paint: Paint,
    last: Last,
    failed: Option<Failure>,
}

/// How much of a reply is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    Nothing,
    Answer,
    All,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Reasoning,
    Text,
}

impl Screen {
    pub(crate) fn new(shown: Shown, paint: Paint) -> Self {
        Self { shown, paint, last: Last::Nothing, failed: None }
    }
    /// A piece of a stream.
    pub(crate) fn take(&mut self, delta: &Delta<'_>) {
        let text = output::plain(&delta.text());
        match delta {
            Delta::Reasoning(_) => self.show(Last::Reasoning, &text),
            Delta::Text(_) => self.show(Last::Text, &text),
            Delta::Call(_) => self.show(Last::Text, &format!("[calls {text}]")),
            _ => {}
        }
    }
    fn show(&mut self, kind: Last, text: &str) {
        let wanted = match self.shown {
            Shown::Nothing => false,
            Shown::Answer => kind != Last::Reasoning,
            Shown::All => true,
        };
        if !wanted || text.is_empty() || self.failed.is_some() {
            return;
        }
        let gap = if self.last == kind || self.last == Last::Nothing { "" } else { "\n\n" };
        let text = if kind == Last::Reasoning { self.paint.faint(text) } else { text.to_owned() };
        self.last = kind;
        // The reader may leave before the reply is whole: the reply still counts.
        self.failed = output::write(format!("{gap}{text}").as_bytes()).err();
    }
    /// There is no more of it: what is said next stands on a line of its own.
    pub(crate) fn leave(self) {
        if self.last != Last::Nothing && self.failed.is_none() {
            let _ = output::write(b"\n");
        }
    }
    /// The end of a reply: all of it where no piece of it came. Fails where the reader has left.
    pub(crate) fn end(mut self, turn: &Turn) -> Result<(), Failure> {
        if self.last == Last::Nothing {
            self.show(Last::Reasoning, &output::plain(&turn.reasoning().unwrap_or_default()));
            self.show(Last::Text, &output::plain(&turn.text()));
            for call in turn.calls() {
                self.show(Last::Text, &format!("[calls {}]", output::plain(&call.name.decode())));
            }
        }
        self.failed.map_or(Ok(()), Err)
    }
}

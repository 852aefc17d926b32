//! A reply on a terminal: thinking dimmed while it comes, then the answer, then carriers and plan.
//!
//! What a provider sends is text and nothing else: it must never move a cursor.
use super::Said;
use crate::{
    explain,
    failure::Failure,
    output::{self, Paint},
};
use comfy_table::CellAlignment;
use std::fmt::Write;
use throughline::Delta;

/// What was shown so far.
pub(super) struct Screen {
    on: bool,
    paint: Paint,
    last: Last,
    failed: Option<Failure>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Reasoning,
    Text,
}

impl Screen {
    pub(super) fn new(on: bool, paint: Paint) -> Self {
        Self { on, paint, last: Last::Nothing, failed: None }
    }
    /// A piece of a stream.
    pub(super) fn take(&mut self, delta: &Delta<'_>) {
        let text = output::plain(&delta.text());
        match delta {
            Delta::Reasoning(_) => self.show(Last::Reasoning, &text),
            Delta::Text(_) => self.show(Last::Text, &text),
            Delta::Call(_) => self.show(Last::Text, &format!("[calls {text}]")),
            _ => {}
        }
    }
    fn show(&mut self, kind: Last, text: &str) {
        if !self.on || text.is_empty() || self.failed.is_some() {
            return;
        }
        let gap = if self.last == kind || self.last == Last::Nothing { "" } else { "\n\n" };
        let text = if kind == Last::Reasoning { self.paint.faint(text) } else { text.to_owned() };
        self.last = kind;
        // The reader may leave before the reply is whole: the reply still counts.
        self.failed = output::write(format!("{gap}{text}").as_bytes()).err();
    }
    /// The rest: the reply itself where no piece of it came, its carriers, the plan.
    pub(super) fn end(mut self, said: &Said) -> Result<(), Failure> {
        if self.last == Last::Nothing {
            self.show(Last::Reasoning, &output::plain(said.reasoning.as_deref().unwrap_or_default()));
            self.show(Last::Text, &output::plain(&said.answer));
            for call in &said.calls {
                self.show(Last::Text, &format!("[calls {}]", output::plain(call)));
            }
        }
        if let Some(failed) = self.failed {
            return Err(failed);
        }
        let mut out = format!("\n\n{}\n\n{}", self.paint.title("carriers of the reply"), carriers(said));
        if let Some(learned) = &said.learned {
            let _ = writeln!(out, "sent twice: the first request was refused, which means: {learned}\n");
        }
        let _ = write!(
            out,
            "{}\n\n{}",
            self.paint.title("plan of the request"),
            explain::text(&said.explained, self.paint)
        );
        output::write(out.as_bytes())
    }
}

fn carriers(said: &Said) -> String {
    if said.carriers.is_empty() {
        return "none\n\n".to_owned();
    }
    let mut table = output::table(&["kind", "issuer", "readable by", "bytes", "tokens", "sha-256"]);
    for piece in &said.carriers {
        let reader = if piece.sealed { "its issuer" } else { "anybody" };
        let hash = piece.hash.get(..8).unwrap_or(&piece.hash);
        let (bytes, tokens) = (piece.bytes.to_string(), piece.tokens.to_string());
        table.add_row([&piece.kind, &piece.issuer, reader, &bytes, &tokens, hash]);
    }
    for number in [3, 4] {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    format!("{}\n\n", table.trim_fmt())
}

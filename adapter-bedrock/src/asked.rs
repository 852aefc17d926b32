//! The calls of the last turn that has any, and which of them travel.
//!
//! Never takes an answer for another call's: where hosts give no ids, they answer in the order of the calls.
use std::collections::HashMap;
use throughline_core::{Ending, Literal, Part, ToolCall, Turn, verbatim};

#[derive(Default)]
pub(crate) struct Asked {
    named: HashMap<Vec<u16>, bool>,
    unnamed: Vec<bool>,
    /// How many answers without an id came.
    answered: usize,
}

impl Asked {
    /// Which parts of a turn answer a call that does not travel. Goes through the turns in their order.
    pub(crate) fn left_over(&mut self, turn: &Turn) -> Vec<bool> {
        let found = turn.parts.iter().map(|part| match part {
            Part::Result(result) => match name(result.call.as_ref()) {
                Some(id) => self.named.get(&id) == Some(&false),
                None => {
                    self.answered += 1;
                    self.unnamed.get(self.answered - 1) == Some(&false)
                }
            },
            _ => false,
        });
        found.collect()
    }
    /// Takes the calls of a turn; those of a reply that was cut never travel.
    pub(crate) fn ask(&mut self, turn: &Turn, travels: impl Fn(&ToolCall) -> bool) {
        *self = Self::default();
        let whole = !turn.ending.as_ref().is_some_and(Ending::is_cut);
        for call in turn.calls() {
            let travels = whole && travels(call);
            match name(call.id.as_ref()) {
                Some(id) => _ = self.named.entry(id).or_insert(travels),
                None => self.unnamed.push(travels),
            }
        }
    }
}

/// An id however it is spelled; none where it is empty.
fn name(id: Option<&Literal>) -> Option<Vec<u16>> {
    id.filter(|id| !id.is_empty()).map(|id| verbatim::units(id.inner()))
}

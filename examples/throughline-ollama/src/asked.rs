//! Which call an answer belongs to: by its id where both have one, else by the order of the calls.
use throughline_core::{Ending, Literal, Part, Turn, verbatim};

/// The calls of the last turn that has any.
#[derive(Default)]
pub(crate) struct Open(Vec<Asked>);

/// A call that may be answered.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) name: Literal,
    /// False where it does not go: its answer then has nothing to stand behind.
    pub(crate) travels: bool,
    id: Option<Vec<u16>>,
    answered: bool,
}

impl Open {
    /// For each part of a turn the call that it answers, if it answers one. Goes through the turns in their order.
    pub(crate) fn meet(&mut self, turn: &Turn) -> Vec<Option<Asked>> {
        let answers = turn.parts.iter().map(|part| match part {
            Part::Result(result) => self.find(units(result.call.as_ref())),
            _ => None,
        });
        let answers = answers.collect();
        if calls(turn) {
            let whole = !turn.ending.as_ref().is_some_and(Ending::is_cut);
            let asked = turn.calls().map(|call| Asked {
                name: call.name.clone(),
                travels: whole && call.arguments.object().is_some(),
                id: units(call.id.as_ref()),
                answered: false,
            });
            self.0 = asked.collect();
        }
        answers
    }
    fn find(&mut self, id: Option<Vec<u16>>) -> Option<Asked> {
        let fits = |asked: &Asked| if id.is_some() { asked.id == id } else { !asked.answered };
        let asked = self.0.iter_mut().find(|asked| fits(asked))?;
        asked.answered = true;
        Some(asked.clone())
    }
}

/// True where the turn calls tools.
pub(crate) fn calls(turn: &Turn) -> bool {
    turn.calls().next().is_some()
}

/// An id however it is spelled; none where it is empty.
fn units(id: Option<&Literal>) -> Option<Vec<u16>> {
    id.filter(|id| !id.is_empty()).map(|id| verbatim::units(id.inner()))
}

//! Calls and the answers to them: which of a pair travels, decided by what the conversation holds of the other.
//!
//! Never looks further than the message behind a call: the API takes answers nowhere else.
use crate::table::THINKING;
use std::collections::{HashMap, HashSet};
use throughline_core::{At, Carrier, DraftPlan, Ending, Key, Literal, Part, Role, ToolCall, Turn, verbatim};

/// Why a call stays whose arguments this wire cannot write.
const BROKEN: &str = "its arguments are no JSON object, and this wire takes nothing else";
/// Why a call stays that nobody answered.
const UNANSWERED: &str = "the next message does not answer it, and the API refuses a call without an answer";
/// Why an answer stays whose call does.
const LEFT_OVER: &str = "the call that it answers does not travel";
/// Why an answer stays that no call stands in front of.
const ORPHANED: &str = "no call in the message before it has its id";
/// Why a seal stays beside a call that does.
const BREAKS: &str = "its seal holds for the whole turn, which goes without one of its calls";

/// The calls of the last turn that has any, and which of them travel.
#[derive(Debug, Default)]
pub struct Asked {
    named: HashMap<Vec<u16>, bool>,
    /// Hosts without ids answer in the order of the calls.
    unnamed: Vec<bool>,
    /// How many answers without an id came.
    answered: usize,
    /// True once a message stands behind the calls that is not of their answers.
    passed: bool,
}

impl Asked {
    /// Why parts of a turn stay, where they do: calls without an answer among the turns `behind` it, and answers without a call. Goes
    /// through the turns in their order.
    pub fn stay<'a>(&mut self, turn: &Turn, behind: impl Iterator<Item = &'a Turn>) -> Vec<Option<&'static str>> {
        let mut found: Vec<_> = turn.parts.iter().map(|part| self.left_over(part)).collect();
        self.passed |= turn.role != Role::Tool;
        if !calls(turn) {
            return found;
        }
        let cut = turn.ending.as_ref().is_some_and(Ending::is_cut);
        let answers = Answers::among(behind);
        let mut unnamed = 0;
        *self = Self::default();
        for (at, part) in turn.parts.iter().enumerate() {
            let Part::Call(call) = part else { continue };
            let id = name(call.id.as_ref());
            let answered = match &id {
                Some(id) => answers.named.contains(id),
                None => {
                    unnamed += 1;
                    unnamed <= answers.unnamed
                }
            };
            let why = match () {
                () if is_broken(call) => Some(BROKEN),
                () if answers.whole && !answered => Some(UNANSWERED),
                () => None,
            };
            found.get_mut(at).into_iter().for_each(|stays| *stays = why);
            let travels = why.is_none() && !cut;
            match id {
                Some(id) => *self.named.entry(id).or_default() |= travels,
                None => self.unnamed.push(travels),
            }
        }
        found
    }

    /// The turn of these calls stays as a whole: none of them travels.
    pub fn leave(&mut self) {
        self.named.values_mut().chain(&mut self.unnamed).for_each(|travels| *travels = false);
    }

    fn left_over(&mut self, part: &Part) -> Option<&'static str> {
        let Part::Result(result) = part else { return None };
        let travels = match name(result.call.as_ref()) {
            Some(id) => self.named.get(&id),
            None => {
                self.answered += 1;
                self.unnamed.get(self.answered - 1)
            }
        };
        match travels {
            Some(true) if !self.passed => None,
            Some(false) => Some(LEFT_OVER),
            _ => Some(ORPHANED),
        }
    }
}

/// What the message behind a call answers.
#[derive(Default)]
struct Answers {
    named: HashSet<Vec<u16>>,
    unnamed: usize,
    /// True where another message stands behind it, so that no more can come.
    whole: bool,
}

impl Answers {
    fn among<'a>(turns: impl Iterator<Item = &'a Turn>) -> Self {
        let mut all = Self::default();
        for turn in turns {
            if turn.role == Role::Assistant {
                all.whole = true;
                break;
            }
            for part in &turn.parts {
                if let Part::Result(result) = part {
                    match name(result.call.as_ref()) {
                        Some(id) => _ = all.named.insert(id),
                        None => all.unnamed += 1,
                    }
                }
            }
            if turn.role != Role::Tool {
                all.whole = true;
                break;
            }
        }
        all
    }
}

/// True where a turn calls tools.
pub fn calls(turn: &Turn) -> bool {
    turn.calls().next().is_some()
}

/// The seals of a turn hold for the turn as it was: without one of its calls they stay. No thought becomes text.
pub fn unseal(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn) {
    let Some(plan) = draft.plan(n) else { return };
    let parts = || turn.parts.iter().enumerate();
    if parts().all(|(at, part)| !matches!(part, Part::Call(_)) || plan.sends(at)) {
        return;
    }
    let sealed = |part: &Part| matches!(part, Part::Reasoning(Carrier { sealed: true, .. }));
    let places = parts().map(|(at, part)| (At::Part(at, 0), part));
    let gone: Vec<At> = places.filter(|(at, part)| sealed(part) && plan.carries(*at)).map(|(at, _)| at).collect();
    gone.into_iter().for_each(|at| draft.withhold(n, at, BREAKS));
}

/// A message of the model may not end in thinking: the API answers `The final block in an assistant message cannot be "thinking"`, see
/// <https://github.com/tailcallhq/forgecode/issues/2107>. Without what followed, the thought has nothing to carry.
pub fn end(draft: &mut DraftPlan<'_>, n: usize, turn: &Turn) {
    const WHY: &str = "a message of the model may not end in thinking";
    for (at, part) in turn.parts.iter().enumerate().rev() {
        match part {
            _ if !draft.sends(n, at) => {}
            Part::Reasoning(_) => draft.withhold(n, At::Part(at, 0), WHY),
            _ => return,
        }
    }
    draft.drop_field(n, &Key::new(THINKING.0), WHY);
}

fn is_broken(call: &ToolCall) -> bool {
    call.arguments.object().is_none()
}

/// An id however it is spelled; none where it is empty.
fn name(id: Option<&Literal>) -> Option<Vec<u16>> {
    id.filter(|id| !id.is_empty()).map(|id| verbatim::units(id.inner()))
}

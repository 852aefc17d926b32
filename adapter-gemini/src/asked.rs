//! The calls of the last step, and which of them each answer belongs to.
//!
//! Never pairs by name alone: a tool may be called twice.
use crate::{
    foreign::{own_name, units},
    table::FROM_THIRD,
};
use throughline_core::{Ending, Literal, Part, Route, ToolCall, ToolResult, Turn};

/// What is known of the call that an answer belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// The tool.
    pub(crate) name: Literal,
    /// False where the call stays, so that its answer has to stay too.
    pub(crate) travels: bool,
    /// The id that the call goes with, where it does.
    pub(crate) id: Option<Literal>,
    /// True where the answer says the id of the call; without ids they are paired by their order.
    pub(crate) named: bool,
    units: Option<Vec<u16>>,
}

/// The calls that wait for an answer.
#[derive(Default)]
pub(crate) struct Open {
    calls: Vec<Asked>,
    answered: Vec<usize>,
}

impl Open {
    /// For each part of a turn the call that it answers. Goes through the turns in their order.
    pub(crate) fn meet(&mut self, turn: &Turn, route: &Route) -> Vec<Option<Asked>> {
        let found = turn.parts.iter().map(|part| match part {
            Part::Result(result) => self.answer(result),
            _ => None,
        });
        let found = found.collect();
        if calls(turn) {
            let whole = !turn.ending.as_ref().is_some_and(Ending::is_cut);
            let ids = takes_ids(turn, route);
            let asked = |call: &ToolCall| {
                let units = units(call.id.as_ref());
                let travels = whole && call.arguments.object().is_some();
                let id = call.id.clone().filter(|_| ids && units.is_some());
                Asked { name: call.name.clone(), travels, id, named: false, units }
            };
            *self = Self { calls: turn.calls().map(asked).collect(), answered: vec![] };
        }
        found
    }
    fn answer(&mut self, result: &ToolResult) -> Option<Asked> {
        let (id, own) = (units(result.call.as_ref()), own_name(&result.extras));
        let all = || self.calls.iter().enumerate();
        let open = |n: &usize| {
            let named = |call: &Asked| own.as_ref().is_none_or(|own| *own == call.name);
            !self.answered.contains(n) && self.calls.get(*n).is_some_and(named)
        };
        let (n, named) = match &id {
            Some(id) => match all().find(|(_, call)| call.units.as_ref() == Some(id)) {
                Some((n, _)) => (n, true),
                // An id that a client gave: the provider had sent none.
                None => (all().find(|(n, call)| call.units.is_none() && open(n))?.0, false),
            },
            None => (all().map(|(n, _)| n).find(open)?, false),
        };
        self.answered.push(n);
        self.calls.get(n).map(|call| Asked { named, ..call.clone() })
    }
}

/// True where a turn calls tools.
pub(crate) fn calls(turn: &Turn) -> bool {
    turn.calls().next().is_some()
}

/// True where the calls of a turn go with their ids: to generations that know ids, and to the host that made or took them. Others answer
/// `Unknown name "id"`: <https://github.com/google-gemini/gemini-cli/issues/13972>.
pub(crate) fn takes_ids(turn: &Turn, route: &Route) -> bool {
    FROM_THIRD.takes(&route.model) || turn.origin.as_ref().is_some_and(|origin| origin.is_home(route))
}

//! The conversation: a question with a tool at hand, the tool's result, and, after a new process took over, what was
//! thought of at first. And the routes that it is held on.
use super::table::{DOORS, MOVES, ORIGIN, WAYS, Way};
use crate::failure::Failure;
use throughline::{Api, Projection, Projector, resolve};
use throughline_simulator::Simulator;

/// What the tool answers.
pub(crate) const RESULT: &str = "18°C and sunny";
/// What only the model's own thinking knows.
pub(super) const QUESTION: &str = "Which code word did you think of?";

/// One conversation to be held.
#[derive(Clone, Copy)]
pub(super) struct Stop {
    /// Where each request goes: the question, the tool's result, and the question about the word.
    pub(super) ways: [&'static Way; 3],
    /// No two conversations open alike, so that none finds the prefix of another in a cache.
    number: usize,
}

/// How a conversation goes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Journey {
    /// All of it on one route.
    Stays,
    /// Its last request goes elsewhere; the first turns came from [`ORIGIN`].
    Moves,
    /// Each of its requests through another door.
    Doors,
}

impl Stop {
    /// Every stop: whole conversations first.
    pub(super) fn all() -> Vec<Self> {
        let stay = WAYS.iter().map(|way| [way; 3]);
        let doors = DOORS.iter().map(|[first, next, last]| [first, next, last]);
        let moves = MOVES.iter().map(|way| [&ORIGIN, &ORIGIN, way]);
        stay.chain(doors).chain(moves).enumerate().map(|(number, ways)| Self { ways, number }).collect()
    }
    /// Where the conversation ends.
    pub(super) fn way(self) -> &'static Way {
        let [.., last] = self.ways;
        last
    }
    pub(super) fn journey(self) -> Journey {
        let [first, next, last] = self.ways.map(|way| (way.simulated, way.model));
        match () {
            () if first != next => Journey::Doors,
            () if next != last => Journey::Moves,
            () => Journey::Stays,
        }
    }
    /// Who has a part in it, where that is said of a stop: not where everybody begins who moves.
    pub(super) fn providers(self) -> impl Iterator<Item = &'static str> {
        let begins = if self.journey() == Journey::Moves { 2 } else { 0 };
        self.ways.into_iter().skip(begins).map(|way| way.provider)
    }
    /// `provider model`, the model without its maker; the provider as the simulator knows it.
    pub(super) fn name(self) -> String {
        let Way { simulated, model, called, .. } = self.way();
        let named = || format!("{simulated} {}", model.rsplit('/').next().unwrap_or(model));
        called.map_or_else(named, str::to_owned)
    }
    /// What a person asks of `client`.
    pub(super) fn opening(self, client: &str) -> String {
        format!("How is the weather in Florence? (notebook {}, {client})", self.number + 1)
    }
}

/// `way`, ready, at the simulator.
pub(super) fn at(way: &Way, simulator: &Simulator, projector: &Projector) -> Result<Projection, Failure> {
    let url = simulator.base_url(way.simulated)?;
    let api = Simulator::providers().find(|listed| listed.name == way.simulated).map(|listed| Api::new(listed.api));
    Ok(projector.to(&resolve(&format!("{}/{}", way.provider, way.model), Some(&url), api)?)?)
}

//! The conversation: a question with a tool at hand, the tool's result, and, after a new process took over, what was
//! thought of at first. And the routes that it is held on.
use super::table::{MOVES, ORIGIN, WAYS, Way};
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
    /// Where the question goes.
    pub(super) way: &'static Way,
    /// Whether the first turns came from [`ORIGIN`].
    pub(super) moved: bool,
    /// No two conversations open alike, so that none finds the prefix of another in a cache.
    number: usize,
}

impl Stop {
    /// Every stop: whole conversations first.
    pub(super) fn all() -> Vec<Self> {
        let ways = WAYS.iter().map(|way| (way, false)).chain(MOVES.iter().map(|way| (way, true)));
        ways.enumerate().map(|(number, (way, moved))| Self { way, moved, number }).collect()
    }
    /// Where the conversation begins.
    pub(super) fn first(self) -> &'static Way {
        if self.moved { &ORIGIN } else { self.way }
    }
    /// `provider model`, the model without its maker; the provider as the simulator knows it.
    pub(super) fn name(self) -> String {
        let Way { simulated, model, .. } = self.way;
        format!("{simulated} {}", model.rsplit('/').next().unwrap_or(model))
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

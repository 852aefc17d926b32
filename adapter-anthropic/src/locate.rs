//! Which carrier a refusal means that counts messages and blocks of the body.
use crate::{Anthropic, render::opening};
use throughline_core::{At, Part, Plan, verdict::Spot};

/// The turn and the place of the reasoning block at `spot`.
pub(crate) fn carrier(plan: &Plan<'_>, spot: Spot) -> Option<(usize, At)> {
    let (n, at, part) = plan.part_at(&Anthropic, opening(plan), spot)?;
    matches!(part, Part::Reasoning(_)).then_some((n, At::Part(at, 0)))
}

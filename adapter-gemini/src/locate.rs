//! Which carrier a refusal means that counts contents and parts of the body.
use crate::{Gemini, lent, render::opening};
use throughline_core::{At, Part, Plan, verdict::Spot};

/// The turn and the place of the carrier on the part at `spot`.
pub(crate) fn carrier(plan: &Plan<'_>, spot: Spot) -> Option<(usize, At)> {
    let (n, at, part) = plan.part_at(&Gemini, opening(plan), spot)?;
    let decided = plan.turn(n)?;
    let signs = |carrier: &throughline_core::Carrier| matches!(part, Part::Reasoning(_)) || lent::signs(carrier);
    let mut own = part.carriers().enumerate().filter(|(_, carrier)| signs(carrier)).map(|(m, _)| At::Part(at, m));
    own.find(|place| decided.carries(*place)).map(|place| (n, place))
}

//! Which carrier a refusal means that counts messages and blocks of the body.
use throughline_core::{At, Plan, verdict::Spot};

/// The turn and the place of the reasoning block at `spot`.
pub(crate) fn carrier(_plan: &Plan<'_>, _spot: Spot) -> Option<(usize, At)> {
    None
}

//! What this wire cannot take, decided before it is written, each with its reason in the plan.
//!
//! Never invents what is missing: a block that cannot go stays.
use throughline_core::DraftPlan;

pub(crate) fn draft(_draft: &mut DraftPlan<'_>) {}

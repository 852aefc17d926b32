//! A turn as messages of the form, and messages as turns.
//!
//! A message is what the form can say of a turn; the turn itself stands beside it under `throughline`, whole.
mod calls;
mod content;
mod read;
mod same;
mod write;

pub(super) use read::Reader;
pub(super) use write::Writer;

/// The member that holds the turn's line.
const LINE: &str = "throughline";
/// What stands there on the other messages of a turn that took several.
const ABOVE: &str = "\"above\"";

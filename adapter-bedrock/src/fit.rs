//! The request as the route's model takes it: thinking asked for in the words of its generation.
//!
//! Never changes a member in silence: what is changed becomes a note.
use throughline_core::{Note, Plan, Request};

pub(crate) fn request(_plan: &Plan<'_>, _notes: &mut Vec<Note>) -> Option<Request> {
    None
}

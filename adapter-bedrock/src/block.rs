//! Reading one content block: the same for a reply and a request.
//!
//! A block is a union: each member of it is a block of its own. Never takes a minted string apart, and never fails on a member that it
//! does not know.
use crate::table::API;
use serde_json::value::RawValue;
use throughline_core::{Foreign, Issuer, Part, Role};

/// The parts that a block of a message of `role` is: one, where the block keeps to the wire's rule of one member.
pub(crate) fn parts(raw: &RawValue, _role: Role, _issuer: &Issuer) -> Vec<Part> {
    vec![Part::Opaque(Foreign { payload: raw.into(), api: API, carriers: vec![] })]
}

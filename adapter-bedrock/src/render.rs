//! Writing what the plan lets through: head, messages, tail.
//!
//! Never writes a block that the plan withholds, and never changes one that it sends.
use std::ops::Range;
use throughline_core::{Plan, write::name};

/// The body up to its messages. Instructions that open the conversation stand here.
pub(crate) fn head(_plan: &Plan<'_>, out: &mut Vec<u8>) {
    out.push(b'{');
    name(out, "messages");
    out.push(b'[');
}

/// One message.
pub(crate) fn group(_plan: &Plan<'_>, _turns: Range<usize>, _out: &mut Vec<u8>) {}

/// The body from the end of its messages on.
pub(crate) fn tail(_plan: &Plan<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"]}");
}

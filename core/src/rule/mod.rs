//! Rules as data: which route reads what, requires what, and which request flags keep its thinking.
//!
//! A rule never looks at a conversation. The three columns are looked up apart.
mod find;
mod pattern;
mod row;

pub use find::{Absent, Column, Entry, FindError, Layer, Policy, Rules, Suspect};
pub use pattern::{Family, Model, Named, Pattern, Version, glob};
pub use row::{Accept, Flag, Form, Ids, Keeps, Mismatch, Place, Reads, Required, RouteRule, Scope, Slot, When};

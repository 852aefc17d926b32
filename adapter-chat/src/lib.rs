//! The chat completions wire and its route table.
pub mod table;

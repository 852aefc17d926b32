//! The chat completions wire and its route table.

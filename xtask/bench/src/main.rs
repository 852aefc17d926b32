//! Ratios measured in one process.
fn main() {}

//! Replays recorded conversations.
fn main() {}

//! The command line of throughline.
fn main() {}

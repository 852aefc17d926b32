//! `throughline-corpus`: the command alone. It must never do anything itself.
use std::process::ExitCode;

fn main() -> ExitCode {
    throughline_corpus::main()
}

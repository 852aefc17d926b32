//! The laws on chat completions: hosts that think in a member, in entries, in chunks, under an old name, or not at all.
mod cases;

throughline_conformance::conformance!(throughline_chat::ADAPTER, cases::cases(), skips: cases::SKIPS);

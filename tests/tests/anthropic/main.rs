//! The laws on Anthropic Messages: ordered blocks, signed, empty, sealed, and some that nobody knows.
mod cases;
mod doors;

throughline_conformance::conformance!(throughline_anthropic::ADAPTER, cases::cases(), skips: cases::SKIPS);

//! The laws of throughline on Cohere's v2 chat.
mod cases;

throughline_conformance::conformance!(throughline_cohere::ADAPTER, cases::cases(), skips: cases::SKIPS);

//! The laws of throughline on Acme's wire.
mod cases;

throughline_conformance::conformance!(throughline_acme::ADAPTER, cases::cases(), skips: cases::SKIPS);

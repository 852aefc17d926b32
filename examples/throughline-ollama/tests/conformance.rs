//! The laws of throughline on Ollama's own wire.
mod cases;

throughline_conformance::conformance!(throughline_ollama::ADAPTER, cases::cases(), skips: cases::SKIPS);

//! The laws of throughline on Ollama's own wire.
mod cases;

throughline_conformance::conformance!(
    throughline_ollama::ADAPTER,
    cases::cases(),
    skips: ["strict: every server ignores what it does not know", "required: no model demands its thinking back"],
);

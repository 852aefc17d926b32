//! The laws on Google's endpoints for chat completions: signatures in a wrapper, of the message or of a call.
mod cases;

throughline_conformance::conformance!(throughline_gemini::COMPATIBLE_ADAPTER, cases::cases(), skips: cases::SKIPS);

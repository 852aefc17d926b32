//! The laws on Gemini's own wire: ordered parts, any of which may be signed, and a backend that reads its own signatures alone.
mod cases;

throughline_conformance::conformance!(throughline_gemini::ADAPTER, cases::cases(), skips: cases::SKIPS);

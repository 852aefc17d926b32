//! The laws on Google's endpoints for chat completions: signatures in a wrapper, of the message or of a call.
mod cases;

throughline_conformance::conformance!(throughline_gemini::COMPATIBLE_ADAPTER, cases::cases(), skips: [
    "strict: its rows are strict, and the schema has a member for signatures on the message",
]);

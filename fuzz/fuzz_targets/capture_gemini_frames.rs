//! `capture_gemini_frames`: see the table of `throughline-fuzz`.
#![no_main]
libfuzzer_sys::fuzz_target!(|input: &[u8]| throughline_fuzz::must("capture_gemini_frames", input));

//! The laws as functions, and a harness for other people's adapters.

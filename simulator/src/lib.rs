//! A provider on loopback that enforces each provider's rules about reasoning.

//! The laws on GitHub Copilot: a blob with its text, signatures inside calls, families of models that cannot read each other.
mod cases;

throughline_conformance::conformance!(throughline_copilot::ADAPTER, cases::cases(), skips: cases::SKIPS);

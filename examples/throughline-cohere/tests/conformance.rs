//! The laws of throughline on Cohere's v2 chat.
mod cases;

throughline_conformance::conformance!(
    throughline_cohere::ADAPTER,
    cases::cases(),
    skips: ["strict: no host of this wire is known to refuse what it does not know", "required: no model demands its thinking back"],
);

//! The laws on Bedrock's Converse: one wire, on which families of models differ in what they sign, take back and refuse.
mod cases;

throughline_conformance::conformance!(throughline_bedrock::ADAPTER, cases::cases(), skips: cases::SKIPS);

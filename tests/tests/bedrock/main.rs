//! The laws on Bedrock's Converse: one wire, on which families of models differ in what they sign, take back and refuse.
mod cases;

throughline_conformance::conformance!(
    throughline_bedrock::ADAPTER,
    cases::cases(),
    skips: [
        "strict: no host of this wire is strict: what a model refuses is a row's to say",
        "required: no model of this wire demands reasoning of a turn that has none",
    ]
);

//! What Gemini's hosts answer, in their own words. Those of the request's form are whole bodies; the others stand for a message,
//! and an envelope goes around it.
//!
//! `{field}` is a name, `{place}` where it is (` at 'contents[0]'`, or nothing at the top), `{path}` a path; of a call, `{id}` is its
//! name and `{position}` its content's number.

use crate::provider::{Each, REPORTED, SYNTHETIC, Words};

macro_rules! bad_request {
    () => {
        r#"{"error":{"code":400,"message":"{each}","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{violations}]}]}}"#
    };
}
macro_rules! unknown_name {
    () => {
        r#"Invalid JSON payload received. Unknown name \"{field}\"{place}: Cannot find field."#
    };
}
const UNKNOWN_EACH: &[Each] = &[
    Each { place: "each", one: unknown_name!(), between: r"\n" },
    Each { place: "violations", one: concat!(r#"{{named}"description":""#, unknown_name!(), "\"}"), between: "," },
];
const INVALID_EACH: &[Each] = &[
    Each { place: "each", one: "Invalid value at '{path}' {complaint}", between: r"\n" },
    Each {
        place: "violations",
        one: r#"{"field":"{path}","description":"Invalid value at '{path}' {complaint}"}"#,
        between: ",",
    },
];
const fn request(name: &'static str, body: &'static str, each: &'static [Each], evidence: &'static str) -> Words {
    Words { name, status: 400, body, each, evidence }
}

/// A name that is not in the API, with the path of what has it.
pub(crate) static UNKNOWN_NAME: Words =
    request("gemini-unknown", bad_request!(), UNKNOWN_EACH, "https://github.com/google-gemini/gemini-cli/issues/13972");
/// The same in a list, as the compatible endpoint tells it.
pub(super) static UNKNOWN_NAME_LISTED: Words = request(
    "gemini-unknown-listed",
    concat!("[", bad_request!(), "]"),
    UNKNOWN_EACH,
    "https://github.com/SuzumiyaAkizuki/ComfyUI-NewBie-LLM-Formatter/issues/3",
);
pub(crate) static INVALID_VALUE: Words =
    request("gemini-invalid", bad_request!(), INVALID_EACH, "https://github.com/google-gemini/gemini-cli/issues/14368");
pub(crate) static ONEOF: Words = request(
    "gemini-oneof",
    r#"{"error":{"code":400,"message":"Invalid value at '{path}' (oneof), oneof field 'data' is already set. Cannot set '{field}'","status":"INVALID_ARGUMENT"}}"#,
    &[],
    REPORTED,
);
pub(crate) static ROLE: Words = request(
    "gemini-role",
    r#"{"error":{"code":400,"message":"Please use a valid role: user, model.","status":"INVALID_ARGUMENT"}}"#,
    &[],
    REPORTED,
);
pub(crate) static EMPTY_PART: Words = request(
    "gemini-empty-part",
    "{\n  \"error\": {\n    \"code\": 400,\n    \"message\": \"{each}\",\n    \"status\": \"INVALID_ARGUMENT\"\n  }\n}\n",
    &[Each {
        place: "each",
        one: r"* GenerateContentRequest.{path}.data: required oneof field 'data' must have one initialized field\n",
        between: "",
    }],
    "https://github.com/router-for-me/CLIProxyAPI/issues/1292",
);

const fn said(name: &'static str, body: &'static str, evidence: &'static str) -> Words {
    Words { name, status: 400, body, each: &[], evidence }
}
pub(super) static MISSING: Words = said(
    "gemini-missing-signature",
    "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:{id}` , position {position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.",
    "https://github.com/agno-agi/agno/issues/5450",
);
pub(super) static VERTEX_MISSING: Words = said(
    "vertex-missing-signature",
    "Unable to submit request because function call `default_api:{id}` in the {position}. content block is missing a `thought_signature`. Learn more: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures",
    "https://github.com/openai/openai-agents-python/issues/2137",
);
pub(super) static FINISHED: Words = Words {
    status: 200,
    ..said(
        "gemini-missing-finish",
        r#"{"candidates":[{"finishReason":"MISSING_THOUGHT_SIGNATURE","index":0}],"usageMetadata":{"promptTokenCount":1,"totalTokenCount":1},"modelVersion":"gemini-3-older"}"#,
        "https://github.com/googleapis/python-genai",
    )
};
pub(super) static CORRUPTED: Words = said(
    "gemini-corrupted",
    "Corrupted thought signature.",
    "https://github.com/google-gemini/gemini-cli/issues/13467",
);
pub(super) static INVALID: Words = said(
    "vertex-invalid-signature",
    "Invalid thought signature.",
    "https://github.com/lbjlaq/Antigravity-Manager/pull/3342",
);
pub(super) static AFTER_USER: Words = said(
    "gemini-call-order",
    "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
    "https://github.com/google-gemini/gemini-cli/issues/26486",
);
pub(super) static AFTER_CALL: Words = said(
    "gemini-response-order",
    "Please ensure that function response turn comes immediately after a function call turn.",
    "https://github.com/langchain-ai/langchain/issues/27799",
);
pub(super) static COUNT: Words = said(
    "gemini-response-count",
    "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    "https://github.com/google-gemini/gemini-cli/issues/4217",
);
pub(super) static MISMATCH: Words = said(
    "gemini-response-name",
    "contents[{at}]: function response `{id}` belongs to no function call of the turn before.",
    SYNTHETIC,
);
pub(super) static LEVEL: Words = said("gemini-level", "Thinking level is not supported for this model.", REPORTED);
pub(super) static THAT_LEVEL: Words =
    said("gemini-that-level", "Thinking level {id} is not supported for this model.", REPORTED);
pub(super) static BUDGET: Words = said("gemini-budget", "Thinking budget is not supported for this model.", SYNTHETIC);
pub(super) static BOTH: Words = said(
    "gemini-level-and-budget",
    "You can only set only one of thinking budget and thinking level.",
    "https://github.com/sterlp/eclipse-peon-ai/issues/115",
);
pub(super) static NEVER_OFF: Words =
    said("gemini-always", "Budget {id} is invalid. This model only works in thinking mode.", REPORTED);
pub(crate) static UNAUTHENTICATED: Words = Words {
    status: 401,
    ..said(
        "gemini-key",
        "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.",
        REPORTED,
    )
};

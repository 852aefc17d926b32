//! The shape of each host's errors, for what no rule has words for. `{message}`, `{kind}` (`invalid_request_error`, …),
//! `{canonical}` (`INVALID_ARGUMENT`, …) and `{status}` are filled in. The shapes are the hosts' own, the messages are ours, so
//! all of them count as made up.

use crate::provider::{SYNTHETIC, Words};

const fn envelope(name: &'static str, body: &'static str) -> Words {
    Words { name, status: 400, body, each: &[], evidence: SYNTHETIC }
}

pub(crate) static COMMON: Words =
    envelope("error", r#"{"error":{"message":"{message}","type":"{kind}","param":null,"code":null}}"#);
pub(crate) static CODED: Words = envelope(
    "error-coded",
    r#"{"error":{"message":"{message}","type":"{kind}","param":null,"code":"invalid_request_error"}}"#,
);
pub(crate) static ALIBABA: Words = envelope(
    "error-alibaba",
    r#"{"error":{"message":"<{status}> InternalError.Algo.InvalidParameter: {message}","type":"{kind}","param":null,"code":"invalid_parameter_error"}}"#,
);
pub(crate) static FLAT: Words = envelope(
    "error-flat",
    r#"{"message":"{message}","type":"{kind}","param":"validation_error","code":"wrong_api_format"}"#,
);
pub(crate) static MISTRAL: Words =
    envelope("error-mistral", r#"{"object":"error","message":"{message}","type":"{kind}","param":null,"code":null}"#);
pub(crate) static NUMBERED: Words =
    envelope("error-numbered", r#"{"error":{"message":"{message}","code":{status}},"user_id":"user_2simulated"}"#);
pub(crate) static MIMO: Words = envelope(
    "error-mimo",
    r#"{"error":{"code":"{status}","message":"Param Incorrect","param":"{message}","type":""}}"#,
);
pub(crate) static LLAMACPP: Words =
    envelope("error-llamacpp", r#"{"error":{"code":{status},"message":"{message}","type":"{kind}"}}"#);
pub(crate) static VLLM: Words = envelope(
    "error-vllm",
    r#"{"object":"error","message":"{message}","type":"BadRequestError","param":null,"code":{status}}"#,
);
pub(crate) static ANTHROPIC: Words = envelope(
    "error-anthropic",
    r#"{"type":"error","error":{"type":"{kind}","message":"{message}"},"request_id":"req_011CUdL49e3Fu9bCKbWF6cXD"}"#,
);
macro_rules! google {
    () => {
        "{\n  \"error\": {\n    \"code\": {status},\n    \"message\": \"{message}\",\n    \"status\": \"{canonical}\"\n  }\n}\n"
    };
}
pub(crate) static GOOGLE: Words = envelope("error-google", google!());
/// The compatible endpoint puts its errors in a list.
pub(crate) static GOOGLE_LISTED: Words = envelope("error-google-listed", concat!("[", google!(), "]"));
pub(crate) static COPILOT: Words =
    envelope("error-copilot", r#"{"error":{"message":"{message}","code":"invalid_request_body"}}"#);
/// A service whose errors say in a header what they are.
pub(crate) static AWS: Words = envelope("error-aws", r#"{"message":"{message}"}"#);
/// What a model behind that service says.
pub(crate) static AWS_MODEL: Words =
    envelope("error-aws-model", r#"{"message":"The model returned the following errors: {message}"}"#);
pub(crate) static ANTHROPIC_VERTEX: Words = envelope(
    "error-anthropic-vertex",
    r#"{"type":"error","error":{"type":"{kind}","message":"{message}"},"request_id":"req_vrtx_011CWcDAiLqXNmbGx1MH2UDE"}"#,
);
pub(crate) static RELAY: Words =
    envelope("error-relay", r#"{"error":{"type":"<nil>","message":"{message}"},"type":"error"}"#);

//! GitHub Copilot: a gateway that signs for each family of models on its own.

use super::styles;
use super::{PLAIN, door, envelopes, of};
use crate::provider::{Opaque, Provider, SYNTHETIC, Speak, Speech, Words};
use crate::seal::Form;

const fn words(name: &'static str, body: &'static str, evidence: &'static str) -> Words {
    Words { name, status: 400, body, each: &[], evidence }
}
static BAD_SIGNATURE: Words = words(
    "copilot-signature",
    r#"{"error":{"message":"messages.{at}.content.{part}: Invalid signature in thinking block","code":"invalid_request_body"}}"#,
    "https://github.com/caozhiyuan/copilot-api/issues/63",
);
static BAD_CALL: Words = words(
    "copilot-call-signature",
    r#"{"error":{"message":"Corrupted thought signature.","code":"invalid_request_body"}}"#,
    SYNTHETIC,
);
/// What a field that is required and missing is answered with.
pub(super) static INVALID_BODY: Words = words(
    "copilot-body",
    r#"{"error":{"message":"invalid request body","code":"invalid_request_body"}}"#,
    "https://github.com/Joouis/agent-maestro/issues/95",
);

const BARE: Form = Form { magic: &[], url: false };
const CLAUDE: Opaque = Opaque {
    family: "claude",
    text: "reasoning_text",
    blob: "reasoning_opaque",
    form: BARE,
    summary: false,
    several: true,
    calls: false,
    bad: &BAD_SIGNATURE,
    bad_call: &BAD_CALL,
};
static CLAUDES: Opaque = CLAUDE;
static GEMINIS: Opaque = Opaque { family: "gemini", summary: true, several: false, ..CLAUDE };
static GEMINIS_3: Opaque = Opaque { family: "gemini", summary: true, several: false, calls: true, ..CLAUDE };
/// The names that the service had before.
static OTHERS: Opaque =
    Opaque { family: "gpt", text: "cot_summary", blob: "cot_id", summary: true, several: false, ..CLAUDE };

const fn speak(model: &'static str, speech: Speech, call: &'static str) -> Speak {
    Speak { when: of(model), speech, call, upstreams: &[] }
}

pub(super) static ROWS: &[Provider] = &[Provider {
    name: "copilot",
    aliases: &["github-copilot"],
    doors: &[door("/chat/completions")],
    speaks: &[
        speak("claude-opus-4.7*|claude-opus-4.8*", Speech::Blocks(&CLAUDES), "toolu_vrtx_01{22}"),
        speak("claude*", Speech::Opaque(&CLAUDES), "toolu_vrtx_01{22}"),
        speak("gemini-3*", Speech::Opaque(&GEMINIS_3), "call_{24}"),
        speak("gemini*", Speech::Opaque(&GEMINIS), "call_{24}"),
        speak("gpt*|o3*|o4*", Speech::Opaque(&OTHERS), "call_{24}"),
        speak("*", Speech::Silent, "call_{24}"),
    ],
    required: &INVALID_BODY,
    envelope: &envelopes::COPILOT,
    style: &styles::COPILOT,
    about: "reads `reasoning_opaque`, and `reasoning_text` beside it, in the key of the family that minted it; on Gemini 3 also `function.thought_signature`; refuses a text without its blob and a blob of another family; some Claude models answer in blocks",
    ..PLAIN
}];

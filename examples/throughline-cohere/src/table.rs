//! What this wire has, as data: its routes, its member names, and what other wires call its parameters. Nothing here decides.
use crate::API;
use std::borrow::Cow;
use throughline_core::{Accept, Ids, Issuer, Key, Model, Pattern, Reads, RouteRule, Slot};

/// The type of a block of thinking, the member that holds its text, and the kind of carrier that it is.
pub(crate) const THINKING: &str = "thinking";
/// Its shape is this wire's alone: others have a block of the same name that they sign.
pub(crate) const BLOCK: &str = "cohere_thinking";
/// The message member that holds what a model means to do with its calls, and the kind of carrier that it is.
pub(crate) const PLAN: &str = "tool_plan";
/// The message member that says which pieces of an answer come from which document.
pub(crate) const CITATIONS: &str = "citations";

/// Who issues it. Nothing of it is sealed: whoever reads text reads it.
pub(crate) const ISSUER: Issuer = Issuer::new("cohere");
const COHERE: &[Accept] = &[Accept::any("cohere")];

const EXTRAS: &[Key] = &[Key::new(CITATIONS)];

/// The rows. The wire names them, not the host: Azure, Oracle and vLLM speak it too.
pub(crate) static ROWS: [RouteRule; 2] = [
    RouteRule {
        name: Cow::Borrowed("cohere-thinking"),
        pattern: Pattern { apis: Cow::Borrowed(&[API]), ..Pattern::ANY },
        strict: false,
        reads: Some(Reads {
            // One key: a turn that has blocks of its own needs no other, and what else is readable goes as one in front.
            slots: Cow::Borrowed(&[Slot::blocks(THINKING, BLOCK, COHERE), Slot::text(THINKING)]),
            extras: Cow::Borrowed(EXTRAS),
            ids: Ids::Any,
            ..Reads::NOTHING
        }),
        required: None,
        flags: None,
        why: Cow::Borrowed("messages of the model take blocks of thinking; models that write them refuse a tool plan"),
        evidence: Cow::Borrowed("https://docs.cohere.com/docs/reasoning"),
        since: Cow::Borrowed("2026-08"),
    },
    RouteRule {
        name: Cow::Borrowed("cohere-plans"),
        pattern: Pattern {
            apis: Cow::Borrowed(&[API]),
            models: Cow::Borrowed(&[
                Model::Glob(Cow::Borrowed("*command-r*")),
                Model::Glob(Cow::Borrowed("*command-a-03-2025*")),
            ]),
            ..Pattern::ANY
        },
        strict: false,
        reads: Some(Reads {
            slots: Cow::Borrowed(&[Slot::text(PLAN)]),
            extras: Cow::Borrowed(EXTRAS),
            ids: Ids::Any,
            ..Reads::NOTHING
        }),
        required: None,
        flags: None,
        why: Cow::Borrowed("models from before the thinking blocks write a plan beside their calls, and read it there"),
        evidence: Cow::Borrowed("https://docs.cohere.com/docs/tool-use-overview"),
        since: Cow::Borrowed("2026-08"),
    },
];

/// Words for an ending that is none: <https://docs.cohere.com/reference/chat>.
pub(crate) const BROKEN: &[&str] = &["ERROR", "TIMEOUT"];

/// Members of a message that are written by themselves.
pub(crate) const MESSAGE: &[&str] = &["role", "content", "tool_call_id", "tool_calls", PLAN];
/// The same of a text.
pub(crate) const TEXT: &[&str] = &["type", "text"];
/// The same of a call.
pub(crate) const CALL: &[&str] = &["id", "type", "function"];
/// The same of the function in it.
pub(crate) const FUNCTION: &[&str] = &["name", "arguments"];

/// Types of blocks that a tool's answer may hold.
pub(crate) const ANSWERS: &[&str] = &["text", "document"];

/// Members that stand once and whole where others grow from event to event.
pub(crate) const WHOLE: &[&str] = &["type", "id", "name"];

/// Members that other wires call the same.
pub(crate) const SAME: &[&str] = &[
    "model",
    "stream",
    "max_tokens",
    "temperature",
    "seed",
    "frequency_penalty",
    "presence_penalty",
    "stop_sequences",
    "logprobs",
];
/// Members that they call something else.
pub(crate) const RENAMED: &[(&str, &str)] =
    &[("max_completion_tokens", "max_tokens"), ("top_p", "p"), ("top_k", "k"), ("stop", "stop_sequences")];

/// What they say of how a tool is chosen, and this wire's word; none where the model chooses.
pub(crate) const CHOICES: &[(&str, Option<&str>)] =
    &[("auto", None), ("required", Some("\"REQUIRED\"")), ("any", Some("\"REQUIRED\"")), ("none", Some("\"NONE\""))];

/// What they say of thinking, and whether this wire says the same: <https://docs.cohere.com/docs/reasoning>.
pub(crate) const THINK: &[(&str, bool, bool)] = &[
    ("none", false, true),
    ("disabled", false, true),
    ("enabled", true, true),
    ("adaptive", true, false),
    ("minimal", true, false),
    ("low", true, false),
    ("medium", true, false),
    ("high", true, false),
    ("xhigh", true, false),
    ("max", true, false),
];

//! What this wire has, as data: its routes, its member names, and what other wires call its parameters. Nothing here decides.
use crate::API;
use std::borrow::Cow;
use throughline_core::{Ids, Issuer, Pattern, Reads, RouteRule, Slot};

/// The message member that holds the thinking, and the kind of carrier that it is.
pub(crate) const THINKING: &str = "thinking";

/// Who issues it. Nothing of it is sealed: whoever reads text reads it.
pub(crate) const ISSUER: Issuer = Issuer::new("ollama");

/// The rows.
pub(crate) static ROWS: [RouteRule; 1] = [RouteRule {
    name: Cow::Borrowed("ollama-native"),
    pattern: Pattern { apis: Cow::Borrowed(&[API]), ..Pattern::ANY },
    strict: false,
    reads: Some(Reads {
        slots: Cow::Borrowed(&[Slot::text(THINKING)]),
        // Some versions give calls an id, older ones pair calls and answers by their order.
        ids: Ids::Optional,
        ..Reads::NOTHING
    }),
    required: None,
    flags: None,
    why: Cow::Borrowed(
        "messages have a member `thinking`, which the model's template renders; unknown members are ignored",
    ),
    evidence: Cow::Borrowed("https://github.com/ollama/ollama/blob/main/api/types.go"),
    since: Cow::Borrowed("2026-08"),
}];

/// The member by which an answer names its tool.
pub(crate) const TOOL_NAME: &str = "tool_name";
/// The member by which it names its call.
pub(crate) const TOOL_CALL_ID: &str = "tool_call_id";
/// Members of a message that are written by themselves.
pub(crate) const MESSAGE: &[&str] = &["role", "content", THINKING, "images", "tool_calls", TOOL_CALL_ID];
/// Members of a call, and of its `function`, likewise.
pub(crate) const CALL: &[&str] = &["id", "function", "name", "arguments"];
/// Members that a part has no field for and that the wire documents: another host of it understands them.
pub(crate) const DOCUMENTED: &[&str] = &["type", "index", TOOL_NAME];

/// What other wires call the members of `options`:
/// <https://github.com/ollama/ollama/blob/main/docs/modelfile.mdx#valid-parameters-and-values>.
pub(crate) const OPTIONS: &[(&str, &str)] = &[
    ("max_tokens", "num_predict"),
    ("max_completion_tokens", "num_predict"),
    ("temperature", "temperature"),
    ("top_p", "top_p"),
    ("top_k", "top_k"),
    ("min_p", "min_p"),
    ("seed", "seed"),
    ("stop", "stop"),
    ("stop_sequences", "stop"),
    ("presence_penalty", "presence_penalty"),
    ("frequency_penalty", "frequency_penalty"),
    ("repetition_penalty", "repeat_penalty"),
];

/// `think` for what other wires say of effort, and whether it says the same:
/// <https://docs.ollama.com/capabilities/thinking>.
pub(crate) const THINK: &[(&str, &str, bool)] = &[
    ("\"none\"", "false", true),
    ("\"minimal\"", "\"low\"", false),
    ("\"low\"", "\"low\"", true),
    ("\"medium\"", "\"medium\"", true),
    ("\"high\"", "\"high\"", true),
    ("\"xhigh\"", "\"max\"", false),
    ("\"max\"", "\"max\"", true),
    ("\"disabled\"", "false", true),
    ("\"enabled\"", "true", true),
    ("\"adaptive\"", "true", false),
];

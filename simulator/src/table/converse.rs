//! The members that a request for a conversation may have, as the published service model has them.

use crate::converse::Shape::{self, Any, Blob, Flag, Text};
use crate::converse::{list, map, object, one, union};

pub(crate) static REQUEST: Shape = object(
    &[
        ("messages", &list(&MESSAGE)),
        ("system", &list(&SYSTEM)),
        ("inferenceConfig", &INFERENCE),
        ("toolConfig", &TOOL_CONFIG),
        ("guardrailConfig", &Any),
        ("projectIdentifier", &Text),
        ("additionalModelRequestFields", &Any),
        ("promptVariables", &map(&Any)),
        ("additionalModelResponseFieldPaths", &list(&Text)),
        ("requestMetadata", &map(&Text)),
        ("performanceConfig", &object(&[("latency", &one(&["standard", "optimized"]))], &[])),
        ("serviceTier", &object(&[("type", &one(&["priority", "default", "flex", "reserved"]))], &["type"])),
        ("outputConfig", &object(&[("textFormat", &Any), ("effort", &Text)], &[])),
    ],
    &["messages"],
);

static MESSAGE: Shape =
    object(&[("role", &one(&["user", "assistant", "system"])), ("content", &list(&BLOCK))], &["role", "content"]);
static BLOCK: Shape = union(&[
    ("text", &Text),
    ("image", &IMAGE),
    ("document", &DOCUMENT),
    ("video", &Any),
    ("audio", &Any),
    ("toolUse", &TOOL_USE),
    ("toolResult", &TOOL_RESULT),
    ("guardContent", &Any),
    ("cachePoint", &CACHE),
    ("reasoningContent", &REASONING),
    ("citationsContent", &Any),
    ("searchResult", &Any),
    ("toolAddition", &Any),
    ("toolRemoval", &Any),
]);
static REASONING: Shape = union(&[
    ("reasoningText", &object(&[("text", &Text), ("signature", &Text)], &["text"])),
    ("redactedContent", &Blob),
]);
static TOOL_USE: Shape = object(
    &[("toolUseId", &Text), ("name", &Text), ("input", &Any), ("type", &one(&["server_tool_use"]))],
    &["toolUseId", "name", "input"],
);
static TOOL_RESULT: Shape = object(
    &[("toolUseId", &Text), ("content", &list(&RESULT)), ("status", &one(&["success", "error"])), ("type", &Text)],
    &["toolUseId", "content"],
);
static RESULT: Shape = union(&[
    ("json", &Any),
    ("text", &Text),
    ("image", &IMAGE),
    ("document", &DOCUMENT),
    ("video", &Any),
    ("searchResult", &Any),
]);
static IMAGE: Shape = object(
    &[
        ("format", &one(&["png", "jpeg", "gif", "webp"])),
        ("source", &union(&[("bytes", &Blob), ("s3Location", &Any)])),
        ("error", &Any),
    ],
    &["format", "source"],
);
static DOCUMENT: Shape = object(
    &[
        ("format", &one(&["pdf", "csv", "doc", "docx", "xls", "xlsx", "html", "txt", "md"])),
        ("name", &Text),
        ("source", &union(&[("bytes", &Blob), ("s3Location", &Any), ("text", &Text), ("content", &Any)])),
        ("context", &Text),
        ("citations", &Any),
    ],
    &["name", "source"],
);
static CACHE: Shape = object(&[("type", &one(&["default"])), ("ttl", &one(&["5m", "1h"]))], &["type"]);
static SYSTEM: Shape = union(&[("text", &Text), ("guardContent", &Any), ("cachePoint", &CACHE)]);
static INFERENCE: Shape = object(
    &[
        ("maxTokens", &Shape::Number),
        ("temperature", &Shape::Number),
        ("topP", &Shape::Number),
        ("stopSequences", &list(&Text)),
    ],
    &[],
);
static TOOL_CONFIG: Shape = object(&[("tools", &list(&TOOL)), ("toolChoice", &TOOL_CHOICE)], &["tools"]);
static TOOL: Shape = union(&[
    (
        "toolSpec",
        &object(
            &[("name", &Text), ("description", &Text), ("inputSchema", &union(&[("json", &Any)])), ("strict", &Flag)],
            &["name", "inputSchema"],
        ),
    ),
    ("systemTool", &object(&[("name", &Text)], &["name"])),
    ("cachePoint", &CACHE),
]);
static TOOL_CHOICE: Shape =
    union(&[("auto", &object(&[], &[])), ("any", &object(&[], &[])), ("tool", &object(&[("name", &Text)], &["name"]))]);

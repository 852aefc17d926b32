//! The names that a request for contents may have, as the published API has them. Schemas of tools and answers are left alone.

use crate::generate::Message;

/// The members of a part that say what it is: at most one of them.
pub(crate) const DATA: &[&str] = &[
    "text",
    "inlineData",
    "functionCall",
    "functionResponse",
    "fileData",
    "executableCode",
    "codeExecutionResult",
    "toolCall",
    "toolResponse",
];

pub(crate) static REQUEST: Message = Message(&[
    ("contents", Some(&CONTENT)),
    ("systemInstruction", Some(&CONTENT)),
    ("tools", Some(&TOOL)),
    ("toolConfig", Some(&TOOL_CONFIG)),
    ("safetySettings", Some(&SAFETY)),
    ("generationConfig", Some(&CONFIG)),
    ("cachedContent", None),
    ("labels", None),
    ("serviceTier", None),
    ("store", None),
    ("modelArmorConfig", None),
]);

static CONTENT: Message = Message(&[("role", None), ("parts", Some(&PART))]);

static PART: Message = Message(&[
    ("text", None),
    ("inlineData", Some(&BLOB)),
    ("functionCall", Some(&CALL)),
    ("functionResponse", Some(&RESPONSE)),
    ("fileData", Some(&FILE)),
    ("executableCode", Some(&CODE)),
    ("codeExecutionResult", Some(&CODE_RESULT)),
    ("toolCall", Some(&TOOL_CALL)),
    ("toolResponse", Some(&TOOL_RESPONSE)),
    ("thought", None),
    ("thoughtSignature", None),
    ("videoMetadata", None),
    ("mediaResolution", None),
    ("partMetadata", None),
    ("audioTranscription", None),
    ("speechMetadata", None),
]);
static BLOB: Message = Message(&[("mimeType", None), ("data", None), ("displayName", None)]);
static FILE: Message = Message(&[("mimeType", None), ("fileUri", None), ("displayName", None)]);
static CALL: Message =
    Message(&[("id", None), ("name", None), ("args", None), ("partialArgs", None), ("willContinue", None)]);
static RESPONSE: Message = Message(&[
    ("id", None),
    ("name", None),
    ("response", None),
    ("parts", Some(&RESPONSE_PART)),
    ("scheduling", None),
    ("willContinue", None),
]);
static RESPONSE_PART: Message = Message(&[("inlineData", Some(&BLOB)), ("fileData", Some(&FILE))]);
static CODE: Message = Message(&[("id", None), ("language", None), ("code", None)]);
static CODE_RESULT: Message = Message(&[("id", None), ("outcome", None), ("output", None)]);
static TOOL_CALL: Message = Message(&[("id", None), ("toolType", None), ("args", None)]);
static TOOL_RESPONSE: Message = Message(&[("id", None), ("toolType", None), ("response", None)]);

static TOOL: Message = Message(&[
    ("functionDeclarations", Some(&DECLARATION)),
    ("googleSearch", None),
    ("googleSearchRetrieval", None),
    ("codeExecution", None),
    ("urlContext", None),
    ("googleMaps", None),
    ("fileSearch", None),
    ("computerUse", None),
    ("mcpServers", None),
    ("retrieval", None),
    ("enterpriseWebSearch", None),
    ("exaAiSearch", None),
    ("parallelAiSearch", None),
]);
static DECLARATION: Message = Message(&[
    ("name", None),
    ("description", None),
    ("behavior", None),
    ("parameters", None),
    ("parametersJsonSchema", None),
    ("response", None),
    ("responseJsonSchema", None),
]);
static TOOL_CONFIG: Message = Message(&[
    ("functionCallingConfig", Some(&CALLING)),
    ("retrievalConfig", None),
    ("includeServerSideToolInvocations", None),
]);
static CALLING: Message =
    Message(&[("mode", None), ("allowedFunctionNames", None), ("streamFunctionCallArguments", None)]);
static SAFETY: Message = Message(&[("category", None), ("threshold", None), ("method", None)]);

static CONFIG: Message = Message(&[
    ("thinkingConfig", Some(&THINKING)),
    ("temperature", None),
    ("topP", None),
    ("topK", None),
    ("candidateCount", None),
    ("maxOutputTokens", None),
    ("stopSequences", None),
    ("seed", None),
    ("presencePenalty", None),
    ("frequencyPenalty", None),
    ("responseLogprobs", None),
    ("logprobs", None),
    ("responseMimeType", None),
    ("responseSchema", None),
    ("responseJsonSchema", None),
    ("responseFormat", None),
    ("responseModalities", None),
    ("mediaResolution", None),
    ("speechConfig", None),
    ("imageConfig", None),
    ("routingConfig", None),
    ("audioTimestamp", None),
    ("enableEnhancedCivicAnswers", None),
    ("enableAffectiveDialog", None),
    ("translationConfig", None),
    ("audioTranscriptionConfig", None),
]);
static THINKING: Message = Message(&[("includeThoughts", None), ("thinkingBudget", None), ("thinkingLevel", None)]);

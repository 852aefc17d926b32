//! What providers write, as runs of lower-case words: quotes, brackets and the dots of a path are no words. Each row says whose it is.
//!
//! Never holds a wording that a provider also uses for a value that it dislikes.

/// What a phrase means. Rows stand in the order in which they are asked for.
#[derive(Clone, Copy)]
pub(super) enum Means {
    Missing(&'static str),
    ThinkingRequired,
    PrefixBound,
    Frozen,
    WrongIssuer,
    BadSignature,
    Pairing,
}

/// A member is missing that no path leads to.
pub(super) const ABSENT: &[(&str, Means)] = &[
    ("expected thinking or redacted_thinking", Means::ThinkingRequired), // Anthropic, Bedrock, Vertex
    ("must start with a thinking block", Means::ThinkingRequired),       // Anthropic
    ("content thinking in the thinking mode must be passed back", Means::Missing("thinking")), // DeepSeek's Messages
    ("require openrouter reasoning details", Means::Missing("reasoning_details")), // OpenRouter, of Gemini
    ("missing_thought_signature", Means::Missing("thought_signature")),  // Gemini, a finish reason
];

/// Members that a host may demand.
pub(super) const DEMANDED: &[&str] =
    &["reasoning_content", "reasoning", "reasoning_details", "reasoning_text", "reasoning_opaque", "thought_signature"];
/// In front of a member that is missing.
pub(super) const MISSES: &[&str] = &[
    "missing",          // DeepSeek
    "missing a",        // Gemini
    "missing required", // OpenAI
];
/// Behind a member that is missing.
pub(super) const MISSED: &[&str] = &[
    "is missing",                               // Kimi
    "in the thinking mode must be passed back", // DeepSeek, MiMo
    "must be passed back",                      // DeepSeek
    "field required",                           // pydantic
    "is required",                              // JSON Schema
];
/// The same as a code.
pub(super) const MISSING_CODES: &[&str] = &[
    "missing",                    // pydantic
    "field required",             // pydantic
    "missing_required_parameter", // OpenAI
];

/// What was signed, sealed or paired is not accepted.
pub(super) const SEALED: &[(&str, Means)] = &[
    ("is bound to a different conversation", Means::PrefixBound), // Anthropic
    ("blocks in the latest assistant message cannot be modified", Means::Frozen), // Anthropic
    ("must remain as they were in the original response", Means::Frozen), // Anthropic
    ("encrypted content * could not be verified", Means::WrongIssuer), // OpenAI, Azure, Copilot
    ("could not decrypt the provided encrypted_content", Means::WrongIssuer), // xAI
    ("could not decode the compaction blob", Means::WrongIssuer), // xAI
    ("invalid_encrypted_content", Means::WrongIssuer),            // OpenAI, a code
    ("encrypted_content was not issued to this caller", Means::WrongIssuer), // OpenCode Zen
    ("conflicting authenticated continuation identities", Means::WrongIssuer), // Azure Foundry
    ("invalid signature in thinking", Means::BadSignature),       // Anthropic
    ("invalid data in redacted_thinking", Means::BadSignature),   // Anthropic
    ("thinking signature field required", Means::BadSignature),   // Bedrock
    ("thinking signature str input should be a valid string", Means::BadSignature), // Anthropic, through LiteLLM
    ("each thinking block must contain thinking", Means::BadSignature), // Anthropic, through LiteLLM
    ("reasoningcontent reasoningtext text failed to satisfy constraint", Means::BadSignature), // Bedrock
    ("corrupted thought signature", Means::BadSignature),         // AI Studio
    ("invalid thought signature", Means::BadSignature),           // Vertex
    ("thought signature is not valid", Means::BadSignature),      // Vertex
    ("thought_signature * base64 decoding failed", Means::BadSignature), // Gemini
    ("without its required following item", Means::Pairing),      // OpenAI
    ("without its required reasoning item", Means::Pairing),      // OpenAI
    ("items are not persisted when store is set to false", Means::Pairing), // OpenAI
    ("item id does not belong to this connection", Means::Pairing), // Copilot
];

/// What a member is called that the schema does not know, …
pub(super) const ODD: &[&str] = &[
    "unknown",      // Go, serde, OpenAI, Google
    "unrecognized", // OpenAI, Zod, Jackson
    "unexpected",   // TypeBox, jsonschema
    "unsupported",  // Groq, Cerebras
    "extraneous",   // Bedrock
    "unpermitted",  // Rails
];
/// … by what name the schema calls its members, …
pub(super) const MEMBER: &[&str] =
    &["field", "fields", "key", "keys", "property", "properties", "parameter", "parameters", "argument", "name"];
/// … and what may stand beside that name.
pub(super) const FILLER: &[&str] = &["request", "keyword", "supplied", "msg"];

/// Other words in front of an unknown member.
pub(super) const REFUSES: &[&str] = &[
    "extra inputs are not permitted",        // Fireworks
    "extra inputs are not permitted on",     // OpenCode
    "extra_forbidden on",                    // LiteLLM
    "additional properties are not allowed", // OpenAI
    "unrecognized key s in object",          // Zod
    "cannot find field",                     // Java protobuf
    "doesn't support the",                   // Bedrock
];
/// Words in front of an unknown member that ends its sentence.
pub(super) const REFUSES_LAST: &[&str] = &[
    "request contains",  // Hunyuan
    "invalid parameter", // proxies
];
/// Words in front of a block type that the schema does not know.
pub(super) const REFUSES_TYPE: &[&str] = &[
    "input tag",       // pydantic
    "unknown variant", // serde
];
/// Words behind an unknown member; `is` or the like may stand between.
pub(super) const REFUSED: &[&str] = &[
    "not supported",                  // Groq
    "not allowed",                    // DeepSeek R1, Joi
    "not permitted",                  // Bedrock
    "extra inputs are not permitted", // Anthropic, FastAPI
    "extra fields not permitted",     // pydantic 1
    "extra_forbidden",                // pydantic
    "should not exist",               // NestJS
    "could not be mapped to any",     // .NET
];
/// Words behind those that make it a complaint of the value: `is not allowed to be empty`.
pub(super) const VALUE: &str = "to be";

/// What a report says of a member that the schema does not know.
pub(super) const CODES: &[&str] = &[
    "extra_forbidden",                // pydantic
    "extra inputs are not permitted", // pydantic
    "extra fields not permitted",     // pydantic 1
    "unknown_parameter",              // OpenAI
    "unsupported_parameter",          // OpenAI
    "unrecognized_keys",              // Zod
    "additionalproperties",           // AJV
    "additional properties",          // AJV
];

/// Members that are called otherwise in prose: those that are meant, of which a request may carry some.
pub(super) const SPOKEN: &[(&str, &[&str])] = &[
    ("messages cannot contain reasoning content", CONVERSE), // Bedrock
    ("support the reasoningcontent field", CONVERSE),        // Bedrock
    ("support the reasoningcontent reasoningtext field", &["reasoningText", "signature"]), // Bedrock
    ("support the reasoningcontent reasoningtext text field", &["reasoningText", "signature"]), // Bedrock
    ("reasoning input items can only be provided to", &["encrypted_content"]), // OpenAI
];
/// Under which members a thought goes on Converse.
const CONVERSE: &[&str] = &["reasoningText", "signature", "redactedContent"];

/// Members that hold what only an issuer reads, and words that say of it that it cannot be read, where no refusal names a place.
pub(super) const BLOBS: &[(&str, &[&str])] = &[
    // Bedrock, which hands on what its models' servers say.
    ("redactedContent", &["redacted content", "redacted reasoning", "encrypted reasoning", "encrypted for", "decrypt"]),
];

/// Members that are parameters of the request too: only below a message do they count.
pub(super) const PARAMETERS: &[&str] = &["reasoning", "thinking"];
/// Lists of messages, and of what stands in one.
pub(super) const LISTS: &[&str] = &["messages", "contents", "input", "content"];
